"""Who does the work: this process, a process on every core (joblib), or a Ray cluster.

An engine is given one function and many tasks, and hands back what each of them came to, with its number, as it comes
in. What a task comes to depends on nothing but the task, so every engine leads to the same results.
"""

from __future__ import annotations

import importlib
import itertools
import logging
import os
import socket
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from sheepfold.core.errors import BadOption, SheepfoldError
from sheepfold.core.words import gettext as _

T = TypeVar("T")

RETRIES = 3
"""How often the work of a worker that died is done anew."""

UNDER_WAY = 4
"""Tasks per processor that are handed out at once: enough to keep all busy, few enough to stop soon."""


class WorkLost(SheepfoldError):
    """Workers died, again and again, with the work they were doing."""


def cores() -> int:
    """How many processors there are for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Crew:
    """Who does the work: `jobs` processes here, or a Ray cluster ("" starts one on this machine)."""

    jobs: int = 0
    ray: str | None = None

    @property
    def is_here(self) -> bool:
        """Whether this very process does the work."""
        return self.ray is None and self.processes == 1

    @property
    def processes(self) -> int:
        """How many are started here; without joblib there is this one."""
        return self.jobs or (cores() if find_spec("joblib") else 1)

    def run(self, function: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, T]]:
        """What the function came to for each task, with the task's number; not always in order."""
        if self.ray is not None:
            return _on_ray(self.ray, function, tasks)
        if self.is_here:
            return ((number, function(*task)) for number, task in enumerate(tasks))
        return _in_processes(self.processes, function, tasks)


def read_engine(text: str) -> Crew:
    """The engine a command line names: `local`, `ray` or `ray=ADDRESS`."""
    kind, _equals, address = text.partition("=")
    if text == "local":
        return Crew()
    if kind == "ray":
        return Crew(ray=address)
    raise BadOption(_("There is no engine `{given}`; there are: local, ray, ray=ADDRESS.").format(given=text))


def collect(
    work: Iterable[tuple[int, T]],
    progress: Callable[[T], None],
    on_stop: Callable[[BaseException], None] | None = None,
    *,
    gapless: bool = False,
) -> list[T]:
    """All results in the order of their tasks.

    With `on_stop`, what was done before Ctrl-C or the loss of the workers is kept, and it hears what happened;
    `gapless`: what came in after a task that is missing is not, so that the place of a result is its task's number.
    """
    done: dict[int, T] = {}
    try:
        for number, result in work:
            done[number] = result
            progress(result)
    except (KeyboardInterrupt, WorkLost) as error:
        if on_stop is None or not (0 in done if gapless else done):
            raise
        on_stop(error)
    kept = itertools.takewhile(done.__contains__, itertools.count()) if gapless else sorted(done)
    return [done[number] for number in kept]


def needed(module: str, extra: str) -> Any:
    """A module that only studies need."""
    try:
        return importlib.import_module(module)
    except ImportError:
        sentence = _("This needs {module}: pip install 'sheepfold[{extra}]'.")
        raise BadOption(sentence.format(module=module.partition(".")[0], extra=extra)) from None


# ---------------------------------------------------------------------------------------------- workers


def _paths() -> list[str]:
    """Where games and bots of one's own are found."""
    return [str(Path.cwd()), *(str(Path(entry).resolve()) for entry in sys.path if entry)]


def _called(paths: Sequence[str], function: Callable[..., T], task: tuple[Any, ...]) -> T:
    """A task in a worker, which finds what we find."""
    sys.path.extend(path for path in paths if path not in sys.path)
    return function(*task)


# ---------------------------------------------------------------------------------------------- processes


def _in_processes(jobs: int, function: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, T]]:
    joblib = needed("joblib", "study")
    paths = _paths()
    calls = (joblib.delayed(_called)(paths, function, task) for task in tasks)
    yield from enumerate(joblib.Parallel(n_jobs=jobs, return_as="generator")(calls))


# ---------------------------------------------------------------------------------------------- Ray


def _on_ray(address: str, function: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, T]]:
    """Hand out tasks, always a few ahead; Ray itself does the work of a dead worker anew.

    Where that is of no use either, nothing more is handed out, but what others are still at is waited for.
    """
    ray = needed("ray", "ray")
    is_ours = not ray.is_initialized()
    if is_ours:
        _connect(ray, address)
    try:
        called = ray.remote(max_retries=RETRIES)(_called)
        ahead = UNDER_WAY * max(1, int(ray.cluster_resources().get("CPU", 1)))
        paths, coming, under_way = _paths(), iter(enumerate(tasks)), dict[Any, int]()
        lost: WorkLost | None = None
        while True:
            while lost is None and len(under_way) < ahead and (following := next(coming, None)):
                number, task = following
                under_way[called.remote(paths, function, task)] = number
            if not under_way:
                break
            (ready,), _waiting = ray.wait(list(under_way), num_returns=1)
            number = under_way.pop(ready)
            try:
                result = _result(ray, ready)
            except WorkLost as error:
                lost = error
                continue
            yield number, result
        if lost is not None:
            raise lost
    finally:
        if is_ours:
            ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    """Find the cluster, or start one here, quietly."""
    logging.getLogger("ray").setLevel(logging.ERROR)
    where: dict[str, Any] = {"address": address} if address else {"num_cpus": cores(), "include_dashboard": False}
    try:
        _knock(address)
        ray.init(**where, logging_level=logging.ERROR, log_to_driver=False)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        reason = str(error).partition("\n")[0]
        sentence = _("The Ray cluster {address} cannot be reached: {reason}")
        raise BadOption(sentence.format(address=address or _("of this machine"), reason=reason)) from error


def _knock(address: str) -> None:
    """See at once whether anybody is there: Ray itself would try for minutes."""
    host, _colon, port = address.rpartition("//")[2].rpartition(":")
    if port.isdecimal():
        socket.create_connection((host, int(port)), timeout=5).close()


def _result(ray: Any, ready: Any) -> Any:
    try:
        return ray.get(ready)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, SheepfoldError):
            raise error.cause from None
        raise
    except ray.exceptions.RayError as error:
        reason = str(error).partition("\n")[0]
        raise WorkLost(_("The workers died with their work: {reason}").format(reason=reason)) from error

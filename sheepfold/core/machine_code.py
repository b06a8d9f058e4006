# pyright: basic
"""Machine code from plain functions, by numba. Imported only when something is compiled or loaded: it takes a while.

Only what Python calls becomes machine code of its own (`Outer`), and only that is kept. What an entry reaches is
compiled into it (`Inner`) and optimised there, once. Inner functions see whole numbers of one size: a rule called with
a field of eight bits here and of sixteen there would otherwise be compiled twice. Together that took compiling `nines`
from 28 s to 11, and made random games a fifth to a third quicker.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Generator
from types import FunctionType
from typing import Any, cast

import numba
from numba.core import caching, compiler, registry, serialize, sigutils, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.typing.templates import make_concrete_template

from sheepfold.core.kit import MACHINE_TWINS
from sheepfold.core.linking import Function, Linker, StandIns, copied, made_from
from sheepfold.core.rules import is_brief
from sheepfold.core.shelf import Shelf, shelf_of
from sheepfold.core.words import gettext as _

log = logging.getLogger("sheepfold.machine_code")

ARRAY_MAKERS = frozenset({"array", "copy", "empty", "full", "ones", "zeros"})


class Press:
    """Makes machine code of one game's functions."""

    def __init__(self, stand_ins: StandIns, shelf: Shelf, *, inline: bool) -> None:
        self._shelf, self._inline = shelf, inline
        self._linker = Linker(stand_ins, self._inner)
        self._rules = made_from(sorted(stand_ins.values(), key=lambda rule: (rule.__module__, rule.__name__)))

    def entry(self, function: FunctionType) -> Function:
        """A function that Python calls; it is loaded or compiled at its first call."""
        twin = self._named(copied(function))
        made = Outer(py_func=twin, targetoptions={**self._options(twin), "nogil": not is_brief(function)})
        made.link = lambda: self._linker.link_globals(twin)
        made._cache = OnShelf(self._shelf, f"{function.__name__}-{made_from(self._linker.reached(function))}")
        return made

    def _inner(self, twin: FunctionType) -> Function:
        return Inner(py_func=self._named(twin), targetoptions=self._options(twin))

    def _named(self, twin: FunctionType) -> FunctionType:
        """Call a function by what it is made from.

        The names numba gives out are only unique within a process. Two games' `finish`, one compiled here and one kept
        by another process, may be called the same: then the one is called where the other is meant.
        """
        twin.__qualname__ = f"{twin.__name__}_{self._shelf.name}_{self._rules}_{made_from([twin])}"
        return twin

    def _options(self, function: FunctionType) -> dict[str, Any]:
        """numba's flags. Bounds checks cost nothing that can be measured.

        Only a function that makes arrays gets numba's memory management: in all others counting who refers to the
        random source took a fifth to a half of the time.
        """
        makes_arrays = not ARRAY_MAKERS.isdisjoint(function.__code__.co_names)
        return {"nopython": True, "nogil": True, "boundscheck": True, "forceinline": self._inline, "_nrt": makes_arrays}


class Outer(registry.CPUDispatcher):
    """A function that Python calls. What it calls is linked only if it has to be compiled."""

    link: Callable[[], None]
    _cache: OnShelf

    @global_compiler_lock
    def compile(self, sig):
        arguments, _result = sigutils.normalize_signature(sig)
        if tuple(arguments) in self.overloads or self._cache.has(sig, self.targetctx):
            return super().compile(sig)
        announce(self._cache.shelf.name, self.py_func.__name__)
        # another process may be making it: then this one waits, and loads it
        with uninterrupted(), self._cache.shelf.claimed():
            self.link()
            return super().compile(sig)


@contextlib.contextmanager
def uninterrupted() -> Generator[None]:
    """Hold Ctrl-C back until something is compiled.

    It would be raised where LLVM hands over the code, be lost there with the code, and numba fail without it.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _frame: held.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held:
        signal.raise_signal(signal.SIGINT)


def say_once(game: str, _loop: str, told: set[str] = set()) -> None:  # noqa: B006 (what was told in this process)
    """A line for whoever waits, once for each game: silence would look like a fault."""
    if game not in told:
        told.add(game)
        sentence = _("Preparing {game} on this computer, once; it takes some seconds …")
        print(sentence.format(game=game), file=sys.stderr, flush=True)


announce: Callable[[str, str], None] = say_once
"""Told of every loop that is compiled here, before that begins; who shows progress in another way puts it here."""


def prepare(entry: Any, arguments: tuple[Any, ...]) -> list[str]:
    """Load or compile an entry for arguments of this kind, without calling it; the files it is kept in."""
    entry.compile(tuple(numba.typeof(each) for each in arguments))
    return entry._cache.files


def bare(entry: Any, arguments: tuple[Any, ...]) -> Callable[..., Any]:
    """The call behind an entry, a quarter of a microsecond quicker. It trusts that it is given arguments of this kind:
    whoever calls it has made them."""
    kinds = tuple(numba.typeof(each) for each in arguments)
    entry.compile(kinds)
    return entry.overloads[kinds].entry_point


class Inner(registry.CPUDispatcher):
    """A function that compiled functions call, and nobody else: no machine code of its own, no wrapper for Python."""

    _compiler: Any

    def get_call_template(self, args, kws):
        """What numba asks when it meets a call: the signature it will have."""
        parameters, given = self._compiler.fold_argument_types(args, kws)
        wide = tuple(widened(each) for each in given)
        found = self.overloads.get(wide) or self._lowered(wide)
        name = self.py_func.__name__
        template = make_concrete_template(name, key=name, signatures=[found.signature])
        return template, parameters, wide, {}

    @global_compiler_lock
    def _lowered(self, arguments):
        flags: Any = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        target: Any = self.targetdescr.target_context
        target.refresh()
        library = InnerLibrary(target.codegen(), self.py_func.__name__)
        with self._compiling_counter:
            made = compiler.compile_extra(
                self.targetdescr.typing_context, target, self.py_func,
                args=arguments, return_type=None, flags=flags, locals={}, library=library,
                pipeline_class=self._compiler.pipeline_class,
            )  # fmt: skip
        key = object()  # where there is machine code numba looks functions up by its address; any unique thing does
        target.insert_user_function(key, made.fndesc, [library])
        self.overloads[arguments] = made._replace(entry_point=key)
        return self.overloads[arguments]


class InnerLibrary(JITCodeLibrary):
    """The code of an inner function, left as it is: it is optimised where it is called."""

    def _optimize_functions(self, ll_module):
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self):
        pass

    def _finalize_final_module(self):
        self._finalize_dynamic_globals()
        self._finalized = True


def widened(kind: Any) -> Any:
    """The type an inner function is compiled for: every whole number has 64 bits."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and cast("Any", kind).bitwidth < 64 else kind


class OnShelf(caching._Cache):
    """Where numba finds what was compiled before."""

    def __init__(self, shelf: Shelf, name: str) -> None:
        self.shelf, self._name = shelf, name
        self.files: list[str] = []
        """What has been loaded or kept so far."""

    def _file(self, sig, target) -> str:
        made_for = f"{numba.__version__} {target.codegen().magic_tuple()} {sig}"
        return f"{self._name}-{hashlib.blake2b(made_for.encode(), digest_size=8).hexdigest()}"

    def has(self, sig, target) -> bool:
        """Whether this was compiled before."""
        return self.shelf.read(self._file(sig, target)) is not None

    def load_overload(self, sig, target_context):
        target_context.refresh()
        file = self._file(sig, target_context)
        content = self.shelf.read(file)
        if content is None:
            return None
        try:
            found = compiler.CompileResult._rebuild(target_context, *pickle.loads(content))
        except Exception as error:
            log.warning("%s cannot be loaded and is made anew: %s", file, error)
            return None
        self.files.append(file)
        return found

    def save_overload(self, sig, data):
        if data.library.has_dynamic_globals:
            return
        file = self._file(sig, data.target_context)
        if self.shelf.write(file, serialize.dumps(data._reduce())):
            self.files.append(file)

    @property
    def cache_path(self):
        return str(self.shelf.folder)

    def enable(self):
        pass

    def disable(self):
        pass

    def flush(self):
        pass


def compile_alone(function: Any) -> Any:
    """One function outside any game (a benchmark's, say) with the marked functions it calls."""
    return Press(MACHINE_TWINS, shelf_of("alone"), inline=True).entry(function)

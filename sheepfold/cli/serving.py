"""`sheepfold serve`: host tables for the browser, on this computer or for all in the local network."""

from __future__ import annotations

import gc
import os
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from typing import TYPE_CHECKING, Any

from sheepfold.core.errors import BadOption
from sheepfold.core.words import gettext as _

if TYPE_CHECKING:
    from sheepfold.server.settings import Settings

PATIENCE = 600.0
"""Seconds in which a server begins to answer, also on a computer with much else to do."""
EVERYWHERE = ("0.0.0.0", "::")
SHORT = 0.0005
"""Seconds after which a thread that computes makes room: the event loop waits that long to go on, again and again,
while something is read beside it."""


def serve(given: dict[str, Any], *, open_browser: bool, new_key: bool = False) -> int:
    """Run a server until it is stopped."""
    try:
        from sheepfold.server.http.room import allow_many_files
        from sheepfold.server.logs import set_up_logs
        from sheepfold.server.settings import read_settings
        from sheepfold.server.workers import WORKER
    except ImportError as error:
        sentence = _("The server needs more packages: pip install 'sheepfold[server]' ({reason}).")
        raise BadOption(sentence.format(reason=error)) from None
    settings = read_settings(given)
    set_up_logs(settings.log)
    allow_many_files()
    is_worker = WORKER in os.environ
    if settings.workers > 1 and not is_worker:
        return _serve_many(settings, open_browser=open_browser, new_key=new_key)
    # Whoever knocks where no other worker opens waits; else the system would send them here before it can answer.
    listener = _listen(settings.host, settings.port, beside=is_worker, is_open=not is_worker)
    port = int(listener.getsockname()[1])

    from sheepfold.server.app import create_app
    from sheepfold.server.keeping.keys import renew_key
    from sheepfold.server.keeping.lock import lock_folders
    from sheepfold.server.running import Server
    from sheepfold.server.workers import say_that_it_answers

    locks = lock_folders(settings.data, settings.database_url) if settings.is_for_one else []
    if new_key:
        renew_key(settings)
    server = Server(create_app(settings), say_that_it_answers if is_worker else lambda: None)
    if not is_worker:
        _greet_beside(settings.host, port, open_browser=open_browser)
    sys.setswitchinterval(SHORT)
    gc.freeze()
    gc.set_threshold(20_000, 50, 1000)  # messages are short-lived trees: looking for cycles that often took a tenth
    server.run(sockets=[listener])
    for lock in locks:
        lock.close()
    return 0


def _serve_many(settings: Settings, *, open_browser: bool, new_key: bool) -> int:
    """Start the workers, and see to it that they run. What is wrong is said before the first one starts."""
    from sheepfold.server.app import open_store
    from sheepfold.server.keeping.keys import renew_key
    from sheepfold.server.workers import Workers, shares_ports

    if settings.is_for_one:
        sentence = _("SQLite is for one process. For {count} workers use PostgreSQL: `--database postgresql://…`.")
        raise BadOption(sentence.format(count=settings.workers))
    if not shares_ports():
        raise BadOption(_("On this system several processes cannot share a port: start them one by one."))
    if new_key:
        renew_key(settings)
    _listen(settings.host, settings.port).close()
    door = _listen(settings.host, settings.port, beside=True, is_open=False)  # keeps the port for the workers
    port = int(door.getsockname()[1])
    open_store(settings)[0].let_go()
    _greet_beside(settings.host, port, open_browser=open_browser)
    return Workers(settings.workers, {**settings.as_variables(), "SHEEPFOLD_PORT": str(port)}).run()


def _listen(host: str, port: int, *, beside: bool = False, is_open: bool = True) -> socket.socket:
    """The door, before anything else: if it is taken, that is said at once. `beside`: others open it too."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # said in full, asyncio sends at once
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if beside:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        listener.bind((host, port))
    except (OSError, ValueError) as error:  # ValueError: what cannot be the name of a computer
        sentence = _("{host}:{port} cannot be opened ({reason}); another `--port` may be free.")
        reason = getattr(error, "strerror", None) or str(error)
        raise BadOption(sentence.format(host=host, port=port, reason=reason)) from None
    if is_open:
        listener.listen(2048)
    return listener


def _greet_beside(host: str, port: int, *, open_browser: bool) -> None:
    greeting = threading.Thread(target=_greet, args=(host, port), kwargs={"open_browser": open_browser}, daemon=True)
    greeting.start()


def _greet(host: str, port: int, *, open_browser: bool) -> None:
    """Say where the server can be found, once it answers."""
    here = f"http://localhost:{port}/"
    if not _answers(f"http://{'127.0.0.1' if host in EVERYWHERE else _in_url(host)}:{port}/health"):
        return
    print(_("sheepfold is ready: {address}").format(address=here), flush=True)
    if host in EVERYWHERE:
        address = f"http://{_in_url(own_address())}:{port}/"
        print(_("In your network: {address}").format(address=address), flush=True)
        _print_qr(address)
    else:
        print(_("Only for this computer; with `--host 0.0.0.0` also for others in your network."), flush=True)
    print(_("Stop it with Ctrl-C; games go on where they stood."), flush=True)
    if open_browser:
        webbrowser.open(here)


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _answers(address: str) -> bool:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return True
        except urllib.error.HTTPError:  # not well, and its log says why; but it is there
            return True
        except OSError:
            time.sleep(0.05)
    return False


def own_address() -> str:
    """The address others in the network reach this computer by. Nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: only the route to it is looked up
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _print_qr(address: str) -> None:
    import segno

    if sys.stdout.isatty():
        segno.make(address, error="l").terminal(compact=True)

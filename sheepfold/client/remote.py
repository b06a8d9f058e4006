"""A table at a server, from afar: its link, requests over HTTP, and a live connection that mends itself."""

from __future__ import annotations

import itertools
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from sheepfold.core import words
from sheepfold.core.errors import BadOption
from sheepfold.core.words import gettext as _
from sheepfold.server.wire.forms import TableAndState, Trouble
from sheepfold.server.wire.messages import AnyMessage, Bye, TableShown

TIMEOUT = 20.0
PATIENCE = 300.0
"""Seconds for which a lost server is called again."""
PAUSES = (0.3, 0.6, 1.2, 2.5, 5.0)
LARGEST = 1 << 22
SERVICE_RESTART = 1012


class Hung(Exception):
    """The server hung up for good, with its reason."""


decode_message = msgspec.json.Decoder(AnyMessage).decode


@dataclass(frozen=True)
class Link:
    """What a link says: the server's address, the table, and the token that opens it."""

    home: str
    table: str
    token: str

    def __str__(self) -> str:
        return f"{self.home}/t/{self.table}#{self.token}"

    @property
    def live(self) -> str:
        scheme, _colon, rest = self.home.partition(":")
        return f"{'wss' if scheme == 'https' else 'ws'}:{rest}/api/tables/{self.table}/live"


def read_link(address: str) -> Link:
    """A link as it was copied; what is no link to a table gets a sentence."""
    try:
        parts = urlsplit(address.strip())
        is_server = bool(parts.scheme in ("http", "https") and parts.hostname and parts.port != 0)
    except ValueError:  # brackets that are no address, a port that is no number
        parts, is_server = urlsplit(""), False
    before, _t, table = parts.path.rpartition("/t/")
    if not is_server or not (table.isascii() and table.isalnum()):
        sentence = _("`{address}` is no link to a table; one looks like http://192.168.0.7:8470/t/abc#…")
        raise BadOption(sentence.format(address=address))
    if not parts.fragment:
        raise BadOption(_("What stands behind the # of the link is missing: without it the table does not open."))
    return Link(f"{parts.scheme}://{parts.netloc}{before}", table, parts.fragment)


def request(link: Link, path: str, content: object = None) -> bytes:
    """Ask the server something about the table; a refusal raises with the server's sentence."""
    asked = urllib.request.Request(
        f"{link.home}/api/tables/{link.table}{path}",
        data=msgspec.json.encode(content) if content is not None else None,
        headers={
            "authorization": f"Bearer {link.token}",
            "content-type": "application/json",
            "accept-language": words.language(),
        },
    )
    try:
        with urllib.request.urlopen(asked, timeout=TIMEOUT) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        raise BadOption(_reason(error)) from None
    except (OSError, ValueError, HTTPException) as error:
        raise BadOption(_unreachable(link, getattr(error, "reason", error))) from None


def _reason(error: urllib.error.HTTPError) -> str:
    try:
        return msgspec.json.decode(error.read(), type=Trouble).reason
    except (msgspec.MsgspecError, OSError):
        return _("The server answered {status}: is this a sheepfold server?").format(status=error.code)


def _unreachable(link: Link, reason: object) -> str:
    return _("{address} cannot be reached ({reason}).").format(address=link.home, reason=reason)


def seat_here(table: TableShown, seat: int) -> int:
    """The seat of this link's chair: the chairs may have been turned when the game began."""
    mine = [chair.seat for chair in table.chairs if chair.here]
    return mine[0] if len(mine) == 1 else seat


def look(link: Link) -> TableShown:
    """The table as it stands."""
    try:
        return msgspec.json.decode(request(link, "?want="), type=TableAndState).table
    except msgspec.MsgspecError:
        raise BadOption(_("The server's answer cannot be read: is this a sheepfold server?")) from None


class Line:
    """A live connection to a table. If it is lost, or the server starts anew, it is made again."""

    def __init__(self, link: Link, want: str, tell: Callable[[str], None]) -> None:
        self.link, self.tell = link, tell
        self._address = f"{link.live}?{urlencode({'want': want, 'language': words.language()})}"
        self._numbers = itertools.count(1)
        self._began = f"{time.time():.3f}"
        self._open = ExitStack()
        self._socket: ClientConnection | None = None
        self._reason = ""
        self.connections = 0
        """How often it was connected: what was said before may be lost."""

    def __enter__(self) -> Line:
        self._connect(patience=0.0)
        return self

    def __exit__(self, *_failure: object) -> None:
        self._open.close()

    def next(self, timeout: float | None = None) -> AnyMessage | None:
        """The next message; None if there was none in time. Hung: there will be none any more."""
        while True:
            try:
                assert self._socket is not None
                message = decode_message(self._socket.recv(timeout))
            except TimeoutError:
                return None
            except ConnectionClosed as closed:
                self._lost(closed)
                continue
            except msgspec.MsgspecError:
                raise BadOption(_("The server speaks a language this version does not know.")) from None
            if not isinstance(message, Bye):
                return message
            self._reason = message.reason
            if not message.again:
                raise Hung(message.reason)

    def say(self, kind: str, **content: Any) -> None:
        """Send a command. One that gets lost is not repeated: the server shows again what it asks for."""
        command = {"type": kind, "id": f"{self._began}-{next(self._numbers)}", **content}
        assert self._socket is not None
        try:
            self._socket.send(msgspec.json.encode(command), text=True)
        except ConnectionClosed as closed:
            self._lost(closed)

    def _lost(self, closed: ConnectionClosed) -> None:
        code = closed.rcvd.code if closed.rcvd else None
        if code is not None and 4400 <= code < 4500 and code != 4408:
            raise Hung(self._reason or _("The server closed the connection."))
        restarts = _("The server starts anew; waiting for it.")
        lost = _("The connection was lost; trying again.")
        self.tell(self._reason or (restarts if code == SERVICE_RESTART else lost))
        self._reason = ""
        time.sleep(PAUSES[0])  # a server that stops still listens for a moment
        self._connect(PATIENCE)
        self.tell(_("Connected again."))

    def _connect(self, patience: float) -> None:
        """Call until somebody answers, or until patience ends."""
        headers = {"authorization": f"Bearer {self.link.token}"}
        until = time.monotonic() + patience
        for pause in itertools.chain(PAUSES, itertools.repeat(PAUSES[-1])):
            try:
                self._open.close()
                connecting = connect(self._address, additional_headers=headers, max_size=LARGEST, open_timeout=TIMEOUT)
                self._socket = self._open.enter_context(connecting)
                self.connections += 1
                return
            except (OSError, InvalidHandshake, ConnectionClosed) as error:
                if time.monotonic() >= until:
                    raise BadOption(_unreachable(self.link, error)) from None
            time.sleep(pause)

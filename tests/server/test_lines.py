"""What is said over a live connection, over real sockets: all of it is heard, in order, once, however it comes."""

from __future__ import annotations

import json
import socket
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from sheepfold.server.http.hall import MOST_UNHEARD
from tests.server.support import new_app, running

TEXT, PACKED, BYTES, GOES_ON, CLOSE = 0x81, 0xC1, 0x82, 0x80, 0x88
END = b"\0\0\xff\xff"
"""With which every compressed message ends, and which is left out."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with running(new_app(tmp_path)) as found:
        yield found


def frame(first: int, body: bytes) -> bytes:
    """A frame of a client: masked, as it has to be, but with zeros."""
    size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
    return bytes([first]) + size + bytes(4) + body


def ping(name: str) -> bytes:
    return json.dumps({"type": "ping", "id": name}).encode()


class Raw:
    """A live connection of seat 0, byte by byte."""

    def __init__(self, stack: ExitStack, address: str, want: str = "legal", more: str = "") -> None:
        links = httpx.post(f"{address}/api/tables", json={"game": "nines", "chairs": [{"kind": "here"}] * 2,
                                                          "start": True}).json()  # fmt: skip
        self.table, self.token, self.address = links["table"], links["chairs"]["0"], address
        self.socket = stack.enter_context(
            socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2])), timeout=10)
        )
        head = f"GET /api/tables/{self.table}/live?want={want} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        key = "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        self.socket.sendall(f"{head}{key}{more}Authorization: Bearer {self.token}\r\n\r\n".encode())
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            self.data += self.socket.recv(65_536)
        self.head, _blank, self.data = self.data.partition(b"\r\n\r\n")
        assert b" 101 " in self.head

    def say(self, data: bytes) -> None:
        self.socket.sendall(data)

    def next(self) -> tuple[int, bytes]:
        """The next frame: its first byte, and what it says."""
        while True:
            if len(self.data) >= 2:
                size, start = self.data[1], 2
                if size == 126:
                    size, start = int.from_bytes(self.data[2:4], "big"), 4
                if len(self.data) >= start + size:
                    found = self.data[0], self.data[start : start + size]
                    self.data = self.data[start + size :]
                    return found
            data = self.socket.recv(65_536)
            assert data, "the server has hung up"
            self.data += data

    def until(self, kind: str) -> dict[str, Any]:
        """The next message of a type."""
        while True:
            first, body = self.next()
            if first == TEXT and (message := json.loads(body))["type"] == kind:
                return message

    def done(self, count: int) -> list[str]:
        return [self.until("done")["id"] for _answer in range(count)]


def test_what_comes_before_the_table_is_there_is_heard_in_order(address: str) -> None:
    with ExitStack() as stack:
        line = Raw(stack, address)
        line.say(b"".join(frame(TEXT, ping(f"early {number}")) for number in range(5)))
        line.until("state")
        line.say(frame(TEXT, ping("late")))
        assert line.done(6) == [*(f"early {number}" for number in range(5)), "late"]


def test_more_than_is_read_at_once_is_heard_in_order(address: str) -> None:
    with ExitStack() as stack:
        line, names = Raw(stack, address), [f"number {number}" for number in range(5 * MOST_UNHEARD)]
        line.say(b"".join(frame(TEXT, ping(name)) for name in names))
        assert line.done(len(names)) == names
        line.say(frame(TEXT, ping("and on")))
        assert line.done(1) == ["and on"]


def test_a_message_of_bytes_and_one_in_pieces_are_heard(address: str) -> None:
    with ExitStack() as stack:
        line, whole = Raw(stack, address), ping("in pieces")
        line.say(frame(BYTES, ping("as bytes")))
        line.say(frame(TEXT & 0x0F, whole[:5]) + frame(0, whole[5:9]) + frame(GOES_ON, whole[9:]))
        for byte in frame(TEXT, ping("byte by byte")):
            line.say(bytes([byte]))
        assert line.done(3) == ["as bytes", "in pieces", "byte by byte"]


def test_bytes_that_are_no_text_are_answered_and_text_that_is_none_ends_the_line(address: str) -> None:
    with ExitStack() as stack:
        line = Raw(stack, address)
        line.say(frame(BYTES, b"\xff\xfe"))
        assert line.until("refused")["code"] == "unreadable"
        line.say(frame(TEXT, b"\xff\xfe"))
        while (found := line.next())[0] != CLOSE:
            pass
        assert int.from_bytes(found[1][:2], "big") == 1007


def test_what_was_said_before_hanging_up_is_done(address: str) -> None:
    with ExitStack() as stack:
        line = Raw(stack, address)
        state = line.until("state")
        length, action = state["length"], state["legal"][0]
        play = {"type": "play", "id": "last words", "seat": 0, "action": action, "decision": state["decision"]}
        line.say(frame(TEXT, json.dumps(play).encode()) + frame(CLOSE, b"\x03\xe8"))
        line.socket.close()
        headers = {"authorization": f"Bearer {line.token}"}
        now: dict[str, Any] = {}
        for _look in range(200):
            now = httpx.get(f"{address}/api/tables/{line.table}?want=log", headers=headers).json()["state"]
            if now["length"] > length:
                break
        assert now["log"][length] == f"0 {action}"


@pytest.mark.parametrize(("asked", "window"), [("", 15), ("; server_max_window_bits=10; client_max_window_bits", 10)])
def test_each_message_is_compressed_for_itself_and_short_ones_are_not(address: str, asked: str, window: int) -> None:
    """So that they can be compressed once for all, and nobody's connection has to remember any."""
    with ExitStack() as stack:
        line = Raw(stack, address, "legal,view,text", f"Sec-WebSocket-Extensions: permessage-deflate{asked}\r\n")
        assert b"server_no_context_takeover" in line.head
        assert b"client_no_context_takeover" in line.head
        come: dict[str, tuple[int, Any]] = {}

        def read_until(kind: str) -> Any:
            while kind not in come:
                first, body = line.next()
                text = body if first == TEXT else zlib.decompressobj(wbits=-window).decompress(body + END)
                message = json.loads(text)
                come[message["type"]] = first, message
            return come.pop(kind)

        first, before = read_until("state")
        assert first == PACKED
        play = json.dumps({"type": "play", "id": "it", "seat": 0, "action": before["legal"][0]}).encode()
        pack = zlib.compressobj(wbits=-10)
        line.say(frame(PACKED, (pack.compress(play) + pack.flush(zlib.Z_SYNC_FLUSH)).removesuffix(END)))
        first, done = read_until("done")
        assert (first, done["id"]) == (TEXT, "it")
        first, after = read_until("state")
        assert first == PACKED
        assert after["length"] > before["length"]
        assert after["text"] != before["text"]

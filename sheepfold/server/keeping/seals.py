"""Seals: every entry of a log carries a digest of itself and of all entries before it.

Whoever alters, exchanges or moves an entry on disk breaks the seal of it and of all that follow, and the table is not
opened. The seal is the last field of an entry's JSON, and is checked against the very bytes before it, so that it holds
however entries are read later on. Entries of the first release have none: the first one written after them seals them
too. (A seal is no signature: who can write the whole log anew can seal it anew.)
"""

from __future__ import annotations

import hashlib

from sheepfold.core.errors import SheepfoldError

SIZE = 16
BEFORE, AFTER = b',"seal":"', b'"}'
LENGTH = len(BEFORE) + 2 * SIZE + len(AFTER)


class AlteredEntry(SheepfoldError):
    """An entry is not the one that was written."""


class Chain:
    """The seals of one log, up to its last entry."""

    def __init__(self) -> None:
        self._digest = b""
        self._is_sealed = False

    def seal(self, body: bytes) -> bytes:
        """The next entry with its seal, as it is to be written."""
        self._go_on(body)
        return body[:-1] + BEFORE + self._digest.hex().encode() + AFTER

    def check(self, body: bytes) -> None:
        """The next entry as it was read; AlteredEntry if it is not the one that was written there."""
        tail = body[-LENGTH:]
        if not (tail.startswith(BEFORE) and tail.endswith(AFTER)):
            if self._is_sealed:
                raise AlteredEntry("An entry has no seal.")
            self._go_on_unsealed(body)
            return
        self._go_on(body[:-LENGTH] + b"}")
        if tail[len(BEFORE) : -len(AFTER)] != self._digest.hex().encode():
            raise AlteredEntry("The seal of an entry is broken.")

    def _go_on(self, body: bytes) -> None:
        self._go_on_unsealed(body)
        self._is_sealed = True

    def _go_on_unsealed(self, body: bytes) -> None:
        self._digest = hashlib.blake2b(self._digest + body, digest_size=SIZE).digest()

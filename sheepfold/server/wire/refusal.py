"""How something is refused: the same on every way in."""

from __future__ import annotations

from typing import Literal

from sheepfold.core.errors import SheepfoldError

Code = Literal[
    "not yours", "not now", "illegal", "unreadable", "stale", "bad", "full", "missing", "busy", "too many", "not saved"
]  # fmt: skip


class Refusal(SheepfoldError):
    """Why something is not done, in a word for programs and a sentence for people."""

    def __init__(self, code: Code, reason: str) -> None:
        super().__init__(reason)
        self.code: Code = code

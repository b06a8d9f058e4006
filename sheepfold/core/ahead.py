"""What would come of a choice: for whoever is still choosing, and as things stand, which may be otherwise by then."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ahead:
    """Where a choice would lead. Things and places are named by their ids in the picture, so any shape can show it."""

    words: str
    reads: str = ""
    """What the choice reads as, such as the number that cards make."""
    piece: str = ""
    way: tuple[str, ...] = ()
    """The places the piece would pass, one after another; at the last one it would come to rest."""
    lands: str = ""
    """The last place, as the picture writes it."""
    shoves: tuple[tuple[str, str], ...] = ()
    """Other pieces that would be moved, and where to."""
    signs: tuple[str, ...] = ()
    """What it would cost: signs that the picture keeps, or short words."""

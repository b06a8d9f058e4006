"""What happened at a table, in paragraphs, and who has read how much of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sheepfold.core.actors import Actor
from sheepfold.core.match import Match
from sheepfold.core.words import gettext as _

LONG_RUN = 8
"""More draws of chance in a row than that are told in brief."""

FEW = 5
"""A kind of draw that comes up so seldom in a long run is told all the same."""

MOST_UNREAD = 12


class Tale:
    """The story of a match as one seat (None: everybody) may hear it: a paragraph for each player in turn."""

    def __init__(self, match: Match, viewer: int | None) -> None:
        self._match, self._viewer = match, viewer
        self._paragraphs: list[tuple[int, str]] = []
        self._since = len(match)
        self._last: Actor | None = None
        self._read: dict[int | None, int] = {}

    def goes_to(self, actor: Actor) -> None:
        """Somebody is about to act: what another did before is a paragraph of its own."""
        if self._last not in (None, "*", actor):
            self.close()
        self._last = actor

    def close(self) -> None:
        """Put what has not been told yet into a paragraph."""
        if len(self._match) > self._since:
            self.put(self._match.story(self._since, self._viewer))

    def put(self, paragraph: str) -> None:
        """Add a paragraph that tells of all that happened up to now."""
        self._since = len(self._match)
        if paragraph:
            self._paragraphs.append((self._since, paragraph))

    def latest_sentence(self) -> str:
        """What the last action alone led to."""
        return self._match.story(seat=self._viewer)

    def put_run(self, run: Sequence[tuple[str, str]]) -> None:
        """A run of chance, each action with its sentence; a long one, such as laying a track, is told in brief."""
        if len(run) > LONG_RUN:
            self.put(in_brief(run))

    def take_back(self) -> None:
        """Forget what is told of actions that were taken back."""
        self._paragraphs = [each for each in self._paragraphs if each[0] <= len(self._match)]
        self._since, self._last = len(self._match), None
        self._read = {reader: min(count, len(self._paragraphs)) for reader, count in self._read.items()}

    def all(self) -> list[str]:
        """Every paragraph so far."""
        self.close()
        return [text for _length, text in self._paragraphs]

    def unread(self, reader: int | None) -> list[str]:
        """The paragraphs a reader has not seen yet; from now on they have."""
        self.close()
        fresh = [text for _length, text in self._paragraphs[self._read.get(reader, 0) :]]
        self._read[reader] = len(self._paragraphs)
        return fresh if len(fresh) <= MOST_UNREAD else ["…", *fresh[-MOST_UNREAD:]]


def in_brief(run: Sequence[tuple[str, str]]) -> str:
    """A long run of chance: kinds that come up often are counted where they begin, the others are told."""
    counts = Counter(text.partition(" ")[0] for text, _sentence in run)
    often = [kind for kind, count in counts.items() if count > FEW]
    sentences: list[str] = []
    counted = False
    for text, told in run:
        if text.partition(" ")[0] not in often:
            sentences.append(told)
        elif not counted:
            drawn = ", ".join(f"{counts[kind]} × {kind}" for kind in often)
            sentences.append(_("Chance draws: {drawn}.").format(drawn=drawn))
            counted = True
    return " ".join(sentences)

"""The coach at the terminal: says what can be done, warns once before what would be regretted, and explains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from rich.console import Console
from rich.text import Text

from sheepfold.bots.coaching import counsel
from sheepfold.core import coaching
from sheepfold.core.coaching import Said
from sheepfold.core.engine import SEARCH, engine_of
from sheepfold.core.match import Match
from sheepfold.core.words import gettext as _

ENOUGH = 2
"""How often the same rule is explained."""


class Coached:
    """A coach beside those who sit at one terminal; `viewer` is whose eyes it has, None: everybody's."""

    def __init__(self, match: Match, viewer: int | None, bots: Collection[int], *, is_on: bool) -> None:
        self.match, self.viewer, self.bots, self.is_on = match, viewer, bots, is_on
        self._heard: list[Said] = []
        self._explained: Counter[str] = Counter()
        self._warned: tuple[int, str] | None = None

    def notice(self) -> None:
        """Something has just been played."""
        if self.is_on and len(self.match):
            self._heard += coaching.remarks(self.match, self.viewer, self.bots)

    def say(self, out: Console, seat: int) -> None:
        """Explain what happened last, and say what there is to do."""
        if self.is_on:
            for said in self._worth_saying():
                self._print(out, str(said))
            self._print(out, coaching.can_do(self.match, seat))

    def _worth_saying(self) -> list[Said]:
        """Of all that happened since, the latest choice of a bot, and the latest rule that was not explained before."""
        heard, self._heard = self._heard, []
        choices = [said for said in heard if not said.rule]
        rules = [said for said in heard if said.rule and self._explained[said.words] < ENOUGH]
        self._explained.update(said.words for said in rules[-1:])
        return choices[-1:] + rules[-1:]

    def warns(self, out: Console, seat: int, text: str) -> bool:
        """Whether it has something against a choice; who chooses it again means it, and whose time runs goes on."""
        is_timed = self.match.hourglass() is not None
        if not self.is_on or is_timed or self._warned == (len(self.match), text):
            return False
        warning = self._against(seat, text)
        if warning is None:
            return False
        self._warned = len(self.match), text
        self._print(out, warning)
        out.print(_("Type it again to do it all the same."), style="dim")
        return True

    def _against(self, seat: int, text: str) -> str | None:
        (by_rule,) = coaching.warnings(self.match, seat, [text])
        if by_rule is not None:
            return str(by_rule)
        engine = engine_of(self.match.game)
        engine.want(SEARCH)
        if not engine.has(SEARCH):
            return None  # it cannot think quickly enough yet
        return counsel(self.match, seat).warnings.get(text)

    def _print(self, out: Console, words: str) -> None:
        if words:
            out.print(Text(_("Coach:"), "bold green").append(f" {words}", "not bold default"))

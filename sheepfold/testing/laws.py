# pyright: reportPrivateUsage=false
"""Laws that every game keeps, whoever wrote it.

A law is a function of a game and a seed that looks at one case and raises `Broken` where the game does not keep it; the
same seed is always the same case. `LAWS` has them all by name, each with how many cases are worth trying.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sheepfold.core import coaching
from sheepfold.core.actors import SPECTATORS_BIT, Actor
from sheepfold.core.errors import IllegalAction, SheepfoldError, UnreadableAction
from sheepfold.core.finding import games
from sheepfold.core.game import Game
from sheepfold.core.kit import Field
from sheepfold.core.match import Match
from sheepfold.core.plain import row_of
from sheepfold.core.regions import Region
from sheepfold.drawing import staging
from sheepfold.testing import beats, lessons, machine
from sheepfold.testing.demands import demand
from sheepfold.testing.walking import act, some_match, some_setup, two_ways, walk

SENTENCE = re.compile(r"\.( \([A-Z]{3}-X?\d+\))?$")
"""How a refusal ends: with a full stop, and the rule behind it."""
LONGEST = 5_000
"""Actions after which a game at random has to be over."""
WIDEST = 80
"""Columns of a terminal."""
SPOKEN = 60
"""Of more choices than that not all are put into words."""
SHORT = 60
"""Letters of a question that fits on a phone."""


@dataclass(frozen=True)
class Law:
    """What every game keeps."""

    name: str
    look: Callable[[Game, int], None]
    cases: int
    """How many are usually tried."""

    @property
    def words(self) -> str:
        return (self.look.__doc__ or "").partition("\n")[0]

    def check(self, game: Game, cases: int | None = None) -> None:
        """Try some cases; `Broken` tells of the first one that breaks it."""
        for seed in range(self.cases if cases is None else cases):
            self.look(game, seed)


# ---------------------------------------------------------------------------------------------- replay, undo


def replay(game: Game, seed: int) -> None:
    """The log rebuilds the state."""
    match = some_match(game, seed)
    again = Match.replay(match.record()) if game.key in games() else match.copy()
    demand(again.view() == match.view(), "another position")
    demand(again.observation(0).tobytes() == match.observation(0).tobytes(), "seat 0 sees something else")
    demand(again.record() == match.record(), "another record")
    demand(again.told() == match.told(), "something else was told")


def undo(game: Game, seed: int) -> None:
    """Taking back is the way one came."""
    match = some_match(game, seed)
    if match.is_over:
        return
    before = (match.record(), match.view(), match.text())
    act(match, random.Random(seed))
    match.undo()
    demand((match.record(), match.view(), match.text()) == before, f"after {match.log()[-3:]}")


# ---------------------------------------------------------------------------------------------- secrecy


def sent(match: Match, seat: int | None) -> list[Any]:
    """All that a seat is shown, whatever it is shown by."""
    told: list[Any] = [
        match.view(seat),
        match.text(seat),
        _in_regions(match, seat),
        match.log(seat),
        match.story(seat=seat),
        match.told(),
        staging.stage(match, seat),
        coaching.remarks(match, seat, range(match.players)) if len(match) else [],
        match.to_act(),
        match.ending,
    ]
    if match.game.picture is not None:
        told += [
            match.svg(seat),
            match.svg(seat, upright=True),
            match.svg(seat, hand=True),
            match.svg(seat, small=True),
        ]
    if seat is not None:
        told += _asked(match, seat)
    return told


def _asked(match: Match, seat: int) -> list[Any]:
    """What a seat is asked, and what it is told of its choices: of very many, as of those that are spoken."""
    seen, legal, notation = match.seen(seat), match.legal(seat), match.game.notation
    spoken = [match.game.by_text[text] for text in legal[:SPOKEN]]
    return [
        legal,
        [match.parts(seat, text) for text in legal],
        [match.game.in_words(seen, seat, action) for action in spoken],
        notation.foretell(seen, seat, spoken),
        notation.warn(seen, seat, spoken),
        coaching.can_do(match, seat) if legal else "",
        match.question(seat) if legal else notation.apart(seen, seat),
        any(match.is_secret(seat, text) for text in legal[:1]),
    ]


def hidden_elements(game: Game, seed: int) -> None:
    """Whatever stands in the elements a seat may not see, the seat is sent the same to the byte."""
    match = some_match(game, seed)
    rng = np.random.default_rng(seed)
    for seat in [*range(match.players), None]:
        before = _standing(match, seat)
        kept = match._states.copy()
        noise = rng.integers(0, 100, match._bytes[0].shape, np.uint8).view(game.record.dtype)
        for field in game.record.secrets:
            hidden = hidden_from(match, field, seat)
            match._states[field.name][:1][hidden] = noise[field.name][hidden]
        demand(_standing(match, seat) == before, f"seat {seat} is sent what it may not see")
        match._states[:] = kept


def _standing(match: Match, seat: int | None) -> list[Any]:
    """How the position stands, for a seat."""
    drawn = [match.svg(seat)] if match.game.picture is not None else []
    return [match.view(seat), match.text(seat), _in_regions(match, seat), *drawn]


def _in_regions(match: Match, seat: int | None) -> list[Region]:
    return match.game.regions(match.seen(seat), seat, match.seat_names())


def hidden_from(match: Match, field: Field, seat: int | None) -> Any:
    """Where a field's elements are hidden from a seat, worked out from the declaration."""
    states = match._states
    if field.sight.kind == "known":
        return (states[field.sight.by][:1] >> (SPECTATORS_BIT if seat is None else seat)) & 1 == 0
    hidden = np.ones(states[field.name][:1].shape, bool)
    if field.sight.kind == "owner" and seat is not None:
        hidden[:, seat] = False
    return hidden


def what_happened(game: Game, seed: int) -> None:
    """Two actions after which a viewer sees the same send that viewer the same, to the byte.

    Actions that leave the very same state behind hide nothing: a secret is a place.
    """
    for match, twin, ways in two_ways(game, seed):
        if match._states[0].tobytes() == twin._states[0].tobytes():
            continue
        for viewer in [*range(match.players), None]:
            if match.observation(viewer).tobytes() == twin.observation(viewer).tobytes():
                demand(sent(match, viewer) == sent(twin, viewer), f"viewer {viewer} can tell {ways}")


# ---------------------------------------------------------------------------------------------- progress, border


def progress(game: Game, seed: int) -> None:
    """Somebody can act until the end, and the end comes."""
    match = some_setup(game, random.Random(seed))
    rng = random.Random(seed)
    while not match.is_over:
        demand(match.ending is None, "an ending of a game that goes on")
        demand(len(match) < LONGEST, f"{LONGEST} actions and no end")
        for actor in match.to_act():
            demand(0 < len(match.legal(actor)) <= game.most, f"{len(match.legal(actor))} actions for {actor}")
            demand(actor != "*" or sum(match.chance().values()) == 1, "chances that do not add up")
        act(match, rng)
    demand(match.ending is not None, "over, and nobody knows why")
    demand(match.to_act() == set(), "over, and somebody is to act")
    everybody: list[Actor] = [*range(match.players), "*"]
    demand(not any(match.legal(actor) for actor in everybody), "over, and somebody can act")
    places = match.places()
    shared = sorted(1 + sum(other < place for other in places) for place in places)
    demand(sorted(places) == shared and min(places) == 1, f"places {places}")
    _keeps_its_bounds(match)


def _keeps_its_bounds(match: Match) -> None:
    """A game that is over has as many points, and took as many decisions and outcomes, as it says it can."""
    state, found = match.game.state, match.scores()
    scores, longest, most_chance = state.SCORES, state.DECISIONS, state.CHANCE_TURNS
    if scores is not None:
        demand(all(scores.lowest <= each <= scores.highest for each in found), f"points {found} beyond {scores}")
        demand(scores.total in (None, sum(found)), f"points {found} do not add up to {scores.total}")
    decisions = sum(step.seat is not None for step in match.played())
    demand(longest is None or decisions <= longest, f"{decisions} decisions")
    by_chance = sum(step.seat is None for step in match.played())
    demand(most_chance is None or by_chance <= most_chance, f"{by_chance} outcomes of chance")


def border(game: Game, seed: int) -> None:
    """What is refused gets a sentence and changes nothing."""
    match = some_match(game, seed)
    rng = random.Random(seed)

    def all_of_it() -> list[Any]:
        return [match._bytes[0].tobytes(), match.record(), match.told(), match.story()]

    before = all_of_it()
    everybody: list[Actor] = [*range(match.players), "*"]
    for actor in everybody:
        garbage = ["", "".join(chr(rng.randrange(1, 0x3000)) for _letter in range(rng.randrange(12)))]
        for text in [*rng.sample(game.texts, min(30, len(game.texts))), *garbage]:
            if text not in match.legal(actor):
                _refused(match, actor, text)
    for stranger in (-1, match.players, 8, True, "0", None):
        _refused(match, stranger, game.texts[0])
    demand(all_of_it() == before, "something refused has changed something")


def _refused(match: Match, actor: Any, text: str) -> None:
    try:
        match.play(actor, text)
    except (IllegalAction, UnreadableAction) as refusal:
        demand(bool(SENTENCE.search(str(refusal))), f"`{actor} {text}` is refused without a sentence: {refusal}")
    else:
        demand(False, f"`{actor} {text}` is not legal, and was played")


def refusals(game: Game, seed: int) -> None:
    """A game that says why not does so for all that is not legal, by a rule of its page, and for nothing else."""
    if "why_not" not in game.notation.own:
        return
    match, rng, page = some_match(game, seed), random.Random(seed), game.rules_page()
    for seat in (actor for actor in match.to_act() if isinstance(actor, int)):
        legal = set(match.legal(seat))
        some = rng.sample(game.texts, min(120, len(game.texts)))
        for text in {*some, *rng.sample(sorted(legal), min(20, len(legal)))}:
            reason = match.why_not(seat, text)
            demand((reason is None) == (text in legal), f"`{seat} {text}`: {reason}")
            demand(reason is None or f"- {reason.rule} " in page, f"{reason}: there is no such rule")
        tapped = [rng.choice(match.parts(seat, text)) for text in rng.sample(game.texts, min(3, len(game.texts)))]
        answered = match.why_not_tapped(seat, tapped)
        demand(answered.words.endswith((".", "?")), f"no sentence for tapping {tapped}")
        demand(not answered.rule or f"- {answered.rule} " in page, f"{answered}: there is no such rule")


# ---------------------------------------------------------------------------------------------- words


def texts(game: Game, _seed: int) -> None:
    """Actions and texts are one to one."""
    demand(len(game.by_text) == game.actions, "two actions of one text")
    demand([game.by_text[text] for text in game.texts] == list(range(game.actions)), "a text of another action")
    odd = [text for text in game.texts if text != " ".join(text.split()) or not text.isascii()]
    demand(not odd, f"texts with odd letters or blanks: {odd[:3]}")


def diagrams(game: Game, seed: int) -> None:
    """Diagrams and positions are one to one, for every seat."""
    match = some_match(game, seed)
    for seat in [*range(match.players), None]:
        drawn = match.text(seat)
        demand(all(len(line) <= WIDEST for line in drawn.splitlines()), f"too wide:\n{drawn}")
        try:
            again = row_of(game.notation.read_diagram(drawn))
        except SheepfoldError as error:
            demand(False, f"{error}\n{drawn}")
        else:
            demand(again.tobytes() == match.observation(seat).tobytes(), f"read otherwise:\n{drawn}")


def choices(game: Game, seed: int) -> None:
    """What one taps, and a choice's words, tell the actions apart."""
    match = some_match(game, seed)
    for actor in match.to_act() - {"*"}:
        seen, legal = match.observe(int(actor)), match.legal(actor)
        paths = Counter(tuple(match.parts(int(actor), text)) for text in legal)
        demand(paths.total() == len(paths), f"tapped alike: {paths.most_common(2)}")
        words = Counter(game.in_words(seen, int(actor), game.by_text[text]) for text in legal)
        demand(words.total() == len(words), f"said alike: {words.most_common(2)}")
        demand(all(words), "a choice without words")


def regions(game: Game, seed: int) -> None:
    """Whoever listens can walk through the table: rows have names, things have words, and what one taps is there.

    Buttons, which are no thing on the table, are named by the action itself.
    """
    match = some_match(game, seed)
    for seat in [*range(match.players), None]:
        walked = _in_regions(match, seat)
        things = [thing for region in walked for row in region.rows for cell in row.cells for thing in cell]
        demand(all(region.name and region.rows for region in walked), "a region without a name, or empty")
        demand(all(thing.words and "{" not in thing.words for thing in things), "a thing without words")
        demand(all(row.cells and all(row.cells) for region in walked for row in region.rows), "an empty row or cell")
        for region in walked:
            named = Counter(row.name for row in region.rows if row.name)
            demand(named.total() == len(named), f"rows named alike: {named.most_common(2)}")
        if seat in match.to_act() and "regions" in game.notation.own:
            known = {thing.part for thing in things}
            for text in match.legal(seat):
                first, *others = match.parts(seat, text)
                demand(first in known or not others, f"{first} of `{text}` is nowhere")


def questions(game: Game, seed: int) -> None:
    """Everybody who is to act is asked something short, if the game asks questions at all."""
    match = some_match(game, seed)
    for actor in match.to_act() - {"*"}:
        question = match.question(int(actor))
        demand(question.endswith((".", "?")) == ("question" in game.notation.own), f"no sentence: {question!r}")
        demand(len(question) < SHORT, f"it must fit on a phone: {question!r}")
        demand("{" not in question, f"something was not filled in: {question!r}")


def accounts(game: Game, seed: int) -> None:
    """In the end everybody hears how they fared, if the game says so, and nobody before."""
    whole = walk(some_setup(game, random.Random(seed)), seed)
    seats = range(whole.players)
    told = [bool(whole.account(seat)) for seat in seats]
    demand(told == ["account" in game.notation.own] * whole.players, f"told to {told}")
    demand(not any(whole.copy(len(whole) - 1).account(seat) for seat in seats), "told before the end")
    course = whole.course()
    demand(len(course) == len(whole) + 1, "a course of another length")
    demand(course[-1] == whole.scores() and course[0] == whole.copy(0).scores(), "a course of other points")


LAWS = {
    law.name: law
    for law in (
        Law("replay", replay, 15),
        Law("undo", undo, 10),
        Law("secrecy of hidden elements", hidden_elements, 15),
        Law("secrecy of what happened", what_happened, 15),
        Law("progress", progress, 30),
        Law("border", border, 20),
        Law("refusals", refusals, 15),
        Law("texts", texts, 1),
        Law("diagrams", diagrams, 25),
        Law("choices", choices, 25),
        Law("regions", regions, 25),
        Law("questions", questions, 25),
        Law("accounts", accounts, 5),
        Law("twins", machine.twins, 7),
        Law("twins across the change-over", machine.change_over, 10),
        Law("pick", machine.pick, 10),
        Law("roll", machine.roll, 10),
        Law("guess", machine.guess, 15),
        Law("beats", beats.staged, 4),
        Law("secrecy of beats", beats.leak_nothing, 12),
        Law("lessons", lessons.taught, 4),
    )
}

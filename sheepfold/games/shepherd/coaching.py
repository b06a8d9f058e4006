# pyright: basic
"""What a coach says in The Shepherd: what can be done, what would be regretted, what speaks for a choice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sheepfold.core.coaching import Said
from sheepfold.core.words import gettext as _
from sheepfold.core.words import mark as N_
from sheepfold.core.words import ngettext
from sheepfold.games.shepherd import dog, meadow, rules, running
from sheepfold.games.shepherd.state import (
    DARK,
    DARK_PAIR,
    DIRECTIONS,
    DOG,
    DOG_STAY,
    FLEE,
    FLEEING,
    GRASS,
    GRAZE,
    LIGHT,
    MOVE,
    PUT_DOG,
    SHEEP,
    SHEEP_EACH,
    USING,
    WAY_FROM,
    WAY_TO,
)

EXPLAINED = {
    "ended": N_("The sun has gone round, or the grass is gone: the most grass wins."),
    "worm in the pile": N_("At the end all cards are turned over: a worm costs two."),
    "worm": N_("Some grass hides a worm: such a card is not won, and stays there."),
    "worm turned back": N_("A worm is turned back again, and nobody gets the card: remember where it lies."),
    "in vain": N_("Under that card lies a worm: nothing is won."),
    "pushed": N_("A scared sheep may run onto another one, which then has to make way."),
    "round the edge": N_("A scared sheep may run off the edge and comes back on the opposite side."),
    "fled": N_("No sheep stays beside the dog: those that stand there run away at once."),
    "took": N_("Grass lets a sheep eat the card it stands on: juicy grass is two cards, other grass one."),
    "lapsed": N_("A symbol that cannot be used is lost."),
    "sun": N_("The sun goes one place on. When it is back where it began, the game is over."),
}


def can_do(observation: Any, seat: int) -> str:
    """What there is to do now and what it is good for."""
    if observation.phase == FLEEING and observation.tactical:
        return _("You move all scared sheep: yours to grass, those of the others away from it.")
    if observation.phase == FLEEING:
        return _("No sheep stays beside the dog. Run where there is grass to eat.")
    if observation.phase != USING:
        return ""
    each = (
        (SHEEP, rules.can_move, _to_walk(observation)),
        (GRASS, rules.can_graze, _to_graze(observation, seat)),
        (DOG, dog.can_use_dog, _("Dog: beside the sheep of others it makes them run from their grass.")),
    )
    return " ".join(words for symbol, can, words in each if rules.is_unused(observation, symbol) and can(observation))


def _to_walk(observation: Any) -> str:
    """What a step can lead to, the best of it."""
    sheep = [rules.own_sheep(observation, i) for i in range(SHEEP_EACH)]
    fields = [here + way for here in sheep for way in DIRECTIONS if rules.may_move(observation, here, here + way)]
    cards = {int(observation.cards[field]) for field in fields}
    if DARK in cards:
        return _("Sheep: juicy grass is one step away.")
    return _("Sheep: a step leads to grass.") if LIGHT in cards else _("Sheep: one of yours goes one field.")


def _to_graze(observation: Any, seat: int) -> str:
    """What there is to eat, the best of it."""
    if DARK_PAIR in [_worth(observation, field) for field in _own_fields(observation, seat)]:
        return _("Grass: there is juicy grass under one of yours, two cards.")
    return _("Grass: one of yours eats the card under it.")


def warn(observation: Any, seat: int, actions: Iterable[int]) -> list[Said | None]:
    """What would be regretted about each of these choices."""
    return [_warning(observation, seat, action) for action in actions]


def _warning(observation: Any, seat: int, action: int) -> Said | None:
    if MOVE <= action < FLEE and observation.phase == USING:
        here, there = int(WAY_FROM[action - MOVE]), int(WAY_TO[action - MOVE])
        if _leaves_its_grass(observation, seat, here, there):
            return Said(_("Then your sheep leaves its grass, and there is none to eat for it: eat first."), "SHE-9")
    if PUT_DOG <= action < MOVE and observation.phase == USING:
        field = meadow.field_of(action - PUT_DOG)
        own, others = _beside(observation, seat, field)
        if not others and any(_loses_grass(observation, here, field) for here in own):
            return Said(_("There the dog would only drive your own sheep off its grass."), "SHE-14")
    return None


def _leaves_its_grass(observation: Any, seat: int, here: int, there: int) -> bool:
    """Whether a step takes away what could still be eaten in this turn, with nothing to eat elsewhere."""
    if not rules.is_unused(observation, GRASS) or not rules.may_graze(observation, here):
        return False
    fields = [there if field == here else field for field in _own_fields(observation, seat)]
    return not any(rules.may_graze(observation, field) for field in fields)


def _own_fields(observation: Any, seat: int) -> list[int]:
    return [observation.sheep[SHEEP_EACH * seat + k] for k in range(SHEEP_EACH)]


def _beside(observation: Any, seat: int, field: int) -> tuple[list[int], list[int]]:
    """Where sheep stand beside a field: one's own, and those of others."""
    fields = [field + direction for direction in DIRECTIONS if observation.standing[field + direction]]
    own = [here for here in fields if _owner(observation, here) == seat]
    return own, [here for here in fields if here not in own]


def _owner(observation: Any, field: int) -> int:
    return (observation.standing[field] - 1) // SHEEP_EACH


def _loses_grass(observation: Any, here: int, dog_field: int) -> bool:
    """Whether a sheep that the dog scares finds less grass than it stands on; else it may be scared on purpose."""
    ways = [_beyond(observation, here, direction) for direction in DIRECTIONS]
    free = [to for to in ways if meadow.is_free(observation, to) and running.is_out_of_reach(dog_field, to)]
    return _worth(observation, here) > max((_worth(observation, to) for to in free), default=0)


def _beyond(observation: Any, here: int, direction: int) -> int:
    """Where a scared sheep gets to: in the tactical game round the edge, too."""
    return running.field_beyond(observation, here, direction) if observation.tactical else here + direction


def _worth(observation: Any, field: int) -> int:
    """How many cards of grass lie there to be eaten."""
    return {LIGHT: 1, DARK: DARK_PAIR}.get(int(observation.cards[field]), 0)


def speaks_for(observation: Any, seat: int, action: int) -> str:
    """What speaks for an action, as it goes on after "because"."""
    if FLEE <= action < DOG_STAY:
        return _for_running(observation, seat, int(WAY_FROM[action - FLEE]), int(WAY_TO[action - FLEE]))
    if MOVE <= action < FLEE:
        return _for_grass(observation, seat, int(WAY_TO[action - MOVE]))
    if GRAZE <= action < PUT_DOG:
        return _for_grazing(observation, seat, meadow.field_of(action - GRAZE))
    if PUT_DOG <= action < MOVE:
        return _for_the_dog(observation, seat, meadow.field_of(action - PUT_DOG))
    return ""


def _for_grazing(observation: Any, seat: int, field: int) -> str:
    """Nothing where there is nothing else to do."""
    others = [other for other in _own_fields(observation, seat) if other != field]
    can_wait = rules.is_unused(observation, SHEEP) or rules.is_unused(observation, DOG)
    if not can_wait and not any(rules.may_graze(observation, other) for other in others):
        return ""
    is_dark = observation.cards[field] == DARK
    return _("no other field brings more") if is_dark else _("grass in the pile is what counts at the end")


def _for_running(observation: Any, seat: int, here: int, there: int) -> str:
    """One's own sheep run to grass; those of others, in the tactical game, to where there is none."""
    sheep = observation.pushed - 1 if observation.pushed else observation.standing[here] - 1
    if sheep // SHEEP_EACH == seat:
        return _for_grass(observation, seat, there)
    return "" if _worth(observation, there) else _("there it finds no grass")


def _for_grass(observation: Any, seat: int, there: int) -> str:
    """What one's own sheep finds on a field, and whether it can eat in this very turn."""
    eats = seat == observation.turn and rules.is_unused(observation, GRASS)
    if _worth(observation, there) == DARK_PAIR:
        return _("it can eat two cards there at once") if eats else _("that is two cards for a later turn")
    if _worth(observation, there):
        return _("it can eat there at once") if eats else _("that is grass for a later turn")
    return ""


def _for_the_dog(observation: Any, seat: int, field: int) -> str:
    """Whom it scares is said with the choice itself: the reason is what they lose by it."""
    _own, others = _beside(observation, seat, field)
    driven = sum(1 for here in others if _worth(observation, here))
    words = ngettext(
        "it drives {n} sheep of the others off its grass",
        "it drives {n} sheep of the others off their grass",
        driven,
    )
    return words.format(n=driven) if driven else ""

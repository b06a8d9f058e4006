# pyright: basic
"""Why something cannot be done in The Shepherd, in a short sentence and by rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sheepfold.core.refusals import WhyNot
from sheepfold.core.words import gettext as _
from sheepfold.games.shepherd import dog, meadow, rules, running
from sheepfold.games.shepherd.reader import field_named
from sheepfold.games.shepherd.state import (
    DIRECTIONS,
    DOG,
    DOG_STAY,
    FLEE,
    FLEEING,
    GRASS,
    GRAZE,
    IS_WORM,
    MOVE,
    PUT_DOG,
    SHEEP,
    SHEEP_EACH,
    STARTER,
    THROW,
    WAY_FROM,
    WAY_TO,
    WORM,
)

FARTHEST = 3
"""How many fields the dog walks at most (SHE-18)."""


def why_not(observation: Any, seat: int, action: int) -> WhyNot | None:
    """What speaks against an action of somebody who is to act."""
    if action < GRAZE:
        return _left_to_chance(action)
    flees = FLEE <= action < DOG_STAY
    if observation.phase == FLEEING:
        if not flees:
            return WhyNot(_("First the scared sheep have to run."), "SHE-14", is_far=True)
        here, there = int(WAY_FROM[action - FLEE]), int(WAY_TO[action - FLEE])
        return (_no_run if observation.tactical else _no_flight)(observation, here, there)
    if flees:
        return WhyNot(_("No sheep is beside the dog: none has to run."), "SHE-14", is_far=True)
    if action == DOG_STAY:
        return _no_symbol(observation, DOG) or _no_staying(observation)
    if action >= MOVE:
        here, there = int(WAY_FROM[action - MOVE]), int(WAY_TO[action - MOVE])
        return _not_own(observation, seat, here) or _no_symbol(observation, SHEEP) or _no_step(observation, there)
    if action >= PUT_DOG:
        return _no_symbol(observation, DOG) or _no_dog(observation, meadow.field_of(action - PUT_DOG))
    field = meadow.field_of(action - GRAZE)
    return _not_own(observation, seat, field) or _no_symbol(observation, GRASS) or _no_grazing(observation, field)


def _left_to_chance(action: int) -> WhyNot:
    rule = "SHE-16" if action >= IS_WORM else "SHE-7" if action >= THROW else "SHE-6"
    assert action >= STARTER
    return WhyNot(_("That is left to chance."), rule, is_far=True)


def _no_symbol(observation: Any, symbol: int) -> WhyNot | None:
    """Whether the dice show what an action needs, and it is not used up."""
    if rules.is_unused(observation, symbol):
        return None
    if symbol in list(observation.thrown):
        used = {
            SHEEP: _("You have used your sheep symbol."),
            GRASS: _("You have used your grass symbol."),
            DOG: _("You have used your dog symbol."),
        }
        return WhyNot(used[symbol], "SHE-7")
    lacking = {
        SHEEP: _("The dice show no sheep: nobody may walk."),
        GRASS: _("The dice show no grass: nobody may graze."),
        DOG: _("The dice show no dog."),
    }
    return WhyNot(lacking[symbol], "SHE-7", is_far=symbol == DOG)  # whoever taps a field may mean something else


def _not_own(observation: Any, seat: int, field: int) -> WhyNot | None:
    sheep = observation.standing[field] - 1
    if sheep < 0:
        return WhyNot(_("No sheep of yours stands there."), "SHE-8", is_far=True)
    return None if sheep // SHEEP_EACH == seat else WhyNot(_("That sheep is not yours."), "SHE-8")


def _no_step(observation: Any, there: int) -> WhyNot | None:
    if not meadow.is_field(observation, there):
        return WhyNot(_("Sheep do not leave the meadow."), "SHE-8")
    if observation.standing[there]:
        return WhyNot(_("Another sheep stands there."), "SHE-8")
    return _too_near(observation, there, "SHE-8")


def _too_near(observation: Any, there: int, rule: str) -> WhyNot | None:
    if observation.dog == there:
        return WhyNot(_("The dog is there."), rule)
    if meadow.is_beside_dog(observation, there):
        return WhyNot(_("That sheep would stand beside the dog."), "SHE-13")
    return None


def _no_grazing(observation: Any, field: int) -> WhyNot | None:
    if rules.may_graze(observation, field):
        return None
    if observation.cards[field] == WORM:
        return WhyNot(_("There is a worm under that sheep: it cannot be eaten."), "SHE-16")
    return WhyNot(_("That sheep stands on bare ground: there is no grass."), "SHE-9")


# ---------------------------------------------------------------------------------------------- the dog


def _no_staying(observation: Any) -> WhyNot | None:
    if dog.may_stay(observation):
        return None
    if not observation.tactical:
        return WhyNot(_("The dog must be put on another field."), "SHE-12")
    if not observation.dog:
        return WhyNot(_("The dog is not on the meadow yet: put it there."), "SHE-18")
    return WhyNot(_("By these rules the dog has to walk."), "SHE-18")


def _no_dog(observation: Any, field: int) -> WhyNot | None:
    walks = dog.walks(observation)
    rule = "SHE-18" if walks else "SHE-12"
    if not meadow.is_field(observation, field):
        return WhyNot(_("That is not on the meadow."), rule)
    if observation.dog == field:
        return WhyNot(_("The dog is there already."), rule)
    if observation.standing[field]:
        return WhyNot(_("A sheep stands there."), rule)
    if walks and field not in _within_reach(observation):
        return WhyNot(_("The dog walks three fields at most, and only over free ones."), "SHE-18")
    if walks:
        possible = dog.may_stop(observation, field)
    else:
        possible = dog.may_put_dog(observation, field)
    return None if possible else WhyNot(_("A sheep beside it could not get away."), "SHE-15")


def _within_reach(observation: Any) -> set[int]:
    """The free fields that the dog can walk to."""
    reached, edge = set[int](), {int(observation.dog)}
    for _step in range(FARTHEST):
        beside = {field + direction for field in edge for direction in DIRECTIONS}
        edge = {field for field in beside if meadow.is_free(observation, field)}
        reached |= edge
    return reached


# ---------------------------------------------------------------------------------------------- fleeing


def _no_flight(observation: Any, here: int, there: int) -> WhyNot | None:
    """In the basic game: one sheep after another, one field, and nobody may be left without a way."""
    sheep = dog.next_scared(observation)
    if observation.sheep[sheep] != here:
        if not observation.standing[here]:
            return WhyNot(_("Another scared sheep has to run first."), "SHE-14", is_far=True)
        if not meadow.is_beside_dog(observation, here):
            return WhyNot(_("Only sheep beside the dog have to run."), "SHE-14")
        return WhyNot(_("Another scared sheep has to run first."), "SHE-14")
    if not meadow.are_beside(here, there):
        return WhyNot(_("A scared sheep runs one field."), "SHE-14")
    if not meadow.is_field(observation, there):
        return WhyNot(_("Sheep do not leave the meadow."), "SHE-14")
    if observation.standing[there]:
        return WhyNot(_("Another sheep stands there."), "SHE-14")
    if (near := _too_near(observation, there, "SHE-14")) is not None:
        return near
    return None if dog.may_flee_to(observation, sheep, there) else _no_way_for_others()


def _no_way_for_others() -> WhyNot:
    return WhyNot(_("Then another scared sheep could not get away."), "SHE-15")


def _no_run(observation: Any, here: int, there: int) -> WhyNot | None:
    """In the tactical game: in any order, round the edge too, and onto others who then make way."""
    pushed = observation.pushed - 1
    if pushed >= 0 and observation.sheep[pushed] != here:
        return WhyNot(_("First the sheep that was pushed has to make way."), "SHE-21", is_far=True)
    sheep = pushed if pushed >= 0 else observation.standing[here] - 1
    if sheep < 0 or (pushed < 0 and not meadow.is_beside_dog(observation, here)):
        return WhyNot(_("Only sheep beside the dog have to run."), "SHE-19", is_far=sheep < 0)
    ways = [running.field_beyond(observation, here, direction) for direction in DIRECTIONS]
    if there not in ways or there == here:
        return WhyNot(_("A scared sheep runs one field, or off the edge and comes back opposite."), "SHE-20")
    if (near := _too_near(observation, there, "SHE-21")) is not None:
        return near
    if not running.may_run_to(observation, sheep, there):
        if not observation.chains_free and running.has_free_way(observation, int(observation.dog), here):
            return WhyNot(_("It has a free field, so it may not push another sheep."), "SHE-21")
        return WhyNot(_("The sheep there could not make way."), "SHE-21")
    crowded = observation.rules_version > 1 and pushed < 0
    return _no_way_for_others() if crowded and not running.leaves_a_way(observation, sheep, there) else None


# ---------------------------------------------------------------------------------------------- things of the picture


def why_nothing(observation: Any, seat: int, tapped: Sequence[str]) -> WhyNot | None:
    """Why a thing of the picture cannot be tapped, where no action stands for it."""
    thing, _dash, rest = tapped[-1].partition("-")
    flees = observation.phase == FLEEING
    if thing == "pile":
        return WhyNot(_("Grass in the pile is yours, and counts at the end."), "SHE-24")
    if thing == "sun" or (thing == "die" and rest == "sun"):
        return WhyNot(_("The sun goes on by itself, after the other symbol."), "SHE-10")
    if thing == "die":
        return _die(observation, rest)
    if thing == "sheep" and rest.partition("-")[0] != str(seat) and not flees:
        return WhyNot(_("That sheep is not yours."), "SHE-8")
    if thing == "sheep" and flees:
        return WhyNot(_("Only sheep beside the dog have to run."), "SHE-14")
    if thing == "field" and flees:
        return WhyNot(_("A scared sheep runs one field."), "SHE-14")
    if thing == "field" and tapped[0].startswith("sheep"):
        return _no_symbol(observation, SHEEP) or WhyNot(_("A sheep goes one field up, down, left or right."), "SHE-8")
    if thing == "field" and not rules.is_unused(observation, DOG):
        return _no_way_there(observation, seat, rest)
    if thing == "dog" and flees:
        return WhyNot(_("First the scared sheep have to run."), "SHE-14")
    if thing == "dog":
        return _no_symbol(observation, DOG)
    return None


def _die(observation: Any, symbol: str) -> WhyNot | None:
    """Of a die that is tapped before what it is for."""
    if observation.phase == FLEEING:
        return WhyNot(_("First the scared sheep have to run."), "SHE-14")
    if symbol == "grass":
        return _no_symbol(observation, GRASS) or WhyNot(_("No sheep of yours stands on grass."), "SHE-9")
    if symbol == "sheep":
        words = _("The die shows what you may do: tap a sheep of yours, then a field.")
        return _no_symbol(observation, SHEEP) or WhyNot(words, "SHE-8")
    if symbol == "dog":
        words = _("The die shows what you may do: tap the dog, then a field.")
        return _no_symbol(observation, DOG) or WhyNot(words, "SHE-12")
    return None


PLACE = re.compile(r"[a-j][0-9]")


def _no_way_there(observation: Any, seat: int, name: str) -> WhyNot | None:
    """Of a field that is beside none of one's sheep; beside one there is a reason why it cannot go there."""
    own = [int(observation.sheep[SHEEP_EACH * seat + k]) for k in range(SHEEP_EACH)]
    if not PLACE.fullmatch(name) or any(meadow.are_beside(field_named(name), field) for field in own):
        return None
    if rules.is_unused(observation, SHEEP):
        return WhyNot(_("No sheep of yours is beside that field, and each goes one field."), "SHE-8")
    if rules.is_unused(observation, GRASS):
        return WhyNot(_("Grass is eaten where a sheep stands: tap the sheep."), "SHE-9")
    return None


# ---------------------------------------------------------------------------------------------- things typed

WALKED = re.compile(r"(?:move |flee )?[a-z][0-9] [a-z][0-9]")
CALLED = re.compile(r"(graze|dog) [a-z][0-9]")


def why_no_action(observation: Any, _seat: int, typed: str) -> WhyNot | None:
    """Why what was typed can never be done: no such way, no such field."""
    called = CALLED.fullmatch(typed)
    if called:
        return WhyNot(_("That is not on the meadow."), "SHE-12" if called[1] == "dog" else "SHE-9")
    if not WALKED.fullmatch(typed):
        return None
    if observation.phase == FLEEING and observation.tactical:
        return WhyNot(_("A scared sheep runs one field, or off the edge and comes back opposite."), "SHE-20")
    if observation.phase == FLEEING:
        return WhyNot(_("A scared sheep runs one field."), "SHE-14")
    return _no_symbol(observation, SHEEP) or WhyNot(_("A sheep goes one field up, down, left or right."), "SHE-8")

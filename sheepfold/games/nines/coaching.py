# pyright: basic
"""What a coach says in All Nines: what can be done, what would be regretted, what speaks for a choice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sheepfold.core.coaching import Said
from sheepfold.core.text import listed
from sheepfold.core.words import gettext as _
from sheepfold.core.words import mark as N_
from sheepfold.games.nines import rules
from sheepfold.games.nines.state import (
    ANIMAL,
    ASIDE,
    FRONT,
    JUMP,
    KEEP,
    MOVE,
    MOVING,
    NINE,
    NINING,
    SEGMENT_TILES,
    SETTING_ASIDE,
    TAKE,
    TAKING,
)

POINTS = 5
"""What each tile of a nine is worth, and each animal (NIN-22)."""

EXPLAINED = {
    "ended": N_("When every pawn is home, points are counted: 5 for each tile of a nine and each animal."),
    "cleared": N_("Once all one's pawns are home, numbers that make no nine count minus."),
    "cleared nine": N_("Once all one's pawns are home, a last nine is laid down by itself."),
    "collected": N_("The last of all pawns that goes past a cactus takes it along: it is a number like others."),
    "aside": N_("Three numbers that make no nine: one of them has to go aside and counts minus."),
    "nine": N_("Numbers that add up to nine are laid down: 5 points for each tile."),
    "took": N_("Whoever goes past a cactus takes a tile of the segment left behind."),
    "jumped": N_("On a 1 a pawn may jump to the next pawn in front, however far that is."),
    "kept": N_("A nine of two may be kept, in the hope of more."),
}


def can_do(observation: Any, seat: int) -> str:
    """What there is to do now and what it is good for."""
    if observation.phase == TAKING:
        return _to_take(observation, seat)
    if observation.phase == MOVING:
        return _to_move(observation, seat)
    return {
        NINING: _("Laid down, each tile of the nine is 5 points for good."),
        SETTING_ASIDE: _("What goes aside counts minus. Keep what another tile can still make nine."),
    }.get(observation.phase, "")


def _to_move(observation: Any, seat: int) -> str:
    """Whether a pawn can earn a tile now: one that leaves its segment by the roll or by a jump."""
    pawns = {int(observation.pawn[seat, i]) for i in range(rules.pawns(observation))} - {rules.home(observation)}
    ways = [(here, rules.space_after(observation, here, observation.roll)) for here in pawns]
    ways += [(here, rules.next_pawn_ahead(observation, here)) for here in pawns if rules.can_jump(observation, here)]
    if any(_earns(observation, here, there) for here, there in ways):
        return _("A pawn can leave its segment now: that earns you one of its tiles.")
    return _("No pawn earns a tile now: bring one close to the next cactus.")


def _earns(observation: Any, here: int, there: int) -> bool:
    """Whether a pawn that goes there leaves a segment that still has a tile for it."""
    left = rules.area_of(here)
    if not 0 < left < rules.area_of(there):
        return False
    standing = [int(space) for seat in range(observation.players) for space in observation.pawn[seat]]
    standing.remove(here)
    spaces = [rules.tile_space(left, place) for place in range(SEGMENT_TILES)]
    return any(observation.track[space] and space not in standing for space in spaces)


def _to_take(observation: Any, seat: int) -> str:
    front = _front(observation, seat)
    making = sorted({value for value in _on_offer(observation) if value != ANIMAL and _nine_with(front, value)})
    if making:
        return _("Look for a nine: there is a tile that makes one with what lies in front of you.")
    if ANIMAL in _on_offer(observation):
        return _("No tile here makes nine; an animal is 5 points for sure.")
    return _("No tile here makes nine with what you have: take one that another tile can complete.")


def warn(observation: Any, seat: int, actions: Iterable[int]) -> list[Said | None]:
    """What would be regretted about each of these choices."""
    return [_warning(observation, seat, action) for action in actions]


def _warning(observation: Any, seat: int, action: int) -> Said | None:
    if action == KEEP and observation.phase == NINING:
        points = POINTS * len(_lying_nine(observation, seat))
        return Said(
            _("Kept, the nine is worth nothing yet; laid down it is {n} points now.").format(n=points), "NIN-17"
        )
    if not TAKE <= action < NINE or observation.phase != TAKING:
        return None
    value, front = _tile(observation, action), _front(observation, seat)
    if value == ANIMAL or len(front) < FRONT - 1 or _nine_with(front, value):
        return None
    if all(other != ANIMAL and not _nine_with(front, other) for other in _on_offer(observation)):
        return None  # nothing here is better
    numbers = listed([str(each) for each in (*front, value)])
    words = _("{numbers} make no nine: one of them would go aside and count minus.")
    return Said(words.format(numbers=numbers), "NIN-18")


def speaks_for(observation: Any, seat: int, action: int) -> str:
    """What speaks for an action, as it goes on after "because"."""
    if MOVE <= action < TAKE:
        return _for_moving(observation, seat, action)
    if TAKE <= action < NINE:
        return _for_taking(observation, seat, _tile(observation, action))
    if action == NINE:
        return _("it is {n} points").format(n=POINTS * len(_lying_nine(observation, seat)))
    if action >= ASIDE:
        return _for_setting_aside(_front(observation, seat), action - ASIDE + 1)
    return ""


def _for_setting_aside(front: list[int], value: int) -> str:
    least = min(front)
    if value == least:
        return _("it costs least")
    if _ways_to_nine(front, without=value) > _ways_to_nine(front, without=least):
        return _("the others are more likely to make a nine")
    return ""


def _ways_to_nine(front: list[int], *, without: int) -> int:
    """How many different tiles would make a nine with what is left."""
    left = list(front)
    left.remove(without)
    return sum(1 for value in range(1, ANIMAL) if _nine_with(left, value))


def _for_moving(observation: Any, seat: int, action: int) -> str:
    here = observation.pawn[seat, action - (JUMP if action >= JUMP else MOVE)]
    if action >= JUMP:
        there = rules.next_pawn_ahead(observation, here)
    else:
        there = rules.space_after(observation, here, observation.roll)
    if there == rules.home(observation):
        return _("that pawn comes home")
    if here == 0:
        return _("it comes onto the track")
    return _("it earns a tile of the segment it leaves") if _earns(observation, here, there) else ""


def _for_taking(observation: Any, seat: int, value: int) -> str:
    if value == ANIMAL:
        return _("an animal is 5 points for sure")
    front = _front(observation, seat)
    used = _nine_with(front, value)
    if used:
        return _("it makes nine with {numbers}").format(numbers=listed([str(each) for each in used]))
    goes_on = len(front) < FRONT - 1  # else one of them goes aside
    return _("then only a {n} is missing for a nine").format(n=9 - value) if goes_on and 9 - value < ANIMAL else ""


# ---------------------------------------------------------------------------------------------- what lies where


def _front(observation: Any, seat: int) -> list[int]:
    return [value for value in observation.front[seat] if value]


def _tile(observation: Any, action: int) -> int:
    segment, place = divmod(action - TAKE, SEGMENT_TILES)
    return observation.track[rules.tile_space(segment + 1, place)]


def _on_offer(observation: Any) -> list[int]:
    """The tiles that may be taken now."""
    free = rules.free_tiles(observation, observation.crossed)
    places = [place for place in range(SEGMENT_TILES) if free >> place & 1]
    return [observation.track[rules.tile_space(observation.crossed, place)] for place in places]


def _nine_with(front: list[int], value: int) -> list[int]:
    """The numbers in front that make nine with another one; none if they do not."""
    for used in ([each] for each in front):
        if sum(used) + value == 9:
            return used
    return front if len(front) == FRONT - 1 and sum(front) + value == 9 else []


def _lying_nine(observation: Any, seat: int) -> list[int]:
    nine = rules.nine_in_front(observation, seat)
    return [k for k in range(FRONT) if nine >> k & 1]

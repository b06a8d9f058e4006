# pyright: basic
"""Where cards or pads would lead a sheep if it ran now: its way, whom it would shove, and what that would cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sheepfold.core.ahead import Ahead
from sheepfold.core.words import gettext as _
from sheepfold.core.words import ngettext
from sheepfold.games.dyke import ground
from sheepfold.games.dyke.state import (
    AMOUNTS,
    COLUMN,
    DONE,
    NOBODY,
    PLAY,
    PLAY_SCOPE,
    SQUARES,
    USE_BACK,
    USE_CHANGE,
)

END = 2 * SQUARES
LOSS, LIFESAVER, DANGER, OUT = "−1", "lifesaver", "danger", "out"


def foretell(observation: Any, seat: int, actions: Iterable[int]) -> list[Ahead | None]:
    """What would come of each of these actions; None for one that moves no sheep."""
    known: dict[tuple[int, int], Ahead] = {}
    told: list[Ahead | None] = []
    for action in actions:
        run = _run(observation, seat, action)
        if run is not None and run not in known:
            known[run] = _ahead(observation, seat, *run)
        told.append(known[run] if run is not None else None)
    return told


def _run(observation: Any, seat: int, action: int) -> tuple[int, int] | None:
    """How far forward and then back a sheep would run."""
    if PLAY <= action < USE_BACK:
        return int(PLAY_SCOPE[action - PLAY]), 0
    if not USE_BACK <= action <= DONE:
        return None
    scope, back = observation.scope[seat], observation.back
    if action < USE_CHANGE:
        back += 10 * (action - USE_BACK + 1)
    elif action < DONE:
        scope += AMOUNTS[action - USE_CHANGE][1]
    return scope, back


def _ahead(observation: Any, seat: int, scope: int, back: int) -> Ahead:
    start = observation.square[seat]
    target, cost = start + scope, 0
    way, shoves = _steps(start, scope), []
    if scope:
        shoves, cost = _rest(observation, seat, target)
    is_out = target >= END or cost > observation.lifesavers[seat]
    if back and not is_out:  # pads count in tens, so nobody shoved before stands there
        way += [target - COLUMN * k for k in range(1, back // COLUMN + 1)]
        target -= back
        also_shoved, more = _rest(observation, seat, target)
        shoves, cost = shoves + also_shoved, cost + more
        is_out = cost > observation.lifesavers[seat]
    signs = (DANGER, OUT) if is_out else (DANGER, *(LOSS, LIFESAVER) * cost) if cost else ()
    return Ahead(
        words=_words(target, cost, len(shoves), is_out=is_out),
        reads=str(scope),
        piece=f"sheep-{seat}",
        way=tuple(_id(square) for square in way),
        lands="" if target >= END else str(target),
        shoves=tuple((f"sheep-{other}", _id(square)) for other, square in shoves),
        signs=signs,
    )


def _steps(start: int, scope: int) -> list[int]:
    """Square by square as one counts: the tens along the dyke, then the ones up; beyond the last one, the sea."""
    tens, ones = divmod(scope, COLUMN)
    squares = [start + COLUMN * k for k in range(1, tens + 1)]
    squares += [start + COLUMN * tens + k for k in range(1, ones + 1)]
    inside = [square for square in squares if square < END]
    return inside if len(inside) == len(squares) else [*inside, END]


def _rest(observation: Any, seat: int, square: int) -> tuple[list[tuple[int, int]], int]:
    """Who would be shoved where if this sheep came to rest on a square (DYK-13, DYK-14), and its own lifesavers."""
    if square >= END:
        return [], 0
    shoved: list[tuple[int, int]] = []
    if square or not observation.start_lies:
        here = square
        while here < END and (other := ground.sheep_on(observation, here, seat)) != NOBODY:
            here += 1
            shoved.append((other, here))
    return shoved, int(ground.is_water(observation, square))


def _id(square: int) -> str:
    return "sea-0" if square >= END else f"square-{square}"


def _words(target: int, cost: int, shoved: int, *, is_out: bool) -> str:
    if target >= END:
        return _("off the dyke!")
    words = _("to {square}").format(square=target)
    if is_out:
        words = _("to {square}: water and no lifesaver left!").format(square=target)
    elif cost:
        words = ngettext("to {square}: water, {n} lifesaver", "to {square}: water, {n} lifesavers", cost).format(
            square=target, n=cost
        )
    if shoved:
        words += ", " + ngettext("shoves {n} sheep", "shoves {n} sheep in a row", shoved).format(n=shoved)
    return words

"""Looking back at games that were played: their records, any moment of them, and the points in their course.

What was secret while a game ran may be seen when it is over, and not before.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Annotated

from litestar import MediaType, Response, get, post
from litestar.params import JSONBody, Parameter

from sheepfold.core import record
from sheepfold.core.errors import BadRecord
from sheepfold.core.match import Match
from sheepfold.core.words import gettext as _
from sheepfold.core.words import speaking
from sheepfold.drawing.staging import told_of
from sheepfold.server.fairness import budget
from sheepfold.server.http.callers import caller_of, language_of
from sheepfold.server.http.links import Signer
from sheepfold.server.http.requests import TROUBLES, AnyRequest, TableName, TheHouse, TheLinks, WhoseEyes, origin_of
from sheepfold.server.table import showing
from sheepfold.server.table.foreseeing import chances_shown, course_of_chances
from sheepfold.server.table.house import House
from sheepfold.server.table.moment import running
from sheepfold.server.wire.forms import CourseShown, Replayed, ReplayWish, TurningPoint
from sheepfold.server.wire.messages import StateShown, StepShown
from sheepfold.server.wire.refusal import Refusal

At = Annotated[int | None, Parameter(ge=0, required=False, description="After so many actions; none: at the end.")]
Upright = Annotated[bool, Parameter(required=False, description="The picture for a phone held upright.")]


async def _finished(request: AnyRequest, table: str, house: House, links: Signer) -> Match:
    """The game of a table where it is over: only then everything may be seen."""
    live, _hands, _rights = await caller_of(request).at(house, links, table)
    async with live.lock:  # what is being written just now is not over yet
        if live.table.match is None or not live.table.match.is_over:
            raise Refusal("not now", _("The whole game can be seen when it is over."))
        return live.table.match


@get(
    "/tables/{table:str}/record", summary="The record of a finished game", media_type=MediaType.TEXT, responses=TROUBLES
)
async def read_record(request: AnyRequest, table: TableName, house: TheHouse, links: TheLinks) -> Response[str]:
    with speaking(language_of(request)):
        match = await _finished(request, table, house, links)
        text = await house.clerk.ask(origin_of(request, links), match.record)
        disposition = f'attachment; filename="{match.game.key}-{table}.txt"'
        return Response(text, headers={"content-disposition": disposition})


@get("/tables/{table:str}/replay", summary="A moment of a finished game", responses=TROUBLES)
async def replay_table(
    request: AnyRequest, table: TableName, house: TheHouse, links: TheLinks,
    at: At = None, eyes: WhoseEyes = None, upright: Upright = False,
) -> Replayed:  # fmt: skip
    with speaking(language_of(request)):
        match = await _finished(request, table, house, links)
        return await house.clerk.ask(origin_of(request, links), lambda: moment(match, at, eyes, upright=upright))


@get("/tables/{table:str}/course", summary="Everybody's points in the course of a finished game", responses=TROUBLES)
async def follow_course(request: AnyRequest, table: TableName, house: TheHouse, links: TheLinks) -> CourseShown:
    with speaking(language_of(request)):
        match = await _finished(request, table, house, links)
        return await house.clerk.ask(origin_of(request, links), partial(course_of, match))


def course_of(match: Match) -> CourseShown:
    points, chances = match.course(), course_of_chances(match)
    course = points if match.game.has_points else chances or points
    return CourseShown(points=points, chances=chances, turning_points=turning_points(match, course))


MOST_TURNING_POINTS = 3


def turning_points(match: Match, points: list[list[int]]) -> list[TurningPoint]:
    """The moments that changed most, in the order in which they came."""
    swings: list[tuple[int, int, list[int]]] = []
    for at, (before, after) in enumerate(pairwise(points), 1):
        changes = [new - old for old, new in zip(before, after, strict=True)]
        swings.append((sum(map(abs, changes)), at, changes))
    largest = sorted((swing for swing in swings if swing[0]), reverse=True)[:MOST_TURNING_POINTS]
    found: list[TurningPoint] = []
    for _swing, at, changes in sorted(largest, key=lambda swing: swing[1]):
        seat = max(range(match.players), key=lambda who: abs(changes[who]))
        found.append(TurningPoint(at=at, seat=seat, change=changes[seat], story=told_of(match.copy(at), seat)))
    return found


@post("/replay", summary="A moment of a game one has the record of", responses=TROUBLES, status_code=200)
async def replay_record(
    request: AnyRequest, data: JSONBody[ReplayWish], house: TheHouse, links: TheLinks
) -> Replayed:  # fmt: skip
    with speaking(language_of(request)):
        budget.RECORD.check(data.record)
        return await house.clerk.ask(origin_of(request, links), lambda: _replayed(data))


def _replayed(wish: ReplayWish) -> Replayed:
    header, _lines = record.read(wish.record)
    if header.position:  # rules trust a state, and these bytes are a stranger's
        raise BadRecord(_("A game that began at a position of one's own is shown only where it was played."))
    return moment(Match.replay(wish.record), wish.at, wish.eyes, upright=wish.upright)


@get(
    "/tables/{table:str}/picture.svg",
    summary="The position as a picture",
    media_type="image/svg+xml",
    responses=TROUBLES,
)
async def draw_table(
    request: AnyRequest, table: TableName, house: TheHouse, links: TheLinks,
    at: At = None, eyes: WhoseEyes = None, upright: Upright = False,
) -> bytes:  # fmt: skip
    with speaking(language_of(request)):
        live, hands, _rights = await caller_of(request).at(house, links, table)
        async with live.lock:
            match = running(live.table)
            if not match.is_over:
                if eyes is not None:
                    hands.need_chair(eyes)
                if at is not None:
                    raise Refusal("not now", _("The whole game can be seen when it is over."))
            if at is None:
                return live.audience.showing.drawing(match, _seat_of(match, eyes), upright=upright).encode()
        work = partial(_drawn, match, at, _seat_of(match, eyes), upright=upright)
        return await house.clerk.ask(origin_of(request, links), work)


def _drawn(match: Match, at: int, eyes: int | None, *, upright: bool) -> bytes:
    return match.copy(min(at, len(match))).svg(eyes, upright=upright).encode()


def _seat_of(match: Match, eyes: int | None) -> int | None:
    if eyes is not None and eyes >= match.players:
        sentence = _("There is no chair {chair}; there are {players}.")
        raise Refusal("bad", sentence.format(chair=eyes, players=match.players))
    return eyes


def moment(match: Match, at: int | None, eyes: int | None, *, upright: bool = False) -> Replayed:
    """How a game stood after so many actions."""
    place = len(match) if at is None else min(at, len(match))
    seat, seen = _seat_of(match, eyes), match.copy(place)
    steps: list[StepShown] = []
    if place:
        by = "chance" if seen.played(place - 1)[0].seat is None else "person"
        steps = [showing.step_of(seen, by, seat, story=True, beats=True)]
    state = StateShown(
        seq=place,
        length=place,
        eyes=seat,
        to_act=sorted(actor for actor in seen.to_act() if isinstance(actor, int)),
        sentence="",
        steps=steps,
        picture=seen.svg(seat, upright=upright, styled=False) if match.game.picture else None,
        text=seen.text(seat),
        regions=showing.regions_of(seen, seat, seen.seat_names()),
        scores=showing.points_of(seen),
        chances=chances_shown(seen),
        ending=showing.ending_of(seen),
    )
    return Replayed(game=match.game.key, names=match.seat_names(), length=len(match), at=place, state=state)

"""Looking back at games that were played: their records, any moment of them, and the points in their course.

What was secret while a game ran may be seen when it is over, and not before.
"""

from __future__ import annotations

from typing import Annotated

from litestar import MediaType, Response, get, post
from litestar.params import JSONBody, Parameter

from sheepfold.core import record
from sheepfold.core.game import games
from sheepfold.core.match import Match
from sheepfold.core.words import gettext as _
from sheepfold.core.words import speaking
from sheepfold.server import showing
from sheepfold.server.callers import caller_of, language_of
from sheepfold.server.deciding import Refusal, running
from sheepfold.server.house import House
from sheepfold.server.links import Links
from sheepfold.server.messages import Course, Replayed, ReplayWish, StateShown, Step
from sheepfold.server.requests import TROUBLES, AnyRequest, Eyes, TableName, TheHouse, TheLinks

At = Annotated[int | None, Parameter(ge=0, required=False, description="After so many actions; none: at the end.")]
Upright = Annotated[bool, Parameter(required=False, description="The picture for a phone held upright.")]


async def _finished(request: AnyRequest, table: str, house: House, links: Links) -> Match:
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
        disposition = f'attachment; filename="{match.game.key}-{table}.txt"'
        return Response(match.record(), headers={"content-disposition": disposition})


@get("/tables/{table:str}/replay", summary="A moment of a finished game", responses=TROUBLES)
async def replay_table(
    request: AnyRequest, table: TableName, house: TheHouse, links: TheLinks,
    at: At = None, eyes: Eyes = None, upright: Upright = False,
) -> Replayed:  # fmt: skip
    with speaking(language_of(request)):
        return moment(await _finished(request, table, house, links), at, eyes, upright=upright)


@get("/tables/{table:str}/course", summary="Everybody's points in the course of a finished game", responses=TROUBLES)
async def follow_course(request: AnyRequest, table: TableName, house: TheHouse, links: TheLinks) -> Course:
    with speaking(language_of(request)):
        return Course(points=(await _finished(request, table, house, links)).course())


@post("/replay", summary="A moment of a game one has the record of", responses=TROUBLES, status_code=200)
async def replay_record(request: AnyRequest, data: JSONBody[ReplayWish], house: TheHouse) -> Replayed:
    with speaking(language_of(request)):
        header, _entries = record.read(data.record)
        game = header.game
        if game in games() and not house.kitchen.is_playable(game):
            raise Refusal("busy", _("The game is being prepared on this computer; try again in a moment."))
        return moment(Match.replay(data.record), data.at, data.eyes, upright=data.upright)


@get(
    "/tables/{table:str}/picture.svg",
    summary="The position as a picture",
    media_type="image/svg+xml",
    responses=TROUBLES,
)
async def draw_table(
    request: AnyRequest, table: TableName, house: TheHouse, links: TheLinks,
    at: At = None, eyes: Eyes = None, upright: Upright = False,
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
            seen = match if at is None else match.copy(min(at, len(match)))
            return seen.svg(_seat_of(match, eyes), upright=upright).encode()


def _seat_of(match: Match, eyes: int | None) -> int | None:
    if eyes is not None and eyes >= match.players:
        sentence = _("There is no chair {chair}; there are {players}.")
        raise Refusal("bad", sentence.format(chair=eyes, players=match.players))
    return eyes


def moment(match: Match, at: int | None, eyes: int | None, *, upright: bool = False) -> Replayed:
    """How a game stood after so many actions."""
    place = len(match) if at is None else min(at, len(match))
    seat, seen = _seat_of(match, eyes), match.copy(place)
    steps: list[Step] = []
    if place:
        by = "chance" if seen.log(seat, since=place - 1)[0].startswith("*") else "person"
        steps = [showing.step_of(seen, by, seat, story=True)]
    state = StateShown(
        seq=place,
        length=place,
        eyes=seat,
        to_act=sorted(actor for actor in seen.to_act() if isinstance(actor, int)),
        sentence="",
        steps=steps,
        picture=seen.svg(seat, upright=upright, styled=False) if match.game.picture else None,
        text=seen.text(seat),
        scores=showing.points_of(seen),
        ending=showing.ending_of(seen),
    )
    return Replayed(game=match.game.key, names=match.seat_names(), length=len(match), at=place, state=state)

"""Advice to somebody who is to choose: a hint, and what a coach knows of what the choices are worth."""

from __future__ import annotations

from litestar import post
from litestar.params import JSONBody

from sheepfold import bots
from sheepfold.core.words import gettext as _
from sheepfold.core.words import speaking
from sheepfold.server.http.callers import caller_of, language_of
from sheepfold.server.http.requests import TROUBLES, AnyRequest, TableName, TheHouse, TheLinks, origin_of
from sheepfold.server.table.coached import is_coached
from sheepfold.server.table.moment import running
from sheepfold.server.wire.forms import CounselShown, HintShown, HintWish
from sheepfold.server.wire.refusal import Refusal


@post("/tables/{table:str}/hint", summary="What a strong bot would do", responses=TROUBLES, status_code=200)
async def give_hint(
    request: AnyRequest, table: TableName, data: JSONBody[HintWish], house: TheHouse, links: TheLinks
) -> HintShown:
    language = language_of(request)
    with speaking(language):
        live, hands, _rights = await caller_of(request).at(house, links, table)
        hands.need_chair(data.seat)
        if not live.table.made.manners.hints:
            raise Refusal("not now", _("At this table there are no hints."))
        match = running(live.table)
        if data.seat not in live.table.asked:
            raise Refusal("not now", _("There is nothing to do for you now."))
        if not bots.is_awake("search", match.game):
            raise Refusal("busy", _("Whoever gives hints here is still waking up; ask again in a moment."))
        origin = origin_of(request, links)
        return await house.thinkers.hint(match, data.seat, language, origin=origin, table=table)


@post("/tables/{table:str}/coach", summary="What one's choices are worth", responses=TROUBLES, status_code=200)
async def give_counsel(
    request: AnyRequest, table: TableName, data: JSONBody[HintWish], house: TheHouse, links: TheLinks
) -> CounselShown:
    language = language_of(request)
    with speaking(language):
        live, hands, _rights = await caller_of(request).at(house, links, table)
        hands.need_chair(data.seat)
        if not is_coached(live.table):
            raise Refusal("not now", _("At this table there is no coach."))
        match = running(live.table)
        if data.seat not in live.table.asked or not bots.is_awake("search", match.game):
            return CounselShown()  # nobody has to be told that a coach has nothing to say
        origin = origin_of(request, links)
        return await house.thinkers.counsel(match, data.seat, language, origin=origin, table=table)

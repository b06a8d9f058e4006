"""The API over HTTP. The page uses nothing else, and programs can do all that the page can."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import segno
from litestar import Response, Router, delete, get, post
from litestar.datastructures import ResponseHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, Parameter

from sheepfold import bots
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.options import Option
from sheepfold.core.words import gettext as _
from sheepfold.core.words import speaking
from sheepfold.server.addresses import is_within
from sheepfold.server.games_here import game_here, games_here
from sheepfold.server.http.advice import give_counsel, give_hint
from sheepfold.server.http.callers import Caller, caller_of, device_cookie, language_of, with_device
from sheepfold.server.http.links import Signer
from sheepfold.server.http.looking_back import draw_table, follow_course, read_record, replay_record, replay_table
from sheepfold.server.http.requests import (
    DEFAULT_WANTS,
    TROUBLES,
    AnyRequest,
    TableName,
    TheHouse,
    TheLinks,
    Want,
    WhoseEyes,
    origin_of,
    read_wants,
)
from sheepfold.server.keeping.schema import Right
from sheepfold.server.table import changing, commands, showing
from sheepfold.server.table.fold import DamagedLog, Table
from sheepfold.server.table.house import House
from sheepfold.server.table.rights import Hands, chair_right, guest_right
from sheepfold.server.wire import forms, kinds
from sheepfold.server.wire.commands import AnyCommand
from sheepfold.server.wire.forms import Enter, Entered, NewTable, Seated, Sit, TableAndState
from sheepfold.server.wire.kinds import Wire
from sheepfold.server.wire.messages import Done, Refused, WhyShown, WordsShown
from sheepfold.server.wire.refusal import Refusal

# ---------------------------------------------------------------------------------------------- what is answered


class OptionShown(Wire):
    name: str
    words: str
    values: list[kinds.OptionValue]
    default: kinds.OptionValue


class BotShown(Wire):
    name: str
    words: str


class GameShown(Wire):
    """A game that can be played here; `ready` if it can be played at once."""

    key: str
    name: str
    summary: str
    players: list[int]
    ages: int
    minutes: int
    ready: bool
    secrets: bool
    exchangeable: bool
    options: list[OptionShown]
    bots: list[BotShown]


class RulesShown(Wire):
    title: str
    markdown: str


class MyTable(Wire):
    """A table this device has to do with."""

    table: str
    game: str
    title: str
    status: str
    note: str
    names: list[str]
    chairs: list[int]
    maker: bool
    touched: float


class HealthShown(Wire, omit_defaults=True):
    """`degraded`: people can look, but something does not work; what, those who run the server are told."""

    status: Literal["ok", "degraded"]
    tables: int
    watchers: int
    preparing: dict[str, list[str]] | None = None
    """What is still to be compiled of the games: until then they are played on plain rules, and bots play simply."""
    reasons: list[str] | None = None


# ---------------------------------------------------------------------------------------------- games


@get("/games", summary="The games there are")
async def list_games(request: AnyRequest, house: TheHouse) -> list[GameShown]:
    with speaking(language_of(request)):
        return [_game_shown(key, house) for key in games_here()]


def _game_shown(key: str, house: House) -> GameShown:
    game = game_here(key)
    lent = [
        BotShown(name=name, words=_(bot.words)) for name, bot in bots.BOTS.items() if game.judgement or not bot.judges
    ]
    return GameShown(
        key=key,
        name=_(game.name),
        summary=_(game.summary),
        players=[game.players[0], game.players[-1]],
        ages=game.ages,
        minutes=game.minutes,
        ready=not house.kitchen.left(key),
        secrets=bool(game.record.secrets),
        exchangeable=game.material_module is not None,
        options=[_option_shown(option) for option in game.options.values()],
        bots=lent,
    )


def _option_shown(option: Option) -> OptionShown:
    return OptionShown(name=option.name, words=_(option.words), values=list(option.values), default=option.default)


@get("/games/{key:str}/rules", summary="The rules of a game", responses=TROUBLES)
async def read_rules(request: AnyRequest, key: FromPath[str]) -> RulesShown:
    with speaking(language_of(request)):
        game = game_here(key)
        return RulesShown(title=_(game.name), markdown=game.rules_page())


# ---------------------------------------------------------------------------------------------- tables


@post("/tables", summary="Make a table", responses=TROUBLES)
async def make_table(
    request: AnyRequest, data: JSONBody[NewTable], house: TheHouse, links: TheLinks
) -> Response[forms.Links]:
    caller = with_device(caller_of(request))
    with speaking(language_of(request)):
        table, _rights = await house.make(data, caller.key, origin_of(request, links))
    seats = [seat for seat, chair in enumerate(table.chairs) if chair.is_taken_by_people]
    return _with_cookie(request, caller, _links(links, table, Hands(frozenset(seats), is_maker=True)), 201)


def _with_cookie(request: AnyRequest, caller: Caller, content: Any, status: int = 201) -> Response[Any]:
    cookies = [device_cookie(caller.device, secure=request.url.scheme == "https")] if caller.device else []
    return Response(content, status_code=status, cookies=cookies, headers={"cache-control": "no-store"})


def _links(links: Signer, table: Table, hands: Hands) -> forms.Links:
    """What somebody may hand on: the maker everything, others their own chairs and the way to watch."""
    return forms.Links(
        table=table.id,
        maker=links.token(table.id, Right("maker")) if hands.is_maker else "",
        invite=links.token(table.id, guest_right(table)) if hands.is_maker or hands.is_guest else "",
        watch=links.token(table.id, Right("watch")),
        chairs={str(seat): links.token(table.id, chair_right(table, seat)) for seat in sorted(hands.chairs)},
    )


@get("/tables", summary="The tables this device has to do with")
async def my_tables(request: AnyRequest, house: TheHouse, links: TheLinks) -> list[MyTable]:
    caller = Caller(caller_of(request).device, ())
    found: list[MyTable] = []
    with speaking(language_of(request)):
        for name, _game, _status, touched in await house.store.tables_of(caller.key) if caller.key else []:
            shown = await _my_table(caller, house, links, name, touched)
            if shown is not None:
                found.append(shown)
    return found


async def _my_table(caller: Caller, house: House, links: Signer, name: str, touched: float) -> MyTable | None:
    """A table for the list; one that cannot be opened, or is no longer ours, is left out."""
    try:
        live, hands, _rights = await caller.glance(house, links, name)
    except SheepfoldError:
        return None
    table = live.table
    return MyTable(
        table=name,
        game=table.made.game,
        title=_(table.game.name),
        status=table.status,
        note=showing.note(table),
        names=showing.names(table),
        chairs=sorted(hands.chairs),
        maker=hands.is_maker,
        touched=touched,
    )


@post("/enter", summary="Open a link", responses=TROUBLES)
async def enter(request: AnyRequest, data: JSONBody[Enter], house: TheHouse, links: TheLinks) -> Response[Entered]:
    """From now on this device may do what the link allows."""
    with speaking(language_of(request)):
        name, right = links.read(data.token)
        caller = with_device(Caller(caller_of(request).device, ()))
        _live, hands, _rights = await Caller(None, (data.token,)).at(house, links, name)
        await house.admit(str(caller.key), name, right)
    entered = Entered(table=name, chairs=sorted(hands.chairs), maker=hands.is_maker)
    return _with_cookie(request, caller, entered)


@post("/tables/{table:str}/sit", summary="Sit down in an open chair", responses=TROUBLES)
async def sit_down(
    request: AnyRequest, table: TableName, data: JSONBody[Sit], house: TheHouse, links: TheLinks
) -> Response[Seated]:
    caller = caller_of(request)
    with speaking(language_of(request)):
        live, hands, _rights = await caller.at(house, links, table)
        right = await changing.sit(live, data, hands, caller.key)
        if caller.key:
            await live.granted(caller.key, right)
    return _with_cookie(request, caller, Seated(chair=data.chair, token=links.token(table, right)))


@post("/tables/{table:str}/do", summary="Carry out a command", responses=TROUBLES, status_code=200)
async def carry_out(
    request: AnyRequest, table: TableName, data: JSONBody[AnyCommand], house: TheHouse, links: TheLinks
) -> Response[Done | Refused | WordsShown | WhyShown]:
    with speaking(language_of(request)):
        live, hands, _rights = await caller_of(request).at(house, links, table)
        try:
            return Response(await live.to_the_end(commands.carry_out(live, data, hands)))
        except Refusal as error:
            refused = Refused(id=data.id, code=error.code, reason=str(error))
            return Response(refused, status_code=STATUS[error.code])


@get("/tables/{table:str}", summary="A table and its game as they stand", responses=TROUBLES)
async def look_at(
    request: AnyRequest,
    table: TableName,
    house: TheHouse,
    links: TheLinks,
    eyes: WhoseEyes = None,
    want: Want = DEFAULT_WANTS,
) -> TableAndState:
    with speaking(language_of(request)):
        live, hands, _rights = await caller_of(request).at(house, links, table)
        if eyes is not None:
            hands.need_chair(eyes)
        wants = read_wants(want)
        async with live.lock:
            state = live.state_shown(eyes, wants, language_of(request))
            return TableAndState(table=live.table_shown(hands), state=state)


@get("/tables/{table:str}/links", summary="The links one may hand on", responses=TROUBLES)
async def hand_on(request: AnyRequest, table: TableName, house: TheHouse, links: TheLinks) -> forms.Links:
    with speaking(language_of(request)):
        live, hands, _rights = await caller_of(request).at(house, links, table)
        return _links(links, live.table, hands)


@post("/tables/{table:str}/follow", summary="The links to the rematch", responses=TROUBLES, status_code=200)
async def follow(request: AnyRequest, table: TableName, house: TheHouse, links: TheLinks) -> forms.Links:
    """For programs: whoever shows links to chairs here gets those to the same chairs at the next table."""
    with speaking(language_of(request)):
        live, hands, _rights = await caller_of(request).at(house, links, table)
        if live.table.rematch is None:
            raise Refusal("not now", _("Nobody has asked for a rematch."))
        name = live.table.rematch
        following = (await house.open(name)).table
        # The first links there: who was sent away from the rematch does not come back by the table before it.
        return forms.Links(
            table=name,
            maker=links.token(name, Right("maker")) if hands.is_maker else "",
            invite=links.token(name, Right("guest")) if hands.is_maker or hands.is_guest else "",
            watch=links.token(name, Right("watch")),
            chairs={
                str(following.seat_of(place)): links.token(name, Right("chair", place))
                for place in sorted((seat + following.made.moved) % following.made.players for seat in hands.chairs)
            },
        )


@get(
    "/tables/{table:str}/qr.svg", summary="A link as a QR code", media_type="image/svg+xml", responses=TROUBLES,
    response_headers=[ResponseHeader(name="cache-control", value="no-store")],
)  # fmt: skip
async def qr_code(
    request: AnyRequest, table: TableName, house: TheHouse, links: TheLinks,
    which: Annotated[str, Parameter(pattern=r"^(invite|watch|chair-[0-7])$")] = "invite",
    hand: Annotated[bool, Parameter(required=False, description="For a phone that is to show a hand alone.")] = False,
) -> bytes:  # fmt: skip
    with speaking(language_of(request)):
        live, hands, _rights = await caller_of(request).at(house, links, table)
        mine = _links(links, live.table, hands)
        token = mine.chairs.get(which.removeprefix("chair-"), "") if "-" in which else getattr(mine, which)
        if not token:
            raise Refusal("not yours", _("This link is not yours to hand on."))
    return qr_svg(f"{str(request.base_url).rstrip('/')}/t/{table}{'?hand=1' if hand else ''}#{token}")


def qr_svg(address: str) -> bytes:
    import io

    out = io.BytesIO()
    segno.make(address, error="m").save(
        out, kind="svg", scale=6, border=2, dark="#3a3431", light="#fffdf6", xmldecl=False
    )
    return out.getvalue()


@delete("/tables/{table:str}", summary="Erase a table", responses=TROUBLES)
async def erase_table(request: AnyRequest, table: TableName, house: TheHouse, links: TheLinks) -> None:
    with speaking(language_of(request)):
        caller = caller_of(request)
        try:
            _live, hands, _rights = await caller.at(house, links, table)
            hands.need_maker()
        except DamagedLog:  # what nobody can open, its maker can still clear away
            if Right("maker") not in await caller.rights(house, links, table):
                raise
        await house.erase(table)


# ---------------------------------------------------------------------------------------------- the server itself


DEGRADED = {503: ResponseSpec(HealthShown, description="Something does not work.")}


@get("/health", summary="Whether the server is well", cache=False, responses=DEGRADED)
async def health(request: AnyRequest, house: TheHouse) -> Response[HealthShown]:
    wrong = house.health.reasons
    is_operator = is_within(request.scope["client"], house.settings.operator_networks)
    shown = HealthShown(
        status="degraded" if wrong else "ok",
        tables=len(house.tables),
        watchers=sum(len(live.watchers) for live in house.tables.values()),
        preparing={key: left for key in games_here() if (left := house.kitchen.left(key))} or None,
        reasons=wrong if wrong and is_operator else None,
    )
    return Response(shown, status_code=503 if house.health.is_failing else 200)


STATUS: dict[str, int] = {
    "not yours": 403,
    "missing": 404,
    "bad": 400,
    "unreadable": 400,
    "illegal": 409,
    "not now": 409,
    "stale": 409,
    "full": 409,
    "too many": 429,
    "busy": 503,
    "not saved": 503,
}
"""The HTTP status of every kind of refusal."""


def api_router() -> Router:
    handlers = [
        list_games, read_rules, make_table, my_tables, enter, sit_down, carry_out, look_at, hand_on, follow, qr_code,
        give_hint, give_counsel, erase_table, read_record, replay_table, follow_course, replay_record, draw_table,
    ]  # fmt: skip
    return Router(path="/api", route_handlers=handlers)

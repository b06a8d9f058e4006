"""The application: the house behind its doors. `create_app` puts it together, `serve` runs it."""

from __future__ import annotations

import hashlib
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import structlog
from litestar import Litestar, MediaType, Response
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins.prometheus import PrometheusConfig, PrometheusController

from sheepfold import __version__
from sheepfold.core.errors import BadOption, SheepfoldError
from sheepfold.core.words import gettext as _
from sheepfold.core.words import speaking
from sheepfold.server.addresses import is_within
from sheepfold.server.fairness.rates import Rates
from sheepfold.server.games_here import games_here
from sheepfold.server.http.api import STATUS, api_router, health
from sheepfold.server.http.callers import language_of
from sheepfold.server.http.doorman import LARGEST_BODY, Doorman
from sheepfold.server.http.heads import Heads
from sheepfold.server.http.links import Signer
from sheepfold.server.http.requests import AnyRequest
from sheepfold.server.http.room import most_lines
from sheepfold.server.http.socket import live_socket
from sheepfold.server.keeping.database import make_shrinkable
from sheepfold.server.keeping.keys import guard_folder, signing_key
from sheepfold.server.keeping.migrations import upgrade
from sheepfold.server.keeping.neighbours import Neighbours, Together
from sheepfold.server.keeping.news import News
from sheepfold.server.keeping.store import Store
from sheepfold.server.keeping.troubles import NotRead, NotSaved, TakenAlready
from sheepfold.server.page.pages import lost, page_router
from sheepfold.server.settings import Settings
from sheepfold.server.table.fold import DamagedLog
from sheepfold.server.table.house import Chances, House
from sheepfold.server.table.kitchen import Kitchen
from sheepfold.server.wire.forms import Trouble
from sheepfold.server.wire.refusal import Refusal

logger = structlog.get_logger("app")


def _for_operators(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    settings: Settings = connection.app.state.settings
    if not is_within(connection.scope["client"], settings.operator_networks):
        raise Refusal("not yours", _("This is for those who run the server."))


class Metrics(PrometheusController):
    """Figures for those who watch over a server."""

    path = "/metrics"
    include_in_schema = False
    guards = [_for_operators]  # noqa: RUF012 (as Litestar declares it)


def create_app(settings: Settings, *, chances: Chances | None = None, kitchen: Kitchen | None = None) -> Litestar:
    """A server's application. What is wrong with its data folder or its database is said before it starts.

    Tests put their own chances and kitchen.
    """
    fate = chances or Chances()
    games_here.cache_clear()
    games_here()
    store, key = open_store(settings, fate.now)
    neighbours = neighbours_of(settings, store, key)

    @asynccontextmanager
    async def open_house(app: Litestar) -> AsyncGenerator[None]:
        app.state.house = House(settings, store, neighbours=neighbours, chances=fate, kitchen=kitchen)
        app.state.links = Signer(key)
        await app.state.house.start()
        try:
            yield
        finally:
            await app.state.house.stop()

    app = Litestar(
        route_handlers=[api_router(), health, live_socket, page_router(), Metrics],
        lifespan=[open_house],
        dependencies={
            "house": Provide(_house, sync_to_thread=False),
            "links": Provide(_links, sync_to_thread=False),
        },
        middleware=[PrometheusConfig(app_name="sheepfold", prefix="sheepfold", group_path=True).middleware],
        exception_handlers={
            SheepfoldError: _refused,
            HTTPException: _wrong,
            RecursionError: _unreadable,
            UnicodeDecodeError: _unreadable,
            Exception: _broken,
        },
        openapi_config=OpenAPIConfig(
            title="sheepfold",
            version=__version__,
            description=_description(),
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/")],
            use_handler_docstrings=True,
        ),
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000),
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
    )
    app.state.settings = settings
    # Litestar's own middleware is not asked where no address fits; the doorman stands before every request.
    rates = Rates(settings.requests_per_minute / 60, settings.requests_per_minute / 3)
    app.asgi_handler = Doorman(
        Heads(app.asgi_handler), rates, lines_each=settings.most_connections_each, lines=most_lines()
    )  # fmt: skip
    return app


def open_store(settings: Settings, clock: Callable[[], float] = time.time) -> tuple[Store, str]:
    """The database, in the shape it needs, and the key that links are signed with."""
    guard_folder(settings.data)
    store = Store(settings.database_url, clock=clock)
    upgrade(store.engine)
    make_shrinkable(store.engine)
    return store, signing_key(settings, tables=store.count_now())


def neighbours_of(settings: Settings, store: Store, key: str) -> Neighbours:
    """Whoever else may serve the same tables: on SQLite nobody."""
    if settings.is_for_one:
        if settings.news:
            raise BadOption(_("News between processes are for PostgreSQL: SQLite is for one process."))
        return Neighbours()
    # Whoever has the same key has the same links, and so the same tables.
    channel = f"sheepfold {hashlib.sha256(f'sheepfold news {key}'.encode()).hexdigest()[:16]}"
    return Together(store, News(settings.news, channel) if settings.news else None)


def _house(state: State) -> House:
    return state.house


def _links(state: State) -> Signer:
    return state.links


def _description() -> str:
    return (
        "Tables where games are played. Make one, hand its links on, sit down, and play over the WebSocket at "
        "`/api/tables/{table}/live`, which takes the same commands as `/do`. A program shows a link as "
        "`Authorization: Bearer …`; a browser opens it once with `/api/enter`."
    )


# ---------------------------------------------------------------------------------------------- what goes wrong


def _trouble(status: int, code: str, reason: str) -> Response[Trouble]:
    return Response(Trouble(code=code, reason=reason), status_code=status, media_type=MediaType.JSON)


def _refused(_request: AnyRequest, error: SheepfoldError) -> Response[Trouble]:
    if isinstance(error, Refusal):
        return _trouble(STATUS[error.code], error.code, str(error))
    if isinstance(error, TakenAlready):
        return _trouble(409, "stale", str(error))
    if isinstance(error, NotSaved | NotRead):
        code = "not saved" if isinstance(error, NotSaved) else "not read"
        return _trouble(503, code, str(error))
    if isinstance(error, DamagedLog):
        return _trouble(500, "damaged", str(error))
    return _trouble(400, "bad", str(error))


def _wrong(request: AnyRequest, error: HTTPException) -> Response[Any]:
    with speaking(language_of(request)):
        if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
            return lost(request)
        if error.status_code == 404:
            return _trouble(404, "missing", _("There is nothing at this address."))
        if error.status_code == 405:
            return _trouble(405, "bad", _("This address does not take such requests."))
        detail = str(error.detail)
        for each in cast("list[dict[str, str]]", error.extra or [])[:1]:
            detail = f"{each.get('key', '')}: {each.get('message', '')}".strip(": ")
        return _trouble(error.status_code, "bad", _("The request is not right: {reason}.").format(reason=detail[:300]))


def _unreadable(request: AnyRequest, _error: RecursionError | UnicodeDecodeError) -> Response[Trouble]:
    """Nothing but what others wrote goes that deep, or is no text."""
    with speaking(language_of(request)):
        return _trouble(400, "bad", _("The request cannot be read: it is no text, or nested too deeply."))


def _broken(request: AnyRequest, error: Exception) -> Response[Trouble]:
    logger.error("fault", reason=f"{type(error).__name__}: {error}", exc_info=error)
    with speaking(language_of(request)):
        return _trouble(500, "fault", _("A fault of the server; it has been noted."))

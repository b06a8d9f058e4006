"""The pages people open: home, a new table, a table, the rules, a replay; and the files they are made of.

A page is rendered here as far as it is the same for everybody. What happens at a table comes over the API, in the
scripts. There is no script and no style inside a page, so that the strictest content policy holds.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, get_args

from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import MediaType, Response, Router, get
from litestar.params import FromPath

from sheepfold.bots import BOTS, LEVELS
from sheepfold.core import words
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.game import Game
from sheepfold.core.options import Option
from sheepfold.core.text import SEAT_COLOURS
from sheepfold.core.words import gettext as _
from sheepfold.drawing.svg import Theme
from sheepfold.server.games_here import game_here, games_here
from sheepfold.server.http.callers import language_of
from sheepfold.server.http.requests import AnyRequest
from sheepfold.server.page import assets
from sheepfold.server.page.how_page import has_how_page, how_page, trial_of, trial_shown, why_shown
from sheepfold.server.page.page_words import words_for_scripts
from sheepfold.server.page.rules_page import rules_page

FOREVER = "public, max-age=31536000, immutable"
THEMES = get_args(Theme)
SIZES = ("usual", "large")
"""How large everything is that one taps: `large` is for children."""
USUAL_PLAYERS = 3
MOST_TAPPED = 12
"""Things tapped one after another that a reason is asked for."""


def page_router() -> Router:
    """All pages, for the application to include."""
    return Router(
        path="/",
        route_handlers=[
            *(home, small, new_table, table, rules, rules_text, how, try_out, replay),
            *(static, cover, small_cover, example, manifest, worker, offline),
        ],
        include_in_schema=False,
    )


# ---------------------------------------------------------------------------------------------- making pages


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("sheepfold.server.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(_=_, asset=assets.address)  # pyright: ignore[reportUnknownMemberType]
    return environment


def page(request: AnyRequest, template: str, status: int = 200, **context: Any) -> Response[str]:
    """A page in the reader's language and theme."""
    language = language_of(request)
    size = request.cookies.get("size", "usual")
    with words.speaking(language):
        text = (
            _templates()
            .get_template(template)
            .render(
                language=language,
                languages={code: words.name_of(code) for code in words.languages()},
                theme=_theme_of(request),
                size=size if size in SIZES else "usual",
                words=json.dumps(words_for_scripts(), ensure_ascii=False).replace("<", "\\u003c"),
                **{name: value() if callable(value) else value for name, value in context.items()},
            )
        )
    return Response(text, media_type=MediaType.HTML, status_code=status, headers={"Cache-Control": "no-cache"})


def _theme_of(request: AnyRequest) -> Theme:
    asked = request.cookies.get("theme")
    return next((theme for theme in THEMES if theme == asked), "auto")


def lost(request: AnyRequest) -> Response[str]:
    """The page for people at an address where there is nothing."""
    return page(request, "lost.html", status=404)


def _facts(key: str) -> dict[str, Any]:
    """A game as the pages present it."""
    game = game_here(key)
    low, high = game.players[0], game.players[-1]
    return {
        "key": key,
        "name": _(game.name),
        "summary": _(game.summary),
        "low": low,
        "high": high,
        "ages": game.ages,
        "minutes": game.minutes,
        "players": max(low, min(USUAL_PLAYERS, high)),
        "options": [_option(option) for option in game.options.values()],
        "lots": _(game.notation.LOTS) if game.notation.LOTS else "",
        "small": None if game.small is None else json.dumps(dict(game.small)),
        "has_how": has_how_page(game),
        "who_begins": _(game.who_begins) if game.who_begins else "",
        "lesson": game.lesson is not None,
    }


def _material_text(game: Game) -> str:
    """The built-in material as its file, where a table may bring its own; else nothing."""
    path = game.folder / "material.toml"
    return path.read_text(encoding="utf-8") if game.material_module is not None and path.is_file() else ""


def _option(option: Option) -> dict[str, Any]:
    kind = "flag" if option.is_flag else "number" if isinstance(option.values, range) else "words"
    return {
        "name": option.name,
        "words": _(option.words),
        "kind": kind,
        "values": [option.values[0], option.values[-1]] if kind == "number" else list(option.values),
        "default": option.default,
        "in_force": option.default in option.values,
    }


def _all_games() -> list[dict[str, Any]]:
    return [_facts(key) for key in games_here()]


def _levels() -> list[tuple[str, str]]:
    """The bots one can choose from, in words."""
    return [(name, _(BOTS[name].words)) for name in LEVELS]


def _games_for_small_children() -> list[dict[str, Any]]:
    """Those for the youngest first."""
    fitting = [facts for facts in _all_games() if facts["small"] is not None]
    return sorted(fitting, key=lambda facts: facts["ages"])


# ---------------------------------------------------------------------------------------------- pages


@get("/", sync_to_thread=True)
def home(request: AnyRequest) -> Response[str]:
    return page(request, "home.html", games=_all_games)


@get("/small", sync_to_thread=True)
def small(request: AnyRequest) -> Response[str]:
    """Home for those who cannot read yet: pictures to tap."""
    return page(request, "small.html", games=_games_for_small_children)


@get("/new/{game:str}", sync_to_thread=True)
def new_table(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    known = assets.known_game(game)
    if known is None:
        return lost(request)
    return page(
        request,
        "new.html",
        game=lambda: _facts(game),
        material=_material_text(known),
        levels=_levels,
        colours=lambda: [_(name) for name in SEAT_COLOURS],
    )


@get("/t/{table_id:str}", sync_to_thread=True)
def table(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    return page(
        request,
        "table.html",
        table=table_id,
        screen="screen" in request.query_params,
        small="small" in request.query_params,
        levels=_levels,
    )


@get("/rules/{game:str}", sync_to_thread=True)
def rules(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    found = assets.known_game(game)
    if found is None:
        return lost(request)
    return page(
        request,
        "rules.html",
        key=game,
        has_how=has_how_page(found),
        rules=lambda: rules_page(found, _theme_of(request)),
    )


@get("/rules/{game:str}/text", sync_to_thread=True)
def rules_text(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """The rules alone, for beside the board."""
    found = assets.known_game(game)
    if found is None:
        return lost(request)
    return page(request, "rules_text.html", rules=lambda: rules_page(found, _theme_of(request)))


@get("/how/{game:str}", sync_to_thread=True)
def how(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """How to play, for people who have never seen the game."""
    found = assets.known_game(game)
    if found is None or not has_how_page(found):
        return lost(request)
    return page(
        request, "how.html", key=game, lesson=found.lesson is not None, how=lambda: how_page(found, _theme_of(request))
    )


@get("/how/{game:str}/try/{name:str}", sync_to_thread=True)
def try_out(request: AnyRequest, game: FromPath[str], name: FromPath[str]) -> Response[Any]:
    """A position of that page after some actions; with `tapped`, why that leads nowhere. Nothing of it is kept."""
    found = assets.known_game(game)
    played = [each for each in request.query_params.get("played", "").split(",") if each]
    tapped = [each for each in request.query_params.get("tapped", "").split(",") if each][:MOST_TAPPED]
    with words.speaking(language_of(request)):
        try:
            trial = trial_of(found, name, played) if found else None
            if trial is None:
                return lost(request)
            upright = request.query_params.get("upright") == "true"
            shown = why_shown(trial, tapped) if tapped else trial_shown(trial, name, upright=upright)
        except SheepfoldError as error:
            return Response({"code": "illegal", "reason": str(error)}, status_code=409)
    return Response(shown, headers={"Cache-Control": "no-cache"})


@get("/replay", sync_to_thread=True)
def replay(request: AnyRequest) -> Response[str]:
    return page(request, "replay.html")


# ---------------------------------------------------------------------------------------------- on the home screen


ICONS = (
    ("icon.svg", "any", "any"),
    ("maskable.svg", "any", "maskable"),
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("maskable-512.png", "512x512", "maskable"),
)
"""Files, sizes and purposes: pictures for devices that can draw, pixels for those that cannot."""


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    kind = assets.TYPES[Path(name).suffix]
    return {"src": assets.address(name), "sizes": sizes, "type": kind, "purpose": purpose}


@get("/manifest.webmanifest", sync_to_thread=True)
def manifest(request: AnyRequest) -> Response[bytes]:
    """What a device needs to keep the games on its home screen."""
    with words.speaking(language_of(request)):
        told = {
            "name": "sheepfold",
            "short_name": "sheepfold",
            "description": _("Four games at one table"),
            "lang": language_of(request),
            "id": "/",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#eef4dc",
            "theme_color": "#bcd98b",
            "icons": [_icon(*each) for each in ICONS],
            "shortcuts": [{"name": _("For small children"), "url": "/small"}],
        }
    body = json.dumps(told, ensure_ascii=False).encode()
    return Response(body, media_type="application/manifest+json", headers={"Cache-Control": "no-cache"})


@get("/worker.js", sync_to_thread=True)
def worker() -> Response[bytes]:
    """The script that shows a page when there is no network; it may be kept by nobody, so that it can be changed."""
    return _sent(assets.asset("worker.js"), "no-cache")


@get("/offline", sync_to_thread=True)
def offline(request: AnyRequest) -> Response[str]:
    """What is shown as long as the server cannot be reached."""
    return page(request, "offline.html")


# ---------------------------------------------------------------------------------------------- files


@get("/static/{version:str}/{name:str}", sync_to_thread=True)
def static(version: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    return _sent(assets.asset(name), FOREVER if version == assets.version() else "no-cache")


@get("/static/{version:str}/covers/{game:str}/{theme:str}/{language:str}", sync_to_thread=True)
def cover(
    version: FromPath[str], game: FromPath[str], theme: FromPath[str], language: FromPath[str]
) -> Response[bytes]:
    known = theme in THEMES and language in words.languages() and game in games_here()
    drawn = assets.cover(game, theme, language) if known else None
    return _sent(drawn, FOREVER if version == assets.version() else "no-cache")


@get("/static/{version:str}/covers/{game:str}/{theme:str}/{language:str}/small", sync_to_thread=True)
def small_cover(
    version: FromPath[str], game: FromPath[str], theme: FromPath[str], language: FromPath[str]
) -> Response[bytes]:
    known = theme in THEMES and language in words.languages() and game in games_here()
    drawn = assets.cover(game, theme, language, small=True) if known else None
    return _sent(drawn, FOREVER if version == assets.version() else "no-cache")


@get("/static/{version:str}/examples/{game:str}/{name:str}/{theme:str}/{language:str}", sync_to_thread=True)
def example(
    version: FromPath[str], game: FromPath[str], name: FromPath[str], theme: FromPath[str], language: FromPath[str]
) -> Response[bytes]:
    known = theme in THEMES and language in words.languages() and game in games_here()
    drawn = assets.example(game, name, theme, language) if known else None  # pyright: ignore[reportArgumentType]
    return _sent(drawn, FOREVER if version == assets.version() else "no-cache")


def _sent(found: assets.Asset | None, keep: str) -> Response[bytes]:
    if found is None:
        return Response(b"", status_code=404, media_type=MediaType.TEXT)
    return Response(found.body, media_type=found.media_type, headers={"Cache-Control": keep})

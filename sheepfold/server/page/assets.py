"""The files a page is made of: scripts, styles and pictures, each read once.

Their addresses carry a digest of all of them, `/static/<version>/table.js`, so a browser may keep them for ever and
still gets new ones when anything has changed. Some are made rather than read: the style sheet of the pictures, the
marks of the seats, the cover of each game, drawn from the position in its `cover.txt`, and the examples of its rules.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import quote

from sheepfold.core import examples, words
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.game import Game
from sheepfold.core.text import SEAT_COLOURS
from sheepfold.core.words import gettext as _
from sheepfold.drawing import svg
from sheepfold.drawing.seats import SEATS, disc
from sheepfold.drawing.sheep import sheep
from sheepfold.drawing.svg import BOX, num
from sheepfold.drawing.things import home, shepherd
from sheepfold.server.games_here import game_here, games_here

FOLDER = Path(__file__).resolve().parent / "static"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png"}
SIZE = re.compile(r' width="[\d.]+" height="[\d.]+"')
"""The size of its own that a picture begins with."""


@dataclass(frozen=True)
class Asset:
    """A file as it goes over the wire."""

    body: bytes
    media_type: str


def asset(name: str) -> Asset | None:
    """The file of this name, or None: names come from outside, so only of those there are anything is kept."""
    return _all_assets().get(name)


@cache
def _all_assets() -> dict[str, Asset]:
    files = {path.name: path for path in sorted(FOLDER.iterdir()) if path.suffix in TYPES}
    return {
        "pictures.css": Asset(_pictures_style().encode(), TYPES[".css"]),
        "icon.svg": Asset(_icon().encode(), TYPES[".svg"]),
        "maskable.svg": Asset(_maskable().encode(), TYPES[".svg"]),
        "shepherd.svg": Asset(_boxed(shepherd(0, 0, BOX)).encode(), TYPES[".svg"]),
        "fold.svg": Asset(_boxed(home(0, 0, BOX)).encode(), TYPES[".svg"]),
        **{name: Asset(path.read_bytes(), TYPES[path.suffix]) for name, path in files.items()},
    }


@cache
def version() -> str:
    """A digest of everything that is served, for the addresses."""
    digest = hashlib.blake2b(digest_size=6)
    for path in sorted(FOLDER.iterdir()):
        if path.suffix in TYPES:
            digest.update(path.read_bytes())
    digest.update(_pictures_style().encode())
    for path in _behind_pictures():
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _behind_pictures() -> Iterator[Path]:
    """What pictures come from: shapes, words, and each game's own drawing and positions."""
    yield from sorted(Path(svg.__file__).parent.glob("*.py"))
    for language in words.languages():
        yield from words.files(language)
    for game in filter(None, map(known_game, games_here())):
        yield from sorted(path for path in game.folder.rglob("*") if path.suffix in {".py", ".txt", ".toml"})


def address(name: str) -> str:
    """Where a page finds a file."""
    return f"/static/{version()}/{name}"


@cache
def _pictures_style() -> str:
    """Colours and motion of all pictures, and the seats' colours and marks for everything around them."""
    seats = "".join(
        f'.seat-{seat}{{--seat:{who.colour};--seat-shade:{who.shade};--seat-mark:url("{_as_url(_mark(seat))}")}}\n'
        for seat, who in enumerate(SEATS)
    )
    return svg.stylesheet() + seats


def _mark(seat: int) -> str:
    return _boxed(disc(seat, 0, 0, BOX))


def _icon() -> str:
    return _boxed(sheep(0, 0, 0, BOX))


def _maskable() -> str:
    """The icon on a ground of its own, for devices that cut it into a shape."""
    half = num(BOX / 2)
    ground = f'<rect x="-{half}" y="-{half}" width="{BOX}" height="{BOX}" fill="#bcd98b"/>'
    return _boxed(ground + sheep(0, 0, 0, BOX * 0.66))


def _boxed(shape: str) -> str:
    half = num(BOX / 2)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-{half} -{half} {BOX} {BOX}">{shape}</svg>'


def _as_url(drawn: str) -> str:
    return "data:image/svg+xml," + quote(drawn, safe=" =:/'()-,;").replace('"', "%22")


def known_game(key: str) -> Game | None:
    """The game of this name, or None: names come from outside."""
    try:
        return game_here(key)
    except SheepfoldError:
        return None


@cache
def cover(key: str, theme: svg.Theme, language: str, *, small: bool = False) -> Asset | None:
    """A game's picture for the pages that present it, `small` for those who cannot read yet; None where it has none."""
    game = known_game(key)
    path = game.folder / "cover.txt" if game else None
    if game is None or game.picture is None or path is None or not path.is_file():
        return None
    return _drawn(game, path, theme, language, small=small)


def example(key: str, name: str, theme: svg.Theme, language: str) -> Asset | None:
    """A position of a game's rules page; None where there is none of this name."""
    game = known_game(key)
    if game is None or game.picture is None or name not in examples.files(game):
        return None
    return _example(game, name, theme, language)


@cache
def _example(game: Game, name: str, theme: svg.Theme, language: str) -> Asset:
    whole = _drawn(game, examples.files(game)[name], theme, language).body.decode()
    # Without a size of its own a picture is as wide and high as the part of it that an address asks for.
    return Asset(SIZE.sub("", whole, count=1).encode(), TYPES[".svg"])


def _drawn(game: Game, path: Path, theme: svg.Theme, language: str, *, small: bool = False) -> Asset:
    with words.speaking(language):
        names = [_(name) for name in SEAT_COLOURS]
        drawn = game.drawing(small=small)(examples.position(game, path), names, theme=theme)
        return Asset(drawn.encode(), TYPES[".svg"])

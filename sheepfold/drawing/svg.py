"""Writing SVG by hand: numbers, words, groups and the document around them.

Shapes are f-strings; words from outside (names, labels) go through `text`, `group` or `document`, which escape them.
A shape is drawn in a box of 48 × 48 units around 0, 0 and put in its place by `figure`. Ids need be unique only within
one picture, because `document` puts its `prefix` before each of them; no shape refers to an id.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from markupsafe import escape

from sheepfold.drawing.themes import GLOW, GLOW_EDGE, MOTION_STYLE, TEXT, THEME_STYLE, at_night

BOX = 48
BOLD = 700
FONT = "ui-rounded, Nunito, 'Trebuchet MS', system-ui, 'DejaVu Sans', sans-serif"
FORBIDDEN_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Theme = Literal["auto", "day", "night"]
Anchor = Literal["start", "middle", "end"]


def document(
    width: float,
    height: float,
    *body: str,
    title: str,
    desc: str = "",
    theme: Theme = "auto",
    prefix: str = "",
    styled: bool = True,
) -> str:
    """A whole picture; `desc` is its text board.

    With `theme="auto"` it is day or night as the reader's system, or a `data-theme` around it, says, and day where CSS
    is not understood; "day" and "night" are fixed. A page that carries `stylesheet()` itself says `styled=False`.
    """
    drawn = "".join(body)
    if theme == "night":
        drawn = at_night(drawn)
    if prefix:
        # Quotation marks in anybody's words are escaped, so this meets attributes only.
        drawn = drawn.replace(' id="', f' id="{clean(prefix)}')
    fixed = "" if theme == "auto" else f' data-theme="{theme}"'
    style = f"<style>{stylesheet(theme)}</style>" if styled else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="sheepfold"{fixed} viewBox="0 0 {num(width)} {num(height)}" '
        f'width="{num(width)}" height="{num(height)}" role="img" font-family="{FONT}" font-weight="{BOLD}">'
        f"<title>{clean(title)}</title><desc>{clean(desc)}</desc>{style}{drawn}</svg>"
    )


def stylesheet(theme: Theme = "auto") -> str:
    """Motion, and for "auto" the colours of day and night: the same text for every picture."""
    return MOTION_STYLE + THEME_STYLE if theme == "auto" else MOTION_STYLE


def group(
    *body: str,
    id: str = "",  # noqa: A002 (the attribute's name)
    part: str = "",
    transform: str = "",
    classes: str = "",
    legal: bool = False,
    chosen: bool = False,
    faded: bool = False,
    slot: str = "",
    sign: str = "",
    hidden: bool = False,
) -> str:
    """Shapes that belong together. `part` is what an action's path taps; a `halo` in it glows when it is `legal`.

    Into a `slot` go chosen parts whose names begin with it; a `sign` stands where a page foretells what a choice costs.
    """
    classes = " ".join(filter(None, (classes, "legal" if legal else "", "chosen" if chosen else "")))
    attributes = {
        "id": id,
        "data-part": part,
        "transform": transform,
        "class": classes,
        "opacity": "0.45" if faded else "",
        "data-slot": slot,
        "data-sign": sign,
        "display": "none" if hidden else "",
    }
    written = "".join(f' {name}="{clean(value)}"' for name, value in attributes.items() if value)
    return f"<g{written}>{''.join(body)}</g>"


def place(x: float, y: float, scale: float = 1, *, turn: float = 0, flip: bool = False) -> str:
    """The `transform` that puts what is drawn around 0, 0 at x, y."""
    steps = [f"translate({num(x)} {num(y)})"]
    if turn:
        steps.append(f"rotate({num(turn)})")
    if flip:
        steps.append(f"scale({num(-scale)} {num(scale)})")
    elif scale != 1:
        steps.append(f"scale({num(scale)})")
    return " ".join(steps)


def places(kind: str, spots: Iterable[tuple[float, float]]) -> str:
    """Places that beats may name without anything being drawn there: the nth spot is `<kind>-<n>`."""
    return f'<g data-places="{clean(kind)}" data-at="{" ".join(f"{num(x)} {num(y)}" for x, y in spots)}"/>'


def figure(x: float, y: float, size: float, *body: str, flip: bool = False) -> str:
    """Shapes drawn in the box of 48 × 48 units, centred at x, y and `size` wide."""
    return f'<g transform="{place(x, y, size / BOX, flip=flip)}">{"".join(body)}</g>'


def reach(width: float, height: float) -> str:
    """An unseen place around a small thing, so that a finger finds it."""
    corner = f'x="{num(-width / 2)}" y="{num(-height / 2)}"'
    return f'<rect {corner} width="{num(width)}" height="{num(height)}" fill-opacity="0"/>'


def halo(x: float, y: float, width: float, height: float, corner: float) -> str:
    """The glow behind a thing of that size, seen only while the group it stands in is `legal` or `chosen`.

    It goes first into the group, so that it lies behind the thing.
    """
    ring = (
        f'<rect x="{num(x - width / 2 - 4)}" y="{num(y - height / 2 - 4)}" width="{num(width + 8)}" '
        f'height="{num(height + 8)}" rx="{num(corner + 4)}"'
    )
    return (
        f'<g class="halo" opacity="0">{ring} fill="{GLOW}" stroke="{GLOW}" stroke-opacity="0.45" stroke-width="7"/>'
        f'{ring} fill="none" stroke="{GLOW_EDGE}" stroke-width="1.8"/></g>'
    )


def text(
    words: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: str = TEXT,
    anchor: Anchor = "middle",
    weight: int = BOLD,
) -> str:
    """Words on one line, half their height above y and half below."""
    return (
        f'<text x="{num(x)}" y="{num(y + 0.36 * size)}" font-size="{num(size)}"'
        + ("" if weight == BOLD else f' font-weight="{weight}"')
        + ("" if anchor == "start" else f' text-anchor="{anchor}"')
        + f' fill="{fill}">{clean(words)}</text>'
    )


def labels(words: Iterable[tuple[str, float, float]], size: float, fill: str) -> str:
    """Many short words of one size and colour, each beginning at its x, half their height above y and half below."""
    written = "".join(f'<text x="{num(x)}" y="{num(y + 0.36 * size)}">{clean(each)}</text>' for each, x, y in words)
    return f'<g font-size="{num(size)}" fill="{fill}">{written}</g>'


@lru_cache(maxsize=4096)
def clean(words: str) -> str:
    """Words for any place in an SVG: escaped, and without the characters that XML forbids."""
    return str(escape(FORBIDDEN_IN_XML.sub("\N{REPLACEMENT CHARACTER}", words)))


def shorten(words: str, width: float, size: float) -> str:
    """Words that fit the width at that font size, cut with an ellipsis if they must be."""
    if text_width(words, size) <= width:
        return words
    kept = words
    while kept and text_width(kept + "…", size) > width:
        kept = kept[:-1]
    return kept.rstrip(" \N{ZERO WIDTH JOINER}") + "…"


def text_width(words: str, size: float) -> float:
    """About how long bold words are, in a font that runs wide."""
    return size * sum(map(_letter_width, words))


@lru_cache(maxsize=1024)
def _letter_width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.05
    if letter in "iIjl.,:;'|! ":
        return 0.38
    if letter in "rtfJ()[]-":
        return 0.5
    if letter in "mwMW@%—…":
        return 1.04
    return 0.79 if letter.isupper() else 0.69


@lru_cache(maxsize=8192)
def num(value: float) -> str:
    """A number as short as two decimals allow: 3, 3.5, 0.25."""
    if value == (whole := round(value)):
        return str(whole)
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written

"""The Shepherd as a picture: a meadow to walk on, the sun on its way round it, dice, and everybody's grass in a pile.

Ids: `field-<name>` and what there is on it, `grass-<name>`, `worm-<name>` or a `card-<name>` that is turned over;
`sheep-<seat>-<i>`, `dog`, `sun`, `die-1`, `die-2`, `pile-<seat>`, `mat-<seat>`. Parts are those of the notation; a die
that shows grass still to be used is the part `die-grass`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from sheepfold.core.words import gettext as _
from sheepfold.drawing.cards import card_back, pile
from sheepfold.drawing.dice import die
from sheepfold.drawing.land import field as ground
from sheepfold.drawing.land import juicy_grass, land_square, meadow, stubble, tuft
from sheepfold.drawing.seats import disc, mat
from sheepfold.drawing.sheep import sheep
from sheepfold.drawing.strokes import Point, box, cloud, dots, oval, shape, soft
from sheepfold.drawing.svg import Theme, document, figure, group, halo, num, reach, shorten, text, text_width
from sheepfold.drawing.svg import place as put
from sheepfold.drawing.tally import TOKEN, tally
from sheepfold.drawing.themes import (
    BUSH,
    DARK_FIELD,
    DARK_GRASS,
    FIELD,
    GLOW,
    GLOW_EDGE,
    INK,
    LAND,
    LAND_EDGE,
    SAND,
    SAND_EDGE,
    SHADOW,
    WHITE,
)
from sheepfold.drawing.things import dog as draw_dog
from sheepfold.drawing.things import rosette, sun, worm
from sheepfold.drawing.wordless import hoofprints, moon, paw, pawprint, startled
from sheepfold.games.shepherd import notation, rules
from sheepfold.games.shepherd.small import small_dice, small_piles
from sheepfold.games.shepherd.state import (
    BARE,
    COUNTING,
    DARK,
    DOG,
    GRASS,
    LIGHT,
    NOTHING,
    OVER,
    SHEEP,
    SHEEP_EACH,
    SUN,
    SUNSET,
    SYMBOLS,
    THROWING,
    WORM,
)
from sheepfold.games.shepherd.tabletop import CELL, DICE_HEIGHT, DIE, RIM, SMALL_DIE, Tabletop

SQUARE = 61
"""How large a field is."""

SUN_LINE, SUN_SIZE = 20, 40
"""How far inside the rim the sun goes, and how large it is."""

HIGHEST_PILE, LAYER, PILE_WIDTH = 104, 7, 60

RULES: Any = rules  # functions on records: nothing in them has a type
NOTATION: Any = notation


def picture(
    observation: Any,
    names: Sequence[str],
    *,
    seat: int | None = None,
    theme: Theme = "auto",
    legal: Collection[str] = (),
    chosen: Collection[str] = (),
    memory: bool = False,
    prefix: str = "",
    styled: bool = True,
    is_upright: bool = False,
    is_small: bool = False,
) -> str:
    """The position as SVG, the same for every seat. What is `legal` glows, what is `chosen` lifts.

    With `memory` the worms that the tactical game has turned back look like any card: who remembers them, knows.
    """
    seen = NOTATION.as_it_looks(observation) if memory else observation
    table = Tabletop(seen, tuple(names), seat, legal, chosen, is_upright, is_small)
    return document(
        table.width,
        table.height,
        meadow(table.width, table.height, 0),
        _sun_way(table),
        *_bushes(table),
        *_fields(table),
        *_animals(table),
        _sun(table),
        *(_beside_for_small(table) if is_small else _beside(table)),
        title=f"{_('The Shepherd')}: {_what_happens(table)}",
        desc=NOTATION.diagram(seen),
        theme=theme,
        prefix=prefix,
        styled=styled,
    )


def upright(observation: Any, names: Sequence[str], **how: Any) -> str:
    """The same for a phone held upright: dice and piles lie below the meadow instead of beside it."""
    return picture(observation, names, is_upright=True, **how)


def small(observation: Any, names: Sequence[str], *, is_upright: bool = False, **how: Any) -> str:
    """The same for those who cannot read yet: no word, no digit; piles stand side by side."""
    return picture(observation, names, is_upright=is_upright, is_small=True, **how)


def _beside(table: Tabletop) -> list[str]:
    return [*_dice_row(table), *(_mat(table, player) for player in range(table.players))]


def _beside_for_small(table: Tabletop) -> list[str]:
    """Dice, the dog as long as it is beside the board, and everybody's pile."""
    dice = small_dice(table)
    dog = [] if table.observation.dog else [_dog(table, *dice.dog, 0)]
    return [*(_die(table, k, *spot) for k, spot in enumerate(dice.spots)), *dice.signs, *dog, small_piles(table)]


def _what_happens(table: Tabletop) -> str:
    """Whose turn it is, or why the game is over."""
    if table.phase in (COUNTING, OVER):
        return NOTATION.why_words()[table.observation.why]
    to_do = NOTATION.to_do_words()[table.phase]
    return f"{table.names[table.turn]}: {to_do}" if table.playing else to_do


# ---------------------------------------------------------------------------------------------- the sun


def _sun_place(table: Tabletop, step: int) -> Point:
    """Where the sun is after so many steps: clockwise round the meadow, from the lower left corner."""
    left, top = SUN_LINE, SUN_LINE
    right, bottom = table.meadow_width - SUN_LINE, table.meadow_height - SUN_LINE
    way = 2 * (right - left + bottom - top) * step / table.observation.sun_places
    for (x, y), (to_x, to_y) in (
        ((left, bottom), (left, top)),
        ((left, top), (right, top)),
        ((right, top), (right, bottom)),
        ((right, bottom), (left, bottom)),
    ):
        length = abs(to_x - x) + abs(to_y - y)
        if way <= length:
            return x + (to_x - x) * way / length, y + (to_y - y) * way / length
        way -= length
    return left, bottom


def _sun_way(table: Tabletop) -> str:
    """A sandy way with a stone for each place; those the sun has passed are warm, its starting place is large."""
    across, down = table.meadow_width - 2 * SUN_LINE, table.meadow_height - 2 * SUN_LINE
    middle = table.meadow_width / 2, table.meadow_height / 2
    gone = table.observation.sun_places if table.observation.why == SUNSET else table.observation.sun
    stones = [_sun_place(table, step) for step in range(table.observation.sun_places)]
    passed = [stone for step, stone in enumerate(stones) if step < gone]
    ahead = [stone for step, stone in enumerate(stones) if step >= gone]
    ring = (
        f'<rect x="{SUN_LINE}" y="{SUN_LINE}" width="{num(across)}" height="{num(down)}" rx="14" fill="none" '
        f'stroke="{SAND}" stroke-width="12"/>'
    )
    return (
        box(*middle, table.meadow_width - 2 * RIM + 6, table.meadow_height - 2 * RIM + 6, 16, LAND, LAND_EDGE, 2)
        + ring
        + (moon(*stones[0], 40) if table.is_small else oval(*stones[0], 38, 38, SAND, SAND_EDGE, 2.5))
        + dots(6.5, LAND, *ahead, edge=SAND_EDGE)
        + dots(6.5, GLOW, *passed, edge=GLOW_EDGE)
    )


def _sun(table: Tabletop) -> str:
    return group(sun(0, 0, SUN_SIZE), id="sun", transform=put(*_sun_place(table, table.observation.sun)))


def _bushes(table: Tabletop) -> list[str]:
    """Bushes where the meadow has no field."""
    places = [10 * column + row for column in range(1, table.columns + 1) for row in range(1, table.rows + 1)]
    leaves = shape(cloud(40, 34, 7), BUSH) + dots(2, WHITE, (-8, -4), (6, -8), (10, 4), (-4, 8))
    return [figure(*table.spot(place), 54, leaves) for place in places if place not in table.fields]


# ---------------------------------------------------------------------------------------------- the meadow


def _fields(table: Tabletop) -> list[str]:
    """Every field; those that glow last, so that nothing lies on their halo."""
    places = sorted(table.fields, key=lambda place: f"field-{NOTATION.name_of(place)}" in table.legal)
    return [_field(table, place) for place in places]


def points(observation: Any, seat: int, **how: Any) -> str:
    """What a player's points are made of, once the game is over: cards of grass, and worms, each worth two less."""
    light, dark = (ground(0, 0, TOKEN) + tuft(0, 0, 23)), ground(0, 0, TOKEN, dark=True) + juicy_grass(0, 0, 23)
    heaps = [light] * observation.light[seat], [dark] * observation.dark[seat]
    worms = [worm(0, 0, TOKEN)] * observation.worms[seat]
    return tally(heaps, worms, title=NOTATION.account(observation, seat), **how)


def _field(table: Tabletop, place: int) -> str:
    """A field with its name and what grows there; where somebody stands, both are drawn in front of them."""
    x, y = table.spot(place)
    name, card_here = NOTATION.name_of(place), table.cards[place]
    taken = place in table.sheep or place == table.observation.dog
    label = "" if taken or table.is_small else name
    draw = land_square if card_here == BARE else partial(ground, dark=card_here == DARK)
    growth = "" if taken else _plants(table, place, x + (0 if table.is_small else 4), y - 2, 40)
    if table.is_small and not taken and table.is_watched(place):
        growth += paw(x, y + 4, 34)
    return table.tap(f"field-{name}", halo(x, y, SQUARE, SQUARE, 12), draw(x, y, SQUARE, label), growth)


def _before(table: Tabletop, place: int, x: float, y: float, *, flip: bool) -> str:
    """What is seen in front of whoever stands on the field around x, y: its name, and the grass there still is."""
    name = text(NOTATION.name_of(place), x - SQUARE * 0.4, y + SQUARE * 0.35, SQUARE * 0.22, anchor="start")
    edge = LAND if table.cards[place] == BARE else DARK_FIELD if table.cards[place] == DARK else FIELD
    clear = f'<g stroke="{edge}" stroke-width="4" stroke-linejoin="round" paint-order="stroke">{name}</g>'
    plants = "" if table.cards[place] == BARE else _plants(table, place, x + _beside_it(table, flip=flip), y + 14, 27)
    return f'<g class="stays">{plants}{"" if table.is_small else clear}</g>'


def _beside_it(table: Tabletop, *, flip: bool) -> float:
    """Where grass stands before whoever grazes it: clear of the face, and of the field's name."""
    return (-17 if table.is_small else -2) if flip else 17


def _plants(table: Tabletop, place: int, x: float, y: float, size: float) -> str:
    """What grows on a field. A tap on it means the field, or whoever stands there."""
    name = NOTATION.name_of(place)
    if place == table.observation.grazed:
        return ""
    if table.cards[place] == BARE:
        return stubble(x, y, size)
    if table.cards[place] == WORM:
        plant = group(worm(0, 0, size), id=f"worm-{name}", transform=put(x, y))
    else:
        grass = tuft(0, 0, size) if table.cards[place] == LIGHT else juicy_grass(0, 0, size * 1.1)
        plant = group(grass, id=f"grass-{name}", transform=put(x, y))
    return f'<g pointer-events="none">{plant}</g>'


def _animals(table: Tabletop) -> list[str]:
    """Sheep and dog, the farther ones first, so that the nearer stand before them."""
    standing = [(place, k) for k, place in enumerate(table.sheep) if place]
    if table.observation.dog:
        standing.append((table.observation.dog, -1))
    standing.sort(key=lambda one: (-(one[0] % 10), one[0], one[1]))
    return [_sheep(table, k) if k >= 0 else _dog(table, *table.spot(place), place) for place, k in standing]


def _sheep(table: Tabletop, k: int) -> str:
    """A sheep, the grass it stands in, and a sign if it has to run or its card is being turned over."""
    place = table.sheep[k]
    x, y = table.spot(place)
    flip, size = x > table.meadow_width / 2, 54
    if table.sheep.count(place) > 1:
        flip, size = k != table.observation.pushed - 1, 40
        x, y = (x - 13, y + 6) if flip else (x + 13, y - 8)
    room = reach(CELL, CELL) if size > 50 else ""
    body = room + halo(0, -4, size - 4, size - 8, 20) + sheep(k // SHEEP_EACH, 0, -4, size, flip=flip, simple=False)
    middle_x, middle_y = table.spot(place)
    before = _before(table, place, middle_x - x, middle_y - y, flip=flip)
    track = hoofprints(k // SHEEP_EACH, 62) if table.is_small else ""
    return table.tap(NOTATION.sheep_part(k), body, before, _sign(table, k), track, at=(x, y))


def _sign(table: Tabletop, k: int) -> str:
    """A sheep that has to run is startled; one that grazes has bitten its card off: what is on the other side?"""
    if k in table.scared:
        if table.is_small:
            return startled(18, -24, 24)
        return oval(18, -24, 20, 20, GLOW, GLOW_EDGE, 1.5) + text("!", 18, -24, 18, fill=INK, weight=800)
    if table.sheep[k] == table.observation.grazed:
        bitten = soft(box(0, 3, 36, 36, 8, SHADOW)) + box(0, 0, 36, 36, 8, FIELD, WHITE, 2.5)
        question = card_back(0, 0, 30, 36) if table.is_small else bitten + text("?", 0, 0, 26, fill=INK, weight=800)
        return group(question, id=f"card-{NOTATION.name_of(table.sheep[k])}", transform=put(12, 10))
    return ""


def _dog(table: Tabletop, x: float, y: float, place: int) -> str:
    before = _before(table, place, 0, 0, flip=False) if place else ""
    body = reach(CELL, CELL) + halo(0, -4, 50, 46, 20) + draw_dog(0, -4, 54)
    return table.tap("dog", body, before, pawprint(46) if table.is_small else "", at=(x, y))


# ---------------------------------------------------------------------------------------------- the dice


def _dice_row(table: Tabletop) -> list[str]:
    """Whose turn it is, both dice, and the dog as long as it is beside the board; at the end, what ended the game."""
    left, right, apart = 0.0, table.width, DIE + 18
    top = y = table.meadow_height + DICE_HEIGHT / 2
    if not table.is_upright:
        left, top, y = table.meadow_width, 32.0, 112.0
    middle = (left + right) / 2 - (0 if table.observation.dog or table.is_upright else 40)
    dog = [] if table.observation.dog else [_dog(table, right - 52, y, 0)]
    if table.phase in (COUNTING, OVER):
        words = _capital(NOTATION.why_words()[table.observation.why])
        return [text(words, middle, top, min(24, 24 * (right - left - 20) / text_width(words, 24))), *dog]
    room = middle - DIE - 100 if table.is_upright else right - left - 100
    name = shorten(table.names[table.turn], room, 20)
    who = disc(table.turn, left + 46, top, 50) + text(name, left + 78, top, 20, anchor="start")
    return [who if table.playing else "", *(_die(table, k, middle + (k - 0.5) * apart, y) for k in (0, 1)), *dog]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _die(table: Tabletop, which: int, x: float, y: float) -> str:
    symbol, used, size = table.observation.thrown[which], table.observation.used[which], DIE
    if table.is_small:
        size = SMALL_DIE
    shown = {
        NOTHING: "",
        SHEEP: sheep(None if table.is_small else table.turn, 0, 0, size * 0.8, simple=False),
        GRASS: box(0, 0, size * 0.72, size * 0.72, 12, FIELD) + tuft(0, 1, size * 0.66),
        SUN: sun(0, 0, size * 0.82),
        DOG: draw_dog(0, 0, size * 0.8),
    }[symbol]
    part = f"die-{SYMBOLS[symbol]}" if symbol and not used else ""
    return group(
        halo(0, 0, size, size, 16),
        die(0, 0, size, shown),
        id=f"die-{which + 1}",
        transform=put(x, y),
        part=part,
        legal=bool(part) and part in table.legal,
        chosen=bool(part) and part in table.chosen,
        faded=bool(used) or not (symbol or table.phase <= THROWING),
    )


# ---------------------------------------------------------------------------------------------- everybody's grass


def _mat(table: Tabletop, seat: int) -> str:
    """A player's grass as a pile of cards; who has the highest pile is ahead."""
    x, y, width, height = table.mat(seat)
    bottom, left = y + height / 2 - 38, x - width / 2 + 36
    grass = RULES.grass_of(table.observation, seat)
    name = shorten(table.names[seat], width - 30, 17)
    return group(
        mat(seat, x, y, width, height, active=table.playing and table.turn == seat),
        disc(seat, left, bottom - 14, 32),
        text(str(grass), left, bottom - 50, 30, weight=800),
        _pile(table, seat, x + width / 2 - PILE_WIDTH / 2 - 10, bottom),
        text(name, x + 5, bottom + 20, 17),
        _rosette(table, grass, left, y - height / 2 + 34) if table.phase == OVER else "",
        id=f"mat-{seat}",
    )


def _rosette(table: Tabletop, grass: int, x: float, y: float) -> str:
    ahead = sum(RULES.grass_of(table.observation, other) > grass for other in range(table.players))
    return rosette(1 + ahead, x, y, 46)


def _pile(table: Tabletop, seat: int, x: float, bottom: float) -> str:
    """Cards one upon the other, the dark ones below, all piles to the same measure; worms found at the end look out."""
    light, dark = list(table.observation.light), list(table.observation.dark)
    highest = max(one + other for one, other in zip(light, dark, strict=True))
    layer = min(LAYER, HIGHEST_PILE / max(1, highest))
    top = bottom - (light[seat] + dark[seat]) * layer
    worms = [worm(x - 22 + 15 * k, top - 12, 26) for k in range(table.observation.worms[seat])]
    return group(
        soft(oval(x, bottom + 2, PILE_WIDTH + 14, 8, SHADOW)),
        pile(dark[seat], x, bottom, PILE_WIDTH, layer=layer, fill=DARK_GRASS),
        pile(light[seat], x, bottom - dark[seat] * layer, PILE_WIDTH, layer=layer, fill=FIELD),
        *worms,
        id=f"pile-{seat}",
    )

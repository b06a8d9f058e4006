"""The coast: a dyke of turf between land and sea, with a fence, surf and a boat.

Edges are given as points, from left to right; whoever draws a dyke knows where they lie.
"""

import math
import random
from collections.abc import Iterable, Sequence
from itertools import pairwise

from sheepfold.drawing.land import BEYOND
from sheepfold.drawing.strokes import Point, box, cloud, dots, lines, oval, shape
from sheepfold.drawing.svg import figure, group, num
from sheepfold.drawing.themes import (
    BEACH,
    BEND,
    CLOUD,
    DYKE,
    DYKE_RIM,
    FOAM,
    FORE_TUFT,
    FORELAND,
    MOON,
    MOON_SPOT,
    POST,
    RAIL,
    SEA,
    SKY,
    STAR,
    SWELL,
    TURF,
    TURF_EDGE,
    TURF_LIGHT,
    TURF_WARM,
    WATER,
    WATER_EDGE,
    WATER_RIM,
    WAVE,
)

CLOUDS = ((0.09, 0.42, 1.0), (0.47, 0.3, 0.8), (0.82, 0.5, 1.1))
STARS = ((0.05, 0.2), (0.21, 0.6), (0.34, 0.25), (0.58, 0.6), (0.7, 0.2), (0.95, 0.5))
GREENS = (TURF, TURF_LIGHT, TURF_WARM)


def far_side(width: float, horizon: float, bottom: float) -> str:
    """Sky down to the horizon, sea from there to the bottom."""
    rng, swell = random.Random(4), ""
    for _wave in range(int(width * (bottom - horizon) / 9000)):
        x, y = rng.uniform(0, width), rng.uniform(horizon + 8, bottom - 8)
        swell += f"M{round(x)} {round(y)}q5-4 10 0t10 0"
    moon = oval(0, 0, 40, 40, MOON) + dots(4, MOON_SPOT, (-6, -6), (7, 4)) + dots(2.4, MOON_SPOT, (-3, 9))
    return (
        shape(f"M{-BEYOND} {-BEYOND}H{num(width + BEYOND)}V{num(horizon)}H{-BEYOND}Z", SKY)
        + shape(f"M{-BEYOND} {num(horizon)}H{num(width + BEYOND)}V{num(bottom)}H{-BEYOND}Z", SEA)
        + dots(1.6, STAR, *((width * x, horizon * y) for x, y in STARS))
        + figure(width * 0.9, horizon * 0.5, min(40, horizon * 0.8), moon)
        + "".join(figure(width * x, horizon * y, 70 * size, shape(cloud(46, 15, 7), CLOUD)) for x, y, size in CLOUDS)
        + group(box(width / 2, (horizon + bottom) / 2, width, bottom - horizon, 0, SEA), id="sea")
        + lines(swell, SWELL, 1.8)
    )


def boat(x: float, y: float, size: float) -> str:
    """A small boat with two sails."""
    sails = shape("M2-16C10-10 13-2 13 3H2Z", CLOUD) + shape("M-2-12C-8-6-10-1-10 3H-2Z", BEACH)
    return figure(x, y, size, shape("M-15 6H15L10 13H-10Z", "#b5543f"), lines("M0 6V-17", POST, 1.8), sails)


def bank(back: Sequence[Point], front: Sequence[Point], *, beach: float) -> str:
    """The dyke itself, between its two edges."""
    body = f"M{_joined(back)}L{_joined(front[::-1])}Z"
    return shape(body, BEACH, BEACH, beach) + shape(body, DYKE) + lines(f"M{_joined(front[:-1])}", DYKE_RIM, 4)


def fence(edge: Sequence[Point], size: float) -> str:
    """Posts and two rails."""
    rails = "".join(f"M{_joined([(x, y - lift * size) for x, y in edge])}" for lift in (9, 17))
    posts = "".join(f"M{_one(x)} {_one(y + 3 * size)}v{num(-26 * size)}" for x, y in edge[1:])
    return lines(rails, RAIL, 3.4 * size) + lines(posts, POST, 5 * size)


def surf(far: Point, near: Point) -> str:
    """Foam from one point to another, where a dyke ends and one falls off."""
    steps = 22
    points = [(far[0] + (near[0] - far[0]) * k / steps, far[1] + (near[1] - far[1]) * k / steps) for k in range(steps)]
    foam = f"M{_joined(points[:1])}"
    for k, ((x, y), (right, low)) in enumerate(pairwise(points)):
        foam += f"q{5 if k % 2 == 0 else -3} {_one((low - y) / 2)} {_one(right - x)} {_one(low - y)}"
    return lines(foam, FOAM, 9)


def foreland(edge: Sequence[Point], width: float, height: float) -> str:
    """The land in front of a dyke, down to the bottom of the picture: two slopes with grass."""
    rng = random.Random(7)
    first, last = edge[0][1], edge[-1][1]
    slopes = ""
    for lift, fill in ((6, BEND), (18, FORELAND)):
        top = _joined([(x, y + lift) for x, y in edge])
        right, bottom = num(width + BEYOND), num(height + BEYOND)
        begins = f"M{-BEYOND} {_one(first + lift)}L"
        slopes += shape(f"{begins}{top}L{right} {_one(last + lift + 2)}V{bottom}H{-BEYOND}Z", fill)
    tufts = "".join(
        f"M{x} {round(first + rng.uniform(20, 26))}q-1-5-4-8m4 8v-10m0 10q1-5 4-8" for x in range(30, int(width), 83)
    )
    return slopes + lines(tufts, FORE_TUFT, 2)


def daisies(spots: Sequence[Point]) -> str:
    petals = [(x + right, y + down) for x, y in spots for right, down in ((2.4, 0), (-2.4, 0), (0, 2.4), (0, -2.4))]
    return dots(1.7, FOAM, *petals) + dots(1.6, "#f2b92e", *spots)


# ---------------------------------------------------------------------------------------------- turf and puddles


def patch(corners: Sequence[Point], seed: int) -> str:
    """The path of a soft patch of turf through four corners, no two quite alike."""
    rng = random.Random(7 * seed)
    bend = 0.26 * min(math.dist(corners[0], corners[1]), math.dist(corners[1], corners[2]))
    corners = [(x + rng.uniform(-1, 1) * bend / 9, y + rng.uniform(-1, 1) * bend / 9) for x, y in corners]
    steps: list[tuple[Point, Point, Point]] = []
    for k, corner in enumerate(corners):
        steps.append((_towards(corner, corners[k - 1], bend), corner, _towards(corner, corners[(k + 1) % 4], bend)))
    return _rounded(steps)


def turf(patches: Iterable[tuple[int, str]]) -> str:
    """Patches of turf, each with its seed, in three greens over one shade."""
    greens = dict.fromkeys(GREENS, "")
    for seed, path in patches:
        greens[GREENS[random.Random(seed).randrange(3)]] += path
    shade = f'<g transform="translate(0 2)">{shape("".join(greens.values()), TURF_EDGE)}</g>'
    return shade + "".join(shape(path, fill) for fill, path in greens.items() if path)


def pool(x: float, y: float, width: float, height: float, seed: int) -> str:
    """The path of a puddle that nearly fills a place of that size."""
    rng = random.Random(seed)
    points: list[Point] = []
    for angle in (2 * math.pi * k / 7 for k in range(7)):
        across, down = 0.46 * width * rng.uniform(0.88, 1.05), 0.45 * height * rng.uniform(0.88, 1.05)
        points.append((x + across * math.cos(angle), y + down * math.sin(angle)))
    halves = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in zip(points, points[1:] + points[:1], strict=True)]
    return _rounded([(halves[k - 1], point, halves[k]) for k, point in enumerate(points)])


def ripples(x: float, y: float, width: float, height: float) -> str:
    """The path of two waves on a puddle."""
    reach = round(width * 0.17)
    swing = f"q{num(reach / 2)}-{round(height * 0.1)} {reach} 0t{reach} 0"
    spots = ((x - width * 0.1, y - height * 0.14), (x - width * 0.2, y + height * 0.04))
    return "".join(f"M{round(left)} {round(low)}{swing}" for left, low in spots)


def puddles(pools: str, waves: str, size: float) -> str:
    """Puddles in a rim of wet turf, from the paths of their outlines and waves."""
    if not pools:
        return ""
    wet = shape(pools, WATER_RIM, WATER_RIM, size * 0.07)
    return wet + shape(pools, WATER, WATER_EDGE) + lines(waves, WAVE, size / 32)


def _rounded(turns: Sequence[tuple[Point, Point, Point]]) -> str:
    """A closed path with round corners: from where each is left straight, past it, to where the next side begins.

    Whole numbers are enough for things that grow, and there are hundreds of them in a picture.
    """
    path, here_x, here_y = "", 0, 0
    for k, turn in enumerate(turns):
        (ax, ay), (x, y), (bx, by) = ((round(across), round(down)) for across, down in turn)
        if k == 0:
            path = f"M{ax} {ay}"
        elif (ax, ay) != (here_x, here_y):
            path += f"l{ax - here_x} {ay - here_y}"
        path += f"q{x - ax} {y - ay} {bx - ax} {by - ay}"
        here_x, here_y = bx, by
    return path + "z"


def _towards(point: Point, other: Point, far: float) -> Point:
    """So far from a point towards another."""
    share = far / math.dist(point, other)
    return point[0] + (other[0] - point[0]) * share, point[1] + (other[1] - point[1]) * share


def _joined(points: Sequence[Point]) -> str:
    return "L".join(f"{_one(x)} {_one(y)}" for x, y in points)


def _one(value: float) -> str:
    """A number with one decimal: more would not be seen."""
    return num(round(value, 1))

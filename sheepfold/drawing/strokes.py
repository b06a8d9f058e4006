"""The strokes every shape is made of: outlines, lines, dots, eyes, wool, a soft shadow.

Edges are a darker shade of what they surround, never black. Coordinates are units of the box of 48 × 48.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

from sheepfold.drawing.svg import num
from sheepfold.drawing.themes import SHADOW, WHITE

PUPIL = "#221d1b"
Point = tuple[float, float]


def shape(path: str, fill: str, edge: str = "", line: float = 1.2) -> str:
    """A filled outline."""
    stroke = f' stroke="{edge}" stroke-width="{num(line)}" stroke-linejoin="round"' if edge else ""
    return f'<path d="{path}" fill="{fill}"{stroke}/>'


def lines(path: str, colour: str, width: float) -> str:
    """Lines with round ends."""
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{num(width)}" stroke-linecap="round" '
        f'stroke-linejoin="round"/>'
    )


def dots(radius: float, fill: str, *centres: Point, edge: str = "") -> str:
    """Dots of one size and colour."""
    stroke = f' stroke="{edge}" stroke-width="0.8"' if edge else ""
    circles = "".join(f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}"/>' for x, y in centres)
    return f'<g fill="{fill}"{stroke}>{circles}</g>'


def eyes(radius: float, *centres: Point, look: float = 0.5) -> str:
    """Bright eyes that look to the right."""
    return dots(radius, WHITE, *centres) + dots(radius * 0.55, PUPIL, *((x + look, y + 0.3) for x, y in centres))


def oval(x: float, y: float, width: float, height: float, fill: str, edge: str = "", line: float = 1.2) -> str:
    """An ellipse."""
    stroke = f' stroke="{edge}" stroke-width="{num(line)}"' if edge else ""
    return f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(width / 2)}" ry="{num(height / 2)}" fill="{fill}"{stroke}/>'


def box(
    x: float, y: float, width: float, height: float, corner: float, fill: str, edge: str = "", line: float = 1.2
) -> str:
    """A rectangle with round corners."""
    stroke = f' stroke="{edge}" stroke-width="{num(line)}"' if edge else ""
    return (
        f'<rect x="{num(x - width / 2)}" y="{num(y - height / 2)}" width="{num(width)}" height="{num(height)}" '
        f'rx="{num(corner)}" fill="{fill}"{stroke}/>'
    )


def soft(*body: str) -> str:
    """Shapes as a soft shadow."""
    return f'<g opacity="0.16">{"".join(body)}</g>'


def shadow(width: float, y: float = 21) -> str:
    """The soft shadow under whatever stands."""
    return soft(oval(0, y, width, 6.4, SHADOW))


def cloud(width: float, height: float, bumps: int, x: float = 0, y: float = 0) -> str:
    """The path of a woolly outline: a sheep's coat, a bush, a bobble."""
    across, down = width / 2 * 0.87, height / 2 * 0.87
    angles = [2 * math.pi * (k + 0.5) / bumps for k in range(bumps + 1)]
    points = [(x + across * math.sin(angle), y - down * math.cos(angle)) for angle in angles]
    steps = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for start, end in pairwise(points):
        bend = num(0.58 * math.dist(start, end))
        steps.append(f"A{bend} {bend} 0 0 1 {num(end[0])} {num(end[1])}")
    return "".join(steps) + "Z"


def curve(points: Sequence[Point]) -> str:
    """The path of a soft curve through all the points; a single one gives a path too short to see."""
    steps = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for k, (start, end) in enumerate(pairwise(points)):
        third = math.dist(start, end) / 3
        (right, down), (further_right, further_down) = _heading(points, k), _heading(points, k + 1)
        leaves = start[0] + right * third, start[1] + down * third
        arrives = end[0] - further_right * third, end[1] - further_down * third
        steps.append("C" + " ".join(f"{num(x)} {num(y)}" for x, y in (leaves, arrives, end)))
    return "".join(steps) if len(points) > 1 else steps[0] + "h0.01"


def _heading(points: Sequence[Point], k: int) -> Point:
    """Where a curve is heading at one of its points: from the one before it to the one after it."""
    before, here, after = points[max(0, k - 1)], points[k], points[min(len(points) - 1, k + 1)]
    length = math.dist(before, here) + math.dist(here, after)
    return (after[0] - before[0]) / length, (after[1] - before[1]) / length

"""Numbers drawn as lines: hundreds of them are one shape, where every word of text would be laid out by itself.

Each digit is one stroke of a round pen in a box 4.6 wide and 7.2 high, its lower left corner at 0, 0.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from sheepfold.drawing.strokes import lines
from sheepfold.drawing.svg import num

DIGITS = {
    "0": "m2.3-7.2a2.2 3.6 0 1 1 0 7.2a2.2 3.6 0 1 1 0-7.2",
    "1": "m.5-5.7 2-1.5v7.2",
    "2": "m.2-5.2a2.1 2 0 0 1 4.2 0c0 1.7-2.3 3-4.3 5.2h4.5",
    "3": "m.3-6.3c.5-.6 1.2-.9 1.9-.9a1.8 1.7 0 0 1 0 3.4h-.6m.6 0a2.1 1.9 0 0 1 0 3.8c-.9 0-1.7-.4-2.2-1",
    "4": "m3.4 0v-7.2l-3.4 5.3h4.7",
    "5": "m4.1-7.2h-3.3l-.3 3.3c.6-.5 1.2-.7 1.8-.7a2.2 2.3 0 0 1 0 4.6c-.9 0-1.7-.4-2.2-1.1",
    "6": "m3.7-7.2c-2 1-3.5 2.9-3.5 5a2.15 2.2 0 1 0 4.3 0a2.15 2.2 0 1 0-4.3 0",
    "7": "m.2-7.2h4.3l-2.8 7.2",
    "8": "m2.3-3.8a1.8 1.7 0 1 1 0-3.4a1.8 1.7 0 1 1 0 3.4a2.2 1.9 0 1 1 0 3.8a2.2 1.9 0 1 1 0-3.8",
    "9": "m.9 0c2-1 3.5-2.9 3.5-5a2.15 2.2 0 1 0-4.3 0a2.15 2.2 0 1 0 4.3 0",
}
HEIGHT = 10
"""The font size at which a digit has the size it is written down in."""
PEN, BOLD_PEN = 1.35, 1.75
ADVANCE = {"1": 4.6}
USUAL_ADVANCE = 6.3
STEP = re.compile(r"([a-z])([^a-z]*)")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def numbers(
    written: Iterable[tuple[int, float, float]], size: float, fill: str, *, pen: float = PEN, around: float = 0
) -> str:
    """Numbers, each with where it begins on its base line, as large as text of that size, in one shape.

    With `around` the shape is broader by so much: what lies behind the numbers, to set them off.
    """
    drawn = ""
    for number, left, y in written:
        x = left
        for digit in str(number):
            drawn += f"M{num(round(x, 1))} {num(round(y, 1))}{digit_path(digit, size)}"
            x += ADVANCE.get(digit, USUAL_ADVANCE) * size / HEIGHT
    return lines(drawn, fill, pen * size / HEIGHT + around)


@lru_cache(maxsize=200)
def digit_path(digit: str, size: float) -> str:
    """A digit at that size, from where the pen stands. (An arc's turn and its two flags are no lengths.)"""
    scaled = ""
    for command, given in STEP.findall(DIGITS[digit]):
        values = [float(each) for each in NUMBER.findall(given)]
        flags = {2, 3, 4} if command == "a" else set[int]()
        kept = [num(each if k in flags else round(each * size / HEIGHT, 1)) for k, each in enumerate(values)]
        scaled += command + " ".join(kept).replace(" -", "-")
    return scaled

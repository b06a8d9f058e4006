"""What somebody's points are made of, thing by thing, side by side, and behind a minus what costs points."""

from collections.abc import Sequence

from sheepfold.drawing.strokes import lines
from sheepfold.drawing.svg import Theme, document, place

TOKEN = 30
"""How large a thing is drawn, around 0, 0."""
WIDTH, HEIGHT, BETWEEN, GAP = 460, 36, 3, 12
SIGN = 14
MINUS = "#c2334d"


def tally(
    heaps: Sequence[Sequence[str]], against: Sequence[str], *, title: str, theme: Theme = "auto", styled: bool = True
) -> str:
    """Heaps of things that count, then those `against`. Where there are many they overlap, heap by heap."""
    rows = [row for row in (*heaps, against) if row]
    gaps = GAP * (len(rows) - 1) + (GAP + SIGN if against else 0)
    overlapping = sum(map(len, rows)) - len(rows)
    step = min(TOKEN + BETWEEN, (WIDTH - TOKEN * len(rows) - gaps) / max(1, overlapping))
    drawn, left = "", 0.0
    for row in rows:
        if row is against:
            drawn += lines(f"M{left + 2:.1f} {HEIGHT / 2:.0f}h{SIGN - 4}", MINUS, 4)
            left += SIGN + GAP
        spots = [left + TOKEN / 2 + step * k for k in range(len(row))]
        drawn += "".join(
            f'<g transform="{place(round(x, 1), HEIGHT / 2)}">{face}</g>' for x, face in zip(spots, row, strict=True)
        )
        left = spots[-1] + TOKEN / 2 + GAP
    return document(WIDTH, HEIGHT, drawn, title=title, theme=theme, styled=styled)

# pyright: basic
"""What a position of Leduc poker is worth: the pot for the stronger card, as far as one knows or imagines."""

from leduc.rules import strength
from sheepfold.core.kit import part


@part
def judge(state, seat):
    if state.over:
        if state.winner == seat:
            return 1.0 * state.paid[1 - seat]
        return -1.0 * state.paid[seat] if state.winner == 1 - seat else 0.0
    ahead = strength(state, seat) - strength(state, 1 - seat)
    return 0.3 * ahead * (state.paid[0] + state.paid[1])

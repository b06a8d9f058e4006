# pyright: basic
"""What a position of Pig is worth: the points, and while the die is in the air what it brings on average."""

from sheepfold.core.kit import part


@part
def judge(state, seat):
    at_stake = state.total + state.rolling * (20 - state.total) / 6
    return state.score[seat] + (state.turn == seat) * at_stake

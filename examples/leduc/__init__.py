"""Leduc poker: a game with secrets, and the rules that the study of poker agreed on."""

from leduc import judgement, notation, rules, state
from sheepfold.core.game import Game

GAME = Game(
    name="Leduc poker", summary="The smallest poker worth the name.", players=range(2, 3), ages=12, minutes=2,
    rules_version=1, state=state, rules=rules, notation=notation, judgement=judgement,
)  # fmt: skip

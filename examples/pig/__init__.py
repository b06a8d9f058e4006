"""Pig: roll and roll again while your luck holds."""

from pig import judgement, notation, picture, rules, state
from sheepfold.core.game import Game

GAME = Game(
    name="Pig", summary="Roll and roll again while your luck holds.", players=range(2, 9), ages=7, minutes=10,
    rules_version=1, state=state, rules=rules, notation=notation, judgement=judgement, picture=picture,
)  # fmt: skip

"""Sheep Sheep: swap two-sided cards into a square of nine until sheep of one colour hang together."""

from sheepfold.core.game import Game
from sheepfold.core.words import mark as N_
from sheepfold.games.sheepsheep import judgement, material, notation, picture, rules, staging, state

GAME = Game(
    name=N_("Sheep Sheep"),
    summary=N_("Swap two-sided sheep against the hourglass until three of a colour hang together, and take them."),
    players=range(2, 5),
    ages=7,
    minutes=20,
    rules_version=state.RULES_VERSION,
    oldest_rules=1,
    who_begins=N_("Who wore a woollen pullover last?"),  # SSH-7
    state=state,
    rules=rules,
    notation=notation,
    picture=picture,
    staging=staging,
    judgement=judgement,
    material_module=material,
    small={"exchanges": 3},
)

"""East Frisian Sheep Hustle: a race that the runner-up wins."""

from sheepfold.core.game import Game
from sheepfold.core.words import mark as N_
from sheepfold.games.dyke import judgement, material, notation, picture, rules, staging, state

GAME = Game(
    name=N_("East Frisian Sheep Hustle"),
    summary=N_("Race along the dyke and shove the others into the water; the runner-up wins."),
    players=range(3, 9),
    ages=8,
    minutes=45,
    rules_version=state.RULES_VERSION,
    oldest_rules=1,
    who_begins=N_("Who has the most mischievous look?"),  # DYK-4
    state=state,
    rules=rules,
    notation=notation,
    picture=picture,
    staging=staging,
    judgement=judgement,
    material_module=material,
    has_points=False,
)

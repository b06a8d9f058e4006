"""East Frisian Sheep Hustle: a race that the runner-up wins."""

from sheepfold.core.game import Game
from sheepfold.core.words import mark as N_
from sheepfold.games.dyke import judgement, material, notation, picture, rules, state

GAME = Game(
    name=N_("East Frisian Sheep Hustle"),
    summary=N_("Race along the dyke and shove the others into the water; the runner-up wins."),
    players=range(3, 9),
    ages=8,
    minutes=45,
    rules_version=1,
    state=state,
    rules=rules,
    notation=notation,
    picture=picture,
    judgement=judgement,
    material_module=material,
    has_points=False,
)

"""A toy game with everything that strains the core: secrets, simultaneous choosing, a clock, things known to some.

A number is hidden. Everybody secretly chooses one. When all have chosen, the choices are revealed, and whoever chose
highest may peek at the hidden number or stop, before time runs out. Who chose the hidden number scores. Two rounds.
"""

from sheepfold.core.game import Game
from tests.toy_games.toy import notation, rules, state

GAME = Game(
    name="Toy",
    summary="Guess the hidden number.",
    players=range(2, 4),
    ages=5,
    minutes=1,
    rules_version=3,
    state=state,
    rules=rules,
    notation=notation,
)

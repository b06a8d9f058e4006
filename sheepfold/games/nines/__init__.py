"""All Nines: a race along a track that shrinks while you run it."""

from sheepfold.core.game import Game
from sheepfold.core.words import mark as N_
from sheepfold.games.nines import judgement, notation, picture, rules, staging, state

GAME = Game(
    name=N_("All Nines"),
    summary=N_("Race along a track that shrinks while you run it, and collect tiles that add up to nine."),
    players=range(2, 6),
    ages=8,
    minutes=30,
    rules_version=1,
    who_begins=N_("Who is the youngest?"),  # NIN-6
    state=state,
    rules=rules,
    notation=notation,
    judgement=judgement,
    picture=picture,
    staging=staging,
    small={"segments": 5},
)

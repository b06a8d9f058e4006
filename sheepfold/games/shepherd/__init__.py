"""The Shepherd: sheep graze a meadow while the sun goes round and the dog scares them about."""

from sheepfold.core.game import Game
from sheepfold.core.words import mark as N_
from sheepfold.games.shepherd import judgement, material, notation, picture, rules, staging, state

GAME = Game(
    name=N_("The Shepherd"),
    summary=N_("Lead your sheep to the juiciest grass before the sun has gone round, and mind the dog."),
    players=range(2, 5),
    ages=5,
    minutes=25,
    rules_version=state.RULES_VERSION,
    oldest_rules=1,
    state=state,
    rules=rules,
    notation=notation,
    picture=picture,
    staging=staging,
    judgement=judgement,
    material_module=material,
    small={},
)

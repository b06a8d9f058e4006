"""Training that was stopped, kept so that it can go on: weights, the optimiser's memory, and the random sources."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sheepfold.bots.value.plan import Plan, Training
from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game
from sheepfold.core.network import kind_of, unpacked
from sheepfold.core.secrecy import Array
from sheepfold.core.value import Network
from sheepfold.core.words import gettext as _

if TYPE_CHECKING:
    from sheepfold.bots.value.training import Trainer

CHECKPOINT = "value.checkpoint.npz"
ABOUT = "about"


def _job(game: Game, plan: Plan) -> list[Any]:
    return [kind_of(game), *asdict(plan).values()]


@dataclass(frozen=True)
class Stopped:
    """What a checkpoint holds."""

    about: dict[str, Any]
    arrays: dict[str, Array]

    @property
    def players(self) -> int:
        """The number of players that was being trained."""
        return self.about["course"]["players"]

    @property
    def done(self) -> list[int]:
        """The numbers of players that were done."""
        return self.about["done"]

    def restore(self, trainer: Trainer) -> None:
        """Let a trainer go on from here."""
        for name in Network._fields:
            getattr(trainer.network, name)[...] = self.arrays[name]
        trainer.learner.restore(self.arrays, self.about["steps"])
        trainer.draws[:] = self.arrays["draws"]
        trainer.rng.bit_generator.state = self.about["rng"]
        trainer.course = Training(**self.about["course"])


def write_checkpoint(path: Path, trainer: Trainer, plan: Plan, done: Sequence[int]) -> None:
    """Keep how far a trainer has come; the file changes as a whole or not at all."""
    about = {
        "job": _job(trainer.game, plan),
        "course": asdict(trainer.course),
        "done": list(done),
        "steps": trainer.learner.steps,
        "rng": trainer.rng.bit_generator.state,
    }
    arrays: dict[str, Array] = {**trainer.network._asdict(), **trainer.learner.kept(), "draws": trainer.draws}
    arrays[ABOUT] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    part = path.with_name(f".{path.name}")
    with part.open("wb") as file:
        np.savez(file, **arrays)  # pyright: ignore[reportArgumentType]
    part.replace(path)


def read_checkpoint(path: Path, game: Game, plan: Plan) -> Stopped:
    """What was kept of training by this very plan; BadOption if there is nothing of it."""
    if not path.exists():
        raise BadOption(_("There is no training to go on with here: {file}.").format(file=path))
    arrays, about = unpacked(path, ABOUT)
    if about.get("job") != json.loads(json.dumps(_job(game, plan))):
        sentence = _("{file} was left by other training: give the same players, minutes, seed and options.")
        raise BadOption(sentence.format(file=path.name))
    return Stopped(about, arrays)

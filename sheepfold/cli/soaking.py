"""`sheepfold soak`: play at servers of one's own while they are killed, and see whether anybody was told a lie."""

from __future__ import annotations

from sheepfold.client import soak as soaking
from sheepfold.core.errors import BadOption
from sheepfold.core.words import gettext as _
from sheepfold.testing.services import has_postgres, has_redis


def soak(moves: int, *, processes: int, pause: int, seed: int) -> int:
    """Play, strike and check; 1 if anything does not fit."""
    if min(moves, processes, pause) < 1:
        raise BadOption(_("There has to be a move, a process and a second at least."))
    if processes > 1 and not (has_postgres() and has_redis()):
        sentence = _(
            "Several processes need PostgreSQL and Redis, which cannot be started here (on Debian: as root, "
            "with the packages `postgresql` and `redis-server`)."
        )
        raise BadOption(sentence)
    report = soaking.soak(moves, workers=processes, seed=seed, pause=pause)
    print(report)
    return 1 if report.faults else 0

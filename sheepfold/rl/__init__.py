"""For researchers: any game as an environment for learning, derived from the rules everybody plays by.

`Batch` steps thousands of games at once on numpy arrays and needs nothing else. `pettingzoo_env` and
`pettingzoo_parallel_env`, `GymEnv` (with `register_gymnasium`) and `register_open_spiel` speak to those libraries,
which come with `pip install 'sheepfold[rl]'`.
"""

import importlib
from typing import TYPE_CHECKING, Any

from sheepfold.core.errors import BadOption
from sheepfold.core.words import gettext as _
from sheepfold.rl.batch import Batch, Stepped
from sheepfold.rl.layout import FlatLayout
from sheepfold.rl.trying import afterstates

if TYPE_CHECKING:
    from sheepfold.rl.gym import GymEnv, register_gymnasium
    from sheepfold.rl.spiel import register_open_spiel
    from sheepfold.rl.zoo import pettingzoo_env, pettingzoo_parallel_env

__all__ = [
    "Batch",
    "FlatLayout",
    "GymEnv",
    "Stepped",
    "afterstates",
    "pettingzoo_env",
    "pettingzoo_parallel_env",
    "register_gymnasium",
    "register_open_spiel",
]

_ELSEWHERE = {
    "pettingzoo_env": "sheepfold.rl.zoo",
    "pettingzoo_parallel_env": "sheepfold.rl.zoo",
    "GymEnv": "sheepfold.rl.gym",
    "register_gymnasium": "sheepfold.rl.gym",
    "register_open_spiel": "sheepfold.rl.spiel",
}


def __getattr__(name: str) -> Any:
    """What stands on another library is loaded when it is asked for."""
    if name not in _ELSEWHERE:
        raise AttributeError(name)
    try:
        module = importlib.import_module(_ELSEWHERE[name])
    except ModuleNotFoundError as error:
        sentence = _("{name} needs {module}: pip install 'sheepfold[rl]'.")
        raise BadOption(sentence.format(name=name, module=error.name)) from None
    return getattr(module, name)

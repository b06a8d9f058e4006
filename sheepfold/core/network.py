"""Networks that say what positions are worth, kept as data in a game's folder: `value.npz`, one for each number of
players. What does not belong to the game as it is now, is cut or holds no numbers, is refused with a sentence.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game
from sheepfold.core.kit import MOST_SEATS
from sheepfold.core.secrecy import Array
from sheepfold.core.value import AT, BITS, COLUMNS, COUNT, KIND, SIZE, STRIDE, TO, Network
from sheepfold.core.words import gettext as _

FILE = "value.npz"
FORMAT = 1
CARD = "card"
WIDEST = 64
"""No number of a record has more bits than this."""


def kind_of(game: Game) -> str:
    """What a network belongs to: the game, its rules, the shape of its record, and how many features it notes."""
    shape = [(each.name, np.dtype(each.number).str, each.shape) for each in game.record.fields.values()]
    digest = hashlib.blake2b(f"{shape} {game.features}".encode(), digest_size=8).hexdigest()
    return f"{FORMAT} {game.key} {game.rules_version} {digest}"


# ---------------------------------------------------------------------------------------------- writing


def save(path: Path, game: Game, networks: Mapping[int, Network], card: Mapping[str, Any]) -> None:
    """Keep networks by number of players with their card; the file changes as a whole or not at all."""
    arrays: dict[str, Array] = {}
    for players, network in networks.items():
        for name, array in network._asdict().items():
            narrow = np.int32 if name == "reads" else np.float32 if name in ("shift", "scale") else np.float16
            arrays[f"{players}/{name}"] = array.astype(narrow)
    about = json.dumps({"kind": kind_of(game), "card": card}, ensure_ascii=False)
    arrays[CARD] = np.frombuffer(about.encode(), np.uint8)
    part = path.with_name(f".{path.name}")
    with part.open("wb") as file:
        np.savez_compressed(file, **arrays)  # pyright: ignore[reportArgumentType]
    part.replace(path)


# ---------------------------------------------------------------------------------------------- reading


def load(path: Path, game: Game) -> tuple[dict[int, Network], dict[str, Any]]:
    """The networks of a file by number of players, and its card; BadOption says why it cannot be used."""
    arrays, about = unpacked(path, CARD)
    if about.get("kind") != kind_of(game):
        sentence = _("{file} was trained for something else than {game} as it is now: train it anew.")
        raise BadOption(sentence.format(file=path.name, game=_(game.name)))
    counts = {name.partition("/")[0] for name in arrays}
    return {int(count): _network(path, game, int(count), arrays) for count in counts if count.isdigit()}, about["card"]


def unpacked(path: Path, about: str) -> tuple[dict[str, Array], dict[str, Any]]:
    """The arrays of a file, and what it says of itself under this name; BadOption if it cannot be read."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            arrays = {name: kept[name] for name in kept.files}
        return arrays, dict(json.loads(arrays.pop(about).tobytes()))
    except OSError as error:
        reason = error.strerror or str(error)
    except Exception:  # what unpacks it has a dozen ways to complain, and none says more to people
        reason = _("it is damaged, or not what it should be")
    raise BadOption(_("{file} cannot be read: {reason}.").format(file=path.name, reason=reason))


def _network(path: Path, game: Game, players: int, arrays: Mapping[str, Array]) -> Network:
    try:
        found = Network(*(arrays[f"{players}/{name}"] for name in Network._fields))
        network = Network(np.ascontiguousarray(found.reads, np.int64), *(_numbers(each) for each in found[1:]))
        _check(game, players, network)
    except (KeyError, ValueError, IndexError, TypeError):
        sentence = _("{file} holds no weights that fit {game} with {players} players.")
        raise BadOption(sentence.format(file=path.name, game=_(game.name), players=players)) from None
    return network


def _numbers(array: Array) -> Array:
    if not np.isfinite(array).all():
        raise ValueError
    return np.ascontiguousarray(array, np.float32)


def _check(game: Game, players: int, network: Network) -> None:
    """Whether all of it fits together, so that machine code cannot read beside it."""
    inputs, hidden = network.into.shape
    shapes = [(inputs,), (inputs,), (inputs, hidden), (hidden,), (hidden, players), (inputs, players), (players,)]
    first = 1 + players * (2 + game.features)
    fits = players in game.players and [each.shape for each in network[1:]] == shapes
    reads = network.reads
    if not fits or reads.ndim != 2 or reads.shape[1] != COLUMNS:
        raise ValueError
    last_byte = reads[:, AT] + reads[:, STRIDE] * (players - 1) + reads[:, SIZE]
    inside = (reads[:, AT] >= 0) & (reads[:, STRIDE] >= 0) & (last_byte <= game.record.dtype.itemsize)
    placed = (reads[:, TO] >= first) & (reads[:, COUNT] > 0) & (reads[:, TO] + reads[:, COUNT] <= inputs)
    known = (reads[:, KIND] >= 0) & (reads[:, KIND] <= BITS) & (reads[:, COUNT] <= WIDEST) & (reads[:, SIZE] > 0)
    if not (inside & placed & known & (reads[:, SIZE] <= MOST_SEATS)).all():
        raise ValueError


@functools.cache
def _kept(game: Game) -> dict[int, Network] | BadOption:
    path = game.folder / FILE
    try:
        return load(path, game)[0] if path.is_file() else {}
    except BadOption as error:
        return error


def has_learned(game: Game) -> bool:
    """Whether there is something that was learned of a game."""
    return (game.folder / FILE).is_file()


def network_of(game: Game, players: int) -> Network | None:
    """What was learned of a game for so many players; None where nothing was. BadOption: it cannot be used."""
    found = _kept(game)
    if isinstance(found, BadOption):
        raise found
    return found.get(players)


def forget_networks() -> None:
    """Read the files anew when they are next asked for."""
    _kept.cache_clear()

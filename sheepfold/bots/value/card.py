"""The model card of a game's networks: where they come from and how good they are, as TOML beside the weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheepfold.core.game import Game

MODEL_CARD = "value.toml"


def model_card(game: Game, card: Mapping[str, Any]) -> str:
    """What stands in `value.toml`: a table for each number of players."""
    lines = [
        f"# What positions of {game.key} are worth: how `value.npz` was made, and how good it is.",
        "# Chances are of winning, in held-out games of players of several strengths. `curve`: seconds, games, loss,",
        "# and how often the network alone, one action ahead, won among greedy players.",
    ]
    for players, course in card.items():
        lines += ["", f'["{players}"]', f'command = "{course["command"]}"', f"seed = {course['seed']}"]
        lines += [
            f"seconds = {course['seconds']:.0f}",
            f"games = {course['games']}",
            f"positions = {course['positions']}",
        ]
        lines += _calibration(course["calibration"])
        points = [[value if value is not None else -1.0 for value in point] for point in course["curve"]]
        lines.append(f"curve = {points}")
    return "\n".join(lines) + "\n"


def _calibration(found: Mapping[str, Any] | None) -> list[str]:
    if found is None:
        return ["# stopped early: not calibrated"]
    tenths = [[each["share"], each["said"], each["won"]] for each in found["tenths"]]
    return [
        f"held_out = {found['positions']}",
        f"brier = {found['brier']}",
        f"base_rate_brier = {found['base_rate']}",
        f"tenths = {tenths}  # share of positions, said, won",
    ]

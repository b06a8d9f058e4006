"""Make a data folder of this release: `python -m tests.kept FOLDER`."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import sheepfold
from sheepfold.core import playing
from sheepfold.core.log import Step
from sheepfold.server.table.entries import Played
from tests.golden import FOLDER as RECORDS
from tests.kept import sights
from tests.server.support import At, Dice, Server

GAMES = [
    "nines-two-short", "nines-two-short:100", "dyke-chain", "dyke-chain:19", "dyke-own-boards",
    "dyke-rain-molehills:30", "sheepsheep-empty-deck", "sheepsheep-empty-deck:81", "sheepsheep-timed-four",
    "shepherd-basic-sunset", "shepherd-tactical-sunset", "shepherd-tactical-no-grass:120",
    "shepherd-unseen-no-grass:100",
]  # fmt: skip
"""Archived games that are played; `:100` only so far, up to somebody's choice."""


def obey(dice: Dice) -> None:
    """Chance does what the dice are told."""
    playing._drawn = lambda outcomes, weights, rng: dice.drawn(outcomes) or outcomes[0]


def material_file(match: sheepfold.Match) -> str | None:
    """The boards of a match as a file, if they are its own (the Sheep Hustle's only)."""
    if match.material == match.game.material:
        return None
    lines = ["[sides]"]
    for name, water in match.material["sides"].items():
        rows = ["".join("~" if 10 * x + y in water else "." for x in range(10)) for y in range(9, -1, -1)]
        lines.append(f'{name} = """\n' + "\n".join(rows) + '\n"""')
    pads = [f"{name} = {count}" for name, count in match.material["pads"].items()]
    return "\n".join([*lines, "[pads]", *pads]) + "\n"


def cut(steps: list[Step]) -> list[tuple[Step | None, list[str]]]:
    """What people (and the hourglass) do, each with what chance makes of it; before the first the game starts."""
    done: list[tuple[Step | None, list[str]]] = [(None, [])]
    for step in steps:
        if step.seat is None and step.action != "time":
            done[-1][1].append(step.action)
        else:
            done.append((step, []))
    return done


async def play(server: Server, dice: Dice, text: str, length: int | None) -> dict[str, Any]:
    """Play a record at a table of its own, or its first so many actions."""
    whole = sheepfold.Match.replay(text)
    options = {name: value for name, value in whole.options.items() if value != whole.game.options[name].default}
    wish = {"game": whole.game.key, "players": whole.players, "options": options, "material": material_file(whole)}
    at = At(server, (await server.post("/api/tables", body=wish)).json())
    for seat, name in enumerate(whole.seat_names()):
        await at.sit(seat, name)
    for step, following in cut(whole.played()[:length]):
        dice.told = following
        await act(at, step)
        assert not dice.told, (step, dice.told)
    match = at.live.table.match
    assert match is not None
    assert match.record().split("\n\n")[1] == whole.copy(len(match)).record().split("\n\n")[1]
    return {"links": at.links, "seats": at.seats, "record": match.record(), **sights(match)}


async def act(at: At, step: Step | None) -> None:
    if step is not None and step.seat is None:
        async with at.live.lock:
            await at.live.commit([Played(at=at.server.clock(), action=step.action, by="clock")])
        return
    answer = await at.do("start") if step is None or step.seat is None else await at.play(step.seat, step.action)
    assert answer["type"] == "done", (step, answer)


async def make(folder: Path) -> None:
    dice, kept = Dice(), dict[str, Any]()
    obey(dice)
    names = [each.replace(":", "-") for each in GAMES]
    async with Server(folder, dice=dice, names=[name.replace("-", "")[-24:] for name in [*names, "open"]]) as server:
        for name, each in zip(names, GAMES, strict=True):
            stem, _colon, length = each.partition(":")
            text = (RECORDS / f"{stem}.record").read_text(encoding="utf-8")
            kept[name] = await play(server, dice, text, int(length) if length else None)
        wish = {"game": "nines", "players": 3, "chairs": [{}, {"kind": "bot", "bot": "random"}, {}]}
        at = At(server, (await server.post("/api/tables", body=wish)).json())
        await at.sit(2, "Ada")
        kept["open"] = {"links": at.links, "seats": at.seats}
    text = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
    (folder / "kept.json").write_text(text.replace('},"', '},\n"') + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(make(Path(sys.argv[1])))

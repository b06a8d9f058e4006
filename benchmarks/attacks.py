"""What those who play feel while one stranger attacks the server: one line for each attack.

Each attack meets a server of its own with the limits it has by itself, and 1,024 files. Two tables of four people make
eight moves a second in all, somebody plays against a bot, and `/health` is asked ten times a second; the attacker comes
from the same address. A move counts from when it was due until all four know of it, a bot from one's own choice until
one can choose again. Goals: a move within 250 ms and `/health` within 100 ms, in 99 of 100 cases.

`python benchmarks/attacks.py [--seconds 10] [--only hints …] [--tree OTHER_CHECKOUT]`; another checkout of sheepfold is
measured with the packages of this one's environment. Nothing but this machine's loopback is attacked.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from tables.attackers import ATTACKS, Attacker
from tables.processes import Sheepfold, get_ready
from tables.victims import Felt, Victims

FILES = 1024
HEAD = (
    f"{'':<17}{'move p50':>9}{'p99':>8}{'worst':>8}  {'health p50':>10}{'p99':>8}  {'bot p50':>8}{'worst':>8}"
    f"{'log lines':>11}   how the attacker was answered"
)


def share(found: list[float], percent: int) -> float:
    """Milliseconds that so many percent of all took at most."""
    return 1000 * sorted(found)[min(len(found) - 1, len(found) * percent // 100)] if found else float("nan")


def line(name: str, felt: Felt, log: int, answers: dict[str, int]) -> str:
    moves = f"{share(felt.moves, 50):>9.0f}{share(felt.moves, 99):>8.0f}{share(felt.moves, 100):>8.0f}"
    health = f"{share(felt.health, 50):>10.0f}{share(felt.health, 99):>8.0f}"
    bots = f"{share(felt.bots, 50):>8.0f}{share(felt.bots, 100):>8.0f}"
    answered = ", ".join(f"{what} {count:,}" for what, count in sorted(answers.items()))
    return f"{name:<17}{moves}  {health}  {bots}{log:>11,}   {answered}"


def measure(name: str, seconds: float, tree: Path | None) -> str:
    """One attack on a server of its own; `calm`: none."""
    server = Sheepfold(None, limits={}, files=FILES, tree=tree)

    async def play() -> tuple[Felt, dict[str, int]]:
        victims = Victims(server.port)
        await victims.sit_down()
        attacker = Attacker(name, server.port, seconds) if name in ATTACKS else None
        felt = await victims.play(seconds)
        return felt, await asyncio.to_thread(attacker.end) if attacker else {}

    try:
        felt, answers = asyncio.run(play())
        return line(name, felt, server.log_lines(), answers)
    finally:
        server.stop()


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--seconds", type=float, default=10.0, help="how long each attack lasts")
    reader.add_argument("--only", nargs="+", choices=["calm", *ATTACKS], default=["calm", *ATTACKS])
    reader.add_argument("--tree", type=Path, help="another checkout of sheepfold to measure")
    given = reader.parse_args()
    get_ready(given.tree)
    print(HEAD)
    for name in given.only:
        print(measure(name, given.seconds, given.tree), flush=True)


if __name__ == "__main__":
    main()

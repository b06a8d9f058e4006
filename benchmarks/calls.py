"""Where the floor of a call from Python into machine code lies: the same small function, called in every way there is.

It adds a number to a field of a record, as a step does at least. By numba's dispatcher, with the record in an array;
by the call behind the dispatcher, which a `State` uses; both with the record's address as a whole number; and as a C
function through cffi and ctypes. Beside them what OpenSpiel takes to answer from C++, and what a turn of chance is made
of in a game of Pig. Run with `python benchmarks/calls.py`.
"""

from __future__ import annotations

import random
import sys
import timeit
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pyspiel
from cffi import FFI
from numba.core import cgutils
from numba.extending import intrinsic

import sheepfold

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))

BOARD = np.dtype((np.record, [("total", np.int64), ("rest", np.int32, (100,))]))
CALLS, ROUNDS = 100_000, 9


@intrinsic
def at(_context, _address):
    """A whole number taken for an address."""
    return numba.types.voidptr(numba.types.int64), lambda _context, builder, _signature, arguments: builder.inttoptr(
        arguments[0], cgutils.voidptr_t
    )


@numba.njit
def by_array(boards, number):
    boards[0].total += number
    return boards[0].total


@numba.njit
def by_address(address, number):
    board = numba.carray(at(address), 1, BOARD)[0]  # pyright: ignore[reportCallIssue, reportPrivateImportUsage]
    board.total += number
    return board.total


def microseconds(call: Any, *given: Any) -> float:
    """What a call takes: the best of some rounds."""
    names = {"call": call, **{f"given_{k}": each for k, each in enumerate(given)}}
    statement = f"call({', '.join(list(names)[1:])})"
    return min(timeit.repeat(statement, globals=names, number=CALLS, repeat=ROUNDS)) / CALLS * 1e6


def at_the_die() -> tuple[sheepfold.State, list[int], random.Random]:
    """Pig where a die is to be rolled, the weights of its outcomes, and something to draw from."""
    state = sheepfold.State("pig", 2, 1, chance="explicit").warm()
    state.step(state.number("roll"))
    return state, state.weights().tolist(), random.Random(1)


def rolled() -> Any:
    """The same in OpenSpiel."""
    state = pyspiel.load_game("pig").new_initial_state()
    state.apply_action(0)
    return state


def main() -> None:
    boards: Any = np.zeros(1, BOARD)
    address = int(boards.ctypes.data)
    by_array(boards, 1)
    by_address(address, 1)
    [of_array], [of_address] = (list(each.overloads.values()) for each in (by_array, by_address))
    as_c = numba.cfunc(numba.types.int64(numba.types.int64, numba.types.int64))(by_address.py_func)
    through_cffi = FFI().cast("int64_t (*)(int64_t, int64_t)", as_c.address)
    pig, (die, weights, rng) = pyspiel.load_game("pig").new_initial_state(), at_the_die()
    for what, call, given in (
        ("numba's dispatcher, an array and a number", by_array, (boards, 1)),
        ("numba's dispatcher, two numbers", by_address, (address, 1)),
        ("the call behind it, an array and a number", of_array.entry_point, (boards, 1)),
        ("the call behind it, two numbers", of_address.entry_point, (address, 1)),
        ("a cfunc through cffi, two numbers", through_cffi, (address, 1)),
        ("a cfunc through ctypes, two numbers", as_c.ctypes, (address, 1)),
        ("OpenSpiel: legal_actions() of Pig", pig.legal_actions, ()),
        ("OpenSpiel: is_chance_node()", pig.is_chance_node, ()),
        ("OpenSpiel: chance_outcomes() of Pig", rolled().chance_outcomes, ()),
        ("State: legal().tolist() of a die", lambda: die.legal().tolist(), ()),
        ("State: weights().tolist() of a die", lambda: die.weights().tolist(), ()),
        ("State: outcomes() of a die", die.outcomes, ()),
        ("State: draw(rng) of a die", die.draw, (rng,)),
        ("Python: rng.choices(outcomes, weights)", rng.choices, (die.legal().tolist(), weights)),
        ("Python: rng.random()", rng.random, ()),
        ("Python: len(list)", len, ([1],)),
    ):
        print(f"{what:<46}{microseconds(call, *given):>7.3f} µs")


if __name__ == "__main__":
    main()

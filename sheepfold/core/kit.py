"""How rules are written.

A rule is a plain Python function on a record of whole numbers, marked `@rule("NIN-11")`; a helper is marked `@part`.
Imported, they stay plain Python. `compiled()` makes machine code of the same source with numba, with the marked
functions they call put in place, and keeps it in a cache folder named by the content it was made from. Nothing outside
this file knows about compile flags or that cache.

Written once, read twice: keep to whole numbers, loops and the fields of records; import marked functions by name.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any, TypeGuard, TypeVar, cast

import numpy as np
import platformdirs

from sheepfold.core.errors import BadGame, BadRecord
from sheepfold.core.secrecy import ALL, Array, Sight
from sheepfold.core.words import gettext as _

F = TypeVar("F", bound=Callable[..., Any])

CHANCE = 8
"""The actor's number for chance, and its bit in `to_act`; seats are 0 to 7."""

MOST_SEATS = 8

# ---------------------------------------------------------------------------------------------- marking rules


def rule(*ids: str) -> Callable[[F], F]:
    """Mark a function as carrying out these rules of the rulebook."""

    def mark(function: F) -> F:
        marked = part(function)
        marked.__rules__ = ids  # pyright: ignore[reportFunctionMemberAccess]
        return marked

    return mark


def part(function: F) -> F:
    """Mark a function that rules call: it is compiled with them."""
    function.__part__ = True  # pyright: ignore[reportFunctionMemberAccess]
    return function


def is_part(thing: object) -> bool:
    """Whether this is a marked function."""
    return isinstance(thing, FunctionType) and getattr(thing, "__part__", False)


def rules_of(thing: object) -> tuple[str, ...]:
    """The ids of the rules a function carries out."""
    return getattr(thing, "__rules__", ())


# ---------------------------------------------------------------------------------------------- records


@dataclass(frozen=True)
class Field:
    """One field of a record: its name, numbers, shape, who sees it, and what others see instead."""

    name: str
    number: type[np.integer[Any]]
    shape: tuple[int, ...]
    sight: Sight
    blank: int


def field(
    name: str, number: type[np.integer[Any]], shape: int | tuple[int, ...] = (), *, sees: Sight, blank: int = 0
) -> Field:
    """Declare a field. `sees` has no default: forgetting who may see a field must fail."""
    if hasattr(np.record, name):
        raise BadGame(f"A record cannot have a field `{name}`: numpy's records have a method of that name.")
    return Field(name, number, (shape,) if isinstance(shape, int) else shape, sees, blank)


WORD = 8
"""States are whole words long, so that they can be hashed and compared word by word."""


class Record:
    """The shape of a state: fields of whole numbers in one fixed-size block of bytes."""

    def __init__(self, *fields: Field) -> None:
        self.fields = {each.name: each for each in fields}
        if len(self.fields) != len(fields):
            raise BadGame("A record has two fields of one name.")
        for each in fields:
            self._check_sight(each)
        layout = [(each.name, each.number, each.shape) if each.shape else (each.name, each.number) for each in fields]
        packed = np.dtype(layout)
        offsets = [offset for _dtype, offset in _places(packed).values()]
        spec = {
            "names": list(self.fields),
            "formats": [entry[1:] if len(entry) > 2 else entry[1] for entry in layout],
            "offsets": offsets,
            "itemsize": -(-packed.itemsize // WORD) * WORD,
        }
        self.dtype: np.dtype[Any] = np.dtype((np.record, spec))
        self.secrets = [each for each in fields if each.sight is not ALL]

    def _check_sight(self, each: Field) -> None:
        if each.sight.kind == "known" and (
            each.sight.by not in self.fields or self.fields[each.sight.by].shape != each.shape
        ):
            raise BadGame(f"Field `{each.name}` is known by `{each.sight.by}`, which is no field of the same shape.")
        if each.sight.kind == "known" and self.fields[each.sight.by].number in (np.int8, np.uint8):
            raise BadGame(f"Field `{each.sight.by}` has no room for nine bits: eight seats and the spectators.")
        if each.sight.kind == "owner" and not each.shape:
            raise BadGame(f"Field `{each.name}` has an owner but no axis for the seats.")

    def place(self, name: str) -> tuple[int, int]:
        """Where a field lies in the record: its first byte, and how many there are."""
        dtype, offset = _places(self.dtype)[name]
        return offset, dtype.itemsize

    def new(self, count: int = 1) -> Array:
        """This many zeroed records."""
        return np.zeros(count, self.dtype)

    def plain(self, states: Array, i: int = 0) -> dict[str, Any]:
        """One record as a dictionary of numbers and lists."""
        row = states[i : i + 1].tolist()[0]  # all fields at once: several times quicker than one by one
        values = [value.tolist() if isinstance(value, np.ndarray) else value for value in row]
        return dict(zip(self.fields, values, strict=True))

    def from_plain(self, plain: Mapping[str, Any]) -> Array:
        """The record that `plain` made such a dictionary of, as an array of one; BadRecord if it cannot be one."""
        states = self.new()
        try:
            for name in self.fields:
                states[name][0] = plain[name]
        except (KeyError, ValueError, TypeError, OverflowError) as error:
            raise BadRecord(_("This is not what a seat sees: {reason}.").format(reason=error)) from None
        return states


def _places(dtype: np.dtype[Any]) -> dict[str, tuple[np.dtype[Any], int]]:
    """Each field's numbers and first byte."""
    return {name: (place[0], place[1]) for name, place in cast("Any", dtype.fields).items()}


def record(*fields: Field) -> Record:
    """Declare a record field by field."""
    return Record(*fields)


# ---------------------------------------------------------------------------------------------- moves and told


@functools.cache
def moves_dtype(most: int) -> np.dtype[Any]:
    """A list of at most this many actions: `moves.n` and `moves.action[k]`."""
    return np.dtype((np.record, [("n", np.int64), ("action", np.int64, (most,))]))


@part
def add(moves: Any, action: int) -> None:
    """Append an action to a list of legal ones."""
    moves.action[moves.n] = action
    moves.n += 1


MOST_TOLD = 96
"""How many events one action can cause; a chain of eight sheep, forward and back, stays well below."""

TOLD = np.dtype((np.record, [("mute", np.int64), ("n", np.int64), ("event", np.int64, (MOST_TOLD, 5))]))


@part
def tell(told: Any, what: int, seat: int, origin: int, target: int, amount: int) -> None:
    """Note that something happened, unless nobody listens. Events are public: never tell a secret."""
    if told.mute == 0:
        told.event[told.n, 0] = what
        told.event[told.n, 1] = seat
        told.event[told.n, 2] = origin
        told.event[told.n, 3] = target
        told.event[told.n, 4] = amount
        told.n += 1


@dataclass(frozen=True)
class Event:
    """Something that happened, as everybody may know it: which event, by which rule, to whom, from, to, how much."""

    what: str
    rule: str
    seat: int
    origin: int
    target: int
    amount: int


class Events:
    """The kinds of events a game tells, each with its word and the rule behind it."""

    def __init__(self) -> None:
        self.kinds: list[tuple[str, str]] = []
        self.reveals: set[int] = set()

    def add(self, what: str, rule: str, *, reveals: bool = False) -> int:
        """Declare a kind of event; its number is what rules pass to `tell`.

        An event that `reveals` opens the latest secret action of its seat: from then on the log shows it.
        """
        self.kinds.append((what, rule))
        if reveals:
            self.reveals.add(len(self.kinds) - 1)
        return len(self.kinds) - 1

    def read(self, told: Array) -> list[Event]:
        """What a told record holds."""
        rows: list[list[int]] = told["event"][0][: int(told["n"][0])].tolist()
        return [Event(*self.kinds[row[0]], *row[1:]) for row in rows]


# ---------------------------------------------------------------------------------------------- the random source

MASK = (1 << 64) - 1
GOLDEN, MIX_1, MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def source(seed: int) -> Array:
    """A random source: one 64-bit number, passed beside a state, never inside it."""
    return np.array([seed & MASK], np.uint64)


@part
def draw(rng: Any) -> int:
    """The next 32 random bits (the upper half of a splitmix64 step)."""
    state = (int(rng[0]) + GOLDEN) & MASK
    rng[0] = state
    mixed = ((state ^ (state >> 30)) * MIX_1) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * MIX_2) & MASK
    return (mixed ^ (mixed >> 31)) >> 32


_GOLDEN, _MIX_1, _MIX_2 = np.uint64(GOLDEN), np.uint64(MIX_1), np.uint64(MIX_2)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


def _draw_compiled(rng: Any) -> Any:
    """`draw` for the compiler, all unsigned: one signed number would make the rest signed too."""
    state = rng[0] + _GOLDEN
    rng[0] = state
    mixed = (state ^ (state >> _30)) * _MIX_1
    mixed = (mixed ^ (mixed >> _27)) * _MIX_2
    return np.int64((mixed ^ (mixed >> _31)) >> _32)


@part
def fold(key: int, word: int) -> int:
    """Mix a 64-bit word into a hash."""
    mixed = ((int(key) ^ int(word)) * GOLDEN) & MASK
    return mixed ^ (mixed >> 29)


_29 = np.uint64(29)


def _fold_compiled(key: Any, word: Any) -> Any:
    """`fold` for the compiler, all unsigned."""
    mixed = (np.uint64(key) ^ np.uint64(word)) * _GOLDEN
    return mixed ^ (mixed >> _29)


@part
def lowest_bits(key: int, count: int) -> int:
    """A hash cut down to a number below `count`, a power of two."""
    return int(key) & (count - 1)


def _lowest_bits_compiled(key: Any, count: Any) -> Any:
    return np.int64(key & np.uint64(count - 1))


MACHINE_TWINS = {draw: _draw_compiled, fold: _fold_compiled, lowest_bits: _lowest_bits_compiled}
"""What needs the machine's own arithmetic: Python's whole numbers have no end."""


@part
def below(rng: Any, n: int) -> int:
    """A random whole number from 0 to n - 1 (n below 2**31; no outcome is off by more than n / 2**32)."""
    return (draw(rng) * n) >> 32


# ---------------------------------------------------------------------------------------------- plain records


class PlainArray:
    """An array of a plain record: elements read as Python's own numbers; what does not fit raises."""

    def __init__(self, array: Array) -> None:
        self._array = array

    def __getitem__(self, index: Any) -> Any:
        found = self._array[index]
        return PlainArray(found) if found.ndim else int(found)

    def __setitem__(self, index: Any, value: int) -> None:
        self._array[index] = int(value)

    def __len__(self) -> int:
        return len(self._array)

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(len(self)))


class PlainRecord:
    """One record, the same to read and write as in compiled code, but checked: for plain mode and for all that draws,
    tells or reads positions."""

    def __init__(self, row: Array) -> None:
        object.__setattr__(self, "_row", row)

    def __getattr__(self, name: str) -> Any:
        found = self._row[name][0]
        return PlainArray(found) if found.ndim else int(found)

    def __setattr__(self, name: str, value: int) -> None:
        self._row[name] = int(value)


_element = cast("Callable[[Any, Any], Any]", tuple.__getitem__)  # pyright: ignore[reportUnknownMemberType]


class FixedArray(tuple[Any, ...]):
    """An array nobody writes to, as Python's own numbers; `array[seat, k]` reads as it does elsewhere."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        if type(index) is not tuple:
            return super().__getitem__(index)
        found: Any = self
        for each in cast("tuple[Any, ...]", index):
            if type(each) is slice:
                raise TypeError("a part of several rows cannot be read at once: read it row by row")
            found = _element(found, each)
        return found


class SeenRecord(PlainRecord):
    """A plain record to look at, for what draws and tells: every field becomes Python's own numbers once."""

    def __getattr__(self, name: str) -> Any:
        fixed = _fixed(self._row[name][0].tolist())
        object.__setattr__(self, name, fixed)  # from now on it is found without asking here
        return fixed

    def __setattr__(self, name: str, value: int) -> None:
        raise AttributeError(f"{name}: this record is only to look at")


def _fixed(value: Any) -> Any:
    return FixedArray(map(_fixed, cast("list[Any]", value))) if isinstance(value, list) else value


def row_of(one: PlainRecord) -> Array:
    """The array of one record behind a plain record."""
    return one._row  # pyright: ignore[reportPrivateUsage]


class PlainTable:
    """An array of records for plain mode."""

    def __init__(self, array: Array) -> None:
        self._array = array

    def __getitem__(self, i: int) -> PlainRecord:
        return PlainRecord(self._array[i : i + 1])

    def __setitem__(self, i: int, row: PlainRecord) -> None:
        self._array[i] = row_of(row)[0]

    def __len__(self) -> int:
        return len(self._array)


def _is_table(thing: object) -> TypeGuard[Array]:
    return isinstance(thing, np.ndarray) and cast("Array", thing).dtype.names is not None


def plainly(function: Callable[..., Any]) -> Callable[..., Any]:
    """Call a loop in plain mode: the arrays of records it is given are wrapped."""

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        return function(*(PlainTable(each) if _is_table(each) else each for each in arguments))

    return call


# ---------------------------------------------------------------------------------------------- compiling


def plain_mode() -> bool:
    """Whether rules run as plain Python (for debuggers and coverage): `SHEEPFOLD_PLAIN=1`."""
    return os.environ.get("SHEEPFOLD_PLAIN", "") not in ("", "0")


def linked(
    entries: Sequence[FunctionType], stand_ins: dict[FunctionType, FunctionType], folder: Path, *, compiling: bool
) -> dict[FunctionType, Callable[..., Any]]:
    """The entry functions with every marked function they reach, and stand-ins put in place.

    Each function gets globals of its own, in which the marked functions it names are the linked ones. This, and not
    closures or functions passed as arguments, is what numba both caches across processes and calls at full speed.
    """
    if compiling:
        stand_ins = {**stand_ins, **cast("dict[FunctionType, FunctionType]", MACHINE_TWINS)}
    reached: dict[FunctionType, dict[str, Any]] = {}
    pending = list(entries)
    while pending:
        function = stand_ins.get(pending[-1], pending[-1])
        pending.pop()
        if function in reached:
            continue
        names = function.__code__.co_names
        reached[function] = {name: function.__globals__[name] for name in names if name in function.__globals__}
        pending += [value for value in reached[function].values() if is_part(value)]
    finish = _compiler(folder, inline=_is_small(reached, folder)) if compiling else _left_plain
    made: dict[FunctionType, Callable[..., Any]] = {}
    for function, names in reached.items():
        twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        twin.__module__ = function.__module__
        made[function] = finish(twin)
    for names in reached.values():
        for name, value in names.items():
            if is_part(value):
                names[name] = made[stand_ins.get(value) or value]
    return {entry: made[stand_ins.get(entry, entry)] for entry in entries}


def compile_alone(function: Callable[..., Any]) -> Callable[..., Any]:
    """One function outside any game (a benchmark's, say) with the marked functions it calls."""
    plain = cast("FunctionType", function)
    return linked([plain], {}, Path(__file__).parent, compiling=True)[plain]


def _left_plain(function: FunctionType) -> Callable[..., Any]:
    return function


ARRAY_MAKERS = frozenset({"array", "copy", "empty", "full", "ones", "zeros"})

SMALL_GAME = 4000
"""A game whose rules are no longer than this, in bytes of Python's own code, is compiled in one piece."""


def _is_small(functions: Iterable[FunctionType], folder: Path) -> bool:
    """Whether a game's functions may all be put where they are called: quicker, but takes long for a large game."""
    codes = [each.__code__ for each in functions]
    lengths = [len(code.co_code) for code in codes if Path(code.co_filename).resolve().parent == folder]
    return sum(lengths) <= SMALL_GAME


def _compiler(folder: Path, *, inline: bool) -> Callable[[FunctionType], Callable[..., Any]]:
    """numba with our flags, caching into the folder named by what the code was made from.

    Only a function that makes arrays gets numba's memory management (`_nrt`): in all others counting who refers to the
    random source took a fifth to a half of the time.
    """
    import numba  # takes half a second: only when something is compiled

    place = cache_folder(folder)
    if place is not None:
        numba.config.CACHE_DIR = str(place)  # pyright: ignore
    flags: dict[str, Any] = {"cache": place is not None, "nogil": True, "boundscheck": True, "forceinline": inline}

    def compiled(function: FunctionType) -> Callable[..., Any]:
        makes_arrays = not ARRAY_MAKERS.isdisjoint(function.__code__.co_names)
        return cast("Any", numba).njit(function, **flags, _nrt=makes_arrays)

    return compiled


DRAWS, HAS_RULES = re.compile(rb"^from sheepfold\.drawing", re.MULTILINE), re.compile(rb"^@(rule|part)", re.MULTILINE)


def fingerprint(folders: Iterable[Path]) -> str:
    """A name for the content of these folders' sources and the versions that compile them.

    What draws is left out: it is never compiled, and who works on a picture should not wait for the rules.
    """
    from importlib.metadata import version  # slow to import, and only needed here

    digest = hashlib.blake2b(digest_size=8)
    digest.update(f"{sys.version_info[:2]} {version('numba')} {np.__version__}".encode())
    for folder in folders:
        for path in sorted([*folder.glob("*.py"), *folder.glob("*.toml")]):  # material is compiled in as constants
            content = path.read_bytes()
            if HAS_RULES.search(content) or not DRAWS.search(content):
                digest.update(path.name.encode() + b"\0" + content)
    return digest.hexdigest()


KEPT_CACHES = 3


@functools.cache
def cache_folder(folder: Path) -> Path | None:
    """Where the machine code of a game lives: named by its content, so that changed rules are never served stale.

    Old content is pruned. None if no folder can be written: then nothing is kept.
    """
    name = f"{folder.name}-{fingerprint([Path(__file__).parent, folder])}"
    for home in _cache_homes():
        place = home / name
        if home.exists() and _belongs_to_another(home):
            continue
        try:
            place.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.TemporaryFile(dir=place):
                os.utime(place)
        except OSError:
            continue
        siblings = [each for each in home.glob(f"{folder.name}-*") if each.is_dir()]
        for old in sorted(siblings, key=lambda each: each.stat().st_mtime, reverse=True)[KEPT_CACHES:]:
            shutil.rmtree(old, ignore_errors=True)
        return place
    return None


def _belongs_to_another(home: Path) -> bool:
    """Machine code is only loaded from one's own folders: in a shared one somebody else could have left it."""
    return hasattr(os, "getuid") and home.stat().st_uid != os.getuid()


def _cache_homes() -> list[Path]:
    chosen = os.environ.get("SHEEPFOLD_CACHE")
    if chosen:
        return [Path(chosen)]
    user = f"sheepfold-{os.getuid()}" if hasattr(os, "getuid") else "sheepfold"
    return [Path(platformdirs.user_cache_dir("sheepfold")) / "rules", Path(tempfile.gettempdir()) / user]

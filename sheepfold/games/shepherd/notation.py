# pyright: basic
"""The Shepherd in text: actions, choices in plain words, the diagram of a position, and what happened in words.

Reading a diagram is in reader.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from sheepfold.core.kit import Event
from sheepfold.core.plain import PlainRecord, row_of
from sheepfold.core.regions import Region
from sheepfold.core.secrecy import copy_of
from sheepfold.core.text import MARKS, listed
from sheepfold.core.words import gettext as _
from sheepfold.games.shepherd import dog, meadow, rules
from sheepfold.games.shepherd.coaching import EXPLAINED, can_do, speaks_for, warn
from sheepfold.games.shepherd.reader import (
    BARE_SIGN,
    DARK_SIGN,
    DOG_SIGN,
    LIGHT_SIGN,
    SIGNS,
    SUN_PLACE,
    SUN_SIGN,
    WORM_SIGN,
    game_words,
    label_words,
    read_diagram,
    symbol_words,
    to_do_words,
    why_words,
)
from sheepfold.games.shepherd.refusals import why_no_action, why_not, why_nothing
from sheepfold.games.shepherd.regions import regions as regions_of
from sheepfold.games.shepherd.state import (
    COLUMNS,
    COUNTING,
    DARK,
    DOG,
    DOG_STAY,
    FIRST_DIE,
    FLEE,
    FLEEING,
    GRASS,
    GRAZE,
    IS_WORM,
    LIGHT,
    MOVE,
    NO_FIELD,
    OVER,
    PUT_DOG,
    ROWS,
    SECOND_DIE,
    SHEEP,
    SHEEP_EACH,
    STARTER,
    SYMBOLS,
    THROW,
    TURNING,
    WAY_FROM,
    WAY_TO,
    WORM,
)

__all__ = [
    "EXPLAINED", "account", "as_it_looks", "asked_by", "can_do", "choice", "diagram", "narrate", "parts",
    "question", "read_diagram", "show", "speaks_for", "warn", "why_no_action", "why_not", "why_nothing",
]  # fmt: skip

# ---------------------------------------------------------------------------------------------- actions


def name_of(field: int) -> str:
    """`e5` for 55."""
    return "abcdefghij"[field // 10 - 1] + str(field % 10)


def show(action: int) -> str:
    """An action's text, as the rules page spells it."""
    if action == DOG_STAY:
        return "dog stay"
    if action >= MOVE:
        kind, word = (FLEE, "flee") if action >= FLEE else (MOVE, "move")
        return f"{word} {name_of(int(WAY_FROM[action - kind]))} {name_of(int(WAY_TO[action - kind]))}"
    if action >= PUT_DOG:
        return f"dog {name_of(meadow.field_of(action - PUT_DOG))}"
    if action >= GRAZE:
        return f"graze {name_of(meadow.field_of(action - GRAZE))}"
    if action >= IS_WORM:
        return "worm" if action == IS_WORM else "clean"
    if action >= THROW:
        first, second = _symbols(action)
        return f"throw {SYMBOLS[first]} {SYMBOLS[second]}"
    return f"starter {action - STARTER}"


def _symbols(action: int) -> tuple[int, int]:
    """The symbols of a throw."""
    first, second = divmod(action - THROW, 3)
    return FIRST_DIE[first], SECOND_DIE[second]


def parts(observation: Any, _seat: int, action: int) -> tuple[str, ...]:
    """What one taps: a sheep and where it goes (a field, or the sheep it pushes); a sheep and the grass die; the dog
    and its field, or, if it stays, the dog and its die."""
    if action == DOG_STAY:
        return ("dog", f"die-{SYMBOLS[DOG]}")
    if action >= MOVE:
        here, there = _way(action)
        pushed = observation.standing[there]
        target = sheep_part(pushed - 1) if pushed else f"field-{name_of(there)}"
        return (sheep_part(_sheep_at(observation, here)), target)
    if action >= PUT_DOG:
        return ("dog", f"field-{name_of(meadow.field_of(action - PUT_DOG))}")
    if action >= GRAZE:
        return (sheep_part(_sheep_at(observation, meadow.field_of(action - GRAZE))), f"die-{SYMBOLS[GRASS]}")
    return (show(action).replace(" ", "-"),)


def sheep_part(sheep: int) -> str:
    """`sheep-0-2` for blue's second."""
    return f"sheep-{sheep // SHEEP_EACH}-{sheep % SHEEP_EACH + 1}"


def _way(action: int) -> tuple[int, int]:
    """The two fields of a move or a flight."""
    way = action - (FLEE if action >= FLEE else MOVE)
    return int(WAY_FROM[way]), int(WAY_TO[way])


def _sheep_at(observation: Any, field: int) -> int:
    """The sheep (from 0) one means by naming its field: where a chain has put two, the one that was there first."""
    pushed = observation.pushed - 1
    if pushed >= 0 and observation.sheep[pushed] == field:
        return pushed
    return observation.standing[field] - 1


# ---------------------------------------------------------------------------------------------- choices in words


def question(observation: Any, _seat: int) -> str:
    """What the player who is to act is asked: what can be done with the symbols that are not used yet."""
    if observation.phase == FLEEING:
        return _("The dog is too near: where does the sheep run?")
    with_dog = _("walk with the dog") if dog.walks(observation) else _("put the dog on the meadow")
    if dog.may_stay(observation):
        with_dog = _("walk with the dog or let it stay")
    things = (
        (SHEEP, rules.can_move, _("move a sheep")),
        (GRASS, rules.can_graze, _("let a sheep graze")),
        (DOG, dog.can_use_dog, with_dog),
    )
    possible = [words for symbol, can, words in things if rules.is_unused(observation, symbol) and can(observation)]
    sentence = _(" or ").join(possible)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def asked_by(observation: Any, _seat: int) -> str:
    """The rule by which it is asked."""
    if observation.phase == FLEEING:
        return "SHE-19" if observation.tactical else "SHE-14"
    return "SHE-7"


def account(observation: Any, seat: int) -> str:
    """How a player's points came about."""
    words = _("cards: {light} light, {dark} dark").format(light=observation.light[seat], dark=observation.dark[seat])
    worms = observation.worms[seat]
    return words + (_("; worms: {worms} × −2").format(worms=worms) if worms else "")


def choice(observation: Any, _seat: int, action: int) -> str:
    """A choice in plain words, for a list to choose from."""
    if action == DOG_STAY:
        return _("let the dog stay on {field}").format(field=name_of(observation.dog))
    if action >= FLEE:
        return _flight_choice(observation, action)
    if action >= MOVE:
        here, there = _way(action)
        words = _("walk from {here} to {there}: {what}")
        return words.format(here=name_of(here), there=name_of(there), what=_ground(observation, there))
    if action >= PUT_DOG:
        return _dog_choice(observation, meadow.field_of(action - PUT_DOG))
    if action >= GRAZE:
        return _graze_choice(observation, meadow.field_of(action - GRAZE))
    if action >= IS_WORM:
        return _("a worm") if action == IS_WORM else _("no worm, just grass")
    if action >= THROW:
        first, second = _symbols(action)
        return _("throw {first} and {second}").format(first=symbol_word(first), second=symbol_word(second))
    return _("{player} starts").format(player=MARKS[action - STARTER])


def _flight_choice(observation: Any, action: int) -> str:
    here, there = _way(action)
    words = (
        _("{sheep} runs from {here} to {there}: {what}")
        if meadow.are_beside(here, there)
        else _("{sheep} runs off the edge at {here} and comes back on {there}: {what}")
    )
    pushed = observation.standing[there]
    what = _ground(observation, there)
    if pushed:
        what = _("{sheep} there must make way").format(sheep=_mark_of(pushed - 1))
    sheep = _mark_of(_sheep_at(observation, here))
    return words.format(sheep=sheep, here=name_of(here), there=name_of(there), what=what)


def _mark_of(sheep: int) -> str:
    return MARKS[sheep // SHEEP_EACH]


def _ground(observation: Any, field: int) -> str:
    """What one finds on a field."""
    words = {LIGHT: _("grass"), DARK: _("juicy grass, two cards"), WORM: _("a worm")}
    return words.get(observation.cards[field], _("bare ground"))


def _dog_choice(observation: Any, field: int) -> str:
    words = _("send the dog to {field}: {what}") if dog.walks(observation) else _("put the dog on {field}: {what}")
    scared = [
        f"{_mark_of(k)} {name_of(place)}" for k, place in enumerate(observation.sheep) if _is_beside(field, place)
    ]
    what = _("it scares {sheep}").format(sheep=listed(scared)) if scared else _("it scares nobody")
    return words.format(field=name_of(field), what=what)


def _is_beside(field: int, place: int) -> bool:
    return place != 0 and meadow.are_beside(field, place)


def _graze_choice(observation: Any, field: int) -> str:
    words = {
        LIGHT: _("eat the grass on {field}"),
        DARK: _("eat the juicy grass on {field}: two cards"),
        WORM: _("try the grass on {field} again, though there is a worm"),
    }
    return words[observation.cards[field]].format(field=name_of(field))


def symbol_word(symbol: int) -> str:
    """What a die shows, in words."""
    return symbol_words()[symbol]


def as_it_looks(observation: PlainRecord) -> PlainRecord:
    """The position as it lies on the table: worms that were turned back look like any card (SHE-22)."""
    seen = PlainRecord(copy_of(row_of(observation)))
    if seen.tactical:
        for field, card in enumerate(seen.cards):
            if card == WORM:
                seen.cards[field] = LIGHT
    return seen


# ---------------------------------------------------------------------------------------------- the diagram

CELL = 6


def diagram(observation: Any) -> str:
    """The position as text: the meadow with its coordinates, each field with who stands there and what grows there.

    A sheep is its seat's mark and its number: `●2"` is blue's second sheep on grass.
    """
    columns, rows = _extent(observation)
    letters = "".join(f"{letter:<{CELL}}" for letter in "abcdefghij"[:columns])
    lines = [_header(observation), *_labelled_lines(observation), "", f"    {letters}".rstrip()]
    for row in range(rows, 0, -1):
        cells = [f"{_cell(observation, 10 * column + row):<{CELL}}" for column in range(1, columns + 1)]
        lines.append(f"{row}   {''.join(cells)}".rstrip())
    lines += ["", *(_seat_line(observation, seat) for seat in range(observation.players)), _legend()]
    return "\n".join(lines) + "\n"


def _extent(observation: Any) -> tuple[int, int]:
    """How many columns and rows the meadow has."""
    fields = [place for place, card in enumerate(observation.cards) if card != NO_FIELD and place]
    return min(COLUMNS, max(place // 10 for place in fields)), min(ROWS, max(place % 10 for place in fields))


def _header(observation: Any) -> str:
    """Whose turn it is and what is to be done; the card that is turned over; at the end, why."""
    header = f"{MARKS[observation.turn]} {to_do_words()[observation.phase]}"
    if observation.phase == TURNING:
        return f"{header}: {name_of(observation.grazed)}"
    return f"{header}: {why_words()[observation.why]}" if observation.phase in (COUNTING, OVER) else header


def _labelled_lines(observation: Any) -> list[str]:
    """The dice, the sun's way, the game that is played and a chain, as far as there is something to say."""
    labels = label_words()
    shown = {"sun": SUN_PLACE * observation.sun + SUN_SIGN + SUN_PLACE * (observation.sun_places - observation.sun - 1)}
    if observation.thrown[0]:
        faces = zip(observation.thrown, observation.used, strict=True)
        words = [f"({symbol_word(symbol)})" if used else symbol_word(symbol) for symbol, used in faces]
        shown = {"dice": ", ".join(words), **shown}
    played = game_words(observation)
    if played:
        shown["game"] = ", ".join(played)
    if observation.pushed:
        moved = [_sheep_sign(k) for k in range(len(observation.sheep)) if observation.moved >> k & 1]
        shown["chain"] = f"{' '.join(moved)} > {_sheep_sign(observation.pushed - 1)}"
    width = max(len(label) for label in labels.values()) + 2
    return [f"{labels[name]:<{width}}{text}" for name, text in shown.items()]


def _sheep_sign(sheep: int) -> str:
    return f"{_mark_of(sheep)}{sheep % SHEEP_EACH + 1}"


def _cell(observation: Any, field: int) -> str:
    if observation.cards[field] == NO_FIELD:
        return ""
    standing = [sheep for sheep, place in enumerate(observation.sheep) if place == field]
    who = "".join(map(_sheep_sign, standing)) + DOG_SIGN * (observation.dog == field)
    grown = SIGNS[observation.cards[field]]
    return who if who and grown == BARE_SIGN else who + grown


def _seat_line(observation: Any, seat: int) -> str:
    """A player's grass as a pile of cards; with worms unseen, how many were turned over and were worms."""
    grass = DARK_SIGN * observation.dark[seat] + LIGHT_SIGN * observation.light[seat]
    line = f"{MARKS[seat]} {rules.grass_of(observation, seat):>3}  {grass}".rstrip()
    if observation.turned[seat]:
        labels = label_words()
        line += f"  {labels['turned']} {observation.turned[seat]}, {labels['worms']} {observation.worms[seat]}"
    return line


def _legend() -> str:
    words = {
        LIGHT_SIGN: _("grass"),
        DARK_SIGN: _("juicy grass"),
        WORM_SIGN: _("worm"),
        BARE_SIGN: _("bare"),
        DOG_SIGN: _("dog"),
    }
    return "   ".join(f"{sign} {word}" for sign, word in words.items())


# ---------------------------------------------------------------------------------------------- in words


def regions(observation: Any, _seat: int | None, names: Sequence[str]) -> list[Region]:
    """The table as something one can walk through."""
    return regions_of(as_it_looks(observation), names, *_extent(observation))


def narrate(_before: Any, events: Sequence[Event], _after: Any, names: Sequence[str]) -> str:
    """What happened, as sentences."""
    told: list[str] = []
    for what, alike in groupby(events, key=lambda event: event.what):
        group = list(alike)
        told += [_lapsed(group, names)] if what == "lapsed" else [_told(event, names) for event in group]
    return " ".join(told)


def _lapsed(events: Sequence[Event], names: Sequence[str]) -> str:
    """The symbols that were thrown in vain, each named once."""
    symbols = listed(list(dict.fromkeys(symbol_word(event.amount) for event in events)))
    return _("{name} has no use for {symbols}.").format(name=names[events[0].seat], symbols=symbols)


def _told(event: Event, names: Sequence[str]) -> str:
    if event.what == "ended":
        return _("{why}: the game is over.").format(why=_capital(why_words()[event.amount]))
    if event.what == "thrown":
        first, second = symbol_word(event.origin), symbol_word(event.target)
        return _("{name} throws {first} and {second}.").format(name=names[event.seat], first=first, second=second)
    here, there = (name_of(field) if field else "" for field in (event.origin, event.target))
    return _sentence(event).format(name=names[event.seat], here=here, there=there)


def _sentence(event: Event) -> str:
    """What happens on the meadow, as a sentence with its name and fields left out."""
    return {
        "starts": _("{name} is the first to throw two sheep, and starts."),
        "moved": _("{name} walks from {here} to {there}."),
        "took": _("{name} eats the grass on {here}.")
        if event.amount == 1
        else _("{name} eats the juicy grass on {here}: two cards!"),
        "sun": _("The sun goes on."),
        "dog put": _("{name} puts the dog on {there}."),
        "dog walked": _("{name} sends the dog from {here} to {there}."),
        "dog stayed": _("{name} lets the dog stay on {here}."),
        "fled": _("A sheep of {name} runs from {here} to {there}."),
        "round the edge": _("A sheep of {name} runs off the edge at {here} and comes back on {there}."),
        "pushed": _("A sheep of {name} must make way on {here}."),
        "stayed": _("A sheep of {name} has nowhere to go and stays on {here}."),
        "turned over": _("{name} turns over the card on {here}."),
        "worm": _("A worm! It stays on {here}."),
        "worm turned back": _("A worm! The card on {here} is turned back."),
        "in vain": _("{name} tries the grass on {here}, but the worm is still there."),
        "clean in the pile": _("{name} turns over a card: just grass."),
        "worm in the pile": _("{name} turns over a card: a worm! It is gone, and one more card with it."),
    }[event.what]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

# pyright: basic
"""The toy game in text."""

from __future__ import annotations

from sheepfold.core.errors import BadDiagram
from sheepfold.core.kit import CHANCE
from sheepfold.core.plain import PlainRecord
from tests.toy_games.toy.state import CHOOSE, HIDE, PEEK, STATE, STOP


def show(action):
    if action >= PEEK:
        return ("peek", "stop", "time")[action - PEEK]
    return f"choose {action - CHOOSE + 1}" if action >= CHOOSE else f"hide {action - HIDE + 1}"


def veil(before, actor, action, viewer):
    if actor == CHANCE and action < CHOOSE:
        return "hide ?"
    return "choose ?" if CHOOSE <= action < PEEK and viewer != actor else None


def parts(observation, seat, action):
    return (show(action),)


def choice(observation, seat, action):
    return {PEEK: "peek at the hidden number", STOP: "stop"}.get(action, show(action))


def diagram(observation):
    return "".join(f"{name} {_shown(getattr(observation, name))}\n" for name in STATE.fields)


def _shown(value):
    return value if isinstance(value, int) else " ".join(str(each) for each in value)


def read_diagram(text):
    state = PlainRecord(STATE.new())
    try:
        for line in text.splitlines():
            name, *numbers = line.split()
            if len(numbers) == 1:
                setattr(state, name, int(numbers[0]))
            for k, number in enumerate(numbers if len(numbers) > 1 else []):
                getattr(state, name)[k] = int(number)
    except (ValueError, IndexError, KeyError) as error:
        raise BadDiagram(f"This toy diagram cannot be read: {error}.") from None
    return state


def narrate(before, events, after, names):
    return " ".join(
        f"{'Chance' if event.seat == CHANCE else names[event.seat]} {event.what} {event.amount or '…'}."
        for event in events
    )

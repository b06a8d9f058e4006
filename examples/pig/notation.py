# pyright: basic
"""Pig in text: its actions, its positions, and what happened."""

from pig.state import STATE
from sheepfold.core.fields import plain_text

TALES = {"rolled": "{name} rolls a {n}.", "lost": "{name} rolls a 1 and loses {n}.", "held": "{name} keeps {n}."}


def show(action):
    return ("roll", "hold", "die 1", "die 2", "die 3", "die 4", "die 5", "die 6")[action]


diagram, read_diagram, parts, choice = plain_text(STATE, show)


def narrate(_before, events, _after, names):
    return " ".join(TALES[event.what].format(name=names[event.seat], n=event.amount) for event in events)

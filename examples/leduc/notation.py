# pyright: basic
"""Leduc poker in text: its actions, its positions, who may know what was dealt, and what happened."""

from leduc.state import BOTH, CARD, RAISE, STATE
from sheepfold.core.fields import plain_text

NAMES = ("", "jack a", "jack b", "queen a", "queen b", "king a", "king b")
TALES = {
    "dealt": "{name} gets a card.",
    "turned up": "The {card} is turned up.",
    "called": "{name} is in with {n}.",
    "raised": "{name} raises to {n}.",
    "folded": "{name} folds and loses {n}.",
    "shown": "{name} shows the {card}.",
}


def show(action):
    return ("fold", "call", "raise")[action] if action <= RAISE else f"deal {NAMES[action - CARD]}"


diagram, read_diagram, parts, choice = plain_text(STATE, show)


def veil(before, _actor, action, viewer):
    """What others see of a card dealt to somebody."""
    return "deal ?" if action > RAISE and before.dealt < BOTH and viewer != before.dealt else None


def narrate(_before, events, _after, names):
    told = []
    for event in events:
        name = names[event.seat] if event.seat < len(names) else ""
        card = NAMES[event.amount][:-2] if event.what in ("turned up", "shown") else ""
        told.append(TALES[event.what].format(name=name, card=card, n=event.amount))
    return " ".join(told)

# pyright: basic
"""Cards: the ways to lay them, and one drawn from all of them without listing the hundreds there are."""

from __future__ import annotations

from sheepfold.core.kit import add, below, part, rule
from sheepfold.games.dyke.state import (
    ALL_CARDS,
    CARDS,
    ONES,
    PLAY,
    PLAY_CARDS,
    TWOS,
)


@rule("DYK-6")
def list_plays(state, seat, moves):
    """One to three of the cards in hand, in order."""
    missing = ALL_CARDS & ~state.hand[seat]
    for play in range(len(PLAY_CARDS)):
        if PLAY_CARDS[play] & missing == 0:
            add(moves, PLAY + play)


@part
def count_cards(hand):
    cards = 0
    for card in range(CARDS):
        cards += (hand >> card) & 1
    return cards


@part
def draw_play(hand, rng):
    """One of the ways to lay one to three cards of a hand, all equally likely."""
    cards = count_cards(hand)
    pairs = cards * (cards - 1)
    k = below(rng, cards + pairs + pairs * (cards - 2))
    one = draw_card(hand, rng)
    if k < cards:
        return one
    hand &= ~(1 << one)
    two = draw_card(hand, rng)
    pair = 9 * one + two - (1 if two > one else 0)
    if k < cards + pairs:
        return ONES + pair
    three = draw_card(hand & ~(1 << two), rng)
    return TWOS + 8 * pair + three - (1 if three > one else 0) - (1 if three > two else 0)


@part
def draw_card(hand, rng):
    """One of the cards of a hand, all equally likely: any card, until it is one of them."""
    card = below(rng, CARDS)
    while (hand >> card) & 1 == 0:
        card = below(rng, CARDS)
    return card

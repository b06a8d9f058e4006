"""Many games at once: simple bots in compiled loops, others one decision at a time, and what came of it."""

from sheepfold.study.games import Games, play_games
from sheepfold.study.summary import Estimate, difference, summary

__all__ = ["Estimate", "Games", "difference", "play_games", "summary"]

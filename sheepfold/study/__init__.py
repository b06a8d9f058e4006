"""Many games at once: random players in compiled loops, bots one decision at a time, and what came of it."""

from sheepfold.study.games import Games, play_games
from sheepfold.study.summary import Estimate, summary

__all__ = ["Estimate", "Games", "play_games", "summary"]

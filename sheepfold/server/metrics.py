"""Figures for those who watch over a server, shown at `/metrics` beside those of the requests."""

import functools

from prometheus_client import Counter, Gauge, Histogram

_MOVES = Counter("sheepfold_moves", "Actions added to logs, by who decided.", ["by"])
WATCHERS = Gauge("sheepfold_watchers", "Live connections.", multiprocess_mode="livesum")
TABLES = Gauge("sheepfold_tables", "Tables in memory.", multiprocess_mode="livesum")
THINKING = Histogram("sheepfold_bot_seconds", "How long bots thought.", buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10))
DEGRADED = Gauge(
    "sheepfold_degraded", "How many things are wrong; the log and /health say which.", multiprocess_mode="livemax"
)
NEWS_AWAY = Gauge(
    "sheepfold_news_away", "1 while Redis cannot be reached: moves of others come later.", multiprocess_mode="livemax"
)
NOT_SAVED = Counter("sheepfold_not_saved", "Writes that the database refused.")

moves_by = functools.cache(_MOVES.labels)
"""The figure of those who decide so; looking it up each time takes longer than counting."""

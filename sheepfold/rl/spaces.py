"""Spaces as Gymnasium and PettingZoo describe what an environment shows."""

from __future__ import annotations

from typing import Any

import gymnasium

from sheepfold.core.secrecy import Array


def box(low: Array, high: Array) -> gymnasium.spaces.Space[Any]:
    """All arrays between two."""
    dtype: Any = low.dtype
    return gymnasium.spaces.Box(low, high, dtype=dtype)

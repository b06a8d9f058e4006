"""How many connections there is room for: each takes one of the files that the system lets a process open."""

from __future__ import annotations

import sys

RESERVED = 160
"""Files for the database, the logs, children, and connections that are about to be closed."""
FOR_REQUESTS = 1 / 4
"""The share of all connections that live ones leave free, so that requests, `/health` first, are always answered."""
ENOUGH = 1 << 16
FEWEST = 64
ELSEWHERE = 512
"""Files where the system does not say."""


def allow_many_files() -> None:
    """Have the system let this process open as many files as it may have."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_connections() -> int:
    """How many connections there may be at the same time."""
    return max(FEWEST, min(_files(), ENOUGH) - RESERVED)


def most_lines() -> int:
    """How many of them may be live."""
    return int(most_connections() * (1 - FOR_REQUESTS))


def _files() -> int:
    if sys.platform == "win32":
        return ELSEWHERE
    import resource

    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return ENOUGH if soft == resource.RLIM_INFINITY else soft

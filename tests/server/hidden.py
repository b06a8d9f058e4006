"""What each game hides, as scripts: written from the section *Hidden* of its rules page.

Each is a game played twice. Where a line has a `|`, the first game does what stands before it and the second what
stands behind: something the others cannot see. Lines: a seat or `*` (chance) and its action; `listen` (from here on
everybody does), `look` (every address is asked), `time` (the hourglass runs out).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Secret:
    """A script, and the seats that may know what differs in it."""

    game: str
    players: int
    knows: set[int]
    script: str
    options: dict[str, Any] = field(default_factory=dict[str, Any])


FIRST_ROUND = Secret(
    "dyke",
    3,
    {1},
    """
0 lay A1
0 lay B1
1 play 085 | play 7
look
0 try play 999
0 words play 7,play 012
0 why sheep-1
1 words play 7,play 012
1 why sheep-1
1 try play 085
1 undo
1 play 4 | play 96
0 hint
0 coach
1 react ouch
2 play 12
1 undo
0 answer
2 answer
1 play 3 | play 012
1 leave
look
""",
)
"""DYK-6: which and how many cards were laid, also if they are taken back and laid again, by hand or by a keeper."""

LATER_ROUND = Secret(
    "dyke",
    3,
    {0},
    """
0 lay B2
0 lay A1r
0 play 25
1 play 09
2 play 8
0 pick change9
1 play 5
0 play 13 | play 304
2 hint
2 coach
0 undo
2 try play 8
0 play 64 | play 0
1 undo
2 answer
look
""",
)
"""In a later round: cards are on the discard piles, pads are held, and the one who laid does it before the others."""

NEVER_SEEN = Secret(
    "dyke",
    8,
    {5},
    """
0 lay A1
0 lay B2
0 play 72
1 play 74
2 play 2
3 play 20
4 play 61
5 play 35
6 play 57
7 play 30
1 pick change7
0 play 68
1 play 2
2 play 16
3 play 76
4 play 78
5 play 80
6 play 08
7 play 97
1 use change7 6
7 pick change3
0 play 04
1 play 69
3 play 18
4 play 04
5 play 67
6 play 96
7 play 16
7 use change3 3
6 lay A1r
6 pick change7
0 play 53
1 play 51
3 play 43
5 play 21
6 play 23
7 play 58
6 use change7 -1
7 pick back40
0 play 52
1 play 1
3 play 79
listen
5 play 53 | play 9
7 play 52
7 use back40
look
""",
)
"""DYK-7: who is out before their turn never shows their cards."""

LUCKY = Secret("sheepsheep", 2, {0}, """
* lucky b | lucky o
* lucky r
* card og
* card bv
* card oy
* card gb
* card yw
* card vw
* card rg
* card ro
* lay w/o
* lay g/v
* lay g/v
* lay b/w
* lay b/y
* lay w/g
* lay v/b
* lay v/r
* lay b/r
0 swap bv c3
0 words swap gb a2,end
0 swap gb a2
0 undo
1 answer
0 swap gb a2
* draw rv
0 swap og a2
look
* draw ry
0 put c3 r
* draw ro
0 put a3 y
0 put b3 r
1 hint
1 coach
1 swap rg c3
1 swap ro b3
1 try swap og a1
1 swap ro b3
0 swap oy a2
look
0 swap bw b2
0 end
""", {"exchanges": 3})  # fmt: skip
"""SSH-4: a lucky sheep is its owner's alone, from the deal to the end, whatever is swapped, won and drawn."""

SIDES = Secret("sheepsheep", 2, set(), """
* lucky b
* lucky r
* card og
* card bv
* card oy
* card gb
* card yw
* card vw
* card rg
* card ro
* lay w/o | lay w/y
* lay g/v
* lay g/v
* lay b/w
* lay b/y
* lay w/g
* lay v/b | lay v/r
* lay v/r | lay v/o
* lay b/r
0 swap bv c3
0 swap gb a2
* draw rv
0 swap og a2
look
* draw ry
0 put c3 r
* draw ro
0 put a3 y
0 put b3 r
1 swap rg c3
1 swap ro b3
1 swap ro b3
0 hint
0 coach
0 swap oy a2
0 swap bw b2
0 end
look
""", {"exchanges": 3})  # fmt: skip
"""SSH-6: sides nobody has seen, in the square and on cards that were won; and what that says of the deck (SSH-7)."""

AGAINST_THE_CLOCK = Secret("sheepsheep", 2, {1}, """
* lucky b
* lucky r | lucky y
* card og
* card bv
* card oy
* card gb
* card yw
* card vw
* card rg
* card ro
* lay w/o | lay w/y
* lay g/v
* lay g/v
* lay b/w
* lay b/y
* lay w/g
* lay v/b
* lay v/r
* lay b/r
0 swap bv c3
* draw rv
time
look
* draw ry
0 put c3 r
* draw ro
0 put a3 y
0 put b3 r
look
""", {"seconds": 60})  # fmt: skip
"""The same beside the hourglass: how much sand is left says nothing of a secret either."""

SECRETS = {
    "first round": FIRST_ROUND, "later round": LATER_ROUND, "never seen": NEVER_SEEN, "lucky": LUCKY, "sides": SIDES,
    "against the clock": AGAINST_THE_CLOCK,
}  # fmt: skip

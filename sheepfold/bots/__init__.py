"""Players that are programs.

A bot is a function of what a seat may see, its legal actions and a random source; it answers with one of the actions:

    def first(seen, legal, rng):
        return legal[0]

Bots never see a state, only what `observe` lets out. Called by name: `random`, `greedy`, the levels `lamb`, `ewe`,
`ram` and `bellwether`, `friend` for small children, `search` (`search:500` thinks through 500 iterations,
`search:200ms` for 200 milliseconds), or one's own as `module:function`. Among people, `pace` says how long to wait
before what a bot chose is played.
"""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import cast

from sheepfold.bots.bellwether import Bellwether
from sheepfold.bots.draws import Draws
from sheepfold.bots.friend import Friend
from sheepfold.bots.greedy import greedy
from sheepfold.bots.levels import Leveled, level_of
from sheepfold.bots.pacing import pace
from sheepfold.bots.search import Searcher, is_brief, read_search
from sheepfold.bots.seen import Seen
from sheepfold.core.bot_games import ANY, GREEDY, THINKS, UNIFORM
from sheepfold.core.engine import JUDGEMENT, RULES, SEARCH, VALUE, CodeStep, engine_of
from sheepfold.core.errors import BadOption, IllegalAction
from sheepfold.core.game import Game
from sheepfold.core.linking import plain_mode
from sheepfold.core.network import has_learned
from sheepfold.core.text import listed
from sheepfold.core.thinking import Thinker
from sheepfold.core.words import gettext as _
from sheepfold.core.words import mark as N_

__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "Draws",
    "Seen",
    "ask",
    "best",
    "find",
    "greedy",
    "is_awake",
    "is_bot_name",
    "pace",
    "policies",
    "searches",
    "steps_for",
    "thinkers",
    "uniform",
]

Bot = Callable[[Seen, Sequence[str], random.Random], str]


def uniform(_seen: Seen, legal: Sequence[str], rng: random.Random) -> str:
    """Any legal action, all equally likely."""
    return rng.choice(legal)


@dataclass(frozen=True)
class Named:
    """A bot of ours: how one is made for a chair, its words, whether it needs the game's judgement and the search.

    To have `learned` the game is as good as judging.
    """

    make: Callable[[Game], Bot]
    words: str
    judges: bool = False
    searches: bool = False
    policy: int | None = None
    """What it does inside compiled games; None: it has to be asked."""
    learned: bool = False


def _level(name: str, words: str) -> Named:
    return Named(lambda game: Leveled(game, level_of(game, name)), words, judges=True, searches=True, policy=THINKS)


def _search(game: Game) -> Bot:
    return Searcher(game, iterations=ITERATIONS)


BOTS: dict[str, Named] = {
    "random": Named(lambda _game: uniform, N_("plays anything that is legal"), policy=UNIFORM),
    "friend": Named(Friend, N_("waits for whoever lags behind"), judges=True, searches=True),
    "lamb": _level("lamb", N_("is still learning and makes friendly mistakes")),
    "ewe": _level("ewe", N_("has played three evenings, one would think")),
    "ram": _level("ram", N_("has played ten evenings, one would think")),
    "bellwether": Named(
        Bellwether, N_("has played thousands of games and knows its chances"), judges=True, searches=True, learned=True
    ),
    "search": Named(_search, N_("searches for the best action"), judges=True, searches=True, policy=THINKS),
    "greedy": Named(lambda _game: greedy, N_("takes what looks best right now"), judges=True, policy=GREEDY),
}

LEVELS = ("lamb", "ewe", "ram", "bellwether")
"""The bots one is offered, the weakest first; the others are for programmers."""

ITERATIONS = 1000
"""Of `search` where it is not said how long it is to think."""


def is_bot_name(name: str) -> bool:
    """Whether a name stands for a bot and not for a person."""
    return name in BOTS or ":" in name


def searches(name: str) -> bool:
    """Whether a bot needs the compiled search."""
    return name.partition(":")[0] == "search" or (name in BOTS and BOTS[name].searches)


def steps_for(names: Collection[str]) -> list[CodeStep]:
    """What has to be compiled so that these bots play as well as they can, asked one by one."""
    judges = any(name in BOTS and BOTS[name].judges for name in names)
    learned = any(name in BOTS and BOTS[name].learned for name in names)
    search = any(map(searches, names))
    return [RULES, *([JUDGEMENT] if judges else []), *([SEARCH] if search else []), *([VALUE] if learned else [])]


def policies(names: Sequence[str]) -> list[int] | None:
    """What bots do inside compiled games, by seat; None where one of them has to be asked."""
    if set(names) == {"random"}:
        return [ANY] * len(names)  # nobody can tell, and it is quicker
    found = [_policy(name) for name in names]
    return [each for each in found if each is not None] if None not in found else None


def _policy(name: str) -> int | None:
    if name.startswith("search:"):
        return THINKS if is_brief(name.removeprefix("search:")) else None
    return BOTS[name].policy if name in BOTS else None


def thinkers(names: Sequence[str], game: Game) -> dict[int, Thinker]:
    """How those seats think, inside compiled games, that do."""
    found: dict[int, Thinker] = {}
    for seat, name in enumerate(names):
        bot = find(name, game) if _policy(name) == THINKS else None
        if isinstance(bot, Searcher | Leveled) and bot.thinker is not None:
            found[seat] = bot.thinker
    return found


def _thought_with(name: str) -> list[CodeStep]:
    return [step for step in steps_for([name]) if step in (SEARCH, VALUE)]


def is_awake(name: str, game: Game) -> bool:
    """Whether a bot can play as well as it can: one that searches plays simply until its search is compiled."""
    return not searches(name) or plain_mode() or all(map(engine_of(game).has, _thought_with(name)))


def best(game: Game) -> str:
    """The bot that sits down where nobody asked for one: the middle of the levels, as strong in every game."""
    return "ewe" if game.judgement is not None else "random"


def find(name: str, game: Game) -> Bot:
    """The bot of this name, ready to play this game in one chair; a wrong name gets a sentence."""
    if name.startswith("search:"):
        return read_search(game, name.removeprefix("search:"))
    if ":" in name:
        return _own(name)
    if name not in BOTS:
        sentence = _("There is no bot `{name}`; there are: {legal}, or your own as `module:function`.")
        raise BadOption(sentence.format(name=name, legal=", ".join(BOTS)))
    if BOTS[name].judges and game.judgement is None and not (BOTS[name].learned and has_learned(game)):
        sentence = _("The bot `{name}` cannot judge {game}; try {legal}.")
        legal = listed([f"`{other}`" for other, named in BOTS.items() if not named.judges])
        raise BadOption(sentence.format(name=name, game=_(game.name), legal=legal))
    return BOTS[name].make(game)


def _own(name: str) -> Bot:
    """Somebody's own bot, `module:function`; modules are also looked for in the folder one is in."""
    module_name, _colon, function_name = name.partition(":")
    bot = getattr(_imported(name, module_name), function_name, None)
    if not callable(bot):
        sentence = _("The bot `{name}` was not found: {module} has no function `{function}`.")
        raise BadOption(sentence.format(name=name, module=module_name, function=function_name))
    return cast("Bot", bot)


def _imported(name: str, module_name: str) -> ModuleType:
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        return importlib.import_module(module_name)
    except Exception as error:
        sentence = _("The bot `{name}` cannot be loaded: {reason}.")
        raise BadOption(sentence.format(name=name, reason=str(error) or type(error).__name__)) from error
    finally:
        sys.path.remove(here)


def ask(bot: Bot, name: str, seen: Seen, legal: Sequence[str], rng: random.Random) -> str:
    """What a bot chooses; one that fails or answers with something illegal is named."""
    try:
        chosen = bot(seen, legal, rng)
    except Exception as error:
        sentence = _("The bot `{name}` failed: {reason}.")
        raise IllegalAction(sentence.format(name=name, reason=f"{type(error).__name__}: {error}")) from error
    if chosen not in legal:
        sentence = _("The bot `{name}` chose {chosen!r}, which is not legal.")
        raise IllegalAction(sentence.format(name=name, chosen=chosen))
    return chosen

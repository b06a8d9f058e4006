"""The commands, and how a command line is read.

`play`, `simulate` and `arena` have a command of their own for every game, with that game's options: their help lists
them with words and bounds, and a shell can complete them. What the commands do stands in the other modules here, which
are imported when they are needed.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import cyclopts
from cyclopts import App, Group, Parameter

from sheepfold import __version__
from sheepfold.cli.helping import Formatter, command_words, parameter, sentence, usages
from sheepfold.core import words
from sheepfold.core.errors import BadOption
from sheepfold.core.finding import pick_game
from sheepfold.core.game import Game
from sheepfold.core.setup import read_options
from sheepfold.core.words import gettext as _

CommandFunction = Callable[..., Any]


def run(given: Sequence[str]) -> int:
    """Carry out a command line; the exit code."""
    try:
        result = build(given)(given, exit_on_error=False, print_error=False, result_action="return_value")
    except cyclopts.CycloptsError as error:
        raise BadOption(sentence(error)) from None
    return result if isinstance(result, int) else 0


# ---------------------------------------------------------------------------------------------- the app


def build(given: Sequence[str] = ()) -> App:
    """All commands, described in the present language; of the games' own commands only those asked for."""
    app = App(
        name="sheepfold",
        help=_("Tabletop games for people, bots and studies."),
        help_epilogue=_(
            "`--language` speaks {languages}. `sheepfold play nines --help` lists a game's options."
        ).format(languages=", ".join(f"{words.name_of(code)} ({code})" for code in words.languages())),
        version=f"sheepfold {__version__}",
        version_flags=["--version", "-V"],
        help_format="plaintext",
        help_formatter=Formatter(),
        group_commands=Group(_("Commands")),
        default_parameter=Parameter(show_default=False, negative=()),
    )
    app["--help"].help, app["--version"].help = _("show this help"), _("show the version")
    for place, (name, (whole, of_a_game)) in enumerate(COMMANDS.items()):
        command = App(
            name=name,
            help=command_words()[name],
            usage=usages().get(name),
            help_epilogue="",
            group_commands=Group(_("Games")),
            sort_key=place,
        )
        command.default(_described(whole))
        if of_a_game is not None:
            for game in _games_asked_for(name, given):
                command.command(_for_game(of_a_game, game), name=game.key, help=f"{_(game.name)}. {_(game.summary)}")
        app.command(command)
    return app


def _games_asked_for(command: str, given: Sequence[str]) -> list[Game]:
    """The game a command line names for this command; all of them where it names none (help, completion)."""
    from sheepfold.terminal.pages import loaded

    asked = [token for token in given if not token.startswith("-")]
    if asked and asked[0] not in (command, "completion"):
        return []
    if asked[1:] and asked[0] == command and given[1] == asked[1]:
        return [pick_game(asked[1])]
    return [game for _key, game in loaded() if isinstance(game, Game)]


def _described(
    function: CommandFunction, fixed: Mapping[str, Any] | None = None, more: Sequence[inspect.Parameter] = ()
) -> CommandFunction:
    """A command whose parameters carry their words; some may be fixed already, more may be added."""
    fixed = fixed or {}
    parameters = [
        each.replace(annotation=Annotated[each.annotation, parameter(each.name)])
        for each in inspect.signature(function, eval_str=True).parameters.values()
        if each.name not in fixed and each.kind is not inspect.Parameter.VAR_KEYWORD
    ]

    def command(*arguments: Any, **given: Any) -> Any:
        return function(*arguments, **fixed, **given)

    command.__signature__ = inspect.Signature([*parameters, *more])
    return command


def _for_game(function: CommandFunction, game: Game) -> CommandFunction:
    """A command for one game, with the game's options among its own."""
    from sheepfold.terminal.pages import option_words

    group = Group(_("Options of {game}").format(game=_(game.name)))
    more: list[inspect.Parameter] = []
    for option in game.options.values():
        form = Parameter(help=option_words(option), group=group, name=f"--{option.name}", metavar=_("VALUE"))
        kind: Any = Annotated[bool if option.is_flag else str | None, form]
        default = False if option.is_flag else None
        more.append(inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default))
    fixed: dict[str, Any] = {"game": game} if game.material_module else {"game": game, "material": None}
    return _described(function, fixed, more)


def _read_options(game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given, as values; a wrong one gets its sentence."""
    chosen = {name: value for name, value in given.items() if value not in (None, False)}
    return read_options(game, {name: None if value is True else value for name, value in chosen.items()})


# ---------------------------------------------------------------------------------------------- play


def play_on(*, resume: Path | None = None, dice: str = "", coach: bool = False) -> int:
    """Go on with a saved game; without one, say what can be played."""
    from sheepfold.cli import playing

    return playing.resume(resume, dice=dice, coach=coach) if resume else playing.go_on()


def play_game(
    game: Game,
    *,
    players: int | None = None,
    names: str = "",
    seat: tuple[str, ...] = (),
    dice: str = "",
    material: Path | None = None,
    seed: int | None = None,
    first: str = "",
    choose: bool = False,
    coach: bool = False,
    resume: Path | None = None,
    position: Path | None = None,
    **options: Any,
) -> int:
    from sheepfold.cli import playing

    if resume is not None:
        return playing.resume(resume, game, dice=dice, coach=coach)
    if position is not None:
        if (players, material, first, choose, options) != (None, None, "", False, {}):
            sentence = _("With --position go --names, --seat, --dice, --seed and --coach: the rest it says itself.")
            raise BadOption(sentence)
        return playing.play_at(game, position, names=names, seat=seat, dice=dice, seed=seed, coach=coach)
    chosen = _read_options(game, options)
    given = (players, names, seat, dice, material, seed, first, choose, coach, chosen)
    if given == (None, "", (), "", None, None, "", False, False, {}):
        return playing.play_or_go_on(game)
    wish = playing.Wish(game, players, names, seat, material, chosen)
    return playing.play(wish, dice=dice, seed=seed, first=first, choose=choose, coach=coach)


# ---------------------------------------------------------------------------------------------- simulate


def simulate_what() -> int:
    raise BadOption(_("Which game? `sheepfold simulate nines`, for example."))


def simulate_game(
    game: Game,
    *,
    players: int | None = None,
    games: int = 10_000,
    bots: str = "random",
    seed: int = 0,
    engine: str = "local",
    json: bool = False,
    csv: Path | None = None,
    against: str = "",
    material: Path | None = None,
    **options: Any,
) -> int:
    from sheepfold.cli import counting, playing
    from sheepfold.core.match import Match

    chosen = _read_options(game, options)
    match = Match.of(playing.Wish(game, players, material=material, options=chosen).setup())
    variant = None
    if against:
        other = chosen | counting.read_variant(game, against)
        variant = Match.of(playing.Wish(game, players, material=material, options=other).setup())
    shown = counting.HowShown(as_json=json, csv=csv, variant=against)
    return counting.simulate(match, bots, count=games, seed=seed, engine=engine, shown=shown, variant=variant)


# ---------------------------------------------------------------------------------------------- arena


def arena_what() -> int:
    raise BadOption(_("Which game? `sheepfold arena nines --bots ram,greedy`, for example."))


def arena_game(
    game: Game,
    *,
    players: int | None = None,
    rivals: str = "random,greedy,lamb,ewe,ram",
    contests: int = 100,
    seed: int = 0,
    engine: str = "local",
    json: bool = False,
    material: Path | None = None,
    **options: Any,
) -> int:
    from sheepfold.cli.arena_command import arena
    from sheepfold.cli.playing import Wish

    wish = Wish(game, players, material=material, options=_read_options(game, options))
    return arena(wish.setup(), rivals, games=contests, seed=seed, engine=engine, as_json=json)


# ---------------------------------------------------------------------------------------------- train


def train_what() -> int:
    raise BadOption(_("Which game? `sheepfold train nines --minutes 10`, for example."))


def train_game(
    game: Game,
    *,
    span: str = "",
    minutes: int = 10,
    seed: int = 0,
    to: Path | None = None,
    go_on: bool = False,
    material: Path | None = None,
    **options: Any,
) -> int:
    from sheepfold.cli import training

    if material is not None:
        raise BadOption(_("A game is trained with the material it comes with."))
    return training.train(
        game, span, minutes=minutes, seed=seed, options=_read_options(game, options), folder=to, resume=go_on
    )


# ---------------------------------------------------------------------------------------------- the others


def show_games() -> int:
    from sheepfold.terminal import pages, screen

    pages.show_games(screen.console())
    return 0


def learn(game: str = "", /) -> int:
    if not game:
        raise BadOption(_("Which game? `sheepfold learn nines`, for example."))
    from sheepfold.cli import learning

    return learning.learn(pick_game(game))


def show_rules(game: str = "", /, *wanted: str) -> int:
    from sheepfold.terminal import pages, screen

    if not game:
        raise BadOption(_("Which game? `sheepfold rules nines`, for example."))
    pages.show_rules(screen.console(), pick_game(game), " ".join(wanted))
    return 0


def replay(
    file: Path | None = None,
    /,
    *,
    at: int | None = None,
    svg: Path | None = None,
    step: bool = False,
    viewer: int | None = None,
) -> int:
    from sheepfold.cli import replaying

    if file is None:
        raise BadOption(_("Which record? `sheepfold replay FILE`."))
    return replaying.replay(file, at=at, svg=svg, step=step, seat=viewer)


def check(game: str = "", /) -> int:
    from sheepfold.cli import checking

    if not game:
        raise BadOption(_("Which game? `sheepfold check nines`, for example."))
    return checking.check(pick_game(game))


def warm(*keys: str) -> int:
    from sheepfold.terminal import compiling

    return compiling.warm(keys)


def completion(shell: str = "", /, *, install: bool = False) -> int:
    """Print a completion script, or install it."""
    shells = ("bash", "zsh", "fish")
    if shell not in shells and not (install and not shell):
        raise BadOption(_("Which shell? {shells}.").format(shells=", ".join(shells)))
    app = build()
    if install:
        path = app.install_completion(shell=shell or None)
        print(_("Installed: {file}. It works in every new shell.").format(file=path))
    else:
        print(app.generate_completion(shell=shell))  # pyright: ignore[reportArgumentType]
    return 0


def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    database: str | None = None,
    news: str | None = None,
    workers: int | None = None,
    open: bool = False,  # noqa: A002 (the option's name)
    new_key: bool = False,
) -> int:
    from sheepfold.cli import serving

    given = {"host": host, "port": port, "data": data, "database": database, "news": news, "workers": workers}
    return serving.serve(given, open_browser=open, new_key=new_key)


def join(address: str = "", /, *, bot: str = "", name: str = "", chair: int | None = None) -> int:
    if not address:
        raise BadOption(_("Which table? `sheepfold join http://…/t/…#…`, the link somebody gave you."))
    try:
        from sheepfold.cli import joining
    except ImportError as error:
        sentence = _("To join a table more packages are needed: pip install 'sheepfold[server]' ({reason}).")
        raise BadOption(sentence.format(reason=error)) from None
    return joining.join(address, bot=bot, name=name, chair=chair)


def soak(*, moves: int = 1000, processes: int = 1, pause: int = 2, seed: int = 1) -> int:
    try:
        from sheepfold.cli import soaking
    except ImportError as error:
        sentence = _("The server needs more packages: pip install 'sheepfold[server]' ({reason}).")
        raise BadOption(sentence.format(reason=error)) from None
    return soaking.soak(moves, processes=processes, pause=pause, seed=seed)


COMMANDS: dict[str, tuple[CommandFunction, CommandFunction | None]] = {
    "play": (play_on, play_game),
    "learn": (learn, None),
    "serve": (serve, None),
    "join": (join, None),
    "games": (show_games, None),
    "rules": (show_rules, None),
    "replay": (replay, None),
    "simulate": (simulate_what, simulate_game),
    "arena": (arena_what, arena_game),
    "train": (train_what, train_game),
    "check": (check, None),
    "soak": (soak, None),
    "warm": (warm, None),
    "completion": (completion, None),
}
"""Each command, and the one it has for every game below it."""

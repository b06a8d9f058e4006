"""Pages to read: the overview, the games, the rules."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from sheepfold.core import words
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.examples import Example, files, position
from sheepfold.core.finding import games, pick_game
from sheepfold.core.game import Game
from sheepfold.core.options import Option
from sheepfold.core.rules_page import RULE_ID, Block, blocks, spans
from sheepfold.core.text import SEAT_COLOURS
from sheepfold.core.words import gettext as _
from sheepfold.core.words import mark as N_
from sheepfold.terminal.screen import board, told

TAGS = {"ruling": N_("ruling"), "material": N_("material"), "beyond": N_("beyond")}
"""What we decided where the print is silent, reconstructed, or added."""

RULE_INDENT = 8

# ---------------------------------------------------------------------------------------------- overview and games


def show_overview(out: Console) -> None:
    """What this is, and where to begin."""
    out.print(Text("sheepfold", "bold").append(" · " + _("tabletop games at your terminal"), "not bold"))
    out.print()
    for key, game in loaded():
        title = _(game.name) if isinstance(game, Game) else str(game)
        out.print(Text(f"  {key:<12}", "bold").append(title, "not bold"))
    out.print()
    first = games()[0] if "nines" not in games() else "nines"
    grid = Grid.grid(padding=(0, 3, 0, 0))
    grid.add_column(no_wrap=True)
    for command, what in (
        (f"sheepfold learn {first}", _("your first game, with a coach")),
        (f"sheepfold play {first}", _("play against a bot")),
        (f"sheepfold play {first} --names Ada,Ben", _("play together at one terminal")),
        (f"sheepfold rules {first}", _("read the rules")),
        (f"sheepfold simulate {first} --players 4", _("thousands of games by bots")),
        ("sheepfold --help", _("all commands")),
    ):
        grid.add_row(Text(f"  {command}", "cyan"), what)
    out.print(grid)


def loaded() -> Iterator[tuple[str, Game | SheepfoldError]]:
    """Every game found; for one that cannot be loaded, the reason: the others can still be played."""
    for key in games():
        try:
            yield key, pick_game(key)
        except SheepfoldError as error:
            yield key, error


def show_games(out: Console) -> None:
    """Each game with what one wants to know before choosing it."""
    for key, game in loaded():
        if isinstance(game, SheepfoldError):
            out.print(Text(key, "bold").append(": " + _("cannot be loaded: {reason}").format(reason=game), "red"))
            continue
        out.print(Text(key, "bold").append(f"  {_(game.name)}", "not bold"))
        facts = _("{number} players, age {ages} and up, about {minutes} minutes")
        facts = facts.format(number=game.how_many, ages=game.ages, minutes=game.minutes)
        for line in (Text(_(game.summary)), Text(facts, "dim")):
            _hanging(out, "", line, 2)
        for option in game.options.values():
            _hanging(out, Text(f"  --{option.name}", "cyan"), Text(option_words(option)), 16)
        out.print()


def option_words(option: Option) -> str:
    """An option's words with its bounds, and with what holds if it is not given."""
    if option.is_flag:
        return _(option.words)
    in_force = option.default in option.values
    default = str(option.default) if in_force else _("off")
    return f"{_(option.words)} ({option.legal}; {_('default {default}').format(default=default)})"


# ---------------------------------------------------------------------------------------------- rules


def show_rules(out: Console, game: Game, wanted: str = "") -> None:
    """The rules, or what they say about a rule's id or a word."""
    page = blocks(game.rules_page())
    untranslated = words.page(game.folder, "rules.md") == game.folder / "rules.md"
    if words.language() != words.SOURCE_LANGUAGE and untranslated:
        out.print(_("(The rules pages are in English.)"), style="dim")
    chosen = [block for block in page if _is_about(block, wanted)]
    if not chosen:
        sentence = _("The rules of {game} say nothing about `{wanted}`; `sheepfold rules {key}` shows them all.")
        raise SheepfoldError(sentence.format(game=_(game.name), wanted=wanted, key=game.key))
    under = ""
    for block in chosen:
        if wanted and block.kind not in ("title", "heading") and block.under != under:
            under = block.under
            out.print(Text(f"\n{under}", "bold"))
        _show_block(out, block, wanted)
        for example in block.examples:
            _show_picture(out, game, example)


def _is_about(block: Block, wanted: str) -> bool:
    """Whether a block is wanted: an id finds its own rule, a word all that contain it."""
    if not wanted:
        return True
    if RULE_ID.match(wanted.upper() + " "):
        return block.rule == wanted.upper()
    return block.kind not in ("title", "heading") and wanted.lower() in block.text.lower()


def _show_block(out: Console, block: Block, wanted: str) -> None:
    if block.kind in ("title", "heading"):
        out.print(_inline(("" if block.kind == "title" else "\n") + block.text).append(""), style="bold")
    elif block.kind == "row":
        _hanging(out, "  ", _inline("  ·  ".join(block.cells), wanted), 4)
    elif block.rule:
        label = Text(f"{block.rule:<{RULE_INDENT}}", "bold cyan")
        _hanging(out, label, _inline(block.words, wanted), RULE_INDENT)
    else:
        _hanging(
            out, "  · " if block.kind == "item" else "", _inline(block.text, wanted), 4 if block.kind == "item" else 0
        )


def _show_picture(out: Console, game: Game, example: Example) -> None:
    """A caption, and the position below it as the terminal draws it."""
    _hanging(out, "", told(example.caption, [_(name) for name in SEAT_COLOURS]), RULE_INDENT)
    drawn = game.notation.diagram(position(game, files(game)[example.name]))
    room = out.width - max(map(len, drawn.splitlines()))
    board(out, textwrap.indent(drawn, " " * max(0, min(room, RULE_INDENT))))
    out.print()


def _hanging(out: Console, label: str | Text, text: Text, indent: int) -> None:
    """A label, and the text beside it."""
    lines = text.wrap(out, out.width - indent)
    for number, line in enumerate(lines):
        line.rstrip()
        beginning = Text.assemble(label if number == 0 else "")
        beginning.pad_right(indent - beginning.cell_len)
        out.print(beginning.append_text(line))


LOOKS = {"bold": "bold", "code": "cyan", "emphasis": "italic", "link": "italic", "plain": ""}


def _inline(text: str, wanted: str = "") -> Text:
    """A line with what stands out in it. What we decided where the print is silent is in brackets: ‹ruling›."""
    shown = Text()
    for span in spans(text):
        if span.style == "tag":
            shown.append(f"‹{_(TAGS.get(span.text, span.text))}›", "bold yellow")
        else:
            shown.append(span.text, LOOKS[span.style])
    if wanted:
        shown.highlight_regex(re.compile(re.escape(wanted), re.IGNORECASE), "reverse")
    return shown

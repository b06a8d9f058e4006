"""The command line: what a person meets first.

`main` settles the language, hands over to the commands and turns whatever goes wrong into one sentence and an exit
code. Slow imports (rich, cyclopts, numba) wait until somebody needs them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from sheepfold.core import words
from sheepfold.core.errors import BadOption, SheepfoldError
from sheepfold.core.words import gettext as _
from sheepfold.terminal import INTERRUPTED

WRONG_INPUT = 2
BROKEN = 1


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code: 0, 2 for wrong input, 130 after Ctrl-C, 1 for a fault of ours."""
    given = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(_speak_as_asked(given))
    except SheepfoldError as error:
        return _complain(str(error), WRONG_INPUT)
    except KeyboardInterrupt:
        return _complain("\n" + _("Stopped."), INTERRUPTED)
    except EOFError:  # a question that nobody is there to answer
        return 0
    except BrokenPipeError:  # the reader of our output (head, less) has gone: nothing left to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}.", WRONG_INPUT)
    except Exception as error:
        if os.environ.get("SHEEPFOLD_DEBUG"):
            raise
        sentence = _("A fault of sheepfold itself: {reason}. With SHEEPFOLD_DEBUG=1 it says where.")
        return _complain(sentence.format(reason=f"{type(error).__name__}: {error}"), BROKEN)


def _run(given: list[str]) -> int:
    """What needs no reading of options is answered at once; the rest is for the commands."""
    if given in (["--version"], ["-V"]):
        from sheepfold import __version__

        print(f"sheepfold {__version__}")
        return 0
    if given in ([], ["games"]):
        from sheepfold.terminal import pages, screen

        (pages.show_games if given else pages.show_overview)(screen.console())
        return 0
    from sheepfold.cli.commands import run

    return run(given)


def _complain(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code


def _speak_as_asked(given: list[str]) -> list[str]:
    """Speak the language of `--language`, else of the environment; what is left of the command line.

    Help and refusals are spoken too, so this is settled before anything else is read.
    """
    words.speak(words.from_environment())
    rest: list[str] = []
    pending = iter(given)
    for token in pending:
        name, equals, value = token.partition("=")
        if name != "--language":
            rest.append(token)
            continue
        asked = value if equals else next(pending, "")
        if asked not in words.languages():
            sentence = _("`{asked}` is not a language we speak; we speak: {legal}.")
            raise BadOption(sentence.format(asked=asked, legal=", ".join(words.languages())))
        words.speak(asked)
    return rest

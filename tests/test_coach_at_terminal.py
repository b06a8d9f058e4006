"""The coach at the terminal: it warns once, and one word sends it away."""

from __future__ import annotations

from tests.terminal import Terminal, terminal

__all__ = ["terminal"]

DYKE = ("play", "dyke", "--players", "3", "--seed", "1", "--first", "0")


def test_it_warns_once_before_what_would_be_regretted(terminal: Terminal) -> None:
    came = terminal.run(*DYKE, "--coach", typed="play 987\nquit\n")
    assert "Coach: Numbers up to 199 keep you on the dyke." in came.flat
    assert "987 runs off the dyke: you would be out. (DYK-16)" in came.flat
    assert "Type it again to do it all the same." in came.flat
    meant = terminal.run(*DYKE, "--coach", typed="play 987\nplay 987\nquit\n")
    assert "987" in meant.flat.partition("Type it again")[2]
    assert "runs off the dyke: you would be out" not in meant.flat.partition("Type it again")[2]


def test_without_it_nobody_is_warned_and_a_word_calls_it(terminal: Terminal) -> None:
    alone = terminal.run(*DYKE, typed="quit\n")
    assert "Coach:" not in alone.flat
    called = terminal.run(*DYKE, typed="coach\ncoach\nquit\n")
    assert called.flat.count("Coach: ") == 1
    assert "`coach` calls it back" in called.flat

"""Text for a game that needs nothing finer: a line for every field, `score 20 7`, and actions as they are shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sheepfold.core.errors import BadDiagram
from sheepfold.core.kit import Record
from sheepfold.core.plain import PlainRecord
from sheepfold.core.words import gettext as _


class PlainText(NamedTuple):
    """The functions of a notation that can be had for nothing."""

    diagram: Callable[[Any], str]
    read_diagram: Callable[[str], PlainRecord]
    parts: Callable[[Any, int, int], tuple[str, ...]]
    choice: Callable[[Any, int, int], str]


def plain_text(record: Record, show: Callable[[int], str]) -> PlainText:
    """For a game whose fields have one axis at most and whose actions are shown by this function."""

    def diagram(observation: Any) -> str:
        """The position field by field."""
        return "".join(f"{name} {_written(getattr(observation, name))}\n" for name in record.fields)

    def read_diagram(text: str) -> PlainRecord:
        """The position such a text tells of; what is not said is 0."""
        state = PlainRecord(record.new())
        for line in text.splitlines():
            try:
                _read(state, record, *line.split())
            except (KeyError, ValueError, TypeError, IndexError, OverflowError):
                raise BadDiagram(_("This line cannot be read: {line}").format(line=line)) from None
        return state

    def parts(_observation: Any, _seat: int, action: int) -> tuple[str, ...]:
        """One taps what carries the action's text."""
        return (show(action),)

    def choice(_observation: Any, _seat: int, action: int) -> str:
        return show(action)

    return PlainText(diagram, read_diagram, parts, choice)


def _written(value: Any) -> str:
    return str(value) if isinstance(value, int) else " ".join(map(str, value))


def _read(state: PlainRecord, record: Record, name: str, *numbers: str) -> None:
    if not record.fields[name].shape:
        (only,) = numbers
        setattr(state, name, int(only))
        return
    for k, number in enumerate(numbers):
        getattr(state, name)[k] = int(number)

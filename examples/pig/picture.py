# pyright: basic
"""A position of Pig as SVG: the seats with their points, the total of the turn, and two buttons."""

from pig.notation import diagram
from sheepfold.drawing.seats import badge, button
from sheepfold.drawing.svg import document, group, halo, text


def picture(observation, names, *, seat=None, legal=(), chosen=(), **how):
    del seat  # all is open: every seat sees the same
    turn, middle = observation.turn, 22 * observation.players + 10
    chairs = [
        badge(each, name, 140, 32 + 44 * each, 240, note=str(observation.score[each]), active=each == turn)
        for each, name in enumerate(names)
    ]
    buttons = [
        group(
            halo(x, middle + 40, 100, 40, 15),
            button(turn, word, x, middle + 40, 100, 40),
            part=word, legal=word in legal, chosen=word in chosen,
        )
        for word, x in (("roll", 340), ("hold", 460))
    ]  # fmt: skip
    shown = text(str(observation.total), 400, middle - 20, 56)
    return document(540, 44 * len(names) + 20, *chairs, shown, *buttons, title="Pig", desc=diagram(observation), **how)

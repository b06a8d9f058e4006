"""The law of lessons: every step of a coached first game can be reached, and what it says is true of the game."""

from __future__ import annotations

import random
import re

from sheepfold.core import words
from sheepfold.core.game import Game
from sheepfold.core.lesson import ANY, Course, LessonStep
from sheepfold.core.log import Step
from sheepfold.core.match import Match
from sheepfold.core.rules_page import blocks
from sheepfold.testing.demands import demand

LONGEST_THOUGHT = 130
"""Letters of one thought, in any language: two or three short lines on a phone."""


def taught(game: Game, seed: int) -> None:
    """A lesson can be played through: what it waits for is legal, what it points at is drawn, what it says is short.

    Where it waits for one of several actions, one seed after another tries another one.
    """
    lesson = game.lesson
    if lesson is None:
        return
    rng, match, course = random.Random(seed), lesson.match(game), Course(lesson)
    rules = {block.rule for block in blocks(game.rules_page())}
    while not course.is_over:
        if (due := course.due) is not None:
            _happens(match, due)
            course.played()
        elif (step := course.step) is not None:
            _said(step, rules)
            _drawn(match, lesson.learner, step)
            _keeps_secrets(match, lesson.learner, step)
            _left_to_find(match, lesson.learner, step)
            if step.is_read_only:
                course.read()
            else:
                awaited = _awaited(match, lesson.learner, step)
                match.play(lesson.learner, rng.choice(awaited) if step.wait == (ANY,) else awaited[seed % len(awaited)])
                course.played()


def _happens(match: Match, step: Step) -> None:
    legal = match.legal(step.actor)
    demand(step.action in legal, f"`{step}` after {match.log()[-2:]}; legal: {legal[:8]}")
    match.play(*step)


def _awaited(match: Match, learner: int, step: LessonStep) -> list[str]:
    """What the learner may do, all of it legal."""
    legal = match.legal(learner)
    demand(legal, f"step {step.number}: the learner is not to act")
    if step.wait == (ANY,):
        return legal
    for action in step.wait:
        demand(action in legal, f"step {step.number}: `{action}` is not legal; legal: {legal[:8]}")
    return list(step.wait)


def _said(step: LessonStep, rules: set[str]) -> None:
    demand(not step.rule or step.rule in rules, f"step {step.number}: there is no rule {step.rule}")
    for language in words.languages():
        with words.speaking(language):
            for text in (step.say, step.otherwise):
                said = words.gettext(text) if text else ""
                demand(len(said) <= LONGEST_THOUGHT, f"step {step.number}: more than a thought ({language}): {said}")
                demand("{" not in said, f"step {step.number}: nothing is filled in here: {said}")


def _drawn(match: Match, learner: int, step: LessonStep) -> None:
    """Everything it points at is in both pictures, as the learner sees them."""
    if match.game.picture is None:
        return
    for upright in (False, True):
        names = set(re.findall(r'\b(?:id|data-part)="([^"]+)"', match.svg(learner, upright=upright)))
        for name in step.at:
            demand(name in names, f"step {step.number}: there is no `{name}` in the picture (upright: {upright})")


def _left_to_find(match: Match, learner: int, step: LessonStep) -> None:
    """What the learner is to find is not the only choice, and nothing points at it."""
    if not step.find:
        return
    legal = match.legal(learner)
    missed = [action for action in legal if not step.welcomes(action)]
    demand(missed, f"step {step.number}: there is nothing to find, all choices are right")
    for action in step.wait:
        shown = ", ".join(parts := match.parts(learner, action))
        demand(not set(parts) <= set(step.at), f"step {step.number} points at {shown}, which is to be found")


def _keeps_secrets(match: Match, learner: int, step: LessonStep) -> None:
    """Nothing is said of what others chose in secret, as long as the learner may not know it."""
    played = match.record().splitlines()[-len(match) :] if len(match) else []
    for known, line in zip(match.log(learner), played, strict=True):
        what = line.split(" ", 2)[-1]
        hidden = known != line and re.search(rf"\b{re.escape(what)}\b", f"{step.say} {step.otherwise}")
        demand(not hidden, f"step {step.number} tells of `{line}`, which the learner may not know")

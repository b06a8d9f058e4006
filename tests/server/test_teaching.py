"""Tables at which a game is taught: chance and bots follow the lesson, the learner is answered kindly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sheepfold
from sheepfold.core import lesson as lessons
from sheepfold.core.lesson import Course
from tests.server.support import At, Server, in_loop

TAUGHT = [key for key in sheepfold.games() if sheepfold.game(key).lesson is not None]


async def lesson_at(server: Server, key: str = "nines", **more: Any) -> At:
    answer = await server.post("/api/tables", body={"game": key, "lesson": True, **more})
    assert answer.status_code == 201, answer.text
    links = answer.json()
    return At(server, links, {int(chair): token for chair, token in links["chairs"].items()})


def course_at(at: At) -> Course:
    course = at.live.table.course
    assert course is not None
    return course


async def said_to(at: At, who: int | str) -> Any:
    return (await at.shown(who, "story"))["state"]["lesson"]


async def let_bots(at: At) -> None:
    """Wait until the others have done what is due."""
    await at.until(lambda: course_at(at).due is None)


async def read_on(at: At) -> None:
    """The learner has read what the coach says."""
    assert (await at.do("read", 0, seat=0, place=course_at(at).place))["type"] == "done"


async def learn(at: At, key: str) -> None:
    """Go through a lesson to its end, as the coach says."""
    learner = course_at(at).lesson.learner
    while not course_at(at).is_over:
        await let_bots(at)
        step = course_at(at).step
        assert step is not None, "a lesson ends with something said"
        if step.is_read_only:
            answer = await at.do("read", learner, seat=learner, place=course_at(at).place)
        else:
            match = at.live.table.match
            assert match is not None
            action = next(text for text in match.legal(learner) if step.welcomes(text))
            answer = await at.do("play", learner, seat=learner, action=action)
        assert answer["type"] == "done", (key, step, answer)


@pytest.mark.parametrize("key", TAUGHT)
@in_loop
async def test_a_lesson_is_taught_to_its_end_and_the_game_goes_on(tmp_path: Path, key: str) -> None:
    async with Server(tmp_path) as server:
        at = await lesson_at(server, key)
        await learn(at, key)
        match = at.live.table.match
        assert match is not None
        assert sheepfold.Match.replay(match.record()).view() == match.view()
        assert await said_to(at, course_at(at).lesson.learner) is None
        # Read from its log again the table is the same, at the same place of the lesson.
        again = await server.house.read(at.name)
        assert again.course is not None
        assert again.course.is_over
        assert again.match is not None
        assert match.record().startswith(again.match.record()), "the others may have played on meanwhile"


@in_loop
async def test_the_coach_speaks_to_the_learner_alone(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await lesson_at(server)
        said = await said_to(at, 0)
        assert said["say"].startswith("You are Blue")
        assert (said["number"], said["of"]) == (1, 19)
        await read_on(at)
        assert (await said_to(at, 0))["wait"] == ["move 1"]
        assert (await said_to(at, 0))["number"] == 2
        assert await said_to(at, "watch") is None
        german = (await server.get(f"{at.path}?language=de&eyes=0", at.token(0))).json()["state"]["lesson"]
        assert german["say"].startswith("Du hast eine 4 gewürfelt")


@in_loop
async def test_another_choice_gets_a_kind_word_and_changes_nothing(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await lesson_at(server)
        await read_on(at)
        assert (await at.do("play", 0, seat=0, action="move 1"))["type"] == "done"
        await let_bots(at)
        before = at.live.table.seq
        refused = await at.do("play", 0, seat=0, action="move 2")
        assert (refused["code"], refused["reason"][:11]) == ("not now", "A fresh paw")
        assert (await at.do("play", 0, seat=0, action="move 4"))["code"] == "illegal"
        assert (await at.do("read", 0, seat=0, place=course_at(at).place))["code"] == "stale"
        assert at.live.table.seq == before


@in_loop
async def test_only_the_learner_reads_on_and_only_where_the_lesson_is(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await lesson_at(server)
        await read_on(at)
        for action in ("move 1", "move 1", "take 1.4"):
            assert (await at.do("play", 0, seat=0, action=action))["type"] == "done"
            await let_bots(at)
        place = course_at(at).place
        assert (await at.do("read", "watch", seat=0, place=place))["code"] == "not yours"
        assert (await at.do("read", 0, seat=0, place=place - 1))["code"] == "stale"
        assert (await at.do("read", 0, seat=0, place=place))["type"] == "done"
        usual = await server.table("nines")
        assert (await usual.do("read", 0, seat=0, place=0))["code"] == "not now"


@in_loop
async def test_a_lesson_sets_its_own_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Server(tmp_path) as server:
        for more in ({"players": 3}, {"options": {"segments": 5}}, {"chairs": [{}, {}]}, {"material": "x"}):
            answer = await server.post("/api/tables", body={"game": "nines", "lesson": True, **more})
            assert (answer.status_code, answer.json()["code"]) == (400, "bad")
        at = await lesson_at(server, chairs=[{"kind": "here", "name": "Ada"}])
        assert [chair.name for chair in at.live.table.chairs] == ["Ada", ""]
        monkeypatch.setattr(sheepfold.game("nines"), "lesson", None)
        answer = await server.post("/api/tables", body={"game": "nines", "lesson": True})
        assert answer.json()["reason"] == "There is no lesson for All Nines."


@in_loop
async def test_with_another_lesson_a_table_goes_on_without_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lesson may be rewritten while somebody is in the middle of it: their game is not lost."""
    async with Server(tmp_path) as server:
        at = await lesson_at(server)
        await read_on(at)
        assert (await at.do("play", 0, seat=0, action="move 1"))["type"] == "done"
        nines = sheepfold.game("nines")
        monkeypatch.setattr(nines, "lesson", lessons.read("[[step]]\nsay = 'New.'", nines))
        again = await server.house.read(at.name)
        assert again.course is None
        assert again.match is not None
        assert again.match.log()[-1] == at.live.table.match.log()[-1]  # pyright: ignore[reportOptionalMemberAccess]


@in_loop
async def test_a_rematch_is_a_real_game(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await lesson_at(server)
        assert (await at.do("close"))["type"] == "done"
        assert (await at.do("rematch"))["type"] == "done"
        following = await server.house.read(at.live.table.rematch or "")
        assert following.course is None
        assert following.made.lesson == ""

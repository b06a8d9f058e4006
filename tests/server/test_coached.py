"""The coach that may stay at a table: for those who ask for it, where the manners allow it, and not beside a lesson."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.server.support import At, Server, in_loop
from tests.server.test_teaching import lesson_at

WANT = "choices,story,coach"


async def to_choose(server: Server, **manners: Any) -> At:
    at = await server.table("dyke", 3, manners=manners)
    for line in ("0 lay A1", "0 lay B1"):
        await at.played(line)
    return at


@in_loop
async def test_whoever_asks_is_told_what_can_be_done_and_what_would_be_regretted(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await to_choose(server)
        state = (await at.shown(0, WANT))["state"]
        assert "Numbers up to 199" in state["coach"]["can_do"]
        over = next(choice for choice in state["choices"] if choice["action"] == "play 312")
        warning = state["coach"]["warnings"][over["warning"]]
        assert warning == {"words": "312 runs off the dyke: you would be out.", "rule": "DYK-16"}
        assert (await at.shown(0, "choices,story"))["state"]["coach"] is None
        assert (await at.shown("watch", WANT))["state"]["coach"] is None


@in_loop
async def test_where_the_manners_do_not_allow_it_there_is_no_coach(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await to_choose(server, coach=False)
        state = (await at.shown(0, WANT))["state"]
        assert state["coach"] is None
        assert all(step.get("remarks") is None for step in state["steps"])
        answer = await server.post(f"{at.path}/coach", at.token(0), {"seat": 0})
        assert answer.json()["reason"] == "At this table there is no coach."


@in_loop
async def test_during_a_lesson_only_that_coach_speaks(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await lesson_at(server)
        assert (await at.shown(0, WANT))["state"]["coach"] is None

"""What happens is shown as beats to those who want them; bots wait until it was seen, and hands are covered then."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

from sheepfold.core.match import Match
from sheepfold.drawing.staging import LONGEST
from sheepfold.server.table.attention import lasting
from sheepfold.server.table.deciding import running
from sheepfold.server.table.showing import is_public
from sheepfold.server.wire.messages import BeatShown, StepShown
from tests.server.support import At, Line, Server, in_loop


def beats_in(line: Line) -> list[dict[str, Any]]:
    return [beat for step in line.latest("state")["steps"] for beat in step["beats"] or []]


async def against_a_bot(server: Server, **manners: Any) -> tuple[At, Line]:
    at = await server.table("nines", 2, bots={1: "random"}, manners={"bot_seconds": 0.01, **manners})
    return at, await at.line(0, want="legal,beats,story")


async def play_and_time(at: At, line: Line) -> float:
    """Play until a bot is to act, and how long it takes until it has acted."""
    await at.server.agree()
    while at.live.table.acting() == [0]:
        await at.played(f"0 {(await at.shown(0))['state']['legal'][0]}")
        await at.server.agree()
    began, length = time.monotonic(), at.live.table.match_length
    await at.until(lambda: at.live.table.match_length > length)
    return time.monotonic() - began


async def soonest(at: At, line: Line) -> float:
    """The same, the shortest of several: a machine that is busy may hold up a bot that does not wait."""
    return min([await play_and_time(at, line) for _turn in range(4)])


@in_loop
async def test_beats_come_to_those_who_want_them(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        shown, told = await at.line(0, want="beats"), await at.line(1, want="story")
        await at.played(f"0 {(await at.shown(0))['state']['legal'][0]}")
        await shown.settle()
        await told.settle()
        assert {"verb", "lasts", "what"} <= set(beats_in(shown)[0])
        assert beats_in(shown)[0]["verb"] == "hop"
        assert [step["beats"] for step in told.latest("state")["steps"]] == [None] * len(told.latest("state")["steps"])


@in_loop
async def test_who_comes_in_is_shown_the_last_turn_from_where_it_began(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        before = running(at.live.table).svg(None, styled=False)
        await at.played(f"0 {(await at.shown(0))['state']['legal'][0]}")
        line = await at.line(1, want="beats,picture,story")
        state = line.latest("state")
        assert state["before"] == before != state["picture"]
        assert [bool(step["beats"]) for step in state["steps"]].count(True) <= 2
        assert (await at.line(1, want="picture,story")).latest("state")["before"] is None


@in_loop
async def test_a_bot_waits_until_people_have_seen_what_happened(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at, line = await against_a_bot(server)
        assert await play_and_time(at, line) > 0.3


@in_loop
async def test_a_bot_goes_on_at_once_when_all_have_seen_it(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at, line = await against_a_bot(server, pace="calm", bot_seconds=10)
        while at.live.table.acting() == [0]:
            await at.played(f"0 {(await at.shown(0))['state']['legal'][0]}")
        length = at.live.table.match_length
        began = time.monotonic()
        await line.ask("seen", length=length, hurry=True)
        await at.until(lambda: at.live.table.match_length > length)
        assert time.monotonic() - began < 9


@in_loop
async def test_the_pace_of_the_table_is_changed_by_anybody_who_plays(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at, line = await against_a_bot(server)
        assert line.latest("table")["pace"] == "usual"
        assert (await line.ask("pace", pace="none"))["type"] == "done"
        await line.settle()
        assert line.latest("table")["pace"] == "none"
        await asyncio.sleep(0.5)  # what was shown at the beginning is over
        assert await soonest(at, line) < 0.3
        line.send({"type": "pace", "id": "hasty", "pace": "hasty"})
        await line.settle()
        assert at.live.attention.pace == "none"


@in_loop
async def test_without_anybody_who_is_shown_it_a_bot_does_not_wait(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2, bots={1: "random"}, manners={"bot_seconds": 0.01})
        line = await at.line(0, want="legal")
        assert await soonest(at, line) < 0.3


@in_loop
async def test_several_at_one_device_see_the_reveal_before_their_hands_are_covered(tmp_path: Path) -> None:
    """The picture before it, as everybody may see it, and the beats: nothing of anybody's own cards is among them."""
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        while running(at.live.table).view()["rounds"] == 0:
            (seat,) = at.live.table.acting()
            await at.played(f"{seat} {(await at.shown(seat))['state']['legal'][0]}")
        both = await server.connect(f"{at.path}/live?want=legal,beats,picture,story", f"{at.token(0)} {at.token(1)}")
        await at.played("2 play 9")
        for seat, cards in ((0, "play 12"), (1, "play 34")):
            await both.ask("look", seat=seat)
            await both.settle()
            assert both.latest("state")["eyes"] == seat
            public = running(at.live.table).svg(None, styled=False)
            await at.played(f"{seat} {cards}")
            await both.settle()
        state = both.latest("state")
        assert state["eyes"] is None or state["to_act"] == [state["eyes"]]
        assert [watcher.looks_as for watcher in at.live.watchers] == [None]
        assert state["before"] == public
        assert [beat["text"] for beat in beats_in(both) if beat["verb"] == "flip"][:1] != []


def test_what_is_public_anyway_needs_no_curtain() -> None:
    """Laying boards is for all to see; laying cards is not, nor a swap by somebody who sees a lucky sheep meanwhile."""
    match = Match("dyke", 3)
    assert is_public(match, 0)
    match.play(0, "lay A1")
    match.play(0, "lay B1")
    assert not is_public(match, 0)
    hidden = Match("sheepsheep", 2, exchanges=3)
    while "*" in hidden.to_act():
        hidden.roll()
    assert not is_public(hidden, 0)


def test_how_long_steps_last_is_bounded() -> None:
    beats = [BeatShown(verb="glow", lasts=9_000), BeatShown(verb="glow", lasts=9_000, after=0.5)]
    step = StepShown(seat=0, action="", by="person", story="", events=[], beats=beats)
    assert lasting([step]) == 13_500
    assert lasting([step, step]) == LONGEST
    assert lasting([]) == 0


@in_loop
async def test_who_is_out_is_told_so_and_not_only_whom_the_others_wait_for(tmp_path: Path) -> None:
    kept = Match.replay((Path(__file__).parents[1] / "golden" / "dyke-2-one-left.record").read_text(encoding="utf-8"))
    async with Server(tmp_path) as server:
        at = await server.table("dyke", kept.players)
        for line in kept.log():
            await at.played(line)
            out = [seat for seat, place in enumerate(running(at.live.table).view()["out"]) if place]
            if out:
                break
        sentence = (await at.line(out[0])).latest("state")["sentence"]
        assert sentence.startswith("Your sheep is out of the race.")
        assert "Waiting for" in sentence
        others = (await at.line((out[0] + 1) % kept.players)).latest("state")["sentence"]
        assert "out of the race" not in others

"""Why not, over the wire: a refused action and a tap in vain are answered by rule, to those who may ask."""

from __future__ import annotations

from pathlib import Path

from tests.server.support import Server, in_loop


@in_loop
async def test_a_refused_action_says_why_in_the_callers_language(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        refused = await at.do("play", 0, seat=0, action="play 12")
        assert (refused["type"], refused["code"]) == ("refused", "illegal")
        assert refused["reason"] == "Cards are laid at the beginning of a round. (DYK-6)"


@in_loop
async def test_what_can_never_be_an_action_is_refused_by_its_rule_too(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        for line in ("0 lay A1", "0 lay B1"):
            await at.played(line)
        refused = await at.do("play", 0, seat=0, action="play 1234")
        assert refused["type"] == "refused"
        assert refused["reason"] == "Three cards are the most one lays. (DYK-6)"


@in_loop
async def test_a_tap_in_vain_is_answered_to_whoever_holds_the_chair(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        why = await at.do("why", 0, seat=0, parts=["card-1"])
        assert (why["type"], why["rule"]) == ("why", "DYK-6")
        assert why["words"] == "Cards are laid at the beginning of a round."
        waiting = await at.do("why", 1, seat=1, parts=["card-1"])
        assert (waiting["words"], waiting["rule"]) == ("It is not your turn.", "")
        assert (await at.do("why", 1, seat=0, parts=["card-1"]))["code"] == "not yours"


@in_loop
async def test_whatever_is_tapped_gets_a_sentence(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("shepherd", 2)
        match = at.live.table.match
        assert match is not None
        (seat,) = match.to_act()
        for parts in (["field-zz"], ["sheep-9-9", "dog"], ["", "-"], ["die-sun"] * 12, ["space-x"]):
            assert (await at.do("why", int(seat), seat=seat, parts=parts))["words"]

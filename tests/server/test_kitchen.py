"""The kitchen: games get ready whatever was left of an earlier time; one that cannot be prepared spoils no other."""

from __future__ import annotations

import asyncio

import pytest

import sheepfold
from sheepfold.server import kitchen
from sheepfold.server.deciding import Refusal
from tests.server.support import in_loop


@pytest.fixture(autouse=True)
def no_child(monkeypatch: pytest.MonkeyPatch) -> None:
    """The child that compiles ends at once and leaves nothing."""
    monkeypatch.setattr(kitchen, "WARM", "")
    monkeypatch.setattr(kitchen.drivers, "is_warm", lambda game: False)
    monkeypatch.setattr(kitchen.search, "is_warm", lambda game: False)
    monkeypatch.setattr(kitchen, "_load", lambda key: None)
    monkeypatch.setattr(kitchen, "_load_search", lambda key: None)


async def ready(keys: list[str]) -> None:
    """Wait until a kitchen has got these games ready."""
    cooking = kitchen.Kitchen()
    cooking.start()
    for key in keys:
        await asyncio.wait_for(cooking.playable(key), 20)
        await asyncio.wait_for(cooking.searchable(key), 20)
    await cooking.stop()


@in_loop
async def test_what_a_child_does_not_leave_is_compiled_here() -> None:
    await ready(sheepfold.games())


@in_loop
async def test_a_game_whose_search_alone_was_kept_gets_ready_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kitchen.search, "is_warm", lambda game: True)
    await ready(sheepfold.games())


@in_loop
async def test_a_game_that_cannot_be_prepared_spoils_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = sheepfold.games()

    def load(key: str) -> None:
        if key == first:
            raise ValueError(key)

    monkeypatch.setattr(kitchen, "_load", load)
    cooking = kitchen.Kitchen()
    cooking.start()
    for key in others:
        await asyncio.wait_for(cooking.playable(key), 20)
    with pytest.raises(Refusal):
        await asyncio.wait_for(cooking.playable(first), 20)
    assert not cooking.is_playable(first)
    assert all(cooking.is_playable(key) for key in others)
    await cooking.stop()

"""HEAD: who only wants to know whether something is there is told so, and sent nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.support import Server, in_loop


@pytest.mark.parametrize("address", ["/", "/health", "/rules/dyke", "/new/nines", "/api/games", "/nowhere"])
def test_a_head_says_what_a_get_would(tmp_path: Path, address: str) -> None:
    @in_loop
    async def both() -> None:
        async with Server(tmp_path) as server:
            whole, head = await server.get(address), await server.ask("HEAD", address)
            assert head.status_code == whole.status_code != 405
            assert head.headers["content-type"] == whole.headers["content-type"]
            assert whole.content
            assert head.content == b""

    both()

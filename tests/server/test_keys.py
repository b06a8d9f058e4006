"""The key and its folder: never short, on the disk before it is used, not replaced in silence, and nobody else's."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from sheepfold.core.errors import BadOption
from sheepfold.server.keeping.keys import guard_folder, renew_key, signing_key
from sheepfold.server.settings import Settings
from tests.server.support import Server, in_loop
from tests.server.test_process import SERVE

LONG = "a key that nobody would guess"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    key = signing_key(settings, tables=0)
    assert len(key) >= 32
    assert signing_key(Settings(data=tmp_path), tables=5) == key
    assert mode(tmp_path / "secret") == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]
    assert signing_key(Settings(data=tmp_path, secret=LONG), tables=5) == LONG


@pytest.mark.parametrize("content", ["", "\n", "short", " " * 40, "x" * 15])
def test_an_empty_or_short_key_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "secret").write_text(content)
    for tables in (0, 3):
        with pytest.raises(BadOption, match="too short"):
            signing_key(Settings(data=tmp_path), tables=tables)
    assert (tmp_path / "secret").read_text() == content
    if content.strip():
        with pytest.raises(BadOption, match="too short"):
            signing_key(Settings(data=tmp_path, secret=content.strip()), tables=0)


def test_a_key_is_on_the_disk_before_it_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file and the folder that names it: a crash leaves the whole key, or none."""
    synced: list[str] = []
    usual = os.fsync

    def fsync(handle: int) -> None:
        path = Path(f"/proc/self/fd/{handle}").resolve()
        synced.append("folder" if path.is_dir() else "file")
        if not path.is_dir():
            assert len(path.read_text()) >= 32
            assert not (tmp_path / "secret").exists()
        usual(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    signing_key(Settings(data=tmp_path), tables=0)
    assert synced == ["file", "folder"]


@in_loop
async def test_a_lost_key_is_said_and_a_new_one_is_made_only_when_asked_for(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
    (tmp_path / "secret").unlink()
    with pytest.raises(BadOption, match="missing") as error:
        await Server(tmp_path).__aenter__()
    assert "--new-key" in str(error.value)
    assert not (tmp_path / "secret").exists()
    renew_key(Settings(data=tmp_path))
    async with Server(tmp_path) as again:
        assert (await again.get(at.path, at.token("watch"))).status_code == 403
    with pytest.raises(BadOption, match="SHEEPFOLD_SECRET"):
        renew_key(Settings(data=tmp_path, secret=LONG))


def test_the_command_line_says_so_too(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("")
    done = subprocess.run(
        [sys.executable, "-c", SERVE, "--port", "0", "--data", str(tmp_path)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "too short" in done.stderr
    assert "Traceback" not in done.stderr


# ---------------------------------------------------------------------------------------------- the folder


@in_loop
async def test_the_folder_and_all_in_it_are_the_servers_own(tmp_path: Path) -> None:
    os.umask(0o022)
    for folder in (tmp_path / "new" / "deep", tmp_path / "there"):
        if folder.name == "there":
            folder.mkdir(mode=0o755)
        async with Server(folder) as server:
            await server.table("nines", 2)
            assert mode(folder) == 0o700
            names = ("secret", "tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm")
            assert {path.name: mode(path) for path in folder.iterdir()} == dict.fromkeys(names, 0o600)


def test_what_earlier_versions_left_open_is_closed(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").touch(mode=0o644)
    (tmp_path / "secret").touch(mode=0o644)
    tmp_path.chmod(0o755)
    guard_folder(tmp_path)
    assert [mode(path) for path in (tmp_path, tmp_path / "tables.sqlite", tmp_path / "secret")] == [0o700, 0o600, 0o600]


def test_a_folder_that_holds_other_things_is_left_as_it_is(tmp_path: Path, logged: list[dict[str, str]]) -> None:
    (tmp_path / "holiday.jpg").touch()
    tmp_path.chmod(0o755)
    guard_folder(tmp_path)
    assert mode(tmp_path) == 0o755
    assert mode(tmp_path / "tables.sqlite") == 0o600
    assert [line["event"] for line in logged] == ["others may look into the data folder"]

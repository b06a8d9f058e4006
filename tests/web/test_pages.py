"""The pages as the server sends them: complete, in both languages, and with nothing in them that a policy forbids."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient

import sheepfold
from sheepfold.core import words
from sheepfold.server.http.heads import Heads
from sheepfold.server.page import assets
from sheepfold.server.page.pages import page_router
from sheepfold.server.page.rules_page import rules_page

PAGES = ["/", "/replay", "/t/abc", *(f"/{kind}/{key}" for kind in ("new", "rules") for key in sheepfold.games())]


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Litestar]]:
    app = Litestar([page_router()], openapi_config=None)
    app.asgi_handler = Heads(app.asgi_handler)
    with TestClient(app) as client:
        yield client


@pytest.mark.parametrize("language", words.languages())
@pytest.mark.parametrize("address", PAGES)
def test_a_page_brings_nothing_of_its_own(client: TestClient[Litestar], address: str, language: str) -> None:
    """No script or style within it, nothing from elsewhere, and every file it names is there."""
    answer = client.get(address, params={"language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text
    assert not re.search(r"<style|\sstyle=|\son\w+=|https?://(?!www\.w3\.org)", answer.text)
    for script in re.findall(r"<script[^>]*>", answer.text):
        assert "src=" in script or 'type="application/json"' in script
    for named in set(re.findall(r'(?:src|href|srcset)="(/static/[^"]+)"', answer.text)):
        assert client.get(named).status_code == 200, named


@pytest.mark.parametrize("key", sheepfold.games())
def test_every_rule_can_be_linked_to(key: str) -> None:
    game = sheepfold.game(key)
    html = rules_page(game).html
    body = game.rules_page().partition("\n## Decisions")[0]
    ids = re.findall(r"^- ([A-Z]{3}-X?\d+) ", body, re.MULTILINE)
    assert len(ids) > 10
    assert all(f'id="{rule}"' in html for rule in ids)
    assert "**" not in html
    assert "[ruling]" not in html


@pytest.mark.parametrize("address", ["/new/nothing", "/rules/nothing", "/rules/nothing/text", "/static/x/../pages.py"])
def test_what_is_not_there_is_said_to_be_missing(client: TestClient[Litestar], address: str) -> None:
    assert client.get(address).status_code == 404


def test_large_buttons_are_kept_for_a_device(client: TestClient[Litestar]) -> None:
    for kept, is_large in (("large", True), ("usual", False), ("enormous", False)):
        page = client.get("/", headers={"cookie": f"size={kept}"}).text
        assert ('data-size="large"' in page) == is_large, kept


@pytest.mark.parametrize("key", sheepfold.games())
def test_a_table_may_bring_its_own_material_where_a_game_has_some(client: TestClient[Litestar], key: str) -> None:
    page = client.get(f"/new/{key}").text
    assert ('id="material"' in page) == (sheepfold.game(key).material_module is not None)


def test_covers_are_drawn_whatever_the_server_speaks(client: TestClient[Litestar]) -> None:
    for key in sheepfold.games():
        with words.speaking("de"):
            assert assets.cover.__wrapped__(key, "day", "en"), key


def test_words_from_outside_stay_words(client: TestClient[Litestar]) -> None:
    page = client.get("/t/%3Cscript%3Ealert(1)%3C%2Fscript%3E").text
    assert "<script>alert" not in page


def test_files_are_kept_for_ever_under_their_version_only(client: TestClient[Litestar]) -> None:
    assert "immutable" in client.get(assets.address("table.js")).headers["cache-control"]
    assert client.get("/static/yesterday/table.js").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("address", ["/", "/rules/dyke", "/t/nowhere"])
def test_HEAD_is_answered_as_GET_without_its_body(client: TestClient[Litestar], address: str) -> None:
    head, whole = client.head(address), client.get(address)
    assert head.status_code == whole.status_code
    assert head.headers["content-type"] == whole.headers["content-type"]
    assert head.content == b""

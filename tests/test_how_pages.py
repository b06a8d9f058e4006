"""How to play: pages that say the same in every language, name the rule behind each sentence, and can be tried out."""

from __future__ import annotations

import random
import re

import pytest
from litestar import Litestar
from litestar.testing import TestClient

import sheepfold
from sheepfold.core import examples, words
from sheepfold.core.errors import IllegalAction, UnreadableAction
from sheepfold.server.page.how_page import TRY, WHY, how_page, trial_of, trial_shown, trials, why_shown
from sheepfold.server.page.pages import page_router

KEYS = sheepfold.games()
PAGES = [(key, language) for key in KEYS for language in words.languages()]
TRIALS = [(key, name) for key in KEYS for name, _seat in trials(sheepfold.game(key))]
every_page = pytest.mark.parametrize(("key", "language"), PAGES)
MOST_WORDS = 420
"""What one reads in two minutes, and a little more for the positions."""


def text_of(key: str, language: str) -> str:
    with words.speaking(language):
        return words.page(sheepfold.game(key).folder, "how.md").read_text(encoding="utf-8")


@every_page
def test_every_game_has_its_page_in_every_language_and_it_is_short(key: str, language: str) -> None:
    text = text_of(key, language)
    assert language == "en" or text != text_of(key, "en")
    assert 150 < len(re.sub(r"[?!]\[|\]\([^)]*\)+", " ", text).split()) < MOST_WORDS


@every_page
def test_a_translation_has_the_same_reasons_pictures_and_positions(key: str, language: str) -> None:
    for pattern in (WHY.pattern, r"\]\(([\w-]+\.txt[^\n]*)\)"):
        assert re.findall(pattern, text_of(key, language)) == re.findall(pattern, text_of(key, "en"))
    ours, theirs = ({caption for caption, *_rest in TRY.findall(text_of(key, each))} for each in ("en", language))
    assert language == "en" or not ours & theirs


@every_page
def test_every_sentence_has_its_reason(key: str, language: str) -> None:
    """Each paragraph ends with one, so that none of its sentences stands without."""
    paragraphs = [line for line in text_of(key, language).splitlines() if line and line[0] not in "#!?"]
    assert len(paragraphs) > 5
    assert [line for line in paragraphs if not re.search(WHY.pattern + "$", line)] == []


@every_page
def test_every_reason_is_a_rule_of_the_page_it_leads_to(key: str, language: str) -> None:
    game = sheepfold.game(key)
    with words.speaking(language):
        html, rules = how_page(game).html, game.rules_page()
    links = re.findall(rf'href="/rules/{key}#([A-Z]{{3}}-X?\d+)"', html)
    assert len(links) >= 10
    assert all(f"\n- {rule} " in rules for rule in links)
    assert not re.search(r"\(" + key[:3].upper(), html)
    assert html.count("<figure>") == text_of(key, language).count("![") > 0
    assert html.count('class="try"') == len(trials(game)) >= 2


@pytest.mark.parametrize(("key", "name"), TRIALS)
def test_a_position_can_be_tried_out_to_its_end(key: str, name: str) -> None:
    game = sheepfold.game(key)
    for seed in range(5):
        rng, played = random.Random(seed), list[str]()
        trial = trial_of(game, name, played)
        assert trial is not None
        assert trial.goes_on
        while trial.goes_on and len(played) < 10:
            shown = trial_shown(trial, name)
            parts = {part for choice in shown["choices"] for part in choice["parts"]}
            assert shown["question"]
            drawn = set(re.findall(r'data-part="([^"]+)"', shown["picture"]))
            assert parts & drawn
            played.append(rng.choice(shown["choices"])["action"])
            trial = trial_of(game, name, played)
            assert trial is not None
            assert trial_shown(trial, name)["story"]
        with pytest.raises((IllegalAction, UnreadableAction)):
            trial_of(game, name, [*played, "wolf"])


def test_a_tap_in_vain_says_why() -> None:
    trial = trial_of(sheepfold.game("shepherd"), "dark-before", [])
    assert trial is not None
    assert why_shown(trial, ["sheep-1-1"])["rule"] == "SHE-8"


def test_the_page_and_its_positions_are_served() -> None:
    with TestClient(Litestar([page_router()], openapi_config=None)) as client:
        for key in KEYS:
            assert client.get(f"/how/{key}?language=fr").status_code == 200
            assert f'href="/how/{key}"' in client.get("/").text
            assert f'href="/how/{key}"' in client.get(f"/rules/{key}").text
            assert f'href="/how/{key}"' in client.get(f"/new/{key}").text
        shown = client.get("/how/shepherd/try/dark-before", params={"played": "graze d4", "language": "de"}).json()
        assert "frisst das saftige Gras" in shown["story"]
        why = client.get("/how/shepherd/try/dark-before", params={"tapped": "sheep-1-1"}).json()
        assert why == {"words": "That sheep is not yours.", "rule": "SHE-8"}
        for address in ("/how/chess", "/how/nines/try/setup", "/how/chess/try/setup", "/how/nines/try/..%2Fcover"):
            assert client.get(address).status_code == 404
        for played in ("graze d1", "nonsense", ",".join(["graze d4"] * 40)):
            refused = client.get("/how/shepherd/try/dark-before", params={"played": played})
            assert refused.status_code == 409
            assert refused.json()["reason"]
    assert set(examples.files(sheepfold.game("nines"))) >= {name for key, name in TRIALS if key == "nines"}

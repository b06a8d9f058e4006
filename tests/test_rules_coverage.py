"""Every rule of every page stands in the code and in the name of a test."""

from __future__ import annotations

import pytest

import sheepfold
from tests.rules_coverage import PAGE, Rule, page, rules_of

ALL_RULES = [(key, rule) for key in sheepfold.games() for rule in rules_of(sheepfold.game(key)).values()]


@pytest.mark.parametrize(("key", "rule"), ALL_RULES, ids=lambda each: getattr(each, "id", each))
def test_the_rule_has_code_and_a_test(key: str, rule: Rule) -> None:
    assert rule.code, f"{rule.id} stands in no @rule(...) of games/{key} and not in its material.toml"
    assert rule.tests, f"{rule.id} stands in the name of no test in tests/games/test_{key}*.py"


def test_every_page_has_rules() -> None:
    for key in sheepfold.games():
        assert len(rules_of(sheepfold.game(key))) > 10


def test_the_table_in_the_docs_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.rules_coverage"

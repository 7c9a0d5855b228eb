"""Every rule of the rules text is named by a test here, and every name in code and tests is a rule."""

import re
from pathlib import Path

from citywright.games.saint_malo import GAME

HERE = Path(__file__).parent
TEXT = (GAME.data / "rules.en.md").read_text(encoding="utf-8")
RULES = re.findall(r"^- \*\*(SM-\w+)\*\* ", TEXT, re.MULTILINE)


def named_in(text: str) -> set[str]:
    """Rule ids as they are written in comments (SM-12) and in names of tests (test_sm_12_…)."""
    return set(re.findall(r"SM-(?:X?\d+)", text)) | {
        f"SM-{name.upper()}" for name in re.findall(r"def test_sm_(x?\d+)_", text)
    }


def test_the_rules_text_is_complete_and_in_order():
    blocks = [(1, 7), (10, 12), (20, 27), (30, 36), (40, 47), (50, 54), (60, 63)]
    expected = [f"SM-{number}" for first, last in blocks for number in range(first, last + 1)]
    assert [rule for rule in RULES if "X" not in rule] == expected
    assert sorted([rule for rule in RULES if "X" in rule]) == [f"SM-X{number}" for number in range(1, 8)]


def test_every_rule_has_a_test_named_after_it():
    tests = "\n".join(path.read_text(encoding="utf-8") for path in HERE.rglob("test_*.py"))
    names = {f"SM-{name.upper()}" for name in re.findall(r"def test_sm_(x?\d+)_", tests)}
    assert set(RULES) - names == set()


def test_every_rule_is_named_where_it_is_kept():
    code = "\n".join(path.read_text(encoding="utf-8") for path in GAME.folder.rglob("*.py"))
    spans = re.findall(r"SM-(\d+) to SM-(\d+)", code)
    kept = named_in(code) | {f"SM-{n}" for low, high in spans for n in range(int(low), int(high) + 1)}
    assert kept <= set(RULES)
    assert {rule for rule in RULES if "X" not in rule} - kept == set()

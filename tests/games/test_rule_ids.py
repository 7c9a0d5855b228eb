"""Every rule has an id, a line in the game's rules in each language, and a test that names it."""

import re
from pathlib import Path

import pytest

from citywright.catalogue import games

# The ids of all rules and worked examples: prefix, then ranges.
LEDGERS = {
    "saint-malo": ("SM", [(1, 7), (10, 12), (20, 27), (30, 36), (40, 47), (50, 54), (60, 63)], 7),
    "mauerbauer": ("MB", [(1, 5), (10, 17), (20, 25), (30, 35), (40, 43), (70, 75), (80, 86), (90, 90)], 4),
    "milestones": (
        "MS",
        [(1, 6), (10, 12), (20, 21), (30, 34), (40, 44), (50, 53), (60, 61), (70, 71), (80, 83)],
        6,
    ),
}
TESTS = Path(__file__).parent
GAMES = list(games())


def ids_of(game_id: str) -> list[str]:
    prefix, ranges, examples = LEDGERS[game_id]
    rules = [f"{prefix}-{number}" for first, last in ranges for number in range(first, last + 1)]
    return rules + [f"{prefix}-X{number}" for number in range(1, examples + 1)]


def test_every_game_has_a_ledger():
    assert sorted(LEDGERS) == sorted(GAMES)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_rule_stands_in_the_rules(game_id):
    game = games()[game_id]
    for language in game.rules_languages():
        listed = re.findall(r"(?m)^- \*\*([A-Z]+-X?\d+)\*\*", game.rules(language))
        assert sorted(listed) == sorted(ids_of(game_id)), language


@pytest.mark.parametrize("game_id", GAMES)
def test_every_rule_has_a_test_that_names_it(game_id):
    folder = TESTS / game_id.replace("-", "_")
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("test_*.py")))
    named = {name.upper().replace("_", "-") for name in re.findall(r"\b[A-Z]{2}-X?\d+\b", text)}
    named |= {
        match.upper().replace("_", "-") for match in re.findall(r"def test_([a-z]{2}_x?\d+)(?=_|\()", text)
    }
    missing = [rule for rule in ids_of(game_id) if rule not in named]
    assert not missing, f"no test names {', '.join(missing)}"


@pytest.mark.parametrize("game_id", GAMES)
def test_the_code_names_only_rules_there_are(game_id):
    folder = games()[game_id].folder
    known = set(ids_of(game_id))
    for path in sorted(folder.rglob("*.py")):
        for rule in re.findall(r"\b(?:SM|MB|MS)-X?\d+\b", path.read_text(encoding="utf-8")):
            assert rule in known, f"{path.name} names {rule}"

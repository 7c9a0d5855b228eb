"""The code names every rule where it is kept."""

import re

from citywright.games.milestones import GAME


def test_every_rule_is_named_where_it_is_kept():
    rules = re.findall(r"^- \*\*(MS-\d+)\*\* ", GAME.rules("en"), re.MULTILINE)
    code = "\n".join(path.read_text(encoding="utf-8") for path in GAME.folder.rglob("*.py"))
    named = set(re.findall(r"MS-\d+", code))
    for low, high in re.findall(r"MS-(\d+) to MS-(\d+)", code):
        named |= {f"MS-{number}" for number in range(int(low), int(high) + 1)} & set(rules)
    assert named == set(rules)

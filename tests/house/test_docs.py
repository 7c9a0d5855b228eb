"""What the documents point to exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    targets = LINK.findall(path.read_text(encoding="utf-8"))
    missing = [name for name in targets if "://" not in name and not (path.parent / name).exists()]
    assert not missing


def test_changelog_has_a_section_on_rules() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for release in text.split("\n## ")[1:]:
        assert "\n### Rules\n" in release, release.splitlines()[0]

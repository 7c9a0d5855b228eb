"""What the documents point to exists: links, and files and folders named in backticks."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "citywright"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
GAMES = sorted(path.parent.name for path in PACKAGE.glob("games/*/__init__.py"))
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r'^```\w+ title="([^" ]+)', re.MULTILINE)
FOLDERS = "|".join(path.name for path in [*ROOT.iterdir(), *PACKAGE.iterdir()] if path.is_dir())
FILE = r"[\w.-]+\.(?:py|js|css|html|toml|md|po|svg|yml)"
PATH = re.compile(rf"`((?:{FOLDERS})/[\w<>./*-]*|{FILE})`")

every_document = pytest.mark.parametrize(
    "path", DOCUMENTS, ids=[path.relative_to(ROOT).as_posix() for path in DOCUMENTS]
)


@every_document
def test_links_lead_somewhere(path: Path) -> None:
    targets = LINK.findall(FENCE.sub("", path.read_text(encoding="utf-8")))
    missing = [name for name in targets if "://" not in name and not (path.parent / name).exists()]
    assert not missing


@cache
def _file_names() -> set[str]:
    """The name of every file of the project."""
    folders = ("src", "tests", "tools", "docs")
    return {path.name for folder in folders for path in (ROOT / folder).rglob("*")} | {
        path.name for path in ROOT.iterdir()
    }


def _exists(name: str) -> bool:
    """Is it a file or folder of the repository or of the package? `<game>` stands for each of the games."""
    if "/" not in name:
        return name in _file_names()
    names = [name.replace("<game>", game) for game in GAMES] if "<game>" in name else [name]
    return all(any(any(base.glob(each.rstrip("/"))) for base in (ROOT, PACKAGE)) for each in names)


@every_document
def test_paths_in_backticks_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    written_here = {name for title in TITLE.findall(text) for name in (title, Path(title).name)}
    named = set(PATH.findall(FENCE.sub("", text))) - written_here
    assert sorted(name for name in named if not _exists(name)) == []


def test_a_path_that_does_not_exist_is_found() -> None:
    text = "`server/nowhere.py` `games/<game>/view.py` `engine/state.py` `nowhere.py` `a/b` `src/citywright/`"
    named = PATH.findall(text)
    assert [name for name in named if not _exists(name)] == ["server/nowhere.py", "nowhere.py"]
    assert {"games/<game>/view.py", "engine/state.py", "src/citywright/"} < set(named)


def test_changelog_has_a_section_on_rules() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for release in text.split("\n## ")[1:]:
        assert "\n### Rules\n" in release, release.splitlines()[0]

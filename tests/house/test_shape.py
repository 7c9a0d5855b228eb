"""The shape of the source: short modules and functions, small folders, and data that gets installed."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "citywright"
MODULES = sorted([*PACKAGE.rglob("*.py"), *(ROOT / "tools").glob("*.py"), ROOT / "run.py", ROOT / "setup.py"])
LONGEST_MODULE = 400
LONGEST_FUNCTION = 60
FULLEST_FOLDER = 20


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_module_is_short_and_introduced(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    assert len(source.splitlines()) <= LONGEST_MODULE
    introduction = ast.get_docstring(tree)
    assert introduction, "a module opens with what it is"
    if path.name != "run.py":  # its introduction is the usage
        assert len(introduction.splitlines()) <= 5
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= LONGEST_FUNCTION, f"{node.name} has {length} lines"


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.js")), ids=_name)
def test_script_is_short_and_introduced(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= LONGEST_MODULE
    assert lines[0].startswith("// "), "a script opens with what it is"


def test_no_folder_holds_too_many_modules() -> None:
    folders = Counter(path.parent for top in ("src", "tests") for path in (ROOT / top).rglob("*.py"))
    assert not {_name(folder): number for folder, number in folders.items() if number > FULLEST_FOLDER}


def test_every_file_of_the_package_gets_installed() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["citywright"]
    installed = {path for pattern in patterns for path in PACKAGE.glob(pattern)}
    present = {p for p in PACKAGE.rglob("*") if p.is_file() and p.suffix != ".py"}
    assert {p for p in present if "__pycache__" not in p.parts} <= installed  # others may be writing there


def test_no_binary_lies_beside_the_source() -> None:
    assert not [path for path in PACKAGE.rglob("*") if path.suffix in (".so", ".pyd")]
    assert not (ROOT / "build").exists()


def test_browser_tests_wait_in_ways_the_policy_of_our_pages_allows() -> None:
    """`until` of tests/browser/kit/person.py asks again and again; Playwright's own way may be forbidden."""
    forbidden = "wait_for_" + "function("
    asking = [
        path for path in (ROOT / "tests").rglob("*.py") if forbidden in path.read_text(encoding="utf-8")
    ]
    assert asking == []

"""The gate: a test that fails once has failed, and whatever was not checked is named in the summary."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import gate

FAILS_ONCE = """
def test_fails_the_first_time():
    mark = Path(__file__).with_name("mark")
    before, _ = mark.exists(), mark.touch()
    assert before
"""
SKIPS = """
@pytest.mark.parametrize("number", range(3))
def test_needs_a_database(number):
    pytest.skip("NOT TESTED: no PostgreSQL answers")
"""
PASSES = "def test_passes():\n    pass\n"


def run_step(folder: Path, source: str) -> gate.Step:
    """A step over one file of tests, run."""
    (folder / "test_it.py").write_text("import pytest\nfrom pathlib import Path\n" + source)
    (folder / "none.ini").write_text("[pytest]\n")
    report = folder / "report.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-c", str(folder / "none.ini"), "--rootdir", str(folder)]
    environment = gate.pure_environment() | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    step = gate.Step("a step", [[*command, f"--junitxml={report}", str(folder)]], environment, report)
    step.run()
    return step


def test_a_failed_test_is_not_tried_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    step = run_step(tmp_path, PASSES + FAILS_ONCE)
    assert not step.passed
    assert gate.conclude([step]) == 1
    printed = capsys.readouterr().out
    assert "1 passed, 1 failed, 0 skipped" in printed
    assert "FAILED" in printed


def test_the_reasons_for_skipping_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    step = run_step(tmp_path, PASSES + SKIPS)
    assert gate.conclude([step]) == 0
    printed = capsys.readouterr().out
    assert "1 passed, 0 failed, 3 skipped" in printed
    assert "!!! 3 skipped: NOT TESTED: no PostgreSQL answers" in printed


def test_a_step_that_cannot_run_is_named_and_does_not_fail(capsys: pytest.CaptureFixture[str]) -> None:
    step = gate.Step("scripts", [["false"]], {}, left_out="Node.js and npm are not installed")
    step.run()
    assert gate.conclude([step]) == 0
    assert "!!! scripts: NOT CHECKED, Node.js and npm are not installed" in capsys.readouterr().out


def test_without_node_the_scripts_are_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert gate.page_step({}).left_out == "Node.js and npm are not installed"

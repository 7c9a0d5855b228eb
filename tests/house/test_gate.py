"""The gate's second try: an accident is named and forgiven, a fault fails twice."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import gate

WAVERS = """
from pathlib import Path
def test_wavers():
    mark = Path(__file__).with_name("seen")
    before, _ = mark.exists(), mark.touch()
    assert before
"""
FAILS = "def test_fails():\n    assert False\n"
PASSES = "def test_passes():\n    Path(__file__).with_name('passed').open('a').write('x')\n"


def tried(folder: Path, source: str) -> gate.Step:
    """A step over one file of tests, run."""
    (folder / "test_it.py").write_text("from pathlib import Path\n" + source)
    report = folder / "report.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-c", str(folder / "none.ini"), "--rootdir", str(folder)]
    (folder / "none.ini").write_text("[pytest]\n")
    first = [*command, f"--junitxml={report}", str(folder)]
    environment = gate.pure_environment() | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    step = gate.Step("a step", [first], environment, report)
    step.second_try = [*command, "--last-failed", str(folder)]
    step.run()
    return step


def test_what_wavered_is_named_and_the_rest_is_not_run_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    step = tried(tmp_path, PASSES + WAVERS)
    assert step.passed
    assert (tmp_path / "passed").read_text() == "x"
    assert gate.conclude([step]) == 0
    said = capsys.readouterr().out
    assert "2 passed, 0 failed" in said
    assert "!!! passed only when tried again alone: test_it.test_wavers" in said


def test_what_fails_twice_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    step = tried(tmp_path, PASSES + FAILS)
    assert not step.passed
    assert gate.conclude([step]) == 1
    assert "1 passed, 1 failed" in capsys.readouterr().out


def test_many_failures_are_no_accident(tmp_path: Path) -> None:
    many = "".join(WAVERS.replace("wavers", f"wavers_{k}").replace('"seen"', f'"{k}"') for k in range(6))
    assert not tried(tmp_path, many).passed

"""No file names a path of the machine it was written on, or a package index."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Written in pieces, so that this file does not contain what it looks for.
UNWANTED = [
    "../" + "shared",
    "/work" + "/",
    "pypi" + ".org",
    "python" + "hosted",
    "--" + "index-url",
    "extra-" + "index",
    "--" + "find-links",
    "file:" + "///",
]


def _texts() -> list[Path]:
    """Every text file that is part of the project, committed or about to be."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if listed.returncode:
        pytest.skip("this is not a git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


@pytest.mark.parametrize("word", UNWANTED)
def test_nothing_mentions(word: str) -> None:
    offenders = [path for path in _texts() if word.encode() in path.read_bytes()]
    assert not offenders


def test_constraints_are_exact_versions() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert pins
    for pin in pins:
        name, _, version = pin.partition("==")
        assert name, pin
        assert version[:1].isdigit(), pin
        assert "/" not in pin, pin

"""docs/research.md carried out: its commands and its Python, in order, with the outputs it shows."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.docs.document import DOCS, blocks, carry_out, matches


def test_the_tour_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: Mapping[str, str]) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "tour"}
    printed = ""
    for block in blocks(DOCS / "research.md"):
        if block.language == "console":
            carry_out(block, tmp_path, reader)
        elif block.language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as output:
                exec(compile(block.text, f"research.md, line {block.line}", "exec"), names)
            printed = output.getvalue()
        else:
            assert block.language == "text", f"line {block.line}: a block that nobody carries out"
            assert matches(printed, block.text), f"line {block.line} shows\n{block.text}\nnot\n{printed}"

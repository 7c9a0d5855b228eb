"""docs/data.md carried out: its commands and its Python, in order; and its tables name every column."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import NoneType
from typing import get_args, get_type_hints

from citywright.lab.export.rows import TABLES
from tests.docs.document import DOCS, blocks, carry_out, matches

PAGE = DOCS / "data.md"
TYPES = {int: "number", str: "text", list[int]: "numbers", list[str]: "texts", NoneType: "null"}


def test_the_page_is_true(tmp_path: Path, reader: Mapping[str, str]) -> None:
    printed = ""
    for block in blocks(PAGE):
        if block.language == "console":
            carry_out(block, tmp_path, reader)
        elif block.language == "python":
            script = tmp_path / f"line_{block.line}.py"
            script.write_text(block.text, encoding="utf-8")
            command = ["python", "-W", "error", str(script)]
            done = subprocess.run(
                ["/usr/bin/env", *command], cwd=tmp_path, env=dict(reader), capture_output=True, text=True
            )
            assert done.returncode == 0, done.stderr
            printed = done.stdout
        elif block.language == "text":
            assert matches(printed, block.text), f"line {block.line} shows\n{block.text}\nnot\n{printed}"
    assert {block.language for block in blocks(PAGE)} == {"console", "python", "text", ""}


def test_the_page_names_every_column_and_its_type() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, kind in TABLES.items():
        section = page.split(f"\n### {name}\n")[1].split("\n## ")[0].split("\n### ")[0]
        told = re.findall(r"^\| `(\w+)` \| ([\w ]+) \|", section, re.MULTILINE)
        hints = get_type_hints(kind)
        assert told == [(column, in_words(hints[column])) for column in kind._fields]


def in_words(hint: object) -> str:
    kinds = [hint] if hint in TYPES else get_args(hint)
    return " or ".join(TYPES[kind] for kind in kinds)

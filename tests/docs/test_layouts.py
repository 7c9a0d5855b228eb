"""docs/layouts.md carried out: its commands, its Python, and its table [about]."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Mapping
from pathlib import Path

from citywright.catalogue import find_game
from tests.docs.document import DOCS, blocks, carry_out, matches

PAGE = list(blocks(DOCS / "layouts.md"))


def test_the_page_is_true(tmp_path: Path, reader: Mapping[str, str]) -> None:
    printed = ""
    for block in PAGE:
        if block.language == "console":
            carry_out(block, tmp_path, reader)
        elif block.language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as output:
                exec(compile(block.text, f"layouts.md, line {block.line}", "exec"), {})
            printed = output.getvalue()
        elif block.language == "text":
            assert matches(printed, block.text), f"line {block.line} shows\n{block.text}\nnot\n{printed}"
    assert {block.language for block in PAGE} == {"console", "python", "text", "toml"}
    assert (tmp_path / "my-map.svg").stat().st_size > 0


def test_what_a_file_tells_about_itself_can_be_written_like_that() -> None:
    game = find_game("milestones")
    [told] = [block.text for block in PAGE if block.language == "toml"]
    source = game.default_layout.source.partition("[about]")[0] + told
    about = game.parse_layout(source).about
    assert (about.name, about.origin.name) == ("Our Countryside", "Reconstructed board")
    assert about.source_of("fields.c7") == "unknown" != about.source_of("fields.c8")

"""docs/openspiel.md carried out: its Python, in order, with the outputs it shows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.docs.document import DOCS, follow


def test_the_page_about_openspiel_is_true(tmp_path: Path, reader: Mapping[str, str]) -> None:
    follow(DOCS / "openspiel.md", tmp_path, reader)

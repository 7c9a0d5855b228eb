"""docs/analysis.md carried out: its commands and its Python, with the outputs it shows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.docs.document import DOCS, follow


def test_the_page_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: Mapping[str, str]) -> None:
    monkeypatch.chdir(tmp_path)
    follow(DOCS / "analysis.md", tmp_path, reader)

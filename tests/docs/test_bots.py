"""docs/bots.md carried out: its Python, the bot it shows, and a game against it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.docs.document import DOCS, follow


def test_the_page_about_bots_is_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: Mapping[str, str]
) -> None:
    monkeypatch.chdir(tmp_path)
    follow(DOCS / "bots.md", tmp_path, reader)

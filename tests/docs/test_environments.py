"""docs/environments.md carried out: its Python and its commands, in order, with the outputs it shows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.docs.document import DOCS, follow


def test_environments_are_as_described(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: Mapping[str, str]
) -> None:
    monkeypatch.chdir(tmp_path)
    follow(DOCS / "environments.md", tmp_path, reader)

"""docs/training.md carried out, with little training: its commands, its files and its Python, in order.

The gate tries the examples themselves (tests/envs/examples).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.docs.document import DOCS, follow

SMALLER = {  # so that a test is quick
    "alpha_zero saint-malo --steps 200000": "alpha_zero saint-malo --steps 256 --simulations 2 --games 2",
    "--steps 200000": "--steps 8192 --games 40",
    "--games 200": "--games 10",
}


@pytest.mark.long
def test_the_page_leads_to_a_bot_that_was_trained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: Mapping[str, str]
) -> None:
    monkeypatch.chdir(tmp_path)
    follow(DOCS / "training.md", tmp_path, reader, SMALLER)

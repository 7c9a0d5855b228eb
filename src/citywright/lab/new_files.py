"""Files that are whole or not there: they get their name when all is written."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """A path to write to, in the same folder; what is written there replaces `path`, unless it went wrong."""
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        yield unfinished
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)

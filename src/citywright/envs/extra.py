"""Tells which extra of the package brings a library that is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

EXTRA = "envs"


class MissingExtra(ModuleNotFoundError):
    """A library is missing that an extra of the package brings."""


@contextmanager
def needs_extra(extra: str = EXTRA, what: str = "environments need") -> Iterator[None]:
    """Around imports of libraries: one that is missing is reported with the extra that brings it."""
    try:
        yield
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if not name or name == "citywright":
            raise
        raise MissingExtra(
            f'{name} is not installed; pip install "citywright[{extra}]" brings what {what}',
            name=error.name,
        ) from error

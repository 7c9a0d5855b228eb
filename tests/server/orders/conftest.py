"""Two people at a table, whose connections end with the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.server.orders.people import TwoPeople


@pytest.fixture
def sit() -> Iterator[Callable[..., TwoPeople]]:
    """Lets two people sit down: see TwoPeople."""
    with ExitStack() as stack:

        def make(*arguments: object, **options: object) -> TwoPeople:
            people = TwoPeople(*arguments, **options)  # type: ignore[arg-type]
            stack.callback(people.close)
            return people

        yield make

"""The numbers that seats add to the secret of their dice: what they must be like, and that each is new."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select

from citywright.match.dealer import NO_NUMBER, all_numbers, is_number
from citywright.server.errors import MALFORMED, Refusal
from citywright.server.storage.schema import seat_numbers


def check_numbers(numbers: Sequence[str], seats: int) -> tuple[str, ...]:
    """A word for each seat: the number it added, or `-`."""
    words = all_numbers(numbers, seats)
    added = [word for word in words if word != NO_NUMBER]
    if len(numbers) > seats or not all(is_number(word) for word in added):
        raise Refusal(MALFORMED, "a number for the dice has 32 hexadecimal digits, in lower case")
    if len(set(added)) != len(added):
        raise Refusal(MALFORMED, "two seats added the same number for the dice; each must be new")
    return words


def refuse_used(connection: Connection, numbers: Sequence[str]) -> None:
    """Refuse numbers that a table has already."""
    used = select(seat_numbers.c.number).where(seat_numbers.c.number.in_(numbers))
    if connection.execute(used).first() is not None:
        raise Refusal(MALFORMED, "this number for the dice was used before; each must be new")


def note_numbers(connection: Connection, table_id: str, words: Sequence[str]) -> None:
    """Keep the numbers of a new table, so that none is taken twice."""
    added = [word for word in words if word != NO_NUMBER]
    if not added:
        return
    refuse_used(connection, added)
    connection.execute(insert(seat_numbers), [{"number": word, "table_id": table_id} for word in added])

"""What came out at a table of an event: by the rules if it was played to its end, else judged as it stands.

Judged: whoever has no bot playing for them comes before those who have (their time ran out, or they left); of
these and of those, more points of the game are better, and equal points are equal.
"""

from __future__ import annotations

from citywright.events.scores import shares_of
from citywright.server.clock import now_ms
from citywright.server.events.event import text_of
from citywright.server.storage.writer import Row
from citywright.server.tables.table import Table


def result_of(table: Table) -> Row:
    """The columns of a table's result."""
    scores = table.match.state.scores()
    is_over = table.match.over
    ranks = table.match.state.standing().ranks if is_over else judged_ranks(table, scores)
    return {
        "ended": now_ms(),
        "is_judged": not is_over,
        "shares": text_of(shares_of(ranks)),
        "scores": text_of(scores),
    }


def judged_ranks(table: Table, scores: list[int]) -> list[int]:
    """The ranks at a table that was not played to its end."""
    worth = [(seat.playing_bot is None, score) for seat, score in zip(table.seats, scores, strict=True)]
    return [1 + sum(other > own for other in worth) for own in worth]


def lost_result(people: int) -> Row:
    """The result of a table that is gone: nobody has won."""
    return {
        "ended": now_ms(),
        "is_judged": True,
        "shares": text_of(shares_of([1] * people)),
        "scores": text_of([0] * people),
    }

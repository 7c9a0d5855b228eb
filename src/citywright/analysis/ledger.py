"""From judged plies to a ledger: values from ply to ply, so that luck and decisions add up to the result."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from citywright.analysis.judging import Judged
from citywright.analysis.result import (
    MARKS,
    VERSION,
    Alternative,
    Ledger,
    PlyAnalysis,
    SeatLedger,
    mark_of,
)
from citywright.engine.state import CHANCE
from citywright.match.match import Match

SHOWN = 3  # of the best actions of a decision
MOMENTS = 5

Numbers = list[float]  # the chances of all seats, then their points


@dataclass
class Entry:
    """What one ply changed."""

    judged: Judged
    value: Numbers  # before it
    luck: Numbers
    given: (
        Numbers  # what the action led to, less what the best would have: the actor's chance is never above 0
    )
    rejudged: Numbers


def minus(one: Numbers, other: Numbers) -> Numbers:
    return [value - less for value, less in zip(one, other, strict=True)]


def entries_of(plies: list[Judged], final: Numbers) -> list[Entry]:
    """Values for every ply, and what lies between them.

    A position in which a seat decides is worth what it was judged to be. Before a roll, a card or a tile the
    value is the one after it less the luck; so what a later look changes is booked with the decision before.
    Before the first decision there is none: there the mean itself is the value.
    """
    first = next((number for number, ply in enumerate(plies) if ply.actor != CHANCE), len(plies))
    nothing = [0.0] * len(final)
    entries: list[Entry] = []
    value = final
    for number in range(len(plies) - 1, -1, -1):
        ply, after = plies[number], value
        if ply.actor == CHANCE:
            value = minus(after, ply.luck) if number > first else ply.value
            entries.append(Entry(ply, value, minus(after, value), nothing, nothing))
            continue
        value = ply.value
        given = _given(ply)
        entries.append(Entry(ply, value, nothing, given, minus(minus(after, value), given)))
    return entries[::-1]


def _given(ply: Judged) -> Numbers:
    """What the chosen action led to, less what the best one would have."""
    if not ply.ranked:
        return [0.0] * len(ply.value)
    chosen = next(values for code, values in ply.ranked if code == ply.code)
    return minus(chosen, ply.ranked[0][1])


def ledger_of(match: Match, depth: str, plies: list[Judged], final: Numbers) -> Ledger:
    """The ledger of a match."""
    entries = entries_of(plies, final)
    told = [_ply(match, number, entry) for number, entry in enumerate(entries)]
    start = entries[0].value if entries else final
    seats = [_seat(match, seat, entries, told, start, final) for seat in range(match.seats)]
    by_luck = sorted((ply for ply in told if ply.luck), key=lambda ply: -max(map(abs, ply.luck)))
    by_loss = sorted((ply for ply in told if ply.mark), key=lambda ply: -ply.lost)
    return Ledger(
        match.game.id,
        match.game.rules_version,
        depth,
        VERSION,
        seats,
        told,
        final[: match.seats],
        [ply.ply for ply in by_luck[:MOMENTS]],
        [ply.ply for ply in by_loss[:MOMENTS]],
    )


def _ply(match: Match, number: int, entry: Entry) -> PlyAnalysis:
    seats, judged = match.seats, entry.judged
    words = match.game.format_action(judged.code)
    common = (number, judged.actor, words, entry.value[:seats], entry.value[seats:])
    if judged.actor == CHANCE:
        return PlyAnalysis(*common, luck=entry.luck[:seats])
    lost = max(0.0, -entry.given[judged.actor])
    best = [
        Alternative(match.game.format_action(code), values[:seats], values[seats:])
        for code, values in judged.ranked[:SHOWN]
    ]
    return PlyAnalysis(
        *common,
        lost=lost,
        points_lost=-entry.given[seats + judged.actor],
        rejudged=entry.rejudged[:seats],
        mark=mark_of(lost),
        best=best,
    )


def _seat(
    match: Match, seat: int, entries: list[Entry], told: list[PlyAnalysis], start: Numbers, final: Numbers
) -> SeatLedger:
    """Everything the plies changed for one seat, by who or what changed it."""
    points = match.seats + seat
    own = [entry for entry in entries if entry.judged.actor == seat]
    other = [entry for entry in entries if entry.judged.actor not in (seat, CHANCE)]
    decided = [ply for ply in told if ply.actor == seat]
    marks = Counter(ply.mark for ply in decided)
    return SeatLedger(
        start[seat],
        sum(entry.luck[seat] for entry in entries),
        sum(entry.given[seat] + entry.rejudged[seat] for entry in own),
        sum(entry.given[seat] + entry.rejudged[seat] for entry in other),
        final[seat],
        sum(ply.lost for ply in decided),
        _accuracy(seat, own),
        sum(entry.luck[points] for entry in entries),
        sum(entry.given[points] + entry.rejudged[points] for entry in own),
        {name: marks[name] for name, _ in MARKS},
    )


def _accuracy(seat: int, own: list[Entry]) -> float:
    """How much of what a choice at random would have given away was kept, from 0 to 100."""
    choices = [entry for entry in own if entry.judged.ranked]
    at_stake = sum(entry.judged.ranked[0][1][seat] - entry.judged.at_random for entry in choices)
    lost = sum(-entry.given[seat] for entry in choices)
    return 100.0 if at_stake <= 0.0 else 100.0 * min(max(1.0 - lost / at_stake, 0.0), 1.0)

"""Judges a history: is what everybody was told what one table, changed one commit at a time, would tell?

Pure: no clock, no network, no database. A table is linearisable if every acknowledged change stands once,
everything shown was committed, and nobody who asks is shown less than was known when they asked.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator

import msgspec

from citywright.lab.faults.history import (
    DONE,
    PAGE,
    PLAY,
    REFUSED,
    UNDO,
    At,
    Attempt,
    History,
    Move,
    Seen,
    Truth,
)

LOST = "lost"  # acknowledged, and not in the database
DOUBLED = "doubled"  # two acknowledged at one position, or written more often than it was asked for
DENIED = "denied"  # refused with "nothing was changed", and it stands
DIRTY = "dirty"  # shown, and never or not yet committed
BACKWARD = "backward"  # shown after something newer, to the same client
STALE = "stale"  # asked for after something newer was known
LEAKED = "leaked"  # shown to who may not know it
APART = "apart"  # shown otherwise than the database has it, after everything was mended
LATE = "late"  # not mended in time
FAILED = "failed"  # answered with a server error that is no refusal
KINDS = (LOST, DOUBLED, DENIED, DIRTY, BACKWARD, STALE, LEAKED, APART, LATE, FAILED)

HEALED_IN = 5.0  # seconds in which a node may show what another has changed since


class Violation(msgspec.Struct):
    """Something that must not happen, with enough to find it in the history."""

    kind: str
    table: str
    what: str
    when: float = 0.0


class Judge:
    """Looks at one table."""

    def __init__(self, truth: Truth, attempts: list[Attempt], seen: list[Seen], healed_in: float) -> None:
        self.truth = truth
        self.attempts = attempts
        self.seen = seen
        self.healed_in = healed_in
        self.index = {version.at: number for number, version in enumerate(truth.versions)}
        self._digests: dict[tuple[int, int], str] = {}  # viewpoint and move -> what a page was told of it
        self._candidates: dict[int, list[int]] = {}  # by the identity of what was seen

    def violation(self, kind: str, what: str, when: float = 0.0) -> Violation:
        return Violation(kind, self.truth.table, what, when)

    def line(self, at: At) -> list[Move] | None:
        """The plies of a committed position; None if it was never committed."""
        if at not in self.index:
            return None
        return [self.truth.moves[number] for number in self.truth.lines[at[0]][: at[1]]]

    # --- changes ----------------------------------------------------------------------

    def acknowledged(self) -> Iterator[Violation]:
        """Every acknowledged change stands, and the answer named it or something later."""
        for attempt in self.attempts:
            if attempt.outcome != DONE:
                continue
            reached = self.reached(attempt)
            if reached is None:
                yield self.violation(LOST, f"{_told(attempt)} was acknowledged", attempt.returned)
            elif attempt.after is not None:
                answered = self.index.get(attempt.after)
                if answered is None:
                    what = f"{_told(attempt)} was answered with {attempt.after}, never committed"
                    yield self.violation(DIRTY, what, attempt.returned)
                elif answered < reached:
                    what = f"{_told(attempt)} was answered with the older {attempt.after}"
                    yield self.violation(BACKWARD, what, attempt.returned)

    def reached(self, attempt: Attempt) -> int | None:
        """The number of the version a change led to; None if it does not stand."""
        epoch, ply = attempt.at
        if attempt.do == UNDO:
            is_last = len(self.truth.lines.get(epoch, ())) == ply  # nothing else followed in this epoch
            return self._first_in(epoch + 1) if is_last else None
        line = self.truth.lines.get(epoch, [])
        if ply >= len(line):
            return None
        move = self.truth.moves[line[ply]]
        if (move.actor, move.words, move.epoch) != (attempt.seat, attempt.words, epoch):
            return None
        return min(number for at, number in self.index.items() if at[0] == epoch and at[1] > ply)

    def _first_in(self, epoch: int) -> int | None:
        return min((number for at, number in self.index.items() if at[0] == epoch), default=None)

    def doubled(self) -> Iterator[Violation]:
        """One position is left once, and what people have done was asked for by one of them."""
        winners: dict[At, Attempt] = {}
        asked: dict[tuple[At, int, str], int] = defaultdict(int)
        undos: set[int] = set()
        for attempt in self.attempts:
            if attempt.do == PLAY:
                asked[attempt.at, attempt.seat, attempt.words] += 1
            else:
                undos.add(attempt.at[0])
            if attempt.outcome == DONE:
                other = winners.setdefault(attempt.at, attempt)
                if other is not attempt:
                    what = f"{_told(attempt)} and {_told(other)} were both acknowledged"
                    yield self.violation(DOUBLED, what, attempt.returned)
        for move in self.truth.moves:
            is_persons = move.actor >= 0 and move.actor not in self.truth.bots
            if is_persons and not asked[(move.epoch, move.ply), move.actor, move.words]:
                what = f"{move.words!r} of seat {move.actor} stands at {(move.epoch, move.ply)}, unasked"
                yield self.violation(DOUBLED, what)
        for epoch in self.truth.lines:
            if epoch and epoch - 1 not in undos:
                yield self.violation(DOUBLED, f"epoch {epoch - 1} was ended by an undo nobody asked for")
        lines = [f"{move.seen[0][:1]} {move.words}" for move in self.line(self.truth.versions[-1].at) or []]
        if lines != self.truth.rows:
            yield self.violation(LOST, f"{len(self.truth.rows)} rows are not the {len(lines)} committed ones")

    def denied(self) -> Iterator[Violation]:
        """A refused change has changed nothing; only where nobody else asked for the same."""
        same: dict[tuple[str, At, str], list[Attempt]] = defaultdict(list)
        for attempt in self.attempts:
            same[attempt.do, attempt.at, attempt.words].append(attempt)
        for attempts in same.values():
            if (
                all(attempt.outcome == REFUSED for attempt in attempts)
                and self.reached(attempts[0]) is not None
            ):
                what = f"{_told(attempts[0])} was refused ({attempts[0].code}), and stands"
                yield self.violation(DENIED, what, attempts[0].returned)

    # --- what was shown ---------------------------------------------------------------

    def candidates(self, seen: Seen) -> list[int]:
        """The versions that somebody may have been shown; none: it was never committed."""
        if seen.epoch is not None:
            number = self.index.get((seen.epoch, seen.ply))
            return [] if number is None else [number]
        known = self._candidates.get(id(seen))
        if known is None:
            known = self._candidates[id(seen)] = [
                number
                for at, number in self.index.items()
                if at[1] == seen.ply and self._differences(seen, self.line(at) or []) is None
            ]
        return known

    def _differences(self, seen: Seen, line: list[Move]) -> tuple[str, str] | None:
        """The first ply that was shown otherwise than it may be: the kind of violation, and words."""
        for ply, words in enumerate(seen.plies, seen.since):
            if ply >= len(line):
                return DIRTY, f"ply {ply}: {words!r} beyond the end"
            move = line[ply]
            allowed, whole = move.seen[seen.viewpoint + 1], f"{move.seen[0][:1]} {move.words}"
            if words != allowed and not (seen.over and words == whole):
                return (LEAKED if words == whole else DIRTY), f"ply {ply}: {words!r}, not {allowed!r}"
        return None

    def shown(self) -> Iterator[Violation]:
        """Everything shown was committed by then, and is what the viewpoint may know."""
        for seen in self.seen:
            numbers = self.candidates(seen)
            if not numbers:
                kind, what = DIRTY, "was never committed"
                if seen.epoch is None and (found := self._leak_in_record(seen)):
                    kind, what = LEAKED, found
                yield self.violation(kind, f"{_shown(seen)} {what}", seen.returned)
                continue
            version = self.truth.versions[min(numbers)]
            if seen.returned < version.written:
                what = f"{_shown(seen)} {version.written - seen.returned:.3f} s before it was written"
                yield self.violation(DIRTY, what, seen.returned)
            if seen.epoch is not None:
                line = self.line((seen.epoch, seen.ply)) or []
                check = self._page_differences if seen.way == PAGE else self._differences
                if (found_here := check(seen, line)) is not None:
                    yield self.violation(found_here[0], f"{_shown(seen)} with {found_here[1]}", seen.returned)

    def _leak_in_record(self, seen: Seen) -> str:
        """What a record holds that its reader may not know, if that is what is wrong with it."""
        for at in self.index:
            if at[1] == seen.ply:
                found = self._differences(seen, self.line(at) or [])
                if found is not None and found[0] == LEAKED:
                    return found[1]
        return ""

    def _page_differences(self, seen: Seen, line: list[Move]) -> tuple[str, str] | None:
        """All pages of a viewpoint tell the same of a committed ply."""
        numbers = self.truth.lines[seen.epoch or 0]
        for ply, digest in enumerate(seen.plies, seen.since):
            if not 0 <= ply < len(line):
                return DIRTY, f"a line about ply {ply}"
            known = self._digests.setdefault((seen.viewpoint, numbers[ply]), digest)
            if known != digest:
                return DIRTY, f"another line about ply {ply} than other pages"
        return None

    def backward(self) -> Iterator[Violation]:
        """No client is shown something older than it was shown before."""
        last: dict[str, tuple[int, Seen]] = {}  # what it must have been shown at least, and by what
        for seen in sorted(self.seen, key=lambda each: each.returned):
            numbers = self.candidates(seen)
            if not numbers:
                continue
            least, newer = last.get(seen.client, (-1, seen))
            if max(numbers) >= least:
                last[seen.client] = (min(number for number in numbers if number >= least), seen)
            elif seen.node == newer.node or newer.returned <= seen.called - self.healed_in:
                yield self.violation(BACKWARD, f"{_shown(seen)} after {_shown(newer)}", seen.returned)

    def stale(self) -> Iterator[Violation]:
        """Nobody who asks is shown less than was known when they asked: at once by a node that knew it."""
        known: dict[int, list[tuple[float, int]]] = defaultdict(list)  # node -> when, version
        for attempt in self.attempts:
            if attempt.outcome == DONE and (number := self.reached(attempt)) is not None:
                known[attempt.node].append((attempt.returned, number))
        for seen in self.seen:
            if numbers := self.candidates(seen):
                known[seen.node].append((seen.returned, min(numbers)))
        rising = {node: _rising(sorted(told)) for node, told in known.items()}
        for seen in self.seen:
            number = max(self.candidates(seen), default=None)
            if number is None or not seen.asked:
                continue
            for node, told in rising.items():
                until = seen.called if node == seen.node else seen.called - self.healed_in
                place = bisect_left(told, (until, -1))
                if place and told[place - 1][1] > number:
                    newer = self.truth.versions[told[place - 1][1]].at
                    age = seen.called - told[place - 1][0]
                    what = f"{_shown(seen)} though node {node} had told {newer} {age:.3f} s before"
                    yield self.violation(STALE, what, seen.returned)
                    break


def _rising(told: list[tuple[float, int]]) -> list[tuple[float, int]]:
    """Only what was newer than everything before it."""
    kept: list[tuple[float, int]] = []
    for when, number in told:
        if not kept or number > kept[-1][1]:
            kept.append((when, number))
    return kept


def _told(attempt: Attempt) -> str:
    what = f"{attempt.words!r}" if attempt.do == PLAY else "undo"
    return f"{what} of {attempt.client} at {attempt.at}"


def _shown(seen: Seen) -> str:
    epoch = "?" if seen.epoch is None else seen.epoch
    return f"{seen.client} was shown ({epoch}, {seen.ply}) by {seen.way} at node {seen.node}"


def check(history: History, healed_in: float = HEALED_IN) -> list[Violation]:
    """Every violation in a history, in the order of time; one line of a client's is reported once."""
    attempts: dict[str, list[Attempt]] = defaultdict(list)
    seen: dict[str, list[Seen]] = defaultdict(list)
    for attempt in history.attempts:
        attempts[attempt.table].append(attempt)
    for each in history.seen:
        seen[each.table].append(each)
    found = [
        Violation(told.kind, told.table, f"{told.client} was sent {told.what}", told.when)
        for told in history.told
    ]
    for truth in history.truths:
        if truth.problem:
            what = f"what is in the database cannot be played: {truth.problem}"
            found.append(Violation(LOST, truth.table, what))
            attempts.pop(truth.table, None)
            seen.pop(truth.table, None)
            continue
        judge = Judge(truth, attempts.pop(truth.table, []), seen.pop(truth.table, []), healed_in)
        rules: tuple[Callable[[], Iterator[Violation]], ...] = (
            judge.acknowledged,
            judge.doubled,
            judge.denied,
            judge.shown,
            judge.backward,
            judge.stale,
        )
        for rule in rules:
            found += rule()
        found += _closing(history, truth)
    for table in attempts.keys() | seen.keys():
        found.append(Violation(LOST, table, "the database knows nothing of this table"))
    return sorted(found, key=lambda violation: violation.when)


def _closing(history: History, truth: Truth) -> Iterator[Violation]:
    """In the end everybody is shown what the database has."""
    at = truth.versions[-1].at if truth.versions else None
    for closing in history.closing:
        if closing.table == truth.table and closing.at != at:
            seconds = f"{closing.seconds:.1f} s after the end"
            what = f"{closing.client} is at {closing.at} {seconds}, the database at {at}"
            yield Violation(APART, truth.table, what)

"""Analyses with numbers that are made up but plausible, for tests of what is shown and kept of real ones."""

from __future__ import annotations

import math
import os
import time
from pathlib import Path

import msgspec

from citywright.analysis.result import Alternative, Ledger, PlyAnalysis, SeatLedger
from citywright.engine.state import CHANCE
from citywright.match.match import Match
from citywright.match.record import parse_record
from citywright.match.replay import replay
from citywright.server.analysis.job import Hearing, pack

EVERY = 12  # decisions with a choice: so many are right, then one is marked
MARKS = (("mistake", 0.08), ("inaccuracy", 0.03), ("blunder", 0.16))


def match_of(path: Path) -> Match:
    """The game of a record."""
    return replay(parse_record(path.read_bytes()))


def plausible(match: Match, depth: str = "quick") -> Ledger:
    """Chances by the points so far, luck whenever chance acts, and a mistake now and then."""
    state = match.game.new_state(match.seats, match.start, match.layout)
    plies: list[PlyAnalysis] = []
    choices = 0
    for number, played in enumerate(match.plies):
        chances, points = _chances(state.scores(), number, match.ply), [float(s + 20) for s in state.scores()]
        legal = (
            [match.game.format_action(code) for code in state.legal_actions()] if played.actor >= 0 else []
        )
        action, actor = match.game.format_action(played.code), played.actor
        state.apply(played.code)
        after = _chances(state.scores(), number + 1, match.ply)
        if actor == CHANCE:
            luck = [
                round(b - a + 0.02 * math.sin(number + s), 4)
                for s, (a, b) in enumerate(zip(chances, after, strict=True))
            ]
            plies.append(PlyAnalysis(number, actor, action, chances, points, luck=luck))
            continue
        mark, lost, best = "", 0.0, []
        if len(legal) > 1:
            choices += 1
            mark, lost = MARKS[choices // EVERY % 3] if choices % EVERY == 0 else ("", 0.0)
            others = [words for words in legal if words != action][:3]
            order = [*others, action] if mark else [action, *others]
            best = [
                Alternative(words, _moved(chances, actor, -lost * rank / 2), [p - rank for p in points])
                for rank, words in enumerate(order[:3])
            ]
        plies.append(PlyAnalysis(number, actor, action, chances, points, [], lost, 40 * lost, [], mark, best))
    ranks = match.state.standing().ranks
    final = [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]
    return Ledger(
        match.game.id,
        match.game.rules_version,
        depth,
        1,
        [_account(seat, plies, final[seat]) for seat in range(match.seats)],
        plies,
        final,
        [ply.ply for ply in sorted(plies, key=lambda ply: -max([0.0, *map(abs, ply.luck)]))[:5]],
        [ply.ply for ply in sorted(plies, key=lambda ply: -ply.lost)[:5]],
    )


def _chances(scores: list[int], ply: int, plies: int) -> list[float]:
    sharpness = 0.02 + 0.2 * ply / plies
    weights = [
        math.exp(sharpness * (score - max(scores))) + 0.03 * math.sin(ply / 9 + s) ** 2
        for s, score in enumerate(scores)
    ]
    return [round(weight / sum(weights), 4) for weight in weights]


def _moved(chances: list[float], seat: int, change: float) -> list[float]:
    others = max(1, len(chances) - 1)
    return [
        chance + (change if number == seat else -change / others) for number, chance in enumerate(chances)
    ]


def _account(seat: int, plies: list[PlyAnalysis], result: float) -> SeatLedger:
    start = plies[0].chances[seat]
    luck = sum(ply.luck[seat] for ply in plies if ply.luck)
    own = [ply for ply in plies if ply.actor == seat]
    mistakes = -sum(ply.lost for ply in own)
    marks = {mark: sum(ply.mark == mark for ply in own) for mark, _ in MARKS}
    found = {
        "start": start,
        "luck": luck,
        "mistakes": mistakes,
        "others": result - start - luck - mistakes,
        "result": result,
        "given_away": -mistakes,
        "accuracy": 87.5,
        "points_luck": 40 * luck,
        "points_mistakes": 40 * mistakes,
        "marks": marks,
    }
    return msgspec.convert(found, SeatLedger)


# --- work for a process beside the server -----------------------------------------------------


def quick_work(text: str, depth: str, path: str) -> bytes:
    """What is made up, at once."""
    hearing = Hearing(path)
    hearing.progress(0.5)
    return pack(plausible(replay(parse_record(text)), depth))


def endless_work(_text: str, _depth: str, path: str) -> bytes:
    """Never done: only stopped."""
    hearing = Hearing(path)
    while True:
        hearing.progress(0.42)
        time.sleep(0.02)


def failing_work(_text: str, _depth: str, _path: str) -> bytes:
    """Something is wrong with this game."""
    raise ValueError("nothing can be said about it")


def work_that_dies_once(text: str, depth: str, path: str) -> bytes:
    """The first process dies over it, the second one is done."""
    died = Path(path + ".died")
    if not died.exists():
        died.touch()
        os._exit(9)
    died.unlink()
    return quick_work(text, depth, path)

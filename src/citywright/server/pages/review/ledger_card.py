"""The ledger of a game for its page: where each seat's result comes from, and what counted most."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from typing import NamedTuple

from citywright.analysis.result import Ledger
from citywright.engine.state import CHANCE
from citywright.game_parts import text_of
from citywright.server.pages.review.mistakes import MARKS
from citywright.server.pages.review.positions import Scene
from citywright.server.pages.review.timeline import signed

MOMENTS = 3  # of each kind


class Line(NamedTuple):
    """One step from the chance at the start to the result; numbers are per cent, and add up."""

    words: str
    value: str
    left: float  # of its bar
    width: float
    kind: str  # total, gain or loss


class SeatAccount(NamedTuple):
    """The ledger of a seat."""

    seat: int
    name: str
    accuracy: int
    lines: list[Line]
    marks: list[tuple[str, int]]  # words, how many


class Moment(NamedTuple):
    """A ply that counted much."""

    ply: int
    seat: int
    words: str
    value: str


class LedgerCard(NamedTuple):
    """All of it."""

    depth: str
    accounts: list[SeatAccount]
    best: list[Moment]
    worst: list[Moment]


def ledger_card(scene: Scene, ledger: Ledger) -> LedgerCard:
    """The ledger of a game in words and numbers."""
    accounts = [_account(scene, ledger, seat) for seat in range(len(ledger.seats))]
    best = [_moment(scene, ledger, ply, max) for ply in ledger.best_moments[:MOMENTS]]
    worst = [_moment(scene, ledger, ply, min) for ply in ledger.worst_moments[:MOMENTS]]
    return LedgerCard(ledger.depth, accounts, best, worst)


def _account(scene: Scene, ledger: Ledger, seat: int) -> SeatAccount:
    own, t = ledger.seats[seat], scene.t
    marks = [(t(word), own.marks[kind]) for kind, word in MARKS.items() if own.marks.get(kind)]
    return SeatAccount(seat, scene.names[seat], round(own.accuracy), list(_lines(scene, ledger, seat)), marks)


def _lines(scene: Scene, ledger: Ledger, seat: int) -> Iterator[Line]:
    """Sums are rounded, not what is added: so the numbers add up as they are shown."""
    own, t = ledger.seats[seat], scene.t
    names = (t("Luck"), t("Own mistakes"), t("Mistakes of others"))
    sums = list(accumulate([own.start, own.luck, own.mistakes, own.others]))
    low, high = min(0.0, *sums), max(1.0, *sums)

    def line(words: str, value: str, since: float, until: float, kind: str) -> Line:
        left, right = (100 * (chance - low) / (high - low) for chance in sorted((since, until)))
        return Line(words, value, left, max(right - left, 0.6), kind)

    yield line(t("At the start"), t("{share}%", share=round(100 * own.start)), 0, own.start, "total")
    for words, (before, after) in zip(names, pairwise(sums), strict=True):
        difference = round(100 * after) - round(100 * before)
        kind = "loss" if difference < 0 else "gain"
        yield line(words, signed(difference / 100, t), before, after, kind)
    yield line(t("Result"), t("{share}%", share=round(100 * own.result)), 0, own.result, "total")


def _moment(scene: Scene, ledger: Ledger, ply: int, of: Callable[[list[float]], float]) -> Moment:
    """A moment; of a roll or draw that of the seat with most luck, or least."""
    found, t = ledger.plies[ply], scene.t
    if found.actor != CHANCE:
        words = t(
            "{name}: {mark}", name=scene.names[found.actor], mark=t(MARKS.get(found.mark, MARKS["mistake"]))
        )
        return Moment(ply, found.actor, words, signed(-found.lost, t))
    seat = found.luck.index(of(found.luck))
    words = _happened(scene, ply) or (t("Luck") if found.luck[seat] > 0 else t("Bad luck"))
    value = t("{luck} for {name}", luck=signed(found.luck[seat], t), name=scene.names[seat])
    return Moment(ply + 1, seat, words, value)


def _happened(scene: Scene, ply: int) -> str:
    """What the log says about a ply, as far as who looks could know."""
    review = scene.review
    played = review.plies_seen(ply + 1, scene.seat)[ply]
    action = review.game.format_action(played.code)
    text = text_of(review.game)
    said = [text.sentence(event, review.names, scene.t.lang, action) for event in played.events]
    return next((sentence for sentence in said if sentence), "")

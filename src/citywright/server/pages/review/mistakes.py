"""Mistakes in words: what was played, what would have been better, and what that would have brought."""

from __future__ import annotations

from typing import NamedTuple

from citywright.analysis.result import Ledger, PlyAnalysis
from citywright.bots.hints import Hint
from citywright.game_parts import text_of
from citywright.server.tables.review import Review
from citywright.text import Words, mark

SHOWN = 2  # alternatives, and what was played
MARKS = {  # by importance
    "inaccuracy": mark("Inaccuracy"),
    "mistake": mark("Mistake"),
    "blunder": mark("Blunder"),
}
SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}


class Mistake(NamedTuple):
    """A decision that was marked."""

    kind: str
    seat: int
    sign: str
    word: str
    gain: str  # what the best action would have brought
    hints: list[Hint]  # the best actions, and the one that was played; none: who looks could not know


def analysis_at(ledger: Ledger | None, ply: int) -> PlyAnalysis | None:
    """What is known of the action at a ply."""
    if ledger is None or ply >= len(ledger.plies):
        return None
    return ledger.plies[ply]


def mistake_at(review: Review, ledger: Ledger | None, ply: int, seat: int, t: Words) -> Mistake | None:
    """The mistake at a ply, if there is one, told to who looks through a seat's eyes."""
    found = analysis_at(ledger, ply)
    if found is None or found.mark not in MARKS or not found.best:
        return None
    word, sign, gain = t(MARKS[found.mark]), SIGNS[found.mark], gain_of(found, t)
    if review.game.has_secrets and seat != found.actor:
        return Mistake(found.mark, found.actor, sign, word, gain, [])
    return Mistake(found.mark, found.actor, sign, word, gain, alternatives(review, found, t.lang))


def gain_of(found: PlyAnalysis, t: Words) -> str:
    """What the best action would have brought beyond what was played."""
    share, points = round(100 * found.lost), round(found.points_lost)
    if points < 1:
        return t("+{share}% chance to win", share=share)
    if points == 1:
        return t("+{share}% chance to win, about 1 point", share=share)
    return t("+{share}% chance to win, about {points} points", share=share, points=points)


def alternatives(review: Review, found: PlyAnalysis, lang: str) -> list[Hint]:
    """The best actions and the one that was played, as hints."""
    actor, text = found.actor, text_of(review.game)
    view = review.game.view(review.state_at(found.ply), actor)

    def hint(action: str, chance: float, points: float) -> Hint:
        title = text.action_title(action, view, lang)
        return Hint(action, title, max(0.0, min(1.0, chance)), points, 0)

    best = [hint(each.action, each.chances[actor], each.points[actor]) for each in found.best[:SHOWN]]
    if found.action not in {each.action for each in best}:
        first = found.best[0]
        best.append(
            hint(found.action, first.chances[actor] - found.lost, first.points[actor] - found.points_lost)
        )
    return best

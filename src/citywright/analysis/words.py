"""An analysis in words: what was played, what would have been better, and what it would have brought."""

from __future__ import annotations

from typing import NamedTuple

from citywright.analysis.judging import states_of
from citywright.analysis.result import Ledger, PlyAnalysis
from citywright.engine.state import State
from citywright.game_parts import text_of
from citywright.match.match import Match
from citywright.text import mark, translate

MARK_WORDS = {"inaccuracy": mark("Inaccuracy"), "mistake": mark("Mistake"), "blunder": mark("Blunder")}


class Told(NamedTuple):
    """A mistake in words."""

    ply: int
    seat: int
    mark: str  # in words
    played: str
    better: str
    gain: str


def gain_words(ply: PlyAnalysis, lang: str) -> str:
    """What the better action of a mistake would have brought."""
    t = translate(lang)
    percent, points = max(1, round(100 * ply.lost)), round(ply.points_lost)
    if points >= 2:
        return t("{percent}% more chance to win, about {points} points more", percent=percent, points=points)
    if points <= -2:
        return t("{percent}% more chance to win, for about {points} points", percent=percent, points=-points)
    return t("{percent}% more chance to win", percent=percent)


def told(match: Match, state: State, ply: PlyAnalysis, lang: str) -> Told:
    """A marked decision in words; `state` is the position before it."""
    t, text = translate(lang), text_of(match.game)
    view = match.game.view(state, ply.actor)
    played, better = (text.action_title(words, view, lang) for words in (ply.action, ply.best[0].action))
    return Told(ply.ply, ply.actor, t(MARK_WORDS[ply.mark]), played, better, gain_words(ply, lang))


def all_told(match: Match, ledger: Ledger, lang: str) -> list[Told]:
    """Every mistake of a game in words."""
    states = states_of(match)
    return [told(match, states[ply.ply], ply, lang) for ply in ledger.plies if ply.mark]

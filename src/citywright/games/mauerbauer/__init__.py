"""Die Mauerbauer (Leo Colovini, 2006) for two to four: the catalogue entry."""

from __future__ import annotations

from citywright.engine.game import Game
from citywright.games.mauerbauer.audit import audit
from citywright.games.mauerbauer.knowledge.policies import Builder
from citywright.games.mauerbauer.layout import MauerbauerLayout, parse_layout
from citywright.games.mauerbauer.notation import format_action, parse_action
from citywright.games.mauerbauer.rules import state
from citywright.games.mauerbauer.rules.material import (
    END_REASONS,
    FIRST_RULES,
    KIND_SOURCES,
    MAX_SEATS,
    RULES_VERSION,
)
from citywright.games.mauerbauer.view import view


def new_state(seats: int, start: int, layout: MauerbauerLayout) -> state.MauerbauerState:
    """The beginning of a game on a layout that `parse_layout` read."""
    return state.new_state(seats, start, layout.board, RULES_VERSION)


def new_state_of_first_rules(seats: int, start: int, layout: MauerbauerLayout) -> state.MauerbauerState:
    """The same, for games that were begun under rules version 1."""
    return state.new_state(seats, start, layout.board, FIRST_RULES)


GAME = Game(
    id="mauerbauer",
    titles={"de": "Die Mauerbauer", "en": "Masons"},
    min_seats=2,
    max_seats=MAX_SEATS,
    rules_version=RULES_VERSION,
    ply_limit=20_000,
    package=__name__,
    parse_layout=parse_layout,
    new_state=new_state,
    format_action=format_action,
    parse_action=parse_action,
    view=view,
    audit=audit,
    end_reasons=tuple(END_REASONS[1:]),
    score_sources=tuple(dict.fromkeys(KIND_SOURCES)),
    has_secrets=True,
    minutes=(30, 45),
    difficulty=1,
    summaries={
        "de": "Zieht gemeinsam Mauern durchs Land; schließt sich eine Stadt, bringen deine "
        "geheimen Karten Punkte.",
        "en": "Build walls across a land you share; when a city closes, your secret cards score.",
    },
    policies={"builder": Builder},
    earlier_rules={FIRST_RULES: new_state_of_first_rules},
)

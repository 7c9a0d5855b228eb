"""Milestones (Stefan Dorra and Ralf zur Linde, 2012) for two to four: the catalogue entry."""

from __future__ import annotations

from typing import Any

from citywright.engine.game import Game
from citywright.games.milestones.audit import audit
from citywright.games.milestones.knowledge.policies import Steward, Walker
from citywright.games.milestones.layout import parse_layout
from citywright.games.milestones.notation import format_action, parse_action
from citywright.games.milestones.rules import state as rules
from citywright.games.milestones.rules.material import END_REASONS
from citywright.games.milestones.view import view


def new_state(seats: int, start: int, layout: Any) -> rules.MilestonesState:
    """The beginning of a game on a layout that `parse_layout` read."""
    return rules.new_state(seats, start, layout.board)


GAME = Game(
    id="milestones",
    titles={"de": "Milestones", "en": "Milestones"},
    min_seats=2,
    max_seats=4,
    rules_version=1,
    # Endless play is legal. Uniformly random games of 2 players take 2,300 decisions on the usual board;
    # 10,000, seldom 20,000, where all tiles show the same two workers.
    ply_limit=100_000,
    package=__name__,
    parse_layout=parse_layout,
    new_state=new_state,
    format_action=format_action,
    parse_action=parse_action,
    view=view,
    audit=audit,
    end_reasons=tuple(END_REASONS),
    score_sources=(
        "roads",
        "houses",
        "markets",
        "bonus tiles",
        "workers with bonus",
        "deliveries",
        "majorities",
    ),
    minutes=(60, 75),
    difficulty=2,
    summaries={
        "de": "Schicke deine Figur von Arbeiter zu Arbeiter und baue mit dem, was sie bringen, "
        "Straßen, Häuser und Märkte.",
        "en": "Walk your figure from worker to worker, and build roads, houses and markets "
        "from what they bring.",
    },
    policies={"walker": Walker, "steward": Steward},
)

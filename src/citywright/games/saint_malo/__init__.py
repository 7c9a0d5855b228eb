"""Saint Malo (Inka and Markus Brand, 2012) for two to five: the catalogue entry."""

from __future__ import annotations

from typing import Any

from citywright.engine.game import Game
from citywright.games.saint_malo.audit import audit
from citywright.games.saint_malo.knowledge.policies import Collector, Settler
from citywright.games.saint_malo.layout import parse_layout
from citywright.games.saint_malo.notation import format_action, parse_action
from citywright.games.saint_malo.rules import material, state
from citywright.games.saint_malo.rules.state import SaintMaloState
from citywright.games.saint_malo.view import view


def new_state(seats: int, start: int, layout: Any) -> SaintMaloState:
    """The beginning of a game on a layout that `parse_layout` read."""
    return state.new_state(seats, start, layout.board)


GAME = Game(
    id="saint-malo",
    titles={"de": "Saint Malo", "en": "Saint Malo"},
    min_seats=material.MIN_SEATS,
    max_seats=material.MAX_SEATS,
    rules_version=1,
    ply_limit=20_000,
    package=__name__,
    parse_layout=parse_layout,
    new_state=new_state,
    format_action=format_action,
    parse_action=parse_action,
    view=view,
    audit=audit,
    end_reasons=material.END_REASONS,
    score_sources=(
        "citizens",
        "priests",
        "houses",
        "jugglers",
        "nobles",
        "wall bonus",
        "churches",
        "coins",
        "logs",
        "full city",
        "cannons",
    ),
    minutes=(30, 45),
    difficulty=1,
    summaries={
        "de": "Würfle und zeichne, was du behältst, in deine Stadt: Kirchen, Häuser, Leute und "
        "Mauern gegen die Piraten.",
        "en": "Roll dice and draw what you keep into your town: churches, houses, people, and "
        "walls against the pirates.",
    },
    policies={"collector": Collector, "settler": Settler},
)

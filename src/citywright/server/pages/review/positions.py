"""What a review shows of one position: the boards, and the elements around them that change with it."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from citywright.analysis.result import Ledger
from citywright.draw.kept import Kept
from citywright.draw.panel import Panel
from citywright.engine.view import SEAT_LETTERS, View
from citywright.game_parts import drawn_again, facts_of, text_of
from citywright.server.language import words_of
from citywright.server.live.fragments import facts_line
from citywright.server.pages.review.mistakes import Mistake, mistake_at
from citywright.server.pages.review.stops import Stops
from citywright.server.players.hints import Advice
from citywright.server.tables.review import Review, letter_of
from citywright.server.templates import macro


class Scene:
    """Who looks at what: one game from one seat in one language. `is_advised`: hints are wanted."""

    def __init__(
        self, review: Review, path: str, seat: int, lang: str, ledger: Ledger | None, *, is_advised: bool
    ) -> None:
        self.review = review
        self.path = path
        self.seat = seat
        self.letter = letter_of(seat)
        self.t = words_of(lang)
        self.ledger = ledger
        self.is_advised = is_advised
        self.stops = Stops(review.match, ledger)
        self.kept = Kept()

    def to(self, ply: int, letter: str = "", advised: bool | None = None) -> str:
        """The address of a position."""
        is_advised = self.is_advised if advised is None else advised
        return f"{self.path}?ply={ply}&seat={letter or self.letter}{'&advice=yes' if is_advised else ''}"

    @property
    def names(self) -> tuple[str, ...]:
        """What everybody is called."""
        return self.review.names

    def may_know(self, actor: int) -> bool:
        """Can those who look know what a seat knew when it decided?"""
        return actor == self.seat or not self.review.game.has_secrets

    def knower(self, actor: int) -> int | None:
        """Through whose eyes a decision can be judged, if not through these."""
        return actor if not self.may_know(actor) and actor in self.review.viewpoints() else None


class Position(NamedTuple):
    """What is shown at a ply."""

    ply: int
    panels: list[Panel]
    elements: dict[str, str]  # id -> HTML


def position_at(scene: Scene, ply: int, advice: Advice | None = None) -> Position:
    """A position; hints that were asked for are shown, and those places of the boards can be pointed at."""
    review, t = scene.review, scene.t
    mistake = mistake_at(review, scene.ledger, ply, scene.seat, t)
    hints = advice.hints if advice is not None else mistake.hints if mistake is not None else []
    view, panels = _drawn(scene, ply, {hint.action for hint in hints})
    facts = [facts_line(own, t) for own in facts_of(review.game, view, t.lang).seats]
    scores = review.state_at(ply).scores()
    pieces = "fragments/review.html"
    chances = _chances_at(scene.ledger, ply)
    prompt = text_of(review.game).prompt(view, t.lang, review.names)
    elements = {
        "prompt": macro(pieces, "prompt")(prompt),
        "steps": macro(pieces, "steps")(t, scene, ply, scene.stops.around(ply, scene.letter)),
        "seats": macro(pieces, "seats")(t, scene, ply, scores, facts or [""] * len(review.names), chances),
        "advice": _advice(scene, ply, mistake, advice),
    }
    return Position(ply, panels, {id_: str(html) for id_, html in elements.items()})


def _drawn(scene: Scene, ply: int, actions: set[str]) -> tuple[View, list[Panel]]:
    """The boards with those places that are meant by some actions; where a game picks several things for one
    action it draws them only with all that can be done.
    """
    review = scene.review
    view = review.view(ply, scene.seat, actions)
    panels = drawn_again(review.game, scene.kept, view, scene.t.lang, review.names)
    if view.choices and not _shows(panels, actions):
        view = review.game.view(review.state_at(ply), scene.seat)
        panels = drawn_again(review.game, scene.kept, view, scene.t.lang, review.names)
    return view, [_without_reasons(panel) for panel in panels]


def _without_reasons(panel: Panel) -> Panel:
    """Why something cannot be done is of no use to those who look back."""
    if all(offer.action for offer in panel.offers):
        return panel
    return panel._replace(offers=tuple([offer for offer in panel.offers if offer.action]))


def _shows(panels: list[Panel], actions: set[str]) -> bool:
    """Is there a place for each of these actions?"""
    drawn = "".join([panel.body for panel in panels])
    return all(f'data-action="{escape(action)}"' in drawn for action in actions)


def _chances_at(ledger: Ledger | None, ply: int) -> list[float]:
    """The chances of all seats before a ply, if they are known."""
    if ledger is None:
        return []
    return ledger.plies[ply].chances if ply < len(ledger.plies) else ledger.final_chances


def _advice(scene: Scene, ply: int, mistake: Mistake | None, advice: Advice | None) -> str:
    actor = scene.stops.actors[ply]
    seat = SEAT_LETTERS.find(actor)
    knower = scene.knower(seat) if seat >= 0 else None
    is_awaited = advice is None and seat >= 0 and scene.may_know(seat)
    return macro("fragments/review.html", "advice")(scene.t, scene, ply, mistake, advice, knower, is_awaited)

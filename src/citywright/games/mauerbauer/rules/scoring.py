"""Playing cards: for a city just closed (MB-30, MB-31), and the last cards of the game (MB-42)."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.games.mauerbauer.rules import card_points, codes, drawing_cards, material, phases, turn
from citywright.games.mauerbauer.rules.position import Position


def score(position: Position, kind: i64) -> None:
    """A card is played and its points are taken at once (MB-30)."""
    points: i64 = card_points.points(position.land, kind, position.scored_city)
    position.cards.lay(position.seat, kind)
    position.add_points(position.seat, points)
    source = material.KIND_SOURCES[kind]
    position.tell(source, position.seat, material.KIND_RULES[kind], points, kind, position.scored_city)


def playable(position: Position, hand: i64) -> i64:
    """Of the kinds in a hand those that may be played: without a city none that looks at one (MB-42)."""
    if position.scored_city == 0 and position.rules_version > material.FIRST_RULES:
        return hand & material.OUTSIDE_KINDS
    return hand


# --- a city just closed -----------------------------------------------------------------------


def begin_scoring(position: Position) -> None:
    """MB-30: from the player who closed the city, in turn order."""
    position.seat = position.turn_seat
    _await_card(position)


def _await_card(position: Position) -> None:
    """Ask `seat` for its first card; an empty hand scores nothing but draws (MB-33)."""
    position.phase = phases.PLAY_CARD
    if position.cards.hand_size(position.seat) == 0:
        _next_scorer(position, 1)


def play_card(position: Position, code: i64) -> None:
    """PLAY_CARD: a card scored, or one discarded for two new ones (MB-31)."""
    if code >= codes.DISCARD:
        kind: i64 = code - codes.DISCARD
        position.cards.lay(position.seat, kind)
        position.tell("discard", position.seat, "MB-31", 0, kind, 0)
        _next_scorer(position, 2)
    else:
        score(position, code - codes.PLAY)
        position.phase = phases.PLAY_SECOND
        if position.has_no_card_left():
            _next_scorer(position, 1)


def play_second(position: Position, code: i64) -> None:
    """PLAY_SECOND: a second card, or none."""
    if code != codes.STOP:
        score(position, code - codes.PLAY)
    _next_scorer(position, 1)


def _next_scorer(position: Position, cards: i64) -> None:
    """`seat` is done and will draw so many cards (MB-32)."""
    position.owe_cards(position.seat, cards)
    position.seat = position.seat_after(position.seat)
    if position.seat != position.turn_seat:
        _await_card(position)
    else:
        position.phase = phases.DRAW_CARDS
        drawing_cards.await_draw(position)


# --- the last cards -----------------------------------------------------------------------------


def end_turn(position: Position) -> None:
    """A turn that closed no city is over: the next turn begins, or the last cards are played (MB-42)."""
    if position.end_reason:
        position.seat = position.turn_seat
        _await_choice(position)
    else:
        turn.begin_next_turn(position)


def _await_choice(position: Position) -> None:
    """MB-42: each may choose a closed city and play for it; an empty hand has nothing to choose."""
    position.phase = phases.CHOOSE_CITY
    if position.cards.hand_size(position.seat) == 0:
        _next_choice(position)


def choose_city(position: Position, code: i64) -> None:
    """CHOOSE_CITY: the city that this seat's last cards score, or none."""
    position.scored_city = code - codes.CITY
    position.phase = phases.PLAY_LAST
    position.tell("choose", position.seat, "MB-42", 0, position.scored_city, 0)


def play_last(position: Position, code: i64) -> None:
    """PLAY_LAST and PLAY_LAST_SECOND: one or two cards, or none."""
    if code != codes.STOP:
        score(position, code - codes.PLAY)
    may_go_on: bool = code != codes.STOP and position.phase == phases.PLAY_LAST
    if may_go_on and not position.has_no_card_left():
        position.phase = phases.PLAY_LAST_SECOND
    else:
        _next_choice(position)


def _next_choice(position: Position) -> None:
    position.scored_city = 0
    position.seat = position.seat_after(position.seat)
    if position.seat != position.turn_seat:
        _await_choice(position)
    else:
        turn.end_game(position)

"""Drawing and exchanging cards (MB-5, MB-32 to MB-34). Each step ends by setting what is awaited next."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.chance import LETTERS, named, turn_of_seat
from citywright.engine.state import CHANCE
from citywright.games.mauerbauer.rules import codes, phases, turn
from citywright.games.mauerbauer.rules.position import Position


def is_awaited(position: Position) -> bool:
    """Is `seat` about to draw a card?"""
    return position.phase in (phases.DEAL, phases.DRAW_CARDS, phases.DRAW_EXCHANGED)


def moment(position: Position) -> str:
    """The name of the next draw: who draws in whose turn, and how many cards are to come, this one too."""
    seat: i64 = position.seat
    to_come: i64 = position.cards_owed_to(seat)
    if position.phase == phases.DEAL:
        return f"deal {LETTERS[seat]} {to_come}"
    what = "draw" if position.phase == phases.DRAW_CARDS else "exchange"
    turn_number: i64 = turn_of_seat(position.turn, position.seat_count)
    return f"{named(what, position.turn_seat, turn_number, to_come)} for {LETTERS[seat]}"


# --- drawing ------------------------------------------------------------------------------


def await_draw(position: Position) -> None:
    """From `seat` on, the next one that has cards to draw (MB-32); without cards nobody draws (MB-33)."""
    if position.cards.pile == 0 and not _make_pile(position):
        position.cards_owed = 0
    if position.cards_owed == 0:
        _all_drawn(position)
    while position.cards_owed and position.cards_owed_to(position.seat) == 0:
        position.seat = position.seat_after(position.seat)


def draw(position: Position, code: i64) -> None:
    """DEAL, DRAW_CARDS and DRAW_EXCHANGED: a card is drawn. No event tells which (MB-35)."""
    seat: i64 = position.seat
    position.owe_cards(seat, -1)
    position.tell("draw", seat, _draw_rule(position.phase), 0, position.cards_owed_to(seat), 0)
    if position.cards.draw(seat, code - codes.DRAW):
        _tell_new_pile(position)
    await_draw(position)


def _draw_rule(phase: i64) -> str:
    if phase == phases.DEAL:
        return "MB-5"
    return "MB-32" if phase == phases.DRAW_CARDS else "MB-34"


def _make_pile(position: Position) -> bool:
    """A new pile before a draw: only if there were no discards when the last card was drawn (MB-33)."""
    if not position.cards.make_pile():
        return False
    _tell_new_pile(position)
    return True


def _tell_new_pile(position: Position) -> None:
    position.tell("new pile", CHANCE, "MB-33", 0, position.cards.pile, 0)


def _all_drawn(position: Position) -> None:
    """Nothing is left to draw: what comes next?"""
    if position.phase == phases.DEAL:
        turn.begin_turn(position, position.turn_seat)
    elif position.phase == phases.DRAW_EXCHANGED:
        _next_exchange(position)
    elif position.end_reason:  # MB-41: no exchange
        turn.end_game(position)
    else:
        position.seat = position.turn_seat
        _await_exchange(position)


# --- exchanging -----------------------------------------------------------------------------


def is_last(scores: list[int], seat: int) -> bool:
    """Is a seat last on the score track, alone or with others (MB-34)?"""
    return scores[seat] == min(scores)


def _await_exchange(position: Position) -> None:
    """MB-34: whoever is last may exchange, from the player whose turn it is in turn order."""
    position.phase = phases.EXCHANGE_CARDS
    if position.cards.hand_size(position.seat) == 0 or not is_last(position.scores(), position.seat):
        _next_exchange(position)


def exchange(position: Position, code: i64) -> None:
    """EXCHANGE_CARDS: one more card is put away, or that is done and the new ones are drawn."""
    if code != codes.DONE:
        kind: i64 = code - codes.EXCHANGE
        position.cards.lay(position.seat, kind)
        position.owe_cards(position.seat, 1)
        position.tell("exchange", position.seat, "MB-34", 0, kind, 0)
        if not position.has_no_card_left():
            return
    if position.cards_owed:
        position.phase = phases.DRAW_EXCHANGED
        await_draw(position)
    else:
        _next_exchange(position)


def _next_exchange(position: Position) -> None:
    position.seat = position.seat_after(position.seat)
    if position.seat != position.turn_seat:
        _await_exchange(position)
    else:
        turn.begin_next_turn(position)

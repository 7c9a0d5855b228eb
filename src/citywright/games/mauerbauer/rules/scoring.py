"""Playing cards for a city, drawing, exchanging, and the end of the game (MB-30 to MB-43)."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.state import CHANCE
from citywright.games.mauerbauer.rules.codes import (
    A_CITY,
    A_DISCARD,
    A_DONE,
    A_DRAW,
    A_EXCHANGE,
    A_PLAY,
    A_STOP,
    CHOOSE_CITY,
    DEAL,
    DRAW_CARDS,
    DRAW_EXCHANGED,
    EXCHANGE_CARDS,
    GAME_OVER,
    HAND,
    KIND_RULES,
    KIND_SOURCES,
    PLAY_CARD,
    PLAY_LAST,
    PLAY_LAST_SECOND,
    PLAY_SECOND,
    one_of,
)
from citywright.games.mauerbauer.rules.position import POINT_BITS, Table


class Scoring(Table):
    """The part of a turn that is about cards. Each step ends by saying what is awaited next."""

    # --- dealing --------------------------------------------------------------------------

    def start(self, seat: i64) -> None:
        """MB-5: the start player is known, each gets six cards."""
        self.active = seat
        each: i64 = 0
        while each < self.number:
            self.owe(each, HAND)
            each += 1
        self.phase = DEAL
        self.seat = seat
        self.tell("start", seat, "MB-5", 0, seat, 0)

    # --- scoring a city -------------------------------------------------------------------

    def begin_scoring(self) -> None:
        """MB-30: from the player who closed the city, in turn order."""
        self.seat = self.active
        self.await_card()

    def await_card(self) -> None:
        """Ask `seat` for its first card; an empty hand scores nothing but draws (MB-33)."""
        self.phase = PLAY_CARD
        if self.cards.hand_size(self.seat) == 0:
            self.next_scorer(1)

    def play_card(self, code: i64) -> None:
        """PLAY_CARD: a card scored, or one discarded for two new ones (MB-31)."""
        if code >= A_DISCARD:
            kind: i64 = code - A_DISCARD
            self.cards.lay(self.seat, kind)
            self.tell("discard", self.seat, "MB-31", 0, kind, 0)
            self.next_scorer(2)
        else:
            self.score(code - A_PLAY)
            self.phase = PLAY_SECOND

    def play_second(self, code: i64) -> None:
        """PLAY_SECOND: a second card, or none."""
        if code != A_STOP:
            self.score(code - A_PLAY)
        self.next_scorer(1)

    def score(self, kind: i64) -> None:
        """A card is played and its points are taken at once (MB-30)."""
        points: i64 = self.land.worth(kind, self.city)
        self.cards.lay(self.seat, kind)
        self.points += points << POINT_BITS * self.seat
        self.tell(KIND_SOURCES[kind], self.seat, KIND_RULES[kind], points, kind, self.city)

    def next_scorer(self, cards: i64) -> None:
        """`seat` is done and will draw so many cards (MB-32)."""
        self.owe(self.seat, cards)
        self.seat = self.seat_after(self.seat)
        if self.seat != self.active:
            self.await_card()
        else:
            self.phase = DRAW_CARDS
            self.await_draw()

    # --- drawing --------------------------------------------------------------------------

    def await_draw(self) -> None:
        """From `seat` on, the next one that has cards to draw (MB-32); without cards nobody draws (MB-33)."""
        if self.cards.pile == 0 and not self.make_pile():
            self.owed = 0
        if self.owed == 0:
            self.drawn_all()
        while self.owed and self.owed_to(self.seat) == 0:
            self.seat = self.seat_after(self.seat)

    def draw(self, code: i64) -> None:
        """A card drawn: DEAL, DRAW_CARDS or DRAW_EXCHANGED. No event tells which."""
        self.owed -= one_of(self.seat)
        rule = "MB-5" if self.phase == DEAL else "MB-32" if self.phase == DRAW_CARDS else "MB-34"
        self.tell("draw", self.seat, rule, 0, self.owed_to(self.seat), 0)
        if self.cards.draw(self.seat, code - A_DRAW):
            self.tell("new pile", CHANCE, "MB-33", 0, self.cards.pile, 0)
        self.await_draw()

    def make_pile(self) -> bool:
        """A new pile before a draw: only if there was nothing to make one of when the last card was drawn."""
        if not self.cards.make_pile():
            return False
        self.tell("new pile", CHANCE, "MB-33", 0, self.cards.pile, 0)
        return True

    def drawn_all(self) -> None:
        """Nothing is left to draw: what comes next?"""
        if self.phase == DEAL:
            self.begin_turn(self.active)
        elif self.phase == DRAW_EXCHANGED:
            self.next_exchange()
        elif self.ending:  # MB-41: no exchange
            self.finish()
        else:
            self.seat = self.active
            self.await_exchange()

    # --- exchanging -----------------------------------------------------------------------

    def await_exchange(self) -> None:
        """MB-34: whoever is last on the score track may exchange, from the active player in turn order."""
        self.phase = EXCHANGE_CARDS
        if not self.is_last(self.seat) or self.cards.hand_size(self.seat) == 0:
            self.next_exchange()

    def is_last(self, seat: i64) -> bool:
        """Has nobody fewer points?"""
        other: i64 = 0
        while other < self.number:
            if self.points_of(other) < self.points_of(seat):
                return False
            other += 1
        return True

    def exchange(self, code: i64) -> None:
        """EXCHANGE_CARDS: one more card away, or done and the new ones drawn."""
        if code != A_DONE:
            kind: i64 = code - A_EXCHANGE
            self.cards.lay(self.seat, kind)
            self.owe(self.seat, 1)
            self.tell("exchange", self.seat, "MB-34", 0, kind, 0)
        elif self.owed:
            self.phase = DRAW_EXCHANGED
            self.await_draw()
        else:
            self.next_exchange()

    def next_exchange(self) -> None:
        self.seat = self.seat_after(self.seat)
        if self.seat != self.active:
            self.await_exchange()
        else:
            self.begin_turn(self.seat_after(self.active))

    # --- the end --------------------------------------------------------------------------

    def end_turn(self) -> None:
        """A turn that closed no city is over."""
        if self.ending:  # MB-42
            self.seat = self.active
            self.await_choice()
        else:
            self.begin_turn(self.seat_after(self.active))

    def await_choice(self) -> None:
        """MB-42: each may choose a closed city and play for it; an empty hand has nothing to choose."""
        self.phase = CHOOSE_CITY
        if self.cards.hand_size(self.seat) == 0:
            self.next_choice()

    def choose_city(self, code: i64) -> None:
        """CHOOSE_CITY: the city this seat's last cards look at, or none."""
        self.city = code - A_CITY
        self.phase = PLAY_LAST
        self.tell("choose", self.seat, "MB-42", 0, self.city, 0)

    def play_last(self, code: i64) -> None:
        """PLAY_LAST and PLAY_LAST_SECOND: one or two cards, or none."""
        if code != A_STOP:
            self.score(code - A_PLAY)
        if code != A_STOP and self.phase == PLAY_LAST:
            self.phase = PLAY_LAST_SECOND
        else:
            self.next_choice()

    def next_choice(self) -> None:
        self.city = 0
        self.seat = self.seat_after(self.seat)
        if self.seat != self.active:
            self.await_choice()
        else:
            self.finish()

    def finish(self) -> None:
        """The game is over (MB-43)."""
        self.phase = GAME_OVER
        self.city = 0
        self.tell("end", CHANCE, "MB-43", 0, self.ending, 0)

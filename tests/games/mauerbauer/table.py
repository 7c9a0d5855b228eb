"""A table to try rules at: play in notation, build walls with the dice the test needs, look at hands."""

from __future__ import annotations

from citywright.engine.state import CHANCE, Event
from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.layout import MauerbauerLayout
from citywright.games.mauerbauer.notation import point_name, point_number
from citywright.games.mauerbauer.rules import card_points, counts
from citywright.games.mauerbauer.rules.material import HOUSE_COLOURS, KIND_NAMES, KINDS, TOWER_COLOURS
from citywright.games.mauerbauer.rules.state import MauerbauerState
from citywright.games.mauerbauer.view import view

TRIANGLE = ("c4 c5", "c4 d4", "c5 d4")
HEXAGON = ("c4 c5", "c5 d5", "d5 e5", "e4 e5", "d3 e4", "c4 d3")  # around d4
RING = ("b3 b4", "b4 b5", "b5 c6", "c6 d5", "d5 e5", "e4 e5", "d3 e4", "c3 d3", "b3 c3")  # around TRIANGLE
MIXED = "yellow blue"


class Table:
    """A game of some seats, seat A's turn, with every event that happened."""

    def __init__(
        self,
        seats: int = 2,
        hands: tuple[str, ...] = (),
        layout: MauerbauerLayout | None = None,
        rules_version: int = GAME.rules_version,
    ) -> None:
        """`hands` names the first cards of seats A, B …; the rest of each hand is what comes first."""
        state = GAME.under_rules(rules_version).new_state(seats, 0, layout or GAME.default_layout)
        assert isinstance(state, MauerbauerState)
        self.state = state
        self.events: list[Event] = []
        wanted = [hand.split() for hand in hands]
        reserved = [kind for hand in wanted for kind in hand]
        for seat in range(seats):
            mine = wanted[seat] if seat < len(wanted) else []
            for n in range(6):
                if n < len(mine):
                    self.play(f"draw {mine[n]}")
                    reserved.remove(mine[n])
                else:
                    self.play(f"draw {self._spare(reserved)}")

    def _spare(self, reserved: list[str]) -> str:
        """A card left in the pile that no hand is promised."""
        pile = self.state.cards.pile_row()
        for kind, name in enumerate(KIND_NAMES):
            if self.state.cards.rows[pile + kind] > reserved.count(name):
                return name
        raise AssertionError("every card is promised")

    # --- playing ---------------------------------------------------------------------------

    def play(self, *actions: str) -> list[Event]:
        """Play legal actions or possible outcomes one after the other; returns the events of all of them."""
        happened: list[Event] = []
        for words in actions:
            code = GAME.parse_action(words)
            assert words in self.options(), f"{words} is not among {self.options()}"
            self.state.trace = []
            self.state.apply(code)
            happened += self.state.trace
            self.state.trace = None
            assert not GAME.audit(self.state), (words, GAME.audit(self.state))
        self.events += happened
        return happened

    def options(self) -> list[str]:
        """What the acting seat may do, or what chance may bring."""
        if self.state.actor() == CHANCE:
            return [GAME.format_action(code) for code, _ in self.state.chance_outcomes()]
        return [GAME.format_action(code) for code in self.state.legal_actions()]

    def wall(self, points: str, houses: str = "red green", towers: str = "white white") -> list[Event]:
        """A wall with the towers and houses wanted (by its ends and fields in order), up to the closing."""
        happened = self.play(f"wall {points}")
        dice = " ".join((houses.split() * 2)[:2])
        colours = towers.split()
        rolled = f"dice {dice} {colours[0]}"
        happened += self.play(rolled if rolled in self.options() else f"dice {dice}")
        for piece, wanted in (("tower", colours), ("house", houses.split())):
            for colour in wanted:
                if self.phase.endswith(piece):
                    choices = self.options()  # the first of them if the colour wanted is used up
                    fitting = (words for words in choices if words.endswith(colour))
                    happened += self.play(next(fitting, choices[0]))
        return happened

    def walls(self, *lines: str, houses: str = "red green", towers: str = "white white") -> None:
        """Walls one after the other; each city they close is joined to none and scored with any card."""
        for line in lines:
            self.wall(line, houses, towers)
            self.settle()

    def first(self, times: int = 1) -> list[Event]:
        """Play what comes first, so many times."""
        return [event for _ in range(times) for event in self.play(self.options()[0])]

    def discard(self) -> None:
        """The acting seat discards a card for two new ones."""
        self.play(next(words for words in self.options() if words.startswith("discard")))

    def settle(self) -> None:
        """Play what comes first, joining and exchanging nothing, until a wall is awaited or the end."""
        while self.phase not in ("place wall", "over"):
            choices = self.options()
            self.play(
                next((words for words in ("join none", "stop", "done") if words in choices), choices[0])
            )

    # --- looking ---------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        return GAME.view(self.state, CHANCE).phase

    def thin_pile(self, left: int) -> None:
        """Put cards of the pile on the discards until so many are left."""
        cards = self.state.cards
        while cards.pile > left:
            kind = cards.kind_at(cards.pile_row(), cards.pile - 1)
            cards.move(cards.pile_row() + kind, cards.discard_row() + kind)
            cards.pile -= 1
            cards.discards += 1

    def hand(self, seat: int) -> list[str]:
        """A hand, card by card."""
        return [KIND_NAMES[k] for k in range(KINDS) for _ in range(self.state.cards.held(seat, k))]

    def discards(self) -> dict[str, int]:
        return view(self.state, CHANCE).discards

    def worth(self, kind: str, city: int = 0) -> int:
        """What a card would score now."""
        return card_points.points(self.state.land, KIND_NAMES.index(kind), city)

    def tower(self, point: str) -> str | None:
        """The colour of the tower on a point."""
        names = [point_name(number) for number in self.state.board.point_name]
        colour = self.state.land.tower_colour(names.index(point))
        return TOWER_COLOURS[colour] if colour >= 0 else None

    def line(self, points: str) -> int:
        """What a line is, a number of contents.py."""
        code = GAME.parse_action(f"wall {points}")
        board = self.state.board
        lines = [line for line in range(board.line_count) if board.wall_code(line) == code]
        return self.state.land.lines[lines[0]]

    def size(self, city: int) -> int:
        return self.state.land.city_size(city)

    def houses(self, city: int) -> dict[str, int]:
        return self._colours(self.state.land.city_houses(city))

    def palaces(self, city: int) -> dict[str, int]:
        return self._colours(self.state.land.city_palaces(city))

    def towers(self, city: int) -> int:
        return counts.total(self.state.land.city_towers(city))

    def houses_at(self, field: str) -> dict[str, int]:
        """The houses on an open field, named by its corners."""
        corners = sorted(point_number(corner) or 0 for corner in field.split())
        board = self.state.board
        for number in range(board.field_count):
            points = board.field_points[3 * number : 3 * number + 3]
            if [board.point_name[point] for point in points] == corners:
                return self._colours(self.state.land.fields[number])
        raise AssertionError(f"there is no field {field}")

    def _colours(self, packed: int) -> dict[str, int]:
        numbers = {name: counts.count_of(packed, colour) for colour, name in enumerate(HOUSE_COLOURS)}
        return {name: number for name, number in numbers.items() if number}


def points_of(events: list[Event], seat: int) -> dict[str, int]:
    """The points events brought to a seat, by source."""
    return {event.name: event.points for event in events if event.seat == seat and event.points}

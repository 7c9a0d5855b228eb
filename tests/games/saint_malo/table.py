"""A table to try rules at: play in notation, or draw a city as the test needs it."""

from __future__ import annotations

from citywright.engine.state import CHANCE, Event
from citywright.games.saint_malo import GAME, new_state
from citywright.games.saint_malo.notation import COLUMNS
from citywright.games.saint_malo.rules import material
from citywright.games.saint_malo.rules.city import City
from citywright.games.saint_malo.rules.spaces import CITY
from citywright.games.saint_malo.rules.state import SaintMaloState

KINDS = {name: kind for kind, name in enumerate(material.PERSON_NAMES)}
KINDS |= {"crate": material.CRATES, "wall": material.WALLS, "house": material.HOUSES}
KINDS |= {f"church {number}": material.CHURCHES + number for number in range(1, 6)}


def mask_of(spaces: str) -> int:
    """`b1 c1` -> the mask of these spaces."""
    mask = 0
    for space in spaces.split():
        mask |= 1 << 8 * (int(space[1]) - 1) + COLUMNS.index(space[0])
    return mask


class Table:
    """A game of some seats, seat A's turn, with every event that happened."""

    def __init__(self, seats: int = 2, start: int = 0) -> None:
        self.state: SaintMaloState = new_state(seats, start, GAME.default_layout)
        self.events: list[Event] = []

    def play(self, *actions: str) -> list[Event]:
        """Play legal actions (or possible rolls) one after the other; returns the events of all of them."""
        happened: list[Event] = []
        for words in actions:
            code = GAME.parse_action(words)
            if self.state.actor() == CHANCE:
                first = self.state.chance_at(0)
                assert first <= code < first + self.state.chance_total(), f"{words} cannot happen"
            else:
                assert words in self.options(), f"{words} is not among {self.options()}"
            self.state.trace = []
            self.state.apply(code)
            happened += self.state.trace
        self.events += happened
        return happened

    def rolled(self, faces: str) -> Table:
        """Roll these five faces and stop."""
        self.play(f"roll {faces}", "stop")
        return self

    def passed(self, turns: int = 1, faces: str = "log log log log log") -> Table:
        """So many turns in which nothing but these faces comes and nothing is done."""
        for _ in range(turns):
            self.rolled(faces)
            self.play("pass")
        return self

    def options(self) -> list[str]:
        """What the acting seat may do."""
        return [GAME.format_action(code) for code in self.state.legal_actions()]

    def spaces(self) -> set[str]:
        """Where the acting seat may place."""
        return {words.removeprefix("place ") for words in self.options() if words.startswith("place ")}

    def city(self, seat: int = 0) -> City:
        return self.state.cities[seat]

    def draw(self, kind: str, spaces: str, seat: int = 0) -> Table:
        """Draw pieces where there is nothing yet, as if in earlier turns."""
        city, mask = self.city(seat), mask_of(spaces)
        assert city.empty & mask == mask, f"not all of {spaces} is empty"
        city.draw(KINDS[kind], mask)
        return self

    def fill(self, kind: str, *, but: str, seat: int = 0) -> Table:
        """Draw a kind of piece into every empty space but these."""
        city = self.city(seat)
        mask = city.empty & (CITY ^ mask_of(but))
        city.draw(KINDS[kind], mask)
        return self

    def rich(self, coins: int = 20, logs: int = 2, seat: int = 0) -> Table:
        self.city(seat).coins, self.city(seat).logs = coins, logs
        return self


def points_of(events: list[Event], name: str) -> list[int]:
    """The points of the events with a name."""
    return [event.points for event in events if event.name == name]

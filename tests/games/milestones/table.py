"""A table to try rules at: play in notation, or set a board up as the test needs it."""

from __future__ import annotations

from citywright.engine.state import CHANCE, OVER, Event
from citywright.games.milestones import GAME, new_state
from citywright.games.milestones.layout import Layout
from citywright.games.milestones.notation import parse_field, parse_kind, parse_plot, parse_worker
from citywright.games.milestones.rules import masks, phases
from citywright.games.milestones.rules.material import KIND_NAMES, PATHS, RING_NAMES
from citywright.games.milestones.rules.player_board import PlayerBoard
from citywright.games.milestones.rules.state import MilestonesState
from citywright.games.milestones.view import view

CHANCE_VERBS = ("start", "bonus", "reveal")


class Table:
    """A game of some seats. Chance brings the first possible outcome unless an action says another one."""

    def __init__(self, seats: int = 2, start: int = 0, layout: Layout | None = None) -> None:
        self.state: MilestonesState = new_state(seats, start, layout or GAME.default_layout)
        self.events: list[Event] = []

    def play(self, *actions: str) -> list[Event]:
        """Play legal actions one after the other; returns the events of all of them."""
        happened: list[Event] = []
        for words in actions:
            if words.split(" ")[0] not in CHANCE_VERBS:
                happened += self.deal()
            assert words in self.options(), f"{words} is not among {self.options()}"
            happened += self._apply(GAME.parse_action(words))
        self.events += happened
        return happened

    def deal(self) -> list[Event]:
        """Let chance act until a seat decides."""
        happened: list[Event] = []
        while self.state.actor() == CHANCE:
            happened += self._apply(self.state.chance_at(0))
        return happened

    def _apply(self, code: int) -> list[Event]:
        self.state.trace = []
        self.state.apply(code)
        return self.state.trace

    def options(self) -> list[str]:
        """What the acting seat may do, or what chance may bring."""
        if self.state.actor() == CHANCE:
            return [GAME.format_action(code) for code, _ in self.state.chance_outcomes()]
        return [GAME.format_action(code) for code in self.state.legal_actions()]

    def options_of(self, verb: str) -> list[str]:
        """What follows a verb in the options."""
        return [words.partition(" ")[2] for words in self.options() if words.partition(" ")[0] == verb]

    # --- setting up -------------------------------------------------------------------

    def begin(self) -> Table:
        """Draft and place anyhow: the first turn has begun."""
        self.deal()
        while self.state.phase != phases.MOVE:
            self.play(self.options()[-1])
            self.deal()
        for seat in range(self.state.seat_count):
            self.path("- - - - - - - -", seat)
        return self

    def board(self, seat: int | None = None) -> PlayerBoard:
        """The board of a seat, or of the one to act."""
        return self.state.player_boards[self.state.seat if seat is None else seat]

    def path(self, workers: str, seat: int | None = None) -> Table:
        """`stone1 coin3 - wood5* x …`: a worker, one with a bonus tile, nothing, a cover."""
        board = self.board(seat)
        for path, word in enumerate(workers.split(" ")):
            board.clear_path(path)
            if word == "x":
                board.covers |= 1 << path
            elif word != "-":
                board.place_worker(parse_worker(word.rstrip("*")), path)
                board.bonus |= (word[-1] == "*") << path
        return self

    def shown(self, seat: int | None = None) -> str:
        """The path as `path` reads it."""
        board = self.board(seat)
        words = []
        for path in range(PATHS):
            kind = board.kind_at(path)
            word = f"{KIND_NAMES[kind]}{board.number_at(path)}" if kind >= 0 else "-"
            word += "*" if board.bonus >> path & 1 else ""
            words.append("x" if board.covers >> path & 1 else word)
        return " ".join(words)

    def goods(self, seat: int | None = None, **amounts: int) -> Table:
        """Exactly these goods."""
        board = self.board(seat)
        board.goods = 0
        for name, amount in amounts.items():
            board.gain(parse_kind(name), amount)
        return self

    def stock(self, seat: int | None = None) -> dict[str, int]:
        """The goods there are."""
        board = self.board(seat)
        amounts = {name: board.amount(kind) for kind, name in enumerate(KIND_NAMES)}
        return {name: amount for name, amount in amounts.items() if amount}

    def at(self, place: str) -> Table:
        """The figure of the seat to act stands there, a move is due."""
        self.board().ring_field = RING_NAMES.index(place)
        self.state.phase = phases.MOVE
        return self

    def visit(self, place: str, **amounts: int) -> Table:
        """Go there with exactly these goods; the turn has another move afterwards."""
        self.goods(**amounts)
        self.at("path 8" if place != "castle" else "mill")
        self.state.moves_left = 2
        self.play(f"go {place}")
        return self

    def road(self, *sections: str) -> Table:
        """Build sections like `b1 b2 b3`, leaving every bonus tile."""
        for section in sections:
            start, middle, end = section.split(" ")
            self.visit("building office", stone=1, sand=1)
            self.play(f"road {start}", f"milestone {middle}", f"end {end}")
            self.leave().play("done")
        return self

    def market(self, field: str) -> Table:
        """Build a market, leaving every bonus tile."""
        self.visit("building office", wood=1, sand=1)
        self.play(f"market {field}")
        self.leave().play("done")
        return self

    def leave(self) -> Table:
        if "leave" in self.options():
            self.play("leave")
        return self

    def tile(self, plot: str, kind: str | None) -> Table:
        """The bonus tile of a bush plot; what was there is out of the game."""
        bush = self.state.board.bush_of[parse_plot(plot)]
        if self.state.land.tile_of(bush) >= 0:
            self.state.lost_bonus += 1 << 4 * self.state.land.tile_of(bush)
        self.state.land.take_tile(bush)
        if kind:
            self.state.land.put_tile(bush, parse_kind(kind))
        return self


def points_of(events: list[Event], name: str | None = None) -> int:
    """How many points the events tell of, all or those of one source."""
    return sum(event.points for event in events if name in (None, event.name))


def named(events: list[Event], name: str) -> list[Event]:
    """The events of that name."""
    return [event for event in events if event.name == name]


# --- tables that several tests need


def builder(**goods: int) -> Table:
    """At the building office with these goods; no bonus tile lies on the map."""
    table = Table().begin()
    for plot in view(table.state, CHANCE).plots:
        if plot.bush:
            table.tile(plot.name, None)
    return table.visit("building office", **goods)


def occupied(table: Table, *fields: str) -> Table:
    """Milestones on these fields, as if roads had gone by."""
    for field in fields:
        table.state.land.put(masks.MILESTONES, parse_field(field))
    return table


def finished(*paths: str, points: tuple[int, ...] = ()) -> Table:
    """A game that has just ended with these workers (the first two path fields) and points."""
    table = Table(len(paths)).begin()
    table.state.end_seat = 0
    table.state.end_reason = 0
    table.state.seat = len(paths) - 1
    for seat, workers in enumerate(paths):
        table.path(f"{workers} - - - - - -", seat).goods(seat)
        table.board(seat).points = points[seat] if points else 0
    table.at("path 6")
    table.play("go path 7", "go path 8")
    assert table.state.actor() == OVER
    return table

"""A position as data: all fields, copying and events. The rules are in the modules by phase and theme."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.options import Options
from citywright.engine.state import Event, State
from citywright.games.milestones.rules import phases
from citywright.games.milestones.rules.board import Board
from citywright.games.milestones.rules.land import Land
from citywright.games.milestones.rules.material import NO_TILE, NOBODY
from citywright.games.milestones.rules.player_board import PlayerBoard

SCRATCH: Final = ("options",)  # fields that are no part of the position: neither copied nor in a snapshot


class Position(State):
    """Every field of a game in progress. Tiles are masks over the board's tile list."""

    __slots__ = (
        "board",
        "bonus_bag",
        "countable_0",
        "countable_1",
        "counts_left",
        "delivery_market",
        "display",
        "end_reason",
        "end_seat",
        "has_hired",
        "hired_tile",
        "land",
        "lost_bonus",
        "moves_left",
        "must_claim",
        "offered_bushes",
        "options",
        "phase",
        "player_boards",
        "road_middle",
        "road_start",
        "seat",
        "seat_count",
        "stack",
        "start",
        "start_tiles",
        "turn",
    )

    def __init__(self) -> None:
        self.trace = None
        self.board: Board
        self.land: Land
        self.player_boards: list[PlayerBoard]
        self.options: Options | None = None  # reused whenever the legal actions are asked for
        self.seat_count: i64 = 0
        self.start: i64 = NOBODY  # the start player
        self.seat: i64 = NOBODY  # who decides now, unless chance does
        self.phase: i64 = phases.DRAW_START
        self.turn: i64 = 0  # turns begun
        self.moves_left: i64 = 0  # of the turn, the current one included
        self.stack: i64 = 0  # tiles not revealed yet
        self.display: i64 = 0  # tiles that can be hired
        self.start_tiles: i64 = 0  # start tiles nobody has taken
        self.bonus_bag: i64 = 0  # bonus tiles not drawn yet, a nibble for each kind
        self.lost_bonus: i64 = 0  # bonus tiles out of the game, likewise
        self.has_hired: i64 = 0  # 1 once a tile was hired in this visit of the trading house
        self.hired_tile: i64 = NO_TILE  # the hired tile while it awaits placing
        self.road_start: i64 = NOBODY  # field: where the section under construction starts
        self.road_middle: i64 = NOBODY  # field: its milestone
        self.offered_bushes: i64 = 0  # mask of the bushes whose bonus tile the builder may take now
        self.must_claim: i64 = 0  # 1 after a house: the tile cannot be left
        self.delivery_market: i64 = NOBODY  # field: the market just delivered to
        self.countable_0: i64 = 0  # fields around it whose number may still be counted: two words of a mask
        self.countable_1: i64 = 0
        self.counts_left: i64 = 0  # how many of them are still to be chosen
        self.end_seat: i64 = NOBODY  # who triggered the end
        self.end_reason: i64 = NOBODY

    def copy_to(self, other: Position) -> None:
        """Make a blank position equal to this one, without the trace."""
        other.board = self.board
        other.land = self.land.clone()
        other.player_boards = [player_board.clone() for player_board in self.player_boards]
        other.seat_count = self.seat_count
        other.start = self.start
        other.seat = self.seat
        other.phase = self.phase
        other.turn = self.turn
        other.moves_left = self.moves_left
        other.stack = self.stack
        other.display = self.display
        other.start_tiles = self.start_tiles
        other.bonus_bag = self.bonus_bag
        other.lost_bonus = self.lost_bonus
        other.has_hired = self.has_hired
        other.hired_tile = self.hired_tile
        other.road_start = self.road_start
        other.road_middle = self.road_middle
        other.offered_bushes = self.offered_bushes
        other.must_claim = self.must_claim
        other.delivery_market = self.delivery_market
        other.countable_0 = self.countable_0
        other.countable_1 = self.countable_1
        other.counts_left = self.counts_left
        other.end_seat = self.end_seat
        other.end_reason = self.end_reason

    def snapshot(self) -> list[int]:
        numbers: list[int] = [
            self.seat_count,
            self.start,
            self.seat,
            self.phase,
            self.turn,
            self.moves_left,
            self.stack,
            self.display,
            self.start_tiles,
            self.bonus_bag,
            self.lost_bonus,
            self.has_hired,
            self.hired_tile,
            self.road_start,
            self.road_middle,
            self.offered_bushes,
            self.must_claim,
            self.delivery_market,
            self.countable_0,
            self.countable_1,
            self.counts_left,
            self.end_seat,
            self.end_reason,
        ]
        for player_board in self.player_boards:
            numbers += player_board.snapshot()
        return numbers + self.land.snapshot()

    def own_board(self) -> PlayerBoard:
        """The player board of the seat that decides."""
        return self.player_boards[self.seat]

    def tell(
        self,
        name: str,
        seat: i64,
        rule: str,
        points: i64 = 0,
        coins: i64 = 0,
        a: i64 = -1,
        b: i64 = -1,
        c: i64 = -1,
    ) -> None:
        """Report an event if anybody listens; a, b, c are its arguments, none of them negative."""
        if self.trace is not None:
            args: list[int] = []
            if a >= 0:
                args.append(a)
            if b >= 0:
                args.append(b)
            if c >= 0:
                args.append(c)
            self.trace.append(Event(name, seat, rule, points, coins, tuple(args)))

"""A position as data: all fields, copying, events and points. The rules are in the modules by phase."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit
from citywright.engine.state import Event, State
from citywright.games.milestones.rules.board import Ground
from citywright.games.milestones.rules.codes import COIN, DRAW_START
from citywright.games.milestones.rules.land import Land
from citywright.games.milestones.rules.options import Options
from citywright.games.milestones.rules.player_board import NO_TILE, Board

NOBODY: Final = -1

REASON_POINTS: Final = 0
REASON_TILES: Final = 1
REASONS: Final[list[str]] = ["points", "tiles"]


class Position(State):
    """Every field of a game in progress. Tiles are masks over the layout's tile list."""

    __slots__ = (
        "bag",
        "boards",
        "countable_0",
        "countable_1",
        "counts_left",
        "display",
        "ground",
        "hired",
        "land",
        "last",
        "lost",
        "market",
        "middle",
        "moves_left",
        "must_claim",
        "offer",
        "offered",
        "options",
        "phase",
        "player",
        "players",
        "reason",
        "road",
        "stack",
        "start",
        "tile",
        "turn",
    )

    def __init__(self) -> None:
        self.trace = None
        self.ground: Ground
        self.land: Land
        self.boards: list[Board]
        self.options: Options | None = None  # scratch, no part of the position
        self.players: i64 = 0
        self.start: i64 = NOBODY
        self.player: i64 = NOBODY
        self.phase: i64 = DRAW_START
        self.turn: i64 = 0
        self.moves_left: i64 = 0
        self.stack: i64 = 0  # tiles not revealed yet
        self.display: i64 = 0
        self.offer: i64 = 0  # start tiles nobody has taken
        self.bag: i64 = 0  # bonus tiles not drawn yet, a nibble for each kind
        self.lost: i64 = 0  # bonus tiles out of the game, likewise
        self.hired: i64 = 0  # 1 once a tile was hired in this visit of the trading house
        self.tile: i64 = NO_TILE  # the hired tile while it awaits placing
        self.road: i64 = NOBODY  # where the section under construction starts
        self.middle: i64 = NOBODY  # its milestone
        self.offered: i64 = 0  # bushes whose bonus tile the builder may take now
        self.must_claim: i64 = 0  # 1 after a house: the tile cannot be left
        self.market: i64 = NOBODY  # the market just delivered to
        self.countable_0: i64 = 0  # fields around it whose number may still be counted
        self.countable_1: i64 = 0
        self.counts_left: i64 = 0
        self.last: i64 = NOBODY  # who triggered the end
        self.reason: i64 = NOBODY

    def copy_to(self, other: Position) -> None:
        """Make a blank position equal to this one, without the trace."""
        other.ground = self.ground
        other.land = self.land.clone()
        other.boards = [board.clone() for board in self.boards]
        other.players = self.players
        other.start = self.start
        other.player = self.player
        other.phase = self.phase
        other.turn = self.turn
        other.moves_left = self.moves_left
        other.stack = self.stack
        other.display = self.display
        other.offer = self.offer
        other.bag = self.bag
        other.lost = self.lost
        other.hired = self.hired
        other.tile = self.tile
        other.road = self.road
        other.middle = self.middle
        other.offered = self.offered
        other.must_claim = self.must_claim
        other.market = self.market
        other.countable_0 = self.countable_0
        other.countable_1 = self.countable_1
        other.counts_left = self.counts_left
        other.last = self.last
        other.reason = self.reason

    def snapshot(self) -> list[int]:
        numbers: list[int] = [
            self.players,
            self.start,
            self.player,
            self.phase,
            self.turn,
            self.moves_left,
            self.stack,
            self.display,
            self.offer,
            self.bag,
            self.lost,
            self.hired,
            self.tile,
            self.road,
            self.middle,
            self.offered,
            self.must_claim,
            self.market,
            self.countable_0,
            self.countable_1,
            self.counts_left,
            self.last,
            self.reason,
        ]
        for board in self.boards:
            numbers += board.snapshot()
        return numbers + self.land.snapshot()

    def board(self) -> Board:
        """The board of the seat to act."""
        return self.boards[self.player]

    # --- what happens -----------------------------------------------------------------

    def note(
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

    def award(
        self, name: str, rule: str, points: i64, coins: i64 = 0, a: i64 = -1, b: i64 = -1, c: i64 = -1
    ) -> None:
        """Points for the seat to act, which may trigger the end (MS-80)."""
        board = self.boards[self.player]
        board.points += points
        self.note(name, self.player, rule, points, coins, a, b, c)
        if board.points >= self.ground.targets[self.players]:
            self.trigger_end(REASON_POINTS)

    def trigger_end(self, reason: i64) -> None:
        """The seat to act ends the game; only the first trigger counts (MS-80)."""
        if self.last == NOBODY:
            self.last = self.player
            self.reason = reason
            self.note("end triggered", self.player, "MS-80", 0, 0, reason)

    def hide(self, path: i64) -> None:
        """Empty a path field of the seat to act; a bonus tile there leaves the game (MS-52)."""
        kind: i64 = self.boards[self.player].bare(path)
        if kind >= 0:
            self.lost += bit(4 * kind)
            self.note("bonus tile lost", self.player, "MS-52", 0, 0, kind, path)

    def gain(self, kind: i64, amount: i64, name: str, rule: str) -> None:
        """Goods for the seat to act."""
        self.boards[self.player].gain(kind, amount)
        coins: i64 = 0
        if kind == COIN:
            coins = amount
        self.note(name, self.player, rule, 0, coins, kind, amount)

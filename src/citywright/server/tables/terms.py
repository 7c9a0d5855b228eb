"""The options of a table, agreed before the first move: game, layout, time limit, undo, who may see it."""

from __future__ import annotations

from typing import Any

import msgspec

from citywright.catalogue import UnknownGame, find_game
from citywright.engine.game import Game
from citywright.engine.state import LOT
from citywright.match.replay import no_such_game
from citywright.server.errors import MALFORMED, UNKNOWN, Refusal

DAY = 24 * 3600
PACES = (0, 60, 180, 600, DAY, 2 * DAY, 3 * DAY, 7 * DAY)  # seconds for each decision; 0: no limit
CLOCKS = ((300, 10), (900, 15), (1800, 30), (3 * DAY, DAY // 2))  # for the whole game, and more for each turn
COLUMNS = (
    "is_public",
    "may_undo",
    "pace",
    "reserve",
    "increment",
    "one_screen",
    "may_talk",
    "is_guided",
    "deal",
)


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of one table."""

    start: int = LOT  # a seat, or by lot
    layout: str | None = None  # the text of a layout of its own
    labels: tuple[str, ...] = ()  # names of the seats where several people share one screen
    is_public: bool = False  # listed on the first page, for anyone to join and watch
    may_undo: bool = True
    pace: int = 0  # seconds for each decision; 0: no limit
    reserve: int = 0  # seconds for the whole game; 0: no such clock. Then there is no `pace`
    increment: int = 0  # seconds that each turn brings
    one_screen: bool = False
    may_talk: bool = True
    is_guided: bool = False
    deal: str = ""  # the day whose deal is played, the same for everybody; empty: dice of its own

    def values(self) -> dict[str, Any]:
        """The columns of the table's row."""
        named = {name: getattr(self, name) for name in COLUMNS}
        return named | {"start": self.start, "layout": self.layout}

    @property
    def is_over_days(self) -> bool:
        """May whoever is to act take a day, so that nobody waits at the table?"""
        return max(self.pace, self.reserve) >= DAY

    def label(self, seat: int) -> str | None:
        """What a seat is called at one screen."""
        return self.labels[seat] or None if seat < len(self.labels) else None


def terms_of(row: Any, labels: tuple[str, ...] = ()) -> Terms:
    """The terms of a table from its row."""
    named = {name: getattr(row, name) for name in COLUMNS}
    return Terms(start=row.start, layout=row.layout, labels=labels, **named)


def game_or_refuse(game_id: str) -> Game:
    """The game with this id."""
    try:
        return find_game(game_id)
    except UnknownGame as error:
        raise Refusal(UNKNOWN, no_such_game(game_id)) from error


def check_seats(game: Game, seats: int) -> None:
    """Refuse a number of players the game is not for."""
    if not game.min_seats <= seats <= game.max_seats:
        raise Refusal(
            MALFORMED,
            "{game} is for {least} to {most} players, not {n}",
            game=game.id,
            least=game.min_seats,
            most=game.max_seats,
            n=seats,
        )


def check_pace(pace: int) -> int:
    """One of the paces a table can have."""
    if pace not in PACES:
        known = ", ".join(map(str, PACES))
        raise Refusal(MALFORMED, "a pace is one of {known} seconds, not {given}", known=known, given=pace)
    return pace


def check_clock(reserve: int, increment: int, pace: int) -> tuple[int, int]:
    """One of the clocks for a whole game that a table can have, or none: 0 and 0."""
    if (reserve, increment) == (0, 0):
        return 0, 0
    if (reserve, increment) not in CLOCKS:
        known = ", ".join(f"{whole}+{each}" for whole, each in CLOCKS)
        given = f"{reserve}+{increment}"
        raise Refusal(
            MALFORMED, "a clock for the whole game is one of {known}, not {given}", known=known, given=given
        )
    if pace:
        raise Refusal(MALFORMED, "a table has a time for each decision or for the whole game, not both")
    return reserve, increment


def check_start(start: str, seats: int) -> int:
    """`lot`, or the letter of a seat."""
    letters = "ABCDEFGH"[:seats]
    if start in ("", "lot"):
        return LOT
    if len(start) != 1 or start not in letters:
        raise Refusal(
            MALFORMED,
            "the start player is lot or one of {letters}, not {given!r}",
            letters=", ".join(letters),
            given=start[:20],
        )
    return letters.index(start)

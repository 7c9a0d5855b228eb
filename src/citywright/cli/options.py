"""Arguments that several verbs share, and the functions that read them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from tqdm import tqdm

from citywright.bots import UnknownBot, find_bot, player
from citywright.catalogue import UnknownGame, find_game
from citywright.cli.errors import CheckFailed, UsageError
from citywright.engine.game import Game, LayoutError
from citywright.engine.policy import Policy
from citywright.engine.state import CHANCE, LOT
from citywright.engine.view import SEAT_LETTERS
from citywright.lab.executors import Workers
from citywright.match.match import Match
from citywright.match.record import MAX_BYTES, Record, RecordError, parse_record
from citywright.match.replay import replay

T = TypeVar("T")


def add_play(parser: argparse.ArgumentParser) -> None:
    """GAME, --players, --bots, --seed, --start and --layout."""
    parser.add_argument("game", metavar="GAME", help="id of a game, see `citywright games`")
    parser.add_argument("--players", type=int, metavar="N", help="how many seats (default: the fewest)")
    parser.add_argument(
        "--bots",
        default="random",
        metavar="NAMES",
        help="one name for all seats, or one per seat, separated by commas",
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="the same seed gives the same games (default: 1)"
    )
    parser.add_argument(
        "--start",
        default="lot",
        metavar="SEAT",
        help="who begins: a seat letter, or lot (default) to draw it",
    )
    add_layout(parser)


def add_layout(parser: argparse.ArgumentParser) -> None:
    """--layout FILE."""
    parser.add_argument("--layout", type=Path, metavar="FILE", help="play on the board this file describes")


def add_json(parser: argparse.ArgumentParser) -> None:
    """--json."""
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def add_workers(parser: argparse.ArgumentParser) -> None:
    """--jobs and --cluster."""
    parser.add_argument(
        "--jobs",
        type=int,
        metavar="J",
        help="how much is done at a time (default: 1; on a cluster as much as it has cores)",
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="spread the work over this Ray cluster; local starts one on this machine",
    )


def workers_of(args: argparse.Namespace) -> Workers:
    """Who does the work, from --jobs and --cluster."""
    if args.jobs is not None and args.jobs < 1:
        raise UsageError(f"--jobs must be a positive number, not {args.jobs}")
    return Workers(args.jobs, args.cluster)


def add_position(parser: argparse.ArgumentParser) -> None:
    """FILE and --ply: a position of a record."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a record; - is standard input")
    parser.add_argument("--ply", type=int, metavar="N", help="after how many actions (default: all)")


def add_viewer(parser: argparse.ArgumentParser) -> None:
    """--seat."""
    parser.add_argument("--seat", metavar="SEAT", help="show what this seat sees (default: a spectator)")


def game_of(args: argparse.Namespace) -> Game:
    """The game of the argument GAME."""
    try:
        return find_game(args.game)
    except UnknownGame as error:
        raise UsageError(str(error)) from None


def players_of(args: argparse.Namespace, game: Game) -> int:
    """The number of seats from --players; by default the fewest."""
    players: int = game.min_seats if args.players is None else args.players
    if not game.min_seats <= players <= game.max_seats:
        raise UsageError(f"{game.id} is for {game.min_seats} to {game.max_seats} players, not {players}")
    return players


def bot_names_of(args: argparse.Namespace, game: Game, players: int) -> list[str]:
    """The names of the bots of all seats from --bots."""
    names: list[str] = args.bots.split(",")
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise UsageError(f"--bots names {len(names)} bots for {players} seats; name one, or one per seat")
    check_bot_names(names, game)
    return names


def policies_of(args: argparse.Namespace, game: Game, players: int) -> tuple[list[str], list[Policy]]:
    """The names of the bots of all seats from --bots, and the bots themselves."""
    names = bot_names_of(args, game, players)
    return names, [player(game, name) for name in names]


def check_bot_names(names: list[str], game: Game) -> None:
    """UsageError unless the game has all these bots."""
    for name in names:
        try:
            find_bot(game, name).close()
        except UnknownBot as error:
            raise UsageError(str(error)) from None


def start_of(args: argparse.Namespace, players: int) -> int:
    """The start seat, or LOT."""
    if args.start == "lot":
        return LOT
    seats = SEAT_LETTERS[:players]
    if args.start not in list(seats):
        raise UsageError(f"--start must be lot or one of {', '.join(seats)}, not {args.start!r}")
    return seats.index(args.start)


def layout_of(args: argparse.Namespace, game: Game) -> Any:
    """The layout of --layout, or the default one."""
    if args.layout is None:
        return game.default_layout
    try:
        return game.parse_layout(read_text(args.layout))
    except LayoutError as error:
        raise CheckFailed(f"{args.layout}: {error}") from None


def read_text(path: Path) -> str:
    """A text file's content."""
    return read_bytes(path).decode("utf-8", errors="replace")


def read_bytes(path: Path) -> bytes:
    """A file's content; what is longer than a record may be is cut off. `-` is standard input."""
    try:
        with sys.stdin.buffer if str(path) == "-" else path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None


def record_of(path: Path) -> Record:
    """The record in a file."""
    try:
        return parse_record(read_bytes(path))
    except RecordError as error:
        raise CheckFailed(f"{path}: {error}") from None


def position_of(args: argparse.Namespace) -> Match:
    """The match in the record FILE, replayed up to --ply."""
    record = record_of(args.file)
    plies = len(record.actions)
    if args.ply is not None and not 0 <= args.ply <= plies:
        raise UsageError(f"--ply must be from 0 to {plies} in this record, not {args.ply}")
    try:
        return replay(record, args.ply)
    except RecordError as error:
        raise CheckFailed(f"{args.file}: {error}") from None


def viewer_of(args: argparse.Namespace, match: Match) -> int:
    """The seat of --seat, or CHANCE for a spectator."""
    if args.seat is None:
        return CHANCE if match.viewer is None else match.viewer
    letters = SEAT_LETTERS[: match.seats]
    if args.seat not in list(letters):
        raise UsageError(f"--seat must be one of {', '.join(letters)}, not {args.seat!r}")
    if match.viewer is not None and letters.index(args.seat) != match.viewer:
        raise UsageError(f"this record holds only what one seat saw, and that is not seat {args.seat}")
    return letters.index(args.seat)


def progress(items: Iterable[T], total: int, what: str) -> Iterable[T]:
    """The items; on a terminal with a progress bar that disappears at the end."""
    is_terminal = sys.stderr.isatty()
    bar: Iterable[T] = tqdm(items, total=total, desc=what, leave=False, disable=not is_terminal, delay=0.5)
    return bar

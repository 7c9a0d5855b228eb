"""Checks what environments are asked for: an argument that cannot be used is a ValueError that says why."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from operator import index
from pathlib import Path
from typing import Any

from citywright.bots import bot_names
from citywright.bots.program import PROGRAM
from citywright.catalogue import UnknownGame, find_game
from citywright.engine.arrays import Encoder
from citywright.engine.game import Game
from citywright.engine.state import LOT
from citywright.game_parts import NoArrays, encoder_of

RANDOM = "random"  # the bot that plays where no other is named
HIGHEST_SEED = (1 << 62) - 1  # those that follow it in a batch are still below 2**63

Seeds = int | Sequence[int | None] | None  # one stands for itself, the next number, the one after it …


def find_any_game(game: str | Game) -> Game:
    """A game by its id, or the game itself."""
    if isinstance(game, Game):
        return game
    if not isinstance(game, str):
        raise ValueError(f"a game is named by its id, such as 'saint-malo', not by {game!r}")
    try:
        return find_game(game)
    except UnknownGame as error:
        raise ValueError(str(error)) from None


def check_whole(number: object, what: str, least: int, most: int | None = None) -> int:
    """A whole number within bounds, of any kind; `what` begins the sentence that is told otherwise."""
    if hasattr(number, "__index__") and not isinstance(number, bool):
        whole = index(number)
        if least <= whole and (most is None or whole <= most):
            return whole
    bounds = f"at least {least}" if most is None else f"from {least} to {most}"
    raise ValueError(f"{what} must be a whole number, {bounds}, not {number!r}")


def check_seats(game: Game, seats: int) -> int:
    """A number of seats the game can be played with."""
    return check_whole(seats, f"seats of {game.id}", game.min_seats, game.max_seats)


def check_seed(seed: object) -> int:
    """A number that a random stream can begin with."""
    return check_whole(seed, "a seed", 0, HIGHEST_SEED)


def check_seeds(seeds: Seeds, games: int) -> list[int | None]:
    """A seed for each game, from one for all of them or from one for each; None where there is none."""
    if seeds is None:
        return [None] * games
    if isinstance(seeds, Sized):
        if len(seeds) != games:
            raise ValueError(f"there are {games} games, but {len(seeds)} seeds")
        return [None if seed is None else check_seed(seed) for seed in seeds]
    first = check_seed(seeds)
    return [first + game for game in range(games)]


def check_start(start: int, seats: int) -> int:
    """The seat that begins, or LOT."""
    return start if start == LOT else check_whole(start, "the start seat", 0, seats - 1)


def read_layout(game: Game, layout: str | Path | None) -> Any:
    """The board that a text describes, or the file at a path; None is the default one."""
    if isinstance(layout, Path):
        try:
            layout = layout.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"the layout {layout} cannot be read: {error}") from None
    if layout is not None and not isinstance(layout, str):
        raise ValueError(f"a layout is the text of a layout file or a Path to one, not {layout!r}")
    return game.layout(layout)  # LayoutError is a ValueError that lists what is wrong


def make_encoder(game: Game, seats: int, board: Any) -> Encoder:
    """The encoder of a game."""
    try:
        return encoder_of(game, seats, board)
    except NoArrays as error:
        raise ValueError(str(error)) from None


def check_limit(game: Game, limit: int | None) -> int:
    """After how many decisions a game is broken off; None is the game's own limit."""
    return game.ply_limit if limit is None else check_whole(limit, "the limit of decisions", 1)


def check_opponents(game: Game, seats: int, opponents: str | Sequence[str]) -> tuple[str, ...]:
    """The names of the bots in the seats after the learner's: one name for all of them, or one for each."""
    if not isinstance(opponents, Sequence):
        raise ValueError(f"opponents are the names of bots, not {opponents!r}")
    names = (opponents,) * (seats - 1) if isinstance(opponents, str) else tuple(opponents)
    if len(names) != seats - 1:
        raise ValueError(f"{seats} seats leave room for {seats - 1} opponents, not {len(names)}")
    known = bot_names(game)
    for name in names:
        if name not in known and not (isinstance(name, str) and name.startswith(PROGRAM)):
            raise ValueError(f"{game.id} has no bot {name!r}; it has {', '.join(known)}")
    return names


def check_choice(value: object, what: str, choices: Sequence[str]) -> str:
    """One of a few words."""
    if value not in choices:
        raise ValueError(f"{what} is one of {', '.join(choices)}, not {value!r}")
    return str(value)

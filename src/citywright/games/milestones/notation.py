"""Action codes as words and back, without state or layout. Also names fields, plots, workers and tiles.

A field is its row letter and its place in the row (`b3`), a plot its three corners from the top left
(`a2 a3 b2`), a worker his kind and number (`stone4`), a tile its two workers from left to right.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from citywright.engine.game import NotationError
from citywright.engine.view import seat_letter
from citywright.games.milestones.rules import codes, material
from citywright.games.milestones.rules.grid import COLUMNS, PLOTS, ROWS, corners
from citywright.games.milestones.rules.material import KIND_NAMES, PATHS, RING_NAMES

ROW_LETTERS: Final = "abcdefgh"

# --- names of things


def format_field(field: int) -> str:
    """`b3`."""
    return f"{ROW_LETTERS[field >> 4]}{(field & 15) + 1}"


def parse_field(word: str) -> int:
    """The field a word names."""
    match = re.fullmatch(r"([a-h])([1-9][0-9]?)", word)
    if match is None or int(match[2]) > COLUMNS:
        raise NotationError(
            f"{word!r} is no field; a field is a letter a to {ROW_LETTERS[ROWS - 1]} "
            f"and a number 1 to {COLUMNS}, like b3"
        )
    return 16 * ROW_LETTERS.index(match[1]) + int(match[2]) - 1


def format_plot(plot: int) -> str:
    """`a2 a3 b2`."""
    return " ".join(format_field(corner) for corner in corners(plot))


_PLOTS: Final = {format_plot(plot): plot for plot in range(PLOTS) if corners(plot)}


def parse_plot(words: str) -> int:
    """The plot three words name."""
    if words not in _PLOTS:
        fields = [parse_field(word) for word in words.split(" ")]
        sorted_words = " ".join(format_field(field) for field in sorted(fields))
        example = sorted_words if sorted_words in _PLOTS else "a2 a3 b2"
        raise NotationError(f"{words!r} is no plot; a plot is its three corners row by row, like {example!r}")
    return _PLOTS[words]


def parse_kind(word: str) -> int:
    """The kind of goods or workers a word names."""
    if word not in KIND_NAMES:
        raise NotationError(f"{word!r} is no kind; the kinds are {', '.join(KIND_NAMES)}")
    return KIND_NAMES.index(word)


def format_worker(worker: int) -> str:
    """`stone4`."""
    return f"{KIND_NAMES[material.worker_kind(worker)]}{material.worker_number(worker)}"


def parse_worker(word: str) -> int:
    """The worker a word names."""
    match = re.fullmatch(r"([a-z]+)([1-8])", word)
    if match is None:
        raise NotationError(f"{word!r} is no worker; a worker is a kind and a number 1 to 8, like stone4")
    return material.worker_of(parse_kind(match[1]), int(match[2]))


def format_tile(tile: int) -> str:
    """`stone4 coin5`."""
    return f"{format_worker(material.left_worker(tile))} {format_worker(material.right_worker(tile))}"


def parse_tile(words: str) -> int:
    """The tile two words name."""
    workers = words.split(" ")
    if len(workers) != 2:
        raise NotationError(f"{words!r} is no tile; a tile is its two workers, like 'stone1 coin3'")
    return material.tile_of(parse_worker(workers[0]), parse_worker(workers[1]))


# --- actions


def _number(word: str, most: int, what: str) -> int:
    if re.fullmatch(r"[1-9]", word) is None or int(word) > most:
        raise NotationError(f"{word!r} is no {what}; it is a number 1 to {most}")
    return int(word)


def _format_pair(pair: int) -> str:
    return f"{KIND_NAMES[codes.first_of_pair(pair)]} {KIND_NAMES[codes.second_of_pair(pair)]}"


def _parse_ware(word: str) -> int:
    kind = parse_kind(word)
    if kind == material.COIN:
        raise NotationError("coins are neither bought nor sold, only stone, wood, sand and grain")
    return kind


def _parse_pair(words: str) -> int:
    kinds = [_parse_ware(word) for word in words.split(" ")]
    if len(kinds) != 2 or kinds[0] > kinds[1]:
        raise NotationError(f"{words!r} are not two goods in the order stone, wood, sand, grain")
    return codes.pair(kinds[0], kinds[1])


def _format_place(path: int) -> str:
    return f"{path + 1} {path + 2}"


def _parse_place(words: str) -> int:
    paths = [_number(word, PATHS, "path field") for word in words.split(" ")]
    if len(paths) != 2 or paths[1] != paths[0] + 1:
        raise NotationError(f"{words!r} are not two neighbouring path fields, like '3 4'")
    return paths[0] - 1


def _parse_seat(word: str) -> int:
    if word not in ("A", "B", "C", "D"):
        raise NotationError(f"{word!r} is no seat; the seats are A, B, C and D")
    return "ABCD".index(word)


def _parse_path(word: str) -> int:
    return _number(word, PATHS, "path field") - 1


def _parse_target(words: str) -> int:
    if words not in RING_NAMES:
        raise NotationError(f"{words!r} is no place on the ring; they are {', '.join(RING_NAMES[1:])}")
    return RING_NAMES.index(words, 1)


def _format_on_plot(packed: int, format_detail: Callable[[int], str]) -> str:
    return f"{format_plot(codes.plot_of(packed))} {format_detail(codes.detail_of(packed))}"


def _parse_on_plot(words: str, parse_detail: Callable[[str], int]) -> int:
    plot, _, detail = words.rpartition(" ")
    return codes.on_plot(parse_plot(plot), parse_detail(detail))


class Verb(NamedTuple):
    """One verb of the notation: where its codes begin, and how what follows is written and read."""

    word: str
    base: int
    format: Callable[[int], str]
    parse: Callable[[str], int]


def _kind_name(kind: int) -> str:
    return KIND_NAMES[kind]


def _path_name(path: int) -> str:
    return str(path + 1)


VERBS: Final = (  # in the order of their codes
    Verb("go", codes.GO, lambda target: RING_NAMES[target], _parse_target),
    Verb("buy", codes.BUY, _kind_name, _parse_ware),
    Verb("give", codes.GIVE, _kind_name, parse_kind),
    Verb("sell", codes.SELL, _format_pair, _parse_pair),
    Verb("cover", codes.COVER, _path_name, _parse_path),
    Verb("place", codes.PLACE, _format_place, _parse_place),
    Verb("start", codes.START, seat_letter, _parse_seat),
    Verb("road", codes.ROAD, format_field, parse_field),
    Verb("milestone", codes.MILESTONE, format_field, parse_field),
    Verb("end", codes.ROAD_END, format_field, parse_field),
    Verb("market", codes.MARKET, format_field, parse_field),
    Verb("deliver", codes.DELIVER, format_field, parse_field),
    Verb("count", codes.COUNT, format_field, parse_field),
    Verb("house", codes.HOUSE, format_plot, parse_plot),
    Verb(
        "claim",
        codes.CLAIM,
        lambda packed: _format_on_plot(packed, _path_name),
        lambda words: _parse_on_plot(words, _parse_path),
    ),
    Verb(
        "bonus",
        codes.BONUS,
        lambda packed: _format_on_plot(packed, _kind_name),
        lambda words: _parse_on_plot(words, parse_kind),
    ),
    Verb("take", codes.TAKE, format_tile, parse_tile),
    Verb("hire", codes.HIRE, format_tile, parse_tile),
    Verb("reveal", codes.REVEAL, format_tile, parse_tile),
)
_BARE: Final = {"done": codes.DONE, "leave": codes.LEAVE}
_BARE_CODES: Final = {code: word for word, code in _BARE.items()}
_BY_WORD: Final = {verb.word: verb for verb in VERBS}


@lru_cache(8192)
def format_action(code: int) -> str:
    """The words of a code."""
    if code in _BARE_CODES:
        return _BARE_CODES[code]
    verb = next(verb for verb in reversed(VERBS) if verb.base <= code)
    return f"{verb.word} {verb.format(code - verb.base)}"


@lru_cache(8192)
def parse_action(words: str) -> int:
    """The code of an action; NotationError says what cannot be read and what could be."""
    if words in _BARE:
        return _BARE[words]
    word, _, rest = words.partition(" ")
    if word not in _BY_WORD:
        known = ", ".join([*_BARE, *_BY_WORD])
        raise NotationError(f"{words!r} is no action; an action is or begins with one of {known}")
    verb = _BY_WORD[word]
    return verb.base + verb.parse(rest)

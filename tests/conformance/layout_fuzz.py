"""Layout files gone wrong in every way we could think of, and entries of an editor that make no sense."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

Mutate = Callable[[random.Random, str], str]

ODD_VALUES = (
    "0",
    "-1",
    "1e308",
    "-0.0",
    "nan",
    "inf",
    "-inf",
    "9" * 30,
    "1" + "0" * 4400,
    "0x7fffffffffffffff",
    "true",
    '""',
    '"c"',
    '"*"',
    '"a1"',
    '"a1 a2 b1"',
    '"' + "é" * 900 + '"',
    '"\\u202e"',
    '"{place}"',
    '"%s"',
    "'''x'''",
    "1979-05-27",
    "07:32:00",
    "1979-05-27T07:32:00Z",
    "[]",
    "[[]]",
    "[[[[[[[[[[1]]]]]]]]]]",
    "{}",
    "{a = {b = 1}}",
    '["a", 1, [true], {x = 1}]',
    "[" + "1," * 200 + "]",
    "{" + ",".join(f"k{n} = {n}" for n in range(50)) + "}",
)
ODD_LINES = (
    "[about]",
    "[about.sources]",
    "[about.origin]",
    "[map]",
    "[[map]]",
    "[points]",
    "[[regions]]",
    "[tiles.bonus]",
    "[towers.top]",
    "[start]",
    "[x]",
    "[a.b.c.d.e.f.g.h]",
    "[a.b.c.d.e.f.g.h.i.j]",
    'game = "milestones"',
    'game = "mauerbauer"',
    'game = "saint-malo"',
    "game = 1",
    "name = 3",
    'plan = "x"',
    "map = 1",
    "regions = 1",
    "cards = []",
    "tiles = {}",
    "water = 7",
    '"" = 1',
    '"a b" = 1',
    "'ключ' = 1",
    "about = 1",
    "\x00",
    "\ufeff",
    "a." * 30 + "b = 1",
    "# " + "x" * 500,
    '"' * 3,
    "]",
    "}",
)
ODD_CHARACTERS = "\x00\x07\t\r\n\"'\\[]{}=#.,*-ce0189 \u00a0\u200b\u202e\u2028\ud800\uffff😀éß"


def flip(rng: random.Random, text: str) -> str:
    """Some characters become others."""
    letters = list(text)
    for _ in range(rng.randint(1, 12)):
        letters[rng.randrange(len(letters))] = rng.choice(ODD_CHARACTERS)
    return "".join(letters)


def flip_bytes(rng: random.Random, text: str) -> str:
    """Some bytes become others, as on a bad disk."""
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(rng.randint(1, 12)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return data.decode("utf-8", rng.choice(("replace", "ignore", "backslashreplace")))


def truncate(rng: random.Random, text: str) -> str:
    """A part of the file."""
    first = 0 if rng.random() < 0.7 else rng.randrange(len(text))
    return text[first : rng.randrange(first, len(text)) + 1]


def swap_lines(rng: random.Random, text: str) -> str:
    """Two lines in each other's place, or all of them in any order."""
    lines = text.split("\n")
    if rng.random() < 0.2:
        rng.shuffle(lines)
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def repeat_lines(rng: random.Random, text: str) -> str:
    """Some lines twice, far apart or not."""
    lines = text.split("\n")
    first = rng.randrange(len(lines))
    piece = lines[first : first + rng.randint(1, 20)]
    place = rng.randrange(len(lines))
    return "\n".join([*lines[:place], *piece * rng.choice((1, 1, 2, 40)), *lines[place:]])


def drop_lines(rng: random.Random, text: str) -> str:
    """Some lines less."""
    lines = text.split("\n")
    first = rng.randrange(len(lines))
    del lines[first : first + rng.randint(1, 12)]
    return "\n".join(lines) or "\n"


def change_value(rng: random.Random, text: str) -> str:
    """Values of another type or size."""
    lines = text.split("\n")
    places = [n for n, line in enumerate(lines) if " = " in line and not line.startswith("#")]
    for place in rng.sample(places, min(len(places), rng.randint(1, 4))):
        lines[place] = f"{lines[place].partition(' = ')[0]} = {rng.choice(ODD_VALUES)}"
    return "\n".join(lines)


def change_words(rng: random.Random, text: str) -> str:
    """Words and numbers of the file in other places of it."""
    words = text.split(" ")
    for _ in range(rng.randint(1, 8)):
        words[rng.randrange(len(words))] = rng.choice((*words, *ODD_VALUES))
    return " ".join(words)


def add_lines(rng: random.Random, text: str) -> str:
    """Lines that belong elsewhere, or nowhere."""
    lines = text.split("\n")
    for _ in range(rng.randint(1, 3)):
        lines.insert(rng.randrange(len(lines) + 1), rng.choice(ODD_LINES))
    return "\n".join(lines)


MUTATIONS: tuple[Mutate, ...] = (
    flip,
    flip_bytes,
    truncate,
    swap_lines,
    repeat_lines,
    drop_lines,
    change_value,
    change_words,
    add_lines,
)


def broken(rng: random.Random, text: str) -> str:
    """A file after one, two or three accidents."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        text = rng.choice(MUTATIONS)(rng, text or "\n")
    return text


# --- entries of an editor ------------------------------------------------------------------

ODD_ENTRIES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    2,
    -1,
    3.5,
    10**400,
    -(10**30),
    1e308,
    float("nan"),
    float("inf"),
    "",
    "*",
    "12",
    "a b",
    "\ud800",
    "\x00\x7f",
    "“”",
    [],
    [1],
    [1, 2],
    [1, 2, 3],
    ["x", None],
    [None, None],
    [[1], [2]],
    [10**400, 1],
    {},
    {"a": 1},
    {"": [{}]},
    [{}],
    [{"a": 1}, 2],
    {"a": {"b": [None, {"c": None}]}},
)
ODD_NAMES = (
    "",
    ".",
    "..",
    "a1",
    "z99",
    "1",
    "01",
    "²",
    "١",
    "9" * 5000,
    "a1 a2 b1",
    "a1 a1 a1",
    "x y",
    " ",
    "\n",
    "a\x00",
    "\ud800",
    "{place}",
    "stone",
    "top.gives",
    "size1",
    "2",
    "é",
)


def odd_entries(rng: random.Random, entries: dict[str, Any], groups: list[str]) -> dict[str, Any]:
    """Entries of which some are gone, some have any value and some have any place."""
    odd = {place: value for place, value in entries.items() if rng.random() > 0.1}
    for place in rng.sample(list(odd), min(len(odd), rng.randint(0, 12))):
        odd[place] = rng.choice(ODD_ENTRIES)
    for _ in range(rng.randint(0, 12)):
        odd[f"{rng.choice(groups)}.{rng.choice(ODD_NAMES)}"] = rng.choice(ODD_ENTRIES)
    return odd

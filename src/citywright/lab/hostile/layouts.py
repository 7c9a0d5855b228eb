"""Layouts and records gone wrong: real ones with something in them changed, repeated, nested or made huge."""

from __future__ import annotations

import random
import re

from citywright.catalogue import games

LONGEST = 48_000  # characters a server reads of a layout

BAD_VALUES = (
    *("1979-05-27", "1979-05-27T07:32:00Z", "nan", "inf", "-inf", "-1", "0", "9" * 400, "9" * 5000),
    *("0x" + "f" * 2000, "1e400", '""', '"\\u0000"', '"' + "x" * 20_000 + '"', "[]", "[[[[[]]]]]"),
    *("{}", "true", "[1, 'a', 2.5]", "'''\n'''"),
)


def default_layouts() -> dict[str, str]:
    """The text of the usual layout of each game that has one."""
    found = {}
    for game in games().values():
        source = getattr(game.default_layout, "source", None)
        if isinstance(source, str) and source:
            found[game.id] = source
    return found


def bad_layout(rng: random.Random, source: str) -> str:
    """A layout that is pathological in one way or another."""
    ways = (_values, _repeated, _crossed, _deep, _dotted, _cut, _numbers, _noise)
    text = rng.choice(ways)(rng, source)
    if rng.random() < 0.2:
        text = rng.choice(ways)(rng, text)
    return text[: rng.choice((LONGEST, LONGEST, LONGEST + 1))]


def _values(rng: random.Random, source: str) -> str:
    """Some values are of another kind."""
    lines = source.splitlines()
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(lines))
        if "=" in lines[at]:
            lines[at] = f"{lines[at].partition('=')[0]}= {rng.choice(BAD_VALUES)}"
    return "\n".join(lines)


def _numbers(rng: random.Random, source: str) -> str:
    """Some numbers are others."""

    def other(found: re.Match[str]) -> str:
        if rng.random() > 0.1:
            return found[0]
        return rng.choice(("0", "-1", "1", "99999", "9" * 400, "1.5", found[0] * 2, "1e3", "-0.0"))

    return re.sub(r"(?<![\w\"])\d+", other, source)


def _repeated(rng: random.Random, source: str) -> str:
    """A part again and again: as many fields as there is room for, one over the other."""
    parts = re.split(r"(?m)^(?=\[\[)", source)
    if len(parts) < 2:
        lines = source.splitlines(keepends=True)
        at = rng.randrange(len(lines))
        return source + "".join(lines[at : at + 5]) * 2000
    again = rng.choice(parts[1:])
    return source + again * ((LONGEST - len(source)) // max(len(again), 1) + 1)


def _crossed(rng: random.Random, source: str) -> str:
    """All entries of one list become the same."""
    lists = re.findall(r"(?ms)^\w[\w.]* *= *\[.*?^\]", source)
    if not lists:
        return _repeated(rng, source)
    chosen = rng.choice(lists)
    rows = chosen.splitlines()
    if len(rows) < 3:
        return _numbers(rng, source)
    row = rng.choice(rows[1:-1])
    many = rng.choice((len(rows), (LONGEST - len(source)) // (len(row) + 1)))
    return source.replace(chosen, "\n".join([rows[0], *[row] * max(many, 1), rows[-1]]))


def _deep(rng: random.Random, source: str) -> str:
    depth = rng.randrange(1, 20_000)
    opening, closing = rng.choice((("[", "]"), ("{a=", "}")))
    return f"{source}\nodd = {opening * depth}1{closing * depth}\n"


def _dotted(rng: random.Random, source: str) -> str:
    return f"{source}\n{'.'.join('a' * rng.randrange(1, 3) for _ in range(rng.randrange(1, 16_000)))} = 1\n"


def _cut(rng: random.Random, source: str) -> str:
    lines = source.splitlines()
    for _ in range(rng.randrange(1, 8)):
        if len(lines) > 2:
            del lines[rng.randrange(len(lines))]
    if rng.random() < 0.3:
        rng.shuffle(lines)
    return "\n".join(lines)


def _noise(rng: random.Random, source: str) -> str:
    text = list(source)
    for _ in range(rng.randrange(1, 40)):
        text[rng.randrange(len(text))] = chr(
            rng.choice((rng.randrange(32, 127), rng.randrange(0xD800), 0, 10))
        )
    return "".join(text)


def bad_record(rng: random.Random, source: str) -> bytes:
    """A record in which something is wrong."""
    lines = source.splitlines()
    way = rng.randrange(6)
    if way == 0:
        at = rng.randrange(len(lines))
        lines[at : at + 1] = [lines[at]] * rng.randrange(2, 20_000)
    elif way == 1:
        rng.shuffle(lines)
    elif way == 2:
        lines[rng.randrange(len(lines))] = "A " + "x" * 100_000
    elif way == 3:
        head = rng.randrange(min(8, len(lines)))
        lines[head] = f"{lines[head].partition(' ')[0]} {rng.choice(BAD_VALUES)}"
    elif way == 4:
        lines = lines[: rng.randrange(1, len(lines) + 1)]
    text = "\n".join(lines)
    return text.encode("utf-8", "surrogatepass") + (rng.randbytes(2000) if way == 5 else b"")

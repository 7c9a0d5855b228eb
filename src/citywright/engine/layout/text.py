"""Writes the values of a layout as TOML, in the form in which people read and change it. Not compiled.

Libraries that write TOML give every number of a list a line of its own: a map would have 300 lines of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

WIDTH: Final = 100
DEEPEST: Final = 20  # tables and lists inside each other; no layout has nearly as many
LONG_ITEM: Final = 18  # a text longer than this stands on a line of its own
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def format_layout(values: Mapping[str, Any]) -> str:
    """The text of a layout file with these values, in their order; tables come last, as TOML demands.

    Values may be any that JSON has: what TOML lacks is left out, what is too deep for any layout cut off.
    """
    return "\n".join(_lines(_writable(values, 0), ())).strip("\n") + "\n"


def _writable(value: Any, level: int) -> Any:
    """A value without anything that cannot be written."""
    if level > DEEPEST:
        return "…"
    if isinstance(value, Mapping):
        inside = {str(key): item for key, item in value.items() if item is not None}
        return {key: _writable(item, level + 1) for key, item in inside.items()}
    if isinstance(value, list | tuple):
        return [_writable(item, level + 1) for item in value if item is not None]
    return value


def _lines(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """The lines of a table: its plain values, then the tables inside it."""
    inside = {key: value for key, value in table.items() if _is_table(value) or _is_tables(value)}
    for key, value in table.items():
        if key not in inside:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inside.items():
        name = ".".join(map(_key, (*path, key)))
        for one in value if _is_tables(value) else [value]:
            yield ""
            yield f"[[{name}]]" if _is_tables(value) else f"[{name}]"
            yield from _lines(one, (*path, key))


def _is_table(value: object) -> bool:
    return isinstance(value, Mapping)


def _is_tables(value: object) -> bool:
    return isinstance(value, Sequence) and bool(value) and all(_is_table(item) for item in value)


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _value(key)


def _value(value: Any) -> str:
    """A text, number or truth, or a list of them; a table among them stands on one line."""
    if isinstance(value, str | bool):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {_on_one_line(item)}" for key, item in value.items()) + "}"
    items = [_value(item) for item in value]
    line = f"[{', '.join(items)}]"
    if len(line) <= WIDTH and not any(len(item) > LONG_ITEM for item in items):
        return line
    return "[\n" + "".join(f"  {row}\n" for row in _rows(items)) + "]"


def _on_one_line(value: Any) -> str:
    """Inside a table on one line everything is: TOML allows no break there."""
    return f"[{', '.join(map(_on_one_line, value))}]" if isinstance(value, list) else _value(value)


def _rows(items: list[str]) -> Iterator[str]:
    """Items with commas, as many in a row as fit; long ones alone."""
    row = ""
    alone = any(len(item) > LONG_ITEM for item in items)
    for item in items:
        if row and (alone or len(row) + len(item) > WIDTH - 4):
            yield row
            row = ""
        row += f"{' ' if row else ''}{item},"
    yield row

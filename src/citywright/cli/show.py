"""`citywright show`: a position of a record, in words or as data."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import msgspec

from citywright.cli.errors import UsageError
from citywright.cli.options import add_json, match_of, record_of
from citywright.engine.state import CHANCE
from citywright.engine.view import SEAT_LETTERS
from citywright.match.match import Match


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record; - is standard input")
    parser.add_argument("--ply", type=int, metavar="N", help="after how many actions (default: all)")
    parser.add_argument("--seat", metavar="SEAT", help="what this seat sees (default: a spectator)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    record = record_of(args.file)
    plies = len(record.actions)
    if args.ply is not None and not 0 <= args.ply <= plies:
        raise UsageError(f"--ply goes from 0 to {plies} in this record, not {args.ply}")
    match = match_of(args.file, record, args.ply)
    position = position_of(match, seat_of(args, match))
    if args.json:
        print(json.dumps(position, ensure_ascii=False))
    else:
        print("\n".join(_lines(position, 0)))


def seat_of(args: argparse.Namespace, match: Match) -> int:
    """The viewer from --seat; a spectator if none is named."""
    if args.seat is None:
        return CHANCE if match.viewer is None else match.viewer
    letters = SEAT_LETTERS[: match.seats]
    if args.seat not in list(letters):
        raise UsageError(f"--seat is one of {', '.join(letters)}, not {args.seat!r}")
    if match.viewer is not None and letters.index(args.seat) != match.viewer:
        raise UsageError(f"this record tells only what one seat saw, and that is not {args.seat}")
    return letters.index(args.seat)


def position_of(match: Match, seat: int) -> dict[str, Any]:
    """A position as plain data, as docs/notation.md describes it."""
    view: dict[str, Any] = msgspec.to_builtins(match.view(seat))
    sheet = [{**sources, "total": sum(sources.values())} for sources in match.score_sheet()]
    return {"ply": match.ply, "names": match.names, **view, "score_sheet": sheet}


def _lines(value: Any, depth: int) -> list[str]:
    """Nested data as indented lines; short lists stay on one line."""
    pad = "  " * depth
    lines = []
    items = value.items() if isinstance(value, dict) else ((f"{i}", item) for i, item in enumerate(value))
    for key, item in items:
        flat = json.dumps(item, ensure_ascii=False)
        if isinstance(item, dict | list) and item and len(flat) > 90:
            lines.append(f"{pad}{key}:")
            lines.extend(_lines(item, depth + 1))
        else:
            lines.append(f"{pad}{key}: {item if isinstance(item, str) else flat}")
    return lines

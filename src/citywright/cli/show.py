"""`citywright show`: prints a position of a record, as text or as JSON."""

from __future__ import annotations

import argparse
import json
from typing import Any

import msgspec

from citywright.cli.options import add_json, add_position, add_viewer, position_of, viewer_of
from citywright.engine.view import indented_lines
from citywright.match.match import Match


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position(parser)
    add_viewer(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    match = position_of(args)
    position = position_data(match, viewer_of(args, match))
    if args.json:
        print(json.dumps(position, ensure_ascii=False))
    else:
        print("\n".join(indented_lines(position)))


def position_data(match: Match, seat: int) -> dict[str, Any]:
    """A position as plain data, as docs/notation.md describes it."""
    view: dict[str, Any] = msgspec.to_builtins(match.view(seat))
    sheet = [{**sources, "total": sum(sources.values())} for sources in match.score_sheet()]
    return {"ply": match.ply, "names": match.names, **view, "score_sheet": sheet}

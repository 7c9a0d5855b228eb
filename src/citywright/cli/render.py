"""`citywright render`: a position of a record as a picture."""

from __future__ import annotations

import argparse
from pathlib import Path

from citywright.cli.errors import CheckFailed, UsageError
from citywright.cli.options import match_of, record_of
from citywright.cli.show import seat_of
from citywright.draw.theme import LIGHT, THEMES
from citywright.pictures import NoPicture, picture_of, png_of
from citywright.text import LANGUAGES

WIDEST = 8000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record; - is standard input")
    parser.add_argument("--ply", type=int, metavar="N", help="after how many actions (default: all)")
    parser.add_argument("--seat", metavar="SEAT", help="what this seat sees (default: a spectator)")
    add_look(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="OUT", help="x.svg or x.png")
    parser.add_argument("--width", type=int, metavar="PX", help="of a PNG, in pixels")
    parser.set_defaults(run=run)


def add_look(parser: argparse.ArgumentParser) -> None:
    """--lang and --theme."""
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language (default: en)")
    parser.add_argument("--theme", choices=THEMES, default=LIGHT, help="paper (default: light)")


def run(args: argparse.Namespace) -> None:
    if args.out.suffix not in (".svg", ".png"):
        raise UsageError(f"--out ends in .svg or .png, not {args.out.suffix or args.out.name!r}")
    if args.width is not None and not 1 <= args.width <= WIDEST:
        raise UsageError(f"--width goes from 1 to {WIDEST}, not {args.width}")
    record = record_of(args.file)
    if args.ply is not None and not 0 <= args.ply <= len(record.actions):
        raise UsageError(f"--ply goes from 0 to {len(record.actions)} in this record, not {args.ply}")
    match = match_of(args.file, record, args.ply)
    try:
        svg = picture_of(match.view(seat_of(args, match)), args.lang, args.theme, match.names)
    except NoPicture as error:
        raise CheckFailed(str(error)) from None
    write_picture(args.out, svg, args.width)


def write_picture(path: Path, svg: str, width: int | None) -> None:
    """Write a picture in the format its name asks for."""
    data = png_of(svg, width) if path.suffix == ".png" else svg.encode()
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None

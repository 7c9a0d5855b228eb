"""`citywright render`: draws a position of a record."""

from __future__ import annotations

import argparse
from pathlib import Path

from citywright.cli.errors import CheckFailed, UsageError
from citywright.cli.options import add_position, add_viewer, position_of, viewer_of
from citywright.draw.theme import LIGHT, THEMES
from citywright.pictures import NoPicture, picture_of, png_of
from citywright.text import LANGUAGES

WIDEST = 8000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position(parser)
    add_viewer(parser)
    add_look(parser)
    add_out(parser)
    parser.set_defaults(run=run)


def add_look(parser: argparse.ArgumentParser) -> None:
    """--lang and --theme."""
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language (default: en)")
    parser.add_argument("--theme", choices=THEMES, default=LIGHT, help="colours (default: light)")


def add_out(parser: argparse.ArgumentParser) -> None:
    """--out and --width."""
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="where to write; .svg or .png"
    )
    parser.add_argument("--width", type=int, metavar="PX", help="width of a PNG in pixels")


def check_out(args: argparse.Namespace) -> None:
    """UsageError unless a picture can be written as --out and --width say."""
    if args.out.suffix not in (".svg", ".png"):
        raise UsageError(f"--out must end in .svg or .png, not {args.out.suffix or args.out.name!r}")
    if args.width is not None and not 1 <= args.width <= WIDEST:
        raise UsageError(f"--width must be from 1 to {WIDEST}, not {args.width}")


def run(args: argparse.Namespace) -> None:
    check_out(args)
    match = position_of(args)
    try:
        svg = picture_of(match.view(viewer_of(args, match)), args.lang, args.theme, match.names)
    except NoPicture as error:
        raise CheckFailed(str(error)) from None
    write_picture(args.out, svg, args.width)


def write_picture(path: Path, svg: str, width: int | None) -> None:
    """Write a picture in the format of the file's name."""
    data = png_of(svg, width) if path.suffix == ".png" else svg.encode()
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None

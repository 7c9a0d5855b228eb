"""`citywright analyse`: tells luck from skill in a recorded game, with its mistakes and what was better."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec
from tqdm import tqdm

from citywright.analysis import DEPTHS, QUICK, AnalysisError, Ledger, analyse
from citywright.analysis.words import all_told
from citywright.cli.errors import UsageError
from citywright.cli.options import add_json, position_of
from citywright.match.match import Match
from citywright.text import LANGUAGES, Words, translate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record; - is standard input")
    parser.add_argument(
        "--depth",
        choices=DEPTHS,
        default=QUICK,
        help="quick: seconds (default); deep: decisions are searched, up to three minutes",
    )
    parser.add_argument("--lang", choices=sorted(LANGUAGES), default="en", help="language (default: en)")
    add_json(parser)
    parser.set_defaults(run=run, ply=None)


def run(args: argparse.Namespace) -> None:
    match = position_of(args)
    if not match.plies:
        raise UsageError("nothing has been played in this record: there is nothing to analyse")
    bar = tqdm(total=len(match.plies), leave=False, disable=not sys.stderr.isatty(), delay=0.5)
    try:
        with bar:
            ledger = analyse(match, args.depth, lambda done, _: bar.update(done - bar.n) and None)
    except AnalysisError as error:
        raise UsageError(str(error)) from None
    if args.json:
        print(msgspec.json.encode(ledger).decode())
    else:
        print("\n".join(_lines(match, ledger, args.lang)))


def _lines(match: Match, ledger: Ledger, lang: str) -> list[str]:
    t = translate(lang)
    lines = [*_table(match, ledger, t), ""]
    lines.append(t("Accuracy: 100 is nothing given away, 0 as much as choosing at random would have."))
    mistakes = all_told(match, ledger, lang)
    if mistakes:
        lines += ["", t("What would have been better:")]
    for one in mistakes:
        who = match.names[one.seat]
        lines.append(
            t("Ply {ply}, {who}. {mark}: {played}", ply=one.ply, who=who, mark=one.mark, played=one.played)
        )
        lines.append("    " + t("Better: {action} ({gain})", action=one.better, gain=one.gain))
    return lines


def _table(match: Match, ledger: Ledger, t: Words) -> list[str]:
    """One line for each seat; the columns in the middle add up to the last but one."""
    heads = [
        t("at the start"), t("luck"), t("own decisions"), t("others' decisions"), t("result"), t("accuracy"),
    ]  # fmt: skip
    width = max(len(name) for name in match.names)
    lines = ["  ".join([" " * width, *heads])]
    for name, seat in zip(match.names, ledger.seats, strict=True):
        parts = [f"{100 * seat.start:.1f}%"]
        parts += [f"{100 * part:+.1f}" for part in (seat.luck, seat.mistakes, seat.others)]
        parts += [f"{100 * seat.result:.1f}%", f"{seat.accuracy:.0f}"]
        cells = [part.rjust(len(head)) for part, head in zip(parts, heads, strict=True)]
        lines.append("  ".join([name.ljust(width), *cells]))
    return lines

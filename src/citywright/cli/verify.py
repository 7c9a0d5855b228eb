"""`citywright verify`: checks that every action of a record is legal, its dice honest, its result right."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from citywright.cli.errors import CheckFailed
from citywright.cli.options import add_json, progress, read_bytes
from citywright.match.dice import dealer_named, draws_as_data
from citywright.match.record import RecordError, parse_record
from citywright.match.replay import replay, verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records; - is standard input")
    add_json(parser)
    parser.add_argument(
        "--draws", action="store_true", help="with --json: every draw as numbers, for a checker of your own"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    results = [_check(path, args.draws) for path in progress(args.files, len(args.files), "verifying")]
    failed = [result for result in results if result["error"]]
    if args.json:
        print(json.dumps({"files": results, "failed": len(failed)}, ensure_ascii=False))
        if failed:
            raise CheckFailed(f"{len(failed)} of {len(results)} records are not valid")
        return
    for result in results:
        if not result["error"]:
            dice = (
                "dice checked" if result["dice_checked"] else "dice not checked: the record holds no secret"
            )
            state = "over" if result["over"] else "still running"
            print(f"{result['file']}: {result['game']}, {result['plies']} plies, {state}; {dice}")
    if failed:
        raise CheckFailed("\n".join(f"{result['file']}: {result['error']}" for result in failed))


def _check(path: Path, with_draws: bool) -> dict[str, object]:
    source = read_bytes(path)
    try:
        record = parse_record(source)
        match = verify(record)
    except RecordError as error:
        failure = {"file": str(path), "error": str(error), "line": error.line, "reason": error.reason}
        return failure | (_draws(source) if with_draws else {})
    has_secret = "secret" in record.headers
    return {
        "file": str(path),
        "error": None,
        "game": match.game.id,
        "plies": match.ply,
        "over": match.over,
        "dice_checked": has_secret,
        **(_draws(source) if with_draws else {}),
    }


def _draws(source: bytes) -> dict[str, object]:
    """Every draw as numbers, if the secret is known and the rules allow the game; also of dishonest dice."""
    try:
        record = parse_record(source)
        match = replay(record)
    except RecordError:
        return {}
    dealer = dealer_named(record)
    lines = [line for _, _, line in record.actions]
    return {} if dealer is None else {"dice": draws_as_data(match, dealer, lines)}

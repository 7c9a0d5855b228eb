"""`citywright export`: turns records into tables for other programs to read."""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from citywright.cli.errors import CheckFailed, UsageError
from citywright.cli.options import add_json, add_workers, progress, workers_of
from citywright.lab.executors import SpreadError, Workers
from citywright.lab.export.formats import FORMATS
from citywright.lab.export.parts import PART, Export, ExportError, Settings, files_in


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="records, or folders with records (*.cwr)"
    )
    parser.add_argument(
        "--format", choices=list(FORMATS), default="parquet", help="how tables are written (default: parquet)"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where to write")
    parser.add_argument(
        "--states", action="store_true", help="also the position before every decision, as numbers"
    )
    parser.add_argument(
        "--part", type=int, default=PART, metavar="N", help=f"how many records a part has (default: {PART})"
    )
    add_workers(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    if args.part < 1:
        raise UsageError(f"--part must be a positive number, not {args.part}")
    workers = workers_of(args)
    if args.format == "parquet":
        import_module("pyarrow")  # what is missing is said before anything is done
    try:
        files = files_in(args.files)
    except OSError as error:
        raise UsageError(f"cannot read {error.filename}: {error.strerror}") from None
    if not files:
        raise UsageError(f"there are no records (*.cwr) in {', '.join(map(str, args.files))}")
    settings = Settings.of(args.format, with_states=args.states, part=args.part)
    export = _made(args.out, settings, files, workers)
    report = {
        "records": len(files),
        "parts": len(export.done),
        "parts_made_now": len(export.done) - export.parts_before,
        "rows": export.rows,
        "unreadable": msgspec.to_builtins(export.unreadable),
    }
    if args.json:
        print(json.dumps(report, ensure_ascii=False))
    else:
        _print(report)
    if export.unreadable:
        reasons = [f"{left_out.file}: {left_out.reason}" for left_out in export.unreadable]
        summary = f"{len(reasons)} of {len(files)} records could not be read and were left out"
        raise CheckFailed(summary if args.json else "\n".join([f"{summary}:", *reasons]))


def _made(folder: Path, settings: Settings, files: list[Path], workers: Workers) -> Export:
    try:
        export = Export(folder, settings, files)
        for _ in progress(export.make(workers), len(files), "exporting"):
            pass
    except (ExportError, SpreadError) as error:
        raise CheckFailed(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot use {folder}: {error.strerror}") from None
    return export


def _print(report: dict[str, Any]) -> None:
    print(f"{'records':8} {report['records'] - len(report['unreadable'])}")
    for table, rows in report["rows"].items():
        print(f"{table:8} {rows} rows")
    print(f"{'parts':8} {report['parts']}, {report['parts_made_now']} of them made now")

"""Breaks things on purpose while people play, and checks that nobody is told anything that is not so.

Everything happens on this machine: servers, databases and clients of its own, on loopback, in a temporary
folder. Run it: `python -m citywright.lab.faults`; `--list` tells what there is. docs/reliability.md explains.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import time
from pathlib import Path

import msgspec

from citywright.lab.faults.bench import Bench, Outcome, Wish
from citywright.lab.faults.checker import KINDS
from citywright.lab.faults.house import POSTGRESQL, SQLITE
from citywright.lab.faults.scenarios import NAMES, SCENARIOS
from citywright.lab.faults.stage import SLOTS

BETWEEN = 30.0  # seconds between two lines of progress in a file


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m citywright.lab.faults", description=__doc__)
    add = parser.add_argument
    add("--list", action="store_true", help="tell which faults there are, and end")
    add("--only", action="append", choices=NAMES, metavar="NAME", help="this fault; may be given again")
    add("--times", type=_positive, metavar="N", help="how often each fault is tried")
    add("--plies", type=_positive, metavar="N", help="how many plies are contested")
    add("--seconds", type=float, metavar="S", help="how long each fault lasts")
    add("--tables", type=_positive, default=SLOTS, metavar="N", help=f"at a time (default: {SLOTS})")
    add(
        "--database",
        default="both",
        metavar="KIND",
        help="sqlite, postgresql, both (default) or postgresql://…",
    )
    add("--seed", type=int, default=1, metavar="N", help="default: 1")
    add("--json", action="store_true", help="print the outcome as JSON")
    add(
        "--results",
        type=Path,
        default=Path("fault-histories"),
        metavar="FOLDER",
        help="for histories with faults",
    )
    args = parser.parse_args(arguments)
    kinds = {"both": (SQLITE, POSTGRESQL), SQLITE: (SQLITE,), POSTGRESQL: (POSTGRESQL,)}
    is_url = args.database.startswith(("postgresql://", "postgres://"))
    if not is_url and args.database not in kinds:
        parser.error(f"--database is sqlite, postgresql, both or postgresql://…, not {args.database!r}")
    if args.seconds is not None and not 0 <= args.seconds <= 600:
        parser.error("--seconds is at most 600")
    args.kinds = (POSTGRESQL,) if is_url else kinds[args.database]
    args.url = args.database if is_url else ""
    return args


def _positive(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 1_000_000:
        raise argparse.ArgumentTypeError("it must be between 1 and 1000000")
    return number


class Progress:
    """One line that is written anew, where somebody looks; else a line now and then."""

    def __init__(self) -> None:
        self._is_seen = sys.stderr.isatty()
        self._next = 0.0

    def note(self, text: str) -> None:
        """How far it is."""
        if self._is_seen:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() >= self._next:
            self._next = time.monotonic() + BETWEEN
            print(text, file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Make room for a line that stays."""
        if self._is_seen:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


KILLED_KEEP = "ignore:resource_tracker"  # what killed servers kept is cleaned up, and needs no warning
HEADINGS = ("fault", "database", "times", "acknowledged", "seen", "violations", "recovery", "seconds")
WIDTHS = (17, 11, 7, 13, 9, 28, 9, 8)


def _line(values: tuple[str, ...]) -> str:
    return " ".join(value.ljust(width) for value, width in zip(values, WIDTHS, strict=True)).rstrip()


def line_of(outcome: Outcome) -> str:
    """One line of the table."""
    if outcome.skipped:
        fault, database = outcome.fault.ljust(WIDTHS[0]), outcome.database.ljust(WIDTHS[1])
        return f"{fault} {database} not tried: {outcome.skipped}"
    found = ", ".join(f"{kind} {outcome.violations[kind]}" for kind in KINDS if kind in outcome.violations)
    values = (
        outcome.fault,
        outcome.database,
        str(outcome.times),
        str(outcome.acknowledged),
        str(outcome.seen),
        found or "none",
        f"{outcome.longest_recovery:.2f} s" if outcome.longest_recovery else "–",
        f"{outcome.seconds:.0f}",
    )
    return _line(values) + ("" if outcome.is_whole else "  (not finished)")


async def _run(args: argparse.Namespace, bench: Bench, progress: Progress) -> None:
    chosen = [each for each in SCENARIOS if not args.only or each.name in args.only]
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    try:
        if not args.json:
            print(_line(HEADINGS), flush=True)
        for scenario in chosen:
            for kind in scenario.databases:
                if kind not in args.kinds or stopped.is_set():
                    continue
                await _unless_stopped(bench, scenario.name, kind, stopped)
                progress.clear()
                if not args.json:
                    print(line_of(bench.outcomes[-1]), flush=True)
    finally:
        await bench.close()


async def _unless_stopped(bench: Bench, name: str, kind: str, stopped: asyncio.Event) -> None:
    """Try a fault; if it is interrupted, clean up after it."""
    running = asyncio.create_task(bench.run(SCENARIOS[NAMES.index(name)], kind))
    waiting = asyncio.create_task(stopped.wait())
    await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if not running.done():
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    else:
        running.result()


def main(arguments: list[str] | None = None) -> int:
    """The command line; 0 if nothing was found, 1 if something was, 130 if it was interrupted."""
    args = _arguments(arguments)
    if args.list:
        for scenario in SCENARIOS:
            print(f"{scenario.name.ljust(18)}{', '.join(scenario.databases).ljust(20)}{scenario.what}")
        return 0
    sys.warnoptions.append(KILLED_KEEP)
    wish = Wish(
        seed=args.seed,
        times=args.times,
        plies=args.plies,
        seconds=args.seconds,
        tables=args.tables,
        postgres_url=args.url,
        results=args.results,
    )
    progress = Progress()
    bench = Bench(wish, progress.note)
    asyncio.run(_run(args, bench, progress))
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(bench.outcomes)).decode())
    found = any(outcome.violations for outcome in bench.outcomes)
    is_whole = all(outcome.is_whole or outcome.skipped for outcome in bench.outcomes)
    return 1 if found else 0 if is_whole else 130


if __name__ == "__main__":
    sys.exit(main())

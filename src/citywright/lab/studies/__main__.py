"""`python -m citywright.lab.studies NAME`: plays the games of a study and writes its data.

A study that is stopped, with Ctrl-C or in any other way, goes on where it was when the command is given
again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from tqdm import tqdm

try:
    from citywright.lab.executors import SpreadError, Workers
    from citywright.lab.studies.names import STUDIES, find_study
    from citywright.lab.studies.work import Played, StudyError, make
except ModuleNotFoundError as missing:
    sys.exit(f"{missing.name} is not installed; studies need pip install 'citywright[studies]'")


def main(arguments: list[str] | None = None) -> int:
    """The command line; 0 when the data is there, 2 if it cannot be made, 130 if it was stopped."""
    parser = argparse.ArgumentParser(prog="python -m citywright.lab.studies", description=__doc__)
    add = parser.add_argument
    add("name", choices=[*STUDIES, "all"], help="which study")
    add("--games", type=int, metavar="N", help="of each kind; every study has a number of its own")
    add("--seed", type=int, default=1, metavar="S", help="default: 1")
    add("--jobs", type=int, metavar="J", help="how many processes play (default: 1)")
    add("--cluster", metavar="ADDRESS", help="play on this Ray cluster; local starts one on this machine")
    add("--out", type=Path, default=Path("studies"), metavar="FOLDER", help="default: studies")
    add("--keep", action="store_true", help="keep NAME.parts.jsonl, which has a row for every game")
    args = parser.parse_args(arguments)
    for name in STUDIES if args.name == "all" else [args.name]:
        study = find_study(name)
        try:
            games = study.GAMES if args.games is None else args.games
            if args.jobs is not None and args.jobs < 1:
                raise StudyError(f"studies need a positive number of jobs, not {args.jobs}")
            workers = Workers(args.jobs, args.cluster)
            path = make(
                study, games, args.seed, args.out, workers=workers, progress=_Bar(name), keep=args.keep
            )
        except (StudyError, SpreadError) as error:
            print(error, file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            print("\nstopped; the same command goes on from here", file=sys.stderr)
            return 130
        print(path)
    return 0


class _Bar:
    """A progress bar over the parts of a study, on a terminal."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, played: Iterable[Played], total: int) -> Iterable[Played]:
        is_terminal = sys.stderr.isatty()
        bar: Iterable[Played] = tqdm(
            played, total=total, desc=self.name, leave=False, disable=not is_terminal
        )
        return bar


if __name__ == "__main__":
    sys.exit(main())

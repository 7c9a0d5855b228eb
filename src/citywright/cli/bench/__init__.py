"""`citywright bench`: how fast the engine is here, compiled and pure in the same run."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import citywright
from citywright.catalogue import games
from citywright.cli.bench import envs, server
from citywright.cli.errors import CheckFailed, UsageError
from citywright.cli.options import add_json, add_layout, layout_of, progress
from citywright.engine.game import Game
from citywright.engine.state import COMPILED
from citywright.game_parts import is_drawn
from citywright.lab.speed import measure_engine
from citywright.pictures import measure_pictures


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="one game, `server` or `envs` (default: all games)"
    )
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="per figure (default: 1)")
    parser.add_argument(
        "--no-pure", action="store_true", help="leave out the comparison with the pure source"
    )
    add_layout(parser)
    add_json(parser)
    server.add_arguments(parser)
    envs.add_arguments(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    if args.game == "server":
        server.run(args)
        return
    if args.game == "envs":
        envs.run(args)
        return
    if args.game is not None and args.game not in games():
        raise UsageError(f"there is no game {args.game!r}; the games are {', '.join(games())}")
    chosen = [games()[args.game]] if args.game else list(games().values())
    report = {game.id: _measure(game, args) for game in progress(chosen, len(chosen), "measuring")}
    if args.json:
        print(json.dumps(report))
        return
    for game_id, figures in report.items():
        print(game_id)
        for key, value in figures.items():
            print(f"  {key.replace('_', ' '):18} {value}")


def _measure(game: Game, args: argparse.Namespace) -> dict[str, Any]:
    figures = measure_engine(game, layout_of(args, game), args.seconds)
    if is_drawn(game):
        figures["pictures"] = measure_pictures(game)
    if not args.no_pure:
        pure = _measure_pure(game, args) if COMPILED else dict(figures)
        figures["pure"] = pure
        figures["ratio"] = round(figures["decisions_per_s"] / max(pure["decisions_per_s"], 1), 1)
    return figures


def _measure_pure(game: Game, args: argparse.Namespace) -> dict[str, Any]:
    """The same figures of the same source, interpreted: a child on a copy without compiled modules."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(citywright.__file__).parent
        ignore = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(package, Path(folder) / "citywright", ignore=ignore)
        command = [sys.executable, "-m", "citywright", "bench", game.id, "--json", "--no-pure"]
        command += ["--seconds", str(args.seconds)]
        if args.layout is not None:
            command += ["--layout", str(args.layout)]
        environment = {**os.environ, "PYTHONPATH": folder}
        child = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if child.returncode:
        raise CheckFailed(f"the pure source could not be measured: {child.stderr.strip()}")
    figures: dict[str, Any] = json.loads(child.stdout)[game.id]
    if figures["compiled"]:
        raise CheckFailed("the child process met compiled modules; the comparison would be wrong")
    figures.pop("pictures", None)  # drawing is interpreted in both
    return figures

"""`citywright games`: lists the games that can be played."""

from __future__ import annotations

import argparse
import json

from citywright.bots import bot_names
from citywright.catalogue import games
from citywright.cli.options import add_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    entries = [
        {
            "id": game.id,
            "titles": dict(game.titles),
            "players": [game.min_seats, game.max_seats],
            "rules_version": game.rules_version,
            "bots": bot_names(game),
        }
        for game in games().values()
    ]
    if args.json:
        print(json.dumps({"games": entries}, ensure_ascii=False))
        return
    for game in games().values():
        titles = " / ".join(dict.fromkeys(game.titles.values()))
        bots = ", ".join(bot_names(game))
        print(f"{game.id:12} {titles}, {game.min_seats} to {game.max_seats} players; bots: {bots}")

"""`citywright record`: plays one game between bots and writes its record."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from citywright.cli.errors import CheckFailed, UsageError
from citywright.cli.options import add_play, game_of, layout_of, players_of, policies_of, start_of
from citywright.engine.rng import Rng
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.match.record import format_record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_play(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write (default: standard output)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    game = game_of(args)
    players = players_of(args, game)
    names, bots = policies_of(args, game, players)
    match = Match(
        game,
        players,
        start=start_of(args, players),
        layout=layout_of(args, game),
        dealer=Dealer.seeded(args.seed),
        names=names,
    )
    rng = Rng(args.seed)
    decisions = 0
    while match.actor >= 0:
        if decisions == game.ply_limit:
            raise CheckFailed(f"the game was not over after {decisions} decisions; nothing was written")
        seat = match.actor
        match.play(seat, bots[seat].choose(match.state.observe(seat), rng))
        decisions += 1
    text = format_record(match)
    if args.out is None:
        sys.stdout.write(text)
        return
    try:
        args.out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {args.out}: {error.strerror}") from None

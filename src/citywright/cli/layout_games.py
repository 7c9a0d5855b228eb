"""`citywright layout describe` and `make`: what a board plays like, and new boards that play well."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from citywright.bots.balance import OneGame, PlaysLike, WinShare, play_many, told
from citywright.bots.map_making import Made, NoMap, make_fair_layout, make_layout
from citywright.cli.errors import CheckFailed, UsageError
from citywright.cli.options import game_of, players_of, progress
from citywright.engine.game import Game
from citywright.engine.view import SEAT_LETTERS


def describe(args: argparse.Namespace, game: Game, layout: Any) -> None:
    """Play games on a board and tell what it plays like; an interrupt ends the playing, not the telling."""
    players = players_of(args, game)
    _check_games(args)
    figures = _played(game, layout, players, args.seed, args.games)
    if args.json:
        print(msgspec.json.encode(figures).decode())
    else:
        _print_figures(figures, sys.stdout)


def make(args: argparse.Namespace) -> None:
    """Make a board; unless told not to, one on which games are fair."""
    game = game_of(args)
    players = players_of(args, game)
    _check_games(args)
    try:
        made = _made(args, game, players)
    except NoMap as error:
        raise CheckFailed(str(error)) from None
    if args.out is None:
        print(made.text, end="")
    else:
        _write(args.out, made.text)
    report = sys.stderr if args.out is None else sys.stdout
    print(f"variation {made.variation} of seed {args.seed} for {game.id}", file=report)
    if made.figures is not None:
        _print_figures(made.figures, report)


def _made(args: argparse.Namespace, game: Game, players: int) -> Made:
    if args.variation is None and not args.no_check:
        shown = partial(progress, total=args.games, what="playing")
        return make_fair_layout(game, args.seed, players, args.games, shown)
    variation = args.variation or 0
    if not 0 <= variation < 1000:
        raise UsageError(f"--variation must be from 0 to 999, not {variation}")
    text = make_layout(game, args.seed, variation)
    if args.no_check:
        return Made(text, variation)
    return Made(text, variation, _played(game, game.parse_layout(text), players, args.seed, args.games))


def _played(game: Game, layout: Any, players: int, seed: int, games: int) -> PlaysLike:
    played = islice(play_many(game, layout, players, seed), games)
    return told(game, players, seed, _until_interrupted(progress(played, games, "playing")))


def _until_interrupted(played: Iterable[OneGame]) -> Iterator[OneGame]:
    try:
        yield from played
    except KeyboardInterrupt:
        print("citywright: interrupted; these are the games so far", file=sys.stderr)


def _check_games(args: argparse.Namespace) -> None:
    if args.games < 1:
        raise UsageError(f"--games must be a positive number, not {args.games}")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None


def _print_figures(figures: PlaysLike, file: Any) -> None:
    """The figures in words; of wins with the range in which the true share lies 19 times out of 20."""
    wins = ", ".join(_win(SEAT_LETTERS[seat], win) for seat, win in enumerate(figures.wins))
    endings = {**figures.endings, **({"unfinished": figures.unfinished} if figures.unfinished else {})}
    rows = {
        "games": f"{figures.games} with {figures.players} players, all {figures.bots}",
        "length": f"{figures.turns:g} turns of all players, {figures.decisions:g} decisions",
        "points": f"{figures.winner:g} of the winner, {figures.last:g} of the last",
        "wins": f"{wins}; A begins",
        "endings": ", ".join(f"{ending} {number}" for ending, number in endings.items()),
    }
    for name, words in rows.items():
        print(f"{name:9} {words}", file=file)


def _win(letter: str, win: WinShare) -> str:
    return f"{letter} {win.share:.0%} ({win.low:.0%} to {win.high:.0%})"

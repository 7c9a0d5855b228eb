"""`citywright play`: a game against bots in the terminal, as text."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from citywright.cli.errors import UsageError
from citywright.cli.options import add_play, game_of, layout_of, players_of, policies_of, start_of
from citywright.engine.policy import Policy
from citywright.engine.rng import Rng
from citywright.engine.view import SEAT_LETTERS, seat_letter
from citywright.game_parts import text_of
from citywright.match.dealer import Dealer
from citywright.match.match import Match, MatchError
from citywright.match.record import format_record
from citywright.text import LANGUAGES, Words, translate

ME = "me"
OPPONENT = "apprentice"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_play(parser)
    parser.set_defaults(run=run, seed=None, bots=None)
    parser.add_argument("--seat", default="A", metavar="SEAT", help="your seat (default: A)")
    parser.add_argument("--lang", default="en", choices=LANGUAGES, help="language (default: en)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the record here at the end")


def run(args: argparse.Namespace) -> None:
    game = game_of(args)
    players = players_of(args, game)
    if args.seat not in list(SEAT_LETTERS[:players]):
        raise UsageError(f"--seat must be one of {', '.join(SEAT_LETTERS[:players])}, not {args.seat!r}")
    args.bots = args.bots or OPPONENT
    names, bots = policies_of(args, game, players)
    seat = SEAT_LETTERS.index(args.seat)
    names[seat] = ME
    dealer = Dealer.fresh() if args.seed is None else Dealer.seeded(args.seed)
    match = Match(
        game, players, start=start_of(args, players), layout=layout_of(args, game), dealer=dealer, names=names
    )
    session = Session(match, seat, bots, Rng(args.seed or 1), args.lang)
    try:
        session.play()
    finally:
        if args.out is not None:
            args.out.write_text(format_record(match, None if match.over else seat), encoding="utf-8")


class Session:
    """One person at the terminal. `printed` is how many plies have been printed."""

    def __init__(self, match: Match, seat: int, bots: list[Policy], rng: Rng, lang: str) -> None:
        self.match = match
        self.seat = seat
        self.bots = bots
        self.rng = rng
        self.lang = lang
        self.text = text_of(match.game)
        self.t: Words = translate(lang)
        self.printed = 0

    def play(self) -> None:
        """Play until the game is over or the person quits."""
        match = self.match
        print(self.t("Fingerprint of the dice: {hash}", hash=match.dealer.commitment if match.dealer else ""))
        print(self.t("Type a number or an action; undo, rule ID, quit."))
        while not match.over:
            self.print_news()
            if match.actor != self.seat:
                bot = self.bots[match.actor]
                match.play(match.actor, bot.choose(match.state.observe(match.actor), self.rng))
            elif not self.ask():
                return
        self.print_news()
        self.print_result()

    def print_news(self) -> None:
        """Print what has happened since the last time."""
        for ply in self.match.plies[self.printed :]:
            action = self.match.game.format_action(ply.code)
            for event in ply.events:
                sentence = self.text.sentence(event, self.match.names, self.lang, action)
                if sentence:
                    print(f"  {sentence}")
        self.printed = self.match.ply

    def ask(self) -> bool:
        """Ask for one decision and play it; False if the person quits."""
        match = self.match
        view = match.view(self.seat)
        points = "   ".join(f"{name}: {score}" for name, score in zip(match.names, view.scores, strict=True))
        print(f"\n{points}\n{self.text.prompt(view, self.lang, match.names)}")
        for number, choice in enumerate(view.choices, 1):
            title = self.text.action_title(choice.action, view, self.lang)
            print(f"{number:4}  {choice.action:24} {title}")
        while True:
            print("> ", end="", flush=True)
            line = sys.stdin.readline()
            words = line.strip()
            if not line or words == "quit":
                return False
            if self.carry_out(words, [choice.action for choice in view.choices]):
                return True

    def carry_out(self, words: str, actions: list[str]) -> bool:
        """Do what was typed; False if a decision is still needed."""
        if words.startswith("rule "):
            try:
                print(self.match.game.rule(self.lang, words.removeprefix("rule ")))
            except KeyError as error:
                print(self.t("There is no rule {id}.", id=error.args[0]))
            return False
        if words.isdecimal() and 0 < int(words) <= len(actions):
            words = actions[int(words) - 1]
        try:
            if words == "undo":
                self.printed = self.match.undo(self.seat)
            else:
                self.match.play_words(self.seat, words)
        except MatchError as error:
            print(error.message.translated(self.t))
            return False
        return True

    def print_result(self) -> None:
        """Print the result by rank, and where the points came from."""
        match = self.match
        standing = match.state.standing()
        print(f"\n{self.text.end_reason(standing.reason, self.lang)}")
        sheet = match.score_sheet()
        for seat in sorted(range(match.seats), key=lambda seat: standing.ranks[seat]):
            parts = ", ".join(
                f"{self.text.source_name(source, self.lang)} {points}"
                for source, points in sheet[seat].items()
                if points
            )
            total = match.state.scores()[seat]
            print(f"{standing.ranks[seat]}. {seat_letter(seat)} {match.names[seat]}: {total} ({parts})")

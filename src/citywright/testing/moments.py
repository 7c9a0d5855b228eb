"""Checks of the names a game gives to the moments of chance, if it does: unique, fair, and drawn again."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import islice, product
from math import prod

from citywright.engine.chance import ALL_LEFT, Draw
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, State
from citywright.match.dealer import COUNTED, Dealer, NamedDealer, all_numbers
from citywright.match.match import Match
from citywright.match.record import format_record, parse_record
from citywright.match.replay import verify
from citywright.testing.checks import Check, some_positions

MOMENT = re.compile(r"[a-z]+( [a-z]+| [A-H]| \d{1,6})*")
LARGE = 300  # outcomes: positions with more are looked at only twice
TRIES = 12  # undone decisions in a game


class _Noting(NamedDealer):
    """Fails when a moment is drawn a second time."""

    def __init__(self, game: Game, seats: int, seed: int) -> None:
        super().__init__(Dealer.seeded(seed).secret, game.id, all_numbers((), seats))
        self.noted: set[str] = set()

    def draws(self, state: State, n: int) -> list[tuple[Draw, int]]:
        drawn = super().draws(state, n)
        for draw, number in drawn:
            assert draw.moment not in self.noted, f"the moment {draw.moment!r} is there twice"
            assert draw.left >> number & 1, f"{draw.moment!r}: number {number} is not left"
            self.noted.add(draw.moment)
        return drawn


def check_moments_are_unique(game: Game, seats: int, seed: int) -> None:
    """No moment is drawn twice in a game, whoever plays and undoes; its record verifies."""
    for policy in game.policy_names():
        match = Match(game, seats, dealer=_Noting(game, seats, seed))
        player, rng, undone = game.policy(policy), Rng(seed), 0
        while match.actor >= 0 and match.ply < game.ply_limit:
            seat = match.actor
            match.play(seat, player.choose(match.state.observe(seat), rng))
            if undone < TRIES and match.actor >= 0 and match.can_undo(match.actor):
                match.undo(match.actor)
                undone += 1
        if match.over:
            again = verify(parse_record(format_record(match)), game=game)
            assert again.state.snapshot() == match.state.snapshot()


def check_moments_are_fair(game: Game, seats: int, seed: int) -> None:
    """The numbers of all draws together are as likely to bring an outcome as its tickets say."""
    large = 0
    for state in some_positions(game, seats, seed):
        draws = state.chance_draws() if state.actor() == CHANCE else []
        if not draws:
            continue
        for draw in draws:
            assert MOMENT.fullmatch(draw.moment), f"{draw.moment!r} is not plain words, seats and numbers"
            assert draw.moment.split()[0] != COUNTED, f"{draw.moment!r} begins as if it were counted"
            assert draw.total >= 1, f"{draw.moment!r} is a draw from nothing"
            assert draw.left == ALL_LEFT or 0 < draw.left < 1 << draw.total, f"{draw.moment!r}: odd mask"
        assert len({draw.moment for draw in draws}) == len(draws), "two draws have the same name"
        numbers = [[n for n in range(draw.total) if draw.left >> n & 1] for draw in draws]
        combinations = prod(map(len, numbers))
        large += combinations > LARGE
        if combinations > LARGE and large > 2:
            some = islice(product(*numbers), 0, None, 1 + combinations // LARGE)
            assert all(state.is_outcome(state.chance_of(list(each))) for each in some)
            continue
        counts = Counter(int(state.chance_of(list(each))) for each in product(*numbers))
        total = state.chance_total()
        for code, weight in state.chance_outcomes():
            share = Fraction(counts.pop(code, 0), combinations)
            assert share == Fraction(weight, total), (
                f"{game.format_action(code)} has {share} of the draws at {draws[0].moment!r},"
                f" and {weight} of {total} tickets"
            )
        assert not counts, f"draws at {draws[0].moment!r} bring what no ticket does"


CHECKS: list[Check] = [check_moments_are_unique, check_moments_are_fair]

"""Ratings find the strength of players, say honestly how sure they are, and cannot be farmed."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citywright.ratings import (
    BEGIN,
    LIVE,
    TURNS,
    Book,
    Facts,
    Played,
    Rating,
    Seat,
    Standing,
    effective_ranks,
    is_absent,
    is_ranked,
    kind_of_pace,
    rate,
    shown,
    why_not_counted,
)
from citywright.ratings.counting import RATED_LAYOUTS
from citywright.ratings.model import LUCK, chance_to_beat
from citywright.ratings.seasons import DAY, people, play_season, ranks_of

ANKE, BEN = Seat("anke", is_person=True), Seat("ben", is_person=True)
BOT = Seat("bot:journeyman", is_person=False)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_players_of_known_strength_come_back_in_order_with_honest_intervals(seats: int) -> None:
    """90 % intervals hold the truth in 85 to 95 of 100 cases, after few games and after many."""
    seasons = [play_season(40, games, seats, seed) for seed in range(4) for games in (24, 60)]
    coverage = sum(season.coverage for season in seasons) / len(seasons)
    assert 0.85 <= coverage <= 0.95
    assert min(season.order for season in seasons) > 0.8
    longest = [season for number, season in enumerate(seasons) if number % 2]
    assert sum(season.order for season in longest) / len(longest) > 0.93


def test_a_result_moves_all_and_a_tie_brings_equals_together() -> None:
    winner, loser = rate([BEGIN, BEGIN], [1, 2])
    assert winner.mu > BEGIN.mu > loser.mu
    assert winner.sigma == loser.sigma < BEGIN.sigma
    even = rate([BEGIN, BEGIN], [1, 1])
    assert even[0].mu == pytest.approx(even[1].mu)
    strong, weak = rate([Rating(30, 3), Rating(20, 3)], [1, 1])
    assert strong.mu < 30
    assert weak.mu > 20
    assert rate([BEGIN, BEGIN], [1, 2], [0.0, 0.0]) == [BEGIN, BEGIN]
    assert shown(BEGIN.mu) == 1500
    assert BEGIN.low < BEGIN.mu < BEGIN.high
    assert 0.78 < chance_to_beat(Rating(35, 0), Rating(25, 0)) < 0.82  # as the page says of 200


def league(seed: int) -> tuple[Book, list[float], int, random.Random]:
    """Twenty people who have played sixty games each against each other."""
    rng, book = random.Random(seed), Book()
    strengths = [rng.gauss(25, LUCK) for _ in range(20)]
    for number in range(600):
        who = rng.sample(range(20), 2)
        book.enter(Played(people(who), ranks_of([strengths[one] for one in who], rng), number * DAY // 10))
    return book, strengths, 60 * DAY, rng


@pytest.mark.parametrize("victim", ["one weak friend", "a bot", "new names"])
def test_farming_does_not_lead_the_board(victim: str) -> None:
    for seed in range(4):
        book, strengths, now, rng = league(seed)
        if victim == "a bot":  # that is known, and of middling strength
            for number in range(200):
                one = number % 20
                ranks = ranks_of([strengths[one], 27.0], rng)
                book.enter(Played([*people([one]), BOT], ranks, now))
        best = max(book.standings[str(number)].rating.low for number in range(20))
        for number in range(300):
            loser = {"a bot": BOT, "new names": Seat(f"new {number}", is_person=True)}.get(victim, BEN)
            book.enter(Played([ANKE, loser], [1, 2], now + number * DAY // 10))
        assert book.standings["anke"].rating.low < best
    assert not is_ranked(games=300, people=1)
    assert is_ranked(games=10, people=3)


def test_the_same_opponent_counts_less_each_time_and_more_again_after_a_while() -> None:
    book = Book()
    weights = [book.enter(Played([ANKE, BEN], [1, 2], number))[0].weight for number in range(8)]
    assert weights == sorted(weights, reverse=True)
    assert weights[0] == 1
    assert weights[6] == pytest.approx(0.25, abs=0.01)
    assert book.enter(Played([ANKE, BEN], [1, 2], 720 * DAY))[0].weight > 0.95


def test_leaving_never_pays() -> None:
    gone = ANKE._replace(is_absent=True)
    three = [gone, BEN, BOT]
    assert effective_ranks([1, 2, 3], three) == [2, 1, 3]  # after Ben, who stayed, but before the bot
    assert effective_ranks([3, 1, 2], three) == [3, 1, 2]  # the bot in her place did worse
    assert effective_ranks([1, 2], [gone, BOT]) == [2, 1]  # nobody else was a person
    assert effective_ranks([1, 1], [ANKE, BEN]) == [1, 1]
    assert is_absent(100, 0, is_away=True)
    assert is_absent(100, 34, is_away=False)
    assert not is_absent(100, 30, is_away=False)


@given(
    ranks=st.lists(st.integers(1, 4), min_size=2, max_size=5),
    mus=st.lists(st.floats(0, 50), min_size=5, max_size=5),
    who=st.integers(0, 4),
)
def test_whoever_leaves_gains_nothing_whatever_happens(ranks: list[int], mus: list[float], who: int) -> None:
    own = who % len(ranks)
    seats = [Seat(f"p{number}", is_person=True, is_absent=number == own) for number in range(len(ranks))]
    book = Book()
    for number, mu in enumerate(mus):
        book.standings[f"p{number}"] = Standing(Rating(mu, 4.0), 5)
    change = book.enter(Played(seats, ranks, 0))[own]
    assert change.after.mu <= change.before.mu
    stayed = [rank for seat, rank in enumerate(effective_ranks(ranks, seats)) if seat != own]
    assert change.rank > max(stayed)


def test_what_counts() -> None:
    assert why_not_counted(Facts([ANKE, BEN])) == ""
    assert why_not_counted(Facts([ANKE, BOT, BOT])) == ""
    assert why_not_counted(Facts([BOT, BOT])) == "no person"
    assert why_not_counted(Facts([ANKE, ANKE])) == "same person"
    assert why_not_counted(Facts([ANKE, Seat(None, is_person=False)])) == "open seat"
    assert why_not_counted(Facts([ANKE, BEN], given=4)) == "given"
    assert why_not_counted(Facts([ANKE, BEN], is_guided=True)) == "guided"
    assert why_not_counted(Facts([ANKE, BEN], is_one_screen=True)) == "one screen"
    assert why_not_counted(Facts([ANKE, BEN], is_daily=True)) == "daily"
    assert why_not_counted(Facts([ANKE, BEN], layout="0123")) == "layout"
    assert not RATED_LAYOUTS


def test_the_kind_of_pace() -> None:
    assert [kind_of_pace(pace) for pace in (60, 180, 600)] == [LIVE] * 3
    assert [kind_of_pace(pace) for pace in (0, 86_400, 7 * 86_400)] == [TURNS] * 3
    assert kind_of_pace(0, reserve=1200) == LIVE
    assert kind_of_pace(0, reserve=7 * 86_400) == TURNS


def test_a_bot_at_two_seats_has_one_rating() -> None:
    book = Book()
    changes = book.enter(Played([ANKE, BOT, BOT], [2, 1, 3], 0))
    assert changes[1].after == changes[2].after == book.standings["bot:journeyman"].rating
    assert book.standings["bot:journeyman"].games == 1

"""What a layout plays like: the same numbers for the same seed, games that do not end, shares of wins."""

import pickle
from itertools import islice

import msgspec
import pytest

from citywright.bots import balance
from citywright.bots.balance import OneGame, PlaysLike, play_many, plays_like, told, win_share
from citywright.catalogue import games
from citywright.engine.game import LayoutError

GAMES = pytest.mark.parametrize("game", games().values(), ids=games().keys())


@GAMES
def test_games_on_a_layout_are_told_in_numbers(game):
    seats = game.max_seats
    figures = plays_like(game.id, game.default_layout.source, seats, games=3, seed=5, bots="apprentice")
    assert figures == plays_like(game.id, None, seats, games=3, seed=5, bots="apprentice")
    assert figures != plays_like(game.id, None, seats, games=3, seed=6, bots="apprentice")
    assert pickle.loads(pickle.dumps(figures)) == figures
    assert msgspec.json.decode(msgspec.json.encode(figures), type=PlaysLike) == figures
    assert (figures.games, figures.unfinished, len(figures.wins)) == (3, 0, seats)
    assert sum(figures.endings.values()) == 3
    assert set(figures.endings) <= set(game.end_reasons)
    assert sum(seat.share for seat in figures.wins) == pytest.approx(1, abs=0.001)
    assert figures.winner > figures.last
    assert figures.decisions > figures.turns > seats


def test_a_text_that_is_no_layout_is_refused():
    with pytest.raises(LayoutError):
        plays_like("saint-malo", "", 2)


def test_means_and_shared_victories():
    game = games()["milestones"]
    played = [
        OneGame(10, 100, [5, 9, 2], [2, 1, 3], "points"),
        OneGame(20, 300, [7, 7, 1], [1, 1, 3], "tiles"),
        OneGame(99, 999, [0, 0, 0], [], ""),
    ]
    figures = told(game, 3, 1, played)
    assert (figures.games, figures.unfinished) == (3, 1)
    assert (figures.turns, figures.decisions, figures.winner, figures.last) == (15, 200, 8, 1.5)
    assert [seat.share for seat in figures.wins] == [0.25, 0.75, 0]
    assert figures.endings == {"points": 1, "tiles": 1}


def test_games_that_do_not_end_are_broken_off(monkeypatch):
    monkeypatch.setattr(balance, "LONGEST", 5)
    game = games()["milestones"]
    played = list(islice(play_many(game, game.default_layout, 2, 1), 100))
    assert len(played) == balance.MOST_UNFINISHED
    figures = told(game, 2, 1, played)
    assert (figures.unfinished, figures.turns, figures.endings) == (balance.MOST_UNFINISHED, 0, {})
    assert figures.wins[0].low == 0
    assert figures.wins[0].high == 1


def test_the_interval_of_a_share():
    even = win_share(100, 200)
    assert (even.low, even.share, even.high) == (
        pytest.approx(0.431, abs=0.001),
        0.5,
        pytest.approx(0.569, abs=0.001),
    )
    assert win_share(0, 10).low == 0 < win_share(0, 10).high < 0.35
    assert win_share(10, 10).high == 1
    assert win_share(500, 1000).high < even.high

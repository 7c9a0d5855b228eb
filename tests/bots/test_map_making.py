"""New layouts on which games are fair: found by playing, told apart from those that are not."""

import pytest

from citywright.bots import map_making
from citywright.bots.balance import PlaysLike, WinShare, plays_like
from citywright.bots.map_making import NoMap, doubt, faults_of, make_fair_layout, make_layout, unevenness
from citywright.catalogue import games
from tests.toy import GAME as TOY

SAINT_MALO = games()["saint-malo"]


def figures(shares: list[float], turns: float = 60, unfinished: int = 0) -> PlaysLike:
    wins = [WinShare(share, 0, 1) for share in shares]
    return PlaysLike(
        "x", len(shares), "random", 1, 200, unfinished, turns, 300, 70, 50, wins, {"points": 200}
    )


def test_a_seed_is_one_layout_that_says_how_it_was_made():
    text = make_layout(SAINT_MALO, 17)
    assert text == make_layout(SAINT_MALO, 17) != make_layout(SAINT_MALO, 17, variation=1)
    about = SAINT_MALO.parse_layout(text).about
    assert (about.name, about.author, about.sources) == ("Generated map 17", "Citywright", {})
    assert "`citywright layout make saint-malo --seed 17 --variation 0`" in about.notes


def test_what_cannot_be_made():
    with pytest.raises(NoMap, match="nobody makes new boards of toy"):
        make_layout(TOY, 1)
    with pytest.raises(NoMap, match="from 0 to 1000000000, not -1"):
        make_layout(SAINT_MALO, -1)


def test_the_first_good_variation_is_taken(monkeypatch):
    verdicts = iter([["too long"], []])
    monkeypatch.setattr(map_making, "faults_of", lambda *_: next(verdicts))
    seen = []

    def progress(played):
        seen.append(list(played))
        return seen[-1]

    made = make_fair_layout(SAINT_MALO, 3, 2, games=2, progress=progress)
    assert (made.variation, made.text) == (1, make_layout(SAINT_MALO, 3, 1))
    assert [len(played) for played in seen] == [2, 2]
    assert made.figures == plays_like("saint-malo", made.text, 2, 2, seed=3)


def test_no_good_variation(monkeypatch):
    monkeypatch.setattr(map_making, "VARIATIONS", 2)
    monkeypatch.setattr(map_making, "faults_of", lambda *_: ["games never end"])
    with pytest.raises(NoMap, match="of the last, games never end"):
        make_fair_layout(SAINT_MALO, 3, 2, games=1)


def test_faults():
    usual = figures([0.52, 0.48])
    assert faults_of(figures([0.56, 0.44]), usual) == []
    assert faults_of(figures([0.6, 0.4]), usual) == ["a seat wins 10% more or less often than its share"]
    assert faults_of(figures([0.6, 0.4]), figures([0.39, 0.61])) == []  # the game itself is as uneven
    assert faults_of(figures([0.5, 0.5], turns=120), usual) == ["games take 120 turns instead of 60"]
    assert faults_of(figures([0.5, 0.5], turns=20), usual) == ["games take 20 turns instead of 60"]
    assert faults_of(figures([0.5, 0.5], unfinished=3), usual) == ["3 of 200 games did not end"]
    assert unevenness(figures([0.5, 0.3, 0.2])) == pytest.approx(0.1667, abs=0.001)
    assert doubt(usual) == pytest.approx(0.0693, abs=0.001)

"""Undo inside a turn, played in Saint Malo: space by space, back to the dice and no further."""

import pytest

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.match.dealer import Dealer
from citywright.match.match import Match, NotYourTurn

GAME = find_game("saint-malo")


def placing_match(**options):
    """A match in which the seat to act has just chosen a symbol that takes several decisions."""
    for seed in range(200):
        match = Match(GAME, 2, start=0, dealer=Dealer.seeded(seed), **options)
        match.play_words(0, "stop")
        for words in ("use crate 2", "use wall 2"):
            if words in match.legal_words():
                match.play_words(0, words)
                return match
    raise AssertionError("no roll with two equal dice in 200 games")


def test_back_to_the_dice_and_no_further():
    match = placing_match()
    floor = match.undo_floor()
    start = None
    while match.can_undo(0):
        match.undo(0)
        start = match.state.snapshot()
    assert match.ply == floor
    again = Match(GAME, 2, start=0, dealer=match.dealer)
    assert again.state.snapshot() == start


def test_only_the_seat_to_act_can_undo():
    match = placing_match()
    with pytest.raises(NotYourTurn):
        match.undo(1)


def test_an_undone_turn_can_be_played_otherwise():
    match = placing_match()
    match.play(0, match.state.legal_actions()[0])
    match.undo(0)
    match.play(0, match.state.legal_actions()[-1])
    match.undo(0)
    match.undo(0)
    assert "pass" in match.legal_words()


def test_forced_plies_are_recorded_and_undone_with_the_decision_before():
    """With play_forced nobody is asked where there is no choice, and undo goes back to a real decision."""
    rng = Rng(4)
    forced = undone = 0
    for seed in range(30):
        match = Match(GAME, 2, start=0, dealer=Dealer.seeded(seed), play_forced=True)
        plain = Match(GAME, 2, start=0, dealer=Dealer.seeded(seed))
        while match.actor >= 0:
            assert len(match.state.legal_actions()) > 1
            code = match.state.random_action(rng)
            before = match.ply
            match.play(match.actor, code)
            for ply in match.plies[before:]:
                if ply.actor >= 0:
                    forced += plain.state.legal_actions() == [ply.code]
                    plain.play(ply.actor, ply.code)
            assert plain.state.snapshot() == match.state.snapshot()
            if match.actor >= 0 and match.can_undo(match.actor):
                match.undo(match.actor)
                assert len(match.state.legal_actions()) > 1
                for ply in plain.plies[match.ply :]:
                    match.play(match.actor, ply.code) if match.ply < plain.ply else None
                undone += 1
                assert plain.state.snapshot() == match.state.snapshot()
    assert forced > 0
    assert undone > 0

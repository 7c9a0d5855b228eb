"""Ledgers: luck and decisions add up to the result, for every game and number of seats."""

from pathlib import Path

import msgspec
import pytest

from citywright.analysis import DEEP, AnalysisError, Ledger, Stopped, analyse
from citywright.analysis.judging import Analyst, states_of
from citywright.analysis.result import mark_of
from citywright.catalogue import games
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE
from citywright.game_parts import calibration_of
from citywright.match.record import format_record, parse_record
from citywright.match.replay import replay
from tests.analysis.games import played

RECORDS = sorted(Path(__file__).parents[1].glob("records/*/*.cwr"))
TABLES = [
    (game.id, seats) for game in games().values() for seats in range(game.min_seats, game.max_seats + 1)
]


def adds_up(ledger):
    for seat in ledger.seats:
        assert seat.start + seat.luck + seat.mistakes + seat.others == pytest.approx(seat.result, abs=1e-9)
    for ply in ledger.plies:
        assert sum(ply.chances) == pytest.approx(1.0)
        assert sum(ply.luck) == pytest.approx(0.0, abs=1e-9)
        assert ply.lost >= 0.0
    assert sum(seat.start for seat in ledger.seats) == pytest.approx(1.0)
    assert sum(seat.result for seat in ledger.seats) == pytest.approx(1.0)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_recorded_games_add_up(path):
    match = replay(parse_record(path.read_text(encoding="utf-8")))
    ledger = analyse(match)
    adds_up(ledger)
    if match.over:
        ranks = match.state.standing().ranks
        winners = ranks.count(1)
        assert ledger.final_chances == [1 / winners if rank == 1 else 0.0 for rank in ranks]


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_games_of_every_number_of_seats_add_up(game_id, seats):
    match = played(game_id, ",".join(["apprentice"] * seats), plies=120)
    adds_up(analyse(match))


def test_the_same_game_has_always_the_same_ledger():
    match = played("milestones", "journeyman,apprentice", plies=150)
    assert analyse(match) == analyse(match)


def test_a_ledger_is_the_same_after_json():
    ledger = analyse(played("mauerbauer", "journeyman,apprentice", plies=60))
    assert msgspec.json.decode(msgspec.json.encode(ledger), type=Ledger) == ledger


def test_a_deep_ledger_adds_up_and_knows_the_same_luck():
    match = played("milestones", "apprentice,journeyman", plies=40)
    quick, deep = analyse(match), analyse(match, DEEP)
    adds_up(deep)
    first = next(ply.ply for ply in quick.plies if ply.actor != CHANCE)
    for one, other in zip(quick.plies[first:], deep.plies[first:], strict=True):
        assert one.luck == pytest.approx(other.luck, abs=1e-9)
    assert [ply.lost for ply in quick.plies] != [ply.lost for ply in deep.plies]


def test_weaker_players_give_more_away():
    for game_id in ("saint-malo", "mauerbauer", "milestones"):
        ledger = analyse(played(game_id, "random,journeyman", seed=3))
        weak, strong = ledger.seats
        assert weak.given_away > strong.given_away, game_id
        assert weak.mistakes < strong.mistakes, game_id
        assert weak.accuracy < strong.accuracy, game_id


def test_marks_are_of_three_sizes_and_stand_at_decisions_with_a_better_action():
    assert [mark_of(lost) for lost in (0.0, 0.02, 0.04, 0.08, 0.2)] == [
        "", "", "inaccuracy", "mistake", "blunder",
    ]  # fmt: skip
    ledger = analyse(played("mauerbauer", "random,apprentice", seed=2))
    marked = [ply for ply in ledger.plies if ply.mark]
    assert marked
    for ply in marked:
        assert ply.best[0].action != ply.action
        assert ply.lost >= 0.03
        assert ply.best[0].chances[ply.actor] == max(one.chances[ply.actor] for one in ply.best)
    assert [ledger.plies[place].lost for place in ledger.worst_moments] == sorted(
        (ply.lost for ply in marked), reverse=True
    )[: len(ledger.worst_moments)]
    for seat, told in enumerate(ledger.seats):
        assert sum(told.marks.values()) == sum(ply.actor == seat for ply in marked)


def test_what_a_roll_added_is_measured_against_all_that_could_have_come():
    """Over all outcomes of a roll, luck is nothing on average."""
    match = played("saint-malo", "journeyman,journeyman", plies=60)
    analyst, states = Analyst(match), states_of(match)
    ply = next(number for number, ply in enumerate(match.plies) if ply.actor == CHANCE and number > 30)
    outcomes = analyst.knowledge.outcomes(states[ply])
    total = sum(weight for _, weight in outcomes)
    assert total == states[ply].chance_total()
    mean = sum(weight * analyst.judged(states[ply], code).luck[0] for code, weight in outcomes) / total
    assert mean == pytest.approx(0.0, abs=1e-9)


def test_mistakes_are_judged_by_what_a_seat_could_know():
    """With other cards in the hands of others, the same decision is judged the same."""
    match = played("mauerbauer", "journeyman,journeyman,journeyman", plies=80)
    analyst, states = Analyst(match), states_of(match)
    differing = 0
    for state, ply in list(zip(states, match.plies, strict=False))[30:80]:
        if ply.actor == CHANCE or len(state.legal_actions()) == 1:
            continue
        twin = state.observe(ply.actor).imagine(Rng(ply.code + 5))
        differing += twin.snapshot() != state.snapshot()
        assert analyst.judged(twin, ply.code).ranked == analyst.judged(state, ply.code).ranked
    assert differing > 3


def test_it_tells_how_far_it_is_and_can_be_stopped():
    match, seen = played("milestones", "apprentice,apprentice", plies=50), []
    analyse(match, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(number, match.ply) for number in range(1, match.ply + 1)]
    with pytest.raises(Stopped):
        analyse(match, stop=lambda: len(seen) > 0)


def test_what_cannot_be_analysed_is_refused_with_a_reason():
    match = played("mauerbauer", "apprentice,apprentice", plies=40)
    with pytest.raises(AnalysisError, match="quick or deep"):
        analyse(match, "deeper")
    seen_by_one = replay(parse_record(format_record(match, viewer=0)))
    with pytest.raises(AnalysisError, match="only what one seat saw"):
        analyse(seen_by_one)


def test_every_game_is_calibrated_for_every_number_of_seats():
    for game_id, seats in TABLES:
        calibration = calibration_of(games()[game_id], seats)
        assert calibration is not None
        assert min(calibration.spreads) > 0.0
        assert calibration.paces == sorted(calibration.paces)


def test_a_match_tells_its_own_ledger():
    match = played("milestones", "apprentice,apprentice", plies=50)
    assert match.ledger() == analyse(match)

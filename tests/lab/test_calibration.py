"""Calibration: known figures are found again, and what is written can be read."""

import tomllib

import numpy as np
import pytest

from citywright.catalogue import find_game
from citywright.engine.calibration import Calibration
from citywright.engine.knowledge import Foresight
from citywright.lab.calibration import PACES, Rows, fit, format_calibration, gaps_of, rows_of
from citywright.lab.executors import Workers

KNOWN = Calibration(
    list(PACES), [3.0, 3.0, 3.0, 4.0, 5.0, 6.0, 8.0], [2.0] * 7, [0.0, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0]
)


def made_rows(count, seats=3):
    """Positions whose games end as KNOWN says they do."""
    random = np.random.default_rng(1)
    mover = random.integers(seats, size=count)
    pace = random.random(count)
    points = random.normal(0, 6, (count, seats))
    points[np.arange(count), mover] -= 2.0  # among equals the turn makes up for it
    result = np.zeros((count, seats))
    final = np.zeros((count, seats))
    for row in range(count):
        foresight = Foresight(list(points[row]), pace[row], int(mover[row]), [])
        result[row, random.choice(seats, p=KNOWN.chances(foresight))] = 1.0
        final[row] = KNOWN.final_points(foresight)
    equal = (np.arange(count) % 4 == 0).astype(int)
    return Rows(points, pace, mover, np.full(count, 5.0), result, final, equal, np.arange(count))


def test_known_figures_are_found_again():
    found = fit(made_rows(20_000))
    assert found.figures["spread"] == pytest.approx(KNOWN.spreads, rel=0.12)
    assert found.figures["turn"] == pytest.approx(KNOWN.turns, abs=0.5)
    assert found.figures["points"] == pytest.approx(KNOWN.points, abs=0.1)
    assert found.report["gap"]["after"] < min(2.0, found.report["gap"]["before"])
    assert found.report["brier"]["after"] < found.report["brier"]["before"] < found.report["brier"]["even"]


def test_gaps_are_between_said_and_seen():
    said = np.array([[0.25, 0.75]] * 4)
    seen = np.array([[0.0, 1.0]] * 3 + [[1.0, 0.0]])
    assert gaps_of(said, seen) == [0.0, 0.0]
    assert gaps_of(said, np.array([[0.0, 1.0]] * 4)) == [25.0, 25.0]


def test_rows_do_not_depend_on_how_many_are_played_at_a_time():
    one, two = (rows_of("milestones", 2, 30, 1, Workers(jobs)) for jobs in (1, 2))
    assert len(one.pace) > 100
    assert all(np.array_equal(column, other) for column, other in zip(one, two, strict=True))


def test_what_is_written_is_read_again():
    found = fit(made_rows(3_000))
    text = format_calibration({3: found}, "made for a test")
    assert tomllib.loads(text)["seats-3"] == found.figures
    assert text.startswith("# made for a test")


def test_the_usual_files_tell_how_they_were_made():
    for game_id in ("saint-malo", "mauerbauer", "milestones"):
        text = (find_game(game_id).data / "calibration.toml").read_text(encoding="utf-8")
        assert f"python -m citywright.lab.calibration {game_id}" in text

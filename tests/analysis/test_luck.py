"""Many analysed games: luck is nothing on average, and who plays better gives less away."""

import pytest

from citywright.lab.executors import Workers
from citywright.lab.ledgers import Games, Row, report_of, rows_of

SHARES = {"saint-malo": 15, "mauerbauer": 20, "milestones": 165}  # 200 games, most of those that are quick


def rows(game_id, bots, games, jobs=1):
    return [
        row for some in rows_of(Games(game_id, tuple(bots.split(","))), games, Workers(jobs)) for row in some
    ]


@pytest.mark.parametrize("game_id", SHARES)
def test_luck_is_nothing_on_average(game_id):
    report = report_of(rows(game_id, "journeyman,journeyman", SHARES[game_id]))
    for seat in report["seats"].values():
        assert abs(seat["luck"]) <= 3 * seat["error"]
        assert seat["error"] > 0.0


@pytest.mark.long
@pytest.mark.parametrize("game_id", SHARES)
def test_the_levels_are_ordered_by_what_they_give_away(game_id):
    given = []
    for level in ("random", "apprentice", "journeyman", "master"):
        report = report_of(rows(game_id, f"{level},journeyman", 100, jobs=2))
        given.append(report["bots"][level]["mistakes"])
    assert given == sorted(given)


def test_a_report_tells_variances_with_and_without_luck():
    told = [
        Row("a", 0, 0.5, 0.5, 0.0, 0.0, 1.0, 0.0, 90.0),
        Row("b", 1, 0.5, -0.5, 0.0, 0.0, 0.0, 0.0, 90.0),
        Row("b", 0, 0.5, -0.5, 0.0, 0.0, 0.0, 0.0, 90.0),
        Row("a", 1, 0.5, 0.5, 0.0, 0.0, 1.0, 0.0, 90.0),
        Row("a", 0, 0.5, -0.5, 0.0, 0.0, 0.0, 0.0, 90.0),
        Row("b", 1, 0.5, 0.5, 0.0, 0.0, 1.0, 0.0, 90.0),
    ]
    report = report_of(told)
    assert report["games"] == 3
    assert report["variance"]["raw"] == pytest.approx(2 / 9)
    assert report["variance"]["without luck"] == pytest.approx(0.0)
    assert report["variance"]["ratio"] == pytest.approx(0.0)


def test_the_same_games_however_many_at_a_time():
    one = rows("milestones", "journeyman,journeyman", 6)
    two = rows("milestones", "journeyman,journeyman", 6, jobs=2)
    assert sorted(one) == sorted(two)

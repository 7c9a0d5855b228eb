"""Figures that games keep about their players: what is counted, and that every game's names are real."""

from __future__ import annotations

import pytest

from citywright.catalogue import games
from citywright.engine.state import CHANCE, Event
from citywright.engine.statistic import AT_ONCE, POINTS, SIZE, Statistic, count_statistics
from citywright.game_parts import statistic_name, statistics_of
from citywright.text import LANGUAGES


def test_events_are_counted_for_each_seat() -> None:
    events = [
        Event("city", 0, "X-1", 3, 0, (7, 4)),
        Event("city", 0, "X-1", 5, 0, (8, 2)),
        Event("city", 1, "X-1", -1, 0, (9, 9)),
        Event("city", CHANCE, "X-1", 50),
        Event("turn", 0, "X-1"),
    ]
    wanted = [
        Statistic("cities", ("city",)),
        Statistic("points", ("city",), POINTS),
        Statistic("best", ("city",), AT_ONCE),
        Statistic("size", ("city",), SIZE),
        Statistic("never", ("castle",)),
    ]
    first, second = count_statistics(wanted, events, 2)
    assert first == {"cities": 2, "points": 8, "best": 5, "size": 4}
    assert second == {"cities": 1, "points": -1, "size": 9}


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_every_figure_has_a_name_in_every_language(game: object) -> None:
    statistics = statistics_of(game)  # type: ignore[arg-type]
    assert 3 <= len(statistics) <= 8
    for statistic in statistics:
        names = {statistic_name(game, statistic.name, lang) for lang in LANGUAGES}  # type: ignore[arg-type]
        assert len(names) == len(LANGUAGES)

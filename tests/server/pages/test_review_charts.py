"""The charts and the ledger of a review: they agree with the analysis, and what is shown adds up."""

from __future__ import annotations

import re

import pytest

from citywright.analysis.result import Ledger
from citywright.server.pages.review.ledger_card import ledger_card
from citywright.server.pages.review.mistakes import gain_of, mistake_at
from citywright.server.pages.review.positions import Scene
from citywright.server.pages.review.timeline import chances_chart, luck_chart, points_by_ply, points_chart
from citywright.server.tables.review import Review
from tests.server import ledgers
from tests.server.finished import finished_match
from tests.server.records import RECORDS

PATHS = {
    "saint-malo": RECORDS / "saint-malo" / "full-city-five-seats.cwr",
    "mauerbauer": RECORDS / "mauerbauer" / "houses.cwr",
    "milestones": RECORDS / "milestones" / "points-stewards.cwr",
}


@pytest.fixture(scope="module", params=sorted(PATHS))
def scene(request: pytest.FixtureRequest) -> Scene:
    match, _ = finished_match(PATHS[request.param])
    review = Review(match, [f"<{letter}>" for letter in "ABCDE"[: match.seats]], "", "r/x")
    return Scene(review, "/r/x", 0, "en", ledgers.plausible(match), is_advised=False)


def ledger_of(scene: Scene) -> Ledger:
    assert scene.ledger is not None
    return scene.ledger


def test_bands_fill_the_chart_and_names_are_escaped(scene: Scene) -> None:
    ledger = ledger_of(scene)
    drawn = chances_chart(scene, ledger, 40)
    areas = re.findall(r'<path class="area of-(\d)" d="M([^"]*)z"', drawn)
    assert [int(seat) for seat, _ in areas] == list(range(len(ledger.seats)))
    first, last = areas[0][1].split("L"), areas[-1][1].split("L")
    assert {point.split()[1] for point in first[len(first) // 2 :]} == {"100.0"}  # from the ground
    assert all(abs(float(point.split()[1])) < 0.5 for point in last[: len(last) // 2])  # to the top
    assert "<A>" not in drawn
    assert f'class="now" x1="{100 * 40 / len(ledger.plies):.3f}%"' in drawn
    marked = [ply for ply in ledger.plies if ply.mark]
    assert [int(ply) for ply in re.findall(r'data-ply="(\d+)"', drawn)] == [ply.ply for ply in marked]


def test_luck_goes_up_and_bad_luck_down(scene: Scene) -> None:
    drawn = luck_chart(scene, ledger_of(scene), 0, 0)
    bars = re.findall(r'<rect class="(un)?lucky" x="[\d.]+%" y="([\d.]+)%"', drawn)
    assert bars
    assert all((float(top) == 50) == bool(bad) for bad, top in bars)


def test_points_end_with_the_scores(scene: Scene) -> None:
    match = scene.review.match
    rows = points_by_ply(match)
    assert rows[-1] == match.state.scores()
    assert len(rows) == match.ply + 1
    assert points_chart(match, scene.names, scene.t, 0).count("<polyline") == match.seats


def test_the_ledger_adds_up_as_it_is_shown(scene: Scene) -> None:
    card = ledger_card(scene, ledger_of(scene))
    for account in card.accounts:
        numbers = [int(line.value.replace("−", "-").strip("±%")) for line in account.lines]
        assert sum(numbers[:-1]) == numbers[-1], account
        assert all(0 <= line.left <= 100 and line.left + line.width <= 101 for line in account.lines)
    assert card.worst[0].value.startswith("−")


def test_every_mistake_has_what_was_played_and_something_better(scene: Scene) -> None:
    ledger, review = ledger_of(scene), scene.review
    for found in [ply for ply in ledger.plies if ply.mark]:
        told = mistake_at(review, ledger, found.ply, found.actor, scene.t)
        assert told is not None
        actions = [hint.action for hint in told.hints]
        assert found.action in actions[1:]
        assert actions[0] == found.best[0].action
        assert all(hint.title for hint in told.hints)
        assert told.gain == gain_of(found, scene.t)
    assert mistake_at(review, ledger, review.plies, 0, scene.t) is None
    assert mistake_at(review, None, 3, 0, scene.t) is None

"""What Milestones tells beside its pictures, and where a picture shows what an action changed."""

from __future__ import annotations

import re

from citywright.draw.palette import TONES
from citywright.engine.state import CHANCE
from citywright.games.milestones.drawing import facts, panels, tone, traces
from citywright.games.milestones.view import view
from tests.games.milestones.table import Table, builder, finished


def ids(table: Table, viewer: int) -> set[str]:
    shown = panels(view(table.state, viewer), "en")
    return {key for panel in shown for part in panel.parts for key in re.findall(r' id="([^"]+)"', part.svg)}


def traced(table: Table, words: str, viewer: int = 0) -> list[str]:
    """The traces of an action of the seat to act, after it was played."""
    seat = table.state.actor()
    table.play(words)
    found = traces(words, seat, view(table.state, viewer))
    assert set(found) <= ids(table, viewer), words
    return found


def test_a_road_is_traced_piece_by_piece() -> None:
    table = builder().visit("building office", stone=2, wood=2, sand=2)
    assert traced(table, "road b1") == ["main-b1"]
    assert traced(table, "milestone b2") == ["main-b2", "main-line-b1-b2"]
    assert traced(table, "end b3") == ["main-b3", "main-line-b2-b3"]
    assert traced(table, "house a2 b1 b2") == ["main-a2-b1-b2"]
    assert traced(table, "market b3") == ["main-b3"]
    assert traces("milestone b2", 0, view(table.state, 1)) == [
        "main-b2",
        "main-line-b1-b2",
        "main-line-b2-b3",
    ]


def test_other_seats_are_traced_on_their_rings() -> None:
    table = Table().begin().path("stone1 sand2 wood3 - - - - -").goods(stone=2, coin=2)
    assert traced(table, "go path 2", 1) == ["ring-A-path-2", "ring-A-figure"]
    assert traced(table, "go trading house", 0) == ["tray-trading-house", "tray-figure"]
    assert traced(table, "sell stone stone", 0) == ["tray-stone"]
    table = Table().begin().path("stone1 sand2 wood3 - - - - -").goods(coin=3).at("path 8")
    table.play("go trading house")
    assert traced(table, "hire " + table.options_of("hire")[0], 1) == []
    assert traced(table, "place 7 8", 1) == ["ring-A-path-7", "ring-A-path-8"]
    assert traced(table, "done", 1) == []


def test_every_action_of_a_game_has_traces_that_exist() -> None:
    table = Table(3)
    for number in range(400):
        table.deal()
        if table.state.actor() < 0:
            break
        options = table.options()
        traced(table, options[number * 7 % len(options)], number % 3)


def test_facts_tell_how_near_the_end_is_ms_80() -> None:
    table = Table().begin()
    table.board(1).points = 60
    end, tiles, *supplies = facts(view(table.state, CHANCE), "en").shared
    assert (end.value, end.warns) == ("7", True)
    assert "B leads with 60 points" in end.title
    assert tiles.value == str(35 - 5)
    assert not tiles.warns
    assert [fact.key for fact in supplies] == ["market", "house", "sack"]  # the scarcest first
    assert facts(view(finished("stone1 -", "wood1 -").state, 0), "de").shared[0].warns


def test_the_leader_is_told_in_good_german_ms_80() -> None:
    table = Table().begin()
    for points, words in ((1, "führt mit 1 Punkt ("), (2, "führt mit 2 Punkten (")):
        table.board(1).points = points
        assert words in facts(view(table.state, 0), "de").shared[0].title


def test_facts_of_a_seat_begin_with_what_it_owns() -> None:
    """Small cards show only the first: an only grain comes before all that there is none of."""
    table = Table().begin().path("stone1 x wood3 - - - - -").goods(stone=2, coin=1)
    own = facts(view(table.state, 0), "en").seats[0]
    assert [(fact.key, fact.value) for fact in own] == [
        *(("coin", "1"), ("stone", "2"), ("workers", "2/1")),
        *(("wood", "0"), ("sand", "0"), ("grain", "0")),
    ]
    table.goods(grain=1)
    assert [fact.key for fact in facts(view(table.state, 0), "en").seats[0]][:2] == ["grain", "workers"]
    table.goods()
    nothing = facts(view(table.state, 0), "en").seats[0]
    assert [fact.key for fact in nothing] == ["coin", "workers", "stone", "wood", "sand", "grain"]
    assert all(re.search(r"MS-\d+", fact.title) for fact in own)
    assert all(fact.icon for fact in own)


def test_the_tone_is_one_of_the_palette() -> None:
    assert tone in TONES

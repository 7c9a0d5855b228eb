"""Layout files: MB-3 and MB-4 as data, and what is said about a file that is wrong."""

import tomllib

import pytest

from citywright.engine.game import MOST_PROBLEMS, LayoutError
from citywright.engine.policy import play
from citywright.engine.rng import Rng
from citywright.engine.state import LOT, OVER
from citywright.games.mauerbauer import GAME, new_state
from citywright.games.mauerbauer.layout import parse_layout
from tests.games.mauerbauer.table import Table

SOURCE = (GAME.data / "layout.toml").read_text(encoding="utf-8")
CARDS = SOURCE[SOURCE.index("[cards]") :]


def problems_of(source: str) -> list[str]:
    with pytest.raises(LayoutError) as error:
        parse_layout(source)
    return error.value.problems


def small(points: str, *regions: str, water: str = "", cards: str = CARDS) -> str:
    """A layout from `a1 0 0, a2 1 0 …` and the fields of its regions."""
    text = f'game = "mauerbauer"\nwater = [{water}]\n[points]\n'
    for point in points.split(", "):
        name, x, y = point.split()
        text += f"{name} = [{x}, {y}]\n"
    for number, fields in enumerate(regions):
        listed = ", ".join(f'"{field}"' for field in fields.split(", ") if field)
        text += f'[[regions]]\nname = "R{number}"\nfields = [{listed}]\n'
    return text + cards


STRIP = "a1 0 0, a2 1 0, a3 2 0, b1 0 1, b2 1 1"
GOOD = ("a1 a2 b1", "a2 b1 b2", "a2 a3 b2")


def test_mb_3_the_default_layout_is_sound():
    layout = GAME.default_layout
    assert layout.source == SOURCE
    assert layout.name == "Reconstructed map"
    assert (layout.board.point_count, layout.board.line_count, layout.board.field_count) == (
        60,
        149,
        90,
    )
    assert list(layout.board.region_names) == ["West", "Centre", "East"]


def test_a_small_map_can_be_played():
    layout = parse_layout(small(STRIP, *GOOD, water='"a1", "b2"'))
    assert (layout.name, layout.board.line_count) == ("Unnamed map", 7)
    for seed in range(20):
        state = new_state(3, LOT, layout)
        play(state, [GAME.policy("random")] * 3, Rng(seed), Rng(seed + 1), GAME.ply_limit)
        assert state.actor() == OVER
        assert not GAME.audit(state)
        assert state.standing().reason == "lines"  # seven lines: every game ends with all of them enclosed


def test_a_map_with_a_lake_can_be_played():
    """fields around a hole that is no triangle: an open line on its rim leads out, too."""
    lake = SOURCE.replace('"c4 c5 d4", ', "").replace('"c5 d4 d5", ', "")
    layout = parse_layout(lake)
    assert (layout.board.field_count, layout.board.line_count) == (88, 148)
    table = Table(layout=layout)
    table.walls("b3 b4", "b4 b5", "b5 c6", "c6 d5", "d5 e5", "e4 e5", "d3 e4", "c3 d3", "b3 c3")
    assert table.state.land.city_count == 0
    state = new_state(2, LOT, layout)
    play(state, [GAME.policy("builder")] * 2, Rng(3), Rng(4), GAME.ply_limit)
    assert not GAME.audit(state)


def test_mb_4_other_copies_of_cards():
    cards = CARDS.replace("size1 = 2", "size1 = 4").replace("outside-water = 2", "outside-water = 0")
    layout = parse_layout(SOURCE.replace(CARDS, cards))
    state = new_state(2, 0, layout)
    outcomes = {GAME.format_action(code): weight for code, weight in state.chance_outcomes()}
    assert outcomes["draw size1"] == 4
    assert "draw outside-water" not in outcomes
    state.playout(Rng(1), 5000)
    assert not GAME.audit(state)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("size1 = 2", "size1 = 3", "add up to 61, not 60"),
        ("size1 = 2", "size9 = 2", "unknown card kind “size9”"),
        ("size1 = 2", "size9 = 2", "cards.size1 is missing: a whole number from 0 to 60"),
        ("size1 = 2", "size1 = true", "cards.size1 must be a whole number from 0 to 60, not True"),
        ("size1 = 2", "size1 = -2", "not -2"),
        ("[cards]", "[kinds]", "the table [cards] with the copies of every kind, 60 together, is missing"),
        (
            "[cards]",
            "[kinds]",
            "“kinds” is not known: a layout has game, name, water, points, regions, cards",
        ),
        ('game = "mauerbauer"', 'game = "chess"', 'must say game = "mauerbauer", not “chess”'),
        ("[points]", "[spots]", "the table [points] with lines like a1 = [0, 0] is missing"),
        ("a1 = [0, 0]", "z1 = [0, 0.0]", "point “z1” has no valid name"),
        ("a1 = [0, 0]", 'a1 = [0, "x"]', "point a1 must have two numbers"),
        ("a1 = [0, 0]", "a1 = [0, nan]", "points.a1[2] is a number out of all bounds"),
        ("a1 = [0, 0]", "a1 = 5", "point a1 must have two numbers"),
        ("a1 = [0, 0]", "a1 = [1, 0]", "points a1, a2 are in the same place"),
        ("a1 = [0, 0]", "a1 = [0, 0]\na10 = [0, -1]", "point a10 belongs to no field"),
        ('"a1 a2 b1", ', "", "point a1 belongs to no field"),
        ('"b1 b2 c2", ', "", "triangle b1 b2 c2 is in no region"),
        ('"a1 a2 b1"', '"a1 a2 b1", "a1 a2 b1"', "field a1 a2 b1 is listed 2 times (in West)"),
        ('"a5 a6 b5"', '"a5 a6 b5", "a1 a2 b1"', "listed 2 times (in West and Centre)"),
        ('"a1 a2 b1"', '"a1 a2 k1"', "names unknown points: “k1”"),
        ('"a1 a2 b1"', '"a1 a2"', "must name three different points"),
        ('"a1 a2 b1"', '"a1 a2 a2"', "must name three different points"),
        ('"a1 a2 b1"', "7", "must name three different points"),
        ('"a1 a2 b1"', '"a1 a2 b1", "a1 a2 a3"', "field a1 a2 a3 is no triangle"),
        ('"a1 a2 b1"', '"a1 a2 b1", "a2 b1 c2"', "lines a2 c2 and b1 b2 cross"),
        ('"a2 b1 b2"', '"a2 b1 b2", "a2 b2 c3", "a2 b2 c4"', "has 4 fields"),
        ('name = "West"', 'name = "East"', "two regions are named East"),
        ('name = "West"', "", "region 1 must have a name of at most 60 characters and a list of fields"),
        ("water = [", 'water = ["j12", ', "water point “j12” is no point"),
        ("water = [", "water = [5, ", "water[1] must be a text, not 5"),
        ("water = [", "water = 5\nwest = [", "water must be a list of 0 to 120 texts, not 5"),
    ],
)
def test_a_defect_is_named(old, new, problem):
    assert old in SOURCE
    problems = problems_of(SOURCE.replace(old, new, 1))
    assert any(problem in text for text in problems), problems


def test_every_defect_is_named_at_once():
    source = SOURCE.replace("size1 = 2", "size1 = 3").replace("a1 = [0, 0]", "a1 = [1, 0]")
    assert len(problems_of(source)) >= 2


def test_fields_that_overlap():
    problems = problems_of(small(STRIP, "a1 a2 b1", "a1 a2 b2", "a2 a3 b2"))
    assert "fields a1 a2 b1 and a1 a2 b2 overlap: both lie on the same side of line a1 a2" in problems


def test_three_regions_no_more_no_less():
    assert "exactly 3 tables [[regions]]" in problems_of(small(STRIP, *GOOD[:2]))[0]
    assert "exactly 3 tables [[regions]]" in problems_of(small(STRIP, *GOOD, "a1 a2 b1"))[0]
    assert "exactly 3 tables [[regions]]" in problems_of('game = "mauerbauer"\nregions = 5\n' + CARDS)[1]
    assert "region R2 has no fields" in problems_of(small(STRIP, "a1 a2 b1", "a2 b1 b2, a2 a3 b2", ""))


def test_one_connected_map():
    apart = "a1 0 0, a2 1 0, b1 0 1, c1 5 5, c2 6 5, d1 5 6, e1 9 9, e2 9 8, e3 8 9"
    problems = problems_of(small(apart, "a1 a2 b1", "c1 c2 d1", "e1 e2 e3"))
    assert problems == [
        "the map is in 3 parts that share no line (for example at a1 a2 b1, c1 c2 d1, e1 e2 e3)"
    ]


def test_the_file_says_where_its_numbers_come_from():
    assert "reconstruction" in SOURCE.split("game =")[0]
    assert tomllib.loads(SOURCE)["name"] == "Reconstructed map"


def test_more_lines_than_a_flat_map_can_have():
    """What takes the square of the number of lines is not looked for then."""
    names = [f"{row}{number}" for row in "abcdefghij" for number in range(1, 13)]
    listed = [f"{p} {q} {r}" for p in names for q in names for r in names if p < q < r][:2500]
    points = ", ".join(f"{name} {n} {n * n % 97}" for n, name in enumerate(names))
    regions = [", ".join(listed[part::3]) for part in range(3)]
    problems = problems_of(small(points, *regions))
    assert len(problems) == MOST_PROBLEMS + 1
    assert sum(map(len, problems)) < 10_000


def test_lines_that_must_cross():
    five = "a1 0 0, a2 4 0, a3 4 4, a4 0 4, a5 2 1"
    problems = problems_of(small(five, "a1 a2 a3, a1 a2 a4, a3 a4 a5", "a1 a3 a5, a2 a4 a5", "a2 a3 a4"))
    assert "10 lines between 5 points must cross: a flat map has at most 9" in problems

"""Layouts as entries of an editor, as text, and what a file tells about itself."""

import tomllib

import pytest

from citywright.catalogue import games
from citywright.engine.game import LayoutError
from citywright.engine.layout.about import SOURCES, About, Origin, about_values
from citywright.engine.layout.text import format_layout
from citywright.game_parts import editing_of
from citywright.match.match import layout_hash, older_layout_hash

GAMES = pytest.mark.parametrize("game", games().values(), ids=games().keys())
HASHES_OF_VERSION_1 = {  # as records name the boards since the first version
    "mauerbauer": "cc62bc3833057ab3",
    "milestones": "cdeee7cac9244bcc",
    "saint-malo": "ffe2dbaea0cdac12",
}


@GAMES
def test_entries_are_the_layout(game):
    editing = editing_of(game)
    values = tomllib.loads(game.default_layout.source)
    entries = editing.entries_of(values)
    again = editing.values_of(entries)
    assert editing.entries_of(again) == entries
    assert layout_hash(game.parse_layout(format_layout(again))) == layout_hash(game.default_layout)


@GAMES
def test_every_value_of_the_usual_board_has_a_source(game):
    about = game.default_layout.about
    places = list(editing_of(game).entries_of(tomllib.loads(game.default_layout.source)))
    sure = about.sureness(places)
    assert sum(sure.values()) == len(places) > 20
    assert sure["unknown"] == 0


@GAMES
def test_old_records_still_name_the_usual_board(game):
    assert older_layout_hash(game.default_layout) == HASHES_OF_VERSION_1[game.id]


@GAMES
def test_what_a_file_tells_about_itself_changes_no_hash(game):
    about = About("Ours", "Anke", "2", "Read off the box.", Origin("0123", "Theirs"), {"": "printed"})
    values = tomllib.loads(game.default_layout.source) | {"about": about_values(about)}
    layout = game.parse_layout(format_layout(values))
    assert layout.about == about
    assert layout_hash(layout) == layout_hash(game.default_layout)


def test_the_longest_listed_beginning_of_a_place_tells_its_source():
    about = About(sources={"cards": "reconstructed", "cards.size1": "printed", "": "unknown"})
    assert [about.source_of(place) for place in ("cards.size1", "cards.size2", "points.a1", "cards")] == [
        "printed",
        "reconstructed",
        "unknown",
        "reconstructed",
    ]
    assert About().source_of("cards.size1") == "unknown"
    assert set(about.sureness(["cards.size1"])) == set(SOURCES)


def test_new_points_are_named_row_by_row():
    editing = editing_of(games()["mauerbauer"])
    entries = {"points.p1": [1, 0.9], "points.p2": [0.5, 0], "points.p3": [0, 0.8], "fields.p1 p2 p3": 2}
    assert editing.names_of(entries) == {"p1": "b2", "p2": "a1", "p3": "b1"}
    values = editing.values_of({**entries, "water.p1": True, "water.p2": False})
    assert (values["water"], values["regions"][1]["fields"]) == (["b2"], ["a1 b1 b2"])
    crowded = {f"points.p{n}": [n, 0] for n in range(130)}
    names = editing.names_of(crowded)
    assert (names["p12"], names["p129"]) == ("b1", "point 130")


def test_entries_that_make_no_sense_are_left_to_the_reader_of_the_file():
    for game in games().values():
        editing = editing_of(game)
        assert isinstance(format_layout(editing.values_of({})), str)
        assert editing.entries_of({"points": 3, "map": [], "plan": {}, "regions": [7]}) == {}
    milestones = editing_of(games()["milestones"])
    values = milestones.values_of({"fields.z9": "1", "plots.nowhere": True, "fields.b2": "4"})
    assert values["map"] == {"rows": ["", " . 4"], "bushes": ["nowhere"]}


def test_any_values_that_json_has_are_written():
    values = {"a": None, "b": [None, {"c": [1, {"d": "x\x7f"}]}, 2], "t": {"u": 1, "v": [{"w": None}]}}
    assert tomllib.loads(format_layout(values)) == {
        "b": [{"c": [1, {"d": "x\x7f"}]}, 2],
        "t": {"u": 1, "v": [{}]},
    }
    deep = []
    for _ in range(5000):
        deep = [deep]
    assert "…" in format_layout({"a": deep})


def test_entries_of_odd_values_are_left_to_the_reader_of_the_file():
    mauerbauer, milestones, saint_malo = (editing_of(games()[name]) for name in sorted(games()))
    odd = {"points.p": [1], "points.q": [2, 1], "fields.p q": True, "points.r": "x", "water.": 1}
    assert mauerbauer.names_of(odd) == {"p": "a1", "r": "a2", "q": "b1"}
    assert [region["fields"] for region in mauerbauer.values_of(odd)["regions"]] == [[], [], []]
    rows = milestones.values_of({"fields.a1": "1 2", "fields.a2": " ", "fields.a3": None, "fields.a4": 7})
    assert rows["map"]["rows"] == ["12 . None 7"]
    many = {f"pirates.strengths.{name}": 1 for name in ("2", "9" * 5000, "²", "x")}
    assert saint_malo.values_of(many)["pirates"]["strengths"] == [1]


def test_places_on_a_grid_have_no_other_names():
    for name in ("milestones", "saint-malo"):
        game = games()[name]
        editing = editing_of(game)
        assert editing.names_of(editing.entries_of(tomllib.loads(game.default_layout.source))) == {}


@GAMES
def test_a_source_that_is_none_is_named_by_its_place(game):
    values = tomllib.loads(game.default_layout.source)
    values["about"]["sources"] = {"cards": "printed", "fields": "guessed", "plan": 3}
    with pytest.raises(LayoutError) as caught:
        game.parse_layout(format_layout(values))
    assert [problem.place for problem in caught.value.found] == ["about.sources.fields", "about.sources.plan"]
    known = "must be one of printed, reconstructed, unknown, not"
    assert caught.value.problems == [
        f"about.sources.fields {known} “guessed”",
        f"about.sources.plan {known} 3",
    ]


@GAMES
def test_a_file_need_not_tell_its_sources(game):
    values = tomllib.loads(game.default_layout.source) | {"about": {"name": "Ours"}}
    about = game.parse_layout(format_layout(values)).about
    assert about == About("Ours")
    assert about.source_of("fields.a1") == "unknown"

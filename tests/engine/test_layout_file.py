"""Layout files as anybody may send them: bounded, and every defect named by its place."""

import pickle
from collections import Counter

import pytest

from citywright.catalogue import games
from citywright.engine.game import MOST_PROBLEMS, LayoutError
from citywright.engine.layout.file import LayoutFile, read_values

ODD = {
    "a date": ("x = 1979-05-27", "x is a date, which no layout has"),
    "a time": ("x = 1979-05-27T07:32:00Z", "x is a datetime, which no layout has"),
    "a date in a list": ("x = [1, [07:32:00]]", "x[2][1] is a time, which no layout has"),
    "400 digits": ("x = " + "9" * 400, "x is a number out of all bounds"),
    "hexadecimal": ("x = 0x" + "f" * 4000, "x is a number out of all bounds"),
    "5,000 digits": ("x = " + "9" * 5000, "this is not TOML: Exceeds the limit"),
    "infinity": ("x = -inf", "x is a number out of all bounds"),
    "not a number": ("x = { y = nan }", "x.y is a number out of all bounds"),
    "a key of many parts": ("a." * 20_000 + "b = 1", "line 1 has a key of more than 8 parts"),
    "many quoted parts": ("'a' . \"b\"." * 9 + "b = 1", "line 1 has a key of more than 8 parts"),
    "parts inside a table": ("x = {" + "a." * 9 + "b = 1}", "line 1 has a key of more than 8 parts"),
    "deep lists": ("x = " + "[" * 40_000, "this is not TOML"),
    "nine lists": ("x = " + "[" * 9 + "]" * 9, "x[1][1][1][1][1][1][1][1] is more than 8 tables"),
    "many values": ("x = [" + "1," * 20_000 + "]", "the file has more than 10000 values"),
    "a long text": (f'x = "{"x" * 1001}"', "x has 1001 characters, a text at most 1000"),
    "a control character": (r'x = "\u0000"', "x has a character that cannot be shown"),
    "text turned round": (r'x = "\u202e"', "x has a character that cannot be shown"),
    "half a character": ('x = "\ud800"', "line 1 holds a character that no file can hold"),
    "an odd key": (r'"\u0001" = 1', "a key in the file is too long or cannot be shown"),
    "not TOML": ("x = [", "this is not TOML"),
    "a zero byte": ("\x00", "this is not TOML"),
    "too much": ("#" * 100_001, "the file has 100001 characters, a layout at most 100000"),
}


@pytest.mark.parametrize(("text", "problem"), ODD.values(), ids=ODD.keys())
def test_odd_values_are_refused_by_every_game(text, problem):
    with pytest.raises(LayoutError) as caught:
        read_values(text)
    assert caught.value.problems[0].startswith(problem)
    assert len(str(caught.value)) < 500
    for game in games().values():
        with pytest.raises(LayoutError) as caught:
            game.parse_layout(f"{text}\n{game.default_layout.source}")
        assert len(str(caught.value)) < 2000


@pytest.mark.parametrize("most", [10, pytest.param(1000, marks=pytest.mark.long)], ids=["some", "all"])
@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_no_value_may_be_of_another_kind(game, most):
    """Every value of the usual layout in turn becomes a list, a table, a truth, a text and a large number.

    Of tables with many values that are alike, as the points of a map, only some; all of them in the long run.
    """
    lines = game.default_layout.source.split("\n")
    replaced = 0
    alike = Counter()
    table = ""
    for number, line in enumerate(lines):
        table = line if line.startswith("[") else table
        key, sign, value = line.partition(" = ")
        if not sign or not value.strip() or line.startswith("#") or value.strip() in ("[", "{"):
            continue
        alike[table] += 1
        if alike[table] > most:
            continue
        for odd in ('["coins"]', "{ a = 1 }", "true", '"odd"', "1e6", "-1", "999999999", "[[1]]"):
            text = "\n".join([*lines[:number], f"{key} = {odd}", *lines[number + 1 :]])
            if key in ("name", "version", "notes") and odd == '"odd"':
                continue
            with pytest.raises(LayoutError):
                game.parse_layout(text)
            replaced += 1
    assert replaced > 50


def test_values_by_their_place():
    file = LayoutFile(
        'game = "g"\na = 1\n[t]\nb = 2\nc = "text"\nodd = 3\n[t.list]\nx = ["p", 1]\n', "g", ("a", "t")
    )
    assert file.whole("a", 0, 5) == 1
    assert file.table("t", ("b", "c", "list")) == file.value("t")
    assert file.text("t.c", 4, "") == "text"
    assert file.text("t.d", 4, "none") == "none"
    assert file.value("t.nothing") is None
    assert file.whole("t.b", 3, 4) == 3
    assert file.texts("t.list.x", 2, 3) == []
    assert file.whole("u.v", 0, 1) == 0  # where a table is missing its values are not named, too
    assert file.table("u", ("v",)) == {}
    assert file.ascending("t.numbers", range(2, 3), 9) == [1, 1]
    assert [str(problem) for problem in file.problems] == [
        "“odd” is not known: [t] has b, c, list",
        "t.b must be a whole number from 3 to 4, not 2",
        "t.list.x[2] must be a text, not 1",
        "the table [u] with v is missing",
        "t.numbers is missing: 2 ascending whole numbers from 1 to 9",
    ]
    with pytest.raises(LayoutError, match="“odd” is not known"):
        file.check()


def test_of_many_problems_the_first_are_named():
    error = LayoutError([f"problem {number}" for number in range(1000)])
    assert len(error.problems) == MOST_PROBLEMS + 1
    assert error.problems[-1] == f"and {1000 - MOST_PROBLEMS} more"
    again = pickle.loads(pickle.dumps(error))
    assert (again.problems, str(again)) == (error.problems, str(error))

"""A turn up to its houses: MB-10 to MB-17."""

from citywright.engine.state import CHANCE
from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.rules import counts
from citywright.games.mauerbauer.rules.contents import INSIDE_CITY, WALL
from tests.games.mauerbauer.table import Table


def test_mb_10_wall_dice_towers_houses_next_player():
    table = Table()
    phases = []
    for words in ("wall c4 d4", "dice red blue grey", "tower c4 grey", "tower d4 black"):
        phases.append(table.phase)
        table.play(words)
    assert phases == ["place wall", "roll", "place tower", "place other tower"]
    assert table.phase == "place house"
    table.play(table.options()[0])
    assert table.phase == "place other house"
    table.play(table.options()[0])
    assert (table.phase, table.state.actor(), table.state.turns()) == ("place wall", 1, 2)


def test_mb_10_nobody_rolls_before_the_wall_stands():
    table = Table()
    assert table.state.actor() == 0
    assert all(words.startswith("wall ") for words in table.options())


def test_mb_11_a_wall_goes_to_any_free_line():
    table = Table()
    assert len(table.options()) == 149
    table.walls("a1 a2")
    assert "wall a1 a2" not in table.options()
    assert len(table.options()) == 148
    assert table.state.land.walls == 32


def test_mb_11_never_inside_a_closed_city():
    table = Table()
    table.walls("d3 d4", "d3 e3", "d4 e4", "e3 e4")  # d3 d4 e4 and d3 e3 e4 lie in it
    assert table.line("d3 e4") == INSIDE_CITY
    assert "wall d3 e4" not in table.options()


def test_mb_12_the_tower_die_is_left_out_between_two_towers():
    table = Table()
    table.walls("a1 a2", "a1 b1")
    table.play("wall a2 b1")
    assert len(table.options()) == 36
    assert "dice red ?" in table.options()
    table.play("dice red red")
    assert table.phase == "place house"


def test_mb_12_one_free_end_needs_the_tower_die():
    table = Table()
    table.walls("a1 a2")
    table.play("wall a2 a3")
    assert len(table.options()) == 108


def test_mb_13_the_player_chooses_the_end_and_the_other_colour():
    table = Table()
    table.play("wall c4 d4", "dice red red black")
    assert table.options() == ["tower c4 black", "tower d4 black"]
    table.play("tower d4 black")
    assert table.options() == ["tower c4 white", "tower c4 grey", "tower c4 black"]
    table.play("tower c4 white")
    assert (table.tower("c4"), table.tower("d4")) == ("white", "black")
    assert table.state.land.towers == 0x090A09


def test_mb_13_a_single_free_end_gets_the_rolled_colour():
    table = Table()
    table.walls("c4 d4")
    table.play("wall d4 d5", "dice red red grey")
    assert table.options() == ["tower d5 grey"]


def test_mb_14_a_tower_colour_that_is_used_up():
    table = Table()
    table.state.land.towers -= 10 * counts.one(2)  # the ten black towers stand elsewhere
    table.state.apply(table.state.legal_actions()[0])
    table.state.apply(table.state.chance_at(2 * 36))  # red red black
    assert table.options() == ["tower a1 white", "tower a1 grey", "tower a2 white", "tower a2 grey"]


def test_mb_15_the_player_chooses_which_colour_goes_where():
    table = Table()
    table.play("wall c4 d4", "dice red blue white", "tower c4 white", "tower d4 white")
    first = table.options()
    assert first == ["house c5 red", "house c5 blue"] or first == ["house d3 red", "house d3 blue"]
    apex = first[0].split()[1]
    other = "d3" if apex == "c5" else "c5"
    table.play(f"house {apex} blue")
    assert table.options() == [f"house {other} red"]
    table.play(f"house {other} red")
    assert table.houses_at(f"c4 d4 {apex}") == {"blue": 1}
    assert table.houses_at(f"c4 d4 {other}") == {"red": 1}


def test_mb_15_a_question_mark_is_any_colour():
    table = Table()
    table.play("wall c4 d4", "dice ? red white", "tower c4 white", "tower d4 white")
    apex = table.options()[0].split()[1]
    colours = ["red", "green", "yellow", "blue", "pink"]
    assert table.options() == [f"house {apex} {colour}" for colour in colours]
    table.play(f"house {apex} red")  # the red die: "?" is left for the other side
    assert len(table.options()) == 5


def test_mb_15_a_colour_of_the_question_mark_leaves_the_other_die():
    table = Table()
    table.play("wall c4 d4", "dice red ? white", "tower c4 white", "tower d4 white")
    table.play(table.options()[3])  # blue
    assert [words.split()[2] for words in table.options()] == ["red"]


def test_mb_15_a_rim_wall_gets_one_house_of_either_colour():
    table = Table()
    table.play("wall a4 a5", "dice red blue white", "tower a4 white", "tower a5 white")
    assert table.options() == ["house b4 red", "house b4 blue"]
    table.play("house b4 blue")
    assert table.state.actor() == 1
    assert table.houses_at("a4 a5 b4") == {"blue": 1}


def use_up(table: Table, *colours: int) -> None:
    """As if all houses of these colours stood elsewhere."""
    for colour in colours:
        table.state.land.houses -= 12 * counts.one(colour)


def quick(table: Table, *actions: str) -> None:
    """Play without the audit, on a map whose pieces a test has hidden."""
    for words in actions:
        assert words in table.options(), table.options()
        table.state.apply(GAME.parse_action(words))


def test_mb_16_a_house_colour_that_is_used_up():
    table = Table()
    use_up(table, 0)
    quick(table, "wall c4 d4", "dice red blue white", "tower c4 white", "tower d4 white")
    assert [words.split()[2] for words in table.options()] == ["green", "yellow", "blue", "pink"]
    quick(table, table.options()[2])  # blue: the blue die, so that red still stands for any colour
    assert [words.split()[2] for words in table.options()] == ["green", "yellow", "blue", "pink"]


def test_mb_16_a_colour_used_up_by_the_first_house():
    table = Table()
    table.state.land.houses -= 11 * counts.one(0)
    quick(table, "wall c4 d4", "dice red red white", "tower c4 white", "tower d4 white")
    assert [words.split()[2] for words in table.options()] == ["red", "green", "yellow", "blue", "pink"]
    quick(table, table.options()[0])
    assert [words.split()[2] for words in table.options()] == ["green", "yellow", "blue", "pink"]


def test_mb_16_on_the_rim_a_used_up_colour_opens_the_choice():
    table = Table()
    use_up(table, 0)
    quick(table, "wall a4 a5", "dice red blue white", "tower a4 white", "tower a5 white")
    assert [words.split()[2] for words in table.options()] == ["green", "yellow", "blue", "pink"]


def test_mb_17_one_tower_for_two_places():
    table = Table()
    table.state.land.towers = counts.one(1)
    quick(table, "wall c4 d4", "dice red blue white")
    assert table.options() == ["tower c4 grey", "tower d4 grey"]
    quick(table, "tower d4 grey")
    assert table.tower("c4") is None
    assert table.phase == "place house"


def test_mb_17_one_house_for_two_places():
    table = Table()
    table.state.land.houses = counts.one(3)
    quick(table, "wall c4 d4", "dice red blue white", "tower c4 white", "tower d4 white")
    assert sorted(table.options()) == ["house c5 blue", "house d3 blue"]
    quick(table, "house d3 blue")
    assert table.phase == "choose city"  # the last house: the game ends


def test_mb_17_nothing_left_nothing_placed():
    table = Table()
    table.state.land.towers = 0
    table.state.land.houses = 0
    quick(table, "wall c4 d4", "dice red blue white")
    assert (table.phase, table.state.actor()) == ("place wall", 1)


def test_the_events_of_a_turn():
    table = Table()
    happened = table.wall("c4 d4", "red blue", "grey black")
    assert [event.name for event in happened] == ["wall", "dice", "tower", "tower", "house", "house", "turn"]
    assert happened[1].args == (0, 3, 1)
    assert table.line("c4 d4") == WALL
    assert all(event.seat in (0, 1, CHANCE) for event in happened)

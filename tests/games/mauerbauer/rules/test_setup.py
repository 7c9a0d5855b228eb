"""Material and set-up: MB-1 to MB-5."""

from collections import Counter

from citywright.engine.state import CHANCE, LOT
from citywright.games.mauerbauer import GAME, new_state
from citywright.games.mauerbauer.rules.counts import total
from citywright.games.mauerbauer.rules.material import HOUSES, KIND_NAMES, PALACES, TOWERS, WALLS
from tests.games.mauerbauer.table import Table


def test_mb_1_the_supply():
    supply = GAME.view(Table().state, CHANCE).supply
    assert supply.walls == WALLS == 33
    assert supply.towers == {"white": 10, "grey": 10, "black": 10}
    assert supply.houses == dict.fromkeys(("red", "green", "yellow", "blue", "pink"), 12)
    assert supply.palaces == dict.fromkeys(("red", "green", "yellow", "blue", "pink"), 3)
    assert (total(TOWERS), total(HOUSES), total(PALACES)) == (30, 60, 15)
    assert (GAME.min_seats, GAME.max_seats) == (2, 4)
    assert [new_state(seats, 0, GAME.default_layout).seats() for seats in (2, 3, 4)] == [2, 3, 4]


def test_mb_2_every_face_of_the_dice_is_equally_likely():
    table = Table()
    table.play("wall a1 a2")
    outcomes = table.state.chance_outcomes()
    assert len(outcomes) == 6 * 6 * 3
    assert {weight for _, weight in outcomes} == {1}
    dice = [GAME.format_action(code).split()[1:] for code, _ in outcomes]
    assert Counter(first for first, _, _ in dice) == Counter(second for _, second, _ in dice)
    assert {first for first, _, _ in dice} == {"red", "green", "yellow", "blue", "pink", "?"}
    assert Counter(tower for *_, tower in dice) == {"white": 36, "grey": 36, "black": 36}


def test_mb_3_the_default_map():
    view = GAME.view(Table().state, 0)
    assert (len(view.points), len(view.lines), len(view.fields)) == (60, 149, 90)
    assert sum(len(line.fields) == 1 for line in view.lines) == 28
    assert Counter(field.region for field in view.fields) == {0: 30, 1: 30, 2: 30}
    assert [point.name for point in view.points if point.water] == [
        *(f"a{n}" for n in range(1, 10)),
        *(f"g{n}" for n in range(1, 10)),
    ]
    borders = [line for line in view.lines if len({view.fields[field].region for field in line.fields}) == 2]
    assert borders
    options = Table().options()
    for line in view.lines:  # borders between regions and the rim are wall lines like the others
        assert f"wall {view.points[line.points[0]].name} {view.points[line.points[1]].name}" in options


def test_mb_3_strips_of_fifteen_fields_are_parted_five_by_five():
    view = GAME.view(Table().state, 0)
    for strip in range(6):
        rows = {"abcdefg"[strip], "abcdefg"[strip + 1]}
        fields = [field for field in view.fields if {view.points[p].name[0] for p in field.points} == rows]
        fields.sort(key=lambda field: sum(view.points[p].x for p in field.points))
        assert [field.region for field in fields] == [0] * 5 + [1] * 5 + [2] * 5


def test_mb_4_thirty_kinds_two_of_each():
    state = new_state(2, 0, GAME.default_layout)
    assert len(KIND_NAMES) == 30
    assert [(GAME.format_action(code), weight) for code, weight in state.chance_outcomes()] == [
        (f"draw {name}", 2) for name in KIND_NAMES
    ]


def test_mb_5_six_cards_no_points_and_a_lot():
    state = new_state(4, LOT, GAME.default_layout)
    lot = [(GAME.format_action(code), weight) for code, weight in state.chance_outcomes()]
    assert lot == [("start A", 1), ("start B", 1), ("start C", 1), ("start D", 1)]
    state.apply(GAME.parse_action("start C"))
    for _ in range(24):
        assert state.actor() == CHANCE
        state.apply(state.chance_at(0))
    assert state.actor() == 2
    assert [state.cards.hand_size(seat) for seat in range(4)] == [6] * 4
    assert state.cards.pile == 36
    assert state.scores() == [0] * 4
    assert state.turns() == 1


def test_the_start_player_is_dealt_first():
    state = new_state(2, 1, GAME.default_layout)
    state.apply(GAME.parse_action("draw outside-water"))
    assert state.cards.held(1, KIND_NAMES.index("outside-water")) == 1

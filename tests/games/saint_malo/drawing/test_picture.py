"""What only Saint Malo's pictures show; what the pictures of all games have is tested in tests/draw."""

import re

import pytest

from citywright.draw.elements import gain_words
from citywright.draw.panel import MAIN, OTHER, offers_by_place
from citywright.draw.symbols import definition, symbols_in
from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.drawing import picture, pirates, towers, traces, tray
from citywright.games.saint_malo.drawing.buttons import PLACES
from citywright.games.saint_malo.drawing.faces import face
from citywright.games.saint_malo.notation import SIDE_AT
from citywright.games.saint_malo.text.prompts import lost_bonus
from citywright.pictures import played_states

NAMES = ("Anke", "Bernd", "Chiara")


@pytest.fixture(scope="module")
def views():
    states = played_states(GAME, 3, seed=4)
    return [GAME.view(state, state.actor()) for state in states if state.actor() >= 0]


def parts_of(view, lang="en"):
    return {part.id: part.svg for panel in picture.panels(view, lang, NAMES) for part in panel.parts}


def offered(view, lang="en"):
    """What is offered at each space of the own city, or why nothing is."""
    return offers_by_place(picture.panels(view, lang, NAMES)[0])


def test_a_space_shows_what_it_brings_before_the_click(views):
    shown = 0
    for view in views:
        for choice in view.choices:
            if choice.action.startswith("place ") and (choice.points or choice.coins):
                gain = gain_words(choice.points, choice.coins, "")
                offer = offered(view)[choice.action[6:]]
                assert (offer.action, offer.mark) == (choice.action, gain)
                assert f">{gain}</text>" in picture.panels(view, "en", NAMES)[0].body
                shown += 1
    assert shown > 50


def test_turning_dice_shows_its_price_on_the_chip(views):
    priced = 0
    for view in views:
        for choice in view.choices:
            if re.fullmatch(r"use (crate|wall|cross|log) \d", choice.action) and choice.coins:
                _, symbol, count = choice.action.split()
                assert f">−{-choice.coins}</text>" in parts_of(view)[f"tray-{symbol}-{count}"]
                priced += 1
    assert priced


def test_sm_26_an_inner_space_says_why_it_takes_no_wall(views):
    view = next(view for view in views if view.phase == "place wall")
    inner = [
        space
        for space in view.cities["ABC".index(view.seat)].empty
        if space[0] in "bcdef" and space[1] in "23456"
    ]
    assert inner
    for space in inner:
        assert offered(view)[space].action == ""
        assert "SM-26" in offered(view)[space].title
        assert "Außenfeld" in offered(view, "de")[space].title


def test_every_empty_space_answers_in_every_phase(views):
    for view in views:
        mine = view.cities["ABC".index(view.seat)].empty
        assert set(mine) == set(offered(view))
    waiting = GAME.view(played_states(GAME, 3, seed=4)[1], 2)
    assert {offer.title.split(". ")[1] for offer in offered(waiting).values()} == {
        "It is not your turn (SM-5)"
    }


def test_sm_27_a_place_warns_before_a_side_is_destroyed(views):
    seen = set()
    for view in views:
        if view.placing is None:
            continue
        breaks = [c.action for c in view.choices if lost_bonus(c.action, view)]
        coins = [c.action for c in view.choices if c.action.startswith("place ") and c.coins]
        assert parts_of(view)["main-signs"].count("<use") == len(coins)
        assert all("⚠" in offered(view)[action[6:]].title for action in breaks)
        shown = clickable_spaces(view)
        assert {action for action, drawn in shown.items() if "<use" in drawn} == set(breaks)
        seen |= {bool(breaks), bool(coins)}
    assert seen == {True, False}


def clickable_spaces(view):
    """All that is drawn inside what may be clicked in the own city, by the action."""
    board = picture.panels(view, "en", NAMES)[0].body
    found = {}
    for drawn in board.split('<g class="board-place')[1:]:
        head, _, body = drawn.partition(">")
        if action := re.search('data-action="([^"]*)"', head):
            found[action[1]] = body[: closing(body)]
    return found


def closing(body):
    """Where the element ends whose inside `body` begins with."""
    depth = 1
    for tag in re.finditer("<g[ >]|</g>", body):
        depth += -1 if tag[0] == "</g>" else 1
        if not depth:
            return tag.start()
    raise AssertionError("the element is not closed")


def test_a_warning_covers_neither_its_gain_nor_a_neighbour():
    """The triangle is inside the gold mark of its place, and above the letters of the gain."""
    places = picture.city.places_to_draw("main").svg.split('<g class="board-place')[1:]
    warning = [drawn for drawn in places if "<use" in drawn]
    assert len(warning) == len(SIDE_AT)
    for drawn in warning:
        x, y = map(float, re.search(r"translate\(([\d.]+) ([\d.]+)\)", drawn).groups())
        frame = r'class="may" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"'
        left, top, size = map(float, re.search(frame, drawn).groups())
        (symbol,) = symbols_in(drawn)
        corners = re.search(r'd="M0-([\d.]+)L([\d.]+) ([\d.]+)H', definition(symbol))
        up, half, down = map(float, corners.groups())
        letters, height = map(
            float, re.search(r'<text[^>]* y="([\d.]+)" data-size="([\d.]+)', drawn).groups()
        )
        assert left < x - half < x + half < left + size
        assert top < y - up
        assert y + down < letters - 0.75 * height
        assert half < size / 6, "it is small"


def test_a_greyed_choice_gives_its_own_reason(views):
    reasons = {
        reason
        for view in views
        if view.phase == "use dice"
        for key, svg in parts_of(view).items()
        if re.fullmatch(r"tray-[a-z]+(-\d)?", key)
        for reason in re.findall('data-why="([^"]*)"', svg)
    }
    for rule in ("SM-21", "SM-22", "SM-30"):
        assert any(rule in reason for reason in reasons), rule
    assert any(re.match(r"You have \d coins?; ", reason) for reason in reasons)


def test_every_button_has_its_own_place_for_the_whole_game(views):
    """Whoever presses where a button was never presses another."""
    places = {}
    for view in views:
        parts = parts_of(view)
        for which in PLACES:
            for box in re.findall(
                r'<rect class="hit" x="([\d.]+)" y="([\d.]+)"', parts[f"tray-{which}-button"]
            ):
                places.setdefault(which, set()).add(box)
    assert set(places) == set(PLACES) - {"roll"} or set(places) == set(PLACES)
    assert all(len(boxes) == 1 for boxes in places.values())
    assert len(set.union(*places.values())) == len(places)


def test_passing_is_quiet(views):
    view = next(view for view in views if view.phase == "use dice")
    drawn = parts_of(view)["tray-pass-button"]
    assert 'data-action="pass"' in drawn
    assert "f-red" not in drawn
    assert 'class="may"' not in drawn


def test_a_board_is_its_seats_and_has_no_header(views):
    for view in views[::40]:
        for panel in picture.panels(view, "en", NAMES):
            if panel.role in (MAIN, OTHER):
                assert panel.seat == "ABC".index(view.seat if panel.role == MAIN else panel.id[-1])
                assert NAMES[panel.seat] not in panel.body


def test_what_is_to_be_placed_promises_no_shape_of_a_crate(views):
    """The crates of a city have different shapes, so the tray shows the crate of the dice."""
    view = next(view for view in views if view.phase == "place crate")
    assert set(symbols_in(parts_of(view)["tray-placing"])) == set(symbols_in(face("crate")))


def test_persons_in_the_tray_stand_above_what_they_bring():
    feet, symbol = 57, 19  # in the box of a person; how high the highest thing is in the line below
    for faint in (False, True):
        drawn = definition(symbols_in(tray._person("noble", 5, faint))[-1])
        figure = r"translate\([\d.]+ ([\d.]+)\) scale\(([\d.]+)"
        top, scale = map(float, re.search(figure, drawn).groups())
        assert top + feet * scale < tray.BRINGS - symbol


def test_walls_side_by_side_form_a_rampart(views):
    last = views[-1]
    walls = [p for city in last.cities for p in city.pieces if p.kind == "wall"]
    assert walls
    alone, joined = (
        picture.city.space_piece("main", walls[0], k, False, False, False, "en").svg for k in (0, 3)
    )
    assert alone != joined


def test_what_was_drawn_can_be_traced(views):
    parts = parts_of(views[-1])
    for seat, city in enumerate(views[-1].cities):
        for piece in city.pieces:
            (found,) = traces(f"place {piece.space}", seat, views[-1])
            assert "<title>" in parts[found]
    assert traces("use log 2", 0, views[-1]) == []
    empty = views[0].cities[1].empty[0]
    assert traces(f"place {empty}", 1, views[0]) == []
    assert traces("place a1", 0, views[-1]) == []


def test_sm_25_a_taken_space_says_so(views):
    assert "SM-25" in parts_of(views[0])["main-b2"]


def test_sm_50_the_ship_comes_nearer_with_every_box_of_a_row():
    for row in range(6):
        places = []
        for crossed in range(4 * row, 4 * row + 4):
            drawn = pirates.ship_part(crossed, 4, 6, "en").svg
            places.append(float(re.findall(r"translate\(([\d.]+) [\d.]+\)", drawn)[0]))
        assert places == sorted(set(places))
    assert "moves" not in pirates.ship_part(24, 4, 6, "en").svg, "after the last attack it is a wreck"


def test_a_tower_tells_open_complete_and_destroyed_apart_without_colour():
    drawn = [
        re.sub(r'class="[^"]*"', "", towers.drawing("top", "person 3", status))
        for status in ("open", "complete", "destroyed")
    ]
    assert len(set(drawn)) == 3


def test_what_is_rolled_again_moves_even_if_it_looks_the_same():
    assert picture.moved(["keep 1 3", "roll wall wall wall"]) == ["tray-die-2", "tray-die-4", "tray-die-5"]
    assert picture.moved(["stop"]) == []
    assert len(picture.moved(["wall b3", "roll head head log wall crate"])) == 5, "a new turn: all five"
    assert len(picture.moved(["keep none", "roll head head log wall crate", "keep 1 2 3 4", "roll log"])) == 5


def test_the_end_shows_what_the_pirates_have_left():
    over = GAME.view(played_states(GAME, 3, seed=4)[-1], 0)
    drawn = parts_of(over)["tray-results"]
    attacks = over.pirates.crossed // over.pirates.row_length
    assert f"attacked {attacks} times" in drawn
    for name, city in zip(NAMES, over.cities, strict=True):
        assert f"{name}: defence {city.defence}, {city.lost_cannons} of 6 cannons lost" in drawn
    assert sum(city.lost_cannons for city in over.cities) > 0
    sizes = {(panel.id, panel.width, panel.height) for panel in picture.panels(over, "en", NAMES)}
    start = GAME.view(played_states(GAME, 3, seed=4)[1], 0)
    assert sizes == {(panel.id, panel.width, panel.height) for panel in picture.panels(start, "en", NAMES)}

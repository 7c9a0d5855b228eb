"""The hand in the tray of Die Mauerbauer: cards keep their size and place, and tell the same things alike."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER, State
from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.drawing.cards import rate
from citywright.games.mauerbauer.drawing.hand import hand_card
from citywright.games.mauerbauer.drawing.picture import panels
from citywright.games.mauerbauer.drawing.rack import (
    CHOOSING,
    CROWDED,
    GRIDS,
    PLAYING,
    boxes,
    grid_of,
    kinds_at_first,
    places,
)
from citywright.games.mauerbauer.drawing.tray import CROWDED_HAND, HAND, STRIP, STRIP_HEIGHT, UPPER
from citywright.games.mauerbauer.rules.material import KIND_NAMES
from citywright.games.mauerbauer.view import view
from citywright.pictures import played_states
from citywright.text import LANGUAGES
from tests.games.mauerbauer.drawing.parts import drawn
from tests.games.mauerbauer.table import TRIANGLE, Table

Box = tuple[float, float, float, float]
THUMB = 560 / 8.15


def cards_in(parts: dict[str, str]) -> dict[str, Box]:
    """Where each card of a hand lies and how large it is, by its kind."""
    found = {}
    for key, svg in parts.items():
        if key.startswith("tray-card-"):
            at = re.search(r"translate\(([\d.]+) ([\d.]+)\)", svg)
            size = re.search(r'class="shade" x="1" y="3" width="([\d.]+)" height="([\d.]+)"', svg)
            assert at is not None
            assert size is not None
            found[key.removeprefix("tray-card-")] = (
                float(at[1]),
                float(at[2]),
                float(size[1]),
                float(size[2]),
            )
    return found


def tray_parts(state: State, seat: int) -> dict[str, str]:
    """The parts of a seat's tray by their ids."""
    panel = next(panel for panel in panels(GAME.view(state, seat), "en") if panel.id == "tray")
    return {part.id: part.svg for part in panel.parts}


def some_kinds(number: int, rng: Rng) -> tuple[str, ...]:
    """So many different kinds, in the order of a hand."""
    left = list(KIND_NAMES)
    picked = [left.pop(rng.below(len(left))) for _ in range(number)]
    return tuple(sorted(picked, key=KIND_NAMES.index))


# --- where they lie ---------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 31))
def test_any_hand_fits_into_the_tray_and_under_a_thumb(number: int) -> None:
    grid = grid_of(number)
    left, top, width, height = CROWDED_HAND if number > CROWDED else HAND
    room = (left, top, width, height)
    kinds = some_kinds(number, Rng(number))
    spots = [boxes(grid, room)[place] for place in places(kinds, grid.room)]
    assert len(set(spots)) == number
    for x, y, wide, high in spots:
        assert left <= x
        assert x + wide <= left + width + 0.5
        assert top <= y
        assert y + high <= top + height + 0.5
        assert min(wide, high) >= THUMB - 0.1
    assert HAND[1] + HAND[3] <= UPPER
    assert CROWDED_HAND[1] + CROWDED_HAND[3] <= UPPER + STRIP_HEIGHT <= STRIP


def test_a_card_that_leaves_the_hand_mostly_leaves_its_place_empty() -> None:
    """Packed from the left, half of the others would move, and another card nearly always lie there."""
    rng = Rng(3)
    room = GRIDS[0].room
    for number, most in ((4, 0.25), (6, 0.6), (8, 1.2)):
        moved = 0
        for _ in range(1000):
            hand = list(some_kinds(number, rng))
            before = dict(zip(hand, places(tuple(hand), room), strict=True))
            hand.pop(rng.below(number))
            after = dict(zip(hand, places(tuple(hand), room), strict=True))
            moved += sum(before[kind] != after[kind] for kind in hand)
        assert moved < most * 1000


def test_over_whole_games_other_cards_seldom_move_when_one_is_played() -> None:
    """Nor does another one often come to lie where the pointer is."""
    played = moved = filled = 0
    for seats in (2, 3, 4):
        states = played_states(GAME, seats, seed=8)
        for before, after in pairwise(states):
            seat = before.actor()
            if seat < 0 or view(before, seat).phase not in PLAYING:
                continue
            old, new = (cards_in(tray_parts(state, seat)) for state in (before, after))
            if len(new) == len(old) - 1:
                (gone,) = old.keys() - new.keys()
                played += 1
                moved += any(new[kind] != old[kind] for kind in new)
                filled += old[gone] in new.values()
    assert sorted(CHOOSING) == sorted(KIND_NAMES)
    assert played > 80
    assert moved < 0.18 * played
    assert filled < 0.18 * played


def test_mb_30_cards_that_are_left_stay_where_they_are_while_cards_are_played() -> None:
    """A double click on the first card finds its place empty."""
    table = Table(2, hands=("city-black outside-blue region2 closed-cities size2",))
    table.walls(*TRIANGLE[:2])
    table.wall(TRIANGLE[2])
    before = cards_in(drawn(table))
    table.play("play city-black")
    after = cards_in(drawn(table))
    assert after == {kind: spot for kind, spot in before.items() if kind != "city-black"}
    table.play("stop")
    assert cards_in(drawn(table)) == after, "nor when others play theirs"


def test_cards_have_one_size_through_whole_games() -> None:
    sizes = set()
    for seats in (2, 4):
        for state in played_states(GAME, seats, seed=4)[::3]:
            sizes |= {(width, height) for _, _, width, height in cards_in(tray_parts(state, 1)).values()}
    assert len(sizes) == 1


def test_a_large_hand_keeps_its_grid_while_its_owner_plays() -> None:
    """Nine kinds are one too many for the large cards; once one is played they do not grow in between."""
    table = Table(3, hands=("city-black outside-blue region2 closed-cities size2 size3",))
    cards = table.state.cards
    for kind in ("outside-walls", "outside-water", "city-palaces"):
        number = KIND_NAMES.index(kind)
        cards.draw(0, number)
    table.state.cards_owed = 0
    assert len(view(table.state, 0).hand) == 9
    table.state.seat = table.state.turn_seat = 0
    table.walls(*TRIANGLE[:2])
    while table.state.turn_seat:  # until it is seat A's turn again
        table.walls("g1 g2")
    table.wall(TRIANGLE[2])
    assert kinds_at_first(view(table.state, 0)) == 9
    table.play("play closed-cities")
    assert kinds_at_first(view(table.state, 0)) == 9
    table.play("stop")
    assert kinds_at_first(view(table.state, 0)) == 9
    assert kinds_at_first(view(table.state, 2)) == len(view(table.state, 2).hand), "has not played yet"
    assert kinds_at_first(view(table.state, CHANCE)) == 0


# --- what they tell ----------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("grid", GRIDS[:-1])
def test_every_card_tells_how_it_counts_and_what_it_is_worth_in_the_same_places(
    grid: tuple[int, int, float], lang: str
) -> None:
    """In every phase: the medal with the rate and the plate with the points."""
    found = set()
    spot = boxes(next(each for each in GRIDS if each == grid), HAND)[0]
    for kind in KIND_NAMES:
        for actions in ((), (f"play {kind}",), (f"exchange {kind}",)):
            for points in (None, 12) if not actions else (12,):
                svg = hand_card(kind, 1, points, (), actions, spot, "Why not (MB-30)", lang).svg
                medal = re.search(r'class="thin f-gold s-dark" (x="[^/]*)/>', svg)
                plate = re.search(r'class="(?:may|w-plain)" (x="[^/]*)/>', svg)
                assert medal is not None
                assert plate is not None
                assert f">{rate(kind, lang)}</text>" in svg
                found.add((medal[1], plate[1]))
    assert len(found) == 1


def test_mb_74_the_rate_of_a_colour_says_what_its_two_numbers_are() -> None:
    table = Table(2, hands=("city-red city-colours",))
    for lang, said in (
        ("en", "3 points per palace, 1 per house (MB-74)"),
        ("de", "3 Punkte je Palast, 1 je Haus (MB-74)"),
    ):
        card = ET.fromstring(drawn(table, lang=lang)["tray-card-city-red"])
        tags = [
            element.get("aria-label")
            for element in card.iter()
            if "3 / 1" in [text.text for text in element if text.tag == "text"]
        ]
        assert tags == [said]


def test_the_cards_of_a_hand_have_names() -> None:
    hand = "size1 city-red outside-walls city-colours region3 closed-cities"
    table = Table(2, hands=(hand,))
    for lang, name in (("en", "Closed"), ("de", "Geschlossene")):
        parts = drawn(table, lang=lang)
        words = re.findall(r">([^<]+)</text>", parts["tray-card-closed-cities"])
        assert " ".join(words).startswith(name)


# --- below them ----------------------------------------------------------------------------


def test_the_strips_below_the_hand_have_their_places_in_every_phase() -> None:
    """Dice lie where their places are drawn, and the steps beside them never move or lose their names."""
    steps = set()
    dice: dict[str, set[tuple[str, str]]] = {}
    for state in played_states(GAME, 3, seed=6)[::2]:
        parts = tray_parts(state, 0)
        if "tray-steps" in parts:
            steps.add(tuple(re.findall(r'(?: [xy]| width)="[\d.]+"', parts["tray-steps"])))
            assert ">Wall</text>" in parts["tray-steps"]
        for key in [key for key in parts if key.startswith("tray-die-")]:
            dice.setdefault(key, set()).add(re.findall(r"translate\(([\d.]+) ([\d.]+)\)", parts[key])[0])
    assert len(steps) == 1
    assert sorted(dice) == ["tray-die-1", "tray-die-2", "tray-die-3"]
    assert all(len(spots) == 1 for spots in dice.values())


def test_mb_10_towers_and_houses_wait_for_the_wall_and_tell_how_many_are_left() -> None:
    table = Table()
    chip = drawn(table)["tray-house-red"]
    assert "First the wall, then the towers and houses (MB-10)" in chip
    assert "Red house: 12 left" in chip
    assert "data-why" not in drawn(table, 1)["tray-house-red"], "who waits asks for nothing"


def test_the_hand_stays_in_the_tray_at_the_end() -> None:
    """The standing is on the score sheet and the name plates; here is what one has kept."""
    state = played_states(GAME, 2, seed=2)[-1]
    assert state.actor() == OVER
    for seat in (0, 1, CHANCE):
        seen = view(state, seat)
        parts = tray_parts(state, seat)
        assert set(cards_in(parts)) == {card.kind for card in seen.hand}
        assert "MB-43" in parts["tray-over"]
        assert "tray-results" not in parts
        for kind in cards_in(parts):
            assert "The game is over (MB-43)" in parts[f"tray-card-{kind}"]


def test_mb_42_without_a_city_cards_that_need_one_say_so() -> None:
    table = Table(hands=("size1 outside-walls",))
    table.state.land.walls = 1
    for words in ("wall c4 d4", "dice red red white", "tower c4 white", "tower d4 white"):
        table.state.apply(GAME.parse_action(words))
    while table.phase != "play last card":
        table.state.apply(table.state.legal_actions()[0])
    parts = tray_parts(table.state, 0)
    assert "You chose no city, and this card needs one (MB-42)" in parts["tray-card-size1"]
    assert 'data-action="play outside-walls"' in parts["tray-card-outside-walls"]

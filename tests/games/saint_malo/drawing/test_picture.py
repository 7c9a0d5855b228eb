"""What only Saint Malo's pictures show; what the pictures of all games have is tested in tests/draw."""

import re

import pytest

from citywright.draw.elements import gain_words
from citywright.draw.panel import offers_by_place
from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.drawing import city_plan, picture, pirates
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
                gain = gain_words(choice.points, choice.coins)
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
                assert f">−{-choice.coins}¢</text>" in parts_of(view)[f"tray-{symbol}-{count}"]
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


def test_sm_25_a_taken_space_says_so(views):
    assert "SM-25" in parts_of(views[0])["main-b2"]


def test_sm_50_the_ship_comes_nearer_with_every_box():
    places = []
    for crossed in range(25):
        drawn = pirates.ship_part(crossed, 4, 6, "en").svg
        places.append(float(re.findall(r"translate\([\d.]+ ([\d.]+)\)", drawn)[0]))
    assert places == sorted(set(places))


def test_a_tower_tells_open_complete_and_destroyed_apart_without_colour():
    drawn = [
        re.sub(r'class="[^"]*"', "", city_plan._tower_drawing("top", "person 3", status))
        for status in ("open", "complete", "destroyed")
    ]
    assert len(set(drawn)) == 3


def test_what_is_rolled_again_moves_even_if_it_looks_the_same():
    assert picture.moved(["keep 1 3", "roll wall wall wall"]) == ["tray-die-2", "tray-die-4", "tray-die-5"]
    assert picture.moved(["stop"]) == []
    assert len(picture.moved(["wall b3", "roll head head log wall crate"])) == 5, "a new turn: all five"
    assert len(picture.moved(["keep none", "roll head head log wall crate", "keep 1 2 3 4", "roll log"])) == 5

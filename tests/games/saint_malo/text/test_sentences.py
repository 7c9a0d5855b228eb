"""What only Saint Malo says: titles, prompts and the log."""

import re

import pytest

from citywright.engine.state import Event
from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.text import action_title, prompt, sentence
from citywright.games.saint_malo.text.prompts import lost_bonus
from citywright.pictures import played_states

NAMES = ("Anke", "Bernd", "Chiara")


@pytest.fixture(scope="module")
def views():
    states = played_states(GAME, 3, seed=4)
    return [GAME.view(state, state.actor()) for state in states if state.actor() >= 0]


def test_sm_27_a_title_says_what_is_lost_with_a_side(views):
    warned = {
        lost_bonus(choice.action, view): action_title(choice.action, view, "en")
        for view in views
        for choice in view.choices
        if choice.action.startswith("place ")
    }
    assert set(warned) >= {"", "coins 2", "points 3"}
    for bonus, said in (("coins 2", "2 coins"), ("points 3", "3 points"), ("person 3", "level 1 to 3")):
        if bonus in warned:
            assert re.search(f"⚠ .*lost: .*{said} and defence 2 .SM-27", warned[bonus])
    assert "SM-27" not in warned[""]


@pytest.mark.parametrize(
    ("event", "german"),
    [
        (
            Event("merchants", 0, "SM-44", 0, 7, (26,)),
            "Anke: Händler auf c4, 7 Münzen für 7 Kisten ringsum",
        ),
        (
            Event("priests", 1, "SM-42", 1, 0, (26,)),
            "Bernd: Priester auf c4, 1 Punkt für 1 Kirche ringsum",
        ),
        (
            Event("jugglers", 0, "SM-45", 6, 0, (9,)),
            "Anke: Gaukler auf b2, 6 Punkte für 3 Personenarten ringsum",
        ),
        (
            Event("lost cannon", 2, "SM-53", 0, 0, (2, 6, 3)),
            "Chiara verliert eine Kanone, am Ende −5 Punkte: Verteidigungsstärke 3 gegen Stärke 6",
        ),
        (Event("cannons", 0, "SM-61", -10, 0, (2,)), "Anke: −10 Punkte, 2 Kanonen verloren"),
        (Event("turned dice", 0, "SM-21", 0, -4, (1, 2)), "Anke dreht 2 Würfel auf Kiste für 4 Münzen"),
        (Event("full city", 0, "SM-61", 0), ""),
    ],
)
def test_the_log_gives_reasons(event, german):
    assert sentence(event, NAMES, "de") == german


def test_prompts_speak_to_the_viewer_and_of_the_others(views):
    view = next(view for view in views if view.phase == "keep dice")
    assert prompt(view, "de", NAMES).startswith("Antippen, was bleibt")
    other = GAME.view(played_states(GAME, 3, seed=4)[1], 2)
    assert prompt(other, "de", NAMES) == "Anke würfelt"

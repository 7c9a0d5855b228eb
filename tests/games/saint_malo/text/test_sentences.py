"""What only Saint Malo says: titles, prompts and the log."""

import re

import pytest

from citywright.engine.state import Event
from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.rules.material import PERSON_NAMES
from citywright.games.saint_malo.text import action_title, prompt, sentence
from citywright.games.saint_malo.text.prompts import lost_bonus, title
from citywright.pictures import played_states
from citywright.text import LANGUAGES

NAMES = ("Anke", "Bernd", "Chiara")


@pytest.fixture(scope="module")
def views():
    states = played_states(GAME, 3, seed=4)
    return [GAME.view(state, state.actor()) for state in states if state.actor() >= 0]


def test_sm_27_a_title_says_first_what_is_lost_with_a_side(views):
    """A small page shows no more than the beginning; whatever is drawn there, a person as well."""
    said = {"coins 2": "2 coins", "points 3": "3 points", "person 3": "a person"}
    warned = set()
    for view in views:
        for choice in view.choices:
            if choice.action.startswith("place "):
                bonus = lost_bonus(choice.action, view)
                words = action_title(choice.action, view, "en")
                lost = f"⚠ Side lost for ever: defence 2 and {said[bonus]}. " if bonus else ""
                assert words.startswith(lost)
                assert ("⚠" in words, "SM-27" in words) == (bool(bonus), bool(bonus))
                warned.add((bonus, view.placing in PERSON_NAMES))
    assert warned >= {
        (bonus, is_person) for bonus in ("", "coins 2", "points 3") for is_person in (False, True)
    }


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lost", ["coins 2", "points 3", "person 3"])
def test_a_warning_fits_into_three_lines_of_a_phone(lost, lang):
    """It is a sentence of its own: a page that has no room for all of them leaves out what comes after it."""
    words = title("place g4", 1, 0, "citizen", 0, lost, lang)
    loss, *rest = re.split(r"(?<=[^\d]\.) ", words)
    assert loss.startswith("⚠")
    assert len(loss) <= 54
    assert len(rest) == 1


def test_sm_21_turning_is_spoken_of_only_to_those_who_can_turn_a_die(views):
    seen = set()
    for view in views:
        if view.phase == "use dice":
            turned = any(
                int(choice.action.split()[2]) > view.dice.count(choice.action.split()[1])
                for choice in view.choices
                if choice.action.startswith("use ")
            )
            coins = view.cities["ABC".index(view.seat)].coins
            assert ("(turning a die: 2 coins)" in prompt(view, "en", NAMES)) == turned
            assert ("je 2 Münzen" in prompt(view, "de", NAMES)) == turned
            assert coins >= 2 or not turned
            seen.add(turned)
    assert seen == {True, False}


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

"""Die Mauerbauer in words: prompts, titles and log lines as players say them."""

from __future__ import annotations

import pytest

from citywright.engine.state import CHANCE, Event
from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.rules.material import (
    END_REASONS,
    HOUSE_COLOURS,
    KIND_NAMES,
    KIND_SOURCES,
    TOWER_COLOURS,
)
from citywright.games.mauerbauer.text.log import sentence
from citywright.games.mauerbauer.text.names import (
    card_effect,
    card_name,
    end_reason,
    piece_name,
    region_name,
    source_name,
)
from citywright.games.mauerbauer.text.prompts import action_title, prompt
from citywright.text import LANGUAGES
from tests.games.mauerbauer.table import TRIANGLE, Table

NAMES = ("Anke", "Bernd")


def prompt_of(table: Table, lang: str, seat: int = 0) -> str:
    return prompt(GAME.view(table.state, seat), lang, NAMES)


def test_prompts_of_a_turn() -> None:
    table = Table()
    assert prompt_of(table, "de") == "Baue eine Mauer auf eine freie Mauerlinie"
    assert prompt_of(table, "de", 1) == "Anke baut eine Mauer"
    table.play("wall c4 d4", "dice red ? grey")
    assert prompt_of(table, "de") == "Setze den gewürfelten grauen Turm an ein Ende deiner Mauer"
    table.play("tower c4 grey")
    assert prompt_of(table, "en") == "Choose the colour of the tower at the other end"


def test_mb_14_a_used_up_tower_colour_is_told() -> None:
    table = Table()
    table.play("wall c4 d4", "dice red ? grey")
    table.state.land.towers &= ~0xFF00
    assert prompt_of(table, "de") == "Grau ist aufgebraucht: Setze einen Turm in anderer Farbe"
    assert prompt_of(table, "en") == "Grey is used up: build a tower of any other colour"


def last_red_house(rules_version: int = GAME.rules_version) -> Table:
    """Both dice show red, one red house is left, and a wall with two sides awaits its first house."""
    table = Table(rules_version=rules_version)
    table.play("wall c4 d4", "dice red red grey", "tower c4 grey", "tower d4 grey")
    table.state.land.houses -= 11
    return table


def test_mb_16_the_last_house_that_may_go_to_either_side_is_told() -> None:
    table = last_red_house()
    assert prompt_of(table, "en") == "The last red house may go to either side: what comes here?"
    assert prompt_of(table, "de") == "Das letzte rote Haus darf auf jede Seite: Was kommt hierher?"
    table.state.apply(GAME.parse_action(table.options()[2]))
    assert prompt_of(table, "en") == "Build the house on the other side of your wall"
    assert prompt_of(last_red_house(rules_version=1), "en") == "Build a house beside your wall"
    table = last_red_house()
    table.state.land.houses += 1
    assert prompt_of(table, "en") == "Build a house beside your wall"


def test_mb_42_whoever_chose_no_city_and_holds_only_cards_that_need_one_is_told() -> None:
    table = Table(hands=("size1 size2 size3 size7 city-white city-grey",))
    table.state.land.walls = 1
    for words in ("wall c4 d4", "dice red red white", "tower c4 white", "tower d4 white"):
        table.state.apply(GAME.parse_action(words))
    while table.phase != "play last card":
        table.state.apply(table.state.legal_actions()[0])
    assert table.options() == ["stop"]
    assert prompt_of(table, "en") == "Your cards all need a city: tap No more cards"
    assert prompt_of(table, "de") == "Alle deine Karten brauchen eine Stadt: Tippe auf Keine mehr"
    assert prompt_of(table, "en", 1) == "Anke plays the last cards"


def test_titles_say_what_happens_and_end_with_the_rule() -> None:
    table = Table(2, hands=("size1 city-red outside-walls",))
    table.walls(*TRIANGLE[:2])
    table.wall(TRIANGLE[2])
    view = GAME.view(table.state, 0)
    assert action_title("play size1", view, "de") == (
        "„Stadt mit 1 Feld“ spielen: +6 Punkte. 6 Punkte, wenn die Stadt genau 1 Feld hat (MB-70)"
    )
    assert action_title("discard city-red", view, "de") == (
        "„Rot in der Stadt“ abwerfen und danach 2 Karten nachziehen (MB-31). "
        "3 Punkte für jeden roten Palast der Stadt, 1 für jedes rote Haus (MB-74)"
    )
    table.play("play size1")
    view = GAME.view(table.state, 0)
    assert action_title("stop", view, "en") == "Play no second card (MB-30)"
    assert action_title("stop", view, "de") == "Keine zweite Karte spielen (MB-30)"
    assert action_title("done", view, "de") == "Keine Karten mehr tauschen (MB-34)"
    assert action_title("house c4 green", view, "de") == "Grünes Haus neben deiner Mauer, bei c4 (MB-15)"


def test_no_title_of_an_action_is_an_order_in_german() -> None:
    """The English imperative names an action; in German the infinitive does."""
    table = Table(2, hands=("size1 city-red outside-walls",))
    orders = ("Spiele", "Tausche", "Wirf", "Lass", "Verbinde", "Wähle", "Baue", "Setze")
    said = set()
    for _ in range(400):
        if table.phase == "over":
            break
        view = GAME.view(table.state, max(table.state.actor(), 0))
        said |= {action_title(choice.action, view, "de") for choice in view.choices}
        table.first()
    assert len(said) > 50
    assert not [words for words in said if words.startswith(orders)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rows_of_the_score_sheet_are_named_like_their_cards(lang: str) -> None:
    """Every word of a row is on one of its cards, and where a family is one card it is the card's name."""
    families: dict[str, list[str]] = {}
    for kind, source in zip(KIND_NAMES, KIND_SOURCES, strict=True):
        families.setdefault(source, []).append(card_name(kind, lang))
    rows = {source: source_name(source, lang) for source in families}
    assert len(set(rows.values())) == len(rows)
    for source, names in families.items():
        if len(names) == 1:
            assert rows[source] == names[0]
        printed = {word.strip(",").lower() for name in names for word in name.split(" ")}
        joining = {"…", "or", "oder"}
        assert {word.strip(",").lower() for word in rows[source].split(" ")} <= printed | joining


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_is_explained(lang: str) -> None:
    effects = [card_effect(kind, lang) for kind in KIND_NAMES]
    assert len(set(effects)) == len(KIND_NAMES)
    names = [piece_name(kind, lang) for kind in [*KIND_NAMES, *HOUSE_COLOURS, *TOWER_COLOURS, "?", "wall"]]
    assert len(set(names)) == len(names)


def test_log_of_a_city_closed_and_joined() -> None:
    table = Table()
    table.walls(*TRIANGLE, "c5 d5", houses="red blue")
    events = table.wall("d4 d5", "red blue") + table.play("join 1")
    lines = [sentence(event, NAMES, "de") for event in events]
    assert "Anke schließt Stadt 2 mit 1 Feld" in lines
    assert "Anke verbindet die neue Stadt mit Stadt 1" in lines
    assert "1 Mauer zwischen den Städten geht zurück in den Vorrat" in lines
    assert "Zwei Häuser werden ein Palast: blauer Palast" in lines
    assert "Anke baut ein rotes Haus" in lines


def test_mb_15_the_log_names_the_place_of_a_house() -> None:
    house = Event("house", 0, "MB-15", 0, 0, (17, HOUSE_COLOURS.index("red")))
    german = "Anke baut ein rotes Haus (bei c4)"
    assert sentence(house, NAMES, "de", "house c4 red") == german
    assert sentence(house, NAMES, "en", "house c4 red") == "Anke builds a red house (near c4)"


def test_log_of_cards() -> None:
    size1 = KIND_NAMES.index("size1")
    scored = Event(KIND_SOURCES[size1], 1, "MB-70", 6, 0, (size1, 3))
    assert sentence(scored, NAMES, "de") == "Bernd spielt „Stadt mit 1 Feld“: 6 Punkte"
    assert sentence(scored._replace(points=0), NAMES, "en") == "Bernd plays “City of 1 field” for nothing"
    assert sentence(Event("draw", 0, "MB-5", 0, 0, (3, 0)), NAMES, "en") == "", "dealing is not worth a line"
    assert sentence(Event("draw", 0, "MB-32", 0, 0, (0, 0)), NAMES, "de") == "Anke zieht eine Karte nach"
    assert sentence(Event("new pile", CHANCE, "MB-33", 0, 0, (41, 0)), NAMES, "en").endswith("of 41 cards")


def test_ends_are_told_with_their_rule() -> None:
    for number, reason in enumerate(END_REASONS[1:], 1):
        line = sentence(Event("last turn", 0, "MB-40", 0, 0, (number, 0)), NAMES, "de")
        assert line == f"{end_reason(reason, 'de')} Das Spiel endet mit diesem Zug"


def test_regions_of_other_maps_keep_their_names() -> None:
    assert region_name(0, "West", "de") == "Region I, Westen"
    assert region_name(2, "Elbe & Saale", "de") == "Region III, Elbe & Saale"

"""What the short pages must tell, where worked examples stand, and that things have names and no codes."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from citywright.catalogue import games
from citywright.games.mauerbauer.rules.material import KIND_NAMES
from citywright.text import LANGUAGES

# What a printed page of short rules tells, as patterns: game -> fact -> English, German.
FACTS: dict[str, dict[str, tuple[str, str]]] = {
    "saint-malo": {
        "who begins": ("youngest player begins", "am jüngsten ist, beginnt"),
        "the order": ("clockwise", "im Uhrzeigersinn"),
        "kept dice": ("die you kept may be rolled again", "Behaltene Würfel dürfen wieder geworfen werden"),
        "turning dice": ("turned for 2 coins, swords never", "für 2 Münzen gedreht, Säbel nie"),
        "one thing": ("for one thing", "für eine einzige Sache"),
        "passing": ("Or pass", "Oder passe"),
        "only empty spaces": ("into empty spaces only", "nur in freie Felder"),
        "inner spaces": ("Inner spaces take no walls", "Innenfelder nehmen keine Mauern"),
        "sides destroyed": ("destroys the side", "zerstört die Seite"),
        "crates": ("need not touch earlier crates", "frühere Kisten müssen sie nicht berühren"),
        "churches": ("churches need not stand side by side", "Kirchen müssen nicht nebeneinander stehen"),
        "houses connect": ("connected edge to edge, at least one", "senkrecht verbunden, mindestens eines"),
        "the architect": (
            "touches this architect, also at a corner",
            "berührt diesen Baumeister, auch schräg",
        ),
        "older houses": ("need not touch earlier houses", "frühere Häuser müssen sie nicht berühren"),
        "pirates' rows": ("4, 6, 8 or 10 boxes", "4, 6, 8 oder 10 Kästchen"),
        "pirates' strength": ("strengths 1, 3, 6, 8, 10 and 12", "Stärken 1, 3, 6, 8, 10 und 12"),
        "defence": ("defence 2 for ever", "für immer Verteidigungsstärke 2"),
        "series": ("1, 4, 8, 13 or 20", "1, 4, 8, 13 oder 20"),
        "tie": ("tied, the one with more empty spaces", "bei Gleichstand mit mehr freien Feldern"),
    },
    "mauerbauer": {
        "cards at the beginning": ("6 secret cards", "6 geheime Handkarten"),
        "who begins": ("drawn by lot", "wird ausgelost"),
        "both towers": ("must place both", "Beide musst du setzen"),
        "the rim": ("rim there is only one field", "Am Rand gibt es nur ein Feld"),
        "used up": ("used up is replaced by any other", "aufgebraucht ist, ersetzt eine beliebige andere"),
        "palaces": ("while there are palaces", "solange es davon welche gibt"),
        "joining": ("with one neighbour, never with two", "mit einer Nachbarstadt verbinden, nie mit zweien"),
        "all tied for last": ("tied for last all of them may", "gleichauf ganz hinten, dürfen es alle"),
        "a new pile": ("shuffled into a new one", "zu einem neuen gemischt"),
        "outside": ("not part of any closed city", "zu keiner geschlossenen Stadt gehört"),
        "last cards": ("1 or 2 last cards", "1 oder 2 letzte Karten"),
        "tie": ("tied, the one with more cards in hand", "bei Gleichstand mit mehr Handkarten"),
    },
    "milestones": {
        "start tiles": ("takes two open start tiles", "nimmt jeder zwei offene Startplättchen"),
        "the ring": (
            "trading house, building office, mill, castle",
            "Handelshaus, Bauamt, Mühle, Burg",
        ),
        "what is a must": ("castle demands you must do", "Burg fordert, musst du tun"),
        "branches": ("branch only at markets", "verzweigen sich nur an Marktplätzen"),
        "free numbers": ("without milestone and market", "ohne Meilenstein und Marktplatz"),
        "bonus and house": (
            "if you build a house on the plot you must",
            "baust du ein Haus hinein, musst du",
        ),
        "bonus and goods": ("never brings goods", "Güter bringt es nie"),
        "the end": ("67, 59 or 51", "67, 59 oder 51"),
        "majorities": ("5 points; shared, 2 each", "5 Punkte; geteilt je 2"),
        "tie": ("tied, the one with more goods left", "bei Gleichstand mit mehr Gütern"),
    },
}
# The rule that each worked example stands behind.
EXAMPLES = {
    "saint-malo": "SM-X5 SM-21, SM-X7 SM-43, SM-X2 SM-44, SM-X3 SM-45, SM-X4 SM-52, SM-X6 SM-53, SM-X1 SM-62",
    "mauerbauer": "MB-X3 MB-22, MB-X4 MB-24, MB-X1 MB-75, MB-X2 MB-90",
    "milestones": "MS-X1 MS-20, MS-X5 MS-21, MS-X2 MS-42, MS-X6 MS-43, MS-X3 MS-61, MS-X4 MS-82",
}
LIST = re.compile(r"^- \*\*([A-Z]{2}-X?\d+)\*\*", re.MULTILINE)
every_game = pytest.mark.parametrize("game_id", FACTS)
every_language = pytest.mark.parametrize("lang", LANGUAGES)


@every_game
@every_language
def test_the_short_page_tells_all_that_is_needed_at_the_table(game_id: str, lang: str) -> None:
    page = games()[game_id].short_rules(lang)
    missing = [fact for fact, words in FACTS[game_id].items() if words[LANGUAGES.index(lang)] not in page]
    assert not missing


@every_game
@every_language
def test_worked_examples_stand_at_their_rules(game_id: str, lang: str) -> None:
    rules = LIST.findall(games()[game_id].rules(lang))
    found = [f"{rule} {before}" for before, rule in pairwise(rules) if "-X" in rule]
    assert ", ".join(found) == EXAMPLES[game_id]


@every_game
@every_language
def test_the_reference_begins_with_one_short_note(game_id: str, lang: str) -> None:
    """What the words of the text mean, then how places are called, then rules."""
    title, *notes = games()[game_id].rules(lang).partition("\n## ")[0].strip().split("\n\n")
    assert title.startswith("# ")
    assert len(notes) == 2
    assert len(notes[0].split()) < 90


@every_game
@every_language
def test_cards_and_tiles_are_called_by_their_names(game_id: str, lang: str) -> None:
    game = games()[game_id]
    pages = game.rules(lang) + game.short_rules(lang) + game.teaching_page(lang)
    codes = [kind for kind in KIND_NAMES if "-" in kind or kind[-1].isdigit()]
    assert len(codes) > 20
    assert not [code for code in codes if code in pages]
    assert "`" not in pages

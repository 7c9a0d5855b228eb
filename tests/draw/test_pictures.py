"""What every drawn game keeps: actions, ids, bytes and secrets, over whole recorded games and all viewers."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import msgspec
import pytest

from citywright.draw.panel import MAIN, TRAY, Panel, offers_by_place
from citywright.draw.symbols import definitions, symbols_in
from citywright.draw.theme import DARK, THEMES, css
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE
from citywright.engine.view import View
from citywright.match.match import Match
from citywright.pictures import clear_caches, measure_pictures, panels_of, picture_of, png_of
from citywright.text import LANGUAGES, Words
from tests.draw.conftest import DRAWN, GAMES_AND_RECORDS, RECORD_IDS, positions, recorded, viewers

every_record = pytest.mark.parametrize(("game", "path"), GAMES_AND_RECORDS, ids=RECORD_IDS)
every_game = pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.id)
RULE = re.compile(r"\b[A-Z]{2}-X?\d+\b")
FONTS = [Path(name) for name in ("/usr/share/fonts/truetype", "/System/Library/Fonts", "C:/Windows/Fonts")]


class Read(NamedTuple):
    """What is in a part."""

    ids: tuple[str, ...]
    actions: tuple[str, ...]
    titles: tuple[str, ...]  # of what may be clicked
    reasons: tuple[str, ...]
    texts: tuple[str, ...]  # all that people read or hear


@cache
def read(svg: str) -> Read:
    """A part, parsed: fails if it is not well-formed."""
    elements = list(ET.fromstring(svg).iter())
    can = [element for element in elements if element.get("data-action") is not None]
    for element in can:
        assert element.get("role") == "button"
        assert element.get("tabindex") == "0"
        assert element.get("aria-label")
        assert [child for child in element if child.tag == "title"]
        assert element.get("id")
    texts = [element.text or "" for element in elements if element.tag in ("text", "title")]
    texts += [
        value for element in elements for key in ("aria-label", "data-why") if (value := element.get(key))
    ]
    return Read(
        tuple(key for element in elements if (key := element.get("id"))),
        tuple(element.get("data-action", "") for element in can),
        tuple(element.get("aria-label", "") for element in can),
        tuple(value for element in elements if (value := element.get("data-why"))),
        tuple(texts),
    )


def check(panels: list[Panel], view: View) -> None:
    """Every choice on exactly one element and nothing else; ids unique and named after their panel."""
    ids = [panel.id for panel in panels]
    actions: list[str] = []
    for panel in panels:
        for part in panel.parts:
            told = read(part.svg)
            assert told.ids[0] == part.id
            assert all(key.startswith(panel.id + "-") for key in told.ids)
            ids += told.ids
            actions += told.actions
        actions += [offer.action for offer in offers_by_place(panel).values() if offer.action]
    assert len(set(ids)) == len(ids), [key for key, count in Counter(ids).items() if count > 1]
    assert Counter(actions) == Counter(choice.action for choice in view.choices)
    assert [panel.role for panel in panels].count(MAIN) == 1
    assert [panel.role for panel in panels].count(TRAY) == 1


@every_record
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_choice_is_on_exactly_one_element_for_every_viewer(game: Game, path: Path, lang: str) -> None:
    seats = recorded(path).seats
    shapes: dict[int, list[tuple[str, str, int, int]]] = {}
    step = 2 if lang == LANGUAGES[0] else 9  # what may be clicked does not depend on the language
    for number, state in enumerate(islice(positions(game, path), 0, None, step)):
        few = {CHANCE, max(state.actor(), 0)}  # whose turn it is, and a spectator; the others now and then
        for viewer in viewers(seats) if number % 5 == 0 else sorted(few):
            view = game.view(state, viewer)
            panels = panels_of(view, lang)
            check(panels, view)
            shape = [(panel.id, panel.role, panel.width, panel.height) for panel in panels]
            assert shapes.setdefault(viewer, shape) == shape, "panels stay where they are"


@every_record
def test_equal_views_give_equal_bytes(game: Game, path: Path) -> None:
    for number, state in enumerate(positions(game, path)):
        if number % 40 == 0:
            view = game.view(state, 0)
            again = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
            assert again == view
            before = panels_of(view, "de", ("Anke", "Bernd"))
            clear_caches(game)
            assert panels_of(again, "de", ("Anke", "Bernd")) == before


@every_record
def test_a_picture_tells_no_more_than_the_seat_knows(game: Game, path: Path) -> None:
    """What others may hold instead of what they hold changes no byte."""
    rng = Rng(7)
    for number, state in enumerate(positions(game, path)):
        if number % 25 == 0:
            for viewer in viewers(state.seats()):
                imagined = state.observe(viewer).imagine(rng)
                assert panels_of(game.view(imagined, viewer)) == panels_of(game.view(state, viewer))


@every_record
def test_titles_and_reasons_name_rules_that_exist(game: Game, path: Path) -> None:
    known = set(re.findall(r"^- \*\*([A-Z]{2}-X?\d+)\*\*", game.rules("en"), re.MULTILINE))
    seen: set[str] = set()
    for state in positions(game, path):
        if state.actor() >= 0:
            for panel in panels_of(game.view(state, state.actor())):
                for part in panel.parts:
                    seen |= {*read(part.svg).titles, *read(part.svg).reasons}
                seen |= {offer.title for offer in panel.offers}
    assert seen
    for said in seen:
        assert RULE.findall(said), said
        assert set(RULE.findall(said)) <= known, said


@every_record
def test_every_string_of_a_picture_is_translated(
    game: Game, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that people read is the same in English and German, but names and single letters."""
    names = ("Ärmelkanal", "Brétagne", "Çedille", "Dörfler", "Ëxter")
    missing: set[str] = set()
    plain, plural = Words.__call__, Words.plural

    def strict(self: Words, words: str, **fields: object) -> str:
        if self.lang != "en" and words not in self._one:
            missing.add(words)
        return plain(self, words, **fields)

    def strict_plural(self: Words, one: str, several: str, n: int, **fields: object) -> str:
        if self.lang != "en" and one not in self._several:
            missing.add(one)
        return plural(self, one, several, n, **fields)

    monkeypatch.setattr(Words, "__call__", strict)
    monkeypatch.setattr(Words, "plural", strict_plural)
    clear_caches(game)
    found: dict[str, set[str]] = {lang: set() for lang in LANGUAGES}
    for number, state in enumerate(positions(game, path)):
        if number % 7 == 0 or state.actor() < 0:
            view = game.view(state, max(state.actor(), 0))
            for lang in LANGUAGES:
                for panel in panels_of(view, lang, names):
                    found[lang].add(panel.label)
                    for part in panel.parts:
                        found[lang] |= set(
                            read(f"<g>{definitions(symbols_in(part.svg))}{part.svg}</g>").texts
                        )
                    found[lang] |= {offer.title for offer in panel.offers}
    clear_caches(game)
    assert not missing
    same = {said for said in found["en"] & found["de"] if re.search(r"[^\W\d_]{2}", said)}
    assert {said for said in same if not any(name in said for name in names)} == set()


@every_game
def test_pictures_stand_alone_in_every_theme_and_as_png(game: Game) -> None:
    match = Match(game, game.max_seats, start=0)
    for theme in THEMES:
        svg = picture_of(match.view(0), "de", theme, match.names)
        ET.fromstring(svg)
        png = png_of(svg, 360)
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(png[16:20], "big") == 360
    assert picture_of(match.view(0), theme=DARK) != picture_of(match.view(0))


@pytest.mark.skipif(not any(map(Path.is_dir, FONTS)), reason="this machine has no fonts for a PNG")
def test_letters_are_drawn_in_a_png() -> None:
    """Whichever of the usual fonts there are: a picture without its numbers would tell nothing."""
    blank = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><style>{}</style>{}</svg>'
    for cls in ("t", "t sans"):
        letters = f'<text class="{cls}" x="45" y="22" font-size="20">Anke 7</text>'
        assert png_of(blank.format(css(), letters), 90) != png_of(blank.format(css(), ""), 90)


@every_game
def test_notebooks_show_matches_and_views(game: Game) -> None:
    match = Match(game, game.min_seats, start=0, names=("<Anke>",))
    assert "&lt;Anke&gt;" in match._repr_svg_()
    ET.fromstring(match._repr_svg_())
    ET.fromstring(match.view(0)._repr_svg_())


@every_game
def test_drawing_is_quick(game: Game) -> None:
    """A loose bound for machines that do other things as well; `citywright bench` gives the figures."""
    figures = measure_pictures(game)
    assert figures["cold_ms"] < 60
    assert figures["change_ms"] < 5
    assert figures["change_kb"] < 60

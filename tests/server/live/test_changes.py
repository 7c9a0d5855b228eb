"""Frames: what has changed and no more. Pages that follow them look like a page that is drawn anew."""

from __future__ import annotations

import random
import re
from collections import Counter
from html import unescape

import msgspec
import pytest

from citywright.catalogue import find_game
from citywright.draw.facts import Fact
from citywright.draw.panel import PLACE, Offer, Panel, Part, filled
from citywright.draw.symbols import definition, definitions, drawn_once, symbols_in
from citywright.engine.state import CHANCE
from citywright.server.live.changes import Change, Put, Sent, panel_change, without_titles
from citywright.server.live.facts_shown import FactsShown, with_all_inside
from citywright.server.live.seat_page import SeatPage
from citywright.server.load.redraw import sample_table
from citywright.text import LANGUAGES
from tests.server.players_at_tables import GAMES

_decoder = msgspec.json.Decoder(Change)


class Reader:
    """A page that knows only its frames: the elements, and the parts of every panel in their order."""

    def __init__(self) -> None:
        self.elements: dict[str, str] = {}
        self.parts: dict[str, dict[str, str]] = {}
        self.sent: list[str] = []
        self.symbols: set[str] = set()
        self.offers: dict[str, dict[str, str]] = {}  # panel -> place -> action, or why there is none

    def read(self, frame: bytes) -> None:
        change = _decoder.decode(frame)
        if change.fresh:
            self.sent.clear()
        looks = {}
        self.symbols |= {re.findall('id="([^"]+)"', symbol)[0] for symbol in change.symbols}
        for id_, look in change.set.items():
            if isinstance(look, str):
                self.sent.append(look)
            looks[id_] = with_titles(look if isinstance(look, str) else self.sent[look])
        for parts in self.parts.values():
            for id_ in change.drop:
                parts.pop(id_, None)
        for put in change.put:
            self._put(put, looks)
        for id_, html in looks.items():
            owner = next((parts for parts in self.parts.values() if id_ in parts), self.elements)
            owner[id_] = html
            for panel, parts in panels_in(html) if "<svg xmlns=" in html else ():
                self.offers[panel] = offered_in("".join(parts.values()))
                self.parts[panel] = {part: without_offers(svg) for part, svg in parts.items()}
        for panel, offers in change.offers.items():
            places = re.findall('data-place="([^"]*)"', "".join(self.parts[panel].values()))
            self.offers[panel] = offered_at(places, offers)
        assert self.symbols.issuperset(key for look in looks.values() for key in symbols_in(look))
        for id_ in [*self.elements]:  # what no element names any more is gone from the page
            if id_.startswith(("fact-", "told-")) and not self._is_named(id_):
                del self.elements[id_]

    def _is_named(self, id_: str) -> bool:
        return any(f' id="{id_}" data-stays>' in html for html in self.elements.values())

    def _put(self, put: Put, looks: dict[str, str]) -> None:
        kept = self.parts[put.panel]
        order = list(kept)
        place = order.index(put.before) if put.before else len(order)
        for id_ in put.parts:
            assert id_ not in kept
            order.insert(place, id_)
            place += 1
        self.parts[put.panel] = {id_: kept.get(id_) or looks[id_] for id_ in order}


def with_titles(html: str) -> str:
    """An element as a page shows it: a title that was sent empty says what the name before it says."""
    return re.sub(r'(aria-label="([^"]*)">)<title/>', r"\1<title>\2</title>", html)


def offered_at(places: list[str], offers: tuple[Offer, ...]) -> dict[str, str]:
    return {
        places[number]: filled(offer.action or offer.title, places[number])
        for offer in offers
        for number in offer.places
    }


def offered_in(svg: str) -> dict[str, str]:
    """What may be done at the places of a drawing, or why not."""
    said_at_place = r'<g class="board-place[^"]*" data-(?:action|why)="([^"]*)"[^>]* data-place="([^"]*)"'
    drawn = re.findall(said_at_place, svg)
    return {place: unescape(said) for said, place in drawn}


def without_offers(svg: str) -> str:
    """A drawing as it is when nothing is offered."""
    place = r'<g class="board-place[^>]* data-place="([^"]*)">(<title>[^<]*</title>)?'
    svg = re.sub(place, rf'{PLACE}\1">', svg)
    letters = r'class="t-(?:gain|loss)" ([^>]* data-size="[^"]*") font-size="[^"]*">[^<]*</text>'
    return re.sub(letters, r'class="t-gain" \1></text>', svg)


def panels_in(html: str) -> list[tuple[str, dict[str, str]]]:
    """The panels of a role with their parts: the `<g>` elements directly inside each."""
    found = []
    for drawn in html.split('<svg xmlns="')[1:]:
        name = re.findall('id="([^"]+)"', drawn)[0]
        body = drawn[drawn.index(">") :]
        parts: dict[str, str] = {}
        depth = begin = 0
        for tag in re.finditer(r"<g[ >]|</g>", body):
            if tag[0] == "</g>":
                depth -= 1
                if depth == 0:
                    svg = body[begin : tag.end()]
                    parts[re.match(r'<g id="([^"]+)"', svg)[1]] = svg  # type: ignore[index]
            else:
                begin = tag.start() if depth == 0 else begin
                depth += 1
        found.append((name, parts))
    return found


@pytest.mark.parametrize("game_id", GAMES)
def test_pages_that_follow_the_frames_look_like_a_new_page(game_id: str) -> None:
    table = sample_table(find_game(game_id), with_bot=False)
    page = SeatPage(table, 0, "en")
    rng = random.Random(5)
    early, late = Reader(), Reader()
    early.read(page.whole())
    for number in range(400):
        if table.match.over:
            break
        if number == 60:
            late.read(page.whole())  # what was sent before is not known to this one
        table.match.play(table.match.actor, rng.choice(table.match.state.legal_actions()))
        frame = page.update()
        assert frame is not None
        for reader in [early] if number < 60 else [early, late]:
            reader.read(frame)
            shown = {panel.id: {part.id: part.svg for part in panel.parts} for panel in page._panels}
            assert reader.parts == shown
            assert [list(parts) for parts in reader.parts.values()] == [
                list(parts) for parts in shown.values()
            ]
            for panel in page._panels:
                places = re.findall('data-place="([^"]*)"', panel.body)
                assert reader.offers[panel.id] == offered_at(places, panel.offers)
            assert {**reader.elements, **page._elements} == reader.elements
            whole = page.whole_elements()
            for id_ in page._elements:
                assert with_all_inside(reader.elements[id_], reader.elements) == whole[id_]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_not_drawn_again_looks_as_if_it_were(game_id: str, lang: str) -> None:
    """A page that is kept up to date, and one that is drawn from nothing."""
    table = sample_table(find_game(game_id), with_bot=False, seed=3)
    pages = [SeatPage(table, seat, lang) for seat in (CHANCE, 0, 1)]
    rng = random.Random(8)
    while not table.match.over and table.match.ply < 700:
        table.match.play(table.match.actor, rng.choice(table.match.state.legal_actions()))
        if table.match.can_undo(table.match.actor) and rng.random() < 0.1:
            table.match.undo(table.match.actor)
            table.epoch += 1
            table._matches_seen.clear()
        for page in pages:
            page.update()
            if rng.random() < 0.3:
                new = SeatPage(table, page.seat, lang)
                assert page._panels == new._panels
                assert page._elements == new._elements
                assert page.recent_log() == new.recent_log()


def panel(*parts: str) -> Panel:
    return Panel("main", "main", "A board", 1, 1, tuple(Part(part[0], part) for part in parts))


def test_parts_that_come_and_go_are_sent_alone() -> None:
    same = panel_change(panel("a", "b"), panel("a", "b2"))
    assert same == ({"b": "b2"}, [], [])
    some = panel_change(panel("a", "b", "c", "d"), panel("x", "a", "y", "z", "d", "w"))
    assert some == (
        {"x": "x", "y": "y", "z": "z", "w": "w"},
        ["b", "c"],
        [Put("main", "a", ["x"]), Put("main", "d", ["y", "z"]), Put("main", "", ["w"])],
    )
    assert panel_change(panel("a", "b"), panel("b", "a")) is None  # another order: drawn anew
    assert panel_change(panel("a"), panel("a")._replace(width=2)) is None


def test_what_is_sent_of_a_panel_makes_the_new_one_of_the_old() -> None:
    rng = random.Random(3)
    looks = {(key, look): Part(key, f"{key}{look}") for key in "abcdefghij" for look in range(2)}
    seen: Counter[str] = Counter()
    for _ in range(3000):
        old, new = (
            [looks[key, rng.randrange(2)] for key in "abcdefghij" if rng.random() < share]
            for share in (0.7, rng.choice((0.7, 1.0)))
        )
        if rng.random() < 0.1:
            rng.shuffle(new)
        change = panel_change(panel()._replace(parts=tuple(old)), panel()._replace(parts=tuple(new)))
        order = [part.id for part in new]
        if change is None:
            assert order != sorted(order)
            seen["another order"] += 1
            continue
        made = {part.id: part.svg for part in old if part.id not in change.drop}
        for _, before, arriving in change.put:
            keys = list(made)
            place = keys.index(before) if before else len(keys)
            made = {key: made.get(key, "") for key in [*keys[:place], *arriving, *keys[place:]]}
        made |= change.parts
        assert list(made.items()) == [(part.id, part.svg) for part in new]
        seen["sent in part"] += len(change.parts) < len(new)
    assert seen["another order"] > 100
    assert seen["sent in part"] > 1000


def change_with(sent: Sent, **elements: str) -> Change:
    """The change as a page reads it."""
    change = Change((0, 0))
    sent.fill(change, elements)
    return _decoder.decode(msgspec.json.encode(change))


def test_what_was_sent_before_is_named_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = Sent()
    first = change_with(sent, p="one", q="two")
    assert (first.fresh, first.set) == (True, {"p": "one", "q": "two"})
    second = change_with(sent, r="two", p="three", q="one")
    assert (second.fresh, second.set) == (False, {"r": 1, "p": "three", "q": 0})
    sent.forget()
    third = change_with(sent, r="two")
    assert (third.fresh, third.set) == (True, {"r": "two"})
    monkeypatch.setattr("citywright.server.live.changes.MOST_KEPT", 10)
    assert change_with(sent, p="x" * 20).set == {"p": "x" * 20}
    anew = change_with(sent, p="x" * 20)  # too much to keep: begun anew
    assert (anew.fresh, anew.set) == (True, {"p": "x" * 20})


def test_a_symbol_is_sent_before_its_first_use() -> None:
    drawn = drawn_once(lambda colour: f"<path d='{colour * 50}'/>")
    town = drawn_once(lambda: f"<g>{drawn('red')}{drawn('blue')}{drawn('red')}{'<path/>' * 20}</g>")
    sent = Sent()
    red = symbols_in(drawn("red"))
    assert change_with(sent, p=drawn("red")).symbols == [definition(*red)]
    both = change_with(sent, p=town())
    assert [symbol in both.symbols for symbol in map(definition, symbols_in(town()))] == [False, True, True]
    assert change_with(sent, q=town(), p=drawn("blue")).symbols == []
    assert definitions(symbols_in(town())).count("<g id=") == 3
    assert drawn_once(lambda: "<path/>")() == "<path/>"  # what is short is repeated as it is


def test_a_name_is_sent_once() -> None:
    said = '<g role="img" aria-label="a &quot;b&quot;"><title>a &quot;b&quot;</title><g/></g>'
    assert without_titles(said) == '<g role="img" aria-label="a &quot;b&quot;"><title/><g/></g>'
    assert with_titles(without_titles(said)) == said
    other = '<g aria-label="a"><title>b</title></g><g><title>c</title></g>'
    assert without_titles(other) == other


def test_of_facts_only_those_are_sent_that_changed() -> None:
    logs, coins, free = (Fact(key, "", "1", f"{key} (SM-1)") for key in ("logs", "coins", "free"))
    shown = FactsShown("0", "line", "list")
    first = dict(shown.change((logs, coins), "en"))
    assert [*first] == ["line", "list", "fact-0-logs", "told-0-logs", "fact-0-coins", "told-0-coins"]
    assert with_all_inside(first["list"], first).count(' class="words">') == 2
    assert dict(shown.change((logs, coins), "en")) == {}
    assert [*dict(shown.change((logs, coins._replace(value="2")), "en"))] == ["fact-0-coins", "told-0-coins"]
    other = dict(shown.change((free, logs), "en"))
    gone = {"fact-0-coins": "", "told-0-coins": ""}
    assert [*other] == ["line", "list", "fact-0-free", "told-0-free", *gone]
    assert other | gone == other
    assert [*dict(shown.change((coins, free), "en"))][2:4] == ["fact-0-coins", "told-0-coins"]
    assert dict(shown.change((), "en"))["line"] == '<span id="line" class="facts-line"></span>'

"""The checks of what stands around the rules: the catalogue entry, words, pictures and bots.

A game without words or pictures of its own passes their checks: there is nothing to check.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple
from xml.etree import ElementTree as ET

import msgspec

from citywright.bots import Budget
from citywright.bots.levels import LEVELS
from citywright.catalogue import entry_problems
from citywright.draw.panel import MAIN, TRAY, Panel, offers_by_place
from citywright.engine.game import Game, LayoutError, NotationError
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, State
from citywright.engine.view import View
from citywright.game_parts import drawing_of, is_drawn, text_of
from citywright.testing.checks import Check, played_match, some_positions
from citywright.text import LANGUAGES

NAMES = ("Anke", "Bernd", "Chiara", "David", "Eva", "Frieda", "Gustav", "Hanna")
NO_ACTIONS = ("", "?", "1 2 3", "no such action", "\N{SNOWMAN}", "x" * 500)
NO_LAYOUTS = ("", "this is no TOML", 'game = "some other game"')
NO_ENTRIES = (
    "unknown = 1",
    "unknown = 1979-05-27",
    "a." * 20_000 + "b = 1",
    "x = " + "9" * 5000,
    "x = " + "[" * 5000,
)
FEW = 6  # positions at which every bot decides
BUDGET = Budget(simulations=4)


def check_entry(game: Game, seats: int, seed: int) -> None:  # noqa: ARG001
    """The catalogue entry is sound; its readers refuse nonsense with the errors meant for it."""
    assert not entry_problems(game), "; ".join(entry_problems(game))
    assert game.min_seats <= seats <= game.max_seats
    assert tomllib.loads(game.default_layout.source).get("game") == game.id, "layout.toml names another game"
    own = game.default_layout.source
    for text in (*NO_LAYOUTS, *(f"{entry}\n{own}" for entry in NO_ENTRIES)):
        assert _refuses(LayoutError, game.parse_layout, text), f"the layout {text[:60]!r} is not refused"
    for words in NO_ACTIONS:
        assert _refuses(NotationError, game.parse_action, words), f"the action {words!r} is not refused"


def _refuses(error: type[Exception], reader: Callable[[str], object], text: str) -> bool:
    """Does the reader raise this error, and no other?"""
    try:
        reader(text)
    except error:
        return True
    return False


def check_rules_text(game: Game, seats: int, seed: int) -> None:
    """Every rule that an event names is in the written rules, where there are any, in each language."""
    named = {event.rule for ply in played_match(game, seats, seed).plies for event in ply.events}
    for lang in game.rules_languages():
        written = set(re.findall(r"^- \*\*([A-Z]+-X?\d+[a-z]?)\*\*", game.rules(lang), re.MULTILINE))
        assert named <= written, f"rules.{lang}.md lacks {', '.join(sorted(named - written))}"


# --- words ------------------------------------------------------------------------------


def check_words(game: Game, seats: int, seed: int) -> None:
    """Positions have a prompt, actions a title, ends and sources of points a name, in each language."""
    text = text_of(game)
    for lang in LANGUAGES:
        for state in some_positions(game, seats, seed):
            for seat in range(CHANCE, seats):
                view = game.view(state, seat)
                _check_said(text.prompt(view, lang, NAMES[:seats]), f"the prompt in {lang} at {view.phase!r}")
                _check_said(text.prompt(view, lang), f"the prompt in {lang} without names")
                for choice in view.choices:
                    _check_said(text.action_title(choice.action, view, lang), f"{choice.action!r} in {lang}")
        for source in game.score_sources:
            _check_said(text.source_name(source, lang), f"the source {source!r} in {lang}")
        for reason in game.end_reasons:
            _check_said(text.end_reason(reason, lang), f"the end {reason!r} in {lang}")


def check_log(game: Game, seats: int, seed: int) -> None:
    """Whatever brings points has a sentence in the log that names the seat and the points."""
    names = NAMES[:seats]
    for ply in played_match(game, seats, seed).plies:
        for event in ply.events:
            for lang in LANGUAGES:
                action = game.format_action(ply.code)
                line = text_of(game).sentence(event, names, lang, action)
                assert not re.search("[{}]", line), f"a field is not filled in: {line!r}"
                if event.points:
                    assert names[event.seat] in line, f"{event} is logged without its seat: {line!r}"
                    assert str(abs(event.points)) in line, f"{event} is logged without its points: {line!r}"


def _check_said(text: str, what: str) -> None:
    assert text, f"{what} is empty"
    assert not re.search("[{}]", text), f"{what} has a field that is not filled in: {text!r}"


# --- pictures ---------------------------------------------------------------------------


class _Read(NamedTuple):
    """What the SVG of a part holds."""

    ids: tuple[str, ...]
    actions: tuple[str, ...]


@lru_cache(4096)
def _read(svg: str) -> _Read:
    """A part, parsed; fails if it is not well-formed or an action cannot be reached by the keyboard."""
    elements = list(ET.fromstring(svg).iter())  # noqa: S314  the game under test made it
    with_action = [element for element in elements if element.get("data-action") is not None]
    for element in with_action:
        for attribute in ("id", "role", "tabindex", "aria-label"):
            assert element.get(attribute), f"{element.get('data-action')!r} has no {attribute}"
    return _Read(
        tuple(key for element in elements if (key := element.get("id"))),
        tuple(element.get("data-action", "") for element in with_action),
    )


def check_pictures(game: Game, seats: int, seed: int) -> None:
    """Every choice is on exactly one element, ids are unique, and panels keep their places through a game."""
    if not is_drawn(game):
        return
    shapes: dict[int, list[tuple[str, str, int, int]]] = {}
    for number, state in enumerate(some_positions(game, seats, seed)):
        lang = LANGUAGES[number % len(LANGUAGES)]
        for seat in range(CHANCE, seats):
            view = game.view(state, seat)
            panels = drawing_of(game).panels(view, lang, NAMES[:seats])
            _check_panels(panels, view)
            shape = [(panel.id, panel.role, panel.width, panel.height) for panel in panels]
            assert shapes.setdefault(seat, shape) == shape, "a panel came, went or changed its size"


def _check_panels(panels: list[Panel], view: View) -> None:
    ids = [panel.id for panel in panels]
    actions: list[str] = []
    for panel in panels:
        for part in panel.parts:
            content = _read(part.svg)
            assert content.ids[:1] == (part.id,), f"part {part.id} does not begin with its own id"
            strange = [key for key in content.ids if not key.startswith(panel.id + "-")]
            assert not strange, f"ids in panel {panel.id} that do not begin with its id: {strange}"
            ids += content.ids
            actions += content.actions
        named = [number for offer in panel.offers for number in offer.places]
        assert len(set(named)) == len(named), f"panel {panel.id} says two things of one place"
        actions += [offer.action for offer in offers_by_place(panel).values() if offer.action]
    twice = [key for key, count in Counter(ids).items() if count > 1]
    assert not twice, f"ids that are there twice: {twice}"
    drawn, offered = Counter(actions), Counter(choice.action for choice in view.choices)
    assert drawn == offered, (
        f"drawn but not offered: {drawn - offered}; offered, not drawn: {offered - drawn}"
    )
    roles = [panel.role for panel in panels]
    assert roles.count(MAIN) == 1, "there is one main panel"
    assert roles.count(TRAY) == 1, "there is one tray"


def check_pictures_follow_the_view(game: Game, seats: int, seed: int) -> None:
    """Equal views give equal bytes, and a picture does not tell what its seat cannot know."""
    if not is_drawn(game):
        return
    rng, panels = Rng(seed), drawing_of(game).panels
    for state in some_positions(game, seats, seed)[::5]:
        for seat in range(CHANCE, seats):
            view = game.view(state, seat)
            drawn = panels(view, LANGUAGES[0], NAMES[:seats])
            copy = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
            assert panels(copy, LANGUAGES[0], NAMES[:seats]) == drawn, "equal views, but other bytes"
            imagined = game.view(state.observe(seat).imagine(rng), seat)
            assert panels(imagined, LANGUAGES[0], NAMES[:seats]) == drawn, f"seat {seat} sees a secret"


# --- bots -------------------------------------------------------------------------------


def check_bots(game: Game, seats: int, seed: int) -> None:
    """Bots of every level decide for something legal, and are given no more than their seat can see."""
    awaited = [state for state in some_positions(game, seats, seed) if state.actor() >= 0]
    for kind in LEVELS:
        bot, rng = kind.make(game), Rng(seed)
        for state in awaited[:: 1 + len(awaited) // FEW]:
            _check_decision(
                game, state, bot.decide(state.observe(state.actor()), BUDGET, rng).code, kind.name
            )
        bot.close()


def _check_decision(game: Game, state: State, code: int, bot: str) -> None:
    assert code in state.legal_actions(), (
        f"{bot} decided for {game.format_action(code)!r}, which is not legal"
    )


CHECKS: list[Check] = [
    check_entry,
    check_rules_text,
    check_words,
    check_log,
    check_pictures,
    check_pictures_follow_the_view,
    check_bots,
]

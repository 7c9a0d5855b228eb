"""The pictures of Saint Malo: panels of parts, each drawn from the few things of a view it depends on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from citywright.draw.elements import gain_words
from citywright.draw.kept import Kept
from citywright.draw.panel import MAIN, OTHER, SIDE, TRAY, Offer, Panel, Part
from citywright.draw.standing import final_standing
from citywright.engine.view import Choice, View, seat_number
from citywright.games.saint_malo.drawing import city, pirates, tray
from citywright.games.saint_malo.drawing import city_plan as plan
from citywright.games.saint_malo.drawing.city import SPACES
from citywright.games.saint_malo.notation import SIDE_AT
from citywright.games.saint_malo.rules.material import FACE_NAMES, LEVELS, PERSON_NAMES
from citywright.games.saint_malo.text.names import words_of
from citywright.games.saint_malo.text.prompts import breaks_side, title, why_not
from citywright.games.saint_malo.view import CityView, Piece, PirateView, SaintMaloView
from citywright.text.phrases import player_name


def panels(view: View, lang: str, names: Sequence[str] = (), kept: Kept | None = None) -> list[Panel]:
    """The own city, the tray, the pirates and the other cities; a spectator's main city is seat A's."""
    assert isinstance(view, SaintMaloView)
    kept = kept or Kept()
    viewer = max(0, seat_number(view.seat))
    drawn = [_city(kept, view, viewer, lang, names), _tray_panel(view, lang, names)]
    defences = tuple([shown.defence for shown in view.cities])
    inputs = (view.pirates, defences, lang)
    drawn.append(kept.again("pirates", inputs, lambda: _pirate_panel(*inputs)))
    for step in range(1, len(view.cities)):
        drawn.append(_city(kept, view, (viewer + step) % len(view.cities), lang, names))
    return drawn


# --- cities ----------------------------------------------------------------------------


def moved(actions: Iterable[str]) -> list[str]:
    """What was rolled again: these dice tumble even if they show the same faces as before."""
    kept: list[str] = []
    rolled: set[int] = set()
    for words in actions:
        verb, *dice = words.split()
        if verb == "roll":
            rolled |= {number for number in range(1, 6) if str(number) not in kept}
        kept = dice if verb == "keep" else []
    return [f"tray-die-{number}" for number in sorted(rolled)]


class Shown(NamedTuple):
    """All that the panel of a city is drawn from."""

    city: CityView
    seat: int
    name: str
    points: int
    starts: bool
    towers: dict[str, str]
    fresh: list[str]  # what was drawn in this use of the dice
    acts: bool
    is_main: bool
    is_own: bool  # and the game goes on
    places: tuple[Offer, ...]
    lang: str


def _city(kept: Kept, view: SaintMaloView, seat: int, lang: str, names: Sequence[str]) -> Panel:
    """A city's panel, drawn again only if something in it has changed."""
    city_view = view.cities[seat]
    acts = view.actor == city_view.seat
    is_main = seat == max(0, seat_number(view.seat))
    is_own = is_main and view.seat == city_view.seat and view.actor is not None
    shown = Shown(
        city=city_view,
        seat=seat,
        name=player_name(seat, names),
        points=view.scores[seat],
        starts=view.start == city_view.seat,
        towers=view.towers,
        fresh=view.group if acts else [],
        acts=acts,
        is_main=is_main,
        is_own=is_own,
        places=_space_offers(view, city_view, lang) if is_own and acts and view.placing is not None else (),
        lang=lang,
    )
    return kept.again(city_view.seat, shown, lambda: _city_panel(shown))


def _city_panel(shown: Shown) -> Panel:
    large, lang, owner = shown.is_main, shown.lang, shown.city
    panel = "main" if large else f"city-{owner.seat}"
    owned = city.Owned(
        coins=owner.coins,
        logs=owner.logs,
        defence=owner.defence,
        churches=owner.church_points,
        lost=owner.lost_cannons,
        cannons=owner.cannons + owner.lost_cannons,
    )
    parts = [plan.ground(panel, large)]
    parts.append(city.header(panel, shown.seat, shown.name, shown.points, shown.starts, large, lang))
    parts += city.purse(panel, owned, large, lang)
    for side, bonus in shown.towers.items():
        parts.append(plan.tower(panel, side, bonus, owner.sides[side], large, lang))
    parts += _spaces(panel, owner.pieces, shown.fresh, shown.is_own, large, lang)
    if shown.is_own:
        parts.append(city.places_to_draw(panel))
    parts.append(city.flag(panel, shown.seat, shown.points, large))
    parts.append(city.frame(panel, shown.acts, large))
    t = words_of(lang)
    label = t("City of {who}", who=shown.name)
    role = MAIN if large else OTHER
    return Panel(panel, role, label, plan.WIDTH, plan.height(large), tuple(parts), shown.places)


def _spaces(
    panel: str, pieces: list[Piece], fresh: list[str], own: bool, main: bool, lang: str
) -> list[Part]:
    """All spaces of a city with what stands in them."""
    standing = {piece.space: piece for piece in pieces}
    return [
        city.space_piece(panel, standing[space], space in fresh, own, main, lang)
        if space in standing
        else city.space_empty(panel, space)
        for space in SPACES
    ]


def _space_offers(view: SaintMaloView, shown: CityView, lang: str) -> tuple[Offer, ...]:
    """Where the viewer may draw and what that brings; at the other empty spaces, why not."""
    offers = {choice.action: choice for choice in view.choices}
    placing = str(view.placing)
    filled = {piece.space for piece in shown.pieces}
    spaces: dict[tuple[str, str, str], list[int]] = {}  # title, action and mark -> where
    for number, space in enumerate(SPACES):
        if space in filled:
            continue
        choice = offers.get(f"place {space}")
        if choice is None:
            said = why_not(placing, bool(view.group), space not in SIDE_AT, lang), "", ""
        else:
            points, coins, breaks = choice.points, choice.coins, breaks_side(choice.action, view)
            name = title("place {}", points, coins, placing, view.number, breaks, lang)
            said = name, "place {}", gain_words(points, coins)
        spaces.setdefault(said, []).append(number)
    return tuple([Offer(tuple(numbers), *said) for said, numbers in spaces.items()])


# --- the tray --------------------------------------------------------------------------


def _tray_panel(view: SaintMaloView, lang: str, names: Sequence[str]) -> Panel:
    parts = [tray.base(lang)]
    if view.actor is None:
        parts.append(tray.results(final_standing(view, names), lang))
    else:
        parts += _dice(view, lang, names) + _card(view, lang)
        left = {"house": view.houses_left, "crate": view.left, "wall": view.left}.get(str(view.placing), 1)
        parts.append(tray.placing(view.placing, view.number, left, lang))
        parts += _buttons(view, lang)
    t = words_of(lang)
    return Panel("tray", TRAY, t("Dice"), tray.WIDTH, tray.HEIGHT, tuple(parts))


def _dice(view: SaintMaloView, lang: str, names: Sequence[str]) -> list[Part]:
    picks = view.phase == "keep dice" and bool(view.choices)
    dice = view.dice or [None] * 5
    parts = [tray.die(number, symbol, picks, lang) for number, symbol in enumerate(dice, 1)]
    seat = None if view.actor in (None, "*") else seat_number(str(view.actor))
    name = "" if seat is None else player_name(seat, names)
    rolling = view.phase in ("keep dice", "use dice")
    parts.append(tray.status(seat, name))
    parts.append(tray.round_number(view.round if seat is not None else 0, lang))
    parts.append(tray.rolls(view.rolls_left if rolling and seat is not None else None, lang))
    return parts


def _card(view: SaintMaloView, lang: str) -> list[Part]:
    offering = view.phase in ("use dice", "choose bonus")
    choosing = view.phase == "use dice" and bool(view.choices)
    shown = tuple([view.dice.count(symbol) for symbol in FACE_NAMES])
    return _chips(shown, tuple(view.choices) if offering else (), choosing, lang)


@lru_cache(4096)
def _chips(counts: tuple[int, ...], choices: tuple[Choice, ...], choosing: bool, lang: str) -> list[Part]:
    """The card of what the dice can be used for: so many show each symbol."""
    offers = {choice.action: choice for choice in choices}
    dice = dict(zip(FACE_NAMES, counts, strict=True))
    parts = []
    for number, kind in enumerate(PERSON_NAMES):
        choice = offers.get(f"use head {LEVELS[number]} {kind}") or offers.get(f"bonus {kind}")
        parts.append(tray.person_chip(kind, _offer(choice), dice["head"], choosing, lang))
    for symbol in tray.SYMBOLS:
        for count in range(1, 6):
            offer = _offer(offers.get(f"use {symbol} {count}"))
            parts.append(tray.chip(symbol, count, offer, dice[symbol], choosing, lang))
    return parts


def _offer(choice: Choice | None) -> tray.Offer:
    return tray.Offer(None) if choice is None else tray.Offer(choice.action, choice.coins)


def _buttons(view: SaintMaloView, lang: str) -> list[Part]:
    """The two buttons; where one is not needed an empty part stands in, so that the tray keeps its parts."""
    offers = {choice.action for choice in view.choices if choice.action in ("stop", "pass", "done")}
    if "stop" in offers:
        return [tray.roll_buttons(lang), tray.second_button("stop", lang)]
    if "pass" in offers:
        return [tray.no_button("main"), tray.second_button("pass", lang)]
    if "done" in offers:
        return [tray.done_button(view.placing, lang), tray.no_button("second")]
    return [tray.no_button("main"), tray.no_button("second")]


# --- the pirates -----------------------------------------------------------------------


def _pirate_panel(board: PirateView, defences: tuple[int, ...], lang: str) -> Panel:
    length, rows = board.row_length, len(board.strengths)
    parts = [pirates.ground(lang)]
    for number, strength in enumerate(board.strengths):
        crossed = min(max(board.crossed - number * length, 0), length)
        parts.append(pirates.row(number, strength, length, crossed, lang))
    attacks = board.crossed // length
    next_strength = board.strengths[attacks] if attacks < rows else None
    parts.append(pirates.ship_part(board.crossed, length, rows, lang))
    parts.append(pirates.next_attack(next_strength, defences, lang))
    t = words_of(lang)
    return Panel("pirates", SIDE, t("The pirates"), pirates.WIDTH, pirates.HEIGHT, tuple(parts))

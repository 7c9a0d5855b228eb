"""The pictures of Saint Malo: panels of parts, each drawn from the few things of a view it depends on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from citywright.draw.elements import gain_words
from citywright.draw.kept import Kept
from citywright.draw.panel import MAIN, OTHER, SIDE, Offer, Panel, Part
from citywright.engine.view import View, seat_letter, seat_number
from citywright.games.saint_malo.drawing import city, pirates, towers
from citywright.games.saint_malo.drawing import city_plan as plan
from citywright.games.saint_malo.drawing.city import BESIDE, PLACE_NUMBERS, SPACES, TOWERS
from citywright.games.saint_malo.drawing.tray_panel import tray_panel
from citywright.games.saint_malo.notation import SIDE_AT
from citywright.games.saint_malo.rules.pirates import attacks_of
from citywright.games.saint_malo.text.names import words_of
from citywright.games.saint_malo.text.prompts import lost_bonus, title
from citywright.games.saint_malo.text.reasons import happening, nothing_to_draw, why_not
from citywright.games.saint_malo.view import CityView, Piece, PirateView, SaintMaloView
from citywright.text.phrases import player_name


def panels(view: View, lang: str, names: Sequence[str] = (), kept: Kept | None = None) -> list[Panel]:
    """The own city, the tray, the pirates and the other cities; a spectator's main city is seat A's."""
    assert isinstance(view, SaintMaloView)
    kept = kept or Kept()
    viewer = max(0, seat_number(view.seat))
    drawn = [_city(kept, view, viewer, lang, names), tray_panel(view, lang, names)]
    defences = tuple([shown.defence for shown in view.cities])
    inputs = (view.pirates, defences, lang)
    drawn.append(kept.again("pirates", inputs, lambda: pirate_panel(*inputs)))
    for step in range(1, len(view.cities)):
        drawn.append(_city(kept, view, (viewer + step) % len(view.cities), lang, names))
    return drawn


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


def traces(words: str, seat: int, view: View) -> list[str]:
    """The space into which an action of a seat drew, if something still stands there."""
    assert isinstance(view, SaintMaloView)
    verb, _, space = words.partition(" ")
    if verb != "place" or space not in SPACES or space in view.cities[seat].empty:
        return []
    return [f"{_panel_id(view, seat)}-{space}"]


def _panel_id(view: SaintMaloView, seat: int) -> str:
    """Of the panel that shows a seat's city."""
    return "main" if seat == max(0, seat_number(view.seat)) else f"city-{seat_letter(seat)}"


# --- cities ----------------------------------------------------------------------------


class Shown(NamedTuple):
    """All that the parts of a city are drawn from."""

    panel: str
    seat: int
    pieces: list[Piece]
    sides: dict[str, str]
    points: int
    towers: dict[str, str]
    fresh: list[str]  # what was drawn in this use of the dice
    acts: bool
    is_own: bool  # and the game goes on
    coins: tuple[str, ...]  # where some are gained
    lang: str


def _city(kept: Kept, view: SaintMaloView, seat: int, lang: str, names: Sequence[str]) -> Panel:
    """A city's panel. What is offered changes oftener than its parts."""
    city_view = view.cities[seat]
    acts = view.actor == city_view.seat
    is_own = view.seat == city_view.seat and view.actor is not None
    panel = _panel_id(view, seat)
    shown = Shown(
        panel=panel,
        seat=seat,
        pieces=city_view.pieces,
        sides=city_view.sides,
        points=view.scores[seat],
        towers=view.towers,
        fresh=view.group if acts else [],
        acts=acts,
        is_own=is_own,
        coins=_coins(view) if is_own and acts else (),
        lang=lang,
    )
    inputs = (
        panel,
        kept.again(f"parts of {city_view.seat}", shown, lambda: _city_parts(kept, shown)),
        player_name(seat, names),
        _space_offers(view, city_view, lang) if is_own else (),
        seat,
        lang,
    )
    return kept.again(city_view.seat, inputs, lambda: _city_panel(*inputs))


def _city_panel(
    panel: str, parts: tuple[Part, ...], name: str, offers: tuple[Offer, ...], seat: int, lang: str
) -> Panel:
    t = words_of(lang)
    label = t("City of {who}", who=name)
    role = MAIN if panel == "main" else OTHER
    return Panel(panel, role, label, plan.WIDTH, plan.HEIGHT, parts, offers, seat)


def _city_parts(kept: Kept, shown: Shown) -> tuple[Part, ...]:
    panel, lang = shown.panel, shown.lang
    parts = [plan.ground(panel, panel != "main", lang)]
    spaces = (panel, shown.pieces, shown.fresh, shown.is_own, lang)
    parts += kept.again(f"spaces of {shown.seat}", spaces, lambda: _spaces(*spaces))
    for side, bonus in shown.towers.items():
        parts.append(towers.tower(panel, side, bonus, shown.sides[side], lang))
    if shown.is_own:
        parts.append(city.places_to_draw(panel))
        parts.append(city.signs(panel, shown.coins))
    parts.append(city.flag(panel, shown.seat, shown.points, lang))
    parts.append(city.frame(panel, shown.acts))
    return tuple(parts)


def _spaces(panel: str, pieces: list[Piece], fresh: list[str], own: bool, lang: str) -> list[Part]:
    """All spaces of a city with what stands in them."""
    standing = {piece.space: piece for piece in pieces}
    walls = TOWERS | {piece.space for piece in pieces if piece.kind == "wall"}
    parts = []
    for space in SPACES:
        shown = standing.get(space)
        if shown is None:
            parts.append(city.space_empty(panel, space))
            continue
        joined = 0
        if shown.kind == "wall":
            before, after = BESIDE[space]
            joined = (before in walls) + 2 * (after in walls)
        parts.append(city.space_piece(panel, shown, joined, space in fresh, own, panel != "main", lang))
    return parts


def _space_offers(view: SaintMaloView, shown: CityView, lang: str) -> tuple[Offer, ...]:
    """Where the viewer may draw and what that brings; at the other empty spaces, why not."""
    if view.placing is None or view.actor != view.seat:
        return _nothing_to_draw(tuple(shown.empty), happening(view), lang)
    offers = {choice.action: choice for choice in view.choices}
    filled = {piece.space for piece in shown.pieces}
    spaces: dict[tuple[str, str, str], list[int]] = {}  # title, action and mark -> where
    for space in SPACES:
        if space in filled:
            continue
        choice = offers.get(f"place {space}")
        lost = lost_bonus(choice.action, view) if choice else ""
        if choice is None:
            said = why_not(view.placing, bool(view.group), space not in SIDE_AT, lang), "", ""
        else:
            points, coins = choice.points, choice.coins
            name = title("place {}", points, coins, view.placing, view.number, lost, lang)
            said = name, "place {}", gain_words(points, coins, "")
        spaces.setdefault(said, []).append(PLACE_NUMBERS[space, bool(lost)])
    return tuple([Offer(tuple(numbers), *said) for said, numbers in spaces.items()])


@lru_cache(4096)
def _nothing_to_draw(empty: tuple[str, ...], now: str, lang: str) -> tuple[Offer, ...]:
    """Why nothing may be drawn into the empty spaces now."""
    numbers = sorted([PLACE_NUMBERS[space, False] for space in empty])
    return (Offer(tuple(numbers), nothing_to_draw(now, lang)),) if numbers else ()


def _coins(view: SaintMaloView) -> tuple[str, ...]:
    """Where the viewer would gain coins by drawing."""
    drawing = [choice for choice in view.choices if choice.action.startswith("place ")]
    return tuple([choice.action.removeprefix("place ") for choice in drawing if choice.coins])


# --- the pirates -----------------------------------------------------------------------


def pirate_panel(board: PirateView, defences: tuple[int, ...], lang: str) -> Panel:
    """The pirates, and who withstands them."""
    length, rows, crossed = board.row_length, len(board.strengths), board.crossed
    attacks = int(attacks_of(crossed, length))
    strength = board.strengths[attacks] if attacks < rows else None
    parts = (
        pirates.ground(),
        pirates.heading(strength, length - crossed % length, lang),
        pirates.track(tuple(board.strengths), attacks, lang),
        pirates.town(attacks, strength is not None and crossed > 0 and not crossed % length, lang),
        pirates.boxes(strength, length, crossed % length, lang),
        pirates.ship_part(crossed, length, rows, lang),
        pirates.watch(strength, defences, lang),
    )
    t = words_of(lang)
    return Panel("pirates", SIDE, t("The pirates"), pirates.WIDTH, pirates.HEIGHT, parts)

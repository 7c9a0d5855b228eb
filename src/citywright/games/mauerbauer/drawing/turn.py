"""What the two strips below the hand show in each phase.

Above dice and steps, or the city being scored; below buttons, or how many towers and houses are left."""

from __future__ import annotations

from citywright.draw.panel import Part
from citywright.games.mauerbauer.drawing import building, tray
from citywright.games.mauerbauer.drawing.rack import CROWDED, PLAYING, kinds_at_first
from citywright.games.mauerbauer.rules.material import HOUSE_COLOURS, TOWER_COLOURS
from citywright.games.mauerbauer.text.why_not import no_house, no_piece_yet, no_tower
from citywright.games.mauerbauer.view import MauerbauerView

SCORING = (
    "join city",
    "play card",
    "play second card",
    "draw cards",
    "play last card",
    "play last second card",
)


def is_building(view: MauerbauerView) -> bool:
    """Does the viewer place towers and houses?"""
    return bool(view.choices) and _has_dice(view)


def _has_dice(view: MauerbauerView) -> bool:
    """Are dice on the table?"""
    return view.phase.startswith("place ") and view.phase != "place wall"


def awaited_pieces(view: MauerbauerView) -> dict[tuple[str, str], list[str]]:
    """The colours that may be built: by `tower` or `house`, and by place."""
    colours: dict[tuple[str, str], list[str]] = {}
    for choice in view.choices:
        if choice.action.startswith(("tower ", "house ")):
            verb, name, colour = choice.action.split(" ")
            colours.setdefault((verb, name), []).append(colour)
    return colours


def turn_parts(view: MauerbauerView, lang: str) -> list[Part]:
    """Everything below the hand."""
    chips, above = _chips(view, lang) if is_building(view) else ([], False)
    upper = [] if is_crowded(view) else _upper(view, above, lang)
    return [*upper, *(chips or _lower(view, lang))]


def is_crowded(view: MauerbauerView) -> bool:
    """Does the hand need the upper strip? Never while its owner builds and chooses colours there."""
    return kinds_at_first(view) > CROWDED and not is_building(view)


def _upper(view: MauerbauerView, above: bool, lang: str) -> list[Part]:
    """The strip below the hand; `above`: colours are chosen in it."""
    if view.actor is None:
        return [tray.over(lang)]
    if view.phase in SCORING and view.scored:
        return [_city(view, lang)]
    parts = [building.die_places(), *_dice(view, lang)]
    return parts if above else [*parts, building.steps(building.STEP_OF.get(view.phase, -1), lang)]


def _lower(view: MauerbauerView, lang: str) -> list[Part]:
    """The lowest strip while no colour is chosen."""
    if view.phase == "choose city" and view.choices:
        return _last_city(view, lang)
    return _buttons(view, lang) or _palette(view, "", {}, {}, lang)


def _dice(view: MauerbauerView, lang: str) -> list[Part]:
    """The dice still to be used. Of two house dice nobody knows which is left: it is the second."""
    if not _has_dice(view):
        return []
    fresh = len(view.dice) == 2
    parts = [building.die(k + 1 if fresh else 2, face, fresh, lang) for k, face in enumerate(view.dice)]
    if view.phase == "place tower" and view.tower_die is not None:
        parts.append(building.die(3, view.tower_die, True, lang))
    return parts


# --- colours -------------------------------------------------------------------------------------


def _chips(view: MauerbauerView, lang: str) -> tuple[list[Part], bool]:
    """All towers and houses, in gold what may be chosen here; and whether some are in the strip above."""
    awaited = awaited_pieces(view)
    verb = next(iter(awaited))[0]
    colours = TOWER_COLOURS if verb == "tower" else HOUSE_COLOURS
    left = view.supply.towers if verb == "tower" else view.supply.houses
    several = max(map(len, awaited.values())) > 1
    upper = several and (len(awaited) > 1 or view.phase == "place other house")
    offered: dict[str, Part] = {}
    above: list[Part] = []
    for name, colour in [(name, colour) for (_, name), its in awaited.items() for colour in its]:
        if several and upper:
            place = 3 + colours.index(colour) if len(awaited) == 1 else 4 + len(above)
            below = name if len(awaited) > 1 else ""
            above.append(
                building.offered_chip(verb, name, colour, place, True, left.get(colour, 0), below, lang)
            )
        elif several:
            place = colours.index(colour) + (3 if verb == "house" else 0)
            offered[colour] = building.offered_chip(
                verb, name, colour, place, False, left.get(colour, 0), "", lang
            )
    where = "above" if upper else "map"
    instead = {colour: where for its in awaited.values() for colour in its}
    return [*above, *_palette(view, verb, offered, instead, lang)], upper


def _palette(
    view: MauerbauerView, verb: str, offered: dict[str, Part], instead: dict[str, str], lang: str
) -> list[Part]:
    """The lowest strip: three towers, five houses. `verb`: what the viewer builds; empty: nothing."""
    parts = []
    rolled, dice = str(view.tower_die), tuple(view.dice)
    waiting = no_piece_yet(view.phase, lang) if view.choices else ""
    for colour in TOWER_COLOURS:
        left = view.supply.towers.get(colour, 0)
        where = instead.get(colour, "") if verb == "tower" else ""
        reason = no_tower(colour, left, view.phase, rolled, where, lang) if verb else waiting
        own = offered.get(colour) if verb == "tower" else None
        parts.append(own or building.other_chip("tower", colour, left, reason, lang))
    for colour in HOUSE_COLOURS:
        left = view.supply.houses.get(colour, 0)
        where = instead.get(colour, "") if verb == "house" else ""
        reason = no_house(colour, left, view.phase, dice, where, lang) if verb else waiting
        own = offered.get(colour) if verb == "house" else None
        parts.append(own or building.other_chip("house", colour, left, reason, lang))
    return parts


# --- scoring -------------------------------------------------------------------------------------


def _city(view: MauerbauerView, lang: str) -> Part:
    """The city being scored."""
    city = view.cities[view.scored - 1]
    return tray.city_summary(
        city.number,
        len(city.fields),
        tuple(city.houses.items()),
        tuple(city.palaces.items()),
        tuple(city.towers.items()),
        lang,
    )


def _last_city(view: MauerbauerView, lang: str) -> list[Part]:
    """The cities that bring most, and the button for none."""
    gains = [(int(action.split(" ")[1]), n) for action, n in view.prospects.items() if action != "city none"]
    gains.sort(key=lambda gain: (-gain[1], gain[0]))
    none = tray.button("city none", False, view.prospects.get("city none", 0), lang)
    return [tray.best_cities(tuple(gains), lang), none]


def _buttons(view: MauerbauerView, lang: str) -> list[Part]:
    parts = [
        tray.button(choice.action, view.phase.startswith("play last"), 0, lang)
        for choice in view.choices
        if choice.action in tray.LABELS
    ]
    if not view.choices:
        return parts
    if view.phase in PLAYING:
        parts.append(tray.cards_played(1 if view.phase.endswith("second card") else 0, lang))
    if view.phase == "play card":
        parts.append(tray.discard_switch(lang))
    if view.phase == "exchange cards":
        parts.append(tray.exchange_hint(view.pile, lang))
    return parts

"""The tray while a turn is built: the dice, the steps of the turn, and the colours to choose from.

Each die has its place, and the steps theirs beside the dice, whether dice lie there or not.
A house or tower has the same place here for the whole game. Only the second house of a turn is chosen above
them, so that what is tapped for the first never means the second."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, can, hit, may, named, part, text, why
from citywright.draw.panel import Part
from citywright.draw.pieces import die_frame
from citywright.games.mauerbauer.drawing.hand import LETTERS
from citywright.games.mauerbauer.drawing.pieces import dice_icon, house, tower, town_icon, wall_icon
from citywright.games.mauerbauer.drawing.tray import STRIP, STRIP_HEIGHT, UPPER, WIDTH
from citywright.games.mauerbauer.rules.material import DIE_FACES, HOUSE_COLOURS, TOWER_COLOURS
from citywright.games.mauerbauer.text.names import HOUSES, TOWERS, piece_name, words_of
from citywright.games.mauerbauer.text.prompts import title
from citywright.text import mark
from citywright.text.phrases import capital

DIE = 58
STEPS_LEFT = 198  # where the steps begin, right of three dice
CHIP = (WIDTH - 8) / 8  # the width of a place for a colour: three towers and five houses
STEPS = (
    (mark("Wall"), mark("1. Build a wall on any free line (MB-11)")),
    (mark("Dice"), mark("2. Two house dice and the tower die are rolled (MB-12)")),
    (mark("Towers"), mark("3. Build towers at the ends of the wall (MB-13)")),
    (mark("Houses"), mark("4. Build a house on each side of the wall (MB-15)")),
    (
        mark("City"),
        mark("5. If walls surround some fields, the city is closed and all play cards (MB-20, MB-30)"),
    ),
)
# phase -> which step it is; in any other phase none
STEP_OF = {
    "place wall": 0,
    "roll": 1,
    "place tower": 2,
    "place other tower": 2,
    "place house": 3,
    "place other house": 3,
    "join city": 4,
    "play card": 4,
    "play second card": 4,
    "draw cards": 4,
    "exchange cards": 4,
    "draw exchanged cards": 4,
}


# --- dice ------------------------------------------------------------------------------


def _die_spot(number: int) -> tuple[int, int]:
    """Where a die lies; the tower die is right of the house dice."""
    return 10 + (DIE + 4) * (number - 1), UPPER + (STRIP_HEIGHT - DIE) // 2


@lru_cache(1)
def die_places() -> Part:
    """Where the dice will lie."""
    drawn = []
    for number in (1, 2, 3):
        x, y = _die_spot(number)
        box = f'x="{x + 3}" y="{y + 3}" width="{DIE - 6}" height="{DIE - 6}" rx="10"'
        drawn.append(f'<rect class="thin s-faint" fill="none" stroke-dasharray="5 5" {box}/>')
    return part("tray-dice", *drawn)


@lru_cache(256)
def die(number: int, face: str, fresh: bool, lang: str) -> Part:
    """A house die (1, 2) or the tower die (3) in its place."""
    t = words_of(lang)
    key = f"tray-die-{number}"
    faces = TOWER_COLOURS if number == 3 else DIE_FACES
    tumble = f"tumble tumble-{faces.index(face) + 1}" if fresh else ""
    drawn = die_frame(DIE)
    if face == "?":
        drawn += text(DIE / 2, DIE * 0.74, "?", 42)
    else:
        drawn += at(4, 4, tower(face) if number == 3 else house(face), 0.86)
    kind = t("Tower die") if number == 3 else t("House die")
    label = f"{kind}: {piece_name(face, lang)} ({'MB-13' if number == 3 else 'MB-15'})"
    shown = named(label, at(0, 0, drawn, cls=tumble) if tumble else drawn)
    return part(key, at(*_die_spot(number), shown))


# --- the steps of a turn -------------------------------------------------------------------


@lru_cache(32)
def steps(current: int, lang: str) -> Part:
    """The steps of a turn, the current one in gold."""
    t = words_of(lang)
    wide = (WIDTH - 6 - STEPS_LEFT) / len(STEPS)
    body = ""
    for k, (name, rule) in enumerate(STEPS):
        x = round(STEPS_LEFT + k * wide, 1)
        box = f'x="{x + 1:g}" y="{UPPER}" width="{wide - 2:.1f}" height="{STRIP_HEIGHT}" rx="12"'
        icon = at(round(x + wide / 2 - 29 * 0.7, 1), UPPER + 4, _step_icon(k), 0.7)
        drawn = f'<rect class="{"w-gold" if k == current else "w-plain"}" {box}/>'
        drawn += icon if k >= current else f'<g class="quiet">{icon}</g>'
        drawn += text(round(x + wide / 2, 1), UPPER + 63, t(name), LETTERS, "t")
        body += named(t(rule), drawn)
    return part("tray-steps", body)


def _step_icon(step: int) -> str:
    if step == 0:
        return wall_icon()
    if step == 1:
        return dice_icon()
    if step == 2:
        return tower("grey")
    return house("red") if step == 3 else town_icon()


# --- colours to choose from --------------------------------------------------------------------


def _chip(place: int, top: int, piece: str, left: int, below: str, offered: bool) -> str:
    """A piece with how many are left, or where it would go."""
    x = 4 + CHIP * place
    frame = (
        may(x + 1.5, top + 1, CHIP - 3, STRIP_HEIGHT - 2, 13)
        if offered
        else f'<rect class="w-plain" x="{x + 1.5:g}" y="{top + 1}" width="{CHIP - 3:g}" '
        f'height="{STRIP_HEIGHT - 2}" rx="13"/>'
    )
    icon = at(round(x + CHIP / 2 - 23.2, 1), top + 2, piece, 0.8)
    drawn = icon if offered or left else f'<g class="quiet">{icon}</g>'
    words = text(round(x + CHIP / 2, 1), top + 64, below or f"×{left}", LETTERS, "t-gain" if offered else "t")
    return hit(x, top, CHIP, STRIP_HEIGHT) + frame + drawn + words


@lru_cache(2048)
def offered_chip(
    verb: str, name: str, colour: str, place: int, upper: bool, left: int, below: str, lang: str
) -> Part:
    """A colour that may be chosen for the awaited tower or house."""
    action = f"{verb} {name} {colour}"
    piece = tower(colour) if verb == "tower" else house(colour)
    key = f"tray-{verb}-{name}-{colour}"
    drawn = _chip(place, UPPER if upper else STRIP, piece, left, below, True)
    return part(key, can(f"{key}-go", action, title(action, 0, False, lang), drawn))


@lru_cache(1024)
def other_chip(verb: str, colour: str, left: int, reason: str, lang: str) -> Part:
    """A colour that cannot be chosen now, in its place; without a reason it only tells how many are left."""
    t = words_of(lang)
    place = TOWER_COLOURS.index(colour) if verb == "tower" else 3 + HOUSE_COLOURS.index(colour)
    piece = tower(colour) if verb == "tower" else house(colour)
    names = TOWERS if verb == "tower" else HOUSES
    label = t("{piece}: {n} left", piece=capital(t(names[colour])), n=left)
    shown = named(label, _chip(place, STRIP, piece, left, "", False))
    return part(f"tray-{verb}-{colour}", why(reason, shown) if reason else shown)

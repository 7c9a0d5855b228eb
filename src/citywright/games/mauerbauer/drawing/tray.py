"""The tray of Die Mauerbauer: dice, the viewer's guild cards and the buttons; at the end the standing."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import (
    at,
    button,
    button_hit,
    can,
    card,
    fitted,
    main_button,
    named,
    part,
    text,
    toggle,
)
from citywright.draw.panel import Part
from citywright.draw.pieces import die_frame, seat_mark
from citywright.draw.standing import StandingRow
from citywright.games.mauerbauer.drawing.cards import HEIGHT as CARD_HEIGHT
from citywright.games.mauerbauer.drawing.cards import WIDTH as CARD_WIDTH
from citywright.games.mauerbauer.drawing.pieces import house, tower
from citywright.games.mauerbauer.rules.material import DIE_FACES, TOWER_COLOURS
from citywright.games.mauerbauer.text.names import piece_name, words_of
from citywright.games.mauerbauer.text.prompts import city_title, title
from citywright.text import mark
from citywright.text.phrases import capital

WIDTH, HEIGHT = 560, 362
DIE = 64
HAND = (12, 94, 536, 194)  # left, top, width, height of the hand
BUTTON = (372, 294, 172, 58)  # the main button: bottom right
SECOND = (16, 294, 210, 58)

# action -> what the main button says
LABELS = {
    "join none": mark("Do not join"),
    "city none": mark("No city"),
    "stop": mark("No more cards"),
    "done": mark("Done"),
}


@lru_cache(8)
def base(spectator: bool, lang: str) -> Part:
    """The background."""
    t = words_of(lang)
    body = card(2, 2, WIDTH - 4, HEIGHT - 6, 18)
    if spectator:
        body += fitted(WIDTH / 2, 230, t("Hands are secret (MB-35)"), 22, 480, "t-soft")
    return part("tray-base", body)


# --- dice ------------------------------------------------------------------------------


@lru_cache(128)
def die(number: int, face: str | None, fresh: bool, lang: str) -> Part:
    """A house die (1, 2) or the tower die (3); without a face it is used, left out or not yet rolled."""
    x = 18 + 74 * (number - 1) + (10 if number == 3 else 0)
    key = f"tray-die-{number}"
    if face is None:
        return part(key, at(x, 14, f'<g class="quiet">{die_frame(DIE)}</g>'))
    t = words_of(lang)
    faces = TOWER_COLOURS if number == 3 else DIE_FACES
    tumble = f"tumble tumble-{faces.index(face) + 1}" if fresh else ""
    drawn = die_frame(DIE)
    if face == "?":
        drawn += text(DIE / 2, DIE * 0.74, "?", 46)
    else:
        drawn += at(4, 3, tower(face) if number == 3 else house(face), 0.97)
    kind = t("Tower die") if number == 3 else t("House die")
    label = f"{kind}: {piece_name(face, lang)}"
    return part(key, at(x, 14, named(label, at(0, 0, drawn, cls=tumble) if tumble else drawn)))


@lru_cache(1024)
def status(seat: int | None, name: str) -> Part:
    """Whose turn it is."""
    if seat is None:
        return part("tray-status")
    return part("tray-status", seat_mark(seat, 284, 36, 16) + fitted(310, 43, name, 22, 205, "t left"))


@lru_cache(256)
def turn_number(number: int, last: bool, lang: str) -> Part:
    """Which turn it is, or that it is the last."""
    t = words_of(lang)
    if last:
        return part("tray-turn", fitted(268, 76, t("Last turn!"), 19, 270, "t-loss bold left"))
    if number:
        return part("tray-turn", fitted(268, 76, t("Turn {n}", n=number), 18, 270, "t-soft left"))
    return part("tray-turn")


# --- the hand ---------------------------------------------------------------------------


@lru_cache(64)
def slots(number: int) -> tuple[tuple[float, float, float], ...]:
    """Where so many cards lie, and how large: as large as they fit."""
    left, top, width, height = HAND
    sizes = []
    for rows in range(1, 6):
        columns = -(-number // rows) or 1
        size = min(width / (columns * (CARD_WIDTH + 6)), height / (rows * (CARD_HEIGHT + 8)), 1.2)
        sizes.append((round(size * (1.08 if rows == 1 else 1.0), 3), round(size, 3), columns, rows))
    _, size, columns, rows = max(sizes)  # one row is nicer, unless two are much larger
    step, fall = (CARD_WIDTH + 6) * size, (CARD_HEIGHT + 8) * size
    first = top + (height - rows * fall) / 2 + 5 * size
    spots = []
    for k in range(number):
        row, column = divmod(k, columns)
        across = min(columns, number - row * columns)
        start = left + (width - across * step) / 2 + 3 * size
        spots.append((round(start + column * step, 1), round(first + row * fall, 1), size))
    return tuple(spots)


# --- buttons ---------------------------------------------------------------------------


@lru_cache(64)
def main(action: str, last: bool, lang: str) -> Part:
    """The main button: what ends the step."""
    t = words_of(lang)
    verb = action.partition(" ")[0]
    label = city_title(verb, 0, 0, 0, lang) if verb in ("join", "city") else title(action, 0, last, lang)
    drawn = button_hit(BUTTON, 4) + main_button(*BUTTON, t(LABELS[action]))
    return part("tray-main", can("tray-main-go", action, label, drawn))


@lru_cache(8)
def discard_switch(lang: str) -> Part:
    """The switch with which clicks on cards discard them instead of playing them."""
    t = words_of(lang)
    x, y, width, height = SECOND
    drawn = button_hit(SECOND, 4) + button(*SECOND, t("Discard one, draw 2"))
    box = f'x="{x}" y="{y}" width="{width}" height="{height}" rx="{height / 2}"'
    frame = f'<rect class="frame-on hide fat s-mark" {box}/>'
    label = t("Discard a card instead of playing one, and draw 2 (MB-31)")
    return part("tray-discard", toggle("tray-discard-pick", "discard", label, drawn + frame))


@lru_cache(64)
def results(rows: tuple[tuple[StandingRow, int], ...], lang: str) -> Part:
    """The final standing, each row with the cards in hand."""
    t = words_of(lang)
    body = card(10, 8, WIDTH - 20, HEIGHT - 20, 14, "f-paper")
    body += fitted(WIDTH / 2, 54, capital(t("final standing")), 30, 400)
    for k, ((rank, seat, name, points), cards) in enumerate(rows):
        y = 112 + 64 * k
        body += text(58, y, f"{rank}.", 28, "t right") + seat_mark(seat, 96, y - 9, 19)
        body += fitted(134, y - 4, name, 28, 270, "t left") + text(510, y, points, 34, "t right")
        body += text(134, y + 19, t.plural("{n} card in hand", "{n} cards in hand", cards), 16, "t-soft left")
    return part("tray-results", body)

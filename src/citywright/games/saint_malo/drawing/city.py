"""A city of Saint Malo: its spaces with what a player drew, where it may be drawn, and the flag of points.

Every space is a part of its own, cached by what stands there.
"""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import at, hit, may, named, part, place, text, why
from citywright.draw.panel import Part, letters_of_mark
from citywright.draw.pen import Pen
from citywright.draw.pieces import coin
from citywright.draw.symbols import drawn_once
from citywright.games.saint_malo.drawing import goods
from citywright.games.saint_malo.drawing.city_plan import CELL, CORNERS, HEIGHT, STEPS, WIDTH, stone
from citywright.games.saint_malo.drawing.pieces import piece
from citywright.games.saint_malo.drawing.small_pieces import small_piece, small_wall
from citywright.games.saint_malo.notation import COLUMNS, SIDE_AT, spaces_of
from citywright.games.saint_malo.rules.material import SIDE_NAMES
from citywright.games.saint_malo.rules.spaces import CITY
from citywright.games.saint_malo.text.names import standing_words, words_of
from citywright.games.saint_malo.text.reasons import taken
from citywright.games.saint_malo.view import Piece
from citywright.text.phrases import points_phrase

SPACES = spaces_of(CITY)
# a space, and whether a side would be destroyed there (SM-27) -> the number of its place to draw into
PLACE_NUMBERS = {
    (space, warns): number
    for number, (space, warns) in enumerate(
        [(space, warns) for space in SPACES for warns in (False, True) if space in SIDE_AT or not warns]
    )
}
SCALE = 1.06  # of a piece in its space
INSET = (CELL - 58 * SCALE) / 2


@lru_cache(64)
def pen_seed(space: str) -> int:
    """A number for each space, so that the pen draws a little differently in each."""
    return COLUMNS.index(space[0]) + 7 * (int(space[1]) - 1)


# --- spaces ----------------------------------------------------------------------------


def _beside(space: str) -> tuple[str, str]:
    """The spaces before and after an outer space along its side, clockwise; a corner is a tower."""
    column, row = COLUMNS.index(space[0]), int(space[1])
    way = {"top": (1, 0), "right": (0, 1), "bottom": (-1, 0), "left": (0, -1)}[SIDE_AT[space]]
    before, after = [(column + step * way[0], row + step * way[1]) for step in (-1, 1)]
    return f"{COLUMNS[before[0]]}{before[1]}", f"{COLUMNS[after[0]]}{after[1]}"


BESIDE = {space: _beside(space) for space in SIDE_AT}
TOWERS = frozenset(CORNERS) - frozenset(SPACES)


@lru_cache(8192)
def space_piece(
    panel: str, shown: Piece, joined: int, fresh: bool, own: bool, is_small: bool, lang: str
) -> Part:
    """A space with something in it; `fresh` is what was drawn in this use of the dice.

    A wall goes on before it (`joined` & 1) and after it (`joined` & 2).
    """
    space = shown.space
    x, y = CORNERS[space]
    if shown.kind == "wall":
        body = _wall(space, joined, is_small)
    else:
        draw = small_piece if is_small else piece
        drawing = draw(shown.kind, shown.number, shown.printed, pen_seed(space))
        body = at(x + INSET, y + INSET, f'<g class="piece">{drawing}</g>', SCALE)
    if fresh:
        body += _frame(x, y)
    body = named(standing_words(shown.kind, shown.number, space, lang), hit(x, y, CELL, CELL) + body)
    return part(f"{panel}-{space}", why(taken(space, lang), body) if own else body)


def _wall(space: str, joined: int, is_small: bool) -> str:
    """A piece of wall, its merlons to the outside."""
    x, y = CORNERS[space]
    turn = 90 * SIDE_NAMES.index(SIDE_AT[space])
    before, after = bool(joined & 1), bool(joined & 2)
    drawn = small_wall(before, after) if is_small else goods.wall(pen_seed(space) % 3, before, after)
    turned = f' rotate({turn})"' if turn else '"'
    middle = f"translate({x + CELL / 2:g} {y + CELL / 2:g})"
    return f'<g transform="{middle}{turned}><g class="piece">{drawn}</g></g>'


def _frame(x: float, y: float) -> str:
    size = CELL - 6
    return f'<rect class="fat s-gold" x="{x + 3:g}" y="{y + 3:g}" width="{size}" height="{size}" rx="9"/>'


@lru_cache(1024)
def space_empty(panel: str, space: str) -> Part:
    """An empty space."""
    return part(f"{panel}-{space}")


@lru_cache(8)
def places_to_draw(panel: str) -> Part:
    """Every space of the viewer's own city as a place to draw into; the mark is what that brings.

    Outer spaces are there twice, with and without a warning. So the warning belongs to what may be clicked,
    and a page that shows a place more faintly does the same to its warning.
    """
    return part(f"{panel}-places", *[_place_to_draw(space, warns) for space, warns in PLACE_NUMBERS])


def _place_to_draw(space: str, warns: bool) -> str:
    x, y = CORNERS[space]
    return place(
        space,
        hit(x, y, CELL, CELL),
        may(x + 4, y + 4, CELL - 8, CELL - 8),
        at(x + CELL - 16, y + 15, _warning()) if warns else "",
        letters_of_mark(x + CELL / 2, y + CELL / 2 + 10, 26, CELL - 12),
    )


@drawn_once
def _warning() -> str:
    """A triangle with an exclamation mark around the origin: as small as a corner above the gain allows."""
    return (
        '<path class="thin s-crimson f-crimson" d="M0-7.500L8.500 6.500H-8.500Z"/>'
        '<path class="f-paper" d="M-1.4-3.500H1.4L.9 2H-.9ZM-1.3 3.200H1.3V5.400H-1.3Z"/>'
    )


@lru_cache(1024)
def signs(panel: str, coins: tuple[str, ...]) -> Part:
    """Beside marks of places: a coin where coins are gained."""
    drawn = [at(CORNERS[space][0] + 40, CORNERS[space][1] + 39, coin(0, ""), 0.46) for space in coins]
    return part(f"{panel}-signs", f'<g class="through">{"".join(drawn)}</g>' if drawn else "")


# --- whose turn, and the flag ------------------------------------------------------------


@lru_cache(64)
def frame(panel: str, acts: bool) -> Part:
    """A gold edge around the city whose player acts."""
    if not acts:
        return part(f"{panel}-frame")
    size = f'width="{WIDTH - 4}" height="{HEIGHT - 4}"'
    return part(f"{panel}-frame", f'<rect class="fat s-gold through" x="2" y="2" {size} rx="17"/>')


@lru_cache(2048)
def flag(panel: str, seat: int, points: int, lang: str) -> Part:
    """The flag on the point wall."""
    t = words_of(lang)
    x, y = stone(max(points, 0))
    pen = Pen(f"flag{seat}", 0.4)
    wide = 38 if -10 < points < STEPS else 52
    y = min(max(y, 21), HEIGHT - 21)
    edge = 4 if 40 < y < HEIGHT - 40 else 11  # it stays inside the board, whose corners are round
    x = min(max(x, wide / 2 + edge), WIDTH - wide / 2 - 12)
    left, right = -wide / 2, wide / 2
    body = (
        f'<rect class="shade" x="{left:g}" y="-10" width="{wide}" height="26" rx="3"/>'
        + pen.shape(
            [(left, -13), (right + 4, -13), (right - 2, 0), (right + 4, 13), (left, 13)], f"pen seat-{seat}"
        )
        + pen.line([(left, -16), (left, 17)], "fat")
        + text(-0.5, 7.8, str(points).replace("-", "−"), 22, f"bold on-{seat}")
    )
    moves = f'<g class="moves" transform="translate({x:.1f} {y:.1f})">{body}</g>'
    return part(f"{panel}-flag", named(points_phrase(t, points), moves))

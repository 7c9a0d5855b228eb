"""The triangle grid every Milestones map is cut from: 8 rows of 15 fields, the second, fourth … row shifted
right by half a step. Knows neighbours, plots and lines by number; which of them a map has, the layout says.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.vecs import vec

# Field: 16 * row + column. Plot: the left field of its level side, + 128 if its third corner lies above.
# Line: its left or upper field, + 128 if it runs down left, + 256 if down right.
# Sets of fields are two words of a mask, of plots four, of lines six; bit 63 is never used.
ROWS: Final = 8
ROW_LENGTH: Final = 16  # field numbers in a row; the last one is never used
COLUMNS: Final = 15
FIELDS: Final = 128
PLOTS: Final = 256
LINES: Final = 384
FIELD_WORDS: Final = 2
PLOT_WORDS: Final = 4
LINE_WORDS: Final = 6


def field_at(row: int, column: int) -> int:
    """The field's number, or -1 beyond the grid."""
    return 16 * row + column if 0 <= row < ROWS and 0 <= column < COLUMNS else -1


def neighbours(field: int) -> list[int]:
    """The up to six fields around one, in ascending order."""
    row, column = field >> 4, field & 15
    left = column - 1 + row % 2  # the left one of the two nearest in the row above or below
    near = [
        field_at(row - 1, left),
        field_at(row - 1, left + 1),
        field_at(row, column - 1),
        field_at(row, column + 1),
        field_at(row + 1, left),
        field_at(row + 1, left + 1),
    ]
    return [other for other in near if other >= 0]


def corners(plot: int) -> list[int]:
    """The three fields of a plot in ascending order; empty if the grid has no such plot."""
    row, column = plot >> 4 & 7, plot & 15
    apex = field_at(row + (1 if plot < FIELDS else -1), column + row % 2)
    if field_at(row, column) < 0 or field_at(row, column + 1) < 0 or apex < 0:
        return []
    return sorted([field_at(row, column), field_at(row, column + 1), apex])


def line_between(one: i64, other: i64) -> i64:
    """The number of the line that joins two neighbours."""
    upper: i64 = min(one, other)
    step: i64 = max(one, other) - upper
    if step == 1:
        return upper
    return upper + (128 if step == 15 + (upper >> 4 & 1) else 256)


def line_fields(line: int) -> list[int]:
    """The two fields a line joins, the left or upper one first; empty if the grid has no such line."""
    field, row, column = line & 127, line >> 4 & 7, line & 15
    if line < FIELDS:
        other = field_at(row, column + 1)
    else:
        other = field_at(row + 1, column - 1 + row % 2 + (line >= 2 * FIELDS))
    return [field, other] if field_at(row, column) >= 0 and other >= 0 else []


def mask_words(numbers: list[int], words: int) -> list[int]:
    """A set of fields, plots or lines as words of a mask."""
    masks = [0] * words
    for number in numbers:
        masks[number >> 6] |= 1 << (number & 63)
    return masks


def grid_fields() -> list[int]:
    """Every field of the grid."""
    return [16 * row + column for row in range(ROWS) for column in range(COLUMNS)]


def _near_words() -> list[int]:
    words: list[int] = []
    for field in range(FIELDS):
        words += mask_words(neighbours(field) if field & 15 < COLUMNS else [], FIELD_WORDS)
    return words


def _plots_at_words() -> list[int]:
    words: list[int] = []
    for field in range(FIELDS):
        words += mask_words([plot for plot in range(PLOTS) if field in corners(plot)], PLOT_WORDS)
    return words


def _corner_table() -> list[int]:
    table: list[int] = []
    for plot in range(PLOTS):
        table += corners(plot) or [0, 0, 0]
    return table


NEAR: Final[vec[i64]] = vec[i64](_near_words())  # [2 * field + word]: the fields around a field
PLOTS_AT: Final[vec[i64]] = vec[i64](
    _plots_at_words()
)  # [4 * field + word]: the plots a field is a corner of
CORNERS: Final[vec[i64]] = vec[i64](_corner_table())  # [3 * plot + 0..2]: the corners of a plot

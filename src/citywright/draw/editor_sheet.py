"""What the editor of a layout shows: places to be marked, numbers to be entered, and what they are called.

A game describes its layout in these words; the page knows no game. Measures are those of the board: one line,
or one step from field to field, is 1 long.
"""

from __future__ import annotations

from msgspec import Struct

Spot = tuple[float, float]
Options = tuple[tuple[tuple[str, str], ...], ...]  # for each part: what is written, how it is called


class Mark(Struct, frozen=True, omit_defaults=True):
    """Something that can be put on a place: the value of its entry, how it is called and how it looks."""

    value: str | int | bool
    label: str
    text: str = ""  # drawn on the place
    style: str = ""  # a class of the style sheet
    key: str = ""  # the key that takes it


class Cell(Struct, frozen=True, omit_defaults=True):
    """A place that carries one mark or none. Without a shape it is a circle."""

    place: str
    name: str
    at: Spot
    row: int = 0
    shape: tuple[Spot, ...] = ()
    needs: tuple[str, ...] = ()  # it is there only if these places carry something


class Layer(Struct, frozen=True, omit_defaults=True):
    """The places of one kind, with the marks they may carry. Without marks they only show where one is."""

    group: str
    title: str
    cells: tuple[Cell, ...]
    marks: tuple[Mark, ...] = ()
    rule: str = ""
    wanted: int = 0  # how many must carry a mark; 0: any number
    most: int = 0  # besides the marks every whole number from 1 to this may be entered
    style: str = ""


class PointMap(Struct, frozen=True, omit_defaults=True):
    """A map of points anywhere, with triangles between them that belong to regions."""

    regions: tuple[str, ...]  # the titles
    most: int  # points
    rule: str = ""
    width: int = 12  # how much of the plane is shown to begin with
    height: int = 8


class Item(Struct, frozen=True, omit_defaults=True):
    """One value in a form: a number, a text if `longest` is set, or a choice if it or its form has options.

    A value with several lists of options is written as one text, a part after the other.
    """

    place: str
    label: str
    least: int = 0
    most: int = 0
    longest: int = 0
    is_optional: bool = False
    options: Options = ()


class Form(Struct, frozen=True, omit_defaults=True):
    """Values that belong together."""

    group: str
    title: str
    items: tuple[Item, ...]
    rule: str = ""
    wanted: int = 0  # what the numbers add up to; 0: anything
    options: Options = ()  # of all its items


class Sheet(Struct, frozen=True, omit_defaults=True):
    """The whole editor of a game."""

    width: float
    height: float
    layers: tuple[Layer, ...] = ()
    points: PointMap | None = None
    forms: tuple[Form, ...] = ()

"""Reads a layout file (MB-3, MB-4) and names everything that is wrong with it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from mypy_extensions import i64

from citywright.engine.layout.about import LONGEST_NAME, About
from citywright.engine.layout.file import LayoutFile, is_number, shown
from citywright.engine.sentence import Sentence
from citywright.engine.vecs import vec
from citywright.games.mauerbauer.layout_geometry import Corner, Field, map_problems
from citywright.games.mauerbauer.notation import point_name, point_number
from citywright.games.mauerbauer.rules import codes, material
from citywright.games.mauerbauer.rules.board import Board, new_board

ENTRIES = ("name", "water", "points", "regions", "cards")
FARTHEST = 1_000_000.0  # a point from the origin


@dataclass(frozen=True)
class Region:
    """A region as the file lists it."""

    name: str
    fields: list[Field]


@dataclass(frozen=True)
class MauerbauerLayout:
    """A checked map with its cards."""

    source: str
    about: About
    board: Board

    @property
    def name(self) -> str:
        """What the map is called."""
        return self.about.name or "Unnamed map"


def parse_layout(source: str) -> MauerbauerLayout:
    """A layout from the text of its file; LayoutError lists every defect."""
    file = LayoutFile(source, "mauerbauer", ENTRIES)
    name = file.about.name or file.text("name", LONGEST_NAME, "")  # older files have it at the top
    points = _read_points(file)
    regions = _read_regions(file, points)
    water = _read_water(file, points)
    copies = _read_cards(file)
    file.problems += map_problems(points, [field for region in regions for field in region.fields])
    file.check()
    return MauerbauerLayout(source, file.about._replace(name=name), _board(points, regions, water, copies))


# --- points ------------------------------------------------------------------------------

_POINT_LINES = Sentence("with lines like a1 = [0, 0]")


def _read_points(file: LayoutFile) -> dict[int, Corner]:
    """Points by the number of their name."""
    points: dict[int, Corner] = {}
    for name, place in file.any_table("points", _POINT_LINES, "MB-3").items():
        number = point_number(name)
        if number is None:
            file.note(
                f"points.{name}",
                "point {name} has no valid name: there are a1 to a12, b1 … j12, {most} in all",
                name=shown(name),
                most=codes.MAX_POINTS,
            )
        elif not _is_place(place):
            file.note(
                f"points.{name}",
                "point {name} must have two numbers, east and south, not {given}",
                name=name,
                given=shown(place),
            )
        else:
            points[number] = Corner(name, float(place[0]), float(place[1]))
    return dict(sorted(points.items()))


def _is_place(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(is_number(part, FARTHEST) for part in value)


def _read_water(file: LayoutFile, points: dict[int, Corner]) -> set[int]:
    """The numbers of the points at the water."""
    names = dict.fromkeys(file.texts("water", 0, codes.MAX_POINTS)) if "water" in file.values else {}
    numbers = {name: point_number(name) for name in names}
    for name, number in numbers.items():
        if number not in points:
            file.note(f"water.{name}", "water point {name} is no point", name=shown(name), rule="MB-84")
    return {number for number in numbers.values() if number is not None}


# --- regions -----------------------------------------------------------------------------


def _read_regions(file: LayoutFile, points: dict[int, Corner]) -> list[Region]:
    """The regions in their order; those that cannot be read are left out."""
    entry = file.value("regions")
    if not isinstance(entry, list) or len(entry) != material.REGIONS:
        file.note(
            "regions",
            "there must be exactly {n} tables [[regions]], each with a name and fields",
            n=material.REGIONS,
            rule="MB-3",
        )
        return []
    regions: list[Region] = []
    for number, table in enumerate(entry, 1):
        region = _read_region(file, table, number, points)
        if region is None:
            continue
        if any(region.name == other.name for other in regions):
            file.note(f"regions.{number}", "two regions are named {name}", name=region.name, rule="MB-3")
        regions.append(region)
    _note_repeated_fields(file, regions)
    return regions


def _read_region(file: LayoutFile, table: object, number: int, points: dict[int, Corner]) -> Region | None:
    """One region; None if it has no name or no list of fields."""
    name = table.get("name") if isinstance(table, dict) else None
    listed = table.get("fields") if isinstance(table, dict) else None
    if not isinstance(name, str) or len(name) > LONGEST_NAME or not isinstance(listed, list):
        file.note(
            f"regions.{number}",
            "region {number} must have a name of at most {most} characters and a list of fields",
            number=number,
            most=LONGEST_NAME,
        )
        return None
    if not listed:
        file.note(f"regions.{number}", "region {name} has no fields", name=name, rule="MB-3")
    fields = [_read_field(file, text, name, points) for text in listed]
    return Region(name, [field for field in fields if field is not None])


def _read_field(file: LayoutFile, text: object, region: str, points: dict[int, Corner]) -> Field | None:
    """A field as its three corners in order."""
    words = text.split() if isinstance(text, str) else []
    numbers = [point_number(word) for word in words]
    unknown = [word for word, number in zip(words, numbers, strict=True) if number not in points]
    place = f"fields.{text}" if isinstance(text, str) else "regions"
    if len(words) != 3 or len(set(words)) != 3:
        file.note(
            place,
            "field {field} in region {region} must name three different points",
            field=shown(text),
            region=region,
        )
    elif unknown:
        file.note(
            place,
            "field {field} in region {region} names unknown points: {points}",
            field=shown(text),
            region=region,
            points=", ".join(str(shown(word)) for word in unknown),
        )
    else:
        first, second, third = sorted(number for number in numbers if number is not None)
        return (first, second, third)
    return None


def _note_repeated_fields(file: LayoutFile, regions: list[Region]) -> None:
    """A problem for each field that is listed more than once."""
    listed_in: dict[Field, list[str]] = defaultdict(list)
    for region in regions:
        for field in region.fields:
            listed_in[field].append(region.name)
    for field, names in listed_in.items():
        if len(names) > 1:
            field_name = " ".join(map(point_name, field))
            file.note(
                f"fields.{field_name}",
                "field {field} is listed {n} times (in {regions})",
                field=field_name,
                n=len(names),
                regions=Sentence("{one} and {other}", one=names[0], other=names[-1])
                if len(dict.fromkeys(names)) == 2
                else ", ".join(dict.fromkeys(names)),
                rule="MB-3",
            )


# --- cards -------------------------------------------------------------------------------


def _read_cards(file: LayoutFile) -> list[int]:
    """Copies of every kind."""
    content = Sentence("with the copies of every kind, {n} together,", n=material.CARDS)
    table = file.any_table("cards", content, "MB-4")
    for name in table:
        if name not in material.KIND_NAMES:
            file.note(f"cards.{name}", "unknown card kind {name}", name=shown(name), rule="MB-4")
    before = len(file.problems)
    copies = [file.whole(f"cards.{name}", 0, material.CARDS, "MB-4") for name in material.KIND_NAMES]
    if table and len(file.problems) == before and sum(copies) != material.CARDS:
        file.note(
            "cards",
            "the copies of all cards add up to {n}, not {wanted}",
            n=sum(copies),
            wanted=material.CARDS,
            rule="MB-4",
        )
    return copies


# --- the tables ----------------------------------------------------------------------------


def _board(points: dict[int, Corner], regions: list[Region], water: set[int], copies: list[int]) -> Board:
    """The tables of a checked layout: points, lines and fields in the order of their names."""
    index = {number: order for order, number in enumerate(points)}
    region_of = {field: order for order, region in enumerate(regions) for field in region.fields}
    fields = [(index[p], index[q], index[r]) for p, q, r in sorted(region_of)]
    lines = sorted({line for p, q, r in fields for line in ((p, q), (p, r), (q, r))})
    board = new_board(list(points), lines, fields)
    board.water = vec[i64]([int(number in water) for number in points])
    board.field_region = vec[i64]([region_of[field] for field in sorted(region_of)])
    board.card_copies = vec[i64](copies)
    board.coordinates = [(corner.x, corner.y) for corner in points.values()]
    board.region_names = [region.name for region in regions]
    return board

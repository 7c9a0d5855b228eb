"""What the numbers in the tables of `Land` mean: of lines, points, fields and cities."""

from __future__ import annotations

from typing import Final

# What a line is.
FREE: Final = 0
WALL: Final = 1
INSIDE_CITY: Final = 2  # no wall stands there, none ever will (MB-11)
CITY_WALL: Final = 3  # only in `Land.line_kinds`: a wall that is part of a closed city (MB-86)

# What stands on a point: NO_TOWER, or 1 + the colour of a tower, CITY_TOWER more if it is a city's (MB-86).
NO_TOWER: Final = 0
CITY_TOWER: Final = 4

# What a field holds: its houses as packed counts, or IN_CITY + the number of its city.
IN_CITY: Final = 1 << 40

# The row of a city in `cities`: where each of its numbers is.
SIZE: Final = 0  # fields
HOUSES: Final = 1  # packed by colour, as the next two
PALACES: Final = 2
TOWERS: Final = 3
CITY_ROW: Final = 4  # the length of a row

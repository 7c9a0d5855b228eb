"""All colours by name, for the light and dark theme and for print. No other module defines a colour."""

from __future__ import annotations

from typing import Final

# name -> light, dark. Solid colours: things, grounds and lines.
COLOURS: Final[dict[str, tuple[str, str]]] = {
    "ink": ("#33271b", "#efe6d3"),
    "soft": ("#655540", "#cbbfa8"),  # second-rank text and printed lines
    "faint": ("#9b8a6d", "#85785f"),  # lines printed on the board
    "paper": ("#f6edd9", "#2a241d"),
    "card": ("#fbf6ea", "#352d24"),
    "page": ("#eae0ca", "#1e1a15"),  # what lies behind all panels
    "stone": ("#cdbfa6", "#4a4236"),
    "rampart": ("#a89878", "#5d5342"),
    "merlon": ("#8a7a5d", "#7a6d56"),
    "sea": ("#2c6f86", "#1a4655"),
    "shoal": ("#36798f", "#235766"),
    "foam": ("#a9d0d6", "#4f8797"),
    "red": ("#a63a2b", "#b04436"),
    "gold": ("#c9962f", "#d3a542"),
    "green": ("#4d7a3c", "#7fae6a"),
    "violet": ("#6d4a7f", "#b08cc4"),
    "orange": ("#c8742a", "#dd8f4a"),
    "brown": ("#7a5230", "#b98a5e"),
    "rose": ("#cf7f9b", "#e09ab4"),
    "slate": ("#8d8a86", "#8d8a86"),  # grey in both themes, as light and dark are white and black
    "azure": ("#2c6f86", "#79b4c6"),  # the sea as a line on paper
    "crimson": ("#a63a2b", "#f0a092"),  # red as a line or letter on paper
    "meadow": ("#b9c99a", "#3c4a30"),
    "wood": ("#8fa873", "#2f3d27"),
    "field": ("#e6d39c", "#564a2b"),
    "lane": ("#d8c3a0", "#4d4232"),
    "may": ("#f4e3b5", "#4c3d1b"),  # the ground of what you may click
    "mark": ("#a5741a", "#e0b455"),  # its dashed edge
    "white": ("#fffdf7", "#463d31"),  # faces of dice
    "shade": ("#5b452a", "#000000"),  # the one soft shadow
    "light": ("#fffaf0", "#fffaf0"),  # letters on sea, red and other deep grounds
    "dark": ("#2b2015", "#2b2015"),  # letters on gold
    "iron": ("#3b352d", "#a39a8b"),
}

# name -> light, dark. Washes: what a player drew is filled with them; ink letters stand on all of them.
WASHES: Final[dict[str, tuple[str, str]]] = {
    "red": ("#e2a183", "#7d4230"),
    "sea": ("#b9d7dc", "#2f5964"),
    "gold": ("#efd493", "#6d5420"),
    "green": ("#d7e5c2", "#465a36"),
    "violet": ("#d5c1df", "#5c4569"),
    "orange": ("#eec796", "#745027"),
    "brown": ("#d3b08c", "#644528"),
    "stone": ("#c5beb2", "#5c564c"),
    "plain": ("#f0dfbf", "#443a2b"),
    "grass": ("#c3d3a2", "#415233"),
}

# seat -> light, dark, and the colour of letters on it
SEATS: Final[tuple[tuple[str, str, str], ...]] = (
    ("#2c6f86", "#1f6076", "light"),
    ("#a63a2b", "#a63a2b", "light"),
    ("#c9962f", "#d3a542", "dark"),
    ("#6d4a7f", "#74508a", "light"),
    ("#47703a", "#446d37", "light"),
    ("#7a5230", "#7a5230", "light"),
)

# In print grounds are the paper itself; lines and washes keep the light theme's colours.
PRINT_WHITE: Final = frozenset(
    {
        "paper",
        "card",
        "page",
        "stone",
        "rampart",
        "sea",
        "shoal",
        "meadow",
        "wood",
        "field",
        "lane",
        "white",
        "red",
    }
)
PRINT_DARK: Final = {"light": "#000000", "foam": "#7fa4ac", "ink": "#000000", "merlon": "#555555"}

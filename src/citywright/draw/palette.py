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
    "deep": ("#25627a", "#153c4a"),  # water away from the shore
    "quay": ("#b79d76", "#584a38"),
    "street": ("#dfcfab", "#3d3528"),  # between the plots of a town
    "garden": ("#e4e8c8", "#2b3325"),  # a green plot
    "cobble": ("#cbc5b4", "#46443d"),  # a paved one
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
    "corn": ("#dad892", "#494a28"),  # ripe fields, greener than a field
    "timber": ("#6b4426", "#8a5f38"),  # walls of a closed city
    "lane": ("#d8c3a0", "#4d4232"),
    "print": ("#4f4231", "#d6cbb4"),  # numbers printed on the land
    "wheat": ("#e2c57c", "#5d4d22"),
    "tilth": ("#cdb089", "#4b3a29"),  # ploughed land
    "skin": ("#f6e3c8", "#a5805c"),
    "slab": ("#ddd8cf", "#6a655c"),  # a hewn stone that stands
    "paving": ("#d9b98a", "#c49a68"),  # of roads that players built
    "earth": ("#f0e6c8", "#4a402f"),  # trodden paths, and the worn ground of printed numbers
    "may": ("#f4e3b5", "#4c3d1b"),  # the ground of what you may click
    "whisper": ("#f4e3b5", "#6f6238"),  # what you may click where there is much of it
    "mark": ("#a5741a", "#e0b455"),  # its dashed edge
    "glow": ("#ffe58f", "#6b5116"),  # the same on a busy ground such as a map
    "ember": ("#7d4f00", "#ffd978"),
    "white": ("#fffdf7", "#463d31"),  # faces of dice
    "shade": ("#5b452a", "#000000"),  # the one soft shadow
    "light": ("#fffaf0", "#fffaf0"),  # letters on sea, red and other deep grounds
    "dark": ("#2b2015", "#2b2015"),  # letters on gold
    "iron": ("#3b352d", "#a39a8b"),
}

# tone -> colours that differ from those above: what is around a board, so that games can be told apart
TONES: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "": {},
    "harbour": {  # granite, linen and the sea
        "ink": ("#25303a", "#e4ebec"),
        "soft": ("#4c5d68", "#b4c4cb"),
        "faint": ("#82939d", "#6c818c"),
        "paper": ("#eef0ea", "#1e282f"),
        "card": ("#f8f8f3", "#28343c"),
        "page": ("#d3dfe3", "#131b21"),
        "stone": ("#bec6c6", "#3d4b54"),
        "rampart": ("#96a2a5", "#4f5f69"),
        "merlon": ("#76858b", "#6b7d88"),
        "white": ("#fdfdfa", "#364550"),
        "sea": ("#22647f", "#154258"),
        "shoal": ("#2d7089", "#1e546b"),
        "shade": ("#2b4452", "#000000"),
    },
    "map": {  # a map of green land on vellum
        "ink": ("#2d3120", "#e9ecd9"),
        "soft": ("#565d40", "#c2caa9"),
        "faint": ("#8d956f", "#7b8663"),
        "paper": ("#f0f0d9", "#222a1c"),
        "card": ("#f9f9eb", "#2c3525"),
        "page": ("#d9e0c3", "#171d12"),
        "stone": ("#c5c6a6", "#434b37"),
        "rampart": ("#9ea181", "#565f47"),
        "merlon": ("#7e8262", "#727b5f"),
        "white": ("#fdfdf4", "#3c4632"),
        "meadow": ("#b1c98d", "#37492b"),
        "wood": ("#87a76c", "#2b3c23"),
        "shade": ("#3e4a26", "#000000"),
    },
    "farmland": {  # wheat, straw and earth
        "ink": ("#3a2714", "#f3e6cc"),
        "soft": ("#6c5230", "#d6c19b"),
        "faint": ("#a98c5a", "#907a50"),
        "paper": ("#f9ecca", "#2e2315"),
        "card": ("#fdf5df", "#3a2d1c"),
        "page": ("#eddbb1", "#20170c"),
        "stone": ("#d8c08f", "#524228"),
        "rampart": ("#b3965f", "#655234"),
        "merlon": ("#947845", "#836c46"),
        "white": ("#fffcf0", "#4c3c27"),
        "meadow": ("#c4ca8c", "#46492a"),
        "field": ("#ebcf86", "#5f4c22"),
        "lane": ("#dcbb88", "#553f27"),
        "shade": ("#5f4219", "#000000"),
    },
}

# For people who ask for more contrast: what is bolder than above, light and dark.
STRONG: Final[dict[str, tuple[str, str]]] = {"mark": ("#74490a", "#ffd98a")}

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
        "deep",
        "street",
        "garden",
        "cobble",
        "meadow",
        "wood",
        "field",
        "corn",
        "lane",
        "wheat",
        "tilth",
        "earth",
        "white",
        "red",
    }
)
PRINT_DARK: Final = {"light": "#000000", "foam": "#7fa4ac", "ink": "#000000", "merlon": "#555555"}

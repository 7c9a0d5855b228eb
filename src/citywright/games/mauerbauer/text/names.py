"""The names of things in the reader's language: pieces, cards, regions, rows of the score sheet, ends."""

from __future__ import annotations

from citywright.games.mauerbauer.rules import card_points
from citywright.games.mauerbauer.rules.material import (
    HOUSE_COLOURS,
    KIND_NAMES,
    KIND_RULES,
    TOWER_COLOURS,
)
from citywright.text import Words, mark, translate

NUMERALS = ("I", "II", "III")  # of the regions
PIECES = {
    "wall": mark("wall"),
    "tower": mark("tower"),
    "house": mark("house"),
    "palace": mark("palace"),
    "city": mark("city"),
    "card": mark("guild card"),
    "hidden": mark("a hidden card"),
    "white": mark("white"),
    "grey": mark("grey"),
    "black": mark("black"),
    "red": mark("red"),
    "green": mark("green"),
    "yellow": mark("yellow"),
    "blue": mark("blue"),
    "pink": mark("pink"),
    "?": mark("any colour"),
}
TOWERS = {"white": mark("white tower"), "grey": mark("grey tower"), "black": mark("black tower")}
HOUSES = {
    "red": mark("red house"),
    "green": mark("green house"),
    "yellow": mark("yellow house"),
    "blue": mark("blue house"),
    "pink": mark("pink house"),
}
PALACES = {
    "red": mark("red palace"),
    "green": mark("green palace"),
    "yellow": mark("yellow palace"),
    "blue": mark("blue palace"),
    "pink": mark("pink palace"),
}
# what is put somewhere, with its article
A_TOWER = {
    "white": mark("a white tower"),
    "grey": mark("a grey tower"),
    "black": mark("a black tower"),
}
A_HOUSE = {
    "red": mark("a red house"),
    "green": mark("a green house"),
    "yellow": mark("a yellow house"),
    "blue": mark("a blue house"),
    "pink": mark("a pink house"),
}
ROLLED_TOWER = {
    "white": mark("Build the white tower you rolled at one end of your wall"),
    "grey": mark("Build the grey tower you rolled at one end of your wall"),
    "black": mark("Build the black tower you rolled at one end of your wall"),
}
LAST_HOUSE = {
    "red": mark("The last red house may go to either side: what comes here?"),
    "green": mark("The last green house may go to either side: what comes here?"),
    "yellow": mark("The last yellow house may go to either side: what comes here?"),
    "blue": mark("The last blue house may go to either side: what comes here?"),
    "pink": mark("The last pink house may go to either side: what comes here?"),
}
REGIONS = {  # of the default map, and of those that are made
    "West": mark("West"),
    "Centre": mark("Centre"),
    "East": mark("East"),
    "North": mark("North"),
    "South": mark("South"),
}

# by kind: what the card is called, and what it scores
CARDS: dict[str, tuple[str, str]] = {
    "size1": (mark("City of 1 field"), mark("6 points if the city has exactly 1 field")),
    "size2": (mark("City of 2 fields"), mark("7 points if the city has exactly 2 fields")),
    "size3": (mark("City of 3 fields"), mark("8 points if the city has exactly 3 fields")),
    "size7": (mark("City of 7+ fields"), mark("9 points if the city has 7 or more fields")),
    "city-colours": (
        mark("Colours of the city"),
        mark("4 points for houses and palaces of 2 or 3 colours in the city, 7 points for 4 or 5 colours"),
    ),
    "city-white": (mark("White towers of the city"), mark("2 points for each white tower of the city")),
    "city-grey": (mark("Grey towers of the city"), mark("2 points for each grey tower of the city")),
    "city-black": (mark("Black towers of the city"), mark("2 points for each black tower of the city")),
    "city-palaces": (
        mark("Palaces of the city"),
        mark("1 point for each palace of the city, none for houses"),
    ),
    "city-red": (
        mark("Red in the city"),
        mark("3 points for each red palace of the city, 1 for each red house"),
    ),
    "city-green": (
        mark("Green in the city"),
        mark("3 points for each green palace of the city, 1 for each green house"),
    ),
    "city-yellow": (
        mark("Yellow in the city"),
        mark("3 points for each yellow palace of the city, 1 for each yellow house"),
    ),
    "city-blue": (
        mark("Blue in the city"),
        mark("3 points for each blue palace of the city, 1 for each blue house"),
    ),
    "city-pink": (
        mark("Pink in the city"),
        mark("3 points for each pink palace of the city, 1 for each pink house"),
    ),
    "city-towers": (mark("Towers of the city"), mark("1 point for each tower of the city")),
    "outside-red": (mark("Red houses outside"), mark("1 point for each red house outside all closed cities")),
    "outside-green": (
        mark("Green houses outside"),
        mark("1 point for each green house outside all closed cities"),
    ),
    "outside-yellow": (
        mark("Yellow houses outside"),
        mark("1 point for each yellow house outside all closed cities"),
    ),
    "outside-blue": (
        mark("Blue houses outside"),
        mark("1 point for each blue house outside all closed cities"),
    ),
    "outside-pink": (
        mark("Pink houses outside"),
        mark("1 point for each pink house outside all closed cities"),
    ),
    "region1": (
        mark("Houses in region I"),
        mark("1 point for each house in region I outside all closed cities"),
    ),
    "region2": (
        mark("Houses in region II"),
        mark("1 point for each house in region II outside all closed cities"),
    ),
    "region3": (
        mark("Houses in region III"),
        mark("1 point for each house in region III outside all closed cities"),
    ),
    "outside-towers": (mark("Towers outside"), mark("1 point for each tower outside all closed cities")),
    "outside-white": (
        mark("White towers outside"),
        mark("2 points for each white tower outside all closed cities"),
    ),
    "outside-grey": (
        mark("Grey towers outside"),
        mark("2 points for each grey tower outside all closed cities"),
    ),
    "outside-black": (
        mark("Black towers outside"),
        mark("2 points for each black tower outside all closed cities"),
    ),
    "outside-water": (
        mark("Towers at the water"),
        mark("2 points for each tower at the water outside all closed cities"),
    ),
    "outside-walls": (mark("Walls outside"), mark("1 point for each wall outside all closed cities")),
    "closed-cities": (mark("Closed cities"), mark("1 point for each closed city on the map")),
}
RULE_OF = dict(zip(KIND_NAMES, KIND_RULES, strict=True))
# by the family of a card: what its cards are called, so that a row of the score sheet is found on them
SOURCES = {
    "city size": mark("City of 1, 2, 3 or 7+ fields"),
    "city colours": mark("Colours of the city"),
    "city tower colour": mark("White, grey, black towers of the city"),
    "city palaces": mark("Palaces of the city"),
    "city house colour": mark("Red, green … in the city"),
    "city towers": mark("Towers of the city"),
    "outside house colour": mark("Red, green … houses outside"),
    "outside region": mark("Houses in region I, II, III"),
    "outside towers": mark("Towers outside"),
    "outside tower colour": mark("White, grey, black towers outside"),
    "water": mark("Towers at the water"),
    "outside walls": mark("Walls outside"),
    "closed cities": mark("Closed cities"),
}
STATISTICS = {
    "cities": mark("Most cities closed in one game"),
    "largest city": mark("Largest city closed, in fields"),
    "best card": mark("Most points at once with a card"),
    "palaces": mark("Most palaces in one game"),
    "towers": mark("Towers built so far"),
    "houses": mark("Houses built so far"),
}
REASONS = {
    "walls": mark("The last wall has been built (MB-40)."),
    "towers": mark("The last tower has been built (MB-40)."),
    "houses": mark("The last house has been built (MB-40)."),
    "palaces": mark("The last palace has been built (MB-40)."),
    "lines": mark("No free wall line is left (MB-11)."),
}


def words_of(lang: str) -> Words:
    """The words of this game in a language."""
    return translate(lang, __package__)


def piece_name(piece: str, lang: str) -> str:
    """A piece, a colour or a card as people say it."""
    t = words_of(lang)
    return t(CARDS[piece][0]) if piece in CARDS else t(PIECES[piece])


def card_effect(kind: str, lang: str) -> str:
    """What a card is called, what it scores, and the rule."""
    t = words_of(lang)
    name, effect = CARDS[kind]
    return f"{t(name)}: {t(effect)} ({RULE_OF[kind]})"


def card_name(kind: str, lang: str) -> str:
    """What a card is called."""
    return words_of(lang)(CARDS[kind][0])


def card_does_shortly(kind: str, lang: str) -> str:
    """What a card scores, for whoever sees its name and picture."""
    t = words_of(lang)
    family, _, colour = kind.rpartition("-")
    if kind == "size7":
        return t("{n} points from 7 fields on", n=card_points.LARGE_CITY)
    if kind.startswith("size"):
        return t("{n} points for exactly this size", n=card_points.EXACT_SIZE + KIND_NAMES.index(kind))
    if kind == "city-colours":
        few, many = card_points.TWO_COLOURS, card_points.FOUR_COLOURS
        return t("{few} points for 2 or 3 colours, {many} for 4 or 5", few=few, many=many)
    if family == "city" and colour in HOUSE_COLOURS:
        each, house = card_points.PALACE_OF_COLOUR, card_points.HOUSE_OF_COLOUR
        return t("{n} points per palace, {house} per house", n=each, house=house)
    if colour in TOWER_COLOURS or kind == "outside-water":
        return t("{n} points per tower", n=card_points.TOWER_OF_COLOUR)
    return t(_SHORTLY.get(kind, _SHORTLY[""]))


_SHORTLY = {
    "city-palaces": mark("1 point per palace"),
    "city-towers": mark("1 point per tower"),
    "outside-towers": mark("1 point per tower"),
    "outside-walls": mark("1 point per wall"),
    "closed-cities": mark("1 point per city"),
    "": mark("1 point per house"),
}


def point_words(name: str, water: bool, lang: str) -> str:
    """A tower point, and whether it is at the water."""
    t = words_of(lang)
    return t("Point {point}, at the water", point=name) if water else t("Point {point}", point=name)


def region_name(number: int, name: str, lang: str) -> str:
    """A region with its number; regions of other maps keep the name they were given."""
    t = words_of(lang)
    return t(
        "Region {number}, {name}", number=NUMERALS[number], name=t(REGIONS[name]) if name in REGIONS else name
    )


def outcome_name(words: str, lang: str) -> str:
    """What a die shows, or the card that is drawn."""
    return piece_name(words, lang)


def source_name(source: str, lang: str) -> str:
    """A row of the score sheet."""
    return words_of(lang)(SOURCES[source])


def statistic_name(name: str, lang: str) -> str:
    """What a figure about a player's games is called."""
    return words_of(lang)(STATISTICS[name])


def end_reason(reason: str, lang: str) -> str:
    """Why the game ended."""
    return words_of(lang)(REASONS[reason])

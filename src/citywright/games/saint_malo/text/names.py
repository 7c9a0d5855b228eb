"""The names of Saint Malo's things in the reader's language, and small phrases made of them."""

from __future__ import annotations

from citywright.games.saint_malo.rules import persons
from citywright.games.saint_malo.rules.material import PERSON_NAMES
from citywright.text import Words, mark, translate

PIECES = {
    "log": mark("log"),
    "crate": mark("crate"),
    "wall": mark("wall"),
    "cross": mark("cross"),
    "head": mark("head"),
    "swords": mark("swords"),
    "church": mark("church"),
    "house": mark("house"),
    "citizen": mark("citizen"),
    "soldier": mark("soldier"),
    "priest": mark("priest"),
    "architect": mark("architect"),
    "merchant": mark("merchant"),
    "juggler": mark("juggler"),
    "noble": mark("noble"),
}
PERSON_RULES = dict(zip(PERSON_NAMES, persons.RULES, strict=True))
PLACE_RULES = {"crate": "SM-31", "wall": "SM-32", "church": "SM-35", "house": "SM-43", **PERSON_RULES}
EFFECTS = {
    "citizen": mark("1 point at once"),
    "soldier": mark("1 defence for ever"),
    "priest": mark("1 point for every church around"),
    "architect": mark("builds up to 3 logs into houses, 3 points each"),
    "merchant": mark("1 coin for every crate around"),
    "juggler": mark("2 points for every kind of person around"),
    "noble": mark("7 points at once"),
}
SIDES = {
    "top": mark("top side"),
    "right": mark("right side"),
    "bottom": mark("bottom side"),
    "left": mark("left side"),
}
SOURCES = {
    "citizens": mark("Citizens"),
    "priests": mark("Priests"),
    "houses": mark("Houses"),
    "jugglers": mark("Jugglers"),
    "nobles": mark("Nobles"),
    "wall bonus": mark("Walls"),
    "churches": mark("Churches"),
    "coins": mark("Coins left"),
    "logs": mark("Logs left"),
    "full city": mark("Full city"),
    "cannons": mark("Lost cannons"),
}
REASONS = {
    "full city": mark("A city is full, and the round has been played to its end (SM-60)."),
    "passes": mark("Everyone has passed for three rounds in a row (SM-60)."),
}


def words_of(lang: str) -> Words:
    """The words of this game in a language."""
    return translate(lang, __package__)


def piece_name(piece: str, lang: str) -> str:
    """A piece, a person or a face of the dice as people say it."""
    return words_of(lang)(PIECES[piece])


def source_name(source: str, lang: str) -> str:
    """A row of the score sheet."""
    return words_of(lang)(SOURCES[source])


def end_reason(reason: str, lang: str) -> str:
    """Why the game ended."""
    return words_of(lang)(REASONS[reason])


def side_name(side: str, lang: str) -> str:
    """A side of the city."""
    return words_of(lang)(SIDES[side])

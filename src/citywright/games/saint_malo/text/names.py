"""The names of Saint Malo's things in the reader's language, and small phrases made of them."""

from __future__ import annotations

from functools import lru_cache

from citywright.games.saint_malo.rules import persons
from citywright.games.saint_malo.rules.material import PERSON_NAMES
from citywright.text import Words, mark, translate
from citywright.text.phrases import capital, coins_phrase, points_phrase

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
    "soldier": mark("+1 defence for ever"),
    "priest": mark("1 point for every church around"),
    "architect": mark("up to 3 logs become houses, 3 points each"),
    "merchant": mark("1 coin for every crate around"),
    "juggler": mark("2 points for every kind of person around"),
    "noble": mark("7 points at once"),
}
STANDING = {
    "crate": mark("1 coin for each merchant who comes to a space around it (SM-44)"),
    "wall": mark("five on a side bring its bonus and defence 2 (SM-33)"),
    "house": mark("a log that was built, 3 points (SM-43)"),
    "church": mark("counts at the end in a series from 1 upwards (SM-62)"),
}
SYMBOLS = {
    "log": mark("one log for each die; the delivery costs 2 coins (SM-30)"),
    "crate": mark("one crate for each die, all side by side (SM-31)"),
    "wall": mark("one wall for each die, on outer spaces (SM-32)"),
    "cross": mark("a church; its number is the number of dice (SM-35)"),
    "head": mark("a person; its level is the number of dice (SM-36)"),
    "swords": mark("each brings the pirates one box nearer at the end of the turn (SM-50)"),
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
STATISTICS = {
    "churches": mark("Most churches in one game"),
    "houses": mark("Most houses in one game"),
    "sides": mark("Most complete sides in one game"),
    "nobles": mark("Nobles in a game"),
    "repelled": mark("Pirates repelled so far"),
    "cannons": mark("Cannons lost so far"),
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


def outcome_name(words: str, lang: str) -> str:
    """What a die shows."""
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


def side_name(side: str, lang: str) -> str:
    """A side of the city."""
    return words_of(lang)(SIDES[side])


@lru_cache(64)
def bonus_words(bonus: str, lang: str) -> str:
    """What a tower gives (SM-6), from its words in the view: `person 3`, `coins 2`, `points 3`."""
    t = words_of(lang)
    gives, amount = bonus.split(" ")
    if gives == "person":
        return t("a person of level 1 to {n}", n=amount)
    return coins_phrase(t, int(amount)) if gives == "coins" else points_phrase(t, int(amount))


@lru_cache(4096)
def standing_words(kind: str, number: int, space: str, lang: str) -> str:
    """What stands in a space, or is about to (no space), and what it is good for."""
    t = words_of(lang)
    name = t("Church {number}", number=number) if kind == "church" else capital(t(PIECES[kind]))
    piece = t("{piece} on {space}", piece=name, space=space) if space else name
    good = t(STANDING[kind]) if kind in STANDING else f"{t(EFFECTS[kind])} ({PERSON_RULES[kind]})"
    return f"{piece}: {good}"


@lru_cache(64)
def symbol_words(symbol: str, lang: str) -> str:
    """A face of the dice, and what it is good for."""
    t = words_of(lang)
    return f"{capital(t(PIECES[symbol]))}: {t(SYMBOLS[symbol])}"

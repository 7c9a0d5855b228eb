"""The names of Milestones' things in the reader's language, and small phrases made of them."""

from __future__ import annotations

from citywright.text import Words, mark, translate
from citywright.text.phrases import capital, coins_phrase

GOODS = {
    "stone": mark("stone"),
    "wood": mark("wood"),
    "sand": mark("sand"),
    "grain": mark("grain"),
    "coin": mark("coin"),
}
WORKERS = {
    "stone": mark("quarryman"),
    "wood": mark("lumberjack"),
    "sand": mark("sand digger"),
    "grain": mark("grain farmer"),
    "coin": mark("coiner"),
}
TO_WORKERS = {  # with the article, since German inflects some
    "stone": mark("to the quarryman {n}"),
    "wood": mark("to the lumberjack {n}"),
    "sand": mark("to the sand digger {n}"),
    "grain": mark("to the grain farmer {n}"),
    "coin": mark("to the coiner {n}"),
}
THE_WORKERS = {  # to whom something is done
    "stone": mark("the quarryman {n}"),
    "wood": mark("the lumberjack {n}"),
    "sand": mark("the sand digger {n}"),
    "grain": mark("the grain farmer {n}"),
    "coin": mark("the coiner {n}"),
}
STORES = GOODS | {"coin": mark("coins")}  # below a store of goods
GOOD_USES = {
    "stone": mark("for roads and houses (MS-40, MS-42)"),
    "wood": mark("for houses and markets (MS-42, MS-43)"),
    "sand": mark("for roads and markets (MS-40, MS-43)"),
    "grain": mark("two make a flour sack (MS-60)"),
    "coin": mark("two hire a tile or buy a good (MS-32, MS-33)"),
}
BUILDINGS = {
    "castle": mark("castle"),
    "trading house": mark("trading house"),
    "building office": mark("building office"),
    "mill": mark("mill"),
}
LABELS = {  # of the buildings, as headings
    "castle": mark("Castle"),
    "trading house": mark("Trading house"),
    "building office": mark("Building office"),
    "mill": mark("Mill"),
}
USES = {
    "castle": mark("keep three goods at most and cover a worker (MS-70, MS-71)"),
    "trading house": mark("a coin for rising numbers, hire a tile, buy and sell goods (MS-30, MS-31)"),
    "building office": mark("build roads, houses and markets (MS-44)"),
    "mill": mark("deliver flour to markets (MS-60)"),
}
CARDS = {
    "road": mark("Road"),
    "house": mark("House"),
    "market": mark("Market"),
    "sack": mark("Flour sack"),
}
PIECES = {
    "road": mark("road section"),
    "milestone": mark("milestone"),
    "market": mark("market"),
    "house": mark("house"),
    "sack": mark("flour sack"),
    "bonus": mark("bonus tile"),
    "cover": mark("cover tile"),
    "figure": mark("figure"),
    "bush": mark("bush"),
}
SOURCES = {
    "roads": mark("Roads"),
    "houses": mark("Houses"),
    "markets": mark("Markets"),
    "bonus tiles": mark("Bonus tiles taken"),
    "workers with bonus": mark("Workers with a bonus tile"),
    "deliveries": mark("Deliveries"),
    "majorities": mark("Majorities"),
}
STATISTICS = {
    "deliveries": mark("Most flour sacks delivered in one game"),
    "houses": mark("Most houses in one game"),
    "markets": mark("Most markets in one game"),
    "workers hired": mark("Workers hired in a game"),
    "majorities": mark("Most points by majorities"),
    "roads": mark("Road sections built so far"),
}
REASONS = {
    "points": mark("The end mark was reached, and all others had one more turn (MS-80, MS-81)."),
    "tiles": mark(
        "The last worker tile of the display was hired, and all others had one more turn (MS-80, MS-81)."
    ),
}
WAYS_TO = {
    "castle": mark("to the castle"),
    "trading house": mark("to the trading house"),
    "building office": mark("to the building office"),
    "mill": mark("to the mill"),
}


def words_of(lang: str) -> Words:
    """The words of this game in a language."""
    return translate(lang, __package__)


def piece_name(piece: str, lang: str) -> str:
    """A good, a building of the ring or a piece as people say it."""
    t = words_of(lang)
    for table in (GOODS, BUILDINGS, PIECES):
        if piece in table:
            return t(table[piece])
    return worker_name(t, piece[:-1], int(piece[-1]))


def outcome_name(words: str, lang: str) -> str:
    """What is drawn: a tile by its two workers, or a kind of goods."""
    return tile_name(words_of(lang), words) if " " in words else piece_name(words, lang)


def source_name(source: str, lang: str) -> str:
    """A row of the score sheet."""
    return words_of(lang)(SOURCES[source])


def statistic_name(name: str, lang: str) -> str:
    """What a figure about a player's games is called."""
    return words_of(lang)(STATISTICS[name])


def end_reason(reason: str, lang: str) -> str:
    """Why the game ended."""
    return words_of(lang)(REASONS[reason])


def worker_name(t: Words, kind: str, number: int) -> str:
    """`quarryman 4`."""
    return f"{t(WORKERS[kind])} {number}"


def to_worker(t: Words, worker: str) -> str:
    """`to the quarryman 4`; a worker is given as `stone4`.

    Workers are named, not their path fields: a field shows the number of its worker, not its own.
    """
    return t(TO_WORKERS[worker[:-1]], n=worker[-1])


def the_workers(t: Words, workers: str) -> str:
    """`the quarryman 4 and the coiner 5`: those to whom something is done, given as `stone4 coin5`."""
    return t.listed([t(THE_WORKERS[word[:-1]], n=word[-1]) for word in workers.split(" ")])


def tile_name(t: Words, tile: str) -> str:
    """A tile by its two workers: `quarryman 1 and coiner 3`."""
    return t.listed([worker_name(t, word[:-1], int(word[-1])) for word in tile.split(" ")])


def amount(t: Words, kind: str, n: int) -> str:
    """`2 wood`, `1 coin`."""
    if kind == "coin":
        return coins_phrase(t, n)
    return f"{n} {t(GOODS[kind])}"


def store_name(t: Words, kind: str, n: int) -> str:
    """A store of goods and what it is good for: `2 wood: for houses and markets (MS-42, MS-43)`."""
    goods = amount(t, kind, n) if n or kind == "coin" else t("no {good}", good=t(GOODS[kind]))
    return f"{capital(goods)}: {t(GOOD_USES[kind])}"


def use_of(t: Words, kind: str) -> str:
    """A kind of goods and what it is good for, without a number."""
    return f"{capital(t(GOODS[kind]))}: {t(GOOD_USES[kind])}"


def pair_of_goods(t: Words, one: str, other: str) -> str:
    """What is sold together: `2 wood`, `1 stone and 1 wood`."""
    return amount(t, one, 2) if one == other else t.listed([amount(t, one, 1), amount(t, other, 1)])


def plot_name(plot: str) -> str:
    """`a2-a3-b2`: a plot by its corners."""
    return plot.replace(" ", "-")

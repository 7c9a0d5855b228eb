"""Why the viewer may not do something now: sentences with the ids of their rules.

What may be done, the legal actions say; this only names the rule behind what is missing from them.
"""

from __future__ import annotations

from functools import lru_cache

from citywright.games.milestones.rules import material
from citywright.games.milestones.rules.material import KIND_NAMES
from citywright.games.milestones.text.names import amount, words_of
from citywright.games.milestones.view import Field, MilestonesView, Plot
from citywright.text import Words, mark

# One sentence each: a key of REASONS, or `lack road: 1 stone 1 sand` and the like.
Reason = tuple[str, ...]

PRICES = {
    "road": material.ROAD_PRICE,
    "house": material.HOUSE_PRICE,
    "market": material.MARKET_PRICE,
    "sack": material.DELIVERY_PRICE,
}
SUPPLIES = {"road": "sections", "house": "houses", "market": "markets", "sack": "sacks"}

REASONS = {
    "untouched": mark(
        "Roads start at the end of a road or at a market, and markets stand at a road (MS-41, MS-43)"
    ),
    "milestone": mark("No road branches off at a milestone, and no market replaces it (MS-41, MS-43)"),
    "no room": mark("There is no room here for another road section (MS-41)"),
    "between": mark("Roads branch only at markets (MS-41)"),
    "no road left": mark("All road sections are built (MS-44)"),
    "no house left": mark("All houses are built (MS-44)"),
    "no market left": mark("All markets are built (MS-44)"),
    "no sack left": mark("All flour sacks are delivered (MS-60)"),
    "no road place": mark("No road can go on anywhere (MS-41)"),
    "no house place": mark("There is no plot at a road where you may build a house (MS-42, MS-51)"),
    "no market place": mark("No number beside a road is free (MS-43)"),
    "no sack place": mark("Every market already has its flour sack (MS-60)"),
    "build elsewhere": mark("You build in the building office (MS-44)"),
    "deliver elsewhere": mark("You deliver in the mill (MS-60)"),
    "road first": mark("Finish your road first (MS-40)"),
    "bonus first": mark("Decide about the bonus tile first (MS-50)"),
    "house here": mark("A house already stands here (MS-42)"),
    "no road": mark("A house needs a road piece on at least one side of its plot (MS-42)"),
    "unfit": mark(
        "You have no free worker for the bonus tile that lies here, so you may not build a house (MS-51)"
    ),
    "middle": mark("The milestone goes on a number beside the start that no road touches (MS-41)"),
    "end": mark("The road ends on a number beside its milestone that no road touches (MS-41)"),
    "no market": mark("Flour goes to markets only (MS-60)"),
    "sack here": mark("This market already has its flour sack (MS-60)"),
    "count": mark("Only free numbers directly around the market count, each of them once (MS-61)"),
    "behind": mark("Your figure moves forward only, and never past the castle (MS-11)"),
    "no worker": mark("Only a visible worker is covered (MS-71)"),
    "wrong worker": mark("The bonus tile goes on a visible worker of its own kind (MS-50)"),
    "has bonus": mark("This worker already has a bonus tile (MS-50)"),
    "hired": mark("Only one tile may be hired in one visit (MS-31)"),
    "hire elsewhere": mark("Tiles are hired in the trading house (MS-31)"),
    "coins": mark("Coins are neither bought nor sold (MS-34)"),
    "none": mark("You have none of these to give up (MS-70)"),
}


@lru_cache(1024)
def reason_words(reason: Reason, lang: str) -> str:
    """The sentences of a reason."""
    t = words_of(lang)
    return ". ".join([_sentence(t, one) for one in reason])


def _sentence(t: Words, reason: str) -> str:
    key, _, rest = reason.partition(": ")
    if key in REASONS:
        return t(REASONS[key])
    if key == "coins for a tile":
        return t.plural(
            "You have {n} coin; a tile costs 2 (MS-32)",
            "You have {n} coins; a tile costs 2 (MS-32)",
            int(rest),
        )
    if key == "coins for a good":
        return t.plural(
            "You have {n} coin; a good costs 2 (MS-33)",
            "You have {n} coins; a good costs 2 (MS-33)",
            int(rest),
        )
    words = rest.split(" ")
    missing = [(kind, int(number)) for number, kind in zip(words[::2], words[1::2], strict=True)]
    goods = t.listed([amount(t, kind, number) for kind, number in missing])
    count = sum([number for _, number in missing])
    return {
        "lack road": t.plural(
            "You lack {goods} for a road (MS-40)", "You lack {goods} for a road (MS-40)", count, goods=goods
        ),
        "lack house": t.plural(
            "You lack {goods} for a house (MS-42)", "You lack {goods} for a house (MS-42)", count, goods=goods
        ),
        "lack market": t.plural(
            "You lack {goods} for a market (MS-43)",
            "You lack {goods} for a market (MS-43)",
            count,
            goods=goods,
        ),
        "lack sack": t.plural(
            "You lack {goods} for a flour sack (MS-60)",
            "You lack {goods} for a flour sack (MS-60)",
            count,
            goods=goods,
        ),
        "lack sale": t.plural(
            "You lack {goods} to sell these two (MS-34)",
            "You lack {goods} to sell these two (MS-34)",
            count,
            goods=goods,
        ),
    }[key]


def _missing(goods: int, price: int) -> str:
    """What a price asks for beyond the goods there are: `1 stone 1 sand`; empty if nothing."""
    listed = material.goods_listed(price)
    lacking = []
    for kind in sorted(set(listed)):
        short = listed.count(kind) - (goods >> material.AMOUNT_BITS * kind & material.MOST)
        if short > 0:
            lacking.append(f"{short} {KIND_NAMES[kind]}")
    return " ".join(lacking)


def _not_affordable(view: MilestonesView, piece: str, goods: int) -> str:
    """What stands against a piece wherever it would go: its price or the supply; empty if neither does."""
    missing = _missing(goods, PRICES[piece])
    if missing:
        return f"lack {piece}: {missing}"
    return "" if view.supplies[SUPPLIES[piece]] else f"no {piece} left"


# --- the map -------------------------------------------------------------------------------


def field_reason(view: MilestonesView, field: Field, goods: int) -> Reason:
    """Why nothing can be done on a field now; empty where that is no question."""
    if view.phase == "build":
        return _no_build_reason(view, field, goods)
    if view.phase == "deliver":
        return (_no_delivery_reason(view, field, goods),)
    reason = {"set milestone": "middle", "end road": "end", "count field": "count"}.get(view.phase)
    return (reason,) if reason else ()


def _no_build_reason(view: MilestonesView, field: Field, goods: int) -> Reason:
    """Why neither a road can start on a field nor a market be built there."""
    if field.piece == "milestone":
        return ("milestone",)
    if field.road is None:
        return ("untouched",)
    road = _not_affordable(view, "road", goods) or "no room"
    if field.road == "inner" and field.piece is None:
        road = "between"
    if field.piece == "market":
        return (road,)
    return (road, _not_affordable(view, "market", goods) or "no market place")


def _no_delivery_reason(view: MilestonesView, field: Field, goods: int) -> str:
    if field.piece != "market":
        return "no market"
    if field.sack:
        return "sack here"
    return _not_affordable(view, "sack", goods) or "no sack left"


def plot_reason(view: MilestonesView, plot: Plot, goods: int) -> Reason:
    """Why no house can be built on a plot now."""
    if plot.house:
        return ("house here",)
    if not plot.bordered:
        return ("no road",)
    return (_not_affordable(view, "house", goods) or "unfit",)


# --- the tray ------------------------------------------------------------------------------


def card_reason(view: MilestonesView, piece: str, goods: int, usable: bool) -> Reason:
    """Why what a card shows cannot be built or delivered now; `usable`: it could be in its building."""
    if view.phase in ("set milestone", "end road"):
        return ("road first",)
    if view.phase == "claim bonus tile":
        return ("bonus first",)
    lacks = "" if usable else _not_affordable(view, piece, goods) or f"no {piece} place"
    here = "deliver" if piece == "sack" else "build"
    if view.phase != here:
        elsewhere = f"{here} elsewhere"
        return (lacks, elsewhere) if lacks else (elsewhere,)
    return (lacks,)


def ring_reason(phase: str, kind: str, bonus: bool) -> Reason:
    """Why nothing can be done on a path field with such a worker now."""
    if phase == "claim bonus tile":
        return ("has bonus",) if kind and bonus else ("wrong worker",)
    reason = {"move": "behind", "cover worker": "no worker"}.get(phase)
    return (reason,) if reason else ()


def good_reason(phase: str, kind: str, coins: int) -> Reason:
    """Why a good can neither be bought nor given up now."""
    if phase == "trade":
        return ("coins",) if kind == "coin" else (f"coins for a good: {coins}",)
    return ("none",) if phase == "give up goods" else ()


def tile_reason(phase: str, goods: int) -> Reason:
    """Why a tile of the display cannot be hired now."""
    if phase != "trade":
        return ("hire elsewhere",)
    if material.can_pay(goods, material.TRADE_PRICE):
        return ("hired",)
    return (f"coins for a tile: {goods >> material.AMOUNT_BITS * material.COIN}",)


def sale_reason(goods: int, pair: str) -> Reason:
    """Why two goods cannot be sold."""
    price = material.pack_goods([pair.split(" ").count(kind) for kind in KIND_NAMES])
    return (f"lack sale: {_missing(goods, price)}",)

"""Why the viewer may not do something now: one sentence with the id of its rule.

What may be done, the legal actions say; this only names the rule behind what is missing from them.
"""

from __future__ import annotations

from functools import lru_cache

from citywright.games.milestones.rules import material
from citywright.games.milestones.text.names import words_of
from citywright.games.milestones.view import Field, MilestonesView, Plot
from citywright.text import mark

# --- the map -------------------------------------------------------------------------------

REASONS = {
    "road price": mark("A road section costs 1 stone and 1 sand, a market 1 wood and 1 sand (MS-40, MS-43)"),
    "untouched": mark(
        "Roads start at the end of a road or at a market, and markets stand at a road (MS-41, MS-43)"
    ),
    "milestone": mark("No road branches off at a milestone, and no market replaces it (MS-41, MS-43)"),
    "no room": mark("There is no room here for another road section (MS-41)"),
    "between": mark("Roads branch only at markets; a market here costs 1 wood and 1 sand (MS-41, MS-43)"),
    "no supply": mark("None of these pieces are left (MS-44)"),
    "house here": mark("A house already stands here (MS-42)"),
    "no road": mark("A house needs a road piece on at least one side of its plot (MS-42)"),
    "house price": mark("A house costs 1 stone and 1 wood (MS-42)"),
    "unfit": mark(
        "You have no free worker for the bonus tile that lies here, so you may not build a house (MS-51)"
    ),
    "middle": mark("The milestone goes on a number beside the start that no road touches (MS-41)"),
    "end": mark("The road ends on a number beside its milestone that no road touches (MS-41)"),
    "no market": mark("Flour goes to markets only (MS-60)"),
    "sack here": mark("This market already has its flour sack (MS-60)"),
    "grain": mark("A delivery costs 2 grain (MS-60)"),
    "count": mark("Only free numbers directly around the market count, each of them once (MS-61)"),
    "behind": mark("Your figure moves forward only, and never past the castle (MS-11)"),
    "no worker": mark("Only a visible worker is covered (MS-71)"),
    "wrong worker": mark("A bonus tile goes on a visible worker of its kind who has none yet (MS-50)"),
    "price": mark("This costs 2 coins (MS-32, MS-33)"),
    "hired": mark("Only one tile may be hired in one visit (MS-31)"),
    "coins": mark("Coins are neither bought nor sold (MS-34)"),
    "none": mark("You have none of these to give up (MS-70)"),
}


@lru_cache(256)
def reason_words(reason: str, lang: str) -> str:
    """The sentence of a reason."""
    return words_of(lang)(REASONS[reason]) if reason else ""


def field_reason(view: MilestonesView, field: Field, goods: int) -> str:
    """Why nothing can be done on a field now; empty where that is no question."""
    if view.phase == "build":
        return _no_build_reason(view, field, goods)
    if view.phase == "deliver":
        return _no_delivery_reason(view, field)
    return {"set milestone": "middle", "end road": "end", "count field": "count"}.get(view.phase, "")


def _no_build_reason(view: MilestonesView, field: Field, goods: int) -> str:
    """Why neither a road can start on a field nor a market be built there."""
    if field.piece == "milestone":
        return "milestone"
    if field.road is None:
        return "untouched"
    pays_road = material.can_pay(goods, material.ROAD_PRICE)
    pays_market = field.piece is None and material.can_pay(goods, material.MARKET_PRICE)
    if not pays_road and not pays_market:
        return "road price"
    if (pays_market and not view.supplies["markets"]) or (pays_road and not view.supplies["sections"]):
        return "no supply"
    return "between" if field.road == "inner" and field.piece is None else "no room"


def _no_delivery_reason(view: MilestonesView, field: Field) -> str:
    if field.piece != "market":
        return "no market"
    if field.sack:
        return "sack here"
    return "grain" if view.supplies["sacks"] else "no supply"


def plot_reason(view: MilestonesView, plot: Plot, goods: int) -> str:
    """Why no house can be built on a plot now."""
    if plot.house:
        return "house here"
    if not plot.bordered:
        return "no road"
    if not material.can_pay(goods, material.HOUSE_PRICE):
        return "house price"
    return "unfit" if view.supplies["houses"] else "no supply"


# --- the ring and the goods ------------------------------------------------------------------


def ring_reason(phase: str) -> str:
    """Why nothing can be done on a field of the own ring now."""
    return {"move": "behind", "cover worker": "no worker", "claim bonus tile": "wrong worker"}.get(phase, "")


def good_reason(phase: str, kind: str) -> str:
    """Why a good can neither be bought nor given up now."""
    if phase == "trade":
        return "coins" if kind == "coin" else "price"
    return "none" if phase == "give up goods" else ""


def tile_reason(phase: str, goods: int) -> str:
    """Why a tile of the display cannot be hired now."""
    if phase != "trade":
        return ""
    return "hired" if material.can_pay(goods, material.TRADE_PRICE) else "price"

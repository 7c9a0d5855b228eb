"""What an action does, as a sentence with the ids of its rules: the titles of what can be clicked."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from citywright.engine.view import Choice, View, seat_number
from citywright.games.milestones.notation import parse_tile
from citywright.games.milestones.rules import castle
from citywright.games.milestones.text.names import (
    GOODS,
    amount,
    pair_of_goods,
    plot_name,
    the_workers,
    tile_name,
    to_worker,
    words_of,
)
from citywright.games.milestones.text.prospects import asked_at
from citywright.games.milestones.view import MilestonesView, ShownPosition
from citywright.text import Words
from citywright.text.phrases import capital, points_phrase, signed_coins, signed_points


class Details(NamedTuple):
    """What a title says beyond the action and its gains. Each kind of action fills in what it needs."""

    kind: str = ""  # of the goods a path field brings, of the bonus tile that is claimed
    amount: int = 0  # goods a path field brings, goods the castle takes, points of a delivery at most
    covers_a_worker: bool = False  # the castle does
    worker: str = ""  # on the path field
    tile: str = ""  # that is placed
    hidden: str = ""  # workers under it, or under a cover
    loses_bonus: bool = False
    numbers_rise: bool = False  # after a tile was placed
    ends: bool = False  # hiring this tile triggers the end, or being done ends the turn
    idle: bool = False  # nothing could be done in the building


NO_DETAILS = Details()


def action_title(words: str, view: View, lang: str) -> str:
    """What an action of the viewer does, and by which rule."""
    assert isinstance(view, MilestonesView)
    choice = next((choice for choice in view.choices if choice.action == words), Choice(words))
    return title_of(choice, ShownPosition(view), lang)


def title_of(choice: Choice, position: ShownPosition, lang: str) -> str:
    """The title of a choice."""
    return _title(choice.action, choice.points, choice.coins, _details(choice.action, position), lang)


def switch_title(piece: str, lang: str) -> str:
    """What a card of the tray does that shows only one kind of places."""
    t = words_of(lang)
    return {
        "road": t("Show only where a road can start: 1 stone and 1 sand (MS-40)"),
        "house": t("Show only where a house can stand: 1 stone and 1 wood (MS-42)"),
        "market": t("Show only where a market can stand: 1 wood and 1 sand (MS-43)"),
    }[piece]


# --- what a title depends on ---------------------------------------------------------------


def _details(action: str, position: ShownPosition) -> Details:
    verb, _, rest = action.partition(" ")
    if verb == "go":
        return _go_details(rest, position)
    if verb == "place":
        return _place_details(int(rest[0]) - 1, position)
    if verb == "cover":
        return _hiding(position, int(rest) - 1, 1)
    if verb == "claim":
        plot = rest[:-2]
        kind = next((str(one.bonus) for one in position.view.plots if one.name == plot), "")
        return Details(kind, worker=_hiding(position, int(rest[-1]) - 1, 1).hidden)
    if verb == "hire":
        return Details(ends=is_last_tile(position.view))
    if verb == "deliver":
        return Details(amount=position.best_delivery(rest))
    if verb == "done":
        return Details(ends=position.view.moves_left == 1)
    return NO_DETAILS


def is_last_tile(view: MilestonesView) -> bool:
    """Does hiring a tile of the display trigger the end?"""
    return len(view.display) == 1 and not view.stack


def _go_details(target: str, position: ShownPosition) -> Details:
    if target.startswith("path"):
        path = int(target[5:]) - 1
        kind, goods = position.path_goods[path]
        return Details(kind, goods, worker=_hiding(position, path, 1).hidden)
    if target == "castle":
        board = position.actor_board
        return Details(amount=castle.goods_to_give(board), covers_a_worker=castle.covers_a_worker(board))
    own = position.view.boards[seat_number(str(position.view.actor))]
    return Details(idle=not asked_at(position.view, own, target))


def _place_details(left: int, position: ShownPosition) -> Details:
    tile = position.view.placing
    if tile is None:
        return NO_DETAILS
    details = _hiding(position, left, 2)
    return details._replace(tile=tile.name, numbers_rise=numbers_rise_after(position, tile.name, left))


def numbers_rise_after(position: ShownPosition, tile: str, left: int) -> bool:
    """Do the numbers never fall once a tile lies on a path field (from 0) and the next one?"""
    after = position.actor_board.clone()
    after.place_tile(parse_tile(tile), left)
    return after.numbers_rise()


def hides_bonus(position: ShownPosition, path: int, count: int) -> bool:
    """Does a bonus tile leave the game when some path fields of the seat to act are built over?"""
    return _hiding(position, path, count).loses_bonus


def _hiding(position: ShownPosition, path: int, count: int) -> Details:
    """The workers on some path fields, and whether one of them has a bonus tile."""
    shown = position.view.boards[seat_number(str(position.view.actor))].path[path : path + count]
    workers = [f"{one.worker.kind}{one.worker.number}" for one in shown if one.worker]
    return Details(hidden=" ".join(workers), loses_bonus=any(one.bonus for one in shown))


# --- the titles ----------------------------------------------------------------------------


@lru_cache(16384)
def _title(action: str, points: int, coins: int, details: Details, lang: str) -> str:
    t = words_of(lang)
    verb, _, rest = action.partition(" ")
    if verb == "go":
        return _go_title(t, rest, points, coins, details)
    if verb in ("buy", "sell", "give", "take", "hire"):
        title = _trade_title(t, verb, rest)
        return title + (
            ". " + t("It is the last tile: this triggers the end (MS-80)") if details.ends else ""
        )
    if verb in ("place", "cover", "claim"):
        return _board_title(t, verb, rest, details)
    if verb == "leave":
        return t("Leave the bonus tile for later (MS-51)")
    if verb == "done":
        return (
            t("Done: your turn ends (MS-11)") if details.ends else t("Done: on to your second move (MS-11)")
        )
    return _map_title(t, verb, rest, points, details)


def _go_title(t: Words, target: str, points: int, coins: int, details: Details) -> str:
    if target.startswith("path"):
        return _path_title(t, target[5:], points, details)
    if target == "trading house":
        if details.idle and coins:
            return t(
                "To the trading house: {coins}, but nothing to trade (MS-30)", coins=signed_coins(t, coins)
            )
        if details.idle:
            return t("To the trading house: no coin, and nothing to trade (MS-30)")
        if coins:
            return t("To the trading house: {coins}, then trade (MS-30)", coins=signed_coins(t, coins))
        return t("To the trading house: no coin, but trade (MS-30)")
    if target == "building office" and details.idle:
        return t("To the building office: nothing you can build now (MS-44)")
    if target == "building office":
        return t("To the building office: build roads, houses and markets (MS-44)")
    if target == "mill" and details.idle:
        return t("To the mill: nothing you can deliver now (MS-60)")
    if target == "mill":
        return t("To the mill: deliver flour to markets (MS-60)")
    demands = []
    if details.amount:
        demands.append(t.plural("give up {n} good", "give up {n} goods", details.amount))
    if details.covers_a_worker:
        demands.append(t("cover a worker"))
    if not demands:
        return t("To the castle: nothing to give up (MS-70, MS-71)")
    return t("To the castle: {demands} (MS-70, MS-71)", demands=t.listed(demands))


def _path_title(t: Words, path: str, points: int, details: Details) -> str:
    if not details.amount:
        return t("To path {n}: nobody works there (MS-12)", n=path)
    where = capital(to_worker(t, details.worker))
    goods = "+" + amount(t, details.kind, details.amount)
    if points:
        gain = signed_points(t, points)
        return t("{where}: {goods}, {points} (MS-20, MS-21)", where=where, goods=goods, points=gain)
    return t("{where}: {goods} (MS-20)", where=where, goods=goods)


def _trade_title(t: Words, verb: str, rest: str) -> str:
    if verb == "buy":
        return t("Buy {good} for 2 coins (MS-33)", good=amount(t, rest, 1))
    if verb == "give":
        return t("Give up {good} (MS-70)", good=amount(t, rest, 1))
    if verb == "take":
        return t("Take {tile} (MS-5)", tile=tile_name(t, rest))
    if verb == "hire":
        return t("Hire {tile} for 2 coins (MS-32)", tile=tile_name(t, rest))
    one, other = rest.split(" ")
    return t("Sell {goods} for 1 coin (MS-34)", goods=pair_of_goods(t, one, other))


def _board_title(t: Words, verb: str, rest: str, details: Details) -> str:
    if verb == "place":
        return _place_title(t, rest, details)
    if verb == "cover":
        title = capital(t("Cover {worker} (MS-71)", worker=the_workers(t, details.hidden)))
        return title + (". " + t("The bonus tile leaves the game (MS-52)") if details.loses_bonus else "")
    return t(
        "Bonus tile {kind} from {plot} on {worker}: +1 point (MS-50)",
        kind=t(GOODS[details.kind]),
        plot=plot_name(rest[:-2]),
        worker=the_workers(t, details.worker),
    )


def _place_title(t: Words, rest: str, details: Details) -> str:
    a, b = rest.split(" ")
    if not details.tile:
        return t("On fields {a} and {b} of the path (MS-32)", a=a, b=b)
    tile = capital(tile_name(t, details.tile))
    sentences = [t("{tile} on fields {a} and {b} of the path (MS-32)", tile=tile, a=a, b=b)]
    if details.hidden:
        sentences.append(t("Covers {workers}", workers=the_workers(t, details.hidden)))
    if details.loses_bonus:
        sentences.append(t("The bonus tile leaves the game (MS-52)"))
    sentences.append(
        t("Rising numbers: +1 coin (MS-30)")
        if details.numbers_rise
        else t("Falling numbers: no coin (MS-30)")
    )
    return ". ".join(sentences)


def _map_title(t: Words, verb: str, rest: str, points: int, details: Details) -> str:
    gain = signed_points(t, points)
    if verb == "road":
        return t("Road section from {field}: 1 stone and 1 sand (MS-40)", field=rest)
    if verb == "milestone":
        return t("Milestone on {field}: {gain} (MS-40)", field=rest, gain=gain)
    if verb == "end":
        return t("The road goes on to {field} and ends there (MS-41)", field=rest)
    if verb == "market":
        return t("Market on {field} for 1 wood and 1 sand: {gain} (MS-43)", field=rest, gain=gain)
    if verb == "house":
        return t("House at {plot} for 1 stone and 1 wood: {gain} (MS-42)", plot=plot_name(rest), gain=gain)
    if verb == "count":
        return t("Count {field}: {gain} (MS-61)", field=rest, gain=gain)
    return t(
        "Deliver to the market on {field} for 2 grain: up to {points}, +1 coin (MS-60, MS-61)",
        field=rest,
        points=points_phrase(t, details.amount),
    )

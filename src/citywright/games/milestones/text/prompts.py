"""Milestones in sentences: what an action does, what is asked now. Words are in words.de.po."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from citywright.engine.view import SEAT_LETTERS, Choice, View
from citywright.games.milestones.text.log import sentence
from citywright.games.milestones.text.names import (
    GOODS,
    WORKERS,
    amount,
    capital,
    end_reason,
    gained,
    piece_name,
    player_name,
    plot_name,
    points_of,
    source_name,
    tile_name,
    words_of,
    worker_name,
)
from citywright.games.milestones.view import ActionBoard, MilestonesView
from citywright.text import Words

__all__ = ["action_title", "end_reason", "piece_name", "prompt", "sentence", "source_name"]

Extra = tuple[str | int, ...]  # what a title tells beyond the action itself

# --- what a title depends on ---------------------------------------------------------------


def action_title(words: str, view: View, lang: str) -> str:
    """What an action of the viewer does, and by which rule."""
    assert isinstance(view, MilestonesView)
    choice = next((choice for choice in view.choices if choice.action == words), Choice(words))
    return titled(choice, view, lang)


def titled(choice: Choice, view: MilestonesView, lang: str) -> str:
    """The title of one of the viewer's choices."""
    return title(choice.action, choice.points, choice.coins, extra_of(choice.action, view), lang)


def extra_of(words: str, view: MilestonesView) -> Extra:
    """The few things beside its gains that an action's title depends on."""
    verb, _, rest = words.partition(" ")
    if verb == "go":
        return _go_extra(rest, view.boards[SEAT_LETTERS.index(str(view.actor))])
    if verb == "place":
        return _place_extra(int(rest[0]) - 1, view)
    if verb == "cover":
        field = view.boards[SEAT_LETTERS.index(str(view.actor))].path[int(rest) - 1]
        return (field.worker.kind, field.worker.number, int(field.bonus)) if field.worker else ()
    if verb == "claim":
        plot = rest[:-2]
        return (next((str(one.bonus) for one in view.plots if one.name == plot), ""),)
    if verb == "deliver":
        return (best_delivery(rest, view),)
    return ()


def passed(board: ActionBoard, target: int) -> tuple[str, int]:
    """MS-20: what stopping on a path field (1 to 8) brings: kind and number; nothing is ("", 0)."""
    worker = board.path[target - 1].worker
    if worker is None:
        return "", 0
    origin = int(board.position[5:]) if board.position.startswith("path") else 0
    kind = worker.kind
    return kind, sum([f.worker is not None and f.worker.kind == kind for f in board.path[origin:target]])


def _go_extra(target: str, board: ActionBoard) -> Extra:
    if target.startswith("path"):
        return passed(board, int(target[5:]))
    if target == "castle":
        workers = sum([field.worker is not None for field in board.path])
        return (max(sum(board.goods.values()) - 3, 0), int(workers > 2))
    return (board.goods["grain"] // 2,) if target == "mill" else ()


def _place_extra(left: int, view: MilestonesView) -> Extra:
    """The tile, whom it hides, how many bonus tiles that loses, and whether the numbers then never fall."""
    board = view.boards[SEAT_LETTERS.index(str(view.actor))]
    tile = view.placing
    if tile is None:
        return ()
    fields = board.path[left : left + 2]
    hidden = " ".join([f"{f.worker.kind}{f.worker.number}" for f in fields if f.worker])
    numbers = [f.worker.number if f.worker else 0 for f in board.path]
    numbers[left], numbers[left + 1] = tile.left.number, tile.right.number
    shown = [number for number in numbers if number]
    return tile.name, hidden, sum([f.bonus for f in fields]), int(shown == sorted(shown))


@lru_cache(256)
def around(name: str) -> frozenset[str]:
    """The names of the up to six fields around a field."""
    row, column = "abcdefgh".index(name[0]), int(name[1:])
    left = column - 1 + row % 2
    near = [(row, column - 1), (row, column + 1)]
    near += [(row + down, left + step) for down in (-1, 1) for step in (0, 1)]
    return frozenset([f"{'abcdefgh'[r]}{c}" for r, c in near if 0 <= r < 8 and c > 0])


def best_delivery(market: str, view: MilestonesView) -> int:
    """MS-61: the two best free numbers around a market."""
    near = around(market)
    return sum(sorted([f.number for f in view.fields if f.name in near and f.piece is None])[-2:])


# --- titles --------------------------------------------------------------------------------


@lru_cache(16384)
def title(words: str, points: int, coins: int, extra: Extra, lang: str) -> str:
    """An action's title from the few things it depends on."""
    t = words_of(lang)
    verb, _, rest = words.partition(" ")
    if verb == "go":
        return _go_title(t, rest, points, coins, extra)
    if verb in ("buy", "sell", "give", "take", "hire"):
        return _trade_title(t, verb, rest)
    if verb in ("place", "cover", "claim"):
        return _board_title(t, verb, rest, extra)
    if verb in ("done", "leave"):
        return t("Done here (MS-12)") if verb == "done" else t("Leave the bonus tile for later (MS-51)")
    return _map_title(t, verb, rest, points, extra)


def _go_title(t: Words, target: str, points: int, coins: int, extra: Extra) -> str:
    if target.startswith("path"):
        if not extra or not extra[1]:
            return t("To path {n}: nothing there (MS-12)", n=target[5:])
        got = "+" + amount(t, str(extra[0]), int(extra[1]))
        if points:
            return t(
                "To path {n}: {goods}, {points} (MS-20, MS-21)",
                n=target[5:],
                goods=got,
                points=gained(t, points, 0),
            )
        return t("To path {n}: {goods} (MS-20)", n=target[5:], goods=got)
    if target == "trading house":
        if coins:
            return t("To the trading house: {coins} income, then trade (MS-30)", coins=gained(t, 0, coins))
        return t("To the trading house: no income, but trade (MS-30)")
    if target == "building office":
        return t("To the building office: build roads, houses and markets (MS-44)")
    if target == "mill":
        return t("To the mill: deliver flour to markets (MS-60)")
    told = [t.plural("give up {n} good", "give up {n} goods", int(extra[0]))] if extra and extra[0] else []
    if extra and extra[1]:
        told.append(t("cover a worker"))
    if not told:
        return t("To the castle: nothing is demanded (MS-70, MS-71)")
    return t("To the castle: {demands} (MS-70, MS-71)", demands=t.listed(told))


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
    goods = amount(t, one, 2) if one == other else t.listed([amount(t, one, 1), amount(t, other, 1)])
    return t("Sell {goods} for 1 coin (MS-34)", goods=goods)


def _board_title(t: Words, verb: str, rest: str, extra: Extra) -> str:
    if verb == "place":
        return _place_title(t, rest, extra)
    if verb == "cover":
        worker = worker_name(t, str(extra[0]), int(extra[1])) if extra else ""
        said = t("Cover path {n}: {worker} (MS-71)", n=rest, worker=worker)
        return said + (". " + t("The bonus tile leaves the game (MS-52)") if extra and extra[2] else "")
    kind = str(extra[0])
    return t(
        "Bonus tile {kind} from {plot} on path {n}: +1 point (MS-50)",
        kind=t(GOODS[kind]),
        plot=plot_name(rest[:-2]),
        n=rest[-1],
    )


def _place_title(t: Words, rest: str, extra: Extra) -> str:
    a, b = rest.split(" ")
    if not extra:
        return t("On path {a} and {b} (MS-32)", a=a, b=b)
    tile, hidden, lost, rising = (str(extra[0]), str(extra[1]), int(extra[2]), int(extra[3]))
    said = t("{tile} on path {a} and {b} (MS-32)", tile=capital(tile_name(t, tile)), a=a, b=b)
    if hidden:
        said += ". " + t("Covers {workers}", workers=tile_name(t, hidden))
    if lost:
        said += ". " + t("The bonus tile leaves the game (MS-52)")
    return said + ". " + (t("Income: yes (MS-30)") if rising else t("Income: no (MS-30)"))


def _map_title(t: Words, verb: str, rest: str, points: int, extra: Extra) -> str:
    gain = "+" + points_of(t, points)
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
    best = points_of(t, int(extra[0])) if extra else gain
    return t(
        "Deliver to the market on {field} for 2 grain: up to {points}, +1 coin (MS-60, MS-61)",
        field=rest,
        points=best,
    )


# --- prompts -------------------------------------------------------------------------------


def prompt(view: View, lang: str, names: Sequence[str] = ()) -> str:
    """What is to be done now, or who is awaited, or how the game ended."""
    assert isinstance(view, MilestonesView)
    t = words_of(lang)
    if view.actor is None:
        return _result(t, view, names)
    if view.actor == "*":
        return {
            "draw start player": t("The start player is drawn"),
            "draw bonus tile": t("The bonus tiles are laid out"),
        }.get(view.phase, t("Worker tiles are revealed"))
    if view.actor != view.seat:
        who = player_name(view.actor, names)
        return _waiting(t, view.phase, who)
    return _asked(t, view)


def _result(t: Words, view: MilestonesView, names: Sequence[str]) -> str:
    winners = [player_name(seat, names) for seat, rank in enumerate(view.ranks or []) if rank == 1]
    points = points_of(t, max(view.scores))
    if len(winners) > 1:
        return t("{winners} win together with {points}", winners=t.listed(winners), points=points)
    return t("{winner} wins with {points}", winner=t.listed(winners), points=points)


def _waiting(t: Words, phase: str, who: str) -> str:
    if phase == "take tile":
        return t("{who} takes a start tile", who=who)
    if phase in ("place start tile", "place hired tile"):
        return t("{who} places a worker tile", who=who)
    if phase == "move":
        return t("{who} moves", who=who)
    if phase == "trade":
        return t("{who} is in the trading house", who=who)
    if phase in ("deliver", "count field"):
        return t("{who} is in the mill", who=who)
    if phase in ("give up goods", "cover worker"):
        return t("{who} is in the castle", who=who)
    return t("{who} is building", who=who)


def _asked(t: Words, view: MilestonesView) -> str:
    board = view.boards[SEAT_LETTERS.index(view.seat)]
    if view.phase == "move":
        if view.moves_left == 2:
            return t("Move your figure forward: your first of two moves")
        return t("Move your figure forward: your second move")
    if view.phase == "give up goods":
        over = sum(board.goods.values()) - 3
        return t.plural("Give up {n} more good, three may stay", "Give up {n} goods, three may stay", over)
    if view.phase == "count field":
        return t.plural(
            "Choose one more free number around the market on {field}",
            "Choose {n} free numbers around the market on {field}",
            view.building.counts_left,
            field=view.building.market,
        )
    if view.phase == "claim bonus tile":
        kinds = sorted({str(plot.bonus) for plot in view.plots if plot.name in view.building.offered})
        workers = t.listed([t(WORKERS[kind]) for kind in kinds])
        if any(choice.action == "leave" for choice in view.choices):
            return t("Lay the bonus tile on a worker ({workers}), or leave it", workers=workers)
        return t("Lay the bonus tile on a worker ({workers})", workers=workers)
    return _asked_simply(t, view)


def _asked_simply(t: Words, view: MilestonesView) -> str:
    """The prompts that need no counting."""
    building = view.building
    tile = tile_name(t, view.placing.name) if view.placing else ""
    return {
        "take tile": t("Take a start tile"),
        "place start tile": t("Place {tile} on your path", tile=tile),
        "place hired tile": t("Place {tile} on your path", tile=tile),
        "trade": t("Hire a tile, buy and sell goods, or be done"),
        "build": t("Build roads, houses and markets, or be done"),
        "set milestone": t("Set the milestone of the road from {field}", field=building.start),
        "end road": t(
            "Choose where the road ends, behind the milestone on {field}", field=building.milestone
        ),
        "deliver": t("Deliver flour to a market for 2 grain, or be done"),
        "cover worker": t("Cover one of your workers"),
    }[view.phase]

"""The log of Milestones: events as sentences with their reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from citywright.engine.state import Event
from citywright.games.milestones.notation import format_field, format_plot, format_tile, format_worker
from citywright.games.milestones.rules.material import END_BY_TILES, KIND_NAMES, PATHS, RING_NAMES
from citywright.games.milestones.rules.turns import SOLE_MAJORITY
from citywright.games.milestones.text.names import (
    GOODS,
    WAYS_TO,
    WORKERS,
    amount,
    pair_of_goods,
    plot_name,
    the_workers,
    tile_name,
    to_worker,
    words_of,
)
from citywright.text import Words
from citywright.text.phrases import capital, coins_phrase, player_name, points_phrase

LogLine = Callable[[Words, Event, str], str]


def sentence(event: Event, names: Sequence[str], lang: str, action: str = "") -> str:  # noqa: ARG001
    """A log line with its reason; nothing if the event is not worth one."""
    log_line = _LOG_LINES.get(event.name)
    if log_line is None:
        return ""
    return log_line(words_of(lang), event, player_name(event.seat, names))


# --- set-up and tiles --------------------------------------------------------------------


def _start(t: Words, _event: Event, who: str) -> str:
    return t("{who} is the start player", who=who)


def _turn(t: Words, event: Event, who: str) -> str:
    return t("Turn {n}: {who}", n=event.args[0], who=who)


def _revealed(t: Words, event: Event, _who: str) -> str:
    if event.rule != "MS-32":
        return ""
    return t("New in the display: {tile}", tile=_tile(t, event))


def _taken(t: Words, event: Event, who: str) -> str:
    return t("{who} takes {tile}", who=who, tile=_tile(t, event))


def _left_over(t: Words, event: Event, _who: str) -> str:
    return t("Nobody took {tile}: the tile goes out of the game", tile=_tile(t, event))


def _placed(t: Words, event: Event, who: str) -> str:
    path = event.args[1] + 1
    return t(
        "{who} places {tile} on fields {a} and {b} of the path",
        who=who,
        tile=_tile(t, event),
        a=path,
        b=path + 1,
    )


def _hired(t: Words, event: Event, who: str) -> str:
    coins = coins_phrase(t, -event.coins)
    return t("{who} hires {tile} for {coins}", who=who, tile=_tile(t, event), coins=coins)


def _tile(t: Words, event: Event) -> str:
    return tile_name(t, format_tile(event.args[0]))


# --- the ring ---------------------------------------------------------------------------


def _moved(t: Words, event: Event, who: str) -> str:
    target, worker = event.args[1], event.args[2:]  # no worker on an empty or covered field
    if worker:
        return t("{who} goes {where}", who=who, where=to_worker(t, format_worker(worker[0])))
    if 0 < target <= PATHS:
        return t("{who} goes to path {n}, where nobody works", who=who, n=target)
    return t("{who} goes {where}", who=who, where=t(WAYS_TO[RING_NAMES[target]]))


def _goods(t: Words, event: Event, who: str) -> str:
    n = event.args[1]
    goods = amount(t, KIND_NAMES[event.args[0]], n)
    return t.plural(
        "{who}: {goods} from {n} worker",
        "{who}: {goods} from {n} workers of that kind",
        n,
        who=who,
        goods=goods,
    )


def _worked_with_bonus(t: Words, event: Event, who: str) -> str:
    """The worker comes first, so that two of these read well in one line."""
    return t.plural(  # each bonus tile brings a point
        "{who}: {worker} with a bonus tile, {points}",
        "{who}: {worker} with {n} bonus tiles, {points}",
        event.points,
        who=who,
        worker=t(WORKERS[KIND_NAMES[event.args[0]]]),
        points=points_phrase(t, event.points),
    )


def _income(t: Words, event: Event, who: str) -> str:
    coins = coins_phrase(t, event.coins)
    return t("{who}: {coins} for rising numbers", who=who, coins=coins)


def _bought(t: Words, event: Event, who: str) -> str:
    good = amount(t, KIND_NAMES[event.args[0]], 1)
    return t("{who} buys {good} for {coins}", who=who, good=good, coins=coins_phrase(t, -event.coins))


def _sold(t: Words, event: Event, who: str) -> str:
    one, other = (KIND_NAMES[kind] for kind in event.args)
    goods = pair_of_goods(t, one, other)
    return t("{who} sells {goods} for {coins}", who=who, goods=goods, coins=coins_phrase(t, event.coins))


def _given_up(t: Words, event: Event, who: str) -> str:
    good = amount(t, KIND_NAMES[event.args[0]], 1)
    return t("{who} gives up {good} at the castle", who=who, good=good)


def _covered(t: Words, event: Event, who: str) -> str:
    return t("{who} covers {worker}", who=who, worker=the_workers(t, format_worker(event.args[2])))


def _bonus_lost(t: Words, event: Event, who: str) -> str:
    kind = t(GOODS[KIND_NAMES[event.args[0]]])
    return t("{who}: the bonus tile {kind} leaves the game", who=who, kind=kind)


# --- the map ----------------------------------------------------------------------------


def _road(t: Words, event: Event, who: str) -> str:
    start, middle = (format_field(field) for field in event.args)
    points = points_phrase(t, event.points)
    return t(
        "{who}: road from {start}, milestone on {field}, {points}",
        who=who,
        start=start,
        field=middle,
        points=points,
    )


def _market(t: Words, event: Event, who: str) -> str:
    field = format_field(event.args[0])
    points = points_phrase(t, event.points)
    return t("{who}: market on {field}, {points}", who=who, field=field, points=points)


def _house(t: Words, event: Event, who: str) -> str:
    plot = plot_name(format_plot(event.args[0]))
    points = points_phrase(t, event.points)
    return t("{who}: house at {plot}, {points} for free numbers", who=who, plot=plot, points=points)


def _claimed(t: Words, event: Event, who: str) -> str:
    kind = t(GOODS[KIND_NAMES[event.args[1]]])
    points = points_phrase(t, event.points)
    return t("{who}: bonus tile {kind}, {points}", who=who, kind=kind, points=points)


def _bonus_left(t: Words, _event: Event, who: str) -> str:
    return t("{who} leaves the bonus tile", who=who)


def _delivered(t: Words, event: Event, who: str) -> str:
    coins = coins_phrase(t, event.coins)
    field = format_field(event.args[0])
    return t("{who} delivers flour to the market on {field}: {coins}", who=who, field=field, coins=coins)


def _counted(t: Words, event: Event, who: str) -> str:
    market, field = (format_field(number) for number in event.args)
    points = points_phrase(t, event.points)
    return t(
        "{who}: {points} for {field} beside the market on {market}",
        who=who,
        points=points,
        field=field,
        market=market,
    )


# --- the end ----------------------------------------------------------------------------


def _triggered(t: Words, event: Event, who: str) -> str:
    if event.args[0] == END_BY_TILES:
        return t("{who} hires the last tile: all others have one more turn", who=who)
    return t("{who} reaches the end mark: all others have one more turn", who=who)


def _game_over(t: Words, _event: Event, _who: str) -> str:
    return t("The game is over")


def _majority(t: Words, event: Event, who: str) -> str:
    worker = capital(t(WORKERS[KIND_NAMES[event.args[0]]]))
    points = points_phrase(t, event.points)
    if event.points == SOLE_MAJORITY:
        return t("{worker}: {who} has the majority, {points}", worker=worker, who=who, points=points)
    return t("{worker}: {who} shares the majority, {points}", worker=worker, who=who, points=points)


_LOG_LINES: dict[str, LogLine] = {
    "start player": _start,
    "turn": _turn,
    "tile revealed": _revealed,
    "tile taken": _taken,
    "tile out of the game": _left_over,
    "tile placed": _placed,
    "hire": _hired,
    "move": _moved,
    "goods": _goods,
    "workers with bonus": _worked_with_bonus,
    "income": _income,
    "buy": _bought,
    "sell": _sold,
    "goods given up": _given_up,
    "worker covered": _covered,
    "bonus tile lost": _bonus_lost,
    "roads": _road,
    "markets": _market,
    "houses": _house,
    "bonus tiles": _claimed,
    "bonus tiles left": _bonus_left,
    "delivery": _delivered,
    "deliveries": _counted,
    "end triggered": _triggered,
    "game over": _game_over,
    "majorities": _majority,
}

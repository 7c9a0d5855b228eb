"""What Milestones asks of the viewer now, whom all wait for, or how the game ended."""

from __future__ import annotations

from collections.abc import Sequence

from citywright.engine.view import SEAT_LETTERS, View
from citywright.games.milestones.rules.castle import goods_to_give
from citywright.games.milestones.text.names import WORKERS, player_name, points_of, tile_name, words_of
from citywright.games.milestones.view import MilestonesView, player_board_of
from citywright.text import Words


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
    return _question(t, view)


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


def _question(t: Words, view: MilestonesView) -> str:
    if view.phase == "move":
        if view.moves_left == 2:
            return t("Move your figure forward: your first of two moves")
        return t("Move your figure forward: your second move")
    if view.phase == "give up goods":
        return t.plural(
            "Give up {n} more good, three may stay",
            "Give up {n} goods, three may stay",
            goods_to_give(player_board_of(view.boards[SEAT_LETTERS.index(view.seat)])),
        )
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
    return _fixed_question(t, view)


def _fixed_question(t: Words, view: MilestonesView) -> str:
    """The questions that are always put in the same words."""
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

"""What Milestones asks of the viewer now, whom all wait for, or how the game ended."""

from __future__ import annotations

from collections.abc import Sequence

from citywright.engine.view import View, seat_number
from citywright.games.milestones.rules.castle import goods_to_give
from citywright.games.milestones.text.names import WORKERS, tile_name, words_of
from citywright.games.milestones.view import MilestonesView, player_board_of
from citywright.text import Words
from citywright.text.phrases import player_name, result_phrase


def prompt(view: View, lang: str, names: Sequence[str] = ()) -> str:
    """What is to be done now, or who is awaited, or how the game ended."""
    assert isinstance(view, MilestonesView)
    t = words_of(lang)
    if view.actor is None:
        return result_phrase(t, view, names)
    if view.actor == "*":
        return {
            "draw start player": t("The start player is drawn"),
            "draw bonus tile": t("The bonus tiles are laid out"),
        }.get(view.phase, t("Worker tiles are revealed"))
    if view.actor != view.seat:
        return _waiting(t, view.phase, player_name(view.actor, names))
    return _question(t, view)


def _waiting(t: Words, phase: str, who: str) -> str:
    if phase == "take tile":
        return t("{who} chooses two start tiles", who=who)
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
            return t("Move your figure forward (move 1 of 2)")
        return t("Move your figure forward (move 2 of 2)")
    if view.phase == "give up goods":
        return t.plural(
            "Give up {n} more good; you may keep three",
            "Give up {n} goods; you may keep three",
            goods_to_give(player_board_of(view.boards[seat_number(view.seat)])),
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
            return t("Place the bonus tile ({workers}) or leave it", workers=workers)
        return t("Place the bonus tile ({workers})", workers=workers)
    return _fixed_question(t, view)


def _fixed_question(t: Words, view: MilestonesView) -> str:
    """The questions that are always put in the same words."""
    building = view.building
    tile = tile_name(t, view.placing.name) if view.placing else ""
    return {
        "take tile": _start_tile_question(t, view),
        "place start tile": t("Place {tile} on your path", tile=tile),
        "place hired tile": t("Place {tile} on your path", tile=tile),
        "trade": t("Hire a tile, buy and sell goods, or tap Done"),
        "build": t("Build roads, houses and markets, or tap Done"),
        "set milestone": t("Set the milestone of the road from {field}", field=building.start),
        "end road": t("Choose where the road ends, past the milestone on {field}", field=building.milestone),
        "deliver": t("Deliver flour to a market for 2 grain, or tap Done"),
        "cover worker": t("Cover one of your workers"),
    }[view.phase]


def _start_tile_question(t: Words, view: MilestonesView) -> str:
    """The first tile, then the second, with what was taken before."""
    taken = view.boards[seat_number(view.seat)].taken
    if not taken:
        return t("Take your first of two start tiles")
    return t("You have {tile}: take one more tile", tile=tile_name(t, taken[0].name))

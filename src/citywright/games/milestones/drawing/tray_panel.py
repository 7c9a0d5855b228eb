"""The tray: the viewer's own ring with goods, display and what the phase needs; which part shows what."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.panel import TRAY, Panel, Part
from citywright.games.milestones.drawing import ring, tray
from citywright.games.milestones.drawing.context import Context
from citywright.games.milestones.drawing.player_boards import ring_inputs, ring_parts
from citywright.games.milestones.drawing.ring import RingOffer
from citywright.games.milestones.drawing.tray import Card
from citywright.games.milestones.notation import parse_tile
from citywright.games.milestones.rules import material
from citywright.games.milestones.rules.material import KIND_NAMES
from citywright.games.milestones.rules.setup import DISPLAY_SIZE
from citywright.games.milestones.text.prospects import USES_OF_CARDS, usable_cards
from citywright.games.milestones.text.titles import is_last_tile, switch_title
from citywright.games.milestones.text.why_not import (
    Reason,
    card_reason,
    good_reason,
    sale_reason,
    tile_reason,
)
from citywright.games.milestones.view import Tile, goods_of


def tray_panel(context: Context) -> Panel:
    """The viewer's own ring, the goods, the display, and what the phase needs below them."""
    if context.choices:
        return _drawn_tray(context)
    view = context.view
    is_over = view.actor is None
    taken = [board.taken for board in view.boards] if view.start_tiles else None
    tiles = (view.stack, view.display, view.start_tiles, taken, _own_tile(context), context.names)
    land = (view.fields, view.plots, view.supplies)  # what can be built
    inputs = (*ring_inputs(context, context.viewer), *tiles, *land, is_over)
    return context.kept.again("tray", inputs, lambda: _drawn_tray(context))


def _drawn_tray(context: Context) -> Panel:
    lang = context.lang
    active = bool(context.choices)
    parts = [
        ring.base("tray", tray.HEIGHT),
        *ring_parts(context, "tray", context.viewer, active),
        *(_active_goods(context) if active else _idle_goods(tuple(context.own_board.goods.values()), lang)),
        *_display(context),
        *_start_tiles(context),
        *_sales(context),
        tray.tile_to_place(_to_place(context), lang),
        *_cards(context),
        _corner(context),
        _leave(context),
        _done(context),
    ]
    label = context.t("Board of {who}", who=context.name_of(context.viewer))
    return Panel("tray", TRAY, label, ring.WIDTH, tray.HEIGHT, tuple(parts))


# --- goods ----------------------------------------------------------------------------------


@lru_cache(4096)
def _idle_goods(amounts: tuple[int, ...], lang: str) -> list[Part]:
    return [
        tray.goods(kind, amount, None, (), lang) for kind, amount in zip(KIND_NAMES, amounts, strict=True)
    ]


def _active_goods(context: Context) -> list[Part]:
    """The own goods for the viewer who acts: some are bought, or given up."""
    parts = []
    coins = context.own_board.goods["coin"]
    for kind, amount in context.own_board.goods.items():
        choice = context.choices.get(f"buy {kind}") or context.choices.get(f"give {kind}")
        offer: RingOffer | None = None
        reason: Reason = ()
        if choice is None:
            reason = good_reason(context.view.phase, kind, coins)
        else:
            change = "−2" if choice.action.startswith("buy") else "−1"
            offer = RingOffer(choice.action, context.title(choice), change)
        parts.append(tray.goods(kind, amount, offer, reason, context.lang))
    return parts


# --- tiles ----------------------------------------------------------------------------------


def _hire_offer(context: Context, tiles: list[Tile], place: int) -> RingOffer | None:
    """Hiring a tile of the display; of tiles that look alike the first carries the action."""
    choice = context.choices.get(f"hire {tiles[place].name}")
    if choice is None or any(tile.name == tiles[place].name for tile in tiles[:place]):
        return None
    return RingOffer(choice.action, context.title(choice), warns=is_last_tile(context.view))


def _display(context: Context) -> list[Part]:
    """The tiles that can be hired."""
    tiles = context.view.display
    reason = tile_reason(context.view.phase, goods_of(context.own_board)) if context.choices else ()
    parts = []
    for place in range(DISPLAY_SIZE):
        if place >= len(tiles):
            parts.append(tray.display_tile(place, "", "", None, (), context.lang))
            continue
        left, right = tiles[place].name.split(" ")
        offer = _hire_offer(context, tiles, place)
        parts.append(tray.display_tile(place, left, right, offer, () if offer else reason, context.lang))
    return parts


def _start_tiles(context: Context) -> list[Part]:
    """The start tiles, each in its place: those that can be taken, and who took the others."""
    view, lang = context.view, context.lang
    if not view.start_tiles:
        return _no_start_tiles(lang)
    owned = [(parse_tile(tile.name), -1, tile.name) for tile in view.start_tiles]
    for seat, board in enumerate(view.boards):
        owned += [(parse_tile(tile.name), seat, tile.name) for tile in board.taken]
    parts, offered = [], set()
    for place, (_, owner, name) in enumerate(sorted(owned)):
        left, right = name.split(" ")
        choice = context.choices.get(f"take {name}") if owner < 0 and name not in offered else None
        offered.add(name if choice else "")
        offer = RingOffer(choice.action, context.title(choice)) if choice else None
        who = context.name_of(owner) if owner >= 0 else ""
        parts.append(tray.start_tile(place, left, right, offer, owner, who, lang))
    return parts + _no_start_tiles(lang)[len(parts) :]


@lru_cache(8)
def _no_start_tiles(lang: str) -> list[Part]:
    return [tray.start_tile(place, "", "", None, -1, "", lang) for place in range(tray.MOST_START_TILES)]


def _own_tile(context: Context) -> Tile | None:
    """The tile the viewer has to place."""
    return context.view.placing if context.view.actor == context.view.seat else None


def _to_place(context: Context) -> tuple[tuple[str, str], ...]:
    """The tile the viewer has to place, and the one they place after it."""
    tile = _own_tile(context)
    if tile is None:
        return ()
    left, right = tile.name.split(" ")
    taken = context.own_board.taken
    if len(taken) < 2:
        return ((left, right),)
    after_left, after_right = taken[1].name.split(" ")
    return ((left, right), (after_left, after_right))


# --- what the phase needs ---------------------------------------------------------------------


def _sales(context: Context) -> list[Part]:
    """The pairs of goods, each in its place, while one of them can be sold."""
    if not _can_sell(context):
        return _no_sales(context.lang)
    goods = goods_of(context.own_board)
    parts = []
    for pair in tray.PAIRS:
        choice = context.choices.get(f"sell {pair}")
        if choice is None:
            parts.append(tray.sale(pair, True, None, sale_reason(goods, pair), context.lang))
        else:
            offer = RingOffer(choice.action, context.title(choice), "+1")
            parts.append(tray.sale(pair, True, offer, (), context.lang))
    return parts


@lru_cache(8)
def _no_sales(lang: str) -> list[Part]:
    return [tray.sale(pair, False, None, (), lang) for pair in tray.PAIRS]


def _can_sell(context: Context) -> bool:
    return any(action.startswith("sell") for action in context.choices)


def _cards(context: Context) -> list[Part]:
    """What can be built and delivered, where the tray has room for it."""
    view, lang = context.view, context.lang
    if view.start_tiles or _can_sell(context) or _own_tile(context) or view.actor is None:
        return [tray.build_card(piece, None, lang) for piece in tray.PRICES]
    goods = goods_of(context.own_board)
    offered = {action.partition(" ")[0] for action in context.choices}
    kinds = [piece for piece, (_, verb) in USES_OF_CARDS.items() if verb in offered]
    usable = usable_cards(view, context.own_board)
    parts = []
    for piece, price in tray.PRICES.items():
        listed = material.goods_listed(price)
        has = tuple([listed[:k].count(kind) < _amount(goods, kind) for k, kind in enumerate(listed)])
        switches = ""
        reason: Reason = ()
        if piece in kinds:
            switches = switch_title(piece, lang) if len(kinds) > 1 else ""
        elif context.choices:
            reason = card_reason(view, piece, goods, piece in usable)
        parts.append(tray.build_card(piece, Card(has, piece in usable, switches, reason), lang))
    return parts


def _amount(goods: int, kind: int) -> int:
    return goods >> material.AMOUNT_BITS * kind & material.MOST


def _corner(context: Context) -> Part:
    """The stack and the moves left, where nothing else stands."""
    view = context.view
    own = view.actor == context.own_board.seat and view.turn
    shown = not view.start_tiles and not _own_tile(context) and "leave" not in context.choices
    return tray.corner(
        view.stack, view.moves_left if own else 0, shown and view.actor is not None, context.lang
    )


def _leave(context: Context) -> Part:
    choice = context.choices.get("leave")
    return (
        tray.leave(choice.action, context.title(choice), context.lang) if choice else tray.leave("", "", "")
    )


def _done(context: Context) -> Part:
    choice = context.choices.get("done")
    return tray.done(choice.action, context.title(choice), context.lang) if choice else tray.done("", "", "")

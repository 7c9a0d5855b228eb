"""The panels of the players' boards, and the tray with the viewer's own: which part shows what of a view."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import signed
from citywright.draw.panel import OTHER, TRAY, Panel, Part
from citywright.draw.standing import final_standing
from citywright.engine.view import SEAT_LETTERS, Choice
from citywright.games.milestones.drawing import ring, tray
from citywright.games.milestones.drawing.context import Context
from citywright.games.milestones.drawing.ring import OnPath, RingOffer
from citywright.games.milestones.rules import castle, material
from citywright.games.milestones.rules.material import KIND_NAMES, PATHS
from citywright.games.milestones.rules.setup import DISPLAY_SIZE
from citywright.games.milestones.text.titles import numbers_rise_after
from citywright.games.milestones.text.why_not import good_reason, ring_reason, tile_reason
from citywright.games.milestones.view import Tile, goods_of

# --- rings ----------------------------------------------------------------------------------


def other_panel(context: Context, seat: int) -> Panel:
    """The ring of another seat."""
    inputs = _ring_inputs(context, seat)
    return context.kept.again(f"ring {seat}", inputs, lambda: _drawn_other(context, seat))


def _ring_inputs(context: Context, seat: int) -> tuple[object, ...]:
    """All that the ring of a seat depends on, as long as the viewer does nothing there."""
    view = context.view
    board = view.boards[seat]
    turn = (view.moves_left, view.turn, view.phase) if view.actor == board.seat else None
    starts, ended = view.start == board.seat, view.end_triggered_by == board.seat
    return board, context.name_of(seat), turn, starts, ended, context.lang


def _drawn_other(context: Context, seat: int) -> Panel:
    panel = f"ring-{SEAT_LETTERS[seat]}"
    parts = [ring.base(panel, ring.HEIGHT), *_ring(context, panel, seat, False)]
    label = context.t("Board of {who}", who=context.name_of(seat))
    return Panel(panel, OTHER, label, ring.WIDTH, ring.HEIGHT, tuple(parts))


def _ring(context: Context, panel: str, seat: int, active: bool) -> list[Part]:
    """Header, path, buildings, figure and goods of a seat; `active`: the viewer may act there."""
    view, lang = context.view, context.lang
    board = view.boards[seat]
    acts = view.actor == board.seat
    moves = view.moves_left if acts and view.turn else 0
    starts, ended = view.start == board.seat, view.end_triggered_by == board.seat
    parts = [ring.header(panel, seat, context.name_of(seat), board.points, starts, moves, ended, lang)]
    on_path = tuple(
        [
            OnPath(one.worker.kind, one.worker.number, one.bonus, one.covered)
            if one.worker
            else OnPath("", 0, False, one.covered)
            for one in board.path
        ]
    )
    parts += _active_ring(context, panel, on_path) if active else _idle_ring(panel, on_path, lang)
    parts.append(ring.figure_on_ring(panel, seat, board.position, acts and view.phase == "move", lang))
    if active and view.phase in ("trade", "give up goods"):
        parts += _active_goods(context, panel)
    else:
        parts += _idle_goods(panel, tuple(board.goods.values()), lang)
    return parts


@lru_cache(4096)
def _idle_ring(panel: str, on_path: tuple[OnPath, ...], lang: str) -> list[Part]:
    """The fields of a ring on which the viewer has nothing to do."""
    parts = [ring.path_field(panel, number, one, (), "", lang) for number, one in enumerate(on_path, 1)]
    parts += [ring.building_field(panel, place, None, "", lang) for place in ring.PLACES]
    return parts + [ring.tile_place(panel, left, None) for left in range(1, PATHS)]


@lru_cache(4096)
def _idle_goods(panel: str, amounts: tuple[int, ...], lang: str) -> list[Part]:
    return [
        ring.goods(panel, kind, amount, None, "", lang)
        for kind, amount in zip(KIND_NAMES, amounts, strict=True)
    ]


def _active_ring(context: Context, panel: str, on_path: tuple[OnPath, ...]) -> list[Part]:
    """The own ring for the viewer who acts."""
    phase, lang = context.view.phase, context.lang
    offers: dict[str, list[RingOffer]] = {}
    for choice in context.choices.values():
        offer = _path_offer(context, choice)
        if offer is not None:
            offers.setdefault(choice.action[-1], []).append(offer)
    parts = []
    for number, one in enumerate(on_path, 1):
        here = tuple(offers.get(str(number), ()))
        parts.append(ring.path_field(panel, number, one, here, "" if here else ring_reason(phase), lang))
    for place in ring.PLACES:
        offer = _building_offer(context, place)
        reason = "behind" if phase == "move" and offer is None else ""
        parts.append(ring.building_field(panel, place, offer, reason, lang))
    return parts + [ring.tile_place(panel, left, _place_offer(context, left)) for left in range(1, PATHS)]


def _path_offer(context: Context, choice: Choice) -> RingOffer | None:
    """What an action does on one path field, if it is about one."""
    action = choice.action
    if action.startswith("go path"):
        kind, amount = context.position.path_goods[int(action[-1]) - 1]
        gain = f"+{amount}" if amount else "–"
        if choice.points:
            gain = f"{signed(choice.points)} {gain}"
        return RingOffer(action, context.title(choice), gain, kind)
    if action.startswith("cover"):
        return RingOffer(action, context.title(choice), "×")
    if action.startswith("claim"):
        return RingOffer(action, context.title(choice), "+1")
    return None


def _building_offer(context: Context, place: str) -> RingOffer | None:
    """A move to a building: the income, what the castle takes, what a delivery costs."""
    choice = context.choices.get(f"go {place}")
    if choice is None:
        return None
    gain, kind = "", ""
    if place == "trading house" and choice.coins:
        gain, kind = signed(choice.coins), "coin"
    elif place == "castle":
        to_give = castle.goods_to_give(context.position.actor_board)
        gain = signed(-to_give) if to_give else ""
    elif place == "mill" and context.position.actor_board.can_pay(material.DELIVERY_PRICE):
        gain, kind = "2", "grain"
    return RingOffer(choice.action, context.title(choice), gain, kind)


def _place_offer(context: Context, left: int) -> RingOffer | None:
    """A tile on two path fields; an arrow shows whether the numbers then rise."""
    choice = context.choices.get(f"place {left} {left + 1}")
    tile = context.view.placing
    if choice is None or tile is None:
        return None
    rise = numbers_rise_after(context.position, tile.name, left - 1)
    return RingOffer(choice.action, context.title(choice), ring.RISES if rise else ring.FALLS)


def _active_goods(context: Context, panel: str) -> list[Part]:
    """The own goods for the viewer who trades, or gives up some."""
    parts = []
    for kind, amount in context.own_board.goods.items():
        choice = context.choices.get(f"buy {kind}") or context.choices.get(f"give {kind}")
        offer, reason = None, ""
        if choice is None:
            reason = good_reason(context.view.phase, kind)
        else:
            change = "+1 −2¢" if choice.action.startswith("buy") else "−1"
            offer = RingOffer(choice.action, context.title(choice), change)
        parts.append(ring.goods(panel, kind, amount, offer, reason, context.lang))
    return parts


# --- the tray -------------------------------------------------------------------------------


def tray_panel(context: Context) -> Panel:
    """The viewer's own ring, the display, and what the phase needs below it."""
    if context.choices:
        return _drawn_tray(context)
    view = context.view
    is_over = view.actor is None
    tiles = (view.stack, view.display, view.start_tiles, _own_tile(context))
    results = (view.ranks, context.names) if is_over else None
    inputs = (*_ring_inputs(context, context.viewer), *tiles, is_over, results)
    return context.kept.again("tray", inputs, lambda: _drawn_tray(context))


def _drawn_tray(context: Context) -> Panel:
    lang = context.lang
    parts = [
        ring.base("tray", tray.HEIGHT),
        *_ring(context, "tray", context.viewer, bool(context.choices)),
        tray.display_head(context.view.stack, lang),
        *_display(context),
        *_start_tiles(context),
        *_sales(context),
        _tile_to_place(context),
        _prices(context),
        _main_button(context),
        tray.results(final_standing(context.view, context.names), lang),
    ]
    label = context.t("Board of {who}", who=context.name_of(context.viewer))
    return Panel("tray", TRAY, label, ring.WIDTH, tray.HEIGHT, tuple(parts))


def _tile_offer(
    context: Context, verb: str, tiles: list[Tile], place: int, gain: str = ""
) -> RingOffer | None:
    """An action with a tile; of tiles that look alike the first carries it."""
    choice = context.choices.get(f"{verb} {tiles[place].name}")
    if choice is None or any(tile.name == tiles[place].name for tile in tiles[:place]):
        return None
    return RingOffer(choice.action, context.title(choice), gain)


def _display(context: Context) -> list[Part]:
    """The tiles that can be hired."""
    tiles = context.view.display
    reason = tile_reason(context.view.phase, goods_of(context.own_board)) if context.choices else ""
    parts = []
    for place in range(DISPLAY_SIZE):
        if place >= len(tiles):
            parts.append(tray.display_tile(place, "", "", None, "", context.lang))
            continue
        left, right = tiles[place].name.split(" ")
        offer = _tile_offer(context, "hire", tiles, place, "−2¢")
        parts.append(tray.display_tile(place, left, right, offer, "" if offer else reason, context.lang))
    return parts


def _start_tiles(context: Context) -> list[Part]:
    """The start tiles nobody has taken."""
    tiles = context.view.start_tiles
    if not tiles:
        return _no_start_tiles(context.lang)
    parts = []
    for place in range(tray.MOST_START_TILES):
        if place >= len(tiles):
            parts.append(tray.start_tile(place, "", "", None, context.lang))
            continue
        left, right = tiles[place].name.split(" ")
        offer = _tile_offer(context, "take", tiles, place)
        parts.append(tray.start_tile(place, left, right, offer, context.lang))
    return parts


@lru_cache(8)
def _no_start_tiles(lang: str) -> list[Part]:
    return [tray.start_tile(place, "", "", None, lang) for place in range(tray.MOST_START_TILES)]


def _sales(context: Context) -> list[Part]:
    """The pairs of goods that can be sold, one after the other."""
    if not _can_sell(context):
        return _no_sales()
    parts = []
    place = 0
    for pair in tray.PAIRS:
        choice = context.choices.get(f"sell {pair}")
        if choice is None:
            parts.append(tray.sale(pair, 0, None))
        else:
            parts.append(tray.sale(pair, place, RingOffer(choice.action, context.title(choice), "+1¢")))
            place += 1
    return parts


@lru_cache(1)
def _no_sales() -> list[Part]:
    return [tray.sale(pair, 0, None) for pair in tray.PAIRS]


def _can_sell(context: Context) -> bool:
    return any(action.startswith("sell") for action in context.choices)


def _own_tile(context: Context) -> Tile | None:
    """The tile the viewer has to place."""
    return context.view.placing if context.view.actor == context.view.seat else None


def _tile_to_place(context: Context) -> Part:
    tile = _own_tile(context)
    left, right = tile.name.split(" ") if tile else ("", "")
    return tray.tile_to_place(left, right, context.lang)


def _prices(context: Context) -> Part:
    """What building and delivering costs, where the tray has room for it."""
    view = context.view
    if view.start_tiles or _can_sell(context) or _own_tile(context) or view.actor is None:
        return tray.prices(None, context.lang)
    goods = goods_of(context.own_board)
    return tray.prices(tuple([material.can_pay(goods, price) for _, price in tray.PRICES]), context.lang)


def _main_button(context: Context) -> Part:
    choice = context.choices.get("done") or context.choices.get("leave")
    if choice is None:
        return tray.main_action("", "", context.lang)
    return tray.main_action(choice.action, context.title(choice), context.lang)

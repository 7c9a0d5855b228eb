"""The rings of all seats: which part shows what of a view, and what the viewer may do on their own."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.elements import signed
from citywright.draw.panel import OTHER, Panel, Part
from citywright.engine.view import SEAT_LETTERS, Choice
from citywright.games.milestones.drawing import ring, tray
from citywright.games.milestones.drawing.context import Context
from citywright.games.milestones.drawing.ring import OnPath, RingOffer
from citywright.games.milestones.rules import castle, material
from citywright.games.milestones.rules.material import PATHS
from citywright.games.milestones.text.prospects import asked_at
from citywright.games.milestones.text.titles import hides_bonus, numbers_rise_after
from citywright.games.milestones.text.why_not import ring_reason
from citywright.games.milestones.view import ActionBoard

LOOSE = (2, 5, 0, 3, 6, 1, 4)  # where a tile that waits lies best: path fields from 0


def panel_of(viewer: int, seat: int) -> str:
    """The id of the panel that shows the ring of a seat."""
    return "tray" if seat == viewer else f"ring-{SEAT_LETTERS[seat]}"


def other_panel(context: Context, seat: int) -> Panel:
    """The ring of another seat."""
    inputs = ring_inputs(context, seat)
    return context.kept.again(f"ring {seat}", inputs, lambda: _drawn_other(context, seat))


def ring_inputs(context: Context, seat: int) -> tuple[object, ...]:
    """All that the ring of a seat depends on, as long as the viewer does nothing there."""
    view = context.view
    board = view.boards[seat]
    turn = (view.moves_left, view.turn, view.phase) if view.actor == board.seat else None
    return board, context.name_of(seat), turn, context.lang


def _drawn_other(context: Context, seat: int) -> Panel:
    panel = panel_of(context.viewer, seat)
    parts = (ring.base(panel, ring.HEIGHT), *ring_parts(context, panel, seat, False))
    label = context.t("Board of {who}", who=context.name_of(seat))
    return Panel(panel, OTHER, label, ring.WIDTH, ring.HEIGHT, parts, seat=seat)


def ring_parts(context: Context, panel: str, seat: int, active: bool) -> list[Part]:
    """Path, buildings and figure of a seat; `active`: the viewer may act there."""
    view, lang = context.view, context.lang
    board = view.boards[seat]
    on_path = tuple(
        [
            OnPath(one.worker.kind, one.worker.number, one.bonus, one.covered)
            if one.worker
            else OnPath("", 0, False, one.covered)
            for one in board.path
        ]
    )
    parts = _active_ring(context, panel, on_path) if active else _idle_ring(panel, on_path, lang)
    parts = [
        *parts,
        ring.waiting_tiles(panel, _loose_tiles(board, active and view.placing is not None), lang),
    ]
    acts = view.actor == board.seat and view.phase == "move"
    return [*parts, ring.figure_on_ring(panel, seat, board.position, acts, lang, _beside_figure(board))]


def _beside_figure(board: ActionBoard) -> str:
    """The worker a figure stands on, as `stone4`; empty without one."""
    place, _, number = board.position.partition(" ")
    worker = board.path[int(number) - 1].worker if place == "path" else None
    return f"{worker.kind}{worker.number}" if worker else ""


def _loose_tiles(board: ActionBoard, places: bool) -> tuple[tuple[str, str, int], ...]:
    """The start tiles a seat has taken and where on its path they lie; none while it places them."""
    if not board.taken or places:
        return ()
    free = [left for left in LOOSE if not board.path[left].worker and not board.path[left + 1].worker]
    lying = []
    for tile in board.taken:
        left = free[0]
        free = [other for other in free if abs(other - left) > 1]
        first, second = tile.name.split(" ")
        lying.append((first, second, left))
    return tuple(lying)


@lru_cache(4096)
def _idle_ring(panel: str, on_path: tuple[OnPath, ...], lang: str) -> list[Part]:
    """The fields of a ring on which the viewer has nothing to do."""
    parts = [ring.path_field(panel, number, one, (), (), lang) for number, one in enumerate(on_path, 1)]
    parts += [ring.building_field(panel, place, None, (), lang) for place in ring.PLACES]
    return parts + [ring.tile_place(panel, left, None) for left in range(1, PATHS)]


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
        reason = () if here else ring_reason(phase, one.kind, one.bonus)
        parts.append(ring.path_field(panel, number, one, here, reason, lang))
    for place in ring.PLACES:
        building = _building_offer(context, place)
        behind = ("behind",) if phase == "move" and building is None else ()
        parts.append(ring.building_field(panel, place, building, behind, lang))
    return parts + [ring.tile_place(panel, left, _place_offer(context, left)) for left in range(1, PATHS)]


def _path_offer(context: Context, choice: Choice) -> RingOffer | None:
    """What an action does on one path field, if it is about one."""
    action = choice.action
    if action.startswith("go path"):
        kind, amount = context.position.path_goods[int(action[-1]) - 1]
        points = signed(choice.points) if choice.points else ""
        gain = f"+{amount}" if amount else "–"
        return RingOffer(action, context.title(choice), gain, kind, points, idle=not amount)
    if action.startswith("cover"):
        warns = hides_bonus(context.position, int(action[-1]) - 1, 1)
        return RingOffer(action, context.title(choice), "×", warns=warns)
    if action.startswith("claim"):
        return RingOffer(action, context.title(choice), "+1", "points")
    return None


def _building_offer(context: Context, place: str) -> RingOffer | None:
    """A move to a building: what it brings or takes, or that nothing follows."""
    choice = context.choices.get(f"go {place}")
    if choice is None:
        return None
    title = context.title(choice)
    asked = asked_at(context.view, context.own_board, place)
    if not asked and not choice.coins:
        return RingOffer(choice.action, title, "–", idle=True)
    gain, kind = "", ""
    if place == "trading house" and choice.coins:
        gain, kind = signed(choice.coins), "coin"
    elif place == "castle":
        to_give = castle.goods_to_give(context.position.actor_board)
        gain, kind = (signed(-to_give), "") if to_give else ("−1", "worker")
    elif place == "building office":
        gain, kind = " ".join([piece for piece in tray.PRICES if piece in asked]), "build"
    elif place == "mill":
        gain, kind = str(len(material.goods_listed(material.DELIVERY_PRICE))), "grain"
    return RingOffer(choice.action, title, gain, kind)


def _place_offer(context: Context, left: int) -> RingOffer | None:
    """A tile on two path fields; it shows whether the numbers then rise, and warns of a lost bonus tile."""
    choice = context.choices.get(f"place {left} {left + 1}")
    tile = context.view.placing
    if choice is None or tile is None:
        return None
    rise = numbers_rise_after(context.position, tile.name, left - 1)
    warns = hides_bonus(context.position, left - 1, 2)
    return RingOffer(choice.action, context.title(choice), ring.RISES if rise else ring.FALLS, warns=warns)

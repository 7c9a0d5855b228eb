"""The boards of the players and the tray: what a view shows of them, picked apart into keyed parts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from citywright.draw.elements import signed
from citywright.draw.panel import OTHER, TRAY, Panel, Part
from citywright.engine.view import SEAT_LETTERS, Choice
from citywright.games.milestones.drawing import ring, tray
from citywright.games.milestones.text.names import KINDS, player_name, words_of
from citywright.games.milestones.text.prompts import extra_of, passed, titled
from citywright.games.milestones.text.why_not import good_why, ring_why, tile_why
from citywright.games.milestones.view import ActionBoard, MilestonesView

Offers = dict[str, Choice]  # what the viewer may do, by notation


# --- rings ----------------------------------------------------------------------------------


def other_panel(view: MilestonesView, seat: int, lang: str, names: Sequence[str]) -> Panel:
    panel = f"ring-{SEAT_LETTERS[seat]}"
    parts = [ring.base(panel, ring.HEIGHT), *_ring(view, panel, seat, {}, lang, names)]
    t = words_of(lang)
    label = t("Board of {who}", who=player_name(seat, names))
    return Panel(panel, OTHER, label, ring.WIDTH, ring.HEIGHT, tuple(parts))


def _ring(
    view: MilestonesView, panel: str, seat: int, offers: Offers, lang: str, names: Sequence[str]
) -> list[Part]:
    """Header, path, buildings, figure and goods of a seat."""
    board = view.boards[seat]
    acts = view.actor == board.seat
    name = player_name(seat, names)
    ended = view.end_triggered_by == board.seat
    moves = view.moves_left if acts and view.turn else 0
    parts = [ring.header(panel, seat, name, board.points, view.start == board.seat, moves, ended, lang)]
    shown = tuple(
        [
            ring.Path(one.worker.kind, one.worker.number, one.bonus, one.covered)
            if one.worker
            else ring.Path("", 0, False, one.covered)
            for one in board.path
        ]
    )
    goods = tuple(board.goods.values())
    if offers:
        parts += _asked_ring(view, panel, board, shown, offers, lang)
    else:
        parts += _quiet_ring(panel, shown, lang)
    parts.append(ring.pawn(panel, seat, board.position, acts and view.phase == "move", lang))
    if offers and view.phase in ("trade", "give up goods"):
        parts += _asked_goods(view, panel, board, offers, lang)
    else:
        parts += _quiet_goods(panel, goods, lang)
    return parts


@lru_cache(4096)
def _quiet_ring(panel: str, shown: tuple[ring.Path, ...], lang: str) -> list[Part]:
    """The fields of a ring on which the viewer has nothing to do."""
    parts = [ring.path(panel, number, one, (), "", lang) for number, one in enumerate(shown, 1)]
    parts += [ring.house(panel, place, None, "", lang) for place in ring.PLACES]
    return parts + [ring.between(panel, left, None) for left in range(1, 8)]


@lru_cache(4096)
def _quiet_goods(panel: str, goods: tuple[int, ...], lang: str) -> list[Part]:
    return [ring.goods(panel, kind, n, None, "", lang) for kind, n in zip(KINDS, goods, strict=True)]


def _asked_ring(
    view: MilestonesView,
    panel: str,
    board: ActionBoard,
    shown: tuple[ring.Path, ...],
    offers: Offers,
    lang: str,
) -> list[Part]:
    """The own ring for the viewer who acts."""
    reason = ring_why(view.phase)
    on_path: dict[str, list[ring.Step]] = {}
    for action, choice in offers.items():
        step = _path_step(view, board, action, choice, lang)
        if step is not None:
            on_path.setdefault(action[-1], []).append(step)
    parts = []
    for number, one in enumerate(shown, 1):
        steps = tuple(on_path.get(str(number), ()))
        parts.append(ring.path(panel, number, one, steps, "" if steps else reason, lang))
    for place in ring.PLACES:
        choice_there = offers.get(f"go {place}")
        step = None if choice_there is None else _house_step(view, board, place, choice_there, lang)
        parts.append(
            ring.house(panel, place, step, "behind" if view.phase == "move" and not step else "", lang)
        )
    for left in range(1, 8):
        choice_there = offers.get(f"place {left} {left + 1}")
        parts.append(
            ring.between(panel, left, None if choice_there is None else _place_step(view, choice_there, lang))
        )
    return parts


def _path_step(
    view: MilestonesView, board: ActionBoard, action: str, choice: Choice, lang: str
) -> ring.Step | None:
    """What an action does on one path field, if it is about one."""
    if action.startswith("go path"):
        kind, number = passed(board, int(action[-1]))
        said = f"+{number}" if number else "–"
        if choice.points:
            said = f"{signed(choice.points)} {said}"
        return ring.Step(action, titled(choice, view, lang), said, kind)
    if action.startswith("cover"):
        return ring.Step(action, titled(choice, view, lang), "×")
    if action.startswith("claim"):
        return ring.Step(action, titled(choice, view, lang), "+1")
    return None


def _house_step(view: MilestonesView, board: ActionBoard, place: str, choice: Choice, lang: str) -> ring.Step:
    said, kind = "", ""
    if place == "trading house" and choice.coins:
        said, kind = signed(choice.coins), "coin"
    elif place == "castle":
        over = sum(board.goods.values()) - 3
        said = signed(-over) if over > 0 else ""
    elif place == "mill" and board.goods["grain"] >= 2:
        said, kind = "2", "grain"
    return ring.Step(choice.action, titled(choice, view, lang), said, kind)


def _place_step(view: MilestonesView, choice: Choice, lang: str) -> ring.Step:
    """A tile on two path fields; the arrow tells that the numbers then never fall (MS-30)."""
    extra = extra_of(choice.action, view)
    return ring.Step(
        choice.action, titled(choice, view, lang), ring.RISES if extra and extra[-1] else ring.FALLS
    )


def _asked_goods(
    view: MilestonesView, panel: str, board: ActionBoard, offers: Offers, lang: str
) -> list[Part]:
    """The own goods for the viewer who trades, or gives up some."""
    parts = []
    for kind, number in board.goods.items():
        choice = offers.get(f"buy {kind}") or offers.get(f"give {kind}")
        step = None
        if choice is not None:
            said = "+1 −2¢" if choice.action.startswith("buy") else "−1"
            step = ring.Step(choice.action, titled(choice, view, lang), said)
        reason = "" if step else good_why(view.phase, kind)
        parts.append(ring.goods(panel, kind, number, step, reason, lang))
    return parts


# --- the tray -------------------------------------------------------------------------------


def tray_panel(view: MilestonesView, viewer: int, offers: Offers, lang: str, names: Sequence[str]) -> Panel:
    board = view.boards[viewer]
    parts = [ring.base("tray", tray.HEIGHT), *_ring(view, "tray", viewer, offers, lang, names)]
    parts.append(tray.display_head(view.stack, lang))
    parts += _display(view, board, offers, lang)
    parts += _stall(view, board, offers, lang)
    choice = offers.get("done") or offers.get("leave")
    parts.append(
        tray.done(choice.action, titled(choice, view, lang), lang) if choice else tray.done("", "", lang)
    )
    parts.append(tray.results(_standing(view, names), lang))
    t = words_of(lang)
    label = t("Board of {who}", who=player_name(viewer, names))
    return Panel("tray", TRAY, label, ring.WIDTH, tray.HEIGHT, tuple(parts))


def _display(view: MilestonesView, board: ActionBoard, offers: Offers, lang: str) -> list[Part]:
    reason = tile_why(view.phase, board) if offers else ""
    parts = []
    for place in range(5):
        if place >= len(view.display):
            parts.append(tray.display_tile(place, "", "", None, "", lang))
            continue
        left, right = view.display[place].name.split(" ")
        choice = offers.get(f"hire {left} {right}")
        step = None
        if choice is not None and view.display[place].name not in [one.name for one in view.display[:place]]:
            step = ring.Step(choice.action, titled(choice, view, lang), "−2¢")
        parts.append(tray.display_tile(place, left, right, step, "" if step else reason, lang))
    return parts


def _stall(view: MilestonesView, board: ActionBoard, offers: Offers, lang: str) -> list[Part]:
    """Start tiles, sales, the tile to be placed, or what building costs: whatever the phase needs."""
    parts = []
    seen: set[str] = set()
    for place in range(tray.MAX_START):
        if place >= len(view.start_tiles):
            parts.append(tray.start_tile(place, "", "", None, lang))
            continue
        name = view.start_tiles[place].name
        choice = offers.get(f"take {name}") if name not in seen else None
        seen.add(name)
        left, right = name.split(" ")
        step = ring.Step(choice.action, titled(choice, view, lang)) if choice else None
        parts.append(tray.start_tile(place, left, right, step, lang))
    place = 0
    for pair in tray.PAIRS:
        choice = offers.get(f"sell {pair}")
        step = ring.Step(choice.action, titled(choice, view, lang), "+1¢") if choice else None
        parts.append(tray.sale(pair, place if step else 0, step))
        place += step is not None
    own = view.actor == view.seat and view.placing is not None
    left, right = view.placing.name.split(" ") if own and view.placing else ("", "")
    parts.append(tray.placing(left, right, lang))
    free = not (view.start_tiles or own or place or view.actor is None)
    goods = board.goods
    paid = tuple([goods[a] > 0 and goods[b] > (a == b) for _, (a, b) in tray.COSTS])
    parts.append(tray.costs(paid if free else None, lang))
    return parts


def _standing(view: MilestonesView, names: Sequence[str]) -> tuple[tuple[int, int, str, int], ...]:
    if view.actor is not None or view.ranks is None:
        return ()
    order = sorted(range(len(view.ranks)), key=view.ranks.__getitem__)
    return tuple([(view.ranks[seat], seat, player_name(seat, names), view.scores[seat]) for seat in order])

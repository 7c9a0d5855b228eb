"""What is worth knowing at a glance: how near the end is, what is scarce, and what each seat owns."""

from __future__ import annotations

from functools import lru_cache

from citywright.draw.facts import Fact, Facts
from citywright.draw.pen import Pen
from citywright.draw.symbols import drawn_once
from citywright.engine.view import SEAT_LETTERS, View
from citywright.games.milestones.drawing.pieces import good
from citywright.games.milestones.drawing.score_track import SCARCE, supply_icon
from citywright.games.milestones.rules.material import KIND_NAMES
from citywright.games.milestones.text.names import CARDS, use_of, words_of
from citywright.games.milestones.text.why_not import SUPPLIES
from citywright.games.milestones.view import ActionBoard, MilestonesView

NEAR_END = 10  # points: so near to the end mark a leader is a warning
FEW_TILES = 5
MOST_SUPPLIES = 3  # how many supplies are told, the scarcest first


def facts(view: View, lang: str) -> Facts:
    """The facts of a view."""
    assert isinstance(view, MilestonesView)
    supplies = sorted(SUPPLIES, key=lambda piece: view.supplies[SUPPLIES[piece]])[:MOST_SUPPLIES]
    shared = (
        _end(tuple(view.scores), view.end_mark, view.end_triggered_by or "", lang),
        _tiles(view.stack + len(view.display), lang),
        *[_supply(piece, view.supplies[SUPPLIES[piece]], lang) for piece in supplies],
    )
    return Facts(shared, tuple([_seat(board, lang) for board in view.boards]))


# --- what all share -------------------------------------------------------------------------


@lru_cache(4096)
def _end(scores: tuple[int, ...], end_mark: int, triggered: str, lang: str) -> Fact:
    """How far the leader is from the end mark."""
    t = words_of(lang)
    if triggered:
        return Fact(
            "end",
            flag(),
            "!",
            t("{who} triggered the end: all others have one more turn (MS-81)", who=triggered),
            True,
        )
    best = max(scores)
    leader = SEAT_LETTERS[scores.index(best)]
    left = max(end_mark - best, 0)
    title = t.plural(  # not points_phrase: German wants the dative here
        "Points to the end mark {mark}: {who} leads with {n} point (MS-80)",
        "Points to the end mark {mark}: {who} leads with {n} points (MS-80)",
        best,
        who=leader,
        mark=end_mark,
    )
    return Fact("end", flag(), str(left), title, left <= NEAR_END)


@lru_cache(256)
def _tiles(left: int, lang: str) -> Fact:
    t = words_of(lang)
    title = t("Tiles left to hire: hiring the last one triggers the end (MS-80)")
    return Fact("tiles", supply_icon("tile"), str(left), title, left <= FEW_TILES)


@lru_cache(1024)
def _supply(piece: str, left: int, lang: str) -> Fact:
    t = words_of(lang)
    title = t("{piece}: left for all players (MS-44)", piece=t(CARDS[piece]))
    return Fact(piece, supply_icon(piece), str(left), title, left <= SCARCE)


# --- a seat -----------------------------------------------------------------------------------


def _seat(board: ActionBoard, lang: str) -> tuple[Fact, ...]:
    covered = sum([field.covered for field in board.path])
    visible = sum([field.worker is not None for field in board.path])
    return _seat_facts(tuple(board.goods.values()), visible, covered, board.rising, lang)


@lru_cache(4096)
def _seat_facts(
    goods: tuple[int, ...], visible: int, covered: int, rising: bool, lang: str
) -> tuple[Fact, ...]:
    """What the seat owns, coins first; then the workers, and last what it has none of.

    A small card shows only the first two or three: nothing that is owned may hide behind zeros.
    """
    amounts = dict(zip(KIND_NAMES, goods, strict=True))
    kinds = ("coin", *KIND_NAMES[:-1])
    owned = [kind for kind in kinds if amounts[kind]] or ["coin"]
    missing = [kind for kind in kinds if kind not in owned]
    first, last = ([_goods(kind, amounts[kind], rising, lang) for kind in some] for some in (owned, missing))
    return (*first, _workers(visible, covered, lang), *last)


@lru_cache(1024)
def _goods(kind: str, number: int, rising: bool, lang: str) -> Fact:
    t = words_of(lang)
    title = use_of(t, kind)
    if kind == "coin":
        income = t("Rising numbers: +1 coin (MS-30)") if rising else t("Falling numbers: no coin (MS-30)")
        title = f"{title}. {income}"
    return Fact(kind, good(kind), str(number), title)


@lru_cache(256)
def _workers(visible: int, covered: int, lang: str) -> Fact:
    t = words_of(lang)
    title = (
        t("Visible workers, and how many fields are covered (MS-71)")
        if covered
        else t("Visible workers (MS-71)")
    )
    return Fact("workers", worker_icon(), f"{visible}/{covered}" if covered else str(visible), title)


# --- icons ------------------------------------------------------------------------------------


@drawn_once
def flag() -> str:
    """The flag at the end of the track."""
    pen = Pen("flag icon", 0.4)
    return pen.shape([(17, 8), (52, 19), (17, 32)], "fat f-red") + pen.line([(16, 5), (16, 54)], "fat")


@drawn_once
def worker_icon() -> str:
    """A head with a hat."""
    pen = Pen("worker icon", 0.4)
    return (
        pen.shape([(7, 54), (10, 40), (22, 34), (36, 34), (48, 40), (51, 54)], "pen f-brown")
        + pen.ring(29, 23, 10, "pen f-skin", 12)
        + pen.shape([(10, 18), (19, 13), (22, 4), (36, 4), (39, 13), (48, 18)], "pen f-brown")
    )

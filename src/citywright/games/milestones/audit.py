"""A slow recount of a position from its pieces: tiles, bonus tiles, supplies, and every mask of the map
derived again from the road pieces, markets and houses. Says what is wrong, changes nothing.
"""

from __future__ import annotations

from collections import Counter

from citywright.engine.bits import popcount
from citywright.engine.state import State
from citywright.games.milestones.notation import format_field, format_plot
from citywright.games.milestones.rules.codes import (
    CLAIM_BONUS,
    COUNT_FIELD,
    DRAW_BONUS,
    DRAW_DISPLAY,
    DRAW_OFFER,
    DRAW_START,
    END_ROAD,
    KIND_NAMES,
    KINDS,
    PATHS,
    PLACE_HIRED,
    PLACE_START,
    SET_MILESTONE,
    TAKE_TILE,
)
from citywright.games.milestones.rules.grid import (
    FIELD_WORDS,
    FIELDS,
    LINE_WORDS,
    PLOT_WORDS,
    PLOTS,
    corners,
    line_fields,
    neighbours,
)
from citywright.games.milestones.rules.land import (
    BORDERED,
    ENDS,
    HOUSES,
    LINES,
    MARKETS,
    MIDDLES,
    MILESTONES,
    SACKS,
    STARTS,
    UNTOUCHED,
)
from citywright.games.milestones.rules.player_board import AMOUNT, NO_TILE, SHIFT, Board
from citywright.games.milestones.rules.state import MilestonesState

WORDS = {BORDERED: PLOT_WORDS, HOUSES: PLOT_WORDS, LINES: LINE_WORDS}  # of other masks FIELD_WORDS
AROUND = [set(neighbours(field)) for field in range(FIELDS)]
TRIANGLES = {plot: set(corners(plot)) for plot in range(PLOTS) if corners(plot)}


def audit(state: State) -> list[str]:
    """What is wrong with a state, or nothing."""
    assert isinstance(state, MilestonesState)
    problems = [
        *_audit_roads(state),
        *_audit_supplies(state),
        *_audit_tiles(state),
        *_audit_bonus(state),
        *_audit_pending(state),
    ]
    for seat, board in enumerate(state.boards):
        problems += [f"seat {seat}: {problem}" for problem in _audit_board(board)]
    return problems


def members(state: MilestonesState, mask: int) -> set[int]:
    """The fields, plots or lines of a mask of the map."""
    words = state.land.words
    return members_of([words[mask + word] for word in range(WORDS.get(mask, FIELD_WORDS))])


def members_of(words: list[int]) -> set[int]:
    """The bits set in the words of a mask."""
    return {
        64 * word + bit for word, mask in enumerate(words) if mask for bit in range(63) if mask >> bit & 1
    }


# --- the map


def _audit_roads(state: MilestonesState) -> list[str]:
    """Roads are trees of whole sections that branch only at markets; all masks follow from the pieces."""
    pieces = [line_fields(line) for line in members(state, LINES)]
    degree = Counter(field for piece in pieces for field in piece)
    fields = members_of(list(state.ground.fields))
    markets, milestones = members(state, MARKETS), members(state, MILESTONES)
    touched = set(degree) | {state.ground.start}
    open_end = {state.middle} if state.phase == END_ROAD else set()
    problems = []
    if not touched <= fields:
        problems.append("a road piece lies outside the map")
    if len(pieces) != len(touched) - 1:
        problems.append("the roads have a loop or do not hang together")
    for field in sorted(touched - markets):
        expected = {2} if field in milestones - open_end else {1} if field in open_end else {1, 2}
        if degree[field] not in expected:
            problems.append(f"{degree[field]} road pieces meet at {format_field(field)}")
    if milestones & markets or not milestones <= touched or not markets <= touched:
        problems.append("a milestone or market stands where it cannot")
    for one, other in pieces:
        if (one in milestones) == (other in milestones):
            problems.append(f"no milestone between {format_field(one)} and {format_field(other)}")
    return problems + _audit_masks(state, fields, touched, degree)


def _audit_masks(
    state: MilestonesState, fields: set[int], touched: set[int], degree: Counter[int]
) -> list[str]:
    """What the map keeps for quick answers equals what the pieces say."""
    markets, milestones = members(state, MARKETS), members(state, MILESTONES)
    untouched = fields - touched
    middles = {field for field in untouched if untouched & AROUND[field]}
    ends = {field for field in touched - markets - milestones if degree[field] == 1}
    if state.phase == END_ROAD:
        ends.discard(state.road)
    sources = ends | markets
    expected = {UNTOUCHED: untouched, MIDDLES: middles, ENDS: ends}
    if state.phase != END_ROAD:  # found again when the section is whole
        expected[STARTS] = {field for field in sources if middles & AROUND[field]}
    laid = [set(line_fields(line)) for line in members(state, LINES)]
    plots = [plot for plot, triangle in TRIANGLES.items() if triangle <= fields]
    expected[BORDERED] = {plot for plot in plots if any(piece <= TRIANGLES[plot] for piece in laid)}
    names = {UNTOUCHED: "untouched", MIDDLES: "middles", ENDS: "ends", STARTS: "starts", BORDERED: "bordered"}
    problems = [
        f"the mask of {names[mask]} is wrong" for mask in expected if members(state, mask) != expected[mask]
    ]
    homeless = members(state, HOUSES) - members(state, BORDERED)
    problems += [f"a house without a road at {format_plot(plot)}" for plot in sorted(homeless)]
    if not members(state, SACKS) <= markets:
        problems.append("a sack lies where no market is")
    return problems


def _audit_supplies(state: MilestonesState) -> list[str]:
    """Pieces on the map and in the supply are as many as at the start (MS-44)."""
    land, ground = state.land, state.ground
    counts = {
        "sections": (len(members(state, MILESTONES)), land.sections_left, ground.sections),
        "markets": (len(members(state, MARKETS)), land.markets_left, ground.markets),
        "houses": (len(members(state, HOUSES)), land.houses_left, ground.houses),
        "sacks": (len(members(state, SACKS)), land.sacks_left, ground.sacks),
    }
    return [
        f"{built} {name} on the map and {left} in the supply are not {all_in_all}"
        for name, (built, left, all_in_all) in counts.items()
        if left < 0 or built + left != all_in_all
    ]


# --- tiles


def _audit_tiles(state: MilestonesState) -> list[str]:
    """Every tile is in one place, and every visible worker is printed on a tile that has left the stack."""
    problems = []
    masks = (state.stack, state.display, state.offer)
    if sum(map(popcount, masks)) != popcount(state.stack | state.display | state.offer):
        problems.append("a tile is in two places")
    setting_up = state.phase in (DRAW_START, DRAW_BONUS, DRAW_DISPLAY)
    if not setting_up and popcount(state.display) < 5 and state.stack and state.phase != PLACE_HIRED:
        refilling = popcount(state.display) == 4 and state.actor() < 0
        if not refilling:
            problems.append("the display is not full although the stack lasts")
    gone = ~(state.stack | state.display | state.offer)
    printed: Counter[int] = Counter()
    for index in range(state.ground.tile_count):
        if gone >> index & 1:
            printed.update((state.ground.tiles[index] >> 6, state.ground.tiles[index] & 63))
    for board in state.boards:
        for tile in (board.first, board.second):
            if tile != NO_TILE:
                printed.subtract((tile >> 6, tile & 63))
        printed.subtract(
            8 * board.kind_at(path) + board.number_at(path) - 1
            for path in range(PATHS)
            if board.kind_at(path) >= 0
        )
    if any(count < 0 for count in printed.values()):
        problems.append("a worker is visible more often than printed")
    return problems


def _audit_bonus(state: MilestonesState) -> list[str]:
    """Bonus tiles in the bag, on the map, on workers and out of the game are all there are."""
    laid = Counter(state.land.tile_of(bush) for bush in range(state.ground.bush_count))
    problems = []
    for kind in range(KINDS):
        count = laid[kind] + (state.bag >> 4 * kind & 15) + (state.lost >> 4 * kind & 15)
        count += sum(popcount(board.workers_of(kind) & board.bonus) for board in state.boards)
        if count != state.ground.bonus_tiles >> 4 * kind & 15:
            problems.append(f"{count} bonus tiles of {KIND_NAMES[kind]}")
    return problems


# --- boards and what is under way


def _audit_board(board: Board) -> list[str]:
    """Path fields show one thing each; goods are not negative."""
    problems = []
    visible = 0
    for kind in range(KINDS):
        if visible & board.workers_of(kind):
            problems.append("two workers on one path field")
        visible |= board.workers_of(kind)
    numbered = sum(1 << path for path in range(PATHS) if board.number_at(path))
    if numbered != visible or any(board.number_at(path) > 8 for path in range(PATHS)):
        problems.append("numbers and workers differ")
    if board.bonus & ~visible:
        problems.append("a bonus tile without a worker")
    if board.covers & visible:
        problems.append("a cover on a visible worker")
    amounts = [board.goods >> SHIFT * kind & AMOUNT for kind in range(KINDS)]
    if board.goods < 0 or board.goods >> SHIFT * KINDS or max(amounts) > AMOUNT // 2:
        problems.append(f"goods {amounts}")
    if not 0 <= board.position < 12:
        problems.append(f"position {board.position}")
    return problems


def _audit_pending(state: MilestonesState) -> list[str]:
    """What is remembered between two decisions is there exactly when it is needed."""
    phase = state.phase
    needed = {
        "road start": (state.road >= 0, phase in (SET_MILESTONE, END_ROAD)),
        "milestone": (state.middle >= 0, phase == END_ROAD),
        "offered bonus tiles": (state.offered != 0, phase == CLAIM_BONUS),
        "delivery": (state.market >= 0, phase == COUNT_FIELD),
        "hired tile": (state.tile != NO_TILE, phase == PLACE_HIRED),
        "start tiles": (state.offer != 0 and phase != DRAW_OFFER, phase == TAKE_TILE),
        "untouched bag": (state.bag != 0, phase in (DRAW_START, DRAW_BONUS)),
    }
    problems = [f"{name} at the wrong time" for name, (there, due) in needed.items() if there != due]
    waiting = any(board.first != NO_TILE or board.second != NO_TILE for board in state.boards)
    if waiting and phase not in (TAKE_TILE, PLACE_START):
        problems.append("a start tile was never placed")
    if state.last < 0 and max(state.scores()) >= state.ground.targets[state.players]:
        problems.append("the end mark is passed, but the end was not triggered")
    return problems

"""A slow recount of a position from its pieces: tiles, bonus tiles, supplies, and every mask of the map
derived again from the road pieces, markets and houses. Says what is wrong, changes nothing.
"""

from __future__ import annotations

from collections import Counter

from citywright.engine.bits import popcount
from citywright.engine.state import State
from citywright.games.milestones.notation import format_field, format_plot
from citywright.games.milestones.rules import masks, material, phases
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
from citywright.games.milestones.rules.material import KIND_NAMES, KINDS, NO_TILE, PATHS
from citywright.games.milestones.rules.player_board import PlayerBoard
from citywright.games.milestones.rules.setup import DISPLAY_SIZE
from citywright.games.milestones.rules.state import MilestonesState

MASK_WORDS = {  # of other masks FIELD_WORDS
    masks.BORDERED: PLOT_WORDS,
    masks.HOUSES: PLOT_WORDS,
    masks.LINES: LINE_WORDS,
}
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
    for seat, player_board in enumerate(state.player_boards):
        problems += [f"seat {seat}: {problem}" for problem in _audit_player_board(player_board)]
    return problems


def members(state: MilestonesState, mask: int) -> set[int]:
    """The fields, plots or lines of a mask of the map."""
    words = state.land.words
    return members_of([words[mask + word] for word in range(MASK_WORDS.get(mask, FIELD_WORDS))])


def members_of(words: list[int]) -> set[int]:
    """The bits set in the words of a mask."""
    return {
        64 * word + bit for word, mask in enumerate(words) if mask for bit in range(63) if mask >> bit & 1
    }


# --- the map


def _audit_roads(state: MilestonesState) -> list[str]:
    """Roads are trees of whole sections that branch only at markets; all masks follow from the pieces."""
    pieces = [line_fields(line) for line in members(state, masks.LINES)]
    degree = Counter(field for piece in pieces for field in piece)
    fields = members_of(list(state.board.fields))
    markets, milestones = members(state, masks.MARKETS), members(state, masks.MILESTONES)
    touched = set(degree) | {state.board.start}
    open_end = {state.road_middle} if state.phase == phases.END_ROAD else set()
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
    markets, milestones = members(state, masks.MARKETS), members(state, masks.MILESTONES)
    untouched = fields - touched
    middles = {field for field in untouched if untouched & AROUND[field]}
    ends = {field for field in touched - markets - milestones if degree[field] == 1}
    if state.phase == phases.END_ROAD:
        ends.discard(state.road_start)
    sources = ends | markets
    expected = {masks.UNTOUCHED: untouched, masks.MIDDLES: middles, masks.ENDS: ends}
    if state.phase != phases.END_ROAD:  # not kept up to date until the section is whole
        expected[masks.STARTS] = {field for field in sources if middles & AROUND[field]}
    laid = [set(line_fields(line)) for line in members(state, masks.LINES)]
    plots = [plot for plot, triangle in TRIANGLES.items() if triangle <= fields]
    expected[masks.BORDERED] = {plot for plot in plots if any(piece <= TRIANGLES[plot] for piece in laid)}
    names = {
        masks.UNTOUCHED: "untouched",
        masks.MIDDLES: "middles",
        masks.ENDS: "ends",
        masks.STARTS: "starts",
        masks.BORDERED: "bordered",
    }
    problems = [
        f"the mask of {names[mask]} is wrong" for mask in expected if members(state, mask) != expected[mask]
    ]
    homeless = members(state, masks.HOUSES) - members(state, masks.BORDERED)
    problems += [f"a house without a road at {format_plot(plot)}" for plot in sorted(homeless)]
    if not members(state, masks.SACKS) <= markets:
        problems.append("a sack lies where no market is")
    return problems


def _audit_supplies(state: MilestonesState) -> list[str]:
    """Pieces on the map and in the supply are as many as at the start (MS-44)."""
    land, board = state.land, state.board
    counts = {
        "sections": (len(members(state, masks.MILESTONES)), land.sections_left, board.sections),
        "markets": (len(members(state, masks.MARKETS)), land.markets_left, board.markets),
        "houses": (len(members(state, masks.HOUSES)), land.houses_left, board.houses),
        "sacks": (len(members(state, masks.SACKS)), land.sacks_left, board.sacks),
    }
    return [
        f"{built} {name} on the map and {left} in the supply are not {all_pieces}"
        for name, (built, left, all_pieces) in counts.items()
        if left < 0 or built + left != all_pieces
    ]


# --- tiles


def _audit_tiles(state: MilestonesState) -> list[str]:
    """Every tile is in one place, and every visible worker is printed on a tile that has left the stack."""
    problems = []
    in_sight = state.stack | state.display | state.start_tiles
    if sum(map(popcount, (state.stack, state.display, state.start_tiles))) != popcount(in_sight):
        problems.append("a tile is in two places")
    missing = DISPLAY_SIZE - popcount(state.display)
    setting_up = state.phase in (phases.DRAW_START, phases.DRAW_BONUS_TILE, phases.DRAW_DISPLAY_TILE)
    refilling = missing == 1 and state.phase in (phases.PLACE_HIRED_TILE, phases.REFILL_DISPLAY)
    if missing > 0 and state.stack and not setting_up and not refilling:
        problems.append("the display is not full although the stack lasts")
    printed: Counter[int] = Counter()
    for index in range(state.board.tile_count):
        if not in_sight >> index & 1:
            printed.update(_workers_on(state.board.tiles[index]))
    for player_board in state.player_boards:
        for tile in (player_board.first_tile, player_board.second_tile):
            if tile != NO_TILE:
                printed.subtract(_workers_on(tile))
        printed.subtract(
            material.worker_of(player_board.kind_at(path), player_board.number_at(path))
            for path in range(PATHS)
            if player_board.kind_at(path) >= 0
        )
    if any(count < 0 for count in printed.values()):
        problems.append("a worker is visible more often than printed")
    return problems


def _workers_on(tile: int) -> tuple[int, int]:
    return material.left_worker(tile), material.right_worker(tile)


def _audit_bonus(state: MilestonesState) -> list[str]:
    """Bonus tiles in the bag, on the map, on workers and out of the game are all there are."""
    laid = Counter(state.land.tile_of(bush) for bush in range(state.board.bush_count))
    problems = []
    for kind in range(KINDS):
        count = laid[kind] + (state.bonus_bag >> 4 * kind & 15) + (state.lost_bonus >> 4 * kind & 15)
        count += sum(popcount(board.workers_of(kind) & board.bonus) for board in state.player_boards)
        if count != state.board.bonus_tiles >> 4 * kind & 15:
            problems.append(f"{count} bonus tiles of {KIND_NAMES[kind]}")
    return problems


# --- boards and what is under way


def _audit_player_board(board: PlayerBoard) -> list[str]:
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
    amounts = [board.amount(kind) for kind in range(KINDS)]
    beyond = board.goods >> material.AMOUNT_BITS * KINDS  # -1 if the goods are negative
    if beyond or max(amounts) > material.MOST // 2:
        problems.append(f"goods {amounts}")
    if not 0 <= board.ring_field < material.LAP:
        problems.append(f"position {board.ring_field}")
    return problems


def _audit_pending(state: MilestonesState) -> list[str]:
    """What is remembered between two decisions is there exactly when it is needed."""
    phase = state.phase
    needed = {
        "road start": (state.road_start >= 0, phase in (phases.SET_MILESTONE, phases.END_ROAD)),
        "milestone": (state.road_middle >= 0, phase == phases.END_ROAD),
        "offered bonus tiles": (state.offered_bushes != 0, phase == phases.CLAIM_BONUS_TILE),
        "delivery": (state.delivery_market >= 0, phase == phases.COUNT_FIELD),
        "hired tile": (state.hired_tile != NO_TILE, phase == phases.PLACE_HIRED_TILE),
        "start tiles": (
            state.start_tiles != 0 and phase != phases.DRAW_START_TILE,
            phase == phases.TAKE_TILE,
        ),
        "untouched bag": (state.bonus_bag != 0, phase in (phases.DRAW_START, phases.DRAW_BONUS_TILE)),
    }
    problems = [f"{name} at the wrong time" for name, (there, due) in needed.items() if there != due]
    waiting = any(
        board.first_tile != NO_TILE or board.second_tile != NO_TILE for board in state.player_boards
    )
    if waiting and phase not in (phases.TAKE_TILE, phases.PLACE_START_TILE):
        problems.append("a start tile was never placed")
    if state.end_seat < 0 and max(state.scores()) >= state.board.end_marks[state.seat_count]:
        problems.append("the end mark is passed, but the end was not triggered")
    return problems

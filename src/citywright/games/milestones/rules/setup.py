"""Setting the game up: start player, bonus tiles, display, start tiles; and every draw of chance."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit, lowest_bit, nth_bit, popcount
from citywright.engine.chance import Draw, named, turn_of_seat
from citywright.engine.options import Options
from citywright.engine.state import CHANCE
from citywright.games.milestones.rules import codes, phases, turns
from citywright.games.milestones.rules.board import Board
from citywright.games.milestones.rules.land import new_land
from citywright.games.milestones.rules.material import COIN, KINDS, NO_TILE, PATH_MASK
from citywright.games.milestones.rules.player_board import PlayerBoard
from citywright.games.milestones.rules.position import Position
from citywright.games.milestones.rules.tiles import add_tiles, lay_tile, tile_index

DISPLAY_SIZE: Final = 5


def prepare(position: Position, seat_count: i64, board: Board) -> None:
    """Everything that needs no draw (MS-2 to MS-4)."""
    position.board = board
    position.land = new_land(board)
    position.seat_count = seat_count
    position.player_boards = [PlayerBoard() for _ in range(seat_count)]
    for player_board in position.player_boards:
        player_board.gain(COIN, 1)  # MS-4
    position.stack = bit(board.tile_count) - 1
    position.bonus_bag = board.bonus_tiles


# --- chance


def chance_total(position: Position) -> i64:
    """How many tickets the draw that is due has."""
    if position.phase == phases.DRAW_START:
        return position.seat_count
    if position.phase == phases.DRAW_BONUS_TILE:
        total: i64 = 0
        bag: i64 = position.bonus_bag
        while bag:
            total += bag & 15
            bag >>= 4
        return total
    return popcount(position.stack)


def chance_at(position: Position, ticket: i64) -> i64:
    """The outcome of a ticket: seats, kinds and tiles in ascending order."""
    if position.phase == phases.DRAW_START:
        return codes.START + ticket
    if position.phase == phases.DRAW_BONUS_TILE:
        kind: i64 = 0
        while ticket >= position.bonus_bag >> 4 * kind & 15:
            ticket -= position.bonus_bag >> 4 * kind & 15
            kind += 1
        return codes.BONUS + codes.on_plot(position.board.bushes[next_bush(position)], kind)
    return codes.REVEAL + position.board.tiles[nth_bit(position.stack, ticket)]


def draw_due(position: Position) -> Draw:
    """The draw that is due, by its name: from the seats, the bonus tiles or the worker tiles there were."""
    if position.phase == phases.DRAW_START:
        return Draw("start", position.seat_count)
    if position.phase == phases.DRAW_BONUS_TILE:
        return _bonus_draw(position)
    if position.phase == phases.DRAW_DISPLAY_TILE:
        moment = f"display {popcount(position.display) + 1}"
    elif position.phase == phases.DRAW_START_TILE:
        moment = f"start tile {popcount(position.start_tiles) + 1}"
    else:
        turn: i64 = turn_of_seat(position.turn, position.seat_count)
        moment = named("refill", position.seat, turn, turns.MOVES - position.moves_left + 1)
    return Draw(moment, position.board.tile_count, position.stack)


def _bonus_draw(position: Position) -> Draw:
    """The bonus tile of the next bush plot; of each kind the first tiles are those still in the bag."""
    total: i64 = 0
    left: i64 = 0
    for kind in range(i64(KINDS)):
        left |= (bit(position.bonus_bag >> 4 * kind & 15) - 1) << total
        total += position.board.bonus_tiles >> 4 * kind & 15
    return Draw(f"bonus tile {next_bush(position) + 1}", total, left)


def chance_of(position: Position, number: i64) -> i64:
    """The outcome of a number that `draw_due` gave."""
    if position.phase == phases.DRAW_START:
        return codes.START + number
    if position.phase == phases.DRAW_BONUS_TILE:
        kind: i64 = 0
        while number >= position.board.bonus_tiles >> 4 * kind & 15:
            number -= position.board.bonus_tiles >> 4 * kind & 15
            kind += 1
        return codes.BONUS + codes.on_plot(position.board.bushes[next_bush(position)], kind)
    return codes.REVEAL + position.board.tiles[number]


def chance_codes(seats: int, board: Board) -> list[int]:
    """Every outcome there can ever be, by rising code: start players, bonus tiles on bush plots, tiles."""
    kinds = [kind for kind in range(KINDS) if board.bonus_tiles >> 4 * kind & 15]
    return [
        *range(codes.START, codes.START + seats),
        *[codes.BONUS + codes.on_plot(plot, kind) for plot in board.bushes for kind in kinds],
        *[codes.REVEAL + tile for tile in sorted(set(board.tiles))],
    ]


def next_bush(position: Position) -> i64:
    """The first bush plot that still awaits its bonus tile."""
    bush: i64 = 0
    while position.land.tile_of(bush) >= 0:
        bush += 1
    return bush


def choose_start(position: Position, seat: i64) -> None:
    """The start player is known; bonus tiles are next (MS-5)."""
    position.start = seat
    position.tell("start player", seat, "MS-5")
    position.phase = phases.DRAW_BONUS_TILE


def lay_bonus_tile(position: Position, plot: i64, kind: i64) -> None:
    """A bonus tile, face up, on a bush plot (MS-3)."""
    position.land.put_tile(position.board.bush_of[plot], kind)
    position.bonus_bag -= bit(4 * kind)
    position.tell("bonus tile laid", CHANCE, "MS-3", 0, 0, plot, kind)
    if position.bonus_bag == 0:
        position.phase = phases.DRAW_DISPLAY_TILE


def reveal(position: Position, tile: i64) -> None:
    """A tile from the stack to the display, or to the start tiles (MS-5, MS-32)."""
    index: i64 = tile_index(position, position.stack, tile)
    position.stack &= ~bit(index)
    position.tell("tile revealed", CHANCE, "MS-5" if position.turn == 0 else "MS-32", 0, 0, tile)
    if position.phase == phases.DRAW_START_TILE:
        position.start_tiles |= bit(index)
        if popcount(position.start_tiles) == 2 * position.seat_count + 1:
            position.phase = phases.TAKE_TILE
            position.seat = right_of(position, position.start)
        return
    position.display |= bit(index)
    if position.phase == phases.DRAW_DISPLAY_TILE:
        if popcount(position.display) == DISPLAY_SIZE:
            position.phase = phases.DRAW_START_TILE
    else:
        position.phase = phases.TRADE


# --- the start tiles


def right_of(position: Position, seat: i64) -> i64:
    """The neighbour before a seat in turn order."""
    return (seat + position.seat_count - 1) % position.seat_count


def take_options(position: Position, options: Options) -> None:
    """Any of the start tiles left (MS-5)."""
    add_tiles(position, options, codes.TAKE, position.start_tiles)


def take_tile(position: Position, tile: i64) -> None:
    """A start tile for the seat to act; after two it is its right neighbour's choice (MS-5)."""
    position.start_tiles &= ~bit(tile_index(position, position.start_tiles, tile))
    position.tell("tile taken", position.seat, "MS-5", 0, 0, tile)
    own_board = position.own_board()
    if own_board.first_tile == NO_TILE:
        own_board.first_tile = tile
        return
    own_board.second_tile = tile
    if position.seat == position.start:
        left_over: i64 = position.board.tiles[lowest_bit(position.start_tiles)]
        position.tell("tile out of the game", CHANCE, "MS-5", 0, 0, left_over)
        position.start_tiles = 0
        position.phase = phases.PLACE_START_TILE
    position.seat = right_of(position, position.seat)


def place_options(position: Position, options: Options) -> None:
    """Two neighbouring path fields, both without a worker: start tiles do not overlap (MS-6)."""
    bare: i64 = ~position.own_board().visible() & PATH_MASK
    options.add(codes.PLACE, bare & bare >> 1)


def place_start_tile(position: Position, path: i64) -> None:
    """The first tile taken, then the second; the start player is the last to place (MS-6)."""
    own_board = position.own_board()
    if own_board.first_tile != NO_TILE:
        lay_tile(position, own_board.first_tile, path, "MS-6")
        own_board.first_tile = NO_TILE
        return
    lay_tile(position, own_board.second_tile, path, "MS-6")
    own_board.second_tile = NO_TILE
    if position.seat == position.start:
        turns.begin_turn(position, position.start)
    else:
        position.seat = right_of(position, position.seat)

"""Setting the game up: start player, bonus tiles, display, draft and placing; and every draw of chance."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit, lowest_bit, nth_bit, popcount
from citywright.engine.state import CHANCE
from citywright.games.milestones.rules.board import Ground
from citywright.games.milestones.rules.codes import (
    A_BONUS,
    A_PLACE,
    A_REVEAL,
    A_START,
    A_TAKE,
    COIN,
    DRAW_BONUS,
    DRAW_DISPLAY,
    DRAW_OFFER,
    DRAW_START,
    MOVE,
    PLACE_START,
    TAKE_TILE,
    TRADE,
)
from citywright.games.milestones.rules.land import new_land
from citywright.games.milestones.rules.options import Options
from citywright.games.milestones.rules.player_board import NO_TILE, Board
from citywright.games.milestones.rules.position import Position

DISPLAY_SIZE: Final = 5
MOVES: Final = 2  # of a turn


def prepare(position: Position, seats: i64, ground: Ground) -> None:
    """Everything that needs no draw (MS-2 to MS-4)."""
    position.ground = ground
    position.land = new_land(ground)
    position.players = seats
    position.boards = [Board() for _ in range(seats)]
    for board in position.boards:
        board.gain(COIN, 1)  # MS-4
    position.stack = bit(ground.tile_count) - 1
    position.bag = ground.bonus_tiles


# --- chance


def chance_total(position: Position) -> i64:
    """How many tickets the draw that is due has."""
    if position.phase == DRAW_START:
        return position.players
    if position.phase == DRAW_BONUS:
        total: i64 = 0
        bag: i64 = position.bag
        while bag:
            total += bag & 15
            bag >>= 4
        return total
    return popcount(position.stack)


def chance_at(position: Position, ticket: i64) -> i64:
    """The outcome of a ticket: seats, kinds and tiles in ascending order."""
    if position.phase == DRAW_START:
        return A_START + ticket
    if position.phase == DRAW_BONUS:
        kind: i64 = 0
        while ticket >= position.bag >> 4 * kind & 15:
            ticket -= position.bag >> 4 * kind & 15
            kind += 1
        return A_BONUS + 8 * position.ground.bushes[next_bush(position)] + kind
    return A_REVEAL + position.ground.tiles[nth_bit(position.stack, ticket)]


def next_bush(position: Position) -> i64:
    """The first bush plot that still awaits its bonus tile."""
    bush: i64 = 0
    while position.land.tile_of(bush) >= 0:
        bush += 1
    return bush


def choose_start(position: Position, seat: i64) -> None:
    """The start player is known; bonus tiles are next (MS-5)."""
    position.start = seat
    position.note("start player", seat, "MS-5")
    position.phase = DRAW_BONUS


def lay_bonus_tile(position: Position, plot: i64, kind: i64) -> None:
    """A bonus tile, face up, on a bush plot (MS-3)."""
    position.land.put_tile(position.ground.bush_of[plot], kind)
    position.bag -= bit(4 * kind)
    position.note("bonus tile laid", CHANCE, "MS-3", 0, 0, plot, kind)
    if position.bag == 0:
        position.phase = DRAW_DISPLAY


def reveal(position: Position, tile: i64) -> None:
    """A tile from the stack to the display, or to the start tiles (MS-5, MS-32)."""
    index: i64 = tile_index(position, position.stack, tile)
    position.stack &= ~bit(index)
    position.note("tile revealed", CHANCE, "MS-5" if position.turn == 0 else "MS-32", 0, 0, tile)
    if position.phase == DRAW_OFFER:
        position.offer |= bit(index)
        if popcount(position.offer) == 2 * position.players + 1:
            position.phase = TAKE_TILE
            position.player = right_of(position, position.start)
        return
    position.display |= bit(index)
    if position.phase == DRAW_DISPLAY:
        if popcount(position.display) == DISPLAY_SIZE:
            position.phase = DRAW_OFFER
    else:
        position.phase = TRADE


def tile_index(position: Position, tiles: i64, tile: i64) -> i64:
    """The first of these tiles that looks like `tile`."""
    while position.ground.tiles[lowest_bit(tiles)] != tile:
        tiles &= tiles - 1
    return lowest_bit(tiles)


# --- the draft


def right_of(position: Position, seat: i64) -> i64:
    """The neighbour before a seat in turn order."""
    return (seat + position.players - 1) % position.players


def add_tiles(position: Position, options: Options, base: i64, tiles: i64) -> None:
    """An option for each tile in a mask; tiles that look alike are one option."""
    last: i64 = NO_TILE
    while tiles:
        tile: i64 = position.ground.tiles[lowest_bit(tiles)]
        if tile != last:
            options.add(base + tile, 1)
        last = tile
        tiles &= tiles - 1


def take_options(position: Position, options: Options) -> None:
    """Any of the start tiles left (MS-5)."""
    add_tiles(position, options, A_TAKE, position.offer)


def take_tile(position: Position, tile: i64) -> None:
    """A start tile for the seat to act; after two it is its right neighbour's choice (MS-5)."""
    position.offer &= ~bit(tile_index(position, position.offer, tile))
    position.note("tile taken", position.player, "MS-5", 0, 0, tile)
    board = position.board()
    if board.first == NO_TILE:
        board.first = tile
        return
    board.second = tile
    if position.player == position.start:
        out: i64 = position.ground.tiles[lowest_bit(position.offer)]
        position.note("tile out of the game", CHANCE, "MS-5", 0, 0, out)
        position.offer = 0
        position.phase = PLACE_START
    position.player = right_of(position, position.player)


def place_options(position: Position, options: Options) -> None:
    """Two neighbouring path fields, both without a worker: start tiles do not overlap (MS-6)."""
    bare: i64 = ~position.board().visible() & 255
    options.add(A_PLACE, bare & bare >> 1)


def place_start_tile(position: Position, path: i64) -> None:
    """The first tile taken, then the second; the start player is the last to place (MS-6)."""
    board = position.board()
    if board.first != NO_TILE:
        lay_tile(position, board.first, path, "MS-6")
        board.first = NO_TILE
        return
    lay_tile(position, board.second, path, "MS-6")
    board.second = NO_TILE
    if position.player == position.start:
        begin_turn(position, position.start)
    else:
        position.player = right_of(position, position.player)


def lay_tile(position: Position, tile: i64, path: i64, rule: str) -> None:
    """A tile, upright, over whatever is on its two path fields (MS-32, MS-52)."""
    board = position.board()
    position.note("tile placed", position.player, rule, 0, 0, tile, path)
    position.hide(path)
    position.hide(path + 1)
    board.employ(tile >> 6, path)
    board.employ(tile & 63, path + 1)


def begin_turn(position: Position, seat: i64) -> None:
    """A turn of exactly two moves (MS-11)."""
    position.player = seat
    position.turn += 1
    position.moves_left = MOVES
    position.phase = MOVE
    position.note("turn", seat, "MS-11", 0, 0, position.turn)

"""Worker tiles as masks over the board's tile list: choosing one, finding it, placing it."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.bits import lowest_bit
from citywright.engine.options import Options
from citywright.games.milestones.rules.bonus import hide_worker
from citywright.games.milestones.rules.material import NO_TILE
from citywright.games.milestones.rules.position import Position


def add_tiles(position: Position, options: Options, base: i64, tiles: i64) -> None:
    """An option for each tile in a mask; tiles that look alike are one option."""
    last: i64 = NO_TILE
    while tiles:
        tile: i64 = position.board.tiles[lowest_bit(tiles)]
        if tile != last:
            options.add(base + tile, 1)
        last = tile
        tiles &= tiles - 1


def tile_index(position: Position, tiles: i64, tile: i64) -> i64:
    """The first of these tiles that looks like `tile`."""
    while position.board.tiles[lowest_bit(tiles)] != tile:
        tiles &= tiles - 1
    return lowest_bit(tiles)


def tile_to_place(position: Position) -> i64:
    """The tile the seat to act has to place next, or none (MS-6, MS-32)."""
    own_board = position.own_board()
    if position.hired_tile != NO_TILE:
        return position.hired_tile
    return own_board.first_tile if own_board.first_tile != NO_TILE else own_board.second_tile


def lay_tile(position: Position, tile: i64, path: i64, rule: str) -> None:
    """A tile, upright, over whatever is on its two path fields (MS-32, MS-52)."""
    position.tell("tile placed", position.seat, rule, 0, 0, tile, path)
    hide_worker(position, path)
    hide_worker(position, path + 1)
    position.own_board().place_tile(tile, path)

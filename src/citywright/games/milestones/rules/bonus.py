"""Bonus tiles: offered by what is built, claimed for a worker or left, lost with him (MS-50 to MS-52)."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.bits import bit, lowest_bit
from citywright.engine.options import Options
from citywright.games.milestones.rules import codes, phases, turns
from citywright.games.milestones.rules.position import Position


def unfit_plots(position: Position, word: i64) -> i64:
    """Plots whose bonus tile fits no worker of the seat to act: no house there (MS-51)."""
    own_board = position.own_board()
    land = position.land
    unfit: i64 = 0
    bushes: i64 = land.board.bush_words[word]
    while bushes:
        plot: i64 = 64 * word + lowest_bit(bushes)
        kind: i64 = land.tile_of(land.board.bush_of[plot])
        if kind >= 0 and own_board.without_bonus(kind) == 0:
            unfit |= bushes & -bushes
        bushes &= bushes - 1
    return unfit


def offer_tiles(position: Position, bushes: i64, must: i64) -> None:
    """Go on with the bonus tiles of these bushes that fit a worker, or else with building (MS-50)."""
    own_board = position.own_board()
    fitting: i64 = 0
    while bushes:
        kind: i64 = position.land.tile_of(lowest_bit(bushes))
        if kind >= 0 and own_board.without_bonus(kind):
            fitting |= bushes & -bushes
        bushes &= bushes - 1
    position.offered_bushes = fitting
    position.must_claim = must if fitting else 0
    position.phase = phases.CLAIM_BONUS_TILE if fitting else phases.BUILD


def claim_options(position: Position, options: Options) -> None:
    """Each tile on offer on each worker that fits; or none, unless a house was built (MS-50, MS-51)."""
    own_board = position.own_board()
    if position.must_claim == 0:
        options.add(codes.LEAVE, 1)
    bushes: i64 = position.offered_bushes
    while bushes:
        bush: i64 = lowest_bit(bushes)
        workers: i64 = own_board.without_bonus(position.land.tile_of(bush))
        options.add(codes.CLAIM + codes.on_plot(position.board.bushes[bush], 0), workers)
        bushes &= bushes - 1


def claim(position: Position, plot: i64, path: i64) -> None:
    """A bonus tile on a worker of its kind: 1 point at once; others on offer may follow (MS-50)."""
    bush: i64 = position.board.bush_of[plot]
    kind: i64 = position.land.tile_of(bush)
    position.land.take_tile(bush)
    position.own_board().bonus |= bit(path)
    turns.award(position, "bonus tiles", "MS-50", 1, plot, kind, path)
    offer_tiles(position, position.offered_bushes, 0)


def leave(position: Position) -> None:
    """The tiles still on offer stay for later (MS-51)."""
    position.tell("bonus tiles left", position.seat, "MS-51")
    offer_tiles(position, 0, 0)


def hide_worker(position: Position, path: i64) -> None:
    """Empty a path field of the seat to act; a bonus tile there leaves the game (MS-52)."""
    kind: i64 = position.own_board().clear_path(path)
    if kind >= 0:
        position.lost_bonus += bit(4 * kind)
        position.tell("bonus tile lost", position.seat, "MS-52", 0, 0, kind, path)

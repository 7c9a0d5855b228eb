"""The rules of Milestones behind the contract: who acts, what is legal, what an action does.

Each phase has its functions in a module of its own; this one only leads to them.
"""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.chance import Draw
from citywright.engine.options import Options
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER, Standing
from citywright.engine.vecs import vec
from citywright.games.milestones.rules import (
    bonus,
    building,
    castle,
    codes,
    mill,
    phases,
    ring,
    setup,
    trading,
    turns,
)
from citywright.games.milestones.rules.board import Board
from citywright.games.milestones.rules.position import Position


class MilestonesState(Position):
    """A game of Milestones in progress."""

    __slots__ = ()

    def clone(self) -> MilestonesState:
        copy = MilestonesState()
        self.copy_to(copy)
        return copy

    def seats(self) -> i64:
        return self.seat_count

    def turns(self) -> i64:
        return self.turn

    def actor(self) -> i64:
        if self.phase <= phases.DRAW_START_TILE or self.phase == phases.REFILL_DISPLAY:
            return CHANCE
        if self.phase == phases.GAME_OVER:
            return OVER
        return self.seat

    # --- chance -----------------------------------------------------------------------

    def chance_total(self) -> i64:
        return setup.chance_total(self)

    def chance_at(self, ticket: i64) -> i64:
        return setup.chance_at(self, ticket)

    def chance_draws(self) -> list[Draw]:
        return [setup.draw_due(self)]

    def chance_of(self, numbers: list[int]) -> i64:
        return setup.chance_of(self, numbers[0])

    # --- what is legal ----------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        return self.list_options().listed()

    def write_legal(self, codes: vec[i64], at: i64) -> i64:
        return self.list_options().write(codes, at)

    def random_action(self, rng: Rng) -> i64:
        options = self.list_options()
        return options.nth(rng.below(options.total))

    def list_options(self) -> Options:
        """What the seat to act may do; valid until it is asked again."""
        options = self.options
        if options is None:
            options = Options()
            self.options = options
        options.clear()
        phase: i64 = self.phase
        if phase == phases.MOVE:
            ring.move_options(self, options)
        elif phase == phases.TRADE:
            trading.trade_options(self, options)
        elif phase == phases.BUILD:
            building.build_options(self, options)
        elif phase == phases.COVER_WORKER:
            castle.cover_options(self, options)
        elif phase == phases.GIVE_UP_GOODS:
            castle.give_options(self, options)
        elif phase == phases.PLACE_HIRED_TILE:
            trading.hired_options(options)
        elif phase == phases.SET_MILESTONE:
            building.milestone_options(self, options)
        elif phase == phases.END_ROAD:
            building.end_options(self, options)
        elif phase == phases.CLAIM_BONUS_TILE:
            bonus.claim_options(self, options)
        elif phase == phases.DELIVER:
            mill.deliver_options(self, options)
        elif phase == phases.COUNT_FIELD:
            mill.count_options(self, options)
        elif phase == phases.TAKE_TILE:
            setup.take_options(self, options)
        elif phase == phases.PLACE_START_TILE:
            setup.place_options(self, options)
        return options

    # --- what an action does ----------------------------------------------------------

    def apply(self, code: i64) -> None:
        if code < codes.BUY:
            if code == codes.DONE:
                turns.end_move(self)
            elif code == codes.LEAVE:
                bonus.leave(self)
            else:
                self.go(code - codes.GO)
        elif code < codes.ROAD:
            self.apply_own(code)
        elif code < codes.TAKE:
            self.apply_map(code)
        elif code < codes.HIRE:
            setup.take_tile(self, code - codes.TAKE)
        elif code < codes.REVEAL:
            trading.hire(self, code - codes.HIRE)
        else:
            setup.reveal(self, code - codes.REVEAL)

    def go(self, target: i64) -> None:
        """Move; a building where nothing can be done asks nothing (MS-12)."""
        ring.move(self, target)
        asks: bool = self.phase == phases.TRADE or self.phase == phases.BUILD or self.phase == phases.DELIVER
        if asks and self.list_options().total == 1:
            turns.end_move(self)

    def apply_own(self, code: i64) -> None:
        """Goods and workers of the seat to act, or the start player."""
        if code < codes.GIVE:
            trading.buy(self, code - codes.BUY)
        elif code < codes.SELL:
            castle.give_up(self, code - codes.GIVE)
        elif code < codes.COVER:
            pair: i64 = code - codes.SELL
            trading.sell(self, codes.first_of_pair(pair), codes.second_of_pair(pair))
        elif code < codes.PLACE:
            castle.cover(self, code - codes.COVER)
        elif code < codes.START:
            if self.phase == phases.PLACE_START_TILE:
                setup.place_start_tile(self, code - codes.PLACE)
            else:
                trading.place_hired_tile(self, code - codes.PLACE)
        else:
            setup.choose_start(self, code - codes.START)

    def apply_map(self, code: i64) -> None:
        """Whatever stands or lies on the map."""
        if code < codes.MILESTONE:
            building.start_road(self, code - codes.ROAD)
        elif code < codes.ROAD_END:
            building.set_milestone(self, code - codes.MILESTONE)
        elif code < codes.MARKET:
            building.end_road(self, code - codes.ROAD_END)
        elif code < codes.DELIVER:
            building.build_market(self, code - codes.MARKET)
        elif code < codes.COUNT:
            mill.deliver(self, code - codes.DELIVER)
        elif code < codes.HOUSE:
            mill.count_field(self, code - codes.COUNT)
        elif code < codes.CLAIM:
            building.build_house(self, code - codes.HOUSE)
        elif code < codes.BONUS:
            bonus.claim(self, codes.plot_of(code - codes.CLAIM), codes.detail_of(code - codes.CLAIM))
        else:
            setup.lay_bonus_tile(self, codes.plot_of(code - codes.BONUS), codes.detail_of(code - codes.BONUS))

    # --- results ----------------------------------------------------------------------

    def scores(self) -> list[int]:
        return [player_board.points for player_board in self.player_boards]

    def standing(self) -> Standing:
        return turns.standing(self)


def new_state(seats: i64, start: i64, board: Board) -> MilestonesState:
    """A new game; chance acts first, for the start player too if it is to be drawn by lot."""
    state = MilestonesState()
    setup.prepare(state, seats, board)
    if start != LOT:
        setup.choose_start(state, start)
    return state

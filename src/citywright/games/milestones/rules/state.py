"""The rules of Milestones behind the contract: who acts, what is legal, what an action does.

Each phase has its functions in a module of its own; this one only leads to them.
"""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER, Standing, ranks_of
from citywright.games.milestones.rules import building, ring, setup, trading
from citywright.games.milestones.rules.board import Ground
from citywright.games.milestones.rules.codes import (
    A_BONUS,
    A_BUY,
    A_CLAIM,
    A_COUNT,
    A_COVER,
    A_DELIVER,
    A_DONE,
    A_END,
    A_GIVE,
    A_GO,
    A_HIRE,
    A_HOUSE,
    A_LEAVE,
    A_MARKET,
    A_MILESTONE,
    A_PLACE,
    A_REVEAL,
    A_ROAD,
    A_SELL,
    A_START,
    A_TAKE,
    BUILD,
    CLAIM_BONUS,
    COUNT_FIELD,
    COVER_WORKER,
    DELIVER,
    DRAW_OFFER,
    END_ROAD,
    GAME_OVER,
    GIVE_UP,
    MOVE,
    PLACE_HIRED,
    PLACE_START,
    REFILL,
    SET_MILESTONE,
    TAKE_TILE,
    TRADE,
)
from citywright.games.milestones.rules.options import Options
from citywright.games.milestones.rules.position import REASONS, Position


class MilestonesState(Position):
    """A game of Milestones in progress."""

    __slots__ = ()

    def clone(self) -> MilestonesState:
        copy = MilestonesState()
        self.copy_to(copy)
        return copy

    def seats(self) -> i64:
        return self.players

    def turns(self) -> i64:
        return self.turn

    def actor(self) -> i64:
        if self.phase <= DRAW_OFFER or self.phase == REFILL:
            return CHANCE
        if self.phase == GAME_OVER:
            return OVER
        return self.player

    # --- chance -----------------------------------------------------------------------

    def chance_total(self) -> i64:
        return setup.chance_total(self)

    def chance_at(self, ticket: i64) -> i64:
        return setup.chance_at(self, ticket)

    # --- what is legal ----------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        return self.open_options().listed()

    def random_action(self, rng: Rng) -> i64:
        options = self.open_options()
        return options.nth(rng.below(options.total))

    def open_options(self) -> Options:
        """What the seat to act may do; valid until the next question."""
        options = self.options
        if options is None:
            options = Options()
            self.options = options
        options.clear()
        phase: i64 = self.phase
        if phase == MOVE:
            ring.move_options(self, options)
        elif phase == TRADE:
            trading.trade_options(self, options)
        elif phase == BUILD:
            building.build_options(self, options)
        elif phase == COVER_WORKER:
            ring.cover_options(self, options)
        elif phase == GIVE_UP:
            ring.give_options(self, options)
        elif phase == PLACE_HIRED:
            trading.hired_options(options)
        elif phase == SET_MILESTONE:
            building.milestone_options(self, options)
        elif phase == END_ROAD:
            building.end_options(self, options)
        elif phase == CLAIM_BONUS:
            building.claim_options(self, options)
        elif phase == DELIVER:
            building.deliver_options(self, options)
        elif phase == COUNT_FIELD:
            building.count_options(self, options)
        elif phase == TAKE_TILE:
            setup.take_options(self, options)
        elif phase == PLACE_START:
            setup.place_options(self, options)
        return options

    # --- what an action does ----------------------------------------------------------

    def apply(self, code: i64) -> None:
        if code < A_BUY:
            if code == A_DONE:
                ring.end_move(self)
            elif code == A_LEAVE:
                building.leave(self)
            else:
                self.go(code - A_GO)
        elif code < A_ROAD:
            self.apply_own(code)
        elif code < A_TAKE:
            self.apply_map(code)
        elif code < A_HIRE:
            setup.take_tile(self, code - A_TAKE)
        elif code < A_REVEAL:
            trading.hire(self, code - A_HIRE)
        else:
            setup.reveal(self, code - A_REVEAL)

    def go(self, target: i64) -> None:
        """Move; a building where nothing can be done asks nothing (MS-12)."""
        ring.move(self, target)
        asks: bool = self.phase == TRADE or self.phase == BUILD or self.phase == DELIVER
        if asks and self.open_options().total == 1:
            ring.end_move(self)

    def apply_own(self, code: i64) -> None:
        """Goods and workers of the seat to act, or the start player."""
        if code < A_GIVE:
            trading.buy(self, code - A_BUY)
        elif code < A_SELL:
            ring.give_up(self, code - A_GIVE)
        elif code < A_COVER:
            trading.sell(self, code - A_SELL >> 2, code - A_SELL & 3)
        elif code < A_PLACE:
            ring.cover(self, code - A_COVER)
        elif code < A_START:
            if self.phase == PLACE_START:
                setup.place_start_tile(self, code - A_PLACE)
            else:
                trading.place_hired_tile(self, code - A_PLACE)
        else:
            setup.choose_start(self, code - A_START)

    def apply_map(self, code: i64) -> None:
        """Whatever stands or lies on the map."""
        if code < A_MILESTONE:
            building.start_road(self, code - A_ROAD)
        elif code < A_END:
            building.set_milestone(self, code - A_MILESTONE)
        elif code < A_MARKET:
            building.end_road(self, code - A_END)
        elif code < A_DELIVER:
            building.build_market(self, code - A_MARKET)
        elif code < A_COUNT:
            building.deliver(self, code - A_DELIVER)
        elif code < A_HOUSE:
            building.count_field(self, code - A_COUNT)
        elif code < A_CLAIM:
            building.build_house(self, code - A_HOUSE)
        elif code < A_BONUS:
            building.claim(self, code - A_CLAIM >> 3, code - A_CLAIM & 7)
        else:
            setup.lay_bonus_tile(self, code - A_BONUS >> 3, code - A_BONUS & 7)

    # --- results ----------------------------------------------------------------------

    def scores(self) -> list[int]:
        return [board.points for board in self.boards]

    def standing(self) -> Standing:
        """Most points win, then more goods left, coins included; still tied share the rank (MS-83)."""
        keys: list[tuple[int, ...]] = [(board.points, board.total()) for board in self.boards]
        return Standing(ranks_of(keys), REASONS[self.reason])


def new_state(seats: i64, start: i64, ground: Ground) -> MilestonesState:
    """A new game; chance acts first, for the start player too if it is to be drawn by lot."""
    state = MilestonesState()
    setup.prepare(state, seats, ground)
    if start != LOT:
        setup.choose_start(state, start)
    return state

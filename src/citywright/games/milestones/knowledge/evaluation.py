"""What the bots of Milestones know: what a board is worth, and how to plan the two moves of a turn.

Where a stop is chosen the whole turn is played through; what is done at a stop follows the steward's worths.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import popcount
from citywright.engine.knowledge import Knowledge
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, State
from citywright.engine.vecs import vec
from citywright.games.milestones.knowledge.policies import STORE, worth_of
from citywright.games.milestones.rules.codes import COIN, GRAIN, KINDS, LAP, MOVE, SAND, STONE, WOOD
from citywright.games.milestones.rules.player_board import Board
from citywright.games.milestones.rules.state import MilestonesState

FEATURES: Final[list[str]] = [
    "first stone", "first wood", "first sand", "first grain", "coins to 2",
    "more stone", "more wood", "more sand", "more grain", "coins beyond",
    "builds that can be paid", "deliveries that can be paid", "goods the castle takes",
    "a stone worker", "a wood worker", "a sand worker", "a grain worker", "a coin worker",
    "more stone workers", "more wood workers", "more sand workers", "more grain workers", "more coin workers",
    "numbers that never fall", "bonus tiles", "majorities", "shared majorities",
    "way along the path", "before the trading house", "before the office", "before the mill",
]  # fmt: skip
COUNT: Final = 31
LONG: Final = 45  # turns of a seat after which a game goes on for longer than games do
LATE: Final = 10  # turns a seat may be behind its points: who has played more without any has lost the way
FIRST_SIGHT: Final = 12  # tenths of a point that chance adds to what looks good at first sight
NEVER: Final = -1e6


class MilestonesKnowledge(Knowledge):
    """Judges boards by learned weights that glide from the beginning to the end of the race."""

    def __init__(self, early: list[float], late: list[float]) -> None:
        self.early = early
        self.late = late
        self.weights: vec[float] = vec[float]([0.0] * COUNT)
        self.found: vec[float] = vec[float]([0.0] * COUNT)

    # --- actions ----------------------------------------------------------------------

    def glance(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, MilestonesState)
        return quick_action(state, rng, FIRST_SIGHT)

    def hasten(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, MilestonesState)
        return quick_action(state, rng, 2)

    def advise(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, MilestonesState)
        if is_astray(state):
            return self.glance(state, rng)
        if state.phase != MOVE:
            return quick_action(state, rng, 1)
        actions = state.legal_actions()
        weights = self.weigh(state, actions)
        return actions[weights.index(max(weights))]

    def weigh(self, state: State, actions: list[int]) -> list[float]:
        assert isinstance(state, MilestonesState)
        if state.phase != MOVE or is_astray(state):
            return [float(worth_of(state, code)) / 10.0 for code in actions]
        return [self._moved(state, code) for code in actions]

    def _moved(self, state: MilestonesState, code: i64) -> float:
        """The lead after this turn if it begins with that move."""
        seat: i64 = state.player
        turn: i64 = state.turn
        rng = Rng(turn)
        after = state.clone()
        after.apply(code)
        play_through(after, seat, turn, rng)
        if after.actor() != seat or after.turn != turn:
            return self.lead(after, seat)
        best: float = NEVER
        for second in after.legal_actions():
            later = after.clone()
            later.apply(second)
            play_through(later, seat, turn, rng)
            best = max(best, self.lead(later, seat))
        return best

    # --- positions --------------------------------------------------------------------

    def lead(self, state: MilestonesState, seat: i64) -> float:
        """The points a seat expects to be ahead of the best other."""
        outlook = self.outlook(state)
        best: float = NEVER
        for other in range(state.players):
            if other != seat:
                best = max(best, outlook[other])
        return outlook[seat] - best

    def outlook(self, state: State) -> list[float]:
        assert isinstance(state, MilestonesState)
        if state.last >= 0:
            return self._ending(state)
        pace: float = self.pace(state, 0)
        for i in range(COUNT):
            self.weights[i] = self.late[i] + pace * (self.early[i] - self.late[i])
        expected: list[float] = []
        for seat in range(state.players):
            self._find(state, seat)
            total: float = float(state.boards[seat].points)
            for i in range(COUNT):
                total += self.weights[i] * self.found[i]
            expected.append(total)
        return expected

    def _ending(self, state: MilestonesState) -> list[float]:
        """Once the end is near only points count, with those of majorities, and a bit what is in store."""
        expected: list[float] = []
        for seat in range(state.players):
            self._find(state, seat)
            board = state.boards[seat]
            points: float = float(board.points)
            if state.actor() >= CHANCE:
                points += 5.0 * self.found[25] + 2.0 * self.found[26] + 0.1 * float(board.total())
            expected.append(points)
        return expected

    def beyond(self, state: State) -> float:
        """What is still to be built and delivered, as counted in games of masters."""
        assert isinstance(state, MilestonesState)
        return 0.8 * float(state.ground.targets[state.players]) * self.pace(state, 0)

    def spread(self, state: State) -> float:
        return 2.0 + 7.0 * self.pace(state, 0)

    def horizon(self, state: State) -> i64:
        return 4 * state.seats()

    def effort(self, state: State) -> i64:
        return 200

    def settled(self, state: State) -> bool:
        """Only moves are searched: what is done at a stop is a matter of judgement."""
        assert isinstance(state, MilestonesState)
        return state.phase != MOVE or is_astray(state)

    # --- measuring --------------------------------------------------------------------

    def pace(self, state: State, seat: i64) -> float:
        """How far the leader is from the mark that ends the game."""
        assert isinstance(state, MilestonesState)
        most: i64 = 0
        for board in state.boards:
            most = max(most, board.points)
        return max(1.0 - float(most) / float(state.ground.targets[state.players]), 0.0)

    def features(self, state: State, seat: i64) -> list[float]:
        assert isinstance(state, MilestonesState)
        self._find(state, seat)
        return list(self.found)

    def _find(self, state: MilestonesState, seat: i64) -> None:
        found = self.found
        board = state.boards[seat]
        for kind in range(i64(KINDS)):
            amount: i64 = board.amount(kind)
            first: i64 = 2 if kind == COIN else 1
            found[kind] = float(min(amount, first))
            found[5 + kind] = float(min(max(amount - first, 0), 3))
            workers: i64 = popcount(board.workers_of(kind))
            found[13 + kind] = 1.0 if workers else 0.0
            found[18 + kind] = float(max(workers - 1, 0))
        found[10] = float(payable_builds(board))
        found[11] = float(board.amount(GRAIN) // 2)
        found[12] = float(max(board.total() - STORE, 0)) * float(board.position) / float(LAP)
        found[23] = 1.0 if board.rising() else 0.0
        found[24] = float(popcount(board.bonus))
        self._find_majorities(state, seat)
        position: i64 = board.position
        found[27] = float(min(position, 8)) / 8.0
        found[28] = 1.0 if position < 9 else 0.0
        found[29] = 1.0 if position < 10 else 0.0
        found[30] = 1.0 if position < 11 else 0.0

    def _find_majorities(self, state: MilestonesState, seat: i64) -> None:
        """MS-82 as the boards stand."""
        alone: i64 = 0
        shared: i64 = 0
        for kind in range(i64(KINDS)):
            mine: i64 = state.boards[seat].strength(kind)
            above: i64 = 0
            level: i64 = 0
            for board in state.boards:
                strength: i64 = board.strength(kind)
                if strength > mine:
                    above += 1
                elif strength == mine:
                    level += 1
            if above == 0 and level == 1:
                alone += 1
            elif above == 0 and level < state.players:
                shared += 1
        self.found[25] = float(alone)
        self.found[26] = float(shared)


def is_astray(state: MilestonesState) -> bool:
    """Has the one to act gained too little for the turns it had, or does the game last too long?

    Boards can become so poor that every plan of one turn leads round in a circle; the steward, who builds
    whatever can be built, always finds out of it."""
    turns: i64 = state.turn // state.players
    return turns > min(state.boards[state.player].points + LATE, LONG)


def payable_builds(board: Board) -> i64:
    """How many roads, houses and markets the stone, wood and sand in store pay: two unlike goods each."""
    stone: i64 = board.amount(STONE)
    wood: i64 = board.amount(WOOD)
    sand: i64 = board.amount(SAND)
    total: i64 = stone + wood + sand
    return min(total // 2, total - max(stone, wood, sand))


def quick_action(state: MilestonesState, rng: Rng, noise: i64) -> i64:
    """The action of the highest worth at sight; below `noise` tenths of a point chance decides."""
    actions = state.legal_actions()
    best: i64 = actions[0]
    if len(actions) == 1:
        return best
    highest: i64 = -1_000_000
    for action in actions:
        code: i64 = action
        worth: i64 = worth_of(state, code) + rng.below(noise)
        if worth > highest:
            highest = worth
            best = code
    return best


def play_through(state: MilestonesState, seat: i64, turn: i64, rng: Rng) -> None:
    """Do at a stop what seems best, up to the next move or the end of the turn."""
    while state.turn == turn and state.phase != MOVE:
        actor: i64 = state.actor()
        if actor == CHANCE:
            state.apply(state.sample_chance(rng))
        elif actor == seat:
            state.apply(quick_action(state, rng, 1))
        else:
            return


def new_knowledge(weights: dict[str, dict[str, list[float]]]) -> MilestonesKnowledge:
    """Knowledge with the weights of weights.toml: for each feature its worth early and late."""
    table = weights["board"]
    return MilestonesKnowledge([pair[0] for pair in table.values()], [pair[1] for pair in table.values()])

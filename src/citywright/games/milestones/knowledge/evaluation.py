"""What the bots of Milestones know: what a player board is worth, and how to plan the two moves of a turn.

To choose a move the whole turn is played through; what is done at a stop follows the steward's worths.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.knowledge import Knowledge
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, State
from citywright.engine.vecs import vec
from citywright.games.milestones.knowledge import board_features
from citywright.games.milestones.knowledge.policies import worth_of
from citywright.games.milestones.rules import phases, turns
from citywright.games.milestones.rules.state import MilestonesState

LONG_GAME: Final = 45  # turns of a seat; games usually end earlier
TURNS_BEHIND: Final = 10  # a seat that has had so many more turns than it has points is stuck
GLANCE_NOISE: Final = 12  # tenths of a point that chance adds to the worth of an action at first sight
GOOD_POINTS: Final = 0.1  # of a good once the end was triggered: goods break ties
NEVER: Final = -1e6


class MilestonesKnowledge(Knowledge):
    """Judges player boards by learned weights; they pass gradually from early to late ones."""

    def __init__(self, early: list[float], late: list[float]) -> None:
        self.early = early
        self.late = late
        self.weights: vec[float] = vec[float]([0.0] * board_features.COUNT)
        self.values: vec[float] = vec[float]([0.0] * board_features.COUNT)

    # --- actions ----------------------------------------------------------------------

    def glance(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, MilestonesState)
        return quick_action(state, rng, GLANCE_NOISE)

    def hasten(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, MilestonesState)
        return quick_action(state, rng, 2)

    def advise(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, MilestonesState)
        if is_stuck(state):
            return self.glance(state, rng)
        if state.phase != phases.MOVE:
            return quick_action(state, rng, 1)
        actions = state.legal_actions()
        weights = self.weigh(state, actions)
        return actions[weights.index(max(weights))]

    def weigh(self, state: State, actions: list[int]) -> list[float]:
        assert isinstance(state, MilestonesState)
        if state.phase != phases.MOVE or is_stuck(state):
            return [float(worth_of(state, code)) / 10.0 for code in actions]
        return [self._lead_after(state, code) for code in actions]

    def _lead_after(self, state: MilestonesState, code: i64) -> float:
        """The lead after this turn if it begins with that move."""
        seat: i64 = state.seat
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
        for other in range(state.seat_count):
            if other != seat:
                best = max(best, outlook[other])
        return outlook[seat] - best

    def outlook(self, state: State) -> list[float]:
        assert isinstance(state, MilestonesState)
        if state.end_seat >= 0:
            return self._ending(state)
        pace: float = self.pace(state, 0)
        for feature in range(i64(board_features.COUNT)):
            self.weights[feature] = self.late[feature] + pace * (self.early[feature] - self.late[feature])
        expected: list[float] = []
        for seat in range(state.seat_count):
            board_features.measure(state, seat, self.values)
            total: float = float(state.player_boards[seat].points)
            for feature in range(i64(board_features.COUNT)):
                total += self.weights[feature] * self.values[feature]
            expected.append(total)
        return expected

    def _ending(self, state: MilestonesState) -> list[float]:
        """Once the end was triggered: points, majorities as they stand, and a little for goods."""
        expected: list[float] = []
        for seat in range(state.seat_count):
            board_features.measure(state, seat, self.values)
            player_board = state.player_boards[seat]
            points: float = float(player_board.points)
            if state.actor() >= CHANCE:
                sole: float = float(turns.SOLE_MAJORITY) * self.values[board_features.SOLE_MAJORITIES]
                shared: float = float(turns.SHARED_MAJORITY) * self.values[board_features.SHARED_MAJORITIES]
                points += sole + shared + GOOD_POINTS * float(player_board.total())
            expected.append(points)
        return expected

    def beyond(self, state: State) -> float:
        """What is still to be built and delivered, as counted in games of masters."""
        assert isinstance(state, MilestonesState)
        return 0.8 * float(state.board.end_marks[state.seat_count]) * self.pace(state, 0)

    def spread(self, state: State) -> float:
        return 2.0 + 7.0 * self.pace(state, 0)

    def horizon(self, state: State) -> i64:
        return 4 * state.seats()

    def effort(self, state: State) -> i64:
        return 200

    def settled(self, state: State) -> bool:
        """Only moves are searched: what is done at a stop is a matter of judgement."""
        assert isinstance(state, MilestonesState)
        return state.phase != phases.MOVE or is_stuck(state)

    def tries(self) -> i64:
        """Hardly anything is drawn within a turn."""
        return 1

    def mover(self, state: State) -> i64:
        assert isinstance(state, MilestonesState)
        return state.seat

    # --- measuring --------------------------------------------------------------------

    def pace(self, state: State, seat: i64) -> float:
        """How far the leader is from the mark that ends the game."""
        assert isinstance(state, MilestonesState)
        most: i64 = 0
        for player_board in state.player_boards:
            most = max(most, player_board.points)
        return max(1.0 - float(most) / float(state.board.end_marks[state.seat_count]), 0.0)

    def features(self, state: State, seat: i64) -> list[float]:
        assert isinstance(state, MilestonesState)
        board_features.measure(state, seat, self.values)
        return list(self.values)


def is_stuck(state: MilestonesState) -> bool:
    """Has the seat to act gained too little for the turns it had, or does the game last too long?

    With very few workers every plan of one turn can lead to the same position again. The steward's worths,
    which build whatever can be built, always lead out of that.
    """
    turns: i64 = state.turn // state.seat_count
    return turns > min(state.player_boards[state.seat].points + TURNS_BEHIND, LONG_GAME)


def quick_action(state: MilestonesState, rng: Rng, noise: i64) -> i64:
    """The action of the highest worth after chance has added less than `noise` tenths of a point to each."""
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
    """Do at a stop what has the highest worth, up to the next move or the end of the turn."""
    while state.turn == turn and state.phase != phases.MOVE:
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
    pairs = [table[name] for name in board_features.NAMES]
    return MilestonesKnowledge([pair[0] for pair in pairs], [pair[1] for pair in pairs])

"""What Saint Malo's bots know: how good every action is, put together from plan, dice and city."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import bit, popcount
from citywright.engine.knowledge import Knowledge
from citywright.engine.rng import Rng
from citywright.engine.state import State
from citywright.engine.vecs import vec
from citywright.games.saint_malo.knowledge.action_values import Advice
from citywright.games.saint_malo.knowledge.city_value import FEATURES, SPACE_COUNT, CityJudge
from citywright.games.saint_malo.knowledge.lead import LeadJudge, final_points, has_turn
from citywright.games.saint_malo.knowledge.turn_plan import NEVER, Plan
from citywright.games.saint_malo.rules.codes import (
    CHURCHES,
    CROSS,
    DONE,
    HEAD,
    KEEP_DICE,
    LEVELS,
    LOG,
    PASS,
    PERSON,
    SWORDS,
    USE,
    USE_DICE,
    WALL,
    symbol_counts,
)
from citywright.games.saint_malo.rules.state import SaintMalo

# What the apprentice thinks of uses that bring no points at once: logs, crates, walls, churches for each die.
FIRST_SIGHT: Final[vec[float]] = vec[float]([0.8, 0.6, 0.9, 1.2])
FIRST_PERSONS: Final[vec[float]] = vec[float]([1.0, 2.0, 1.0, 1.5, 2.0, 3.0, 7.0])

TEMPO: Final = 2.2  # points that it is worth to be the next to move, late in the game

Weights = dict[str, list[float]]


class SaintMaloKnowledge(Knowledge):
    """The journeyman plans for its own city, the master with an eye on the others."""

    def __init__(self, city: Weights, duel: Weights) -> None:
        early = early_of(city)
        late = late_of(city)
        self.judge = CityJudge(early, late)
        self.journeyman = Advice(self.judge, 4)
        keen = LeadJudge(early_of(duel), late_of(duel), self.judge, duel["envy"])
        self.master = Advice(keen, 4)
        self.hasty = Advice(keen, 1)  # the same, less thorough
        self.sketch = Plan(LeadJudge(early, late, self.judge, [0.0, 0.0]), 1)  # in points, without envy

    def glance(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, SaintMalo)
        actions = state.legal_actions()
        if state.phase == KEEP_DICE:
            return first_keep(state)
        first: i64 = rng.below(len(actions))
        best: float = NEVER
        chosen: i64 = actions[first]
        for number in range(len(actions)):
            code: i64 = actions[(first + number) % len(actions)]
            value: float = first_sight(state, code)
            if value > best:
                best = value
                chosen = code
        return chosen

    def advise(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, SaintMalo)
        return self.journeyman.best(state)

    def hasten(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, SaintMalo)
        return self.hasty.best(state)

    def weigh(self, state: State, actions: list[int]) -> list[float]:
        assert isinstance(state, SaintMalo)
        return self.master.weigh(state, actions)

    def settled(self, state: State) -> bool:
        """Keeping is exact, and what is used matters more than where it stands."""
        assert isinstance(state, SaintMalo)
        return state.phase != USE_DICE

    def outlook(self, state: State) -> list[float]:
        """What each seat can expect after one more turn of its own, exactly over all dice of that turn."""
        assert isinstance(state, SaintMalo)
        sketch = self.sketch
        expected: list[float] = []
        for seat in range(state.seat_count):
            city = state.cities[seat]
            if city.empty == 0 or not has_turn(state, seat):
                expected.append(final_points(state, city))
                continue
            sketch.begin(state, seat)
            sketch.work_out()
            sketch.roll_values()
            value: float = sketch.keeps.turn_value()
            if seat == state.seat and sketch.judge.others > 0:
                value += TEMPO * (1.2 - sketch.judge.pace)
            expected.append(value)
        return expected

    def beyond(self, state: State) -> float:
        """Less than the outlook: masters also mind the others, which costs them points of their own."""
        assert isinstance(state, SaintMalo)
        return -min(8.0, 0.5 * float(fewest_free(state)))

    def spread(self, state: State) -> float:
        assert isinstance(state, SaintMalo)
        free: i64 = fewest_free(state)
        return 2.5 + 0.12 * float(free) if free > 0 else 1.2

    def horizon(self, state: State) -> i64:
        return state.seats()

    def patience(self, state: State) -> i64:
        """Others hardly get in each other's way."""
        return 8

    def trust(self, state: State) -> float:
        """The master's weights come from whole games; the outlook is vague until shortly before the end."""
        assert isinstance(state, SaintMalo)
        return 20.0 + 2.0 * float(fewest_free(state))

    def effort(self, state: State) -> i64:
        return 100

    def features(self, state: State, seat: i64) -> list[float]:
        """What training learns from: the measurements of a seat's city."""
        assert isinstance(state, SaintMalo)
        self.judge.look_at(state, seat)
        return self.judge.features(state, state.cities[seat], state.boxes)

    def pace(self, state: State, seat: i64) -> float:
        """How early in the game it is, from 1 to 0: weights glide with it."""
        assert isinstance(state, SaintMalo)
        self.judge.look_at(state, seat)
        return self.judge.pace


def fewest_free(state: SaintMalo) -> i64:
    """The free spaces of the fullest city: how much of the game is left."""
    free: i64 = SPACE_COUNT
    for city in state.cities:
        free = min(free, popcount(city.empty))
    return free


# --- the apprentice -------------------------------------------------------------------


def first_keep(state: SaintMalo) -> i64:
    """Keep the symbol there is most of, never swords; heads before others."""
    counts: i64 = symbol_counts(state.dice)
    best: i64 = HEAD
    for symbol in range(i64(LOG), i64(SWORDS)):
        if counts >> 4 * symbol & 15 > counts >> 4 * best & 15:
            best = symbol
    keep: i64 = 0
    for die in range(i64(5)):
        if state.dice >> 3 * die & 7 == best:
            keep |= bit(die)
    return keep


def first_sight(state: SaintMalo, code: i64) -> float:
    """What an action brings at once, with a rough liking for what brings nothing yet."""
    city = state.cities[state.seat]
    if code in (PASS, DONE):
        return 0.0
    if state.phase == USE_DICE:
        symbol: i64 = HEAD
        used: i64 = 0
        if code < PERSON:
            symbol = (code - USE) // 5
            used = (code - USE) % 5 + 1
        else:
            used = LEVELS[code - PERSON]
        cost: i64 = 2 * max(used - (symbol_counts(state.dice) >> 4 * symbol & 15), 0)
        value: float = FIRST_SIGHT[symbol] * float(used) if symbol != HEAD else FIRST_PERSONS[code - PERSON]
        if symbol == CROSS and popcount(city.pieces[CHURCHES + used]) > 0:
            value = 0.5
        if symbol == WALL and popcount(city.empty) < 10:
            value = 0.5 * value
        if code == PERSON + 3 and city.logs > 0:
            value = 3.0 * float(min(city.logs, 3))
        return value - 0.6 * float(cost) - (1.0 if symbol == LOG else 0.0)
    after = state.clone()
    after.apply(code)
    gained: i64 = after.cities[state.seat].points - city.points
    return float(gained) + 0.6 * float(after.cities[state.seat].coins - city.coins)


def early_of(weights: Weights) -> list[float]:
    """The weights of all features at the beginning of a game."""
    return [weights[feature][0] for feature in FEATURES]


def late_of(weights: Weights) -> list[float]:
    return [weights[feature][1] for feature in FEATURES]


def new_knowledge(weights: dict[str, Weights]) -> SaintMaloKnowledge:
    """Knowledge with the weights of weights.toml: for each feature its worth early and late."""
    return SaintMaloKnowledge(weights["city"], weights["duel"])

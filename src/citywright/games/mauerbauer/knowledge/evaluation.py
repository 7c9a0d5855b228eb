"""What the bots of Die Mauerbauer know: cards in hand against the map, and whom a closed city helps.

A wall is judged by playing its turn through with a few rolls of the dice, up to the cards.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import lowest_bit
from citywright.engine.knowledge import Knowledge
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, State
from citywright.games.mauerbauer.knowledge.card_values import COUNT, NEVER, CardJudge, pace_of
from citywright.games.mauerbauer.knowledge.closing_walls import closing_lines
from citywright.games.mauerbauer.knowledge.policies import Builder
from citywright.games.mauerbauer.rules.codes import (
    A_CITY,
    A_DISCARD,
    A_DONE,
    A_EXCHANGE,
    A_HOUSE,
    A_PLAY,
    A_STOP,
    A_TOWER,
    A_WALL,
    CHOOSE_CITY,
    CITY_TOWER,
    EXCHANGE_CARDS,
    JOIN_CITY,
    KINDS,
    OUTSIDE_HOUSE,
    OUTSIDE_TOWER,
    OUTSIDE_TOWERS,
    PLACE_HOUSE,
    PLACE_OTHER_HOUSE,
    PLACE_OTHER_TOWER,
    PLACE_TOWER,
    PLACE_WALL,
    PLAY_CARD,
    PLAY_LAST,
    PLAY_LAST_SECOND,
    PLAY_SECOND,
    REGION,
    WATER,
)
from citywright.games.mauerbauer.rules.land import WALL
from citywright.games.mauerbauer.rules.state import MauerbauerState

GOOD_CITY: Final = 3.0  # points of two cards for which the apprentice closes a city
GOOD_CARD: Final = 4  # points of a card that it plays; a lesser one is thrown away
GOOD_SECOND: Final = 5
ROLLS: Final = 3  # dice tried for a wall that closes a city
LAST_PHASES: Final = (PLAY_LAST, PLAY_LAST_SECOND)


class MauerbauerKnowledge(Knowledge):
    """Judges a position by the points a seat leads with, its cards, and the scoring that stands open."""

    def __init__(self, early: list[float], late: list[float]) -> None:
        self.judge = CardJudge(early, late)
        self.builder = Builder()
        self.others: float = 1.0  # how much a point of another counts against an own one
        self.tower: float = 0.0  # what a tower used up costs: the game is shorter for it
        self.setup: float = 0.0  # what it costs to leave a field that the next player can close

    # --- actions ----------------------------------------------------------------------

    def glance(self, state: State, rng: Rng) -> i64:
        """Closes a city if two cards in hand score well for it; plays the cards that bring most at once."""
        assert isinstance(state, MauerbauerState)
        phase: i64 = state.phase
        if phase == PLACE_WALL:
            return self._first_wall(state, rng)
        if phase in (PLAY_CARD, PLAY_SECOND):
            return self._first_card(state)
        return self.advise(state, rng)

    def _first_card(self, state: MauerbauerState) -> i64:
        """The card that scores most; one is thrown away if none scores well, a second must score better."""
        hand: i64 = state.cards.hand(state.seat)
        best: i64 = -1
        worst: i64 = 99
        chosen: i64 = A_STOP
        spare: i64 = 0
        while hand:
            kind: i64 = lowest_bit(hand)
            hand &= hand - 1
            worth: i64 = state.land.worth(kind, state.city)
            if worth > best:
                best = worth
                chosen = A_PLAY + kind
            if worth < worst:
                worst = worth
                spare = A_DISCARD + kind
        if state.phase == PLAY_SECOND:
            return chosen if best >= GOOD_SECOND else A_STOP
        return spare if best < GOOD_CARD and state.ending == 0 else chosen

    def _first_wall(self, state: MauerbauerState, rng: Rng) -> i64:
        closing = self._closing(state)
        best: float = GOOD_CITY
        chosen: i64 = -1
        for code in closing:
            after = state.clone()
            after.apply(code)
            while after.phase < PLAY_CARD:
                chance: bool = after.actor() == CHANCE
                after.apply(after.sample_chance(rng) if chance else after.random_action(rng))
            value: float = self._chosen(after, after.city)
            if value > best:
                best = value
                chosen = code
        if chosen >= 0:
            return chosen
        chosen = self.builder.wall(state.land, rng)
        tries: i64 = 8
        while tries > 0 and chosen in closing:  # rather none than a city that only helps others
            chosen = self.builder.wall(state.land, rng)
            tries -= 1
        return chosen

    def _closing(self, state: MauerbauerState) -> list[int]:
        """The walls that would close a city."""
        terrain = state.land.terrain
        return [terrain.line_code(line) for line in closing_lines(state.land)]

    def advise(self, state: State, rng: Rng) -> i64:
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        weights = self.weigh(state, actions)
        return actions[weights.index(max(weights))]

    def hasten(self, state: State, rng: Rng) -> i64:
        """As advised, but of the walls only those that close, and a few others, are looked at."""
        assert isinstance(state, MauerbauerState)
        if state.phase != PLACE_WALL:
            return self.advise(state, rng)
        tried = self._closing(state)
        more: i64 = 4
        while more > 0:
            tried.append(self.builder.wall(state.land, rng))
            more -= 1
        weights = self._walls(state, tried, 1)
        return tried[weights.index(max(weights))]

    def weigh(self, state: State, actions: list[int]) -> list[float]:
        assert isinstance(state, MauerbauerState)
        phase: i64 = state.phase
        if phase == PLACE_WALL:
            return self._walls(state, actions, ROLLS)
        self.judge.look_at(state)
        if phase <= JOIN_CITY:
            self.judge.side_with(state, state.seat, self.others)
            return [self._placed(state, code, True) for code in actions]
        if phase == EXCHANGE_CARDS:
            drawn: float = self.judge.drawn_worth(state, state.seat)
            return [self._exchanged(state, code, drawn) for code in actions]
        if phase == CHOOSE_CITY:
            return [self._chosen(state, code - A_CITY) for code in actions]
        return [self._played(state, code) for code in actions]

    def _walls(self, state: MauerbauerState, actions: list[int], rolls: i64) -> list[float]:
        """What walls are worth; those that close a city over so many rolls of the dice."""
        self.judge.look_at(state)
        self.judge.side_with(state, state.seat, self.others)
        closing = closing_lines(state.land)
        lines = state.land.terrain.line_of_pair
        weights: list[float] = []
        for code in actions:
            line: i64 = lines[code - A_WALL]
            if line in closing:
                weights.append(self._walled(state, code, True, rolls))
            else:
                weights.append(self._walled(state, code, False, 1) - self._left_open(state, line))
        return weights

    def _walled(self, state: MauerbauerState, code: i64, closes: bool, rolls: i64) -> float:
        """The lead after this wall's turn, up to the cards, over a few rolls."""
        seat: i64 = state.seat
        total: float = 0.0
        for roll in range(rolls):
            after = state.clone()
            after.apply(code)
            total -= self.tower * float(after.free_ends())
            rng = Rng(977 * roll + state.turn)
            self._build_on(after, closes, rng)
            total += self.lead(after, seat)
        return total / float(rolls)

    def _build_on(self, state: MauerbauerState, closes: bool, rng: Rng) -> None:
        """Towers, houses and joining as they seem best, until cards are played or the turn is over."""
        turn: i64 = state.turn
        while state.turn == turn and state.phase < PLAY_CARD:
            if state.actor() == CHANCE:
                state.apply(state.sample_chance(rng))
                continue
            actions = state.legal_actions()
            best: float = NEVER
            chosen: i64 = actions[0]
            if len(actions) > 1:
                for action in actions:
                    value: float = self._placed(state, action, closes)
                    if value > best:
                        best = value
                        chosen = action
            state.apply(chosen)

    def _placed(self, state: MauerbauerState, code: i64, closes: bool) -> float:
        """What a tower, a house or joining is worth, if the wall closes a city; only differences matter."""
        phase: i64 = state.phase
        if phase in (PLACE_TOWER, PLACE_OTHER_TOWER):
            return self._tower_worth(state, code)
        more: bool = phase == PLACE_HOUSE and state.side_field(1) >= 0
        if more or (phase <= PLACE_OTHER_HOUSE and not closes):
            return self._house_worth(state, code)
        after = state.clone()
        after.apply(code)
        return self.lead(after, state.seat)

    def _tower_worth(self, state: MauerbauerState, code: i64) -> float:
        terrain = state.land.terrain
        point: i64 = state.end_point(0)
        if terrain.point_name[point] != (code - A_TOWER) // 3:
            point = state.end_point(1)
        colour: i64 = (code - A_TOWER) % 3
        points: float = self.judge.stake(OUTSIDE_TOWERS) + 2.0 * self.judge.stake(OUTSIDE_TOWER + colour)
        if terrain.water[point]:
            points += 2.0 * self.judge.stake(WATER)
        held: i64 = state.cards.held(state.seat, CITY_TOWER + colour)
        return points + 0.6 * float(held)  # the city it may come to belong to

    def _house_worth(self, state: MauerbauerState, code: i64) -> float:
        terrain = state.land.terrain
        field: i64 = state.side_field(0)
        if terrain.point_name[terrain.apex(field, state.line)] != (code - A_HOUSE) // 5:
            field = state.side_field(1)
        region: i64 = terrain.field_region[field]
        return self.judge.stake(OUTSIDE_HOUSE + (code - A_HOUSE) % 5) + self.judge.stake(REGION + region)

    def _left_open(self, state: MauerbauerState, line: i64) -> float:
        """The cost of a wall that makes two of a free field's three: the next player can close it."""
        land = state.land
        terrain = land.terrain
        cost: float = 0.0
        for field in (terrain.line_f[line], terrain.line_g[line]):
            if field >= 0:
                walls: i64 = 0
                for side in range(i64(3)):
                    if land.lines[terrain.field_lines[3 * field + side]] == WALL:
                        walls += 1
                if walls == 1:
                    cost += self.setup
        return cost

    def _exchanged(self, state: MauerbauerState, code: i64, drawn: float) -> float:
        if code == A_DONE:
            return 0.0
        return drawn - self.judge.keep_worth(state.land, code - A_EXCHANGE)

    def _chosen(self, state: MauerbauerState, city: i64) -> float:
        """The points of the two best cards for a city: nothing is kept after the end."""
        first: i64 = 0
        second: i64 = 0
        hand: i64 = state.cards.hand(state.seat)
        while hand:
            kind: i64 = lowest_bit(hand)
            hand &= hand - 1
            worth: i64 = state.land.worth(kind, city)
            if worth > first:
                second = first
                first = worth
            elif worth > second:
                second = worth
        return float(first + second)

    def _played(self, state: MauerbauerState, code: i64) -> float:
        """Points now, less what the card would be worth later; a discard brings one card more."""
        if code == A_STOP:
            return 0.0
        last: bool = state.phase in LAST_PHASES or state.ending != 0
        if code >= A_DISCARD:
            if last:
                return -50.0
            kept: float = self.judge.keep_worth(state.land, code - A_DISCARD)
            return self.judge.drawn_worth(state, state.seat) - kept
        points: float = float(state.land.worth(code - A_PLAY, state.city))
        return points if last else points - self.judge.keep_worth(state.land, code - A_PLAY)

    # --- positions --------------------------------------------------------------------

    def lead(self, state: MauerbauerState, seat: i64) -> float:
        """The points a seat expects to gain on the others, as far as cards and an open scoring tell."""
        value: float = self.judge.lead(state.land)
        if JOIN_CITY <= state.phase <= PLAY_SECOND and state.city:
            value += self.judge.best_play(state, seat, state.city)
            value -= self.others * self.judge.others_play(state, seat, state.city)
        return value

    def outlook(self, state: State) -> list[float]:
        assert isinstance(state, MauerbauerState)
        self.judge.look_at(state)
        expected: list[float] = []
        for seat in range(state.number):
            worth: float = float(state.points_of(seat))
            if state.cards.sees(seat):
                worth += self.judge.hand_worth(state, seat)
            else:
                viewer: i64 = max(state.cards.viewer, 0)
                worth += self.judge.drawn_worth(state, viewer) * float(state.cards.hand_size(seat))
            expected.append(worth)
        return expected

    def beyond(self, state: State) -> float:
        """For cards to be drawn and cities to be closed, as counted in games of masters."""
        assert isinstance(state, MauerbauerState)
        return 75.0 * pace_of(state)

    def spread(self, state: State) -> float:
        assert isinstance(state, MauerbauerState)
        return 3.0 + 9.0 * pace_of(state)

    def horizon(self, state: State) -> i64:
        return 2 * state.seats() + 1

    def effort(self, state: State) -> i64:
        return 400

    def settled(self, state: State) -> bool:
        """Walls and the cards of a scoring are searched; towers, houses and exchanges follow judgement."""
        assert isinstance(state, MauerbauerState)
        return state.phase not in (PLACE_WALL, PLAY_CARD, PLAY_SECOND, JOIN_CITY)

    # --- learning ---------------------------------------------------------------------

    def pace(self, state: State, seat: i64) -> float:
        assert isinstance(state, MauerbauerState)
        return pace_of(state)

    def features(self, state: State, seat: i64) -> list[float]:
        assert isinstance(state, MauerbauerState)
        found = [0.0] * COUNT
        for kind in range(i64(KINDS)):
            held: i64 = state.cards.held(seat, kind)
            if held:
                found[kind] = float(held)
                found[COUNT - 1] += float(held)
                if kind >= OUTSIDE_HOUSE:
                    worth: i64 = state.land.worth_outside(kind)
                    found[KINDS + kind - OUTSIDE_HOUSE] = float(held * worth)
        return found


def new_knowledge(weights: dict[str, dict[str, list[float]]]) -> MauerbauerKnowledge:
    """Knowledge with the weights of weights.toml: for each card its worth early and late, and the habits."""
    cards = weights["cards"]
    knowledge = MauerbauerKnowledge(
        [pair[0] for pair in cards.values()], [pair[1] for pair in cards.values()]
    )
    habits = weights["habits"]
    knowledge.others = habits["others"][0]
    knowledge.tower = habits["tower"][0]
    knowledge.setup = habits["setup"][0]
    return knowledge

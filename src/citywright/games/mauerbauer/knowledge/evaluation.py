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
from citywright.games.mauerbauer.knowledge.card_values import CardValues, pace_of
from citywright.games.mauerbauer.knowledge.closing_walls import closing_lines
from citywright.games.mauerbauer.knowledge.features import features_of
from citywright.games.mauerbauer.knowledge.policies import Builder
from citywright.games.mauerbauer.rules import building, card_points, codes, contents, material, phases
from citywright.games.mauerbauer.rules.board import NOWHERE
from citywright.games.mauerbauer.rules.state import MauerbauerState

# The quick player (`glance`).
GOOD_CITY: Final = 3.0  # points of two cards for which it closes a city
GOOD_CARD: Final = 4  # points of a card that it plays; a lesser one is discarded
GOOD_SECOND: Final = 5
TRIES: Final = 8  # for a wall that closes no city

# The good player.
ROLLS: Final = 3  # dice tried for a wall that closes a city
OTHER_WALLS: Final = 4  # that `hasten` tries beside those that close a city
CARD_FOR_TOWER: Final = 0.6  # points of a tower for each card in hand that scores it in a city
LATE_DISCARD: Final = -50.0  # to draw cards that cannot be played any more
NEVER: Final = -1e6  # below any value

# Counted in games of master bots, at the beginning of a game; they fall with the supply.
POINTS_TO_COME: Final = 75.0
SPREAD_TO_COME: Final = 9.0
LAST_SPREAD: Final = 3.0  # at the end


class MauerbauerKnowledge(Knowledge):
    """Judges a position by the points a seat leads with, its cards, and the city that is being scored."""

    def __init__(self, early: list[float], late: list[float]) -> None:
        self.cards = CardValues(early, late)
        self.builder = Builder()
        self.rival_weight: float = 1.0  # how much a point of another counts against an own one
        self.tower_cost: float = 0.0  # of using up a tower: the game is shorter for it
        self.open_field_cost: float = 0.0  # of leaving a field that the next player can close

    # --- the quick player ---------------------------------------------------------------

    def glance(self, state: State, rng: Rng) -> i64:
        """Closes a city if two cards in hand score well for it; plays the cards that bring most at once."""
        assert isinstance(state, MauerbauerState)
        phase: i64 = state.phase
        if phase == phases.PLACE_WALL:
            return self._quick_wall(state, rng)
        if phase in (phases.PLAY_CARD, phases.PLAY_SECOND):
            return self._quick_card(state)
        return self.advise(state, rng)

    def _quick_card(self, state: MauerbauerState) -> i64:
        """The card that scores most; one is discarded if none scores well, a second must score better."""
        hand: i64 = state.cards.hand(state.seat)
        most: i64 = -1
        least: i64 = 99
        play: i64 = codes.STOP
        discard: i64 = 0
        while hand:
            kind: i64 = lowest_bit(hand)
            hand &= hand - 1
            points: i64 = card_points.points(state.land, kind, state.scored_city)
            if points > most:
                most = points
                play = codes.PLAY + kind
            if points < least:
                least = points
                discard = codes.DISCARD + kind
        if state.phase == phases.PLAY_SECOND:
            return play if most >= GOOD_SECOND else codes.STOP
        return discard if most < GOOD_CARD and state.end_reason == material.NOT_ENDING else play

    def _quick_wall(self, state: MauerbauerState, rng: Rng) -> i64:
        closing = self._closing_walls(state)
        best: float = GOOD_CITY
        chosen: i64 = -1
        for code in closing:
            after = state.clone()
            after.apply(code)
            while after.phase < phases.PLAY_CARD:
                is_chance: bool = after.actor() == CHANCE
                after.apply(after.sample_chance(rng) if is_chance else after.random_action(rng))
            value: float = self._last_cards_value(after, after.scored_city)
            if value > best:
                best = value
                chosen = code
        if chosen >= 0:
            return chosen
        chosen = self.builder.wall(state.land, rng)
        tries: i64 = TRIES
        while tries > 0 and chosen in closing:  # rather none than a city that only helps others
            chosen = self.builder.wall(state.land, rng)
            tries -= 1
        return chosen

    def _closing_walls(self, state: MauerbauerState) -> list[int]:
        """The actions that would close a city."""
        return [state.board.wall_code(line) for line in closing_lines(state.land)]

    # --- the good player ------------------------------------------------------------------

    def advise(self, state: State, rng: Rng) -> i64:
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        values = self.weigh(state, actions)
        return actions[values.index(max(values))]

    def hasten(self, state: State, rng: Rng) -> i64:
        """As advised, but of the walls only those that close a city, and a few others, are tried."""
        assert isinstance(state, MauerbauerState)
        if state.phase != phases.PLACE_WALL:
            return self.advise(state, rng)
        actions = self._closing_walls(state)
        for _ in range(OTHER_WALLS):
            actions.append(self.builder.wall(state.land, rng))
        values = self._wall_values(state, actions, 1)
        return actions[values.index(max(values))]

    def weigh(self, state: State, actions: list[int]) -> list[float]:
        assert isinstance(state, MauerbauerState)
        phase: i64 = state.phase
        if phase == phases.PLACE_WALL:
            return self._wall_values(state, actions, ROLLS)
        self.cards.set_stage(state)
        if phase <= phases.JOIN_CITY:
            self.cards.set_seat(state, state.seat, self.rival_weight)
            return [self._building_value(state, code, True) for code in actions]
        if phase == phases.EXCHANGE_CARDS:
            new_card: float = self.cards.value_of_draw(state, state.seat)
            return [self._exchange_value(state, code, new_card) for code in actions]
        if phase == phases.CHOOSE_CITY:
            return [self._last_cards_value(state, code - codes.CITY) for code in actions]
        return [self._card_value(state, code) for code in actions]

    # --- walls ------------------------------------------------------------------------------

    def _wall_values(self, state: MauerbauerState, actions: list[int], rolls: i64) -> list[float]:
        """What walls are worth; those that close a city over so many rolls of the dice."""
        self.cards.set_stage(state)
        self.cards.set_seat(state, state.seat, self.rival_weight)
        closing = closing_lines(state.land)
        values: list[float] = []
        for code in actions:
            line: i64 = state.board.line_of_pair[code - codes.WALL]
            if line in closing:
                values.append(self._value_after_wall(state, code, True, rolls))
            else:
                cost: float = self._cost_of_open_fields(state, line)
                values.append(self._value_after_wall(state, code, False, 1) - cost)
        return values

    def _value_after_wall(self, state: MauerbauerState, code: i64, closes: bool, rolls: i64) -> float:
        """The lead after this wall's turn, up to the cards, on average over a few rolls."""
        seat: i64 = state.seat
        total: float = 0.0
        for roll in range(rolls):
            after = state.clone()
            after.apply(code)
            total -= self.tower_cost * float(building.free_ends(after))
            self._build_on(after, closes, Rng(977 * roll + state.turn))
            total += self.lead(after, seat)
        return total / float(rolls)

    def _build_on(self, state: MauerbauerState, closes: bool, rng: Rng) -> None:
        """Towers, houses and joining as they seem best, until cards are played or the turn is over."""
        turn: i64 = state.turn
        while state.turn == turn and state.phase < phases.PLAY_CARD:
            if state.actor() == CHANCE:
                state.apply(state.sample_chance(rng))
                continue
            actions = state.legal_actions()
            best: float = NEVER
            chosen: i64 = actions[0]
            if len(actions) > 1:
                for action in actions:
                    value: float = self._building_value(state, action, closes)
                    if value > best:
                        best = value
                        chosen = action
            state.apply(chosen)

    def _cost_of_open_fields(self, state: MauerbauerState, line: i64) -> float:
        """The cost of a wall that is the second of a field's three: the next player can close it."""
        land = state.land
        board = state.board
        cost: float = 0.0
        for field in (board.side_1[line], board.side_2[line]):
            if field != NOWHERE:
                walls: i64 = 0
                for side in range(i64(3)):
                    if land.lines[board.field_lines[3 * field + side]] == contents.WALL:
                        walls += 1
                if walls == 1:
                    cost += self.open_field_cost
        return cost

    # --- towers, houses, joining ----------------------------------------------------------------

    def _building_value(self, state: MauerbauerState, code: i64, closes: bool) -> float:
        """What a tower, a house or joining is worth; only differences matter. `closes`: the wall does."""
        phase: i64 = state.phase
        if phase in (phases.PLACE_TOWER, phases.PLACE_OTHER_TOWER):
            return self._tower_value(state, code)
        is_first_of_two: bool = phase == phases.PLACE_HOUSE and building.has_two_sides(state)
        if is_first_of_two or (phase <= phases.PLACE_OTHER_HOUSE and not closes):
            return self._house_value(state, code)
        after = state.clone()
        after.apply(code)
        return self.lead(after, state.seat)

    def _tower_value(self, state: MauerbauerState, code: i64) -> float:
        """What a tower adds to the outside cards, and to the city it may come to belong to."""
        colour: i64 = codes.tower_colour(code)
        of_colour: float = self.cards.point_value(material.OUTSIDE_TOWER + colour)
        value: float = self.cards.point_value(material.OUTSIDE_TOWERS)
        value += float(card_points.TOWER_OF_COLOUR) * of_colour
        if state.board.water[building.end_named(state, codes.tower_point(code))]:
            value += float(card_points.TOWER_AT_WATER) * self.cards.point_value(material.OUTSIDE_WATER)
        held: i64 = state.cards.held(state.seat, material.CITY_TOWER + colour)
        return value + CARD_FOR_TOWER * float(held)

    def _house_value(self, state: MauerbauerState, code: i64) -> float:
        """What a house adds to the outside cards."""
        region: i64 = state.board.field_region[building.house_field(state, code)]
        of_colour: float = self.cards.point_value(material.OUTSIDE_HOUSE + codes.house_colour(code))
        return of_colour + self.cards.point_value(material.OUTSIDE_REGION + region)

    # --- cards ------------------------------------------------------------------------------

    def _exchange_value(self, state: MauerbauerState, code: i64, new_card: float) -> float:
        if code == codes.DONE:
            return 0.0
        return new_card - self.cards.value_in_hand(state.land, code - codes.EXCHANGE)

    def _last_cards_value(self, state: MauerbauerState, city: i64) -> float:
        """The points of the two best cards for a city: nothing is kept after the end."""
        first: i64 = 0
        second: i64 = 0
        hand: i64 = state.cards.hand(state.seat)
        while hand:
            kind: i64 = lowest_bit(hand)
            hand &= hand - 1
            points: i64 = card_points.points(state.land, kind, city)
            if points > first:
                second = first
                first = points
            elif points > second:
                second = points
        return float(first + second)

    def _card_value(self, state: MauerbauerState, code: i64) -> float:
        """Points now, less what the card would be worth later; a discard brings one card more."""
        if code == codes.STOP:
            return 0.0
        is_last: bool = state.end_reason != material.NOT_ENDING  # nothing is played later
        if code >= codes.DISCARD:
            if is_last:
                return LATE_DISCARD
            kept: float = self.cards.value_in_hand(state.land, code - codes.DISCARD)
            return self.cards.value_of_draw(state, state.seat) - kept
        kind: i64 = code - codes.PLAY
        if is_last:
            return float(card_points.points(state.land, kind, state.scored_city))
        return self.cards.gain(state.land, kind, state.scored_city)

    # --- positions --------------------------------------------------------------------

    def lead(self, state: MauerbauerState, seat: i64) -> float:
        """The points a seat expects to gain on the others by its cards and the city that is being scored."""
        value: float = self.cards.lead(state.land)
        if phases.JOIN_CITY <= state.phase <= phases.PLAY_SECOND and state.scored_city:
            value += self.cards.best_play(state, seat, state.scored_city)
            value -= self.rival_weight * self.cards.others_play(state, seat, state.scored_city)
        return value

    def outlook(self, state: State) -> list[float]:
        assert isinstance(state, MauerbauerState)
        self.cards.set_stage(state)
        expected: list[float] = []
        for seat in range(state.seat_count):
            value: float = float(state.points_of(seat))
            if state.cards.sees(seat):
                value += self.cards.hand_value(state, seat)
            else:
                viewer: i64 = max(state.cards.viewer, 0)
                value += self.cards.value_of_draw(state, viewer) * float(state.cards.hand_size(seat))
            expected.append(value)
        return expected

    def beyond(self, state: State) -> float:
        """For cards to be drawn and cities to be closed."""
        assert isinstance(state, MauerbauerState)
        return POINTS_TO_COME * pace_of(state)

    def spread(self, state: State) -> float:
        assert isinstance(state, MauerbauerState)
        return LAST_SPREAD + SPREAD_TO_COME * pace_of(state)

    def horizon(self, state: State) -> i64:
        return 2 * state.seats() + 1

    def effort(self, state: State) -> i64:
        return 400

    def settled(self, state: State) -> bool:
        """Walls and the cards of a scoring are searched; towers, houses and exchanges are weighed only."""
        assert isinstance(state, MauerbauerState)
        return state.phase not in (
            phases.PLACE_WALL,
            phases.PLAY_CARD,
            phases.PLAY_SECOND,
            phases.JOIN_CITY,
        )

    def mover(self, state: State) -> i64:
        assert isinstance(state, MauerbauerState)
        return state.turn_seat

    # --- learning ---------------------------------------------------------------------

    def pace(self, state: State, seat: i64) -> float:
        assert isinstance(state, MauerbauerState)
        return pace_of(state)

    def features(self, state: State, seat: i64) -> list[float]:
        assert isinstance(state, MauerbauerState)
        return features_of(state, seat)


def new_knowledge(weights: dict[str, dict[str, list[float]]]) -> MauerbauerKnowledge:
    """Knowledge with the weights of weights.toml: each card's early and late, and those set by hand."""
    cards = weights["cards"]
    knowledge = MauerbauerKnowledge(
        [early_and_late[0] for early_and_late in cards.values()],
        [early_and_late[1] for early_and_late in cards.values()],
    )
    habits = weights["habits"]
    knowledge.rival_weight = habits["others"][0]
    knowledge.tower_cost = habits["tower"][0]
    knowledge.open_field_cost = habits["setup"][0]
    return knowledge

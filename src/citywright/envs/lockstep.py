"""Many games of one title in lockstep: one call makes a decision in each of them. Compiled; knows no game.

The arrays have a row for every game and are filled in place: observations, masks of legal actions, who acts,
rewards, and which games have ended. `batch` shows them as NumPy arrays.
"""

from __future__ import annotations

from typing import Final

from librt.strings import read_i32_le
from mypy_extensions import i16, i32, i64, u8

from citywright.engine.arrays import Encoder
from citywright.engine.policy import Policy
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER, State
from citywright.engine.vecs import vec
from citywright.envs.rewards import PROGRESS, final_rewards

EVERY_SEAT: Final = -1  # as the learner's seat: all decisions are the learner's
ANY_SEAT: Final = -2  # another seat for the learner in every game, drawn at random
ACTION_BYTES: Final = 4
NO_LIMIT: Final = 1 << 62
PLAYERS_STREAM: Final = 0x5DEECE66D  # what sets the random stream of the other players apart from the dice


class IllegalAction(ValueError):
    """An action that is not legal in one of the games. No game was changed."""


class Lockstep:
    """The games and their arrays. Actions are indices of the encoder, or tickets where chance is exposed."""

    def __init__(self, encoder: Encoder, first: State, count: i64, reward: i64, limit: i64) -> None:
        self.encoder: Encoder = encoder
        self.first: State = first  # every game begins as a copy of it
        self.count: i64 = count
        self.seats: i64 = encoder.seats
        self.reward: i64 = reward
        self.limit: i64 = limit  # decisions after which a game is broken off
        # Settings: they may be changed before the games are begun.
        self.learner: i64 = EVERY_SEAT
        self.opponents: list[Policy] = []  # the seats after the learner's, in turn order
        self.plays_chance: bool = True  # or the caller decides by tickets what chance does
        self.resets_at_once: bool = True  # or with the step after a game's last one, whose action is ignored
        # The games
        self.states: list[State] = [first for _ in range(count)]
        self.dice: list[Rng] = [Rng(0) for _ in range(count)]
        self.streams: list[Rng] = [Rng(0) for _ in range(count)]  # for the other players
        self.codes: vec[i64] = vec[i64]([0] * encoder.action_count)  # legal codes of the game being shown
        self.offered: vec[i32] = vec[i32]([0] * (count * encoder.action_count))  # indices of legal actions
        self.offers: vec[i64] = vec[i64]([0] * count)  # how many there are
        self.decisions: vec[i64] = vec[i64]([0] * count)
        self.scored: vec[i64] = vec[i64]([0] * (count * self.seats))  # the points that PROGRESS has given
        # The arrays
        self.observations: vec[i16] = vec[i16]([0] * (count * encoder.size))
        self.masks: vec[u8] = vec[u8]([0] * (count * encoder.action_count))
        self.actors: vec[i64] = vec[i64]([OVER] * count)  # a seat; CHANCE where it is exposed; OVER
        self.observers: vec[i64] = vec[i64]([0] * count)  # whose observation it is
        self.tickets: vec[i64] = vec[i64]([0] * count)  # while chance is to act: how many there are
        self.rewards: vec[float] = vec[float]([0.0] * (count * self.seats))  # of the last step, by seat
        self.terminated: vec[u8] = vec[u8]([0] * count)  # with the last step the game was over
        self.truncated: vec[u8] = vec[u8]([0] * count)  # or was broken off
        self.final_points: vec[i64] = vec[i64]([0] * (count * self.seats))  # of the last game that ended
        self.lengths: vec[i64] = vec[i64]([0] * count)  # its decisions
        self.choices: vec[i64] = vec[i64]([0] * count)  # what `sample` has drawn

    # --- beginning ----------------------------------------------------------------------

    def seed(self, game: i64, seed: i64) -> None:
        """Let the dice of a game follow from a seed, from its next beginning on."""
        self.dice[game] = Rng(seed)
        self.streams[game] = Rng(seed ^ PLAYERS_STREAM)

    def begin(self, game: i64) -> None:
        """A new game in place of the one there was, up to the first decision of a learner."""
        self.states[game] = self.first.clone()
        self.decisions[game] = 0
        if self.learner == ANY_SEAT:
            self.observers[game] = self.streams[game].below(self.seats)
        else:
            self.observers[game] = max(self.learner, 0)
        for seat in range(self.seats):
            self.scored[game * self.seats + seat] = 0
        self.advance(game, NO_LIMIT)  # whatever the limit is: a game lasts until a learner has decided

    def restart(self, game: i64) -> None:
        """Begin a game and forget how the one before it ended."""
        self.begin(game)
        self.clear_result(game)
        self.show(game)

    def clear_result(self, game: i64) -> None:
        """No reward, and no end, in this step."""
        self.terminated[game] = 0
        self.truncated[game] = 0
        for seat in range(self.seats):
            self.rewards[game * self.seats + seat] = 0.0

    # --- playing ------------------------------------------------------------------------

    def check(self, actions: bytes) -> None:
        """Raise IllegalAction unless every action is legal in its game."""
        if len(actions) != ACTION_BYTES * self.count:
            given: i64 = len(actions) // ACTION_BYTES
            raise IllegalAction(f"there are {self.count} games, but {given} actions")
        for game in range(self.count):
            action: i64 = i64(read_i32_le(actions, ACTION_BYTES * game))
            if self.has_ended(game):
                continue
            if self.actors[game] == CHANCE:
                if not 0 <= action < self.tickets[game]:
                    raise IllegalAction(
                        f"game {game}: chance has the tickets 0 to {self.tickets[game] - 1}, not {action}"
                    )
            elif not 0 <= action < self.encoder.action_count:
                raise IllegalAction(
                    f"game {game}: actions go from 0 to {self.encoder.action_count - 1}, not {action}"
                )
            elif not self.masks[game * self.encoder.action_count + action]:
                raise IllegalAction(f"game {game}: action {action} is not legal now")

    def has_ended(self, game: i64) -> bool:
        """Has a game ended that was not begun anew yet?"""
        return not self.resets_at_once and (self.terminated[game] != 0 or self.truncated[game] != 0)

    def step(self, actions: bytes) -> None:
        """Carry out one action in every game: 32-bit indices, lowest byte first."""
        self.check(actions)
        encoder = self.encoder
        for game in range(self.count):
            if self.has_ended(game):
                self.restart(game)
                continue
            state = self.states[game]
            action: i64 = i64(read_i32_le(actions, ACTION_BYTES * game))
            if self.actors[game] == CHANCE:
                state.apply(state.chance_at(action))
            else:
                state.apply(encoder.codes[action])
                self.decisions[game] += 1
            self.advance(game, self.limit)
            self.settle(game)
            self.show(game)

    def advance(self, game: i64, limit: i64) -> None:
        """Play chance and the other players until a learner must decide or the game ends."""
        state = self.states[game]
        while self.decisions[game] < limit:
            actor: i64 = state.actor()
            if actor == CHANCE:
                if not self.plays_chance:
                    return
                state.apply(state.sample_chance(self.dice[game]))
            elif actor == OVER or self.learner == EVERY_SEAT or actor == self.observers[game]:
                return
            else:
                after: i64 = (actor - self.observers[game] + self.seats) % self.seats
                code: i64 = self.opponents[after - 1].choose(state.observe(actor), self.streams[game])
                state.apply(code)
                self.decisions[game] += 1

    def settle(self, game: i64) -> None:
        """Rewards of this step, and what follows if it was the game's last."""
        state = self.states[game]
        is_over: bool = state.actor() == OVER
        is_broken_off: bool = not is_over and self.decisions[game] >= self.limit
        self.clear_result(game)
        if not is_over and not is_broken_off and self.reward != PROGRESS:
            return
        first: i64 = game * self.seats
        scores = state.scores()
        if self.reward == PROGRESS:
            for seat in range(self.seats):
                points: i64 = scores[seat]
                self.rewards[first + seat] = float(points - self.scored[first + seat])
                self.scored[first + seat] = points
        elif is_over or is_broken_off:
            rewards = final_rewards(state, self.reward)
            for seat in range(self.seats):
                self.rewards[first + seat] = rewards[seat]
        if is_over or is_broken_off:
            for seat in range(self.seats):
                self.final_points[first + seat] = scores[seat]
            self.lengths[game] = self.decisions[game]
            self.terminated[game] = 1 if is_over else 0
            self.truncated[game] = 1 if is_broken_off else 0
            if self.resets_at_once:
                self.begin(game)

    # --- showing ------------------------------------------------------------------------

    def show(self, game: i64) -> None:
        """Write the arrays of a game: who acts, what is legal, what is observed."""
        encoder = self.encoder
        state = self.states[game]
        actor: i64 = OVER if self.has_ended(game) else state.actor()
        self.actors[game] = actor
        self.tickets[game] = state.chance_total() if actor == CHANCE else 0
        if self.learner == EVERY_SEAT and actor >= 0:
            self.observers[game] = actor
        masks = self.masks
        first: i64 = game * encoder.action_count
        index_of = encoder.index_of
        offered = self.offered
        for place in range(first, first + self.offers[game]):
            masks[first + i64(offered[place])] = 0
        offers: i64 = 0
        if actor >= 0:
            codes = self.codes
            offers = state.write_legal(codes, 0)
            for offer in range(offers):
                index: i64 = index_of[codes[offer]]
                masks[first + index] = 1
                offered[first + offer] = i32(index)
        self.offers[game] = offers
        encoder.write(state, self.observers[game], self.observations, game * encoder.size)

    def sample(self, rng: Rng) -> None:
        """Draw a legal action, or a ticket, for every game into `choices`; 0 where the game has ended."""
        for game in range(self.count):
            offers: i64 = self.offers[game]
            if self.actors[game] == CHANCE:
                self.choices[game] = rng.below(self.tickets[game])
            elif offers:
                drawn: i64 = rng.below(offers)
                self.choices[game] = i64(self.offered[game * self.encoder.action_count + drawn])
            else:
                self.choices[game] = 0

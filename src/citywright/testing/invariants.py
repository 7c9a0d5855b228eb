"""Invariants that hold at every ply of every game, checked while a game is played."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.game import Game
from citywright.engine.policy import Policy
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER, Event, State
from citywright.engine.vecs import vec


class Failure(AssertionError):
    """An invariant that does not hold, with the actions that led there."""

    def __init__(self, game: Game, codes: list[int], reason: str) -> None:
        played = ", ".join(game.format_action(code) for code in codes[-20:])
        super().__init__(f"{game.id}, ply {len(codes)}: {reason} (last actions: {played})")


def play_checked(
    game: Game, seats: int, players: list[Policy], seed: int, *, layout: object = None, every: int = 1
) -> tuple[State, list[int]]:
    """Play one game through the invariants, the slow ones at every `every`-th ply; the end and its codes."""
    state = game.new_state(seats, LOT, game.default_layout if layout is None else layout)
    chance, rng = Rng(seed), Rng(seed).fork()
    codes: list[int] = []
    tally = [0] * seats
    decisions = 0
    while state.actor() != OVER and decisions < game.ply_limit:
        problem = check_position(game, state, thorough=len(codes) % every == 0, rng=rng)
        if problem:
            raise Failure(game, codes, problem)
        actor = state.actor()
        if actor == CHANCE:
            code = state.sample_chance(chance)
        else:
            code = players[actor].choose(state.observe(actor), rng)
            decisions += 1
            if code not in state.legal_actions():
                raise Failure(game, codes, f"a policy chose {game.format_action(code)!r}, which is not legal")
        apply_traced(state, code, tally)
        codes.append(code)
        if tally != state.scores():
            raise Failure(game, codes, f"events tell points {tally}, the state {state.scores()}")
    problem = check_position(game, state, thorough=True, rng=rng)
    if problem:
        raise Failure(game, codes, problem)
    return state, codes


def apply_traced(state: State, code: int, tally: list[int]) -> list[Event]:
    """Apply a code and add the points its events tell of."""
    events: list[Event] = []
    state.trace = events
    state.apply(code)
    state.trace = None
    for event in events:
        if event.points:
            tally[event.seat] += event.points
    return events


def check_position(game: Game, state: State, *, thorough: bool, rng: Rng) -> str | None:
    """What is wrong with a position, or None."""
    actor = state.actor()
    if actor >= 0:
        legal = state.legal_actions()
        if not legal:
            return "nothing is legal, but the game is not over"
        if len(set(legal)) != len(legal):
            return "an action is listed twice"
        table = vec[i64]([0] * (len(legal) + 1))
        if [int(code) for code in table[: state.write_legal(table, 0)]] != legal:
            return "what is written as legal is not what is listed"
    elif actor == CHANCE and state.chance_total() < 1:
        return "chance acts without an outcome"
    if not thorough:
        return None
    problems = game.audit(state)
    if problems:
        return "; ".join(problems)
    return check_secrets(game, state, rng) if game.has_secrets else None


def check_secrets(game: Game, state: State, rng: Rng) -> str | None:
    """Observations hide what they must: another consistent deal gives the same observation."""
    for seat in range(CHANCE, state.seats()):
        observation = state.observe(seat)
        guess = observation.imagine(rng)
        if guess.observe(seat).snapshot() != observation.snapshot():
            return f"an imagined state does not look the same to seat {seat}"
        if game.audit(guess):
            return f"an imagined state is not sound: {'; '.join(game.audit(guess))}"
        if observation.observe(seat).snapshot() != observation.snapshot():
            return f"observing an observation of seat {seat} changes it"
        if state.actor() == seat >= 0 and observation.legal_actions() != state.legal_actions():
            return f"seat {seat} does not see its own legal actions"
    return None


def check_game(
    game: Game, seats: int, players: list[Policy], seed: int, every: int = 1, *, layout: object = None
) -> None:
    """One game through all invariants, and a replay of its codes that must end in the same state."""
    layout = game.default_layout if layout is None else layout
    state, codes = play_checked(game, seats, players, seed, layout=layout, every=every)
    again = game.new_state(seats, LOT, layout)
    for code in codes:
        again.apply(code)
    if again.snapshot() != state.snapshot():
        raise Failure(game, codes, "a replay ends in another state")
    if state.actor() == OVER:
        standing = state.standing()
        if standing.reason not in game.end_reasons:
            raise Failure(game, codes, f"unknown end reason {standing.reason!r}")
        if min(standing.ranks) != 1 or len(standing.ranks) != seats:
            raise Failure(game, codes, f"ranks {standing.ranks} are no ranks")

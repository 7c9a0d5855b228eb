"""Measures how fast the engine is for one game on this machine, for `citywright bench`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from citywright.bots.search import simulations_per_second
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, COMPILED, State
from citywright.game_parts import knowledge_of

PLAYERS = 2


def measure_engine(game: Game, layout: Any, seconds: float) -> dict[str, Any]:
    """Random playouts inside the engine, single decisions through Python, and copies, for two players."""
    start = game.new_state(PLAYERS, 0, layout)
    rng = Rng(1)
    decisions = playouts = 0
    began = time.perf_counter()
    elapsed = 0.0
    while elapsed < seconds:
        decisions += start.clone().playout(rng, game.ply_limit)
        playouts += 1
        elapsed = time.perf_counter() - began
    return {
        "compiled": COMPILED,
        "decisions_per_s": round(decisions / elapsed),
        "playouts_per_s": round(playouts / elapsed, 1),
        "api_us": round(_api_microseconds(game, start, seconds), 3),
        "simulations_per_s": round(_simulations_per_second(game, start, seconds), 1),
        "clone_us": round(_clone_microseconds(game, start, seconds), 3),
    }


def _simulations_per_second(game: Game, start: State, seconds: float) -> float:
    """Simulations of the master's search, at the first decision of a game for which it searches."""
    state, rng, knowledge = start.clone(), Rng(4), knowledge_of(game)
    while state.actor() == CHANCE or knowledge.settled(state) or len(state.legal_actions()) == 1:
        chance = state.actor() == CHANCE
        state.apply(state.sample_chance(rng) if chance else knowledge.hasten(state, rng))
    return simulations_per_second(knowledge, state.observe(state.actor()), seconds, 5)


def _api_microseconds(game: Game, start: State, seconds: float) -> float:
    """The time of legal_actions and apply for one decision, called from Python, chance included."""
    codes, seats_act = _random_game(game, start, seed=2)
    spent = 0.0
    decisions = 0
    while spent < seconds / 2:
        state = start.clone()
        began = time.perf_counter()
        for code, seat_acts in zip(codes, seats_act, strict=True):
            if seat_acts:
                state.legal_actions()
            state.apply(code)
        spent += time.perf_counter() - began
        decisions += sum(seats_act)
    return spent / decisions * 1e6


def _random_game(game: Game, start: State, seed: int) -> tuple[list[int], list[bool]]:
    """The codes of one random game, and which of them are decisions of a seat."""
    state, rng = start.clone(), Rng(seed)
    codes: list[int] = []
    seats_act: list[bool] = []
    while (actor := state.actor()) >= CHANCE and len(codes) < game.ply_limit:
        code = state.sample_chance(rng) if actor == CHANCE else state.random_action(rng)
        state.apply(code)
        codes.append(code)
        seats_act.append(actor >= 0)
    return codes, seats_act


def _clone_microseconds(game: Game, start: State, seconds: float) -> float:
    """The time of a clone in the middle of a random game."""
    codes, _ = _random_game(game, start, seed=3)
    state = start.clone()
    for code in codes[: len(codes) // 2]:
        state.apply(code)
    return _microseconds(state.clone, seconds / 2)


def _microseconds(call: Callable[[], object], seconds: float) -> float:
    rounds = 200
    spent = 0.0
    calls = 0
    while spent < seconds:
        began = time.perf_counter()
        for _ in range(rounds):
            call()
        spent += time.perf_counter() - began
        calls += rounds
    return spent / calls * 1e6

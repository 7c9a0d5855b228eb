"""The beginning of a game as OpenSpiel tells it. `python -m tests.envs.playthrough` stores them anew."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

import pyspiel

from citywright.engine.rng import Rng
from citywright.envs.openspiel import NAMES, sample_chance

FOLDER = Path(__file__).parent / "data"
LIMIT = 40  # decisions
SHOWN = (20,)  # decisions before which the whole state is written


def path_of(name: str) -> Path:
    """Where the playthrough of a game is stored."""
    return FOLDER / f"{name}.txt"


def playthrough(name: str) -> str:
    """A seeded game of two that is broken off early: its facts, every action, some states in full."""
    game = pyspiel.load_game(name, {"limit": LIMIT, "reward": "points"})
    lines = _facts(game)
    rng = Rng(2026)
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            lines.append(f"chance, {len(state.chance_outcomes())} outcomes")
            action = sample_chance(state, rng)
        else:
            legal = state.legal_actions()
            if decisions in SHOWN:
                lines += _whole(state)
            lines.append(f"player {state.current_player()}, {len(legal)} actions")
            action = legal[rng.below(len(legal))]
            decisions += 1
        lines.append(f"  {action}: {state.action_to_string(state.current_player(), action)}")
        state.apply_action(action)
    return "\n".join([*lines, *_whole(state), f"returns: {state.returns()}", ""])


def _facts(game: pyspiel.Game) -> list[str]:
    kind = game.get_type()
    return [
        f"{game}: {kind.long_name}",
        f"{kind.dynamics}, {kind.chance_mode}, {kind.information}, {kind.utility}, {kind.reward_model}",
        f"players: {kind.min_num_players} to {kind.max_num_players}",
        f"actions: {game.num_distinct_actions()}, outcomes of chance: {game.max_chance_outcomes()}",
        f"utilities: {game.min_utility()} to {game.max_utility()}, sum {game.utility_sum()}",
        f"longest game: {game.max_game_length()}, longest history: {game.max_history_length()}",
        f"tensors: {game.observation_tensor_shape()}, {game.information_state_tensor_shape()}",
    ]


def _whole(state: pyspiel.State) -> list[str]:
    lines = ["", *str(state).splitlines()]
    if not state.is_terminal():
        player = state.current_player()
        lines += [f"{action}: {state.action_to_string(player, action)}" for action in state.legal_actions()]
    for player in range(state.num_players()):
        numbers = ",".join(f"{number:g}" for number in state.observation_tensor(player))
        lines += ["", state.information_state_string(player), *state.observation_string(player).splitlines()]
        lines.append(f"checksum of the tensor: {crc32(numbers.encode()):08x}")
    return [*lines, ""]


if __name__ == "__main__":
    for stored in NAMES.values():
        path_of(stored).write_text(playthrough(stored), encoding="utf-8")

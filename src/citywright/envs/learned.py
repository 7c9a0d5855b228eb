"""Learned agents as bots: networks in files of their own, run by NumPy alone, and any function that chooses.

What was learned with torch is saved as plain arrays, so that those who only play need no torch.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import msgspec
import numpy as np
from numpy.typing import NDArray

from citywright.bots import Bot, BotKind, Budget, Decision
from citywright.engine.arrays import NO_INDEX, Encoder
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import State
from citywright.envs.arguments import check_seats, find_any_game, make_encoder
from citywright.envs.fields import Fields
from citywright.envs.rows import Rows
from citywright.game_parts import knowledge_of

FORMAT = 1  # of the files
ACTIVATIONS: Mapping[str, Callable[[NDArray[Any]], NDArray[Any]]] = {
    "relu": lambda numbers: np.maximum(numbers, 0),
    "tanh": np.tanh,
}

Choose = Callable[[NDArray[np.int16], NDArray[np.bool_]], int]
"""From an observation and the mask of legal actions to the index of an action."""


class NetworkError(ValueError):
    """A file that holds no network, or one that cannot be used here; the message says why."""


class Layer(NamedTuple):
    """Weights (a row for each output) and a bias, as torch's Linear has them."""

    weight: NDArray[np.float32]
    bias: NDArray[np.float32]


class About(msgspec.Struct, frozen=True):
    """What the file of a network says of it."""

    format: int
    game: str
    seats: int
    version: int  # of the rows it was learned from
    activation: str
    layout: str | None = None  # the text of the board; None: the game's own


class Network:
    """Layers with an activation between them, from scaled observations to a number for every action.

    It knows what it was learned for: the game, the seats, the board, and how positions were written.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        layers: Sequence[tuple[NDArray[Any], NDArray[Any]]],
        *,
        activation: str = "relu",
        layout: str | None = None,
    ) -> None:
        if activation not in ACTIVATIONS:
            raise NetworkError(f"there is no activation {activation!r}; there are {', '.join(ACTIVATIONS)}")
        self.game = game
        self.seats = seats
        self.layout = layout
        self.activation = activation
        self.encoder: Encoder = make_encoder(game, seats, game.layout(layout))
        self.fields = Fields(self.encoder)
        self.layers = [Layer(np.asarray(w, np.float32), np.asarray(b, np.float32)) for w, b in layers]
        self._check()

    def _check(self) -> None:
        """NetworkError unless the layers lead from an observation to the actions."""
        width = self.fields.scaled_size()
        for number, layer in enumerate(self.layers):
            outputs = layer.bias.shape[0] if layer.bias.ndim == 1 else -1
            if layer.weight.shape != (outputs, width):
                raise NetworkError(
                    f"layer {number} has weights of the shape {layer.weight.shape}, "
                    f"but is given {width} numbers and has {outputs} outputs"
                )
            width = outputs
        actions = int(self.encoder.action_count)
        if width != actions:
            raise NetworkError(f"the last layer gives {width} numbers for {actions} actions")

    def logits(self, observations: NDArray[Any]) -> NDArray[np.float32]:
        """How much it favours every action: one observation or any number of them."""
        numbers = self.fields.scaled(observations)
        activation = ACTIVATIONS[self.activation]
        for layer in self.layers[:-1]:
            numbers = activation(numbers @ layer.weight.T + layer.bias)
        return numbers @ self.layers[-1].weight.T + self.layers[-1].bias

    def choose(self, observations: NDArray[Any], masks: NDArray[np.bool_]) -> Any:
        """The legal action it favours most, for one observation or for each of them."""
        return np.where(masks, self.logits(observations), -np.inf).argmax(axis=-1)

    def save(self, path: Path) -> None:
        """Write a file that `load_network` reads."""
        about = About(FORMAT, self.game.id, self.seats, self.fields.version, self.activation, self.layout)
        arrays: dict[str, Any] = {"about": np.array(msgspec.json.encode(about).decode())}
        for number, layer in enumerate(self.layers):
            arrays[f"weight_{number}"] = layer.weight
            arrays[f"bias_{number}"] = layer.bias
        with path.open("wb") as file:
            np.savez_compressed(file, **arrays)


def load_network(path: Path) -> Network:
    """A network from its file; NetworkError if it is none, or cannot be used with the game as it is now."""
    about, layers = _read(path)
    if about.format != FORMAT:
        raise NetworkError(f"{path} has format {about.format}; format {FORMAT} can be read")
    try:
        game = find_any_game(about.game)
        seats = check_seats(game, about.seats)
        version = make_encoder(game, seats, game.layout(about.layout)).version
        if about.version != version:
            raise NetworkError(
                f"it was learned from version {about.version} of the rows of {game.id}, which have version "
                f"{version} now; it must be learned again"
            )
        return Network(game, seats, layers, activation=about.activation, layout=about.layout)
    except ValueError as error:
        raise NetworkError(f"{path} cannot be used: {error}") from None


def _read(path: Path) -> tuple[About, list[tuple[NDArray[Any], NDArray[Any]]]]:
    """What a file says of itself, and its layers."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            arrays = dict(file)
        about = msgspec.json.decode(str(arrays["about"]), type=About)
        count = sum(name.startswith("weight_") for name in arrays)
        return about, [(arrays[f"weight_{number}"], arrays[f"bias_{number}"]) for number in range(count)]
    except OSError as error:
        raise NetworkError(f"{path} cannot be read: {error.strerror or error}") from None
    except (BadZipFile, EOFError, KeyError, TypeError, ValueError, zlib.error, msgspec.MsgspecError) as error:
        raise NetworkError(f"{path} holds no network: {error}") from None


class Agent:
    """A function that chooses, and the rows and masks it is given. Holds them for one position at a time."""

    def __init__(self, encoder: Encoder, choose: Choose) -> None:
        self.encoder = encoder
        self.choose = choose
        self._rows = Rows(encoder)
        self._mask = np.zeros(int(encoder.action_count), np.bool_)

    def fits(self, state: State) -> bool:
        """Does it know positions with so many seats on such a board?"""
        return bool(self.encoder.fits(state))

    def code(self, state: State) -> int:
        """The code of what it would do for the seat to act; NO_INDEX if it chose nothing legal."""
        self._rows.write(state, state.actor())
        self._mask[:] = False
        self._mask[self._rows.legal(state)] = True
        index = int(self.choose(self._rows.array[0], self._mask))
        is_legal = 0 <= index < len(self._mask) and bool(self._mask[index])
        return int(self.encoder.codes[index]) if is_legal else NO_INDEX


class LearnedBot:
    """Plays what an agent chooses; the agents are for different numbers of seats or boards.

    Where none of them knows the position, or the choice is not legal, the apprentice decides, and the
    decision's note says so: a table goes on in any case.
    """

    def __init__(self, game: Game, agents: Sequence[Agent]) -> None:
        self.game = game
        self.agents = agents
        self._fallback = knowledge_of(game)

    def decide(self, observation: State, budget: Budget | None, rng: Rng) -> Decision:
        agent = next((agent for agent in self.agents if agent.fits(observation)), None)
        if agent is None:
            seats = ", ".join(str(agent.encoder.seats) for agent in self.agents)
            why = f"it was learned for other tables (seats: {seats})"
        else:
            code = agent.code(observation)
            if code != NO_INDEX:
                return Decision(code)
            why = "its choice is not legal"
        code = self._fallback.glance(observation, rng)
        return Decision(code, note=f"{why}; {self.game.format_action(code)!r} was played for it")

    def close(self) -> None:
        """There is nothing to close."""


def learned_kind(
    name: str, game: str, files: Sequence[Path], titles: Mapping[str, str], descriptions: Mapping[str, str]
) -> BotKind:
    """A bot of one game to choose, for the entry point `citywright.bots`: the networks of these files."""

    def make(of: Game) -> Bot:
        networks = [load_network(path) for path in files]
        others = sorted({network.game.id for network in networks} - {of.id})
        if others:
            raise NetworkError(f"{name} plays {of.id}, but was given networks for {', '.join(others)}")
        return LearnedBot(of, [Agent(network.encoder, network.choose) for network in networks])

    return BotKind(name, titles, descriptions, make, lambda offered: offered.id == game)

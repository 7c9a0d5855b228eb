"""What cannot be used is refused with a ValueError that says why, before anything is made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from citywright.catalogue import find_game
from citywright.envs import Batch, aec_env, gym_env, parallel_env, vector_env
from tests.toy import GAME as TOY

Make = Callable[..., Any]

BAD = {
    "an unknown game": ({"game": "ludo"}, "there is no game 'ludo'; the games are .*saint-malo"),
    "no name of a game": ({"game": 7}, "a game is named by its id, such as 'saint-malo', not by 7"),
    "no arrays": ({"game": TOY}, "has no module `arrays`"),
    "too many seats": ({"seats": 6}, "seats of saint-malo must be a whole number, from 2 to 5, not 6"),
    "half a seat": ({"seats": 2.5}, "seats of saint-malo must be .* not 2.5"),
    "no seats": ({"seats": True}, "seats of saint-malo must be .* not True"),
    "an unknown reward": ({"reward": "glory"}, "there is no reward 'glory'; there are win"),
    "no decisions": ({"limit": 0}, "the limit of decisions must be a whole number, at least 1, not 0"),
    "no layout": ({"layout": "x = 1"}, "the file must say game"),
    "not even a text": ({"layout": 5}, "a layout is the text of a layout file or a Path to one, not 5"),
    "no file": ({"layout": Path("nowhere.toml")}, "the layout nowhere.toml cannot be read"),
}
BAD_MODES = {"a mode": ({"render_mode": "opera"}, "render_mode is one of .*ansi.* not 'opera'")}
BAD_BOTS = {
    "an unknown bot": ({"opponents": "oracle"}, "saint-malo has no bot 'oracle'; it has random, apprentice"),
    "too few bots": ({"seats": 3, "opponents": ["random"]}, "3 seats leave room for 2 opponents, not 1"),
    "one bot that is none": ({"opponents": [None]}, "saint-malo has no bot None"),
    "no names": ({"opponents": 5}, "opponents are the names of bots, not 5"),
    "no such seat": ({"opponents": "random", "seat": 2}, "the learner's seat must be .* from 0 to 1, not 2"),
}
MAKERS: dict[str, tuple[Make, dict[str, Any], dict[str, Any]]] = {
    "batch": (
        Batch,
        {"games": 2},
        {
            "no games": ({"games": 0}, "the number of games must be a whole number, at least 1, not 0"),
            "a wrong start": ({"start": 2}, "the start seat must be a whole number, from 0 to 1, not 2"),
            "some chance": ({"chance": "fat"}, "chance is one of played, exposed, not 'fat'"),
            "a seat": ({"seat": 1}, "without opponents every seat is the learner's"),
            **BAD_BOTS,
        },
    ),
    "aec_env": (aec_env, {}, BAD_MODES),
    "parallel_env": (parallel_env, {}, BAD_MODES),
    "gym_env": (
        gym_env,
        {},
        {
            "a wrong kind of refusal": ({"illegal": "shout"}, "illegal is one of raise, random, not 'shout'"),
            **BAD_MODES,
            **BAD_BOTS,
        },
    ),
    "vector_env": (
        vector_env,
        {"num_envs": 2},
        {
            "no games": ({"num_envs": -1}, "the number of games must be a whole number, at least 1, not -1"),
            "a seat": ({"seat": 1}, "without opponents every seat is the learner's"),
            "a person": ({"render_mode": "human"}, "render_mode is one of ansi, svg, rgb_array, not 'human'"),
            **BAD_MODES,
            **BAD_BOTS,
        },
    ),
}
CASES = [(name, what) for name, (_, _, own) in MAKERS.items() for what in (*BAD, *own)]


@pytest.mark.parametrize(("name", "what"), CASES)
def test_bad_arguments_are_refused(name: str, what: str) -> None:
    make, usual, own = MAKERS[name]
    arguments, words = {**BAD, **own}[what]
    with pytest.raises(ValueError, match=words):
        make(**{"game": "saint-malo", **usual, **arguments})


@pytest.mark.parametrize("name", MAKERS)
def test_a_layout_is_a_text_or_a_path(name: str, tmp_path: Path) -> None:
    make, usual, _ = MAKERS[name]
    text = find_game("saint-malo").default_layout.source.replace("coins = 3", "coins = 4")
    path = tmp_path / "rich.toml"
    path.write_text(text, encoding="utf-8")
    for layout in (text, path):
        env: Any = make(game="saint-malo", layout=layout, **usual)
        env = getattr(env, "aec_env", env)
        batch = env if isinstance(env, Batch) else env.batch
        batch.reset(1)
        assert batch.fields.unpack(batch.observations)["coins"].tolist() == [[4, 4]] * batch.games


@pytest.mark.parametrize("name", MAKERS)
def test_numbers_of_any_kind_will_do(name: str) -> None:
    make, usual, _ = MAKERS[name]
    env: Any = make(game=find_game("saint-malo"), seats=np.int64(3), limit=np.int32(9), **usual)
    assert getattr(env, "aec_env", env).fields["cities"].shape == (3, 7, 7)


@pytest.mark.parametrize("seed", [-1, 1 << 62, 1.5, "7", True])
def test_bad_seeds_are_refused(seed: Any) -> None:
    words = r"a seed must be a whole number, from 0 to 4611686018427387903, not"
    envs = [Batch("saint-malo", 2), aec_env("saint-malo"), gym_env("saint-malo"), vector_env("saint-malo", 2)]
    for env in envs:
        with pytest.raises(ValueError, match=f"{words}|there are 2 games, but 1 seeds"):
            env.reset(seed=seed)
    for several in (envs[0], envs[3]):
        with pytest.raises(ValueError, match=words):
            several.reset(seed=[1, seed])
        with pytest.raises(ValueError, match="there are 2 games, but 3 seeds"):
            several.reset(seed=[1, 2, 3])

"""The example with MaskablePPO: games in SB3's terms, learning that is saved, gone on with and stopped."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from citywright.envs.batch import Batch
from citywright.envs.examples import maskable_ppo
from citywright.envs.examples.common import Learning, by_network, evaluate
from citywright.envs.examples.sb3_vec_env import BatchVecEnv
from citywright.envs.learned import load_network
from tests.envs.plays import GAMES, MORE

torch.set_num_threads(1)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The example with --json; what it tells."""
    maskable_ppo.main([*words, "--json"])
    (line,) = capsys.readouterr().out.splitlines()
    told: dict[str, Any] = json.loads(line)
    return told


@pytest.mark.parametrize("name", GAMES)
def test_games_in_the_terms_of_sb3(name: str) -> None:
    """The rewards of an episode are those of the learner's seat, whichever it is in the next game."""
    batch = Batch(name, 6, seats=3, opponents="random", reward="progress")
    env = BatchVecEnv(batch, 0.5)
    env.seed(4)
    rows = env.reset()
    assert env.observation_space.contains(rows[0])
    assert is_masking_supported(env)
    ended = 0
    while ended < 6:
        seats, masks = batch.observers.copy(), get_action_masks(env)
        assert masks.shape == (6, batch.actions)
        rows, rewards, dones, infos = env.step(masks.argmax(axis=1))
        assert rows.shape == (6, batch.fields.scaled_size())
        assert rewards.shape == (6,)
        for game in np.flatnonzero(dones):
            ended += 1
            assert infos[game]["episode"]["r"] == 0.5 * batch.final_points[game, seats[game]]
    env.close()


def test_the_same_seed_begins_the_same_games() -> None:
    env = BatchVecEnv(Batch("saint-malo", 3, opponents="random"))
    env.seed(8)
    first = env.reset()
    env.step(get_action_masks(env).argmax(axis=1))
    env.seed(8)
    assert np.array_equal(env.reset(), first)
    env.seed(9)
    assert not np.array_equal(env.reset(), first)


def test_without_opponents_there_is_no_one_learner() -> None:
    with pytest.raises(ValueError, match="name opponents for the other seats"):
        BatchVecEnv(Batch("saint-malo", 2))


def test_games_have_no_attributes_of_their_own() -> None:
    env = BatchVecEnv(Batch("saint-malo", 2, opponents="random"))
    with pytest.raises(AttributeError, match="no attribute 'speed' of their own"):
        env.set_attr("speed", 1)
    assert not env.has_attr("speed")
    assert env.env_is_wrapped(BatchVecEnv) == [False, False]


def test_it_learns_saves_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, model = tmp_path / "corsair.npz", tmp_path / "corsair.zip"
    words = ["saint-malo", "--steps", "4096", "--games", str(2 * MORE), "--measure", "random"]
    told = run(capsys, *words, "--out", str(out), "--model", str(model))
    assert told["steps"] == 4096
    (strength,) = told["network"]
    assert (strength["opponent"], strength["games"]) == ("random", 2 * MORE)
    network = load_network(out)
    learned = MaskablePPO.load(model, device="cpu")
    batch = Batch("saint-malo", 20)
    for _ in range(20):
        rows, masks = batch.fields.scaled(batch.observations), batch.masks.copy()
        choices, _ = learned.predict(rows, action_masks=masks, deterministic=True)
        assert np.array_equal(network.choose(batch.observations, masks), choices)
        batch.step(choices)
    run(capsys, *words, "--model", str(model))
    assert MaskablePPO.load(model, device="cpu").num_timesteps == 8192


def test_a_few_steps_already_teach_something() -> None:
    """Against its own beginning, not against an absolute mark: that is for the longer test."""
    env = BatchVecEnv(Batch("saint-malo", 64, opponents="random", reward="progress"), 0.1)
    model = maskable_ppo.new_model(env, 1)
    before = evaluate(by_network(maskable_ppo.exported(model, env.batch)), "saint-malo", "random", 10 * MORE)
    model.learn(3 * 4096)
    after = evaluate(by_network(maskable_ppo.exported(model, env.batch)), "saint-malo", "random", 10 * MORE)
    assert after.points > before.points + 3


@pytest.mark.long
def test_after_200_000_steps_it_beats_random(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "saint-malo", "--seed", "7", "--measure", "random")
    assert told["network"][0]["win_rate"] >= 0.9


class Impatient(Learning):
    """Somebody presses Ctrl-C after some steps."""

    def made(self, steps: int) -> None:
        super().made(steps)
        if self.steps > 5000:
            signal.raise_signal(signal.SIGINT)


def test_it_can_be_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maskable_ppo, "Learning", Impatient)
    out = tmp_path / "corsair.npz"
    maskable_ppo.main(["saint-malo", "--games", "2", "--measure", "random", "--out", str(out)])
    told = capsys.readouterr()
    assert told.err == "stopped: measuring what was learned so far\n"
    assert told.out.splitlines()[0] == "steps     5056"
    assert told.out.splitlines()[2].startswith("network   against random: wins ")
    assert load_network(out).seats == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("chess", "chess"),
        ("saint-malo --players 9", "seats of saint-malo must be a whole number, from 2 to 5, not 9"),
        ("saint-malo --opponent nobody", "saint-malo has no bot 'nobody'"),
        ("saint-malo --measure random,nobody", "saint-malo has no bot 'nobody'"),
        ("saint-malo --out nowhere/x.npz", "there is no folder nowhere to write x.npz to"),
        ("saint-malo --steps 0", "--steps must be a whole number, at least 1, not 0"),
        ("saint-malo --seed -1", "a seed must be a whole number"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_learned(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        maskable_ppo.main(words.split())
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err

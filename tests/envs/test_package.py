"""The package itself: what is imported when, what a missing library is told of, the games Gymnasium knows."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import gymnasium
import pytest

import citywright.envs
from citywright.catalogue import find_game
from citywright.envs.__main__ import main
from citywright.envs.batch import Batch
from citywright.envs.registration import env_id, register_games
from tests.envs.plays import GAMES, SEATS

BLOCK = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if any(f"{{name}}.".startswith(f"{{one}}.") for one in {blocked!r}):
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
"""


def python(program: str, *blocked: str) -> subprocess.CompletedProcess[str]:
    """Run a program in an interpreter of its own, in which some libraries are missing."""
    path = ":".join(entry for entry in sys.path if entry)
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", BLOCK.format(blocked=set(blocked)) + program],
        env={"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "library"),
    [
        ("Batch", "numpy"),
        ("batch", "numpy"),
        ("aec_env", "pettingzoo"),
        ("parallel_env", "pettingzoo"),
        ("gym_env", "gymnasium"),
        ("vector_env", "gymnasium"),
    ],
)
def test_a_missing_library_is_told_with_the_extra_that_brings_it(name: str, library: str) -> None:
    missing = {library, "gymnasium"} if library == "numpy" else {library}
    done = python(f"import citywright.envs\nfrom citywright.envs import {name}", *missing)
    assert done.returncode == 1
    words = f'{library} is not installed; pip install "citywright[envs]" brings what environments need'
    assert done.stderr.splitlines()[-1].endswith(words)
    assert "MissingExtra" in done.stderr


def test_batches_need_numpy_alone() -> None:
    program = "from citywright.envs import Batch\nprint(Batch('saint-malo', 2).actions)"
    done = python(program, "gymnasium", "pettingzoo", "PIL")
    assert done.stdout == f"{Batch('saint-malo', 2).actions}\n", done.stderr


def test_pictures_as_arrays_need_pillow() -> None:
    program = (
        "from citywright.envs import gym_env\n"
        "env = gym_env('saint-malo', render_mode='rgb_array')\n"
        "env.reset()\n"
        "env.render()"
    )
    done = python(program, "PIL")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("citywright.envs.extra.MissingExtra: PIL is not installed")


def test_openspiel_need_not_be_installed() -> None:
    assert python("from citywright.envs import gym_env", "pyspiel").returncode == 0
    done = python("import citywright.envs.openspiel", "pyspiel")
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("citywright.envs.extra.MissingExtra: pyspiel is not installed")


def test_a_fault_of_ours_is_not_told_as_a_missing_library() -> None:
    for module in ("citywright.envs.registration", "citywright.envs.frames"):
        done = python("from citywright.envs import gym_env", module)
        assert done.stderr.splitlines()[-1] == f"ModuleNotFoundError: No module named {module!r}"
    with pytest.raises(AttributeError, match=r"module 'citywright.envs' has no attribute 'opera'"):
        citywright.envs.opera  # noqa: B018
    assert {"Batch", "aec_env", "gym_env", "parallel_env", "vector_env"} <= set(dir(citywright.envs))


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_knows_the_games(name: str) -> None:
    env: Any = gymnasium.make(f"citywright/{name}-v1", seats=3)
    assert env.unwrapped.game is find_game(name)
    assert env.spec.id == env_id(name) == f"citywright/{name}-v1"
    assert f"citywright/{name}-v1" in gymnasium.registry


def test_gymnasium_imports_the_package_itself() -> None:
    """An id may name the module to import: as processes want it that were not forked."""
    made = "gymnasium.make('citywright.envs:citywright/saint-malo-v1')"
    done = python(f"import gymnasium\nprint({made}.unwrapped.game.id)")
    assert done.stdout == "saint-malo\n", done.stderr


def test_registering_twice_does_no_harm() -> None:
    before = dict(gymnasium.registry)
    register_games()
    assert dict(gymnasium.registry) == before


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_the_table_of_fields_and_actions(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--players", f"{seats}", "--json"]) == 0
    about = json.loads(capsys.readouterr().out)
    batch = Batch(name, 1, seats=seats)
    assert about["actions"] == [batch.words(action) for action in range(batch.actions)]
    assert sum(field["size"] for field in about["fields"]) == about["size"] == batch.fields.size
    assert main([name, "--players", f"{seats}"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (
        lines[0]
        == f"{name}, {seats} seats, version {about['version']}: observations of {batch.fields.size} numbers"
    )
    rows = [line.split(" | ") for line in lines if line.startswith("| ")]
    for field in batch.fields.all:
        (row,) = [row for row in rows if row[1:2] == [field.name]]
        assert row[0] == f"| {batch.fields.slices[field.name].start}"
    assert f"| {batch.actions - 1} | {batch.words(batch.actions - 1)} |" in lines


def test_the_table_of_a_game_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ludo"]) == 2
    assert "there is no game 'ludo'" in capsys.readouterr().err
    assert main(["saint-malo", "--players", "9"]) == 2
    assert "seats of saint-malo must be" in capsys.readouterr().err

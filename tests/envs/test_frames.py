"""What environments render: text as the command line prints it, drawings, pixels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from citywright.catalogue import find_game
from citywright.cli import main
from citywright.envs import aec_env, gym_env
from citywright.envs.frames import RENDER_MODES, frame_of, pixels_of
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.match.record import format_record
from tests.envs.plays import GAMES

RED = """<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2">
<rect width="4" height="2" fill="#ff0080"/></svg>"""


@pytest.mark.parametrize("name", GAMES)
def test_every_mode(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = find_game(name)
    env = aec_env(name)
    env.reset(seed=1)
    state, seat = env.game_state, 1 - env.batch.observers[0]
    frames: dict[str, Any] = {mode: frame_of(game, state, int(seat), mode) for mode in RENDER_MODES}
    assert frames["human"] is None
    assert capsys.readouterr().out == f"{frames['ansi']}\n"
    lines = frames["ansi"].splitlines()
    assert lines[:3] == [f"game: {name}", f"seat: {'AB'[seat]}", f"actor: {'AB'[1 - seat]}"]
    assert frames["svg"].startswith("<svg")
    assert frames["svg"].rstrip().endswith("</svg>")
    height, width, colours = frames["rgb_array"].shape
    assert (width, colours) == (800, 3)
    assert height > 200
    assert frames["rgb_array"].dtype == np.uint8
    assert frames["rgb_array"].std() > 10


def test_pixels() -> None:
    pixels = pixels_of(RED)
    assert pixels.shape == (400, 800, 3)
    assert set(map(tuple, pixels.reshape(-1, 3).tolist())) == {(255, 0, 128)}
    pixels[0] = 0  # one's own


def test_text_is_what_show_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """But for what is known of a match and not of a position: names, plies, where points came from."""
    match = Match(find_game("saint-malo"), 2, dealer=Dealer.seeded(1))
    file = tmp_path / "game.cwr"
    file.write_text(format_record(match), encoding="utf-8")
    main(["show", str(file), "--seat", "A"])
    printed = capsys.readouterr().out
    frame = frame_of(match.game, match.state, 0, "ansi")
    assert isinstance(frame, str)
    assert frame in printed


def test_no_mode_shows_nothing() -> None:
    env = gym_env("saint-malo")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="make the environment with a render_mode"):
        assert env.render() is None

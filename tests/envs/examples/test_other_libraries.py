"""RLlib and Tianshou want older versions of what we use: their examples are tried in another environment."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TESTS = "tests/envs/examples/other_libraries.py"
PACKAGES = (
    "ray[rllib]",
    "tianshou>=2",
    "torch",
    "pettingzoo",
    "pillow",
    "msgspec",
    "librt",
    "mypy_extensions",
)
TOOLS = ("pytest", "pytest-timeout", "babel", "tqdm", "resvg-py")


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_rllib_and_tianshou(tmp_path: Path) -> None:
    """Installs them (a gigabyte), and runs other_libraries.py there, on the source."""
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    ours = [f"{name}=={version(name)}" for name in ("torch", "ray", "pettingzoo", "librt", "pytest")]
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, *PACKAGES, *TOOLS, *ours], check=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [python, "-m", "pytest", "-q", "--noconftest", "-p", "no:cacheprovider", TESTS],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 passed" in done.stdout

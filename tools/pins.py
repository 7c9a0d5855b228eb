"""Writes constraints.txt anew with uv: .venv/bin/python tools/pins.py [--upgrade] [--upgrade-package NAME]

Versions that still fit are kept unless an upgrade is asked for. No address of any package index is written.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PINS = ROOT / "constraints.txt"
HEADING = (
    "# The exact version of all that Citywright is built, run and tested with. Written by tools/pins.py.\n"
)
OPTIONS = (
    *("--all-extras", "--universal", "--python-version", "3.11", "--quiet"),
    *("--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"),
)


def is_ours(line: str) -> bool:
    """PyTorch itself names what it needs on graphics cards; its build for processors needs none of it."""
    return not line.startswith(("cuda-", "nvidia-", "triton"))


def main(options: list[str]) -> int:
    """Runs uv over everything pyproject.toml asks for."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed_to_build = "\n".join(settings["build-system"]["requires"])
    uv = str(Path(sys.executable).with_name("uv"))
    command = [uv, "pip", "compile", "pyproject.toml", "-", "--output-file", PINS.name, *OPTIONS, *options]
    done = subprocess.run(command, cwd=ROOT, input=needed_to_build, text=True, check=False)
    if done.returncode == 0:
        lines = PINS.read_text(encoding="utf-8").splitlines(keepends=True)
        PINS.write_text(HEADING + "".join(filter(is_ours, lines)), encoding="utf-8")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

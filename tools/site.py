"""Builds the documentation site: what is drawn from code or data, then mkdocs, warnings as errors."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tools.prepare import PYTHON, ROOT, SRC, prepare

SITE = ROOT / "site"


def build_site(target: Path = SITE, python: str = str(PYTHON)) -> int:
    """Build the site into a folder; returns mkdocs' exit status."""
    environment = dict(os.environ) | {"PYTHONPATH": str(SRC), "NO_MKDOCS_2_WARNING": "1"}
    command = [python, "-m", "mkdocs", "build", "--strict", "--clean", "--quiet", "--site-dir", str(target)]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def docs() -> int:
    """`python3 run.py docs`."""
    prepare("runtime", "tools")
    environment = dict(os.environ) | {"PYTHONPATH": str(SRC)}
    draw = (
        "from tools import import_graph, move_picture, study_pages; "
        "import_graph.main(); move_picture.main(); study_pages.main()"
    )
    drawn = subprocess.run([str(PYTHON), "-c", draw], cwd=ROOT, env=environment, check=False).returncode
    status = drawn or build_site()
    if status == 0:
        print(f"The documentation is in {SITE}: serve it with python3 -m http.server --directory {SITE.name}")
    return status

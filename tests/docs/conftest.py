"""An environment outside the repository, as a reader of the documents has one."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.conftest import INSTALLED
from tests.docs.document import ROOT


@pytest.fixture
def reader(tmp_path: Path) -> Mapping[str, str]:
    """The variables of a shell with a virtual environment of its own, in which Citywright is installed.

    Everything the tests themselves run with is there, by a path file; what the reader installs goes into the
    new environment only. No package index is asked.
    """
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    paths = {"base": str(venv), "platbase": str(venv)}
    packages = Path(sysconfig.get_path("purelib", "venv", paths))
    source = "" if INSTALLED else f"{ROOT / 'src'}\n"
    beside = f"{source}{sysconfig.get_path('purelib')}\n"
    (packages / "citywright-of-the-tests.pth").write_text(beside, encoding="utf-8")
    command = venv / "bin" / "citywright"
    command.write_text('#!/bin/sh\nexec python -m citywright "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))}
    return inherited | {
        "PATH": f"{venv / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # pip reads it the other way round: there is no isolation
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "LC_ALL": "C.UTF-8",
    }

"""Compiles the hot modules with mypyc. `[tool.citywright]` in pyproject.toml lists them.

CITYWRIGHT_PURE=1, or a machine without a C compiler, gives the pure package: the same source, only slower.
"""

from __future__ import annotations

import os
import shutil
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from setuptools import Extension

ROOT = Path(__file__).resolve().parent


def compiled_modules(root: Path = ROOT) -> list[str]:
    """The files of the compiled group, relative to the root, sorted."""
    globs = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["citywright"]
    package = root / "src" / "citywright"
    kept_pure = {path for glob in globs["not_compiled"] for path in package.glob(glob)}
    chosen = {path for glob in globs["compiled"] for path in package.glob(glob)} - kept_pure
    return sorted(path.relative_to(root).as_posix() for path in chosen)


def can_compile() -> bool:
    """Whether compiling is wanted and a C compiler is at hand."""
    if os.environ.get("CITYWRIGHT_PURE") == "1":
        return False
    return os.name == "nt" or any(map(shutil.which, ("cc", "gcc", "clang")))


def extensions() -> list[Extension]:
    """The compiled group, or nothing."""
    only_asking = sys.argv[1:2] in (["egg_info"], ["dist_info"], ["sdist"])  # nothing is built then
    if only_asking or not can_compile():
        return []
    from mypyc.build import mypycify

    group = mypycify(compiled_modules(), opt_level="3", group_name="citywright")
    for extension in group:
        extension.optional = True  # where the C compiler fails, the pure package is still installed
        if os.name != "nt":
            flags = ["-fno-semantic-interposition", "-fvisibility=hidden"]
            extension.extra_compile_args = [*extension.extra_compile_args, *flags]  # mypyc shares one list
    return group


if __name__ == "__main__":
    from setuptools import setup

    setup(ext_modules=extensions())

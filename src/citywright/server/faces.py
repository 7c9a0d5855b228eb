"""The faces as pages are served them: cut down to the letters of the product, as woff2, and kept.

Cutting takes two seconds of work. It is done once for each version of the fonts, in a process beside the
server while that already answers, and the files are kept in the user's cache folder. Where a package is
missing there are no files, and the fonts of the system stand in.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
import os
import sys
import tempfile
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from platformdirs import user_cache_path

from citywright.draw.faces import DISPLAY, LETTERS, TEXT, Face, files_of

log = logging.getLogger(__name__)

RECIPE: Final = 1  # to be raised with any change of how files are made
FEATURES: Final = ("kern", "mark", "mkmk", "ccmp", "locl", "liga", "tnum")


class Cut(NamedTuple):
    """A file that is served, and what it is made from."""

    name: str
    face: Face
    file: int  # which of the face's files
    weights: tuple[int, ...]  # one, or the least and the greatest


CUTS: Final = (
    Cut("bitter.woff2", DISPLAY, 0, (400, 700)),
    Cut("alegreya-sans.woff2", TEXT, 0, (400,)),
    Cut("alegreya-sans-bold.woff2", TEXT, 1, (700,)),
)
PRELOADED: Final = ("bitter.woff2", "alegreya-sans.woff2")  # what every page begins with


def names() -> tuple[str, ...]:
    """The files there are."""
    if not all(map(find_spec, ("fontTools", "brotli"))):
        return ()
    return tuple(cut.name for cut in CUTS if files_of(cut.face))


@cache
def fingerprint() -> str:
    """Changes whenever a file that is served may: with a font, the letters, or how it is made."""
    digest = hashlib.sha256(f"{RECIPE} {LETTERS} {FEATURES} {CUTS}".encode())
    for name in names():
        cut = _cut(name)
        digest.update(files_of(cut.face)[cut.file].read_bytes())
        digest.update(version("fonttools").encode())
    return digest.hexdigest()[:16]


def _cut(name: str) -> Cut:
    return next(cut for cut in CUTS if cut.name == name)


# --- making -------------------------------------------------------------------------------


def make(name: str) -> bytes:
    """Cut a font down to our letters and weights; its copyright and licence stay in it."""
    from fontTools import subset
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    cut = _cut(name)
    font: Any = TTFont(files_of(cut.face)[cut.file])
    if cut.face is TEXT:
        _stand_on_the_line(font)
    options = subset.Options(
        layout_features=list(FEATURES), hinting=False, name_IDs=[0, 1, 2, 13, 14], notdef_outline=True
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=LETTERS)
    subsetter.subset(font)
    if "fvar" in font:
        font = instantiateVariableFont(
            font, {"wght": cut.weights if len(cut.weights) > 1 else cut.weights[0]}
        )
    font.flavor = "woff2"
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


def _stand_on_the_line(font: Any) -> None:
    """Have figures of one height without asking for them, as `font:` in a style sheet resets what was asked.

    Old-style figures go up and down with the letters: fine in a book, odd in a score.
    """
    chosen: dict[str, str] = {}
    table = font["GSUB"].table
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "lnum":
            for index in record.Feature.LookupListIndex:
                for rules in table.LookupList.Lookup[index].SubTable:
                    chosen |= getattr(rules, "ExtSubTable", rules).mapping
    for encoding in font["cmap"].tables:
        for code in range(ord("0"), ord("9") + 1):
            encoding.cmap[code] = chosen.get(encoding.cmap.get(code), encoding.cmap.get(code))


# --- keeping ------------------------------------------------------------------------------


def _folder() -> Path:
    return user_cache_path("citywright") / "faces"


def kept() -> dict[str, bytes] | None:
    """The files from the cache folder, if all are there."""
    try:
        return {name: (_folder() / f"{fingerprint()}-{name}").read_bytes() for name in names()}
    except OSError:
        return None


def make_and_keep() -> dict[str, bytes]:
    """Make all files, and keep them where the folder can be written."""
    made = {name: make(name) for name in names()}
    with suppress(OSError):
        _folder().mkdir(parents=True, exist_ok=True)
        for name, content in made.items():
            _write(_folder() / f"{fingerprint()}-{name}", content)
    return made


def _write(path: Path, content: bytes) -> None:
    """Write a file at once: whoever reads it finds all of it or none."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as unfinished:
        unfinished.write(content)
    try:
        Path(unfinished.name).replace(path)
    except OSError:
        Path(unfinished.name).unlink(missing_ok=True)
        raise


class FaceFiles:
    """The files of one server process; they are read, or made, while it begins to answer."""

    def __init__(self) -> None:
        self._reading: asyncio.Task[dict[str, bytes]] | None = None

    def start(self) -> None:
        """Begin to read or make them."""
        self._reading = asyncio.create_task(_read_or_make())

    async def stop(self) -> None:
        """Do not wait for what is still being made."""
        if self._reading is not None:
            self._reading.cancel()
            with suppress(asyncio.CancelledError):
                await self._reading

    async def content(self, name: str) -> bytes | None:
        """A file; None if it could not be made. Whoever asks while they are made waits for that."""
        return None if self._reading is None else (await asyncio.shield(self._reading)).get(name)


async def _read_or_make() -> dict[str, bytes]:
    try:
        files = await asyncio.to_thread(kept)
        return await _make_aside() if files is None else files
    except Exception as error:  # pages can do without
        log.warning("the faces could not be made; pages have the fonts of their readers", exc_info=error)
        return {}


async def _make_aside() -> dict[str, bytes]:
    """Have them made by a process of their own: nobody else waits for that, not even the end of this one."""
    same_code = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    making = await asyncio.create_subprocess_exec(*_command(), stdout=asyncio.subprocess.PIPE, env=same_code)
    try:
        said, _ = await making.communicate()
    except asyncio.CancelledError:
        making.kill()
        await making.wait()
        raise
    return msgspec.json.decode(said, type=dict[str, bytes])


def _command() -> tuple[str, ...]:
    return sys.executable, "-m", __name__


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(make_and_keep()))

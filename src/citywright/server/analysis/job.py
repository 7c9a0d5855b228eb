"""One analysis in a process of its own, and the small file over which it and the server hear each other.

The first byte of the file says how much is done, of 100; the second one that it is to stop.
"""

from __future__ import annotations

import os
import tempfile
import zlib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import cast

import msgspec

from citywright.analysis.result import Ledger
from citywright.match.record import parse_record
from citywright.match.replay import replay

GO_ON, STOP = b"\0", b"\1"
PACKAGE = "citywright.analysis"
Work = Callable[[str, str, str], bytes]  # a record, a depth, the path of the file -> a packed ledger


class Stopped(Exception):
    """Somebody wants no more of it."""


class JobFile:
    """The server's end."""

    def __init__(self) -> None:
        handle, self.path = tempfile.mkstemp(prefix="citywright-analysis-")
        os.write(handle, b"\0" + GO_ON)
        os.close(handle)

    @property
    def progress(self) -> int:
        """How much is done, of 100."""
        return Path(self.path).read_bytes()[0]

    def stop(self) -> None:
        """Have the work ended soon."""
        with Path(self.path).open("r+b") as file:
            file.seek(1)
            file.write(STOP)

    def remove(self) -> None:
        """The work has ended."""
        Path(self.path).unlink(missing_ok=True)


def pack(ledger: Ledger) -> bytes:
    """A ledger as it is kept."""
    return zlib.compress(msgspec.json.encode(ledger))


def unpack(packed: bytes) -> Ledger:
    """A ledger that was kept."""
    return msgspec.json.decode(zlib.decompress(packed), type=Ledger)


def current_version() -> int:
    """The version of the analysis; what an older one has found is found out again."""
    return int(getattr(import_module(PACKAGE), "VERSION", 0))


# --- in the process -------------------------------------------------------------------


class Hearing:
    """The worker's end: `progress` is told how far the work is, `stop` says whether it is to end."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)

    def progress(self, done: float, total: float = 1.0) -> None:
        """Tell how much is done, from 0 to 1 or of a total; Stopped if nobody wants the rest."""
        if self.stop():
            raise Stopped
        with self._path.open("r+b") as file:
            file.write(bytes([max(0, min(100, round(100 * done / (total or 1.0))))]))

    def stop(self) -> bool:
        """Is the work to end? Also when the file is gone: the server has ended."""
        try:
            return self._path.read_bytes()[1:2] != GO_ON
        except FileNotFoundError:
            return True


def analyse_record(text: str, depth: str, path: str) -> bytes:
    """The packed analysis of the game of a record."""
    analyse = cast("Callable[..., Ledger]", import_module(PACKAGE).analyse)
    hearing = Hearing(path)
    match = replay(parse_record(text))
    try:
        ledger = analyse(match, depth=depth, progress=hearing.progress, stop=hearing.stop)
    except Exception:
        if hearing.stop():  # however it says that it has ended
            raise Stopped from None
        raise
    if hearing.stop():  # what was found until then is not the whole
        raise Stopped
    return pack(ledger)

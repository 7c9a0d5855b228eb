"""Logs as one JSON object a line: time, level, what happened, a few named facts. No addresses, no names.

The words of a line are fixed in the code. Numbers may fill them in, and errors by their kind; text never
does, because text is somebody's: a name, a message, a key. For the same reason an error is told by its type
and by the lines of code it passed, without its own words, which may quote a statement's values or a row.
"""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import sqlite3
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from citywright.server.errors import Refusal

FACTS = ("method", "route", "status", "ms", "spans", "cpu_ms", "in", "left_out")
LEFT_OUT = "…"
OF_CLIENTS = (
    "Invalid UTF-8 sequence received from client.",
)  # libraries call this an error: it is none of ours
NO_MORE_FILES = (errno.EMFILE, errno.ENFILE)

log = logging.getLogger(__name__)


class JsonLines(logging.Formatter):
    """A record as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message_of(record),
        }
        line |= {fact: getattr(record, fact) for fact in FACTS if hasattr(record, fact)}
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = "".join(_story_of(record.exc_info[1]))
        return json.dumps(line, ensure_ascii=False)


class LeaveOutRepeats(logging.Filter):
    """Lets the same warning or error through a few times, then only counts it for a while.

    What fails for one request fails for all: a log must not fill the disk because a database is away.
    """

    def __init__(
        self, most: int = 20, seconds: float = 10.0, now: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._most = most
        self._seconds = seconds
        self._now = now
        self._seen: dict[tuple[str, str], tuple[float, int]] = {}  # since when, how often

    def filter(self, record: logging.LogRecord) -> bool:
        """Is this one written?"""
        if record.levelno < logging.WARNING:
            return True
        key = record.name, str(record.msg)[:200]
        now = self._now()
        since, times = self._seen.pop(key, (now, 0))
        if now - since > self._seconds:
            if times > self._most:
                record.left_out = times - self._most
            since, times = now, 0
        if len(self._seen) > 1000:
            self._seen.clear()
        self._seen[key] = since, times + 1
        return times < self._most


def set_up_logs(level: str) -> None:
    """Send everything this process has to say, libraries included, to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(lambda record: record.msg not in OF_CLIENTS)
    handler.addFilter(LeaveOutRepeats())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("citywright").setLevel(level.upper())
    logging.raiseExceptions = False  # else a line that cannot be written is printed with all its parts
    sys.excepthook = _note_end
    threading.excepthook = lambda thread: log.error("a thread failed", exc_info=thread.exc_value)
    sys.unraisablehook = lambda unraisable: log.error(
        "something failed unseen", exc_info=unraisable.exc_value
    )


def note_loop_error(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What the event loop reports: its own words would quote the arguments of calls."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in NO_MORE_FILES:
        log.error("no connection can be accepted: the limit of open files is reached")
    else:
        log.error("something failed outside of all requests", exc_info=error)


def _note_end(_: type[BaseException], error: BaseException, __: TracebackType | None) -> None:
    log.critical("the program ended by an error", exc_info=error)


def _message_of(record: logging.LogRecord) -> str:
    """The words of a record with those of its parts that are nobody's."""
    if isinstance(record.msg, BaseException):
        return _kinds_of(record.msg)
    words = str(record.msg)
    if record.name.partition(".")[0] != "citywright":
        words = words.strip().partition("\n")[0]  # whole tracebacks may follow
    if not record.args:
        return words
    parts = record.args
    if isinstance(parts, Mapping) and "%(" in words:
        filled: Any = {name: _part(part) for name, part in parts.items()}
    else:
        filled = tuple(map(_part, (parts,) if isinstance(parts, Mapping) else parts))
    try:
        return str(words % filled)
    except (TypeError, ValueError, KeyError):
        return words


def _part(part: object) -> object:
    """A part of a log line as it may be written."""
    if part is None or isinstance(part, int | float):
        return part
    if isinstance(part, BaseException):
        return _kinds_of(part)
    if isinstance(part, Mapping) and all(isinstance(number, int | float) for number in part.values()):
        return part  # counted things
    return LEFT_OUT


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An error and what it came from."""
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        yield found
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)


def _kinds_of(error: BaseException) -> str:
    return ", from ".join(_kind_of(one) for one in _chain(error))


def _kind_of(error: BaseException) -> str:
    """The type of an error, with its words only where they cannot quote anything of anybody."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    told = ""
    if isinstance(error, Refusal):
        told = error.code
    elif isinstance(error, sqlite3.Error):
        told = str(error)  # SQLite names tables and columns, never what is in them
    elif isinstance(error, OSError) and isinstance(error.errno, int) and error.errno > 0:
        told = os.strerror(error.errno)
    elif code := getattr(error, "sqlstate", None):  # PostgreSQL's own words quote rows and values
        constraint = getattr(error, "constraint_name", None)
        told = f"SQLSTATE {code}" + (f", constraint {constraint}" if constraint else "")
    return f"{name}: {told}" if told else name


def _story_of(error: BaseException) -> Iterator[str]:
    """Like a traceback, oldest error first, without the words of the errors."""
    for one in reversed(list(_chain(error))):
        yield from traceback.format_tb(one.__traceback__)
        yield _kind_of(one) + "\n"
        if isinstance(one, BaseExceptionGroup):
            for part in one.exceptions:
                yield from _story_of(part)

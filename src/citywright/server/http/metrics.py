"""What this process counts and measures, for Prometheus. Every application has its own registry.

Labels are few and fixed: routes as patterns, games, codes, names of queues. No table and no person is named.
"""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable
from functools import cache

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from citywright import __version__
from citywright.engine.state import COMPILED

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # of a move, a commit
SLOW = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)  # of a bot, of an event loop that stands still


class Metrics:
    """The counters of one server process."""

    def __init__(self, database: str = "") -> None:
        """`database` is its kind."""
        disable_created_metrics()  # type: ignore[no-untyped-call]  # citywright_start_time_seconds says it
        self.registry = CollectorRegistry()
        self._count_requests()
        self._count_play()
        self._count_work()
        ProcessCollector(registry=self.registry)
        build = {"version": __version__, "python": platform.python_version(), "database": database}
        info = Info("citywright_build", "What runs here", registry=self.registry)
        info.info(build | {"compiled": "yes" if COMPILED else "no"})
        self.watch("citywright_max_resident_bytes", "The most memory used so far", _max_resident_bytes)
        started = Gauge("citywright_start_time_seconds", "When the process started", registry=self.registry)
        started.set(round(time.time()))

    def _count_requests(self) -> None:
        self._requests = self._counter("citywright_requests", "Requests answered", "route", "status")
        self._seconds = self._histogram(
            "citywright_request_seconds", "Seconds until the answer to a request began", BUCKETS, "route"
        )
        self._of_route = cache(
            lambda route, status: (self._requests.labels(route, status), self._seconds.labels(route))
        )
        self._refusals = self._counter("citywright_refusals", "Refused requests", "code")

    def _count_play(self) -> None:
        self._moves = self._counter("citywright_moves", "Moves played", "game")
        self._move_seconds = self._histogram(
            "citywright_move_seconds",
            "Seconds from the request for a move until it is durable and shown",
            QUICK,
            "game",
        )
        self._of_game = cache(lambda game: (self._moves.labels(game), self._move_seconds.labels(game)))
        self._changes = self._counter("citywright_changes", "Moves played, and people who came or went")
        self._frames = self._counter("citywright_frames", "Frames sent to table pages")
        self._frame_bytes = self._counter("citywright_frame_bytes", "Bytes of these frames")
        self._bot_seconds = self._histogram(
            "citywright_bot_seconds", "Seconds until a bot has decided, waiting for a worker included", SLOW
        )

    def _count_work(self) -> None:
        self._commit_seconds = self._histogram(
            "citywright_commit_seconds", "Seconds of a transaction that writes moves", QUICK
        )
        self._database_errors = self._counter("citywright_database_errors", "Failed uses of the database")
        self._mails = self._counter("citywright_mails", "Mails handed to the mail server, or not", "result")
        for result in ("sent", "failed"):
            self._mails.labels(result)
        self._told = self._counter(
            "citywright_notices",
            "What people were told: sent, failed, void because it was not true any more, or put off",
            "channel",
            "result",
        )
        for channel in ("push", "mail", "webhook"):
            for result in ("sent", "failed", "void", "again"):
                self._told.labels(channel, result)
        self._blocked = self._histogram(
            "citywright_loop_blocked_seconds", "How long the event loop stood still, if it did", SLOW
        )
        self._queues = Gauge("citywright_queue_length", "What waits", ["queue"], registry=self.registry)

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(name, meaning, labels, registry=self.registry)

    def _histogram(self, name: str, meaning: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(name, meaning, labels, registry=self.registry, buckets=buckets)

    # --- what is asked for when Prometheus asks ---------------------------------------

    def watch(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """A number that is looked up whenever the metrics are read."""
        Gauge(name, meaning, registry=self.registry).set_function(value)

    def watch_queue(self, queue: str, length: Callable[[], float]) -> None:
        """The length of a queue, looked up in the same way."""
        self._queues.labels(queue).set_function(length)

    # --- what is told when it happens -------------------------------------------------

    def played(self, game_id: str, seconds: float) -> None:
        """A move was played; it is durable and shown."""
        moves, move_seconds = self._of_game(game_id)
        moves.inc()
        move_seconds.observe(seconds)

    def changed(self, _: object) -> None:
        """Something was played, or somebody came or went."""
        self._changes.inc()

    def sent(self, size: int) -> None:
        """A frame was sent."""
        self._frames.inc()
        self._frame_bytes.inc(size)

    def decided(self, seconds: float) -> None:
        """A bot has decided."""
        self._bot_seconds.observe(seconds)

    def committed(self, seconds: float) -> None:
        """A transaction with moves has ended, well or not."""
        self._commit_seconds.observe(seconds)

    def database_failed(self) -> None:
        """The database failed, or could not be reached."""
        self._database_errors.inc()

    def mailed(self, is_sent: bool) -> None:
        """A mail was handed on, or could not be."""
        self._mails.labels("sent" if is_sent else "failed").inc()

    def told(self, channel: str, result: str) -> None:
        """A notice was sent over a channel, or not."""
        self._told.labels(channel, result).inc()

    def blocked(self, seconds: float) -> None:
        """The event loop stood still."""
        self._blocked.observe(seconds)

    def answered(self, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        requests, request_seconds = self._of_route(route, status)
        requests.inc()
        request_seconds.observe(seconds)

    def refused(self, code: str) -> None:
        """A request was refused."""
        self._refusals.labels(code).inc()

    def text(self) -> bytes:
        """Everything in Prometheus' text format."""
        return generate_latest(self.registry)


def _max_resident_bytes() -> float:
    """The most memory this process has used; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024

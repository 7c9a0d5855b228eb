"""Counts what happens in this process, for Prometheus. Every application has its own registry."""

from __future__ import annotations

import sys
import time

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The counters of one server process."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # citywright_start_time_seconds says it
        self._registry = registry = CollectorRegistry()
        self._requests = Counter(
            "citywright_requests", "Requests answered", ["route", "status"], registry=registry
        )
        self._refusals = Counter("citywright_refusals", "Refused requests", ["code"], registry=registry)
        self._seconds = Histogram(
            "citywright_request_seconds",
            "Seconds until a request was answered",
            registry=registry,
            buckets=BUCKETS,
        )
        self._changes = Counter(
            "citywright_changes", "Moves played, and people who came or went", registry=registry
        )
        self._viewers = Gauge("citywright_viewers", "Open table pages", registry=registry)
        self._watched = Gauge("citywright_watched_tables", "Tables somebody looks at", registry=registry)
        started = Gauge("citywright_start_time_seconds", "When the process started", registry=registry)
        started.set(round(time.time()))
        memory = Gauge("citywright_max_resident_bytes", "The most memory used so far", registry=registry)
        memory.set_function(_max_resident_bytes)

    def changed(self, _: object) -> None:
        """Something was played, or somebody came or went."""
        self._changes.inc()

    def answered(self, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._requests.labels(route, status).inc()
        self._seconds.observe(seconds)

    def refused(self, code: str) -> None:
        """A request was refused."""
        self._refusals.labels(code).inc()

    def text(self, viewers: int, watched_tables: int) -> bytes:
        """Everything in Prometheus' text format, with how many pages and tables are open now."""
        self._viewers.set(viewers)
        self._watched.set(watched_tables)
        return generate_latest(self._registry)


def _max_resident_bytes() -> float:
    """The most memory this process has used; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024

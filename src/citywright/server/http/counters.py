"""Counts what happens in this process, and tells it in Prometheus' text format."""

from __future__ import annotations

import resource
import time
from collections import Counter

from citywright.server.tables.service import TableService
from citywright.server.tables.table import Table

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Counts what happens in this process."""

    def __init__(self) -> None:
        self.began = time.time()
        self.requests: Counter[tuple[str, int]] = Counter()  # route, status
        self.refusals: Counter[str] = Counter()
        self.changes = 0
        self._seconds: Counter[float] = Counter()
        self._total = 0.0

    def changed(self, _: Table) -> None:
        """Something was played, or somebody came or went."""
        self.changes += 1

    def answered(self, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self.requests[route, status] += 1
        self._seconds[next((limit for limit in BUCKETS if seconds <= limit), float("inf"))] += 1
        self._total += seconds

    def lines(self, tables: TableService) -> list[str]:
        """Everything, in Prometheus' words."""
        watched = tables.watched()
        said = ["# TYPE citywright_requests_total counter"]
        said += [
            f'citywright_requests_total{{route="{route}",status="{status}"}} {number}'
            for (route, status), number in sorted(self.requests.items())
        ]
        said.append("# TYPE citywright_refusals_total counter")
        said += [
            f'citywright_refusals_total{{code="{code}"}} {number}'
            for code, number in sorted(self.refusals.items())
        ]
        said.append("# TYPE citywright_request_seconds histogram")
        below = 0
        for limit in (*BUCKETS, float("inf")):
            below += self._seconds[limit]
            name = "+Inf" if limit == float("inf") else str(limit)
            said.append(f'citywright_request_seconds_bucket{{le="{name}"}} {below}')
        said += [
            f"citywright_request_seconds_sum {self._total:.6f}",
            f"citywright_request_seconds_count {below}",
        ]
        gauges = {
            "citywright_viewers": sum(len(table.viewers) for table in watched),
            "citywright_watched_tables": len(watched),
            "citywright_start_time_seconds": round(self.began),
            "citywright_max_resident_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        }
        for name, value in gauges.items():
            said += [f"# TYPE {name} gauge", f"{name} {value}"]
        return [
            *said,
            "# TYPE citywright_changes_total counter",
            f"citywright_changes_total {self.changes}",
            "",
        ]

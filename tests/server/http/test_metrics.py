"""Counters for Prometheus: their names and meaning, one set for each application."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from citywright.server.http.metrics import Metrics
from citywright.server.load.redraw import sample_table
from tests.toy import GAME as TOY


def samples(metrics: Metrics) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Every sample by its name and labels, as Prometheus reads them."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(metrics.text(viewers=5, watched_tables=2).decode())
        for sample in family.samples
    }


def test_what_happened_is_counted_under_stable_names() -> None:
    metrics = Metrics()
    metrics.answered("/t/{table_id}", 200, 0.02)
    metrics.answered("/t/{table_id}", 200, 3.0)
    metrics.refused('a "code"')
    metrics.changed(sample_table(TOY, with_bot=False))
    counted = samples(metrics)
    labels = frozenset({("route", "/t/{table_id}"), ("status", "200")})
    assert counted["citywright_requests_total", labels] == 2
    assert counted["citywright_refusals_total", frozenset({("code", 'a "code"')})] == 1
    assert counted["citywright_request_seconds_bucket", frozenset({("le", "0.01")})] == 0
    assert counted["citywright_request_seconds_bucket", frozenset({("le", "0.025")})] == 1
    assert counted["citywright_request_seconds_bucket", frozenset({("le", "+Inf")})] == 2
    assert counted["citywright_request_seconds_count", frozenset()] == 2
    assert counted["citywright_request_seconds_sum", frozenset()] == 3.02
    assert counted["citywright_changes_total", frozenset()] == 1
    assert counted["citywright_viewers", frozenset()] == 5
    assert counted["citywright_watched_tables", frozenset()] == 2
    assert counted["citywright_max_resident_bytes", frozenset()] > 1_000_000
    assert counted["citywright_start_time_seconds", frozenset()] > 1_700_000_000
    assert {name for name, _ in counted} == {
        "citywright_changes_total",
        "citywright_max_resident_bytes",
        "citywright_refusals_total",
        "citywright_request_seconds_bucket",
        "citywright_request_seconds_count",
        "citywright_request_seconds_sum",
        "citywright_requests_total",
        "citywright_start_time_seconds",
        "citywright_viewers",
        "citywright_watched_tables",
    }


def test_applications_in_one_process_count_for_themselves() -> None:
    first, second = Metrics(), Metrics()
    first.refused("unknown")
    assert ("citywright_refusals_total", frozenset({("code", "unknown")})) not in samples(second)

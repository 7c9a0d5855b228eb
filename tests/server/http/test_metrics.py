"""Counters for Prometheus: their names and meaning, one set for each application."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from citywright.server.http.metrics import Metrics
from citywright.server.load.redraw import sample_table
from tests.toy import GAME as TOY


def samples(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Every sample by its name and labels, as Prometheus reads them."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_what_happened_is_counted_under_stable_names() -> None:
    metrics = Metrics("sqlite")
    metrics.answered("/t/{table_id}", 200, 0.02)
    metrics.answered("/t/{table_id}", 200, 3.0)
    metrics.refused('a "code"')
    metrics.changed(sample_table(TOY, with_bot=False))
    metrics.played("toy", 0.002)
    metrics.sent(1000)
    metrics.sent(500)
    metrics.decided(0.7)
    metrics.committed(0.004)
    metrics.database_failed()
    metrics.mailed(True)
    metrics.blocked(0.3)
    viewers = [1, 2, 3]
    metrics.watch("citywright_viewers", "Open table pages", lambda: len(viewers))
    metrics.watch_queue("commits", lambda: 7)
    viewers.append(4)  # what is watched is looked up when it is asked for
    counted = samples(metrics.text().decode())
    none: frozenset[tuple[str, str]] = frozenset()
    route = ("route", "/t/{table_id}")
    toy = ("game", "toy")
    for name, labels, value in (
        ("citywright_requests_total", {route, ("status", "200")}, 2),
        ("citywright_refusals_total", {("code", 'a "code"')}, 1),
        ("citywright_request_seconds_bucket", {route, ("le", "0.01")}, 0),
        ("citywright_request_seconds_bucket", {route, ("le", "0.025")}, 1),
        ("citywright_request_seconds_bucket", {route, ("le", "+Inf")}, 2),
        ("citywright_request_seconds_sum", {route}, 3.02),
        ("citywright_moves_total", {toy}, 1),
        ("citywright_move_seconds_bucket", {toy, ("le", "0.0025")}, 1),
        ("citywright_changes_total", none, 1),
        ("citywright_frames_total", none, 2),
        ("citywright_frame_bytes_total", none, 1500),
        ("citywright_bot_seconds_sum", none, 0.7),
        ("citywright_commit_seconds_sum", none, 0.004),
        ("citywright_database_errors_total", none, 1),
        ("citywright_mails_total", {("result", "sent")}, 1),
        ("citywright_mails_total", {("result", "failed")}, 0),
        ("citywright_loop_blocked_seconds_count", none, 1),
        ("citywright_viewers", none, 4),
        ("citywright_queue_length", {("queue", "commits")}, 7),
    ):
        assert counted[name, frozenset(labels)] == value, (name, labels)
    assert counted["citywright_max_resident_bytes", none] > 1_000_000
    assert counted["citywright_start_time_seconds", none] > 1_700_000_000
    (build,) = [dict(labels) for name, labels in counted if name == "citywright_build_info"]
    assert set(build) == {"version", "python", "database", "compiled"}
    assert build["database"] == "sqlite"


def test_applications_in_one_process_count_for_themselves() -> None:
    first, second = Metrics(), Metrics()
    first.refused("unknown")
    refused = ("citywright_refusals_total", frozenset({("code", "unknown")}))
    assert refused not in samples(second.text().decode())

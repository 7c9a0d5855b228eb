"""The hostile client against a server of its own, for a few seconds: nothing fails. Times are not judged."""

from __future__ import annotations

import random

from citywright.lab.hostile.attackers import Failure
from citywright.lab.hostile.bench import Plan, Report, addresses, run_bench
from citywright.lab.hostile.layouts import bad_layout, bad_record, default_layouts
from citywright.lab.hostile.oddities import Oddities


def test_nothing_fails_while_everything_odd_is_sent() -> None:
    plan = Plan(seconds=4.0, seed=20, tables=3, attackers=6, rate=0.0, pause=0.05)
    report = run_bench(plan)
    report.failures = [each for each in report.failures if not tells_of_a_slow_disk(each)]
    assert report.problems(plan, judge_times=False) == [], (report.failures, report.errors_logged)
    assert report.addresses > 100
    assert report.moves  # how many, and how many requests, is up to the machine
    assert "4xx" in report.answers


def tells_of_a_slow_disk(failure: Failure) -> bool:
    """Is it the answer of /health on a busy machine? It waits for the disk a few seconds, and says so."""
    return failure.status == 503 and failure.request.split()[1].startswith("/health")


def test_what_must_not_be_is_told() -> None:
    report = Report(
        seconds=1.0,
        seed=1,
        addresses=1,
        answers={"5xx": 1},
        live_connections=0,
        slowest_answer_ms=0.0,
        slowest_request="",
        failures=[Failure(500, 1, 1, "GET /")],
        errors_logged=["a request failed"],
        stood_still=[],
        moves=0,
        p50_ms=0.0,
        p99_ms=0.0,
        worst_ms=300.0,
        late_moves=2,
        connections_lost=1,
        moves_refused=[],
        start_mb=100.0,
        most_mb=9999.0,
        end_mb=100.0,
    )
    told = report.problems(Plan())
    assert len(told) == 6
    assert "1 requests were answered with 5xx" in told
    assert len(report.problems(Plan(), judge_times=False)) == 5


def test_the_same_seed_makes_the_same_requests() -> None:
    def made(seed: int) -> list[object]:
        rng = random.Random(seed)
        odd = Oddities(rng)
        layouts = default_layouts()
        some: list[object] = [bad_layout(rng, layouts[game]) for game in sorted(layouts)]
        some += [bad_record(rng, "a: b\nA pass\n")]
        return some + [
            make() for make in (odd.json, odd.form, odd.multipart, odd.query, odd.header, odd.filling)
        ]

    assert made(5) == made(5)
    assert made(5) != made(6)


def test_addresses_are_those_of_pages_and_programs() -> None:
    found = addresses()
    assert ("POST", "/tables") in found
    assert any(path.startswith("/api/") for _, path in found)

"""Every metric of the dashboard and of the alerts is one that a running server tells, with its labels."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from citywright.server.load.page_client import Guest
from tests.server.players_at_tables import play_a_little
from tests.server.server_process import ServerProcess

ROOT = Path(__file__).parents[3]
DASHBOARD = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text(encoding="utf-8"))
ALERTS = yaml.safe_load((ROOT / "deploy" / "citywright-alerts.yml").read_text(encoding="utf-8"))
SCRAPING = yaml.safe_load((ROOT / "deploy" / "prometheus.yml").read_text(encoding="utf-8"))
OF_PROMETHEUS = {"up", "job", "instance"}  # these it adds itself

METRIC = re.compile(r"\b(?:citywright|process)_\w+|\bup\b")
SELECTOR = re.compile(r"(\w+)\{([^}]*)\}")
LABEL = re.compile(r'(\w+)=~?"([^"]*)"')


def expressions() -> Iterator[str]:
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            yield target["expr"]
    for group in ALERTS["groups"]:
        for rule in group["rules"]:
            yield rule["expr"]


@pytest.fixture(scope="module")
def told(served: ServerProcess) -> dict[str, list[dict[str, str]]]:
    """What a server tells after something was played and refused: by name, the labels of all samples."""
    play_a_little(served.base)
    guest = Guest(served.base)
    guest.request("GET", "/t/nowhere")
    samples: dict[str, list[dict[str, str]]] = {}
    for family in text_string_to_metric_families(guest.request("GET", "/metrics").text):
        for sample in family.samples:
            samples.setdefault(sample.name, []).append(sample.labels)
    return samples


def test_every_metric_that_is_shown_or_watched_is_told(told: dict[str, list[dict[str, str]]]) -> None:
    named = {name for expression in expressions() for name in METRIC.findall(expression)}
    assert len(named) > 20
    assert named - OF_PROMETHEUS - set(told) == set()


def test_every_metric_of_ours_is_shown(told: dict[str, list[dict[str, str]]]) -> None:
    shown = " ".join(expressions())
    ours = {re.sub(r"_(bucket|sum|count)$", "", name) for name in told if name.startswith("citywright_")}
    assert {name for name in ours if name not in shown} == set()


def test_labels_that_are_asked_for_are_told(told: dict[str, list[dict[str, str]]]) -> None:
    for expression in expressions():
        for name, conditions in SELECTOR.findall(expression):
            for label, value in LABEL.findall(conditions):
                if label in OF_PROMETHEUS or name in OF_PROMETHEUS:
                    continue
                values = {labels.get(label) for labels in told[name]}
                assert None not in values, (name, label)
                assert value == "5.." or value in values, (name, label, value)
        for labels in re.findall(r"by \(([^)]*)\)", expression):
            wanted = {label.strip() for label in labels.split(",")} - OF_PROMETHEUS
            for name in METRIC.findall(expression):
                if name not in OF_PROMETHEUS and wanted:
                    assert wanted <= set(told[name][0]), (name, wanted)


def test_alerts_and_panels_are_whole() -> None:
    rules = [rule for group in ALERTS["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules)
    for rule in rules:
        assert rule["annotations"]["summary"], rule
        assert rule["labels"]["severity"] in ("page", "ticket"), rule
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])
    places = [tuple(panel["gridPos"].values()) for panel in DASHBOARD["panels"]]
    assert len(set(places)) == len(places)
    assert SCRAPING["rule_files"] == ["citywright-alerts.yml"]
    assert (ROOT / "deploy" / SCRAPING["rule_files"][0]).is_file()


def test_labels_never_name_anybody(served: ServerProcess) -> None:
    """Whatever is asked for, the number of series stays what it is."""
    guest = Guest(served.base)
    guest.request("GET", "/t/nowhere")

    def series() -> int:
        return guest.request("GET", "/metrics").text.count("\n")

    for path in ("/t/{}", "/invite/{}", "/r/{}", "/{}", "/static/x/{}", "/api/tables/{}", "/rules/{}"):
        guest.request("GET", path.format("first"))
    series()  # its own route is counted as well
    before = series()
    for number in range(20):
        for path in ("/t/{}", "/invite/{}", "/r/{}", "/{}", "/static/x/{}", "/api/tables/{}", "/rules/{}"):
            guest.request("GET", path.format(f"somebody{number}"))
    assert series() == before

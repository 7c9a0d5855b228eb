"""The Containerfile and the compose file, as far as they can be checked without an engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from dockerfile_parse import DockerfileParser

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def steps() -> list[tuple[str, str]]:
    """Every instruction of the Containerfile with its value."""
    with (ROOT / "Containerfile").open("rb") as file:
        parsed = DockerfileParser(fileobj=file).structure
    return [(step["instruction"], step["value"]) for step in parsed if step["instruction"] != "COMMENT"]


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    compose: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    mounts = [mount for service in compose["services"].values() for mount in service.get("volumes", ())]
    named = {mount.partition(":")[0] for mount in mounts}
    assert named == set(compose["volumes"])
    services: dict[str, Any] = compose["services"]
    return services


def last_stage(steps: list[tuple[str, str]]) -> list[tuple[str, str]]:
    start = max(number for number, (kind, _) in enumerate(steps) if kind == "FROM")
    return steps[start:]


def test_both_stages_have_the_same_base(steps: list[tuple[str, str]]) -> None:
    bases = [value.split()[0] for kind, value in steps if kind == "FROM"]
    assert len(bases) == 2
    assert len(set(bases)) == 1, "a virtual environment works only with the Python it was made with"


def test_what_is_copied_exists_and_is_not_ignored(steps: list[tuple[str, str]]) -> None:
    allowed = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    copies = [value.split() for kind, value in steps if kind == "COPY" and "--from" not in value]
    copied = [name for words in copies for name in words[:-1]]
    assert copied
    for name in copied:
        assert (ROOT / name).exists(), name
        assert f"!{name}" in allowed, name


def test_the_server_runs_without_rights(steps: list[tuple[str, str]]) -> None:
    kinds = [kind for kind, _ in last_stage(steps)]
    values = dict(last_stage(steps))
    assert values["USER"] not in ("root", "0")
    assert kinds.index("USER") < kinds.index("ENTRYPOINT")
    assert "RUN" not in kinds[kinds.index("USER") :]
    assert values["VOLUME"] == "/data"
    assert "/data/" in values["ENV"]


def test_the_container_starts_a_server_that_others_reach(steps: list[tuple[str, str]]) -> None:
    values = dict(last_stage(steps))
    started = json.loads(values["ENTRYPOINT"]) + json.loads(values["CMD"])
    assert started[:2] == ["/opt/citywright/bin/citywright", "serve"]
    assert started[started.index("--host") + 1] == "0.0.0.0"
    port = values["EXPOSE"]
    assert f":{port}/health" in values["HEALTHCHECK"]


def test_the_command_line_takes_what_compose_gives_it(services: dict[str, Any]) -> None:
    from citywright.cli import _parser

    command = services["server"]["command"]
    args = _parser("serve").parse_args(command)
    assert args.host == "0.0.0.0"
    assert args.redis == "redis://redis:6379"
    assert args.https


def test_the_server_waits_for_healthy_services(services: dict[str, Any]) -> None:
    needed = services["server"]["depends_on"]
    assert set(needed) == {"postgres", "redis"}
    for name, how in needed.items():
        assert how == {"condition": "service_healthy"}
        assert services[name]["healthcheck"]["test"][0] == "CMD"
    assert all("ports" not in services[name] for name in needed)
    assert services["server"]["ports"] == ["127.0.0.1:8421:8421"]
    assert services["postgres"]["image"].partition(":")[2].isdigit(), "one major version can read its data"


def test_compose_builds_our_container_file(services: dict[str, Any]) -> None:
    build = services["server"]["build"]
    assert (ROOT / build["context"] / build["dockerfile"]).is_file()


def test_no_password_is_written_down(services: dict[str, Any]) -> None:
    password = services["postgres"]["environment"]["POSTGRES_PASSWORD"]
    assert password.startswith("${POSTGRES_PASSWORD:?")
    assert password in services["server"]["environment"]["CITYWRIGHT_DATABASE"]

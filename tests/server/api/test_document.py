"""The OpenAPI document says what the server checks: what it allows is taken, what it does not is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import httpx
import pytest

from citywright.catalogue import games
from citywright.client import Client
from citywright.server.load.page_client import Guest
from citywright.server.tables.terms import PACES
from tests.server.players_at_tables import make_token
from tests.server.server_thread import serving

Document = dict[str, Any]
FIT: dict[str, Document] = {
    "NewTable": {"game": "saint-malo", "seats": ["me", "open"]},
    "Join": {},
    "Play": {"words": "stop", "ply": 0},
    "Undo": {"ply": 0},
    "NewLayout": {"game": "saint-malo", "text": games()["saint-malo"].default_layout.source},
    "NewRoom": {"game": "saint-malo", "seats": ["me", "open"]},
    "JoinRoom": {},
    "Ready": {"edition": 0},
    "NewOrder": {"kind": "only", "fields": {}},
    "Arrange": {"ids": ["x"]},
    "Decision": {"act": "nothing"},
    "Whom": {"who": "nobody"},
}
ADDRESS = {
    "NewTable": "/api/tables",
    "NewLayout": "/api/layouts",
    "NewRoom": "/api/rooms",
    "JoinRoom": "/api/rooms/nowhere/join",
    "Ready": "/api/rooms/nowhere/ready",
    "Whom": "/api/friends/follow",
    "Join": "/join",
    "Play": "/play",
    "Undo": "/undo",
    "NewOrder": "/orders",
    "Arrange": "/orders/arrange",
    "Decision": "/api/desk/reports/1",
}


class Api:
    """A server, its document, and a table with the asker at it."""

    def __init__(self, base: str) -> None:
        token = make_token(Guest(base))
        with Client(base, token) as client:
            self.table = client.make_table("saint-malo", ["me", "open"], start="A")["id"]
        self.anybody = httpx.Client(base_url=base, trust_env=False, timeout=30)
        self.http = httpx.Client(
            base_url=base, headers={"Authorization": f"Bearer {token}"}, trust_env=False, timeout=30
        )
        self.document: Document = self.http.get("/api/openapi.json").json()

    def send(self, name: str, **changed: Any) -> httpx.Response:
        """A body that fits, with changes."""
        address = ADDRESS[name]
        if not address.startswith("/api"):
            address = f"/api/tables/{self.table}{address}"
        return self.http.post(address, json=FIT[name] | changed)


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with serving(tmp_path_factory.mktemp("document"), limits=0) as server:
        api = Api(server.base)
        with closing(api.http), closing(api.anybody):
            yield api


def values_beyond(schema: Document) -> Iterator[object]:
    """Values the schema of a field does not allow."""
    kinds = schema.get("anyOf", [schema])
    if {"type": "null"} not in kinds:
        yield None
    for kind in kinds:
        if "enum" in kind:
            yield max(kind["enum"]) - 1
        if "minimum" in kind:
            yield int(kind["minimum"]) - 1
        if "maximum" in kind:
            yield int(kind["maximum"]) + 1
        if "maxLength" in kind:
            yield "A" * (kind["maxLength"] + 1)
        if "pattern" in kind:
            yield "\0"
        if kind.get("type") == "array":
            yield ["open"] * (kind["maxItems"] + 1)
            yield ["open"] * (kind["minItems"] - 1)
            yield from ([value] for value in values_beyond(kind["items"]))
        yield {"of another": "type"}


@pytest.mark.parametrize("name", FIT)
def test_what_the_document_does_not_allow_is_refused(api: Api, name: str) -> None:
    schema = api.document["components"]["schemas"][name]
    assert schema["additionalProperties"] is False
    assert api.send(name, nonsense=1).status_code == 400
    tried = 0
    for field, described in schema["properties"].items():
        for value in values_beyond(described):
            answer = api.send(name, **{field: value})
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), (field, value)
            tried += 1
    assert tried >= 3


@pytest.mark.parametrize(
    ("name", "field", "limit"),
    [
        ("NewTable", "layout", {"anyOf": [{"maxLength": 48_000}, {"type": "null"}]}),
        ("NewTable", "layout_id", {"anyOf": [{"maxLength": 32}, {"type": "null"}]}),
        ("NewLayout", "text", {"maxLength": 48_000}),
        ("NewTable", "seats", {"items": {"maxLength": 60}}),
        ("NewTable", "pace", {"enum": list(PACES)}),
        ("Join", "invitation", {"anyOf": [{"maxLength": 32}, {"type": "null"}]}),
        ("Play", "epoch", {"anyOf": [{"minimum": 0, "maximum": 1_000_000}, {"type": "null"}]}),
        ("Undo", "epoch", {"anyOf": [{"minimum": 0, "maximum": 1_000_000}, {"type": "null"}]}),
        ("Play", "seat", {"anyOf": [{"pattern": "^[A-H]$", "maxLength": 1}, {"type": "null"}]}),
    ],
)
def test_limits_are_documented(api: Api, name: str, field: str, limit: Document) -> None:
    described = api.document["components"]["schemas"][name]["properties"][field]
    assert holds(described, limit), described


def holds(described: object, limit: object) -> bool:
    """Is everything of `limit` in what is described?"""
    if isinstance(limit, dict) and isinstance(described, dict):
        return all(name in described and holds(described[name], limit[name]) for name in limit)
    if (
        isinstance(limit, list)
        and isinstance(described, list)
        and any(isinstance(one, dict) for one in limit)
    ):
        return len(limit) == len(described) and all(map(holds, described, limit))
    return limit == described


def parameters(document: Document) -> Iterator[tuple[str, Document]]:
    for path, operations in document["paths"].items():
        for parameter in operations.get("get", {}).get("parameters", ()):
            if parameter["in"] == "query":
                yield path, parameter


def test_parameters_are_checked_as_documented(api: Api) -> None:
    found = list(parameters(api.document))
    assert len(found) >= 7
    for path, parameter in found:
        schema, address = parameter["schema"], path.replace("{table_id}", api.table)
        assert "oneOf" not in schema, (path, parameter)
        values: list[object] = [
            f"{value}" for value in values_beyond(schema) if not isinstance(value, dict | None)
        ]
        assert schema["type"] != "integer" or "-1" in values, (path, parameter)
        for value in values:
            answer = api.http.get(address, params={parameter["name"]: value})  # type: ignore[dict-item]
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), (path, value)
    assert (
        api.http.get(f"/api/tables/{api.table}/view?seat=A%0A").status_code == 400
    )  # `$` would let it through
    assert api.send("Play", seat="A\n").status_code == 400


def test_whoever_changes_something_needs_a_token(api: Api) -> None:
    """And the document says so; what may be looked at without one is marked as such."""
    for path, operations in api.document["paths"].items():
        for method, operation in operations.items():
            is_free = {} in operation["security"]
            assert is_free == (method == "get"), path
            if method == "delete":
                address = path.replace("{layout_id}", "x").replace("{order_id}", "x")
                assert api.anybody.delete(address.replace("{table_id}", api.table)).status_code == 403
            if method == "post":
                name = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
                body = FIT.get(name.get("schema", {}).get("$ref", "").rpartition("/")[2])
                answer = api.anybody.post(path.replace("{table_id}", api.table), json=body)
                assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), path


def test_only_answers_that_are_given_are_documented(api: Api) -> None:
    for path, operations in api.document["paths"].items():
        for operation in operations.values():
            can_name_a_game = any(each["name"] == "game" for each in operation.get("parameters", ()))
            assert ("404" in operation["responses"]) == (
                "{" in path or "requestBody" in operation or can_name_a_game
            ), path

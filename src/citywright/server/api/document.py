"""The OpenAPI document of the API: the framework's, made exact where that says less than the server checks.

It leaves out limits of what may be null, limits of 0, and that unknown fields are refused.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from citywright.server.api.desk import Decision
from citywright.server.api.friends import Whom
from citywright.server.api.layouts import NewLayout
from citywright.server.api.orders import Arrange, NewOrder
from citywright.server.api.room_types import JoinRoom, NewRoom, Ready
from citywright.server.api.types import Join, NewTable, Play, Undo
from citywright.server.tables.terms import CLOCKS, PACES

# what requests are made of
TAKEN = (NewTable, NewRoom, Join, JoinRoom, Ready, Play, Undo, NewLayout, NewOrder, Arrange, Decision, Whom)


class ExactDocument(JsonRenderPlugin):
    """Serves the document."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The document as JSON."""
        return super().render(request, exact(openapi_schema))


def exact(document: dict[str, Any]) -> dict[str, Any]:
    """The document with everything the server checks."""
    _, taken = msgspec.json.schema_components(TAKEN, ref_template="#/components/schemas/{name}")
    for name in ("NewTable", "NewRoom"):
        taken[name]["properties"] |= {
            "pace": {"type": "integer", "enum": list(PACES), "default": 0},
            "reserve": {"type": "integer", "enum": [0, *(whole for whole, _ in CLOCKS)], "default": 0},
            "increment": {"type": "integer", "enum": [0, *(more for _, more in CLOCKS)], "default": 0},
        }
    schemas = document["components"]["schemas"] | taken
    paths = {
        path: {method: _exact_operation(method, operation) for method, operation in operations.items()}
        for path, operations in document["paths"].items()
    }
    return document | {"components": document["components"] | {"schemas": schemas}, "paths": paths}


def _exact_operation(method: str, operation: dict[str, Any]) -> dict[str, Any]:
    parameters = [
        parameter | {"schema": _exact_parameter(parameter["schema"])}
        for parameter in operation.get("parameters", ())
    ]
    needs_token: dict[str, Any] = {"security": [{"token": []}]} if method != "get" else {}
    return operation | {"parameters": parameters} | needs_token


def _exact_parameter(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter is there or not, and never null; numbers begin with 0."""
    kinds = [kind for kind in schema.get("oneOf", ()) if kind.get("type") != "null"]
    limits = {name: value for name, value in schema.items() if name != "oneOf"}
    found = kinds[0] | limits if len(kinds) == 1 else schema
    return {"minimum": 0} | found if found.get("type") == "integer" else found

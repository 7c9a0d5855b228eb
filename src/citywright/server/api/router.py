"""The API for other programs, and the OpenAPI document that describes it. No cookies: tokens only."""

from __future__ import annotations

from litestar import Router
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme

import citywright
from citywright.server.api import (
    analysis,
    desk,
    events,
    friends,
    layouts,
    orders,
    people,
    rooms,
    stream,
    tables,
)
from citywright.server.api.document import ExactDocument
from citywright.server.api.requests import explain, provide_asker

ROUTER = Router(
    "/api",
    route_handlers=[
        *tables.HANDLERS,
        *rooms.HANDLERS,
        *orders.HANDLERS,
        *analysis.HANDLERS,
        stream.stream,
        *layouts.HANDLERS,
        *people.HANDLERS,
        *events.HANDLERS,
        *desk.HANDLERS,
        *friends.HANDLERS,
    ],
    dependencies={"asker": Provide(provide_asker)},
    exception_handlers={Exception: explain},
    include_in_schema=True,
    security=[{}, {"token": []}],
    tags=["tables"],
)

OPENAPI = OpenAPIConfig(
    title="Citywright",
    version=citywright.__version__,
    description="Tables of out-of-print board games. A token is made at /programs.",
    path="/api",
    render_plugins=[ExactDocument(path="/openapi.json")],
    components=Components(
        security_schemes={
            "token": SecurityScheme(type="http", scheme="bearer", description="made at /programs")
        }
    ),
)

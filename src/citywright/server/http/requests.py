"""The types of any request and any connection, as every handler uses them."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection

AnyRequest = Request[Any, Any, Any]
AnyConnection = ASGIConnection[Any, Any, Any, Any]  # a request or a WebSocket

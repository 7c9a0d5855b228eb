"""What keeps other sites out: a same-origin check for all that changes something, and strict headers."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import ResponseHeader

from citywright.server.errors import FORBIDDEN, Refusal

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

HEADERS = [
    ResponseHeader(name="Content-Security-Policy", value=POLICY),
    ResponseHeader(name="X-Content-Type-Options", value="nosniff"),
    ResponseHeader(name="Referrer-Policy", value="same-origin"),
    ResponseHeader(name="Cross-Origin-Opener-Policy", value="same-origin"),
    ResponseHeader(name="Permissions-Policy", value="camera=(), microphone=(), geolocation=()"),
]


def is_same_origin(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Does the request come from a page of ours, or from a program that is no browser?

    Browsers send Origin with every WebSocket and every form post; programs that send none carry no
    cookies they were not given on purpose.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    return urlsplit(origin).netloc == connection.headers.get("host")


def refuse_other_sites(request: Request[Any, Any, Any]) -> None:
    """Runs before every request."""
    if request.method not in SAFE_METHODS and not is_same_origin(request):
        raise Refusal(FORBIDDEN, "this form was not sent from a page of this server")

"""Protection against other sites: a same-origin check for every change, and strict response headers."""

from __future__ import annotations

from urllib.parse import urlsplit

from litestar.datastructures import ResponseHeader

from citywright.server.errors import FORBIDDEN, Refusal
from citywright.server.http.requests import AnyConnection, AnyRequest

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

HEADERS = [
    ResponseHeader(name="Content-Security-Policy", value=POLICY),
    ResponseHeader(name="X-Content-Type-Options", value="nosniff"),
    ResponseHeader(name="Referrer-Policy", value="same-origin"),
    ResponseHeader(name="Cross-Origin-Opener-Policy", value="same-origin"),
    ResponseHeader(name="Permissions-Policy", value="camera=(), microphone=(), geolocation=()"),
]


def is_same_origin(connection: AnyConnection) -> bool:
    """Does the request come from a page of ours, or from a program that is no browser?

    Browsers send Origin with every WebSocket and every form post; programs that send none carry no
    cookies they were not given on purpose.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # no address at all
        return False


def refuse_other_sites(request: AnyRequest) -> None:
    """Runs before every request."""
    if request.method not in SAFE_METHODS and not is_same_origin(request):
        raise Refusal(FORBIDDEN, "this form was not sent from a page of this server")

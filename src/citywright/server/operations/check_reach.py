"""A look at how people reach the server: address, https, the proxy before it, mail, Redis."""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections.abc import AsyncIterator, Iterator
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from citywright.server.notices.mail import try_server
from citywright.server.operations.findings import Finding, SetUp, ok, problem, warning
from citywright.server.settings import Settings
from citywright.server.startup import NotReady, find_redis

LOCAL = ("127.0.0.1", "::1", "localhost")
DAYS_LEFT = 14  # of a certificate
NOT_FOUND = 4404  # how a live connection to no table is closed
PATIENCE = 10.0  # seconds


def check_settings(settings: Settings) -> Iterator[Finding]:
    """Do address, https and mail fit each other?"""
    address = urlsplit(settings.address)
    if not settings.address:
        if settings.host in LOCAL:
            yield ok("address", "none is set: people on this machine only, or feeds and mails without links")
        else:
            yield warning(
                "address", "none is set: feeds go by what each request says, and no mail is sent", "--address"
            )
    elif settings.https and address.scheme == "http":
        yield problem(
            "address",
            "--https is set, but the address begins with http: browsers will not send cookies back",
            "let --address begin with https://",
        )
    elif not settings.https and address.scheme == "https":
        yield warning(
            "address",
            "the address begins with https, but --https is not set: cookies may travel unprotected",
            "add --https",
        )
    else:
        yield ok("address", "address and https fit each other")
    if settings.host not in LOCAL and not settings.https:
        yield warning(
            "https",
            f"the server listens at {settings.host} without https: passwords can be read on the way",
            "listen at 127.0.0.1 behind a proxy that speaks https, and add --https",
        )
    yield from _mail(settings)
    yield from _push(settings)


def _push(settings: Settings) -> Iterator[Finding]:
    """Who vouches for push messages, and where they and webhooks may go."""
    if settings.address.startswith("https:") or "@" in settings.mail_from:
        yield ok("push messages", "push services can see whom to write to")
    elif settings.host in LOCAL and not settings.address:
        yield ok("push messages", "browsers on this machine only can be told")
    else:
        yield warning(
            "push messages",
            "push services want to know whom to write to, and some take nothing otherwise",
            "set --address to one with https://, or --mail-from",
        )
    if settings.inner_addresses:
        yield warning(
            "push messages",
            "--inner-addresses: whoever plays here can have requests sent into your own network",
            "leave it out, unless everybody who plays here may do that",
        )


def _mail(settings: Settings) -> Iterator[Finding]:
    if not settings.smtp:
        yield ok("mail", "no mail is sent: CITYWRIGHT_SMTP is not set")
        return
    server = urlsplit(settings.smtp)
    if server.scheme not in ("smtp", "smtps") or not server.hostname:
        yield problem(
            "mail",
            "CITYWRIGHT_SMTP is no address of a mail server",
            "smtp://user:password@host:587 or smtps://…",
        )
    elif not settings.address:
        yield warning("mail", "no mail is sent: links in mails need an address", "set --address")
    elif "@" not in settings.mail_from:
        yield warning(
            "mail", "mails come from citywright@localhost, which many servers refuse", "set --mail-from"
        )
    else:
        yield ok("mail", "all that mail needs is set")


async def check_redis(settings: Settings) -> AsyncIterator[Finding]:
    """Redis, if there is to be one."""
    if not settings.redis:
        return
    try:
        await find_redis(settings.redis, patience=2.0)
    except ModuleNotFoundError:
        yield problem("Redis", "its client is not installed", "pip install 'citywright[cluster]'")
    except (NotReady, ValueError) as error:
        yield problem(
            "Redis",
            str(error).partition(";")[0],
            "look whether it runs, and whether --redis names it rightly",
        )
    else:
        yield ok("Redis", "it answers")


def check_mail_server(settings: Settings) -> Iterator[Finding]:
    """Connect to the mail server and log in; no mail is sent."""
    try:
        try_server(settings.smtp)
    except (OSError, ValueError) as error:  # SMTPException is an OSError
        yield problem(
            "mail server",
            f"it does not let us in: {type(error).__name__}",
            "look at host, port, name and password in CITYWRIGHT_SMTP",
        )
    else:
        yield ok("mail server", "it lets us in")


def check_reach(set_up: SetUp) -> Iterator[Finding]:
    """Go the way people go, through the proxy: health, forms, live connections, certificate."""
    base = set_up.settings.address.rstrip("/")
    advice = "look at the proxy, and whether the server runs"
    trusted = ssl.create_default_context() if base.startswith("https:") else False
    try:
        with httpx.Client(verify=trusted, trust_env=False, timeout=PATIENCE) as client:
            health = client.get(f"{base}/health")
            if health.status_code != 200 or health.text != "ok\n":
                said = (
                    health.text.strip()[:80]
                    if health.headers.get("content-type", "").startswith("text/plain")
                    else ""
                )
                yield problem("way in", f"{base}/health answers {health.status_code} {said}".strip(), advice)
                return
            yield ok("way in", f"{base} leads to a server that is well")
            form = client.post(f"{base}/preferences", data={}, headers={"Origin": _origin(base)})
    except httpx.HTTPError as error:
        yield problem("way in", f"{base} cannot be reached: {type(error).__name__}", advice)
        return
    if form.status_code == 403:
        yield problem(
            "proxy",
            "it does not pass the name on under which people call: every form is refused",
            "proxy_set_header Host $http_host;",
        )
    else:
        yield ok("proxy", "forms come through")
    yield _live(base)
    if base.startswith("https:"):
        yield _certificate(base)


def _origin(base: str) -> str:
    address = urlsplit(base)
    return f"{address.scheme}://{address.netloc}"


def _live(base: str) -> Finding:
    """Is a live connection to a table that does not exist refused by the server, not by the proxy?"""
    if asyncio.run(_close_code(f"{base.replace('http', 'ws', 1)}/t/doctor/live", _origin(base))) == NOT_FOUND:
        return ok("live pages", "live connections come through")
    return problem(
        "live pages",
        "live connections do not come through: tables will not show what others do",
        "let the proxy pass Upgrade and Connection on, as in docs/hosting.md",
    )


async def _close_code(place: str, origin: str) -> int | None:
    """How the other side closes a live connection. None: it was not opened, or not closed in time.

    Not with the library's client for threads: over https two of them use one connection at the same time,
    and once in a few hundred times an answer never arrives.
    """
    try:
        async with asyncio.timeout(PATIENCE), connect(place, origin=Origin(origin), proxy=None) as live:
            await live.wait_closed()
            return live.close_code
    except (WebSocketException, OSError):
        return None


def _certificate(base: str) -> Finding:
    address = urlsplit(base)
    context = ssl.create_default_context()
    host = address.hostname or ""
    with (
        socket.create_connection((host, address.port or 443), timeout=PATIENCE) as plain,
        context.wrap_socket(plain, server_hostname=host) as secure,
    ):
        certificate = secure.getpeercert() or {}
    ends = ssl.cert_time_to_seconds(str(certificate["notAfter"]))
    days = (ends - time.time()) / 86_400
    if days >= DAYS_LEFT:
        return ok("certificate", f"it is valid for {days:.0f} more days")
    return warning("certificate", f"it ends in {days:.0f} days", "renew it, or let it be renewed by itself")

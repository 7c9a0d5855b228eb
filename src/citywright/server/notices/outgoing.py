"""Requests to addresses that people have given: to public ones over https only, and never for long.

Names are resolved here and the address that was checked is the one that is called, so a name cannot lead into
the host's own network, not even one that changes between two looks. Redirects and proxies are not followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import httpcore

from citywright.server.errors import MALFORMED, Refusal

LONGEST = 500  # characters of an address
SECONDS = 5.0  # for a whole request
MOST_TRIED = 3  # addresses of one name
# Whoever gives an address chooses how long its name takes, and a thread that asks for it cannot be called
# off: these threads do nothing else.
_names = ThreadPoolExecutor(8, thread_name_prefix="names")
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")

IP = ipaddress.IPv4Address | ipaddress.IPv6Address


class Unreachable(Exception):
    """Nothing was sent, or no answer came."""


class NotPublic(Unreachable):
    """The address lies in the network of the host, or of nobody."""


def is_public(ip: IP) -> bool:
    """Can this be a machine of somebody else, out in the world?"""
    if isinstance(ip, ipaddress.IPv6Address):
        if ip in NAT64:  # how machines without IPv4 reach others
            return is_public(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
        if ip.is_site_local:
            return False
        inner = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
        if not all(is_public(known) for known in inner if known is not None):
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def check_address(address: str, *, inner: bool = False) -> str:
    """An address that may be called, as far as it shows it; `inner`: also within the host's own network."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    is_written_well = (
        address.isascii() and address.isprintable() and " " not in address and "\\" not in address
    )
    if not host or not is_written_well or len(address) > LONGEST or parts.username is not None:
        raise Refusal(MALFORMED, "this is not an address of the form https://host/path")
    if inner and parts.scheme == "http":
        return address
    if parts.scheme != "https":
        raise Refusal(MALFORMED, "this address does not begin with https://")
    if not inner and port is not None and port != 443 and port < 1024:
        raise Refusal(MALFORMED, "an address uses port 443 or one from 1024 on, not {port}", port=port)
    if not inner and (_is_inner_name(host) or not _is_public_or_name(host)):
        raise _not_public()
    return address


def _not_public() -> Refusal:
    return Refusal(MALFORMED, "this address lies in a private network; only public ones can be used")


def _is_inner_name(host: str) -> bool:
    name = host.rstrip(".").casefold()
    return "." not in name.replace(":", ".") or name.endswith((".localhost", ".local", ".internal", ".lan"))


def _is_public_or_name(host: str) -> bool:
    try:
        return is_public(ipaddress.ip_address(host))
    except ValueError:
        return True


async def resolve(host: str, port: int, *, inner: bool = False) -> list[str]:
    """The addresses of a name; NotPublic if one of them is none that may be called."""
    try:
        async with asyncio.timeout(SECONDS):
            loop = asyncio.get_running_loop()
            asking = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
            found = await loop.run_in_executor(_names, asking)
    except (OSError, UnicodeError, TimeoutError) as error:
        raise Unreachable("its name is not known") from error
    addresses = list(dict.fromkeys(str(entry[4][0]).partition("%")[0] for entry in found))
    if not inner and not all(is_public(ipaddress.ip_address(address)) for address in addresses):
        raise NotPublic("it lies in a private network")
    return addresses


async def check_reachable(address: str, *, inner: bool = False) -> str:
    """An address that may be called: its name is known, and leads into nobody's private network."""
    parts = urlsplit(check_address(address, inner=inner))
    try:
        await resolve(parts.hostname or "", parts.port or 443, inner=inner)
    except NotPublic as error:
        raise _not_public() from error
    except Unreachable as error:
        raise Refusal(MALFORMED, "the name in this address is not known") from error
    return address


class _Resolving(httpcore.AsyncNetworkBackend):
    """Connects to the addresses that were checked, not to a name that may mean others a moment later."""

    def __init__(self, *, inner: bool) -> None:
        self._inner = inner
        self._plain = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - as the library calls it
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to the first of its addresses that answers."""
        failure: Exception = Unreachable("its name is not known")
        for address in (await resolve(host, port, inner=self._inner))[:MOST_TRIED]:
            try:
                return await self._plain.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    async def connect_unix_socket(self, *_: Any, **__: Any) -> httpcore.AsyncNetworkStream:
        raise NotPublic("it is a file")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Outgoing:
    """Sends requests. `inner` lets them go to private addresses and over http: for tests, and closed nets."""

    def __init__(self, *, inner: bool) -> None:
        self.inner = inner
        self._pool: httpcore.AsyncConnectionPool | None = None

    async def post(self, address: str, headers: dict[str, str], body: bytes) -> int:
        """Send this; the status of the answer, of which nothing else is read."""
        if self._pool is None:
            trusted = await asyncio.to_thread(ssl.create_default_context)  # reads a file with a hundred keys
            self._pool = httpcore.AsyncConnectionPool(
                ssl_context=trusted,
                max_connections=50,
                max_keepalive_connections=0,
                network_backend=_Resolving(inner=self.inner),
            )
        try:
            check_address(address, inner=self.inner)
            limits = dict.fromkeys(("connect", "read", "write", "pool"), SECONDS)
            async with (
                asyncio.timeout(SECONDS),
                self._pool.stream(
                    "POST",
                    address,
                    headers=list(headers.items()),
                    content=body,
                    extensions={"timeout": limits},
                ) as answer,
            ):
                return answer.status
        except Refusal as error:
            raise NotPublic(error.reason) from error
        except (TimeoutError, httpcore.TimeoutException) as error:
            raise Unreachable("it did not answer in time") from error
        except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
            raise Unreachable("it cannot be reached") from error

    async def close(self) -> None:
        """Close all connections."""
        if self._pool is not None:
            await self._pool.aclose()

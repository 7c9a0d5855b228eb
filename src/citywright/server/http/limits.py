"""Rate limits per client and per guest (token buckets), and how many connections each may keep open.

Kept in memory by each process: limits keep a host usable, they need not count exactly.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address

from citywright.server.errors import TOO_MANY, Refusal
from citywright.server.http.requests import AnyConnection
from citywright.text import mark
from citywright.text.sentence import Sentence

MOST_BUCKETS = 50_000
MOST_OPEN = 100  # live pages and streams at once

# what -> (how many at once, how many more a minute)
ALLOWED = {
    mark("ask for something"): (600, 1800),
    mark("send a message"): (400, 6000),  # over one live connection
    mark("make a table"): (120, 60),
    mark("try a password"): (10, 10),
    mark("make an account"): (10, 5),
    mark("upload a record"): (20, 20),
    mark("say something"): (10, 30),
    mark("have a mail sent"): (3, 0.1),
    mark("make a token"): (10, 10),
    mark("change your name"): (10, 10),
    mark("download your data"): (5, 2),
    mark("have a picture drawn"): (60, 60),
    mark("ask for advice"): (60, 60),
}


class Limits:
    """All buckets of this process. `scale` 0 switches every limit off, 2 doubles them."""

    def __init__(self, scale: float = 1.0) -> None:
        self._scale = scale
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._open: Counter[str] = Counter()

    def spend(self, what: str, connection: AnyConnection, also: str | None = None) -> None:
        """Count one use by the client, and by `also` (a guest, a login name) if given; refuse if too many."""
        self.spend_for(what, f"client {client_of(connection)}")
        if also is not None:
            self.spend_for(what, also)

    def spend_for(self, what: str, who: str) -> None:
        """Count one use by whoever has this name; refuse if too many."""
        if not self._scale:
            return
        most, per_minute = (self._scale * number for number in ALLOWED[what])
        now = time.monotonic()
        left, then = self._buckets.pop((what, who), (most, now))
        left = min(most, left + (now - then) * per_minute / 60)
        refused = left < 1
        self._buckets[what, who] = (left if refused else left - 1, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        if refused:
            wait = max(1, round((1 - left) * 60 / per_minute)) if per_minute else 60
            raise Refusal(
                TOO_MANY,
                "that was too often; you can {what} again in {n} s",
                what=Sentence(what),
                n=wait,
            )

    @contextmanager
    def open_connection(self, connection: AnyConnection, guest_id: str | None) -> Iterator[None]:
        """Keep a live page or a stream open; refused if the client, or the guest, has too many of them."""
        who = [f"client {client_of(connection)}", *([f"guest {guest_id}"] if guest_id else [])]
        most = max(1, round(self._scale * MOST_OPEN))
        if self._scale and any(self._open[name] >= most for name in who):
            raise Refusal(
                TOO_MANY, "you have {n} live pages or streams open; close one of them first", n=most
            )
        self._open.update(who)
        try:
            yield
        finally:
            for name in who:
                self._open[name] -= 1
                if not self._open[name]:
                    del self._open[name]


def client_of(connection: AnyConnection) -> str:
    """The address of a client; behind a proxy the one the proxy names. IPv6 clients count by their /64."""
    host = connection.client.host if connection.client else "?"
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host)
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return host if address.is_loopback else str(IPv6Address(int(address) >> 64 << 64))

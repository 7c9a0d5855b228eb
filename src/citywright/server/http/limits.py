"""Rate limits per client and per guest (token buckets), and how many connections each may keep open.

Kept in memory. Where several processes serve they tell each other twice a second what was used, so that all
of them together allow little more than one would. Whatever must be counted exactly, however many processes
there are, is counted in the database as well: see storage/tries.py.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address

from citywright.engine.sentence import Sentence
from citywright.server.errors import TOO_MANY, Refusal
from citywright.server.http.requests import AnyConnection
from citywright.text import mark

MOST_BUCKETS = 50_000
MOST_OPEN = 100  # live pages and streams at once
UNTOLD = 0.1  # of a limit: whoever has used less is not worth a message to other processes

# what -> (how many at once, how many more a minute)
ALLOWED = {
    mark("ask for something"): (600, 1800),
    mark("send a message"): (400, 6000),  # over one live connection
    mark("make a table"): (120, 60),
    mark("look for people"): (60, 30),
    mark("take a seat"): (60, 30),
    mark("do something in a room"): (120, 120),
    mark("follow somebody"): (60, 30),
    mark("block somebody"): (60, 30),
    mark("invite somebody"): (20, 10),
    mark("make an event"): (10, 1),
    mark("enter an event"): (60, 30),
    mark("try a password"): (10, 10),
    mark("make an account"): (10, 5),
    mark("upload a record"): (20, 20),
    mark("check a layout"): (120, 180),
    mark("save a layout"): (30, 10),
    mark("save a board"): (240, 120),
    mark("have a board drawn"): (150, 120),
    mark("have bots play on a layout"): (12, 4),
    mark("change your orders"): (60, 60),
    mark("say something"): (10, 30),
    mark("report somebody"): (20, 5),
    mark("act at the desk"): (120, 120),
    mark("have a mail sent"): (3, 0.1),
    mark("make a token"): (10, 10),
    mark("change how you are told"): (60, 60),
    mark("set up a device"): (20, 10),
    mark("have a webhook called"): (6, 2),
    mark("change your name"): (10, 10),
    mark("change your preferences"): (60, 60),
    mark("download your data"): (5, 2),
    mark("search the archive"): (120, 120),
    mark("have a picture drawn"): (60, 60),
    mark("ask for advice"): (60, 60),
    mark("have a game analysed"): (30, 20),
}
COUNTED_IN_DATABASE = ("try a password", "make an account", "have a mail sent")
GUEST = "guest "  # how one is named
OF_THIS_PROCESS = (*COUNTED_IN_DATABASE, "send a message")  # a live connection is to one process


class Limits:
    """All buckets of this process. `scale` 0 switches every limit off, 2 doubles them."""

    def __init__(self, scale: float = 1.0) -> None:
        self._scale = scale
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self.is_shared = False  # other processes want to know what was used
        self._untold: Counter[tuple[str, str]] = Counter()  # uses they have not been told of
        self._open: Counter[str] = Counter()
        self.open_elsewhere: Callable[[str], int] = lambda _: 0  # the same in other processes

    def spend(self, what: str, connection: AnyConnection, also: str | None = None) -> None:
        """Count one use by the client, and by `also` (a guest, a login name) if given; refuse if too many."""
        self.spend_for(what, f"client {client_of(connection)}")
        if also is not None:
            self.spend_for(what, also)

    def spend_for(self, what: str, who: str) -> None:
        """Count one use by whoever has this name; refuse if too many."""
        if not self._scale:
            return
        left = self._left(what, who)
        if left < 1:
            raise too_often(what, left, self.allowed(what)[1])
        self._buckets[what, who] = left - 1, time.monotonic()
        if self.is_shared and what not in OF_THIS_PROCESS:
            self._untold[what, who] += 1

    def allowed(self, what: str) -> tuple[float, float]:
        """How many at once, how many more a minute; nothing is limited if none are allowed at once."""
        most, per_minute = ALLOWED[what]
        return self._scale * most, self._scale * per_minute

    def _left(self, what: str, who: str) -> float:
        """How many uses are left now; the bucket becomes the last used one."""
        most, per_minute = self.allowed(what)
        now = time.monotonic()
        left, then = self._buckets.pop((what, who), (most, now))
        left = min(most, left + (now - then) * per_minute / 60)
        self._buckets[what, who] = left, now
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return left

    # --- what other processes are told, and tell --------------------------------------

    def to_tell(self) -> Iterator[tuple[str, str, int]]:
        """What was used, by whom and how often, since this was asked last; little use is told later."""
        untold, self._untold = self._untold, Counter()
        now = time.monotonic()
        for (what, who), times in untold.items():
            most, per_minute = self.allowed(what)
            left, then = self._buckets.get((what, who), (most, now))
            left += (now - then) * per_minute / 60
            if left >= most or not who.isprintable():
                continue  # all of it was given back, or it cannot be told in one line
            if left < (1 - UNTOLD) * most:
                yield what, who, times
            else:
                self._untold[what, who] = times

    def spent_elsewhere(self, what: str, who: str, times: int) -> None:
        """Count what was used at another process."""
        if self._scale and what in ALLOWED:
            left = self._left(what, who)
            self._buckets[what, who] = max(0.0, left - times), time.monotonic()

    def guests_here(self) -> list[str]:
        """The guests who have a live page or a stream open at this process."""
        return [who.removeprefix(GUEST) for who in self._open if who.startswith(GUEST)]

    def held_open(self) -> dict[str, int]:
        """Who holds how many live pages and streams open here, for those with more than a few."""
        few = UNTOLD * self._scale * MOST_OPEN
        return {who: number for who, number in self._open.items() if number > few and who.isprintable()}

    @contextmanager
    def open_connection(self, connection: AnyConnection, guest_id: str | None) -> Iterator[None]:
        """Keep a live page or a stream open; refused if the client, or the guest, has too many of them."""
        who = [f"client {client_of(connection)}", *([GUEST + guest_id] if guest_id else [])]
        most = max(1, round(self._scale * MOST_OPEN))
        if self._scale and any(self._open[name] + self.open_elsewhere(name) >= most for name in who):
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


def too_often(what: str, left: float, per_minute: float) -> Refusal:
    """The refusal of a use when less than one is left."""
    wait = max(1, round((1 - left) * 60 / per_minute)) if per_minute else 60
    return Refusal(TOO_MANY, "that was too often; you can {what} again in {n} s", what=Sentence(what), n=wait)


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

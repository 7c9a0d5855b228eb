"""What all clients of one round share: where the servers are, and the history they write together."""

from __future__ import annotations

import asyncio
import base64
import random
import ssl
import time
from collections import Counter
from collections.abc import Callable
from functools import cache

import httpx

from citywright.lab.faults.checker import FAILED, LEAKED
from citywright.lab.faults.history import DONE, UNDO, At, Attempt, History, Seen, Told

PATIENCE = 15.0  # seconds a client waits for an answer
UNAVAILABLE = 503  # the only server error that is a refusal


@cache
def _trust() -> ssl.SSLContext:
    """One for all: it takes long to make, and nothing here is encrypted."""
    return ssl.create_default_context()


def web_client(base: str, **headers: str) -> httpx.AsyncClient:
    """HTTP as a browser or a program would speak it."""
    sent = {"Accept-Encoding": "identity", **headers}
    return httpx.AsyncClient(base_url=base, verify=_trust(), trust_env=False, timeout=PATIENCE, headers=sent)


async def until(condition: Callable[[], bool], seconds: float) -> bool:
    """Wait until something is true; False if that took too long."""
    ends = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > ends:
            return False
        await asyncio.sleep(0.005)
    return True


class Scene:
    """One round: its nodes, its clock, its history, and what everybody is to do."""

    def __init__(self, bases: list[str], seed: int, *, undos: float = 0.1, pace: float = 0.01) -> None:
        self.bases = bases
        self.seed = seed
        self.undos = undos  # how likely somebody who could act takes something back instead
        self.pace = pace  # seconds between a player's decisions, on average
        self.history = History()
        self.is_playing = True  # no new decisions when cleared
        self.is_open = True  # nobody looks any more when cleared
        self.undoing = asyncio.Event()  # an undo is on its way
        self.last_done: dict[
            str, float
        ] = {}  # table -> when a change that was asked for last was acknowledged
        self.refusals: Counter[str] = Counter()  # by their code
        self.under_way = 0  # attempts that wait for an answer
        self._needles: dict[str, list[bytes]] = {}
        self._found: list[Told] = []

    def rng(self, name: str) -> random.Random:
        """A source of randomness for one client."""
        return random.Random(f"{self.seed} {name}")

    @staticmethod
    def now() -> float:
        """Seconds since 1970: the databases write their times on the same machine."""
        return time.time()

    # --- writing ----------------------------------------------------------------------

    def begin(self, attempt: Attempt) -> Attempt:
        """Somebody tries something."""
        self.history.attempts.append(attempt)
        if attempt.do == UNDO:
            self.undoing.set()
        return attempt

    def end(self, attempt: Attempt, outcome: str, code: str = "", after: At | None = None) -> None:
        """It was answered."""
        attempt.returned, attempt.outcome = self.now(), outcome
        attempt.code, attempt.after = code, after
        if outcome == DONE:
            newest = self.last_done.get(attempt.table, 0.0)
            self.last_done[attempt.table] = max(newest, attempt.called)
        elif code:
            self.refusals[code] += 1

    def see(self, seen: Seen) -> None:
        """Somebody was shown a position."""
        self.history.seen.append(seen)

    # --- secrets ----------------------------------------------------------------------

    def guard(self, table: str, secret: bytes) -> None:
        """Look for the dealer's secret in everything that is sent from now on."""
        coded = base64.b64encode(secret).rstrip(b"="), base64.urlsafe_b64encode(secret).rstrip(b"=")
        self._needles[table] = list({secret.hex().encode(), *coded})

    def look_through(self, client: str, table: str, data: bytes) -> None:
        """Note a secret in what somebody was sent; whether the game was over is known later."""
        if any(needle in data for needle in self._needles.get(table, ())):
            what = "the secret of the dealer before the end"
            self._found.append(Told(LEAKED, client, table, self.now(), what))

    def check_status(self, client: str, table: str, response: httpx.Response) -> None:
        """Note an answer that says the server has failed; raise unless all went well."""
        if response.status_code >= 500 and response.status_code != UNAVAILABLE:
            what = f"{response.status_code} for {response.request.method} {response.request.url.path}"
            self.history.told.append(Told(FAILED, client, table, self.now(), what))
        response.raise_for_status()

    def note_leaks(self, ended: dict[str, float]) -> None:
        """Of the secrets found, keep those that came before their game had `ended`."""
        early = [told for told in self._found if told.when < ended.get(told.table, float("inf"))]
        self.history.told += early
        self._found.clear()

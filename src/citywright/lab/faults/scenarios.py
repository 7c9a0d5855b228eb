"""Every fault by name: what it needs, how often it is tried, and what does it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from citywright.lab.faults import faults_of_databases as of_databases
from citywright.lab.faults import faults_of_servers as of_servers
from citywright.lab.faults.house import POSTGRESQL, SQLITE
from citywright.lab.faults.stage import Plan, Stage

BOTH = (SQLITE, POSTGRESQL)
Inject = Callable[[Stage], Awaitable[float]]


class Scenario(NamedTuple):
    """A fault. `inject` brings it about and mends it; it returns when that was, for the time to recover."""

    name: str
    inject: Inject | None  # None: the contest, which is a fault by itself
    databases: tuple[str, ...]
    times: int
    seconds: float = 0.0  # how long it lasts
    nodes: int = 1
    is_proxied: bool = False
    has_small_disk: bool = False
    obeys_permissions: bool = False
    is_private: bool = False  # it stops or changes the database server itself
    undos: float = 0.1
    with_bot: bool = False

    @property
    def what(self) -> str:
        """What happens, in a sentence."""
        if self.inject is None:
            return "Everybody sends the same ply at both of two nodes."
        return (self.inject.__doc__ or "").strip()

    def plan(self, kind: str) -> Plan:
        """What it needs around it."""
        return Plan(
            kind=kind,
            nodes=self.nodes,
            is_proxied=self.is_proxied,
            has_redis=self.nodes > 1,
            has_small_disk=self.has_small_disk,
            obeys_permissions=self.obeys_permissions,
            undos=self.undos,
            with_bot=self.with_bot,
        )


SCENARIOS = (
    Scenario("kill", of_servers.kill, BOTH, times=20),
    Scenario("kill-bot", of_servers.kill, BOTH, times=3, with_bot=True),
    Scenario("kill-undo", of_servers.kill_during_undo, BOTH, times=10, undos=0.45),
    Scenario("pause", of_servers.pause, BOTH, times=2, seconds=10),
    Scenario("clock", of_servers.set_clock, BOTH, times=3, seconds=1, with_bot=True),
    Scenario("bad-clients", of_servers.crowd_in, BOTH, times=2, seconds=5),
    Scenario("locked", of_databases.lock_file, (SQLITE,), times=3, seconds=12),
    Scenario("full-disk", of_databases.fill_disk, (SQLITE,), times=5, seconds=1, has_small_disk=True),
    Scenario("file-limit", of_databases.limit_file, (SQLITE,), times=5, seconds=1),
    Scenario("read-only", of_databases.protect_file, (SQLITE,), times=3, obeys_permissions=True),
    Scenario("dropped", of_databases.drop_connections, (POSTGRESQL,), times=20, is_proxied=True),
    Scenario("cut-commit", of_databases.cut_after_commit, (POSTGRESQL,), times=20, is_proxied=True),
    Scenario("refused", of_databases.refuse_connections, (POSTGRESQL,), times=3, seconds=3, is_proxied=True),
    Scenario("frozen", of_databases.freeze_connections, (POSTGRESQL,), times=3, seconds=5, is_proxied=True),
    Scenario("silent", of_databases.silence_connections, (POSTGRESQL,), times=3, is_proxied=True),
    Scenario("forbidden", of_databases.forbid_database, (POSTGRESQL,), times=3, seconds=2),
    Scenario("read-only-server", of_databases.protect_database, (POSTGRESQL,), 3, seconds=1, is_private=True),
    Scenario("restarted", of_databases.restart_database, (POSTGRESQL,), times=3, seconds=1, is_private=True),
    Scenario("crashed", of_databases.crash_database, (POSTGRESQL,), times=3, seconds=0, is_private=True),
    Scenario("redis-gone", of_servers.stop_redis, BOTH, times=3, seconds=4, nodes=2),
    Scenario("node-killed", of_servers.kill_a_node, BOTH, times=10, nodes=2),
    Scenario("contest", None, BOTH, times=400, nodes=2),
)
NAMES = [scenario.name for scenario in SCENARIOS]

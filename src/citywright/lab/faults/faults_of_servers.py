"""Faults of servers and their surroundings: killed, paused, wrong clocks, lost messages, bad clients."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress

from citywright.lab.faults.bad_clients import bad_clients
from citywright.lab.faults.stage import Stage


async def kill(stage: Stage) -> float:
    """The server is killed at any moment, and started again."""
    began = stage.scene.now()
    server = stage.servers[0]
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)
    return began


async def kill_during_undo(stage: Stage) -> float:
    """The server is killed while something is being taken back."""
    stage.scene.undoing.clear()
    with suppress(TimeoutError):
        async with asyncio.timeout(10):
            await stage.scene.undoing.wait()
    await asyncio.sleep(stage.rng.uniform(0, 0.006))
    return await kill(stage)


async def kill_a_node(stage: Stage) -> float:
    """One of two nodes is killed; people go on at the other, until it is back."""
    assert stage.crowd is not None
    server = stage.rng.choice(stage.servers)
    began = stage.scene.now()
    await asyncio.to_thread(server.kill)
    await stage.crowd.recovered(began, only_running=True)
    took = stage.scene.now() - began
    await asyncio.to_thread(server.start)
    return stage.scene.now() - took


async def pause(stage: Stage) -> float:
    """The server stands still for a while, as on a machine that sleeps or swaps."""
    server = stage.servers[0]
    server.send(signal.SIGSTOP)
    try:
        await asyncio.sleep(stage.seconds)
    finally:
        server.send(signal.SIGCONT)
    return stage.scene.now()


async def set_clock(stage: Stage) -> float:
    """The clock is set forward two hours, then back to what it was, in two steps."""
    assert stage.crowd is not None
    server = stage.servers[0]
    server.send(signal.SIGUSR1)
    await stage.crowd.recovered(stage.scene.now())
    await asyncio.sleep(stage.seconds)
    server.send(signal.SIGUSR2)
    await stage.crowd.recovered(stage.scene.now())
    server.send(signal.SIGUSR2)
    return stage.scene.now()


async def stop_redis(stage: Stage) -> float:
    """Redis ends, and comes back later."""
    redis = stage.redis
    assert redis is not None
    redis.end()
    await asyncio.sleep(stage.seconds)
    redis.start()
    await asyncio.to_thread(redis.wait)
    return stage.scene.now()


async def crowd_in(stage: Stage) -> float:
    """Clients that read a byte a second, never read, or never finish what they ask."""
    assert stage.crowd is not None
    async with bad_clients(stage.bases[0], [party.table for party in stage.crowd.parties.values() if party]):
        began = stage.scene.now()
        await asyncio.sleep(stage.seconds)
        await stage.crowd.recovered(stage.scene.now())
    return began + stage.seconds

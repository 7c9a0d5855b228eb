"""Requests to addresses that people give never lead into the host's own network."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import threading
from typing import Any

import pytest

from citywright.server.errors import Refusal
from citywright.server.notices.outgoing import (
    NotPublic,
    Outgoing,
    Unreachable,
    check_address,
    check_reachable,
    is_public,
    resolve,
)
from tests.server.notices.push_service import listening


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1"),
        *(
            "::1",
            "fe80::1",
            "fc00::1",
            "fec0::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "ff02::1",
        ),
        *("224.0.0.1", "255.255.255.255", "240.0.0.1", "::"),
    ],
)
def test_private_addresses_are_known(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "64:ff9b::808:808"])
def test_public_addresses_are_known(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        *("http://example.org/", "https://localhost/", "https://127.0.0.1/", "https://[::1]/", "https://x/"),
        *(
            "https://2130706433/",
            "https://a:b@example.org/",
            "https://example.org:22/",
            "https://printer.local/",
        ),
        *("https://exa mple.org/", "https://ex\x00ample.org/", "javascript:alert(1)", "https://[bad/", ""),
        "https://example.org:99999/",
    ],
)
def test_what_shows_that_it_may_not_be_called_is_refused(address: str) -> None:
    with pytest.raises(Refusal):
        check_address(address)


def test_a_name_that_leads_inside_is_refused_when_it_is_given_and_when_it_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The resolver is the system's; here it says that a public name has a private address."""
    resolve = socket.getaddrinfo

    def poisoned(host: Any, port: Any, *more: Any, **named: Any) -> Any:
        return resolve("127.0.0.1" if host == "inside.example.org" else host, port, *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", poisoned)
    with listening() as service:
        address = f"https://inside.example.org:{service.base.rpartition(':')[2]}/hook"

        async def call() -> None:
            outgoing = Outgoing(inner=False)
            with pytest.raises(Refusal, match="private network"):
                await check_reachable(address)
            with pytest.raises(NotPublic):
                await outgoing.post(address, {}, b"{}")
            with pytest.raises(NotPublic):
                await outgoing.post(service.base, {}, b"{}")
            await outgoing.close()

        asyncio.run(call())
        assert service.received == []


def test_names_that_take_long_hold_nothing_else_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that ask for names cannot be called off: all others have threads of their own."""
    is_answered = threading.Event()

    def slow(*_: Any, **__: Any) -> Any:
        is_answered.wait(60)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    monkeypatch.setattr("citywright.server.notices.outgoing.SECONDS", 0.2)

    async def ask() -> None:
        asked = [resolve(f"n{number}.example.org", 443) for number in range(50)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert {type(answer) for answer in answers} == {Unreachable}
        async with asyncio.timeout(30):
            assert await asyncio.to_thread(lambda: "done") == "done"
        is_answered.set()

    asyncio.run(ask())


def test_an_answer_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as service:
        service.is_open.clear()

        async def call() -> None:
            outgoing = Outgoing(inner=True)
            with monkeypatch.context() as hasty:
                hasty.setattr("citywright.server.notices.outgoing.SECONDS", 0.3)
                with pytest.raises(Unreachable, match="in time"):
                    await outgoing.post(f"{service.base}/slow", {}, b"{}")
            service.is_open.set()
            assert await outgoing.post(f"{service.base}/quick", {}, b"{}") == 201
            await outgoing.close()

        asyncio.run(call())
        assert len(service.of("/quick")) == 1

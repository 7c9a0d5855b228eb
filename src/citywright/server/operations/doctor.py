"""Looks at the whole set-up of a host and says in words what is well, what is not, and what to do."""

from __future__ import annotations

import asyncio

from citywright.server.operations.check_machine import check_machine
from citywright.server.operations.check_reach import (
    check_mail_server,
    check_reach,
    check_redis,
    check_settings,
)
from citywright.server.operations.check_storage import check_storage
from citywright.server.operations.findings import Finding, SetUp


def examine(set_up: SetUp) -> list[Finding]:
    """All findings. Nothing is changed, and the only mail server and address asked are the host's own."""
    findings = list(check_machine(set_up))
    findings += asyncio.run(_check_services(set_up))
    findings += check_settings(set_up.settings)
    if set_up.tries_mail and set_up.settings.smtp:
        findings += check_mail_server(set_up.settings)
    if set_up.settings.address:
        findings += check_reach(set_up)
    return findings


async def _check_services(set_up: SetUp) -> list[Finding]:
    findings = [finding async for finding in check_storage(set_up)]
    return findings + [finding async for finding in check_redis(set_up.settings)]

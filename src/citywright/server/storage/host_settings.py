"""What a host may change while the server runs. Read from the database at every use: it holds at once, in
every process.
"""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import Connection, select

from citywright.server.storage.schema import host_settings
from citywright.text import mark

GUESTS_TALK: Final = "guests_talk"
NEW_ACCOUNTS: Final = "new_accounts"
ROOMS: Final = "rooms"
REPORTS: Final = "reports"


class HostSetting(msgspec.Struct, frozen=True):
    """One of them: a number, or yes (1) and no (0)."""

    title: str
    usual: int
    least: int
    most: int

    @property
    def is_switch(self) -> bool:
        return self.most == 1


HOST_SETTINGS: Final = {
    GUESTS_TALK: HostSetting(mark("People without an account may write in public chats"), 1, 0, 1),
    NEW_ACCOUNTS: HostSetting(mark("New accounts can be made"), 1, 0, 1),
    ROOMS: HostSetting(mark("Rooms somebody may sit in at a time"), 20, 1, 20),
    REPORTS: HostSetting(mark("Reports somebody may send in a day"), 10, 1, 100),
}


def read_setting(connection: Connection, name: str) -> int:
    """What the host has set, or what is usual."""
    query = select(host_settings.c.value).where(host_settings.c.name == name)
    value = connection.execute(query).scalar_one_or_none()
    return HOST_SETTINGS[name].usual if value is None else int(value)

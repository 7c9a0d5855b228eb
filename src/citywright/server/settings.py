"""What a host can set. Every value has a default that suits one person on one laptop."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from platformdirs import user_data_path

DEFAULT_PORT = 8421


def default_database() -> str:
    """SQLite in the user's data folder."""
    folder = Path(os.environ.get("CITYWRIGHT_DATA") or user_data_path("citywright"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite+aiosqlite:///{folder / 'citywright.sqlite3'}"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One server process."""

    database: str
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    workers: int = 1  # server processes on this machine
    redis: str = ""  # how processes on one database hear of each other; empty: by PostgreSQL, or their parent
    channel: str = "citywright"  # the channel, of Redis or of PostgreSQL, where they do
    https: bool = False  # cookies are sent over https only
    bot_pace: float = 0.7  # seconds a bot waits at least before it acts
    bot_budget: float = 1.0  # seconds a bot may think
    order_pace: float = 1.0  # how slowly standing orders act: times the usual waits
    bot_workers: int = max(1, (os.cpu_count() or 2) - 1)
    cached_tables: int = 2000  # matches kept in memory
    viewer_queue: int = 32  # frames that may wait for a slow viewer before it is sent the whole page instead
    limits: float = 1.0  # how generous the limits per client are; 0: no limits
    house_rules: str = ""  # a file with a host's own paragraphs for the page of house rules
    address: str = ""  # where people reach the server; empty: feeds go by the request, and no mail is sent
    smtp: str = ""  # smtp://user:password@host:port or smtps://…; empty: no mail is sent
    mail_from: str = ""  # the sender of mails
    inner_addresses: bool = False  # push messages and webhooks may go to private addresses, and over http
    slow: float = 0.25  # seconds after which something is logged as slow; 0: never
    balance_games: int = 200  # that bots play on a layout of the shelf, to tell what it plays like; 0: none
    balance_seconds: float = 60.0  # that this may take; then fewer games are told of
    analyses: bool = True  # finished games are analysed when somebody looks at them
    sweep_seconds: float = 1.0  # how often tables that wait for a bot are looked for

    @property
    def is_postgresql(self) -> bool:
        """Is the database one that processes on several machines can share?"""
        return self.database.startswith("postgres")

    @property
    def sends_mail(self) -> bool:
        """Mail needs an address of ours for its links: whoever asks for a mail must not choose it."""
        return bool(self.smtp and self.address)


def async_url(url: str) -> str:
    """The URL with the driver the server uses, for `postgresql://…` and `sqlite:///…`."""
    for plain, driven in (
        ("postgresql://", "postgresql+asyncpg://"),
        ("postgres://", "postgresql+asyncpg://"),
        ("sqlite://", "sqlite+aiosqlite://"),
    ):
        if url.startswith(plain):
            return driven + url[len(plain) :]
    return url

"""`citywright role`: the first administrator, moderators, and who is which."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from citywright.cli import main
from citywright.server.settings import async_url
from citywright.server.storage.schema import accounts, audit_log, guests
from tests.databases import migrate
from tests.server.notices.rows import rows
from tests.server.players.rows import changed


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database with two accounts and a guest."""
    url = f"sqlite:///{tmp_path / 'roles.sqlite3'}"
    migrate(async_url(url))
    for name in ("Änne", "Ben", "Gast"):
        changed(url, insert(guests).values(id=name.lower(), name=name, created=1))
    for name in ("änne", "ben"):
        changed(url, insert(accounts).values(guest_id=name, login=name, password="-", created=1))
    return url


def run(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    try:
        result = main(["role", *words])
    except SystemExit as stopped:  # argparse
        result = int(stopped.code or 0)
    told = capsys.readouterr()
    assert result == status, told
    return told.err if status else told.out


def test_roles_are_given_listed_and_taken(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    at = ("--database", database)
    assert run(capsys, *at) == "nobody has a role yet\n"
    assert run(capsys, "ÄNNE", "administrator", *at) == "Änne is administrator now\n"
    assert run(capsys, "Ben", "moderator", *at) == "Ben is moderator now\n"
    assert run(capsys, *at) == "administrator Änne\nmoderator     Ben\n"
    listed = json.loads(run(capsys, *at, "--json"))["roles"]
    assert listed == [{"name": "Änne", "role": "administrator"}, {"name": "Ben", "role": "moderator"}]
    assert run(capsys, "Änne", "moderator", *at) == "Änne is moderator now\n"  # also the last one
    assert run(capsys, "Ben", "none", *at) == "Ben is neither moderator nor administrator now\n"
    log = rows(database, select(audit_log).order_by(audit_log.c.id))
    assert [(row.actor_id, row.subject_id, row.detail) for row in log] == [
        ("command", "änne", "administrator"),
        ("command", "ben", "moderator"),
        ("command", "änne", "moderator"),
        ("command", "ben", "none"),
    ]


def test_what_cannot_be_is_said_in_one_sentence(
    database: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    at = ("--database", database)
    assert "nobody with an account is called 'Gast'" in run(capsys, "Gast", "moderator", *at, status=1)
    assert "say which role" in run(capsys, "Ben", *at, status=2)
    assert "invalid choice" in run(capsys, "Ben", "king", *at, status=2)
    empty = f"sqlite:///{tmp_path / 'empty.sqlite3'}"
    assert "start this server with it first" in run(capsys, "Ben", "moderator", "--database", empty, status=1)
    assert rows(database, select(audit_log)) == []

"""What somebody lets others do: follow them, see that they are about, invite them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, insert, select

from citywright.server.errors import MALFORMED, Refusal
from citywright.server.storage.schema import follows, friend_choices

EVERYONE: Final = "everyone"
FOLLOWED: Final = "followed"  # those whom one follows
NOBODY: Final = "nobody"
INVITED_BY: Final = (EVERYONE, FOLLOWED, NOBODY)


class Choices(msgspec.Struct, frozen=True):
    """What somebody has chosen; this is the usual."""

    shows_about: bool = True  # to those who follow
    may_be_followed: bool = True
    invited_by: str = EVERYONE


USUAL: Final = Choices()


def check_choices(values: Mapping[str, Any]) -> Choices:
    """What a form says."""
    invited_by = str(values.get("invited_by", ""))
    if invited_by not in INVITED_BY:
        raise Refusal(MALFORMED, "who may invite you is one of {known}", known=", ".join(INVITED_BY))
    return Choices(values.get("shows_about") == "yes", values.get("may_be_followed") == "yes", invited_by)


def read_choices(connection: Connection, guest_id: str) -> Choices:
    """What somebody has chosen."""
    row = connection.execute(
        select(friend_choices).where(friend_choices.c.guest_id == guest_id)
    ).one_or_none()
    return USUAL if row is None else Choices(row.shows_about, row.may_be_followed, row.invited_by)


def write_choices(connection: Connection, guest_id: str, chosen: Choices) -> None:
    """Keep a choice. Nobody follows any more whoever does not want to be followed."""
    connection.execute(delete(friend_choices).where(friend_choices.c.guest_id == guest_id))
    row = {"guest_id": guest_id, **msgspec.structs.asdict(chosen)}
    connection.execute(insert(friend_choices).values(row))
    if not chosen.may_be_followed:
        connection.execute(delete(follows).where(follows.c.followed_id == guest_id))

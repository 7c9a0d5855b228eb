"""Who may do what at the desk. Nobody acts against somebody of the same or a higher role."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, func, select, update

from citywright.server.clock import now_ms
from citywright.server.desk.audit import write_down
from citywright.server.errors import FORBIDDEN, ILLEGAL, MALFORMED, UNKNOWN, Refusal
from citywright.server.players.accounts import login_of
from citywright.server.storage.desk_marks import ADMINISTRATOR, MODERATOR
from citywright.server.storage.schema import accounts, guests, roles

NO_ROLE: Final = ""
RANKS: Final = {NO_ROLE: 0, MODERATOR: 1, ADMINISTRATOR: 2}


def role_of(connection: Connection, guest_id: str) -> str:
    """The role of somebody; empty: none."""
    query = select(roles.c.role).where(roles.c.guest_id == guest_id)
    return str(connection.execute(query).scalar_one_or_none() or NO_ROLE)


def check_role(connection: Connection, actor_id: str, least: str = MODERATOR) -> str:
    """The role of whoever acts, which must be this one or a higher one."""
    role = role_of(connection, actor_id)
    if not role:
        raise Refusal(UNKNOWN, "there is nothing at this address")
    if RANKS[role] < RANKS[least]:
        raise Refusal(FORBIDDEN, "only an administrator can do that")
    return role


def check_over(connection: Connection, actor_id: str, subject_id: str) -> None:
    """Refuse what somebody would do to themselves, or to somebody of the same or a higher role."""
    if actor_id == subject_id:
        raise Refusal(FORBIDDEN, "you cannot do that to yourself")
    if RANKS[role_of(connection, subject_id)] >= RANKS[role_of(connection, actor_id)]:
        raise Refusal(FORBIDDEN, "you cannot do that to somebody of the same or a higher role")


def check_is_role(role: str) -> str:
    """A role that there is, or none."""
    if role not in RANKS:
        raise Refusal(
            MALFORMED,
            "a role is {known} or nothing, not {given!r}",
            known=", ".join(filter(None, RANKS)),
            given=role[:20],
        )
    return role


def give_role(connection: Connection, actor_id: str, subject_id: str, role: str) -> None:
    """Give somebody a role, or none. On the page the last administrator stays one."""
    check_role(connection, actor_id, ADMINISTRATOR)
    check_is_role(role)
    if actor_id != subject_id:
        check_over(connection, actor_id, subject_id)
    elif role != ADMINISTRATOR:  # whoever gives it up at the same time waits here
        held = select(roles.c.guest_id).where(roles.c.role == ADMINISTRATOR).order_by(roles.c.guest_id)
        if len(connection.execute(held.with_for_update()).all()) < 2:
            raise Refusal(ILLEGAL, "you are the last administrator: make somebody else one first")
    set_role(connection, subject_id, role)


def set_role(connection: Connection, subject_id: str, role: str) -> None:
    """Write down a role; refused for people without an account."""
    account = select(accounts.c.guest_id).where(accounts.c.guest_id == subject_id)
    if connection.execute(account).first() is None:
        raise Refusal(ILLEGAL, "only somebody with an account can have a role")
    own = roles.c.guest_id == subject_id
    if role == NO_ROLE:
        connection.execute(delete(roles).where(own))
    elif not connection.execute(update(roles).where(own).values(role=role)).rowcount:
        row = {"guest_id": subject_id, "role": role, "given": now_ms()}
        connection.execute(roles.insert().values(row))


# --- by the command line --------------------------------------------------------------


def set_role_by_name(connection: Connection, name: str, role: str) -> str:
    """Give the account with a name a role, or none; returns the name it is shown by."""
    query = select(accounts.c.guest_id, guests.c.name).join(guests, guests.c.id == accounts.c.guest_id)
    row = connection.execute(query.where(accounts.c.login == login_of(name))).one_or_none()
    if row is None:
        raise Refusal(UNKNOWN, "nobody with an account is called {name!r} here", name=name[:60])
    set_role(connection, row.guest_id, check_is_role(role))
    write_down(connection, "command", "role", row.guest_id, detail=role or "none")
    return str(row.name)


def all_roles(connection: Connection) -> list[tuple[str, str]]:
    """Name and role of everybody who has one, administrators first."""
    query = select(guests.c.name, roles.c.role).join(roles, roles.c.guest_id == guests.c.id)
    found = [(row.name, row.role) for row in connection.execute(query.order_by(func.lower(guests.c.name)))]
    return sorted(found, key=lambda one: -RANKS[one[1]])

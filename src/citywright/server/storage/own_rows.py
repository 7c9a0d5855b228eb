"""Everything that is kept about a guest, for their own eyes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, or_, select

from citywright.server.storage.schema import (
    accounts,
    blocks,
    boards,
    calls,
    deal_tries,
    devices,
    event_players,
    events,
    follows,
    friend_choices,
    guests,
    invitations,
    last_seen,
    layouts,
    letters,
    meetings,
    messages,
    mutes,
    notices,
    order_moves,
    orders,
    profiles,
    ratings,
    records,
    reports,
    results,
    roles,
    room_messages,
    room_seats,
    room_wishes,
    sanctions,
    searches,
    seats,
    sessions,
    table_notices,
    tokens,
    webhooks,
)


def rows_about(guest_id: str) -> dict[str, Select[Any]]:
    """All of it, by name; without hashes and keys."""
    return {**_person(guest_id), **_company(guest_id), **_friends(guest_id), **_games(guest_id)}


def _person(guest_id: str) -> dict[str, Select[Any]]:
    """Who somebody is, and how they are told."""
    return {
        "guest": select(guests.c.id, guests.c.name, guests.c.created, guests.c.preferences).where(
            guests.c.id == guest_id
        ),
        "account": select(accounts.c.login, accounts.c.created).where(accounts.c.guest_id == guest_id),
        "sessions": select(sessions.c.created).where(sessions.c.guest_id == guest_id),
        "tokens": select(tokens.c.name, tokens.c.created).where(tokens.c.guest_id == guest_id),
        "reports made": select(
            reports.c.place, reports.c.place_id, reports.c.reason, reports.c.words, reports.c.created
        ).where(reports.c.reporter_id == guest_id),
        "sanctions": select(
            *(sanctions.c[name] for name in ("kind", "reason", "since", "until", "lifted"))
        ).where(sanctions.c.guest_id == guest_id),
        "letters": select(letters.c.words, letters.c.parts, letters.c.created, letters.c.read).where(
            letters.c.guest_id == guest_id
        ),
        "role": select(roles.c.role, roles.c.given).where(roles.c.guest_id == guest_id),
        "profile": select(profiles.c.rating, profiles.c.results, profiles.c.games).where(
            profiles.c.guest_id == guest_id
        ),
        "notices": select(
            notices.c.mail,
            notices.c.is_confirmed,
            notices.c.lang,
            notices.c.choices,
            notices.c.quiet_from,
            notices.c.quiet_to,
            notices.c.zone,
        ).where(notices.c.guest_id == guest_id),
        "devices": select(devices.c.name, devices.c.endpoint, devices.c.created, devices.c.used).where(
            devices.c.guest_id == guest_id
        ),
        "webhook": select(webhooks.c.address, webhooks.c.created, webhooks.c.problem).where(
            webhooks.c.guest_id == guest_id
        ),
        "told": select(calls.c.kind, calls.c.address, calls.c.words, calls.c.parts, calls.c.created).where(
            calls.c.guest_id == guest_id
        ),
        "told_of_tables": select(table_notices.c.table_id, table_notices.c.choice).where(
            table_notices.c.guest_id == guest_id
        ),
    }


def _company(guest_id: str) -> dict[str, Select[Any]]:
    """Where they meet others: rooms, events, deals, what they have said."""
    return {
        "rooms": select(room_seats.c.room_id, room_seats.c.seat, room_seats.c.since).where(
            room_seats.c.guest_id == guest_id
        ),
        "room_wishes": select(room_wishes.c.room_id, room_wishes.c.options).where(
            room_wishes.c.guest_id == guest_id
        ),
        "room_messages": select(room_messages.c.room_id, room_messages.c.text, room_messages.c.time).where(
            room_messages.c.guest_id == guest_id
        ),
        "events": select(
            events.c.id, events.c.title, events.c.game, events.c.options, events.c.created
        ).where(events.c.guest_id == guest_id),
        "event_places": select(
            event_players.c.event_id,
            event_players.c.number,
            event_players.c.entered,
            event_players.c.withdrawn,
            event_players.c.place,
        ).where(event_players.c.guest_id == guest_id),
        "deals": select(
            *(deal_tries.c[name] for name in ("day", "game", "table_id", "begun", "ended", "points"))
        ).where(deal_tries.c.guest_id == guest_id),
        "searches": select(searches.c.game, searches.c.seats, searches.c.pace, searches.c.created).where(
            searches.c.guest_id == guest_id
        ),
        "muted": select(mutes.c.table_id, mutes.c.muted_id).where(mutes.c.guest_id == guest_id),
        "messages": select(messages.c.table_id, messages.c.text, messages.c.time).where(
            messages.c.guest_id == guest_id
        ),
    }


def _friends(guest_id: str) -> dict[str, Select[Any]]:
    """What they have chosen of others. Who follows or has blocked them is nothing that they are told."""
    return {
        "follows": select(follows.c.followed_id, follows.c.created).where(follows.c.guest_id == guest_id),
        "blocks": select(blocks.c.blocked_id, blocks.c.created).where(blocks.c.guest_id == guest_id),
        "invitations": select(invitations).where(
            or_(invitations.c.guest_id == guest_id, invitations.c.by_id == guest_id)
        ),
        "friend_choices": select(
            *(friend_choices.c[name] for name in ("shows_about", "may_be_followed", "invited_by"))
        ).where(friend_choices.c.guest_id == guest_id),
        "last_seen": select(last_seen.c.seen).where(last_seen.c.guest_id == guest_id),
    }


def _games(guest_id: str) -> dict[str, Select[Any]]:
    """What they have played and made."""
    return {
        "seats": select(seats.c.table_id, seats.c.seat).where(seats.c.guest_id == guest_id),
        "results": select(results).where(results.c.guest_id == guest_id),
        "ratings": select(ratings).where(ratings.c.player == guest_id),
        "met": select(meetings).where(meetings.c.player == guest_id),
        "orders": select(
            orders.c.table_id, orders.c.seat, orders.c.kind, orders.c.fields, orders.c.state, orders.c.created
        ).where(orders.c.guest_id == guest_id),
        "moves by orders": select(order_moves.c.table_id, order_moves.c.ply, order_moves.c.time).where(
            order_moves.c.guest_id == guest_id
        ),
        "records": select(records.c.id, records.c.game, records.c.text, records.c.created).where(
            records.c.guest_id == guest_id
        ),
        "boards": select(boards.c.id, boards.c.game, boards.c.title, boards.c.tree, boards.c.created).where(
            boards.c.guest_id == guest_id
        ),
        "layouts": select(
            layouts.c.id, layouts.c.game, layouts.c.is_public, layouts.c.text, layouts.c.created
        ).where(layouts.c.guest_id == guest_id),
    }

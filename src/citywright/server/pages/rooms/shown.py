"""What the page of a room shows to one of those who look at it. The template makes the HTML of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from citywright.engine.state import LOT
from citywright.engine.view import seat_letter
from citywright.server.friends.service import Around, Known
from citywright.server.language import words_of
from citywright.server.pages.times import Time, time_name, times_to_choose
from citywright.server.rooms.options import SEAT, Options, bot_at, differences
from citywright.server.rooms.room import OPEN, Room
from citywright.server.tables.bot_choices import bot_title, bots_to_choose, usual_bot
from citywright.server.templates import render
from citywright.text import Words

NOBODY = Around()
AS_IT_IS = "="  # the board of the form's choice that changes nothing
LISTED = ("seats", "pace", "start", "may_undo", "may_talk", "is_public", "board")

Boards = Sequence[Sequence[tuple[str, str]]]  # own and public ones: id and title


class Line(NamedTuple):
    """An option: what it is, and what it was when the reader last agreed."""

    label: str
    value: str
    was: str  # empty: the same


class WishShown(NamedTuple):
    """What somebody proposes."""

    seat: int
    name: str
    lines: list[Line]


class Reader(NamedTuple):
    """Somebody who looks at a room."""

    guest_id: str | None  # None: a stranger
    name: str
    lang: str
    link: str  # where the room is
    code: str  # the same to scan, as SVG


def room_html(room: Room, reader: Reader, boards: Boards, around: Around = NOBODY) -> str:
    """The part of the page that changes, as somebody sees it."""
    guest_id, lang = reader.guest_id, reader.lang
    t = words_of(lang)
    own = room.place_of(guest_id)
    changed = differences(own.agreed, room.options) if own is not None and own.agreed is not None else []
    return render(
        "fragments/room.html",
        lang,
        room=room,
        own=own,
        is_host=room.is_host(guest_id),
        host=room.host,
        link=reader.link if room.open_seats else "",
        code=reader.code,
        guest_name=reader.name,
        is_here=lambda place: place.is_here and (place.guest_id, guest_id) not in room.blocks,
        messages=room.messages_for(guest_id),
        around=around,
        to_invite=_to_invite(room, around) if own is not None else [],
        lines=[_line(name, room, changed, own.agreed if own else None, t) for name in LISTED],
        seat_was={
            number: _seat_words(own.agreed, number, room, t) if f"{SEAT}{number}" in changed and own else ""
            for number in range(len(room.places))
        },
        bot_title=lambda bot: bot_title(room.game, bot, lang),
        status=_status(room, t, is_member=own is not None),
        wishes=_wishes(room, t),
        bots=bots_to_choose(room.game, lang),
        usual_bot=usual_bot(room.game),
        times=times_to_choose(t),
        time=_time(room.options).value,
        boards=boards,
        as_it_is=AS_IT_IS,
        letter=seat_letter,
        lot=LOT,
        open_kind=OPEN,
    )


def _to_invite(room: Room, around: Around) -> list[Known]:
    """Whom somebody follows who does not sit here and is not invited."""
    there = {place.guest_id for place in room.people} | {invited.guest_id for invited in room.invited}
    return [person for person in around.followed if person.guest_id not in there]


def _wishes(room: Room, t: Words) -> list[WishShown]:
    seats = {place.guest_id: place.number for place in room.people}
    return [
        WishShown(seats[wish.guest_id], wish.name, _changes(room, wish.options, t)) for wish in room.wishes
    ]


def _status(room: Room, t: Words, *, is_member: bool) -> str:
    """What everybody waits for."""
    free = len(room.open_seats)
    names = t.listed([place.name for place in room.people if not place.is_ready])
    if room.is_claimed:
        return t("The game is starting …")
    if not is_member and free:
        return t("You are looking on.")
    if not is_member:
        return t("Every seat is taken. You are looking on: the game appears here when it starts.")
    if not free:
        return t("Not ready yet: {names}.", names=names)
    if not names:
        return t.plural(
            "{n} seat is free: send the link, or let a bot play.",
            "{n} seats are free: send the link, or let bots play.",
            free,
        )
    return t.plural(
        "{n} seat is free. Not ready yet: {names}.",
        "{n} seats are free. Not ready yet: {names}.",
        free,
        names=names,
    )


def summary(room: Room, t: Words) -> str:
    """The seats and the time of a room in one line, for lists."""
    free = len(room.open_seats)
    seats = t.plural("{n} free seat", "{n} free seats", free) if free else t("full")
    return f"{seats} · {time_name(_time(room.options), t)}"


def _time(options: Options) -> Time:
    return Time(options.pace, options.reserve, options.increment)


def _label(name: str, t: Words) -> str:
    labels = {
        "seats": t("Seats"),
        "pace": t("Time"),
        "start": t("Who begins"),
        "may_undo": t("Undo"),
        "may_talk": t("Chat"),
        "is_public": t("Visible to"),
        "board": t("Board"),
    }
    return labels[name]


def _value(name: str, options: Options, t: Words) -> str:
    if name == "seats":
        return str(options.seats)
    if name == "pace":
        return time_name(_time(options), t)
    if name == "start":
        if options.start == LOT:
            return t("drawn at random")
        return t("Seat {letter}", letter=seat_letter(options.start))
    if name == "may_undo":
        return t("in your turn, until dice are rolled or cards drawn") if options.may_undo else t("never")
    if name == "may_talk":
        return t("on") if options.may_talk else t("off")
    if name == "is_public":
        return t("everyone, on the home page") if options.is_public else t("people with the link")
    return options.board or t("The usual board")


def _line(name: str, room: Room, changed: Sequence[str], agreed: Options | None, t: Words) -> Line:
    was = _value(name, agreed, t) if name in changed and agreed is not None else ""
    return Line(_label(name, t), _value(name, room.options, t), was)


def _seat_words(options: Options | None, seat: int, room: Room, t: Words) -> str:
    bot = bot_at(options, seat) if options is not None else ""
    return t("a bot: {name}", name=bot_title(room.game, bot, t.lang)) if bot else t("a person")


def _changes(room: Room, wish: Options, t: Words) -> list[Line]:
    """What a wish would change: the new value, and the one there is now."""
    lines = []
    for name in differences(room.options, wish):
        if name.startswith(SEAT):
            seat = int(name.removeprefix(SEAT))
            label = t("Seat {letter}", letter=seat_letter(seat))
            now, then = (_seat_words(options, seat, room, t) for options in (room.options, wish))
            lines.append(Line(label, then, now))
        else:
            lines.append(Line(_label(name, t), _value(name, wish, t), _value(name, room.options, t)))
    return lines

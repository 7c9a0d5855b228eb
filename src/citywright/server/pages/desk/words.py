"""The desk in words: reasons, places, acts, sanctions, moments, and what a letter says."""

from __future__ import annotations

from contextlib import suppress

from citywright.catalogue import UnknownGame, find_game
from citywright.server.desk.letters import Letter, moment_words
from citywright.server.desk.reading import Report, Sanction
from citywright.server.desk.reports import REASONS
from citywright.text import Words

__all__ = [
    "act_name",
    "earlier_reports",
    "letter_words",
    "moment_words",
    "people_found",
    "place_address",
    "place_name",
    "reason_name",
    "role_name",
    "sanction_words",
    "sanctions_had",
]


def reason_name(reason: str, t: Words) -> str:
    """Why somebody was reported."""
    return t(REASONS[reason]) if reason in REASONS else t("Appeal")


def place_name(place: str, t: Words) -> str:
    """Where it was."""
    names = {
        "table": t("at a table"),
        "room": t("in a waiting room"),
        "profile": t("on a profile"),
        "event": t("at a tournament"),
    }
    return names.get(place, "")


def place_address(report: Report) -> str:
    """Where that is on this server."""
    at = {"table": "/t/", "room": "/t/", "profile": "/people/", "event": "/events/"}.get(report.place, "")
    return f"{at}{report.place_id}" if at else ""


def role_name(role: str, t: Words) -> str:
    """What a role is called."""
    return {"moderator": t("Moderator"), "administrator": t("Administrator")}.get(role, t("none"))


def act_name(act: str, t: Words) -> str:
    """What was done, for the log and for reports that were handled."""
    names = {
        "nothing": t("Nothing had to be done"),
        "warn": t("Warned"),
        "mute": t("Muted"),
        "unmute": t("Mute lifted"),
        "suspension": t("Suspended"),
        "unsuspend": t("Suspension lifted"),
        "rename": t("Renamed"),
        "sessions": t("Logged out everywhere"),
        "role": t("Role given"),
        "delete": t("Deleted"),
        "close": t("Table closed"),
        "announce": t("Announced"),
        "unannounce": t("Announcement taken away"),
        "set": t("Limit set"),
    }
    return names.get(act, act)


def sanction_words(sanction: Sanction, t: Words) -> str:
    """What a sanction is, and until when."""
    what = t("Muted") if sanction.kind == "mute" else t("Suspended")
    since = moment_words(sanction.since)
    if sanction.until is None:
        words = t("{what} on {since}, for good", what=what, since=since)
    else:
        words = t(
            "{what} from {since} to {until}", what=what, since=since, until=moment_words(sanction.until)
        )
    if sanction.lifted is not None:
        return t("{words}; taken back on {date}", words=words, date=moment_words(sanction.lifted))
    return words


def earlier_reports(number: int, t: Words) -> str:
    """How often somebody was reported before."""
    return t.plural("{n} report about this person before", "{n} reports about this person before", number)


def sanctions_had(number: int, t: Words) -> str:
    """How many sanctions somebody ever had."""
    return t.plural("{n} sanction so far", "{n} sanctions so far", number)


def people_found(number: int, t: Words) -> str:
    """How many people were found."""
    return t.plural("{n} person", "{n} people", number)


def letter_words(letter: Letter, t: Words) -> str:
    """What a letter says, in the language of whoever reads it."""
    parts = dict(letter.parts)
    if "game" in parts:
        with suppress(UnknownGame):
            parts["game"] = find_game(parts["game"]).titles[t.lang]
    return t(letter.words, **parts)

"""What lists and pages say about a layout, in the reader's language."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from citywright.bots.balance import PlaysLike
from citywright.engine.layout.about import PRINTED, RECONSTRUCTED
from citywright.engine.layout.about import UNKNOWN as NOT_KNOWN
from citywright.engine.view import seat_letter
from citywright.server.layouts.entry import Entry, Facts
from citywright.text import Words


class WinRow(msgspec.Struct, frozen=True):
    """How often a seat won: a share and its interval, in percent."""

    seat: str
    share: int
    low: int
    high: int


def name_of(entry: Entry, t: Words) -> str:
    """What a layout is called."""
    if entry.is_usual:
        return t("The usual board")
    return entry.name or t("Board without a name")


def title_of(entry: Entry, t: Words) -> str:
    """Name and author in one line, for a choice."""
    name = name_of(entry, t)
    return t("{name}, by {author}", name=name, author=entry.author) if entry.author else name


def source_names(t: Words) -> dict[str, str]:
    """Where the values of a layout are from, in words."""
    return {PRINTED: t("printed"), RECONSTRUCTED: t("reconstructed"), NOT_KNOWN: t("unknown")}


def sureness_words(facts: Facts, t: Words) -> str:
    """How many values are how sure; empty if nothing is known of that."""
    counted = [(facts.sureness.get(source, 0), name) for source, name in source_names(t).items()]
    return ", ".join(f"{number} {name}" for number, name in counted if number)


def plays_words(found: PlaysLike | None, t: Words) -> str:
    """What it plays like in one line; empty if that is not known."""
    if found is None or found.games == found.unfinished:
        return ""
    return t(
        "{turns} turns, {winner} to {last} points",
        turns=round(found.turns),
        winner=round(found.winner),
        last=round(found.last),
    )


def win_rows(found: PlaysLike) -> list[WinRow]:
    """How often each seat won, in the order of play."""
    return [
        WinRow(seat_letter(seat), *(round(100 * part) for part in (won.share, won.low, won.high)))
        for seat, won in enumerate(found.wins)
    ]


def day_of(time: int) -> str:
    """The day of a moment."""
    return datetime.fromtimestamp(time / 1000, UTC).strftime("%Y-%m-%d")

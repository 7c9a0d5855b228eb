"""Draws the chance of a game again from its secret, as text and as data, so that anybody can check it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from citywright.engine.chance import ALL_LEFT, Draw
from citywright.engine.sentence import Sentence
from citywright.engine.state import CHANCE
from citywright.match.dealer import (
    FIRST,
    NO_NUMBER,
    SECOND,
    SECRET_BYTES,
    Dealer,
    dealer_of,
    is_number,
)
from citywright.match.match import Match
from citywright.match.record import Record, RecordError

VERSIONS = {str(version): version for version in (FIRST, SECOND)}


class Dealt(NamedTuple):
    """One chance outcome of a match: what it was, and what its dealer gives."""

    ply: int
    words: str
    honest: str  # the words of what the dealer gives
    draws: list[tuple[Draw, int]]


def dealt_again(match: Match, dealer: Dealer) -> Iterator[Dealt]:
    """Every chance outcome of a match that was not given, drawn again."""
    game = match.game
    state = game.new_state(match.seats, match.start, match.layout)
    outcomes = 0
    for number, ply in enumerate(match.plies):
        if ply.actor == CHANCE:
            if number >= match.given:
                draws = dealer.draws(state, outcomes)
                honest = dealer.outcome(state, [drawn for _, drawn in draws])
                yield Dealt(number, game.format_action(ply.code), game.format_action(honest), draws)
            outcomes += 1
        state.apply(ply.code)


def draws_as_data(match: Match, dealer: Dealer, lines: list[int] | None = None) -> dict[str, Any]:
    """The dice of a finished match as numbers, for a checker that knows no rules (docs/dice.md).

    `lines` are those of the match's record, by ply.
    """
    return {
        "game": match.game.id,
        "dealer": dealer.version,
        "numbers": list(dealer.numbers),
        "commitment": dealer.commitment,
        "secret": dealer.secret.hex(),
        "given": match.given,
        "outcomes": [
            {
                "ply": dealt.ply,
                **({} if lines is None else {"line": lines[dealt.ply]}),
                "words": dealt.words,
                "honest": dealt.honest,
                "draws": [_draw_as_data(draw, number) for draw, number in dealt.draws],
            }
            for dealt in dealt_again(match, dealer)
        ],
    }


def _draw_as_data(draw: Draw, number: int) -> dict[str, Any]:
    left = {} if draw.left == ALL_LEFT else {"left": f"{draw.left:x}"}
    return {"moment": draw.moment, "total": draw.total, **left, "number": number}


# --- what a record says ---------------------------------------------------------------


def check_headers(record: Record, seats: int) -> None:
    """Refuse a dealer that this reader does not know, and numbers that are none."""
    headers, lines = record.headers, record.header_lines
    version = headers.get("dealer", str(FIRST))
    if version not in VERSIONS:
        reason = Sentence(
            "this reader knows the dealers {known}, not {given!r}", known=" ".join(VERSIONS), given=version
        )
        raise RecordError(reason, lines["dealer"], 1)
    if VERSIONS[version] == FIRST:
        if "numbers" in headers:
            reason = Sentence("the first dealer takes no numbers of the seats")
            raise RecordError(reason, lines["numbers"], 1)
        return
    words = headers.get("numbers", "").split(" ")
    line = lines.get("numbers", lines["dealer"])
    if len(words) != seats or not all(word == NO_NUMBER or is_number(word) for word in words):
        reason = Sentence(
            "the numbers are a word for each of {n} seats, 32 hexadecimal digits or -, not {given!r}",
            n=seats,
            given=headers.get("numbers", ""),
        )
        raise RecordError(reason, line, 1)
    added = [word for word in words if word != NO_NUMBER]
    if len(set(added)) != len(added):
        raise RecordError(Sentence("two seats added the same number"), line, 1)


def dealer_named(record: Record) -> Dealer | None:
    """The dealer that a record names, whatever it was committed to; none if the secret is not told."""
    headers = record.headers
    if not re.fullmatch(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", headers.get("secret", "")):
        return None
    version = VERSIONS[headers.get("dealer", str(FIRST))]
    return dealer_of(version, bytes.fromhex(headers["secret"]), headers["game"], headers.get("numbers", ""))


def dealer_in(record: Record) -> Dealer:
    """The dealer of a record that tells its secret, which must be the one it was committed to."""
    lines = record.header_lines
    dealer = dealer_named(record)
    if dealer is None:
        n = 2 * SECRET_BYTES
        raise RecordError(Sentence("a secret has {n} hexadecimal digits", n=n), lines["secret"], 1)
    if record.headers.get("commitment") != dealer.commitment:
        line = lines.get("commitment", lines["secret"])
        raise RecordError(Sentence("the commitment is not the SHA-256 of the secret"), line, 1)
    return dealer


def check_dice(record: Record, match: Match) -> None:
    """Draw every chance outcome of a record again from the published secret."""
    for dealt in dealt_again(match, dealer_in(record)):
        if dealt.words != dealt.honest:
            reason = Sentence(
                "the secret gives {honest!r}, the record says {words!r}",
                honest=dealt.honest,
                words=dealt.words,
            )
            raise RecordError(reason, record.actions[dealt.ply][2], 3)

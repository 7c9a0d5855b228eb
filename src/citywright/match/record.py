"""The game record as text: headers in brackets, then one line per action. Does not check the rules.

The reader raises only RecordError, which names the line and column of what is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from citywright.engine.sentence import Sentence
from citywright.engine.state import LOT
from citywright.engine.view import SEAT_LETTERS, seat_letter
from citywright.match.dealer import FIRST, Dealer
from citywright.match.match import Match, layout_hash

MAX_BYTES = 4_000_000
MAX_LINE = 4000
MAX_VALUE = 200  # characters in the value of a header
MAX_NUMBERS = 263  # in that of `numbers`: eight numbers of 32 digits
MAX_ACTIONS = 200_000
FORMAT = "1"
HEADERS = (
    "citywright",
    "game",
    "rules",
    "seats",
    "start",
    "layout",
    "viewer",
    "given",
    "dealer",
    "numbers",
    "commitment",
    "secret",
    "scores",
    "end",
)
REQUIRED = ("citywright", "game", "rules", "seats", "start", "layout")

_HEADER = re.compile(r'\[([a-z]+|[A-H]) ("(?:[^"\\]|\\.)*")\]')
_ACTION = re.compile(r"([A-H*]) (\S+(?: \S+)*)")


class RecordError(ValueError):
    """What is wrong with a record, and where: line and column count from 1; 0 means the whole file."""

    def __init__(self, reason: Sentence, line: int = 0, column: int = 0) -> None:
        self._reason = reason
        self.message = reason
        if line:
            self.message = Sentence(
                "line {line}, column {column}: {reason}", line=line, column=column, reason=reason
            )
        super().__init__(self.message)
        self.reason = str(reason)
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[RecordError], tuple[Sentence, int, int]]:
        """How it comes back from another process."""
        return RecordError, (self._reason, self.line, self.column)


@dataclass
class Record:
    """A record as it was read. Nothing in it has been checked against the rules."""

    headers: dict[str, str] = field(default_factory=dict)
    header_lines: dict[str, int] = field(default_factory=dict)
    layout_text: str | None = None
    actions: list[tuple[str, str, int]] = field(default_factory=list)  # actor, words, line
    last_line: int = 0


# --- reading


def parse_record(source: str | bytes) -> Record:
    """Read the text of a record."""
    text = _decode(source)
    record = Record()
    layout_lines: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.replace("\t", " ").isprintable():
            column = next(i for i, char in enumerate(line, 1) if not char.isprintable() and char != "\t")
            raise RecordError(Sentence("a character that cannot be printed"), number, column)
        if len(line) > MAX_LINE and not line.startswith("|"):
            reason = Sentence("the line is longer than {most} characters", most=MAX_LINE)
            raise RecordError(reason, number, MAX_LINE + 1)
        if line.startswith("|"):
            layout_lines.append(line[2:])
        elif line.startswith("["):
            _parse_header(record, line, number)
        elif line and line[0] not in "#;":
            _parse_action(record, line, number)
        if line:
            record.last_line = number
    for name in REQUIRED:
        if name not in record.headers:
            raise RecordError(Sentence("the header [{name} …] is missing", name=name), 1, 1)
    if layout_lines:
        record.layout_text = "\n".join(layout_lines) + "\n"
    return record


def _decode(source: str | bytes) -> str:
    if len(source) > MAX_BYTES:
        raise RecordError(
            Sentence("a record has at most {most} bytes, this one {n}", most=MAX_BYTES, n=len(source))
        )
    if isinstance(source, str):
        return source.replace("\r\n", "\n")
    try:
        return source.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        column = error.start - source.rfind(b"\n", 0, error.start)
        raise RecordError(Sentence("this is not UTF-8 text"), line, column) from None


def _parse_header(record: Record, line: str, number: int) -> None:
    if record.actions:
        raise RecordError(Sentence("a header after the first action"), number, 1)
    match = _HEADER.fullmatch(line)
    if match is None:
        raise RecordError(Sentence('a header looks like [name "value"]'), number, 1)
    name = match[1]
    if name not in HEADERS and name not in SEAT_LETTERS:
        reason = Sentence(
            "there is no header {name!r}; the headers are {known}, A, B …",
            name=name,
            known=", ".join(HEADERS),
        )
        raise RecordError(reason, number, 2)
    if name in record.headers:
        raise RecordError(Sentence("the header {name!r} is there twice", name=name), number, 2)
    try:
        value = json.loads(match[2])
    except ValueError:
        reason = Sentence("the value is not a quoted string")
        raise RecordError(reason, number, match.start(2) + 1) from None
    if not value.isprintable():  # written as an escape: control characters, halves of a character
        raise RecordError(Sentence("a character that cannot be printed"), number, match.start(2) + 1)
    most = MAX_NUMBERS if name == "numbers" else MAX_VALUE
    if len(value) > most:
        reason = Sentence("the value is longer than {most} characters", most=most)
        raise RecordError(reason, number, match.start(2) + 1)
    record.headers[name] = value
    record.header_lines[name] = number


def _parse_action(record: Record, line: str, number: int) -> None:
    match = _ACTION.fullmatch(line)
    if match is None:
        reason = Sentence("an action is a seat letter or *, a space and words with single spaces")
        raise RecordError(reason, number, 1)
    if len(record.actions) == MAX_ACTIONS:
        raise RecordError(Sentence("a record has at most {most} actions", most=MAX_ACTIONS), number, 1)
    record.actions.append((match[1], match[2], number))


# --- writing


def format_record(match: Match, viewer: int | None = None) -> str:
    """The record of a match; for a `viewer` (CHANCE: a spectator) without what this viewer may not know."""
    codes = [ply.code for ply in match.plies] if viewer is None else match.seen_codes(viewer)
    words = map(match.game.format_action, codes)
    actions = [(played.turn, played.actor, said) for played, said in zip(match.plies, words, strict=True)]
    return _format(match, viewer, actions)


def format_actions(match: Match, dealer: Dealer | None, actions: Iterable[tuple[int, str]]) -> str:
    """The record of a match that was played before: its actors and actions are trusted, and all are told.

    They are applied to `match`, which has not begun: much quicker than playing them. Without a dealer the
    record names no commitment: its chance outcomes can be checked against the rules, not against a secret.
    """
    state, played = match.state, []
    for actor, words in actions:
        played.append((state.turns(), actor, words))
        state.apply(match.game.parse_action(words))
    match.dealer = dealer
    return _format(match, None, played)


def _format(match: Match, viewer: int | None, actions: Iterable[tuple[int, int, str]]) -> str:
    """A record from the turn, the actor and the words of each action."""
    lines = [
        f"[{name} {json.dumps(value, ensure_ascii=False)}]"
        for name, value in headers_of(match, viewer).items()
    ]
    if not match.has_default_layout:
        lines += [f"| {line}" for line in match.layout.source.rstrip("\n").split("\n")]
    now = 0
    lines.append("")
    for turn, actor, words in actions:
        if turn != now:
            now = turn
            lines.append(f"# turn {turn}")
        lines.append(f"{seat_letter(actor)} {words}")
    return "\n".join(lines) + "\n"


def headers_of(match: Match, viewer: int | None = None) -> dict[str, str]:
    """The headers of the record of a match, as it is for a viewer."""
    headers = {
        "citywright": FORMAT,
        "game": match.game.id,
        "rules": str(match.game.rules_version),
        "seats": str(match.seats),
        "start": "lot" if match.start == LOT else seat_letter(match.start),
        "layout": layout_hash(match.layout),
    }
    if viewer is not None and not match.over and match.game.has_secrets:
        headers["viewer"] = seat_letter(viewer)
    if match.given:
        headers["given"] = str(match.given)
    headers |= {seat_letter(seat): name for seat, name in enumerate(match.names)}
    if match.dealer is not None:
        if match.dealer.version != FIRST:
            headers["dealer"] = str(match.dealer.version)
            headers["numbers"] = " ".join(match.dealer.numbers)
        headers["commitment"] = match.dealer.commitment
    if match.over:
        if match.secret is not None:
            headers["secret"] = match.secret
        headers["scores"] = " ".join(str(score) for score in match.state.scores())
        headers["end"] = match.state.standing().reason
    return headers

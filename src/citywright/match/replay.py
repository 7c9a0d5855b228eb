"""Turns a record back into a match: replays it under the rules and checks everything it states."""

from __future__ import annotations

import re

from citywright.catalogue import UnknownGame, find_game, games
from citywright.engine.game import Game, LayoutError, NotationError
from citywright.engine.sentence import Sentence
from citywright.engine.state import CHANCE, LOT
from citywright.engine.view import SEAT_LETTERS
from citywright.match.dice import check_dice, check_headers
from citywright.match.match import Match, MatchError, layout_hash, older_layout_hash
from citywright.match.record import FORMAT, Record, RecordError


def replay(record: Record, plies: int | None = None, *, game: Game | None = None) -> Match:
    """The match a record tells of, every action checked, up to a ply or to its end.

    The game is looked up in the catalogue unless it is given.
    """
    match = _open_match(record, game)
    for actor, words, line in record.actions[: len(record.actions) if plies is None else plies]:
        try:
            code = match.game.parse_action(words)
        except NotationError as error:
            reason = Sentence("this cannot be read: {problem}", problem=str(error))
            raise RecordError(reason, line, 3) from None
        try:
            if actor == "*":
                match.play_chance(code)
            else:
                match.play(SEAT_LETTERS.index(actor), code)
        except MatchError as error:
            raise RecordError(error.message, line, 1) from None
        except Exception as error:
            if match.viewer is None:
                raise
            reason = Sentence(
                "{words!r} cannot have happened here ({problem})", words=words, problem=str(error)
            )
            raise RecordError(reason, line, 3) from None
    match.given = min(_given_in(record), match.ply)
    return match


def _given_in(record: Record) -> int:
    """How many plies of a record were set up, so that no secret answers for what chance brought in them."""
    number = record.headers.get("given", "0")
    if not re.fullmatch(r"\d{1,6}", number) or int(number) > len(record.actions):
        most = len(record.actions)
        reason = Sentence("the given plies are a number up to {most}, not {given!r}", most=most, given=number)
        raise _wrong(record, "given", reason)
    return int(number)


def _open_match(record: Record, own_game: Game | None) -> Match:
    """The match before its first action, from the headers, of the caller's game or one of the catalogue."""
    headers = record.headers

    def wrong(name: str, reason: Sentence) -> RecordError:
        return _wrong(record, name, reason)

    if headers["citywright"] != FORMAT:
        raise wrong(
            "citywright",
            Sentence(
                "this reader knows record format {known}, not {given!r}",
                known=FORMAT,
                given=headers["citywright"],
            ),
        )
    game = _game_of(record, own_game)
    versions = {str(version): version for version in game.rules_versions()}
    if headers["rules"] not in versions:
        raise wrong(
            "rules",
            Sentence(
                "written under rules version {given!r}, this program knows {known}",
                given=headers["rules"],
                known=", ".join(versions),
            ),
        )
    game = game.under_rules(versions[headers["rules"]])
    seats = _seats_of(record, game)
    check_headers(record, seats)
    layout = _layout_of(record, game)
    letters = SEAT_LETTERS[:seats]
    for name in record.headers:
        if name in SEAT_LETTERS and name not in letters:
            raise wrong(name, Sentence("there is no seat {seat} among {n} seats", seat=name, n=seats))
    if headers["start"] != "lot" and headers["start"] not in list(letters):
        reason = Sentence("the start player is lot or a seat, not {given!r}", given=headers["start"])
        raise wrong("start", reason)
    start = LOT if headers["start"] == "lot" else letters.index(headers["start"])
    viewer = None
    if "viewer" in headers:
        if headers["viewer"] not in ["*", *letters]:
            reason = Sentence("the viewer is a seat or *, not {given!r}", given=headers["viewer"])
            raise wrong("viewer", reason)
        viewer = CHANCE if headers["viewer"] == "*" else letters.index(headers["viewer"])
    names = [headers.get(letter, letter) for letter in letters]
    return Match(game, seats, start=start, layout=layout, names=names, viewer=viewer)


def _wrong(record: Record, header: str, reason: Sentence) -> RecordError:
    return RecordError(reason, record.header_lines.get(header, 1), 1)


def _game_of(record: Record, own_game: Game | None) -> Game:
    """The caller's game if the record is of it, else the one of the catalogue."""
    name = record.headers["game"]
    if own_game is not None and own_game.id == name:
        return own_game
    try:
        return find_game(name)
    except UnknownGame:
        raise _wrong(record, "game", no_such_game(name)) from None


def _seats_of(record: Record, game: Game) -> int:
    """The number of seats."""
    digit = record.headers["seats"]
    if not re.fullmatch(r"[1-8]", digit):
        raise _wrong(record, "seats", Sentence("the number of seats is a digit, not {given!r}", given=digit))
    seats = int(digit)
    if not game.min_seats <= seats <= game.max_seats:
        reason = Sentence(
            "{game} is for {least} to {most} seats, not {n}",
            game=game.id,
            least=game.min_seats,
            most=game.max_seats,
            n=seats,
        )
        raise _wrong(record, "seats", reason)
    return seats


def no_such_game(game_id: str) -> Sentence:
    """The message for an unknown game."""
    return Sentence(
        "there is no game {game!r}; the games are {games}", game=game_id[:60], games=", ".join(games())
    )


def _layout_of(record: Record, game: Game) -> object:
    """The layout of a record; its hash must be the one that the record names."""
    line = record.header_lines["layout"]
    try:
        layout = game.layout(record.layout_text)
    except LayoutError as error:
        reason = Sentence("the layout in the record: {problem}", problem=str(error))
        raise RecordError(reason, line, 1) from None
    if record.headers["layout"] not in (layout_hash(layout), older_layout_hash(layout)):
        hashes = {"named": record.headers["layout"], "found": layout_hash(layout)}
        reason = (
            Sentence("the record names layout {named}, the one carried along is {found}", **hashes)
            if record.layout_text is not None
            else Sentence(
                "the record names layout {named}, the one of this version of the game is {found}", **hashes
            )
        )
        raise RecordError(reason, line, 1)
    return layout


# --- checking -------------------------------------------------------------------------


def verify(record: Record, *, game: Game | None = None) -> Match:
    """Replay a record and check everything it claims: legality, dice, commitment, scores and end.

    The game is looked up in the catalogue unless it is given.
    """
    match = replay(record, game=game)
    headers, lines = record.headers, record.header_lines
    if "secret" in headers:
        check_dice(record, match)
    claims = [name for name in ("scores", "end") if name in headers]
    if match.over and not claims:
        reason = Sentence("the game is over, but the record claims no scores and no end")
        raise RecordError(reason, record.last_line, 1)
    if claims and not match.over:
        reason = Sentence(
            "the record claims its game is over, but it stops at ply {ply}, before the end", ply=match.ply
        )
        raise RecordError(reason, record.last_line, 1)
    if match.over:
        scores = " ".join(str(score) for score in match.state.scores())
        end = match.state.standing().reason
        if headers.get("scores") != scores:
            claimed = headers.get("scores")
            reason = Sentence("the scores are {scores}, not {given}", scores=scores, given=claimed)
            raise RecordError(reason, lines.get("scores", 1), 1)
        if headers.get("end") != end:
            reason = Sentence("the game ended by {end!r}, not {given!r}", end=end, given=headers.get("end"))
            raise RecordError(reason, lines.get("end", 1), 1)
    return match

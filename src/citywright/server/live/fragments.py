"""The parts of the table page that change during play: what they show. Templates make the HTML of it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from citywright.draw.facts import Fact
from citywright.engine.game import Game
from citywright.engine.recent import Recent
from citywright.engine.view import View, seat_letter
from citywright.game_parts import moments_of, text_of
from citywright.match.match import Ply
from citywright.ratings import shown
from citywright.server.known.visibility import Asker
from citywright.server.live.dice_words import DiceStory, story_of
from citywright.server.live.score_sheet import plot, score_table
from citywright.server.tables.bot_choices import bot_title
from citywright.server.tables.clocks import running_seat
from citywright.server.tables.deadlines import deadline_of
from citywright.server.tables.lists import TableSummary
from citywright.server.tables.table import Seat, Table
from citywright.server.templates import fragment
from citywright.text import Words

HOUR = 3600  # seconds
SOON = 30  # the same: a clock that has less is shown as a warning
TICKER_PLIES = 60  # so many are searched for the last sentence
TURN = "turn"  # the event with which all games begin a turn: nothing has been done yet


class SeatClock(NamedTuple):
    """The time a seat has for the whole game."""

    left: str  # when it last stood still
    until: int  # if it runs, when it is used up, in milliseconds since 1970; else 0
    soon: int  # so many seconds before that there is a warning


class RatingChange(NamedTuple):
    """What a game has changed for somebody, as people are shown it."""

    seat: int
    name: str
    before: int
    after: int
    is_absent: bool


class FinishedGame(NamedTuple):
    """What follows a finished game."""

    table_id: str
    headline: str
    reason: str
    sheet: str  # HTML
    plot: str  # HTML
    rematch_id: str | None
    may_rematch: bool
    results: str  # the address of the results, if it was a deal of the day
    dice: DiceStory | None  # none: chance was not dealt here
    secret: str  # empty: it is not told yet
    changes: tuple[RatingChange, ...]  # of those whose ratings the viewer may see
    others: tuple[tuple[int, str], ...]  # seats and names of the people the viewer has played with
    uncounted: str  # why ratings stay as they were; empty: they do not, or it is not known yet


def names_of(table: Table | TableSummary, t: Words) -> tuple[str, ...]:
    """What everybody is called on the page."""
    return tuple([seat_name(table, seat, t) for seat in range(len(table.seats))])


def seat_name(table: Table | TableSummary, number: int, t: Words) -> str:
    """A person's name, a bot's, or that nobody has come yet."""
    seat = table.seats[number]
    if seat.bot is not None:
        return t("Bot {letter}", letter=seat_letter(number))
    return seat.name or t("Open seat {letter}", letter=seat_letter(number))


def rule_link(game: Game, rule: str, lang: str) -> str:
    """A link to a rule by its id; the page opens it beside the board."""
    return fragment("macros.html", "rule_link", lang, game.id, rule) if rule else ""


def seat(table: Table, number: int, viewer: int, name: str, t: Words) -> str:
    """Who sits at a place, who is to act, who is here. Points and facts inside it are sent by themselves."""
    held = table.seats[number]
    actor = table.match.actor
    return fragment(
        "table.html",
        "seat",
        t.lang,
        number,
        name,
        _presence(held, table.present()),
        "" if held.bot is None else bot_title(table.game, held.bot, t.lang),
        number == actor,
        number == viewer,
        held.invitation if held.is_open and viewer >= 0 else "",
        place_in_line(number, viewer, actor, len(table.seats)),
        _clock(table, number),
    )


def _clock(table: Table, number: int) -> SeatClock | None:
    """What is left of a seat's time for the whole game, if there is such a time and the game is not over."""
    left = table.seats[number].time_left
    if left is None or table.match.over:
        return None
    until = deadline_of(table) if running_seat(table) == number else None
    return SeatClock(spelled(left), until or 0, HOUR if table.terms.is_over_days else SOON)


def spelled(milliseconds: int) -> str:
    """How much time is left, as countdown.js writes it."""
    seconds = milliseconds // 1000
    if seconds >= 2 * 24 * HOUR:
        return f"{seconds // (24 * HOUR)} d"
    if seconds >= HOUR:
        return f"{seconds // HOUR} h {seconds % HOUR // 60} min"
    return f"{seconds // 60}:{seconds % 60:02}"


def points(number: int, points_of_seat: int, t: Words) -> str:
    """The points of a seat."""
    return fragment("table.html", "points", t.lang, number, points_of_seat)


def place_in_line(number: int, viewer: int, actor: int, seats: int) -> int:
    """Where a seat stands among the others: the viewer's own first, then in turn from the one that acts."""
    if number == viewer:
        return 0
    first = actor if actor >= 0 and actor != viewer else viewer + 1
    return 1 + (number - first) % seats


def facts_line(facts: tuple[Fact, ...], t: Words) -> str:
    """Facts as drawings with short values, for a page that does not change."""
    return fragment("table.html", "whole_facts_line", t.lang, facts)


def now(facts: tuple[Fact, ...], t: Words) -> str:
    """What all share, in one line."""
    return fragment("table.html", "now", t.lang, not facts)


def ticker(game: Game, plies: Sequence[Ply], names: Sequence[str], t: Words) -> str:
    """The last thing that somebody did and is worth a sentence: for a page until its script knows better."""
    text = text_of(game)
    for ply in reversed([ply for ply in plies[-TICKER_PLIES:] if ply.actor >= 0]):
        action = game.format_action(ply.code)
        for event in reversed(ply.events):
            sentence = "" if event.name == TURN else text.sentence(event, names, t.lang, action)
            if sentence:
                return fragment("table.html", "ticker", t.lang, event.seat, sentence)
    return fragment("table.html", "ticker", t.lang, -1, "")


def _presence(seat: Seat, present: set[int]) -> str:
    """Who is there: a bot, nobody yet (`open`), or a person, `here` or `away`."""
    if seat.playing_bot is not None:
        return "bot"
    if seat.is_open:
        return "open"
    return "here" if seat.number in present else "away"


def prompt(table: Table, view: View, viewer: int, names: Sequence[str], t: Words) -> str:
    """What is awaited, and of whom."""
    actor = table.match.actor
    if actor >= 0 and table.seats[actor].is_open:
        words = t("Waiting for someone to take seat {letter}.", letter=seat_letter(actor))
    else:
        words = text_of(table.game).prompt(view, t.lang, names)
    return fragment("table.html", "prompt", t.lang, words, actor == viewer)


def tools(table: Table, viewer: int, t: Words) -> str:
    """Undo, where it is possible."""
    can_undo = viewer >= 0 and table.terms.may_undo and table.match.can_undo(viewer)
    return fragment("table.html", "tools", t.lang, can_undo)


def choices(game: Game, view: View, t: Words) -> str:
    """Every possible action as a button: for games without a picture, and for pages without script."""
    text = text_of(game)
    actions = tuple(
        (choice.action, text.action_title(choice.action, view, t.lang)) for choice in view.choices
    )
    return fragment("table.html", "choices", t.lang, actions)


_LOG: Recent[str] = Recent(4096)


def log_entry(game: Game, number: int, ply: Ply, names: tuple[str, ...], lang: str) -> str:
    """The log's sentences about one ply: one element, hidden when there is nothing to say.

    Where nothing is secret all who watch share it.
    """
    return _LOG.get((game.id, number, ply, names, lang), lambda: _log_entry(game, number, ply, names, lang))


def _log_entry(game: Game, number: int, ply: Ply, names: tuple[str, ...], lang: str) -> str:
    lines = _log_lines(game, ply, names, lang)
    about = f'data-turn="{ply.turn}" data-actor="{ply.actor}"'
    return f'<div id="log-{number}" {about}{"" if lines else " hidden"}>{lines}</div>'


def _log_lines(game: Game, ply: Ply, names: tuple[str, ...], lang: str) -> str:
    """Written without a template: there is one for every ply of every table."""
    text = text_of(game)
    action = game.format_action(ply.code)
    moments = moments_of(game)
    lines = ""
    for event in ply.events:
        sentence = text.sentence(event, names, lang, action)
        if sentence:
            whose = event.seat if event.seat >= 0 else "nobody"
            about = f' data-points="{event.points}"' if event.points else ""
            if event.name == TURN:
                about += " data-opens"
            if event.name in moments:
                about += f' data-moment="{moments[event.name]}"'
            link = rule_link(game, event.rule, lang)
            lines += f'<p class="of-{whose}"{about}>{escape(sentence)} {link}</p>'
    return lines


def _winner(table: Table, viewer: int, names: tuple[str, ...], t: Words) -> str:
    """Who has won; a winner is told so, unless several people look at the same screen."""
    winners = [seat for seat, rank in enumerate(table.match.state.standing().ranks) if rank == 1]
    if len(winners) > 1:
        return t("{names} share the win", names=" & ".join(names[seat] for seat in winners))
    if winners == [viewer] and not table.terms.one_screen:
        return t("You win!")
    return t("{name} wins", name=names[winners[0]])


def ending(table: Table, viewer: int, t: Words) -> str:
    """The score sheet, the points over the turns, the rematch and the secret; nothing while the game runs."""
    match = table.match
    if not match.over:
        return fragment("ending.html", "ending", t.lang, None)
    standing = match.state.standing()
    names = names_of(table, t)
    game = FinishedGame(
        table_id=table.id,
        headline=_winner(table, viewer, names, t),
        reason=text_of(table.game).end_reason(standing.reason, t.lang),
        sheet=score_table(match, names, t, profiles_of(table)),
        plot=plot(match, names, t),
        rematch_id=table.rematch_id,
        may_rematch=viewer >= 0 and not table.terms.deal,
        results=f"/deals/{table.terms.deal}/{table.game.id}" if table.terms.deal else "",
        dice=story_of(match.dealer, names, table.terms.deal, t),
        secret=match.secret or "",
        changes=_rating_changes(table, viewer, names),
        others=_others(table, viewer, names),
        uncounted=table.rated.uncounted if table.rated else "",
    )
    return fragment("ending.html", "ending", t.lang, game)


def _others(table: Table, viewer: int, names: Sequence[str]) -> tuple[tuple[int, str], ...]:
    """Everybody else who has played, for somebody who has."""
    if viewer < 0 or table.terms.one_screen:
        return ()
    own = table.seats[viewer].guest_id
    people = (seat for seat in table.seats if seat.guest_id and seat.guest_id != own)
    return tuple((seat.number, names[seat.number]) for seat in people)


def profiles_of(table: Table) -> tuple[str, ...]:
    """For each seat whose profile there is: the id of somebody with an account, else nothing."""
    return tuple(seat.guest_id or "" if seat.has_account else "" for seat in table.seats)


def _rating_changes(table: Table, viewer: int, names: Sequence[str]) -> tuple[RatingChange, ...]:
    """How ratings have changed, as far as a viewer may see them; guests see their own."""
    if table.rated is None:
        return ()
    has_account = viewer >= 0 and table.seats[viewer].has_account
    return tuple(
        RatingChange(seat, names[seat], shown(rated.before[0]), shown(rated.after[0]), rated.is_absent)
        for seat, rated in enumerate(table.rated.seats)
        if seat == viewer
        or table.seats[seat].bot is not None
        or (table.seats[seat].has_account and Asker(None, has_account).may_see(rated.seen_by, None))
    )

"""Pieces of the table page that change during play, as HTML. All that comes from people is escaped."""

from __future__ import annotations

from html import escape

from citywright.engine.game import Game
from citywright.engine.view import View, seat_letter
from citywright.game_parts import text_of
from citywright.server.live.score_sheet import plot, score_table
from citywright.server.tables.bot_choices import bot_title
from citywright.server.tables.lists import TableSummary
from citywright.server.tables.table import Seat, Table
from citywright.text import Words


def names_of(table: Table | TableSummary, t: Words) -> list[str]:
    """What everybody is called on the page."""
    return [seat_name(table, seat, t) for seat in range(len(table.seats))]


def seat_name(table: Table | TableSummary, number: int, t: Words) -> str:
    """A person's name, a bot's, or that nobody has come yet."""
    seat = table.seats[number]
    if seat.bot is not None:
        return t("Bot {letter}", letter=seat_letter(number))
    return seat.name or t("Open seat {letter}", letter=seat_letter(number))


def rule_link(game: Game, rule: str, lang: str) -> str:
    """A link to a rule by its id; the page opens it beside the board."""
    if not rule:
        return ""
    name = escape(rule)
    return f'<a class="rule" href="/rules/{game.id}?lang={lang}#{name}" data-rule="{name}">{name}</a>'


def seats(table: Table, viewer: int, names: list[str], t: Words) -> str:
    """Who sits where, their points, who is to act and who is here."""
    present = table.present()
    scores = table.match.state.scores()
    items = [_seat(table, seat, viewer, names, scores, present, t) for seat in table.seats]
    label = t("Players")
    return f'<ol id="seats" aria-label="{label}">{"".join(items)}</ol>'


def _seat(
    table: Table, seat: Seat, viewer: int, names: list[str], scores: list[int], present: set[int], t: Words
) -> str:
    number = seat.number
    acting = table.match.actor == number
    if seat.bot is not None:
        here, state = "bot", t("a bot: {name}", name=bot_title(table.game, seat.bot, t.lang))
    elif seat.is_open and seat.deputy is None:
        here, state = "open", t("nobody yet")
    elif seat.deputy is not None:
        here, state = "bot", t("a bot plays until {name} returns", name=names[number])
    elif number in present:
        here, state = "here", t("connected")
    else:
        here, state = "away", t("not connected")
    classes = f"seat{' acting' if acting else ''}{' own' if number == viewer else ''}"
    state, points = escape(state), t("points")
    item = (
        f'<li id="seat-{number}" class="{classes}"{" aria-current=true" if acting else ""}>'
        f'<span class="mark mark-{number}" aria-hidden="true">{seat_letter(number)}</span>'
        f'<span class="name">{escape(names[number])}</span>'
        f'<span class="presence {here}" role="img" aria-label="{state}" title="{state}"></span>'
        f'<span class="points" id="points-{number}"><span data-count>{scores[number]}</span>'
        f'<span class="visually-hidden"> {points}</span></span>'
    )
    if acting:
        item += '<span class="visually-hidden">' + t("to act") + "</span>"
    if seat.is_open and viewer >= 0:
        link = f"/sit/{seat.invitation}"
        item += f'<a class="invite" href="{link}" data-copy="{link}">' + t("Invitation link") + "</a>"
    return item + "</li>"


def prompt(table: Table, view: View, viewer: int, names: list[str], t: Words) -> str:
    """What is awaited, and of whom."""
    actor = table.match.actor
    if actor >= 0 and table.seats[actor].is_open:
        said = t("Waiting for someone to take seat {letter}.", letter=seat_letter(actor))
    else:
        said = text_of(table.game).prompt(view, t.lang, names)
    yours = " yours" if actor == viewer else ""
    return f'<p id="prompt" class="prompt{yours}">{escape(said)}</p>'


def tools(table: Table, viewer: int, t: Words) -> str:
    """Undo, where it is possible."""
    hidden = "" if viewer >= 0 and table.terms.may_undo and table.match.can_undo(viewer) else " hidden"
    return (
        f'<div id="tools"><button type="button" id="undo" data-do="undo"{hidden}>'
        '<span aria-hidden="true">↶</span> <span>' + t("Undo") + "</span></button></div>"
    )


def choices(game: Game, view: View, t: Words) -> str:
    """Every possible action as a button: for games without a picture, and for pages without script."""
    wording = text_of(game)
    buttons = "".join(
        f'<li><button name="words" value="{escape(choice.action)}" data-action="{escape(choice.action)}">'
        f"{escape(wording.action_title(choice.action, view, t.lang))}</button></li>"
        for choice in view.choices
    )
    return f'<ul id="choices" class="choices">{buttons}</ul>'


def ending(table: Table, viewer: int, t: Words) -> str:
    """The score sheet, the points over the turns, the rematch and the secret; nothing while the game runs."""
    if not table.match.over:
        return '<section id="ending" hidden></section>'
    match = table.match
    standing = match.state.standing()
    winners = [seat_name(table, seat, t) for seat, rank in enumerate(standing.ranks) if rank == 1]
    if len(winners) == 1:
        headline = t("{name} wins", name=winners[0])
    else:
        headline = t("{names} share the win", names=" & ".join(winners))
    reason = escape(text_of(table.game).end_reason(standing.reason, t.lang))
    names = names_of(table, t)
    return (
        '<section id="ending" tabindex="-1" aria-labelledby="ending-title">'
        f'<h2 id="ending-title">{escape(headline)}</h2><p class="reason">{reason}</p>'
        f"{score_table(match, names, t)}{plot(match, names, t)}"
        f"{_rematch(table, viewer, t)}{_look_back(table, t)}{_fairness(table, t)}</section>"
    )


def _rematch(table: Table, viewer: int, t: Words) -> str:
    if table.rematch_id is not None:
        words = t("To the rematch")
        return f'<p><a class="main-button" href="/t/{table.rematch_id}">{words}</a></p>'
    if viewer < 0:
        return ""
    words = t("Rematch")
    return (
        f'<form method="post" action="/t/{table.id}/rematch">'
        f'<button class="main-button">{words}</button></form>'
    )


def _look_back(table: Table, t: Words) -> str:
    """To the page that steps through the game."""
    words = t("Look back, move by move")
    return f'<p><a class="plain-button" href="/look/{table.id}">{words}</a></p>'


def _fairness(table: Table, t: Words) -> str:
    """How anyone can check that no die was turned."""
    dealer = table.match.dealer
    if dealer is None:
        return ""
    question = t("Were the dice fair?")
    sealed = t("All chance comes from one secret. Its SHA-256 was shown before the first move:")
    opened = t("Now the game is over, here is the secret itself:")
    check = t("Check the record: every die, card and tile is drawn again from the secret.")
    download = t("Download the record")
    return (
        f'<details class="fairness"><summary>{question}</summary>'
        f'<p>{sealed}</p><p><code class="commitment">{dealer.commitment}</code></p>'
        f'<p>{opened}</p><p><code class="secret">{dealer.secret.hex()}</code></p>'
        f'<p>{check}</p><p><a href="/t/{table.id}/record" download>{download}</a> · '
        f"<code>citywright verify {table.id}.txt</code></p></details>"
    )

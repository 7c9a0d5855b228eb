"""The page of a seat in one language: its elements by id, and after each ply only those that changed.

All viewers of a seat in that language share one `SeatPage`, so everything is drawn once for them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

import msgspec

from citywright.draw.kept import Kept
from citywright.draw.panel import MAIN, OTHER, SIDE, TRAY, Panel, panel_svg
from citywright.draw.symbols import definition, sheet
from citywright.engine.view import View
from citywright.game_parts import drawing_of, drawn_again, is_drawn
from citywright.match.match import Ply
from citywright.server.language import words_of
from citywright.server.live import fragments
from citywright.server.live.changes import Change, Position, Sent, panel_change, prepared
from citywright.server.live.chat_log import chat_element
from citywright.server.live.seat_controls import pass_screen, seat_controls, tutorial_advice
from citywright.server.tables.deadlines import deadline_of
from citywright.server.tables.player_actions import callable_from
from citywright.server.tables.table import Table
from citywright.server.templates import macro

ROLES = (MAIN, TRAY, SIDE, OTHER)
LOW = 1.35  # a large screen shows panels at once whose heights, in widths, add up to less
LOG_SHOWN = 150

NOWHERE: Position = (-1, -1)  # where a page is before it is drawn


class SeatPage:
    """The seat's (CHANCE: a spectator's) view of a table in one language."""

    def __init__(self, table: Table, seat: int, lang: str) -> None:
        self.table = table
        self.seat = seat
        self.lang = lang
        self.at: Position = NOWHERE
        self.drawn = 0.0  # when, by time.monotonic()
        self.is_behind = False  # is there a change that it has not been sent yet?
        self._could_act = True  # when it was drawn
        self._seats: object = None  # those whose names are the next
        self._names: tuple[str, ...] = ()
        self._around: tuple[object, ...] = ()  # what the elements around the board were made from
        self._elements: dict[str, str] = {}  # everything but the panels
        self._panels: list[Panel] = []
        self._kept = Kept()
        self._plies: list[Ply] = []
        self._log: list[str] = []  # the entries a page shows: of a long game the end only
        self._log_from = 0  # the ply of the first of them
        self._sent = Sent()
        self._draw(Change(NOWHERE))

    # --- updating ----------------------------------------------------------------------

    def update(self) -> bytes | None:
        """Bring the page up to date; the frame for those who saw it before, None if nothing has changed."""
        since = self.at
        change = Change(self.table.at, since)
        elements = self._draw(change)
        if not (elements or change.drop or change.offers) and since == self.at:
            return None
        self._sent.fill(change, elements)
        change.log = self._log[max(0, change.keep - self._log_from) :]
        change.yours, change.over = self.is_to_act, self.table.match.over
        change.again = self._moved(change.keep)
        self._log_from += len(self._log[:-LOG_SHOWN])
        del self._log[:-LOG_SHOWN]
        return msgspec.json.encode(change)

    def _draw(self, change: Change) -> dict[str, str]:
        """Draw what may have changed; returns the elements that have, and notes the rest in the change."""
        table = self.table
        since, self.at = self.at, table.at
        self.drawn, self.is_behind, self._could_act = time.monotonic(), False, self.is_to_act
        if self._seats is not table.seats:  # they are never changed, but exchanged for others
            self._seats, self._names = table.seats, fragments.names_of(table, words_of(self.lang))
        elements = self._update_panels(change)
        for id_, html in self._other_elements():
            if self._elements.get(id_) != html:
                self._elements[id_] = elements[id_] = html
        change.keep = self._update_log(since)
        return elements

    def _moved(self, keep: int) -> list[str]:
        """The ids of the parts that plies from `keep` on moved."""
        game = self.table.game
        return drawing_of(game).moved([game.format_action(ply.code) for ply in self._plies[keep:]])

    def whole(self) -> bytes:
        """The frame for a page in any state."""
        change = Change(self.at, log=self.recent_log(), symbols=[*map(definition, self._symbols_shown())])
        return self._first(change, dict(self.elements()))

    def greeting(self, shown: str) -> bytes:
        """The first frame for a page that shows position `epoch.ply`: what may differ, or everything."""
        if shown != f"{self.at[0]}.{self.at[1]}":
            return self.whole()
        return self._first(Change(self.at, self.at, keep=len(self._plies)), self._elements)

    def _first(self, change: Change, elements: dict[str, str]) -> bytes:
        """A frame for one page that may have seen nothing; all pages forget, so that they know the same."""
        change.set, change.fresh = {**elements}, True
        change.yours, change.over = self.is_to_act, self.table.match.over
        self._sent.forget(self._symbols_shown())
        return msgspec.json.encode(change)

    def symbols(self) -> str:
        """The image that defines the symbols of the page as it is now."""
        return sheet(self._symbols_shown())

    def _symbols_shown(self) -> Iterable[str]:
        """The symbols that the panels use; nothing else on the page uses any."""
        return dict.fromkeys(
            key for panel in self._panels for part in panel.parts for key in prepared(part.svg).symbols
        )

    @property
    def view(self) -> View:
        """What the seat sees. The table keeps it only while pages are drawn."""
        return self.table.view(self.seat)

    @property
    def kept(self) -> int:
        """How many characters are kept of what was sent."""
        return self._sent.characters

    def rest(self) -> None:
        """Keep only what the page shows. The next change tells pages to forget what they were sent before."""
        self._sent.forget()
        self._kept = Kept()

    @property
    def is_to_act(self) -> bool:
        """Does this seat have to decide something?"""
        return bool(self.seat >= 0 and self.table.match.actor == self.seat)

    @property
    def only_watches(self) -> bool:
        """Has this seat nothing to decide, now and when the page was drawn, and does the game go on?"""
        return not (self._could_act or self.is_to_act or self.table.match.over)

    def elements(self) -> Iterator[tuple[str, str]]:
        """Every element of the page by its id, without the log."""
        yield from self._elements.items()
        for role in ROLES:
            yield f"role-{role}", self._role(role)

    def recent_log(self) -> list[str]:
        """The end of the log, one element for each ply: what a page shows at first. The record has it all."""
        return self._log[-LOG_SHOWN:]

    def _update_panels(self, change: Change) -> dict[str, str]:
        """The parts that look different or are new; where more has changed, all panels of that role."""
        before = self._panels
        self._panels = drawn_again(self.table.game, self._kept, self.view, self.lang, self._names)
        if not before:
            return {}  # nobody has been sent anything
        if [panel.id for panel in before] != [panel.id for panel in self._panels]:
            return {f"role-{role}": self._role(role) for role in ROLES}
        elements: dict[str, str] = {}
        for old, new in zip(before, self._panels, strict=True):
            if old is new:
                continue
            changed = panel_change(old, new)
            if changed is None:
                elements[f"role-{new.role}"] = self._role(new.role)
            else:
                elements |= changed.parts
                change.drop += changed.drop
                change.put += changed.put
                if old.offers != new.offers:
                    change.offers[new.id] = new.offers
        return elements

    @property
    def has_room_below(self) -> bool:
        """Does the shared board fit below the main one on a large screen?"""
        return has_room_below(self._panels)

    @property
    def is_broad(self) -> bool:
        """Does the board take more room on a large screen, because there is no other board beside it?"""
        return is_broad(self._panels)

    def _role(self, role: str) -> str:
        """The container of all panels of a role."""
        drawn = "".join(panel_svg(panel) for panel in self._panels if panel.role == role)
        return str(macro("fragments/table.html", "role")(role, drawn))

    def _other_elements(self) -> Iterator[tuple[str, str]]:
        """The elements around the board that may have changed."""
        table, t = self.table, words_of(self.lang)
        yield "prompt", fragments.prompt(table, self.view, self.seat, self._names, t)
        yield "tools", fragments.tools(table, self.seat, t)
        around = self._surroundings()
        if around == self._around:
            return
        self._around = around
        yield "seats", fragments.seats(table, self.seat, self._names, t)
        yield "ending", fragments.ending(table, self.seat, t)
        yield "seat-controls", seat_controls(table, self.seat, self._names, t)
        yield "tutorial", tutorial_advice(table, self.seat, self.view.phase, t)
        yield "chat-log", chat_element(table, self.seat, self._names, t)
        yield "pass-screen", pass_screen(table, self.seat, self._names, t)
        if not is_drawn(table.game):
            yield "choices", fragments.choices(table.game, self.view, t)

    def _surroundings(self) -> tuple[object, ...]:
        """All that the elements around the board are made from, but prompt and tools: most moves keep it."""
        table = self.table
        match = table.match
        present = table.present()
        return (
            self._names,
            match.actor,
            match.state.scores(),
            present,
            table.seats,
            deadline_of(table),
            None if match.actor in present else callable_from(table),
            table.rematch_id,
            table.terms,
            table.chat,
            self.view.phase if table.terms.is_guided else "",
            self.view.choices if not is_drawn(table.game) else None,
        )

    # --- the log ----------------------------------------------------------------------

    def _update_log(self, since: Position) -> int:
        """Bring the log up to date; returns how many plies of it stayed as they were."""
        plies = self.table.match_seen(self.seat).plies
        keep = len(self._plies)
        if since[0] != self.at[0] or keep > len(plies):
            keep = 0
            for old, new in zip(self._plies, plies, strict=False):
                if old != new:
                    break
                keep += 1
        del self._plies[keep:], self._log[max(0, keep - self._log_from) :]
        if not self._log:  # a new page shows the end of the log; others await all that follows
            self._log_from = max(0, len(plies) - LOG_SHOWN) if since == NOWHERE else keep
        self._plies += plies[keep:]
        for number in range(max(keep, self._log_from), len(plies)):
            entry = fragments.log_entry(self.table.game, number, plies[number], self._names, self.lang)
            self._log.append(entry)
        return keep


def has_room_below(panels: list[Panel]) -> bool:
    """Is the main board so low that the shared one fits below it?"""
    return sum(panel.height / panel.width for panel in panels if panel.role in (MAIN, SIDE)) < LOW


def is_broad(panels: list[Panel]) -> bool:
    """Is there one board for all, wider than tall? Then the log goes below it."""
    boards = [panel for panel in panels if panel.role in (MAIN, OTHER)]
    return len(boards) == 1 and boards[0].width > boards[0].height

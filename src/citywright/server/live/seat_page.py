"""The page of a seat in one language: its elements by id, and after each ply only those that changed.

All viewers of a seat in that language share one `SeatPage`, so everything is drawn once for them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

import msgspec

from citywright.draw.facts import Facts
from citywright.draw.kept import Kept
from citywright.draw.panel import MAIN, OTHER, SIDE, TRAY, Panel, panel_svg
from citywright.draw.symbols import definition, sheet
from citywright.engine.state import CHANCE
from citywright.engine.view import View
from citywright.game_parts import drawing_of, drawn_again, facts_of, is_drawn, traces_of
from citywright.match.match import Ply
from citywright.server.language import words_of
from citywright.server.live import fragments
from citywright.server.live.changes import Change, Position, Sent, panel_change, symbols_of
from citywright.server.live.chat_log import chat_element
from citywright.server.live.facts_shown import FactsShown, with_all_inside
from citywright.server.live.seat_controls import pass_screen, pressing, seat_controls
from citywright.server.live.tips import Tips
from citywright.server.tables.deadlines import deadline_of
from citywright.server.tables.player_actions import callable_from
from citywright.server.tables.table import Table
from citywright.server.templates import macro
from citywright.text import Words

ROLES = (MAIN, TRAY, SIDE)
WIDE = 1.15  # widths to heights: a board above that is wide
LOW = 1.5  # the same: a shared board above that is low
LOG_SHOWN = 150
TRACED = 60  # so many of the last plies are shown on the boards

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
        self._facts = _facts_shown(len(table.seats))
        self._elements: dict[str, str] = {}  # everything but the panels
        self._panels: list[Panel] = []
        self._kept = Kept()
        self._tips = Tips(table, seat)
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
        change.yours, change.over, change.forced = self.is_to_act, self.table.match.over, self.forced
        change.again = self._moved(change.keep)
        change.traces = self._traces(max(change.keep, len(self._plies) - TRACED))
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
            if not html:
                self._elements.pop(id_, None)
            elif self._elements.get(id_) != html:
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
        change.traces = self._traces(max(0, len(self._plies) - TRACED))
        change.yours, change.over, change.forced = self.is_to_act, self.table.match.over, self.forced
        self._sent.forget(self._symbols_shown())
        return msgspec.json.encode(change)

    def symbols(self) -> str:
        """The image that defines the symbols of the page as it is now."""
        return sheet(self._symbols_shown())

    def _symbols_shown(self) -> Iterable[str]:
        """The symbols that panels and facts use."""
        drawn = [part.svg for panel in self._panels for part in panel.parts]
        drawn += self._elements.values()
        return dict.fromkeys(key for svg in drawn if "<use" in svg for key in symbols_of(svg))

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
    def forced(self) -> str:
        """The only action this seat can take, as all can see; empty if it has a choice, or nothing to decide.

        Whoever plays what only its own secrets leave would tell them by being quick.
        """
        choices = self.view.choices if self.is_to_act else []
        if len(choices) != 1 or len(self.table.match.state.observe(CHANCE).legal_actions()) != 1:
            return ""
        return choices[0].action

    @property
    def only_watches(self) -> bool:
        """Has this seat nothing to decide, now and when the page was drawn, and does the game go on?"""
        return not (self._could_act or self.is_to_act or self.table.match.over)

    def whole_elements(self) -> dict[str, str]:
        """Every element of the page by its id, with all that is inside it; without the log."""
        elements = dict(self.elements())
        return {id_: with_all_inside(html, elements) for id_, html in elements.items()}

    def elements(self) -> Iterator[tuple[str, str]]:
        """Every element of the page by its id, without the log. An element may name others that follow it."""
        yield from self._elements.items()
        # Pages follow the log by themselves: this one is not sent with changes.
        yield "ticker", fragments.ticker(self.table.game, self._plies, self._names, words_of(self.lang))
        for role in ROLES:
            yield f"role-{role}", self._role(role)
        for panel in self.other_boards():
            yield panel.id, panel_svg(panel, sized=True)

    @property
    def names(self) -> tuple[str, ...]:
        """What everybody is called."""
        return self._names

    @property
    def seats_in_line(self) -> list[int]:
        """The seats in the order in which they are shown."""
        actor, seats = self.table.match.actor, len(self._names)
        return sorted(
            range(seats), key=lambda number: fragments.place_in_line(number, self.seat, actor, seats)
        )

    def board_of(self, seat: int) -> str:
        """The id of the panel that shows the board of another seat; empty if there is none."""
        return next((panel.id for panel in self.other_boards() if panel.seat == seat), "")

    def other_boards(self) -> list[Panel]:
        """The boards of the other seats: each stands beside its owner's name."""
        return [panel for panel in self._panels if panel.role == OTHER]

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
            return {id_: html for id_, html in self.elements() if id_ not in self._elements}
        elements: dict[str, str] = {}
        for old, new in zip(before, self._panels, strict=True):
            if old is new:
                continue
            changed = panel_change(old, new)
            if changed is None and new.role == OTHER:
                elements[new.id] = panel_svg(new, sized=True)
            elif changed is None:
                elements[f"role-{new.role}"] = self._role(new.role)
            else:
                elements |= changed.parts
                change.drop += changed.drop
                change.put += changed.put
                if old.offers != new.offers:
                    change.offers[new.id] = new.offers
        return elements

    @property
    def shape(self) -> str:
        """Is the board `wide`, or rather `square`? The page is arranged by it."""
        return shape_of(self._panels)

    @property
    def side_shape(self) -> str:
        """Are the shared boards `low`, so that they can be read where there is little height?"""
        shared = [panel for panel in self._panels if panel.role == SIDE]
        return "low" if all(panel.width > LOW * panel.height for panel in shared) else "tall"

    def _role(self, role: str) -> str:
        """The container of all panels of a role."""
        drawn = "".join(panel_svg(panel, sized=True) for panel in self._panels if panel.role == role)
        return str(macro("fragments/table.html", "role")(role, drawn))

    def _other_elements(self) -> Iterator[tuple[str, str]]:
        """The elements around the board that may have changed; empty: those that are gone."""
        table, t = self.table, words_of(self.lang)
        yield "prompt", fragments.prompt(table, self.view, self.seat, self._names, t)
        yield "tools", fragments.tools(table, self.seat, t)
        facts = facts_of(table.game, self.view, self.lang)
        around = (facts, *self._surroundings())
        if around == self._around:
            return
        self._around = around
        yield from self._facts_of_seats(facts, t)
        yield "ending", fragments.ending(table, self.seat, t)
        yield "pressing", pressing(table, self.seat, self._names, t)
        yield "seat-controls", seat_controls(table, self.seat, t)
        yield "tutorial", self._tips.element(self.view.phase, t)
        yield "chat-log", chat_element(table, self.seat, self._names, t)
        yield "pass-screen", pass_screen(table, self.seat, self._names, t)
        if not is_drawn(table.game):
            yield "choices", fragments.choices(table.game, self.view, t)

    def _facts_of_seats(self, facts: Facts, t: Words) -> Iterator[tuple[str, str]]:
        """Who sits where and owns what, and what all share: in short, and with all words."""
        scores = self.table.match.state.scores()
        for number, name in enumerate(self._names):
            yield f"seat-{number}", fragments.seat(self.table, number, self.seat, name, t)
            yield f"points-{number}", fragments.points(number, scores[number], t)
            yield from self._facts[number].change(facts.seats[number] if facts.seats else (), self.lang)
        yield "now", fragments.now(facts.shared, t)
        yield from self._facts[-1].change(facts.shared, self.lang)

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
            table.rated,
            table.terms,
            table.chat,
            (self.view.phase, match.state.turns()) if table.terms.is_guided else None,
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

    def _traces(self, since: int) -> dict[int, list[str]]:
        """Where the boards show what was done from a ply on, as far as they still do."""
        game, view = self.table.game, self.view
        found = {
            number: traces_of(game, game.format_action(ply.code), ply.actor, view)
            for number, ply in enumerate(self._plies[since:], since)
            if ply.actor >= 0
        }
        return {number: ids for number, ids in found.items() if ids}


def _facts_shown(seats: int) -> list[FactsShown]:
    """Lists of facts: of each seat, and at last of all."""
    own = [FactsShown(str(number), f"facts-{number}", f"seat-facts-{number}") for number in range(seats)]
    return [*own, FactsShown("shared", "facts-shared", "shared-facts")]


def shape_of(panels: list[Panel]) -> str:
    """Is the main board `wide` or `square`? A game that is not drawn has a square of choices."""
    ratio = max((panel.width / panel.height for panel in panels if panel.role == MAIN), default=1.0)
    return "wide" if ratio > WIDE else "square"

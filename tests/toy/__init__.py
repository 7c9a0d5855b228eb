"""Hold or Roll, a whole game in a page: roll a die of four while you dare; a one loses the turn's sum."""

from __future__ import annotations

from types import SimpleNamespace

from citywright.engine.game import Game, NotationError
from citywright.engine.layout.file import LayoutFile
from citywright.engine.state import CHANCE, LOT, OVER, Event, Standing, State, ranks_of
from citywright.engine.view import Choice, View, actor_letter, seat_letter

WORDS = ["hold", "again", *(f"roll {face}" for face in range(1, 5)), *(f"start {seat}" for seat in "ABCD")]
HOLD, AGAIN, ROLL, START = 0, 1, 2, 6


class Toy(State):
    def seats(self):
        return len(self.points)

    def actor(self):
        return OVER if max(self.points) >= self.goal else CHANCE if self.rolling else self.seat

    def turns(self):
        return self.turn

    def legal_actions(self):
        return [HOLD, AGAIN]

    def chance_total(self):
        return self.seats() if self.seat == LOT else 4

    def chance_at(self, ticket):
        return ticket + (START if self.seat == LOT else ROLL)

    def apply(self, code):
        if code >= START:
            self.seat, self.turn = code - START, 1
        elif code == AGAIN or code > ROLL:
            self.rolling = code == AGAIN
            self.sum += 0 if self.rolling else code - ROLL + 1
        else:  # held, or rolled a one
            if code == HOLD:
                self.points[self.seat] += self.sum
                if self.trace is not None:
                    self.trace.append(Event("held", self.seat, "TOY-1", points=self.sum))
            self.seat, self.sum, self.turn, self.rolling = (
                (self.seat + 1) % self.seats(),
                0,
                self.turn + 1,
                True,
            )

    def clone(self):
        copy = new_state(self.seats(), self.seat, self)
        copy.points, copy.sum, copy.turn, copy.rolling = self.points[:], self.sum, self.turn, self.rolling
        return copy

    def snapshot(self):
        return [self.seat, self.sum, self.turn, self.rolling, self.goal, *self.points]

    def scores(self):
        return self.points[:]

    def standing(self):
        return Standing(ranks_of([(points,) for points in self.points]), "goal")


def new_state(seats, start, layout):
    state = Toy()
    state.points, state.goal = [0] * seats, layout.goal
    state.seat, state.sum, state.turn, state.rolling = start, 0, int(start != LOT), True
    return state


def parse_layout(text):
    file = LayoutFile(text, "toy", ("goal",))
    goal = file.whole("goal", 1, 1000)
    file.check()
    return SimpleNamespace(source=text, goal=goal)


def parse_action(words):
    if words not in WORDS:
        raise NotationError(f"{words!r} is no action; the actions are {', '.join(WORDS)}")
    return WORDS.index(words)


def view(state, seat):
    choices = [Choice("hold", points=state.sum), Choice("again")] if state.actor() == seat >= 0 else []
    shown = {"game": "toy", "seat": seat_letter(seat), "phase": "hold or again", "choices": choices}
    return View(actor=actor_letter(state), turn=state.turn, scores=state.scores(), **shown)


GAME = Game(
    id="toy",
    titles={"en": "Hold or Roll", "de": "Halten oder würfeln"},
    min_seats=1,
    max_seats=4,
    rules_version=1,
    ply_limit=10_000,
    package="tests.toy",
    parse_layout=parse_layout,
    new_state=new_state,
    format_action=WORDS.__getitem__,
    parse_action=parse_action,
    view=view,
    audit=lambda state: [] if min(state.scores()) >= 0 else ["points below zero"],
    end_reasons=("goal",),
    score_sources=("held",),
)

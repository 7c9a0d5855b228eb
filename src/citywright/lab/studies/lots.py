"""Games of two journeymen in which some choices fall by lot, so that what they are worth can be told.

A player takes what suits the position, so what winners have taken says little about its worth. A lot knows
nothing of the position: what it drew less what was to be expected has nothing to do with how the game stood.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from citywright.bots import find_bot
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, State
from citywright.lab.studies.playing import lead, won
from citywright.lab.studies.work import Row, StudyError

LEVEL: Final = "journeyman"
Amounts = defaultdict[str, float]
Features = dict[str, float]  # what is compared: how much of each item an action brings


class Compared(NamedTuple):
    """Actions of a game that are compared with each other."""

    name: str
    verbs: tuple[str, ...]  # first words of the actions among which the lot decides
    counted: tuple[str, ...]  # first words of the actions that show what players take by themselves
    share: float  # of these decisions that fall by lot; 1 for what is drawn anyway
    features: Callable[[str], Features]
    times: str = "always"  # or only before the first turn (`start`), or only after (`later`)


def _dice_use(words: str) -> Features:
    """Saint Malo: `use head 5 noble`, `use cross 3`, `pass`."""
    named = words.split(" ")
    if named[0] == "pass":
        return {"pass": 1.0}
    return {named[3] if named[1] == "head" else f"{named[1]} {named[2]}": 1.0}


def _card(words: str) -> Features:
    """Die Mauerbauer: `draw size1`."""
    return {words.split(" ")[1]: 1.0}


def _tile(words: str) -> Features:
    """Milestones: `hire stone4 coin5`, as the tile it is."""
    return {" ".join(words.split(" ")[1:]): 1.0}


def _workers(words: str) -> Features:
    """The same as the kinds of its two workers, and the sum of their numbers."""
    found: Features = {"number": 0.0}
    for worker in words.split(" ")[1:]:
        found[worker[:-1]] = found.get(worker[:-1], 0.0) + 1.0
        found["number"] += int(worker[-1])
    return found


COMPARED: Final[Mapping[str, tuple[Compared, ...]]] = {
    "saint-malo": (Compared("dice used", ("use", "pass"), ("use", "pass"), 0.05, _dice_use),),
    "mauerbauer": (
        Compared("card dealt", ("draw",), ("play",), 1.0, _card, "start"),
        Compared("card drawn later", ("draw",), ("play",), 1.0, _card, "later"),
    ),
    "milestones": (
        Compared("tile at the start", ("take",), ("take",), 0.5, _tile),
        Compared("tile hired", ("hire",), ("hire",), 0.3, _tile),
        Compared("worker at the start", ("take",), ("take",), 0.5, _workers),
        Compared("worker hired", ("hire",), ("hire",), 0.3, _workers),
    ),
}


class _Tally:
    """What is counted of one comparison in a game: for the first seat, and against for the second."""

    def __init__(self, compared: Compared) -> None:
        self.compared = compared
        self.lots: Amounts = defaultdict(float)  # drawn minus expected
        self.drawn: Amounts = defaultdict(float)  # how often an item was drawn by lot
        self.taken: Amounts = defaultdict(
            float
        )  # of their own accord or by lot: the first's minus the second's
        self.seen: Amounts = defaultdict(float)  # the same for both together
        self.points: Amounts = defaultdict(float)  # scored at once, of both

    def lot(self, chosen: str, offered: Mapping[str, float], seat: int) -> None:
        """Chance has chosen one of these actions, given with their probabilities."""
        sign = 1.0 if seat == 0 else -1.0
        for item, amount in self.compared.features(chosen).items():
            self.lots[item] += sign * amount
            self.drawn[item] += amount
        for words, probability in offered.items():
            for item, amount in self.compared.features(words).items():
                self.lots[item] -= sign * amount * probability

    def take(self, words: str, seat: int) -> None:
        """A seat has taken an action."""
        for item, amount in self.compared.features(words).items():
            self.taken[item] += amount if seat == 0 else -amount
            self.seen[item] += amount

    def row(self) -> list[dict[str, float]]:
        columns = (self.lots, self.drawn, self.taken, self.seen, self.points)
        return [{item: round(number, 6) for item, number in one.items() if number} for one in columns]


class _Game:
    """One game with lots."""

    def __init__(self, game: Game, layout: Any, rng: Rng) -> None:
        self.game = game
        self.rng = rng
        self.bots = [find_bot(game, LEVEL) for _ in range(2)]
        self.state: State = game.new_state(2, 0, layout)
        self.tallies = [_Tally(compared) for compared in COMPARED[game.id]]
        self.by_lot = {one.verbs[0]: one.share for one in COMPARED[game.id]}
        self.scoring: tuple[int, int, str, int] | None = None  # seat, turn, words, points before

    def play(self) -> Row:
        """Play it: the first seat's lead and victory, then what was counted of each comparison."""
        decisions = 0
        state = self.state
        while (actor := state.actor()) >= CHANCE:
            if actor == CHANCE:
                self._draw()
                continue
            if decisions == self.game.ply_limit:
                raise StudyError(f"a game of {self.game.id} was not over after {decisions} decisions")
            self._decide(actor)
            decisions += 1
        for bot in self.bots:
            bot.close()
        scores = state.scores()
        return [lead(scores, 0), won(state.standing().ranks, 0), *(tally.row() for tally in self.tallies)]

    def _draw(self) -> None:
        """Chance acts. Of what it draws for a seat the probabilities are those of the pile."""
        state, before = self.state, self.state.turns()
        code = state.chance_at(self.rng.below(state.chance_total()))
        words = self.game.format_action(code)
        verb = words.split(" ", 1)[0]
        watching = [one for one in self.tallies if verb in one.compared.verbs and _is_time(one, before)]
        offered: dict[str, float] = {}
        if watching:
            total = state.chance_total()
            for outcome, tickets in state.chance_outcomes():
                offered[self.game.format_action(outcome)] = tickets / total
            state.trace = []
        state.apply(code)
        if watching and state.trace:
            for tally in watching:
                tally.lot(words, offered, state.trace[0].seat)
        state.trace = None

    def _decide(self, seat: int) -> None:
        state, game = self.state, self.game
        code = self.bots[seat].decide(state.observe(seat), None, self.rng).code
        words = game.format_action(code)
        verb = words.split(" ", 1)[0]
        deciding = [one for one in self.tallies if verb in one.compared.verbs]
        if deciding and self.rng.unit() < deciding[0].compared.share:
            verbs = deciding[0].compared.verbs
            named = {game.format_action(each): each for each in state.legal_actions()}
            possible = [each for each in named if each.split(" ", 1)[0] in verbs]
            words = possible[self.rng.below(len(possible))]
            code = named[words]
            for tally in deciding:
                tally.lot(words, dict.fromkeys(possible, 1 / len(possible)), seat)
        if any(verb in one.compared.counted for one in self.tallies):
            self._settle(is_over=False)
            for tally in self.tallies:
                if verb in tally.compared.counted:
                    tally.take(words, seat)
            self.scoring = (seat, state.turns(), words, state.scores()[seat])
        state.apply(code)
        if self.scoring is not None and (state.actor() < CHANCE or state.turns() != self.scoring[1]):
            self._settle(is_over=state.actor() < CHANCE)

    def _settle(self, *, is_over: bool) -> None:
        """What was taken last has brought what it brings in that turn; not counted with the end's points."""
        if self.scoring is None:
            return
        seat, _, words, before = self.scoring
        self.scoring = None
        if is_over:
            return
        verb, gained = words.split(" ", 1)[0], self.state.scores()[seat] - before
        for tally in self.tallies:
            if verb in tally.compared.counted:
                for item, amount in tally.compared.features(words).items():
                    tally.points[item] += amount * gained


def _is_time(tally: _Tally, turn: int) -> bool:
    return tally.compared.times == "always" or (tally.compared.times == "start") == (turn == 0)


def play_with_lots(game: Game, layout: Any, seed: int) -> Row:
    """One game of two journeymen with lots."""
    return _Game(game, layout, Rng(seed)).play()

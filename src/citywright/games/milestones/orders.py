"""Standing orders of Milestones: a planned turn, where to go if that fails, and what the castle takes."""

from __future__ import annotations

from collections.abc import Sequence

from citywright.engine.sentence import Sentence
from citywright.engine.state import State
from citywright.games.milestones.rules import codes, material, phases, turns
from citywright.games.milestones.rules.material import KIND_NAMES, RING_NAMES
from citywright.games.milestones.rules.state import MilestonesState
from citywright.games.milestones.text.names import amount, piece_name, the_workers, to_worker, words_of
from citywright.orders.contract import ASK, Ask, Decision, Field, Kind, Option, Play, Seen, Values, Void
from citywright.text import Words, mark
from citywright.text.phrases import capital

SETTING_UP = (phases.TAKE_TILE, phases.PLACE_START_TILE)
IN_BUILDINGS = (phases.TRADE, phases.BUILD, phases.DELIVER)
PLACES = {
    "trading house": mark("to the trading house"),
    "building office": mark("to the building office"),
    "mill": mark("to the mill"),
    "castle": mark("to the castle"),
}


def _state(seen: Seen) -> MilestonesState:
    assert isinstance(seen.state, MilestonesState)
    return seen.state


# --- planning a turn ----------------------------------------------------------------------


def turn_begins(state: State, seat: int) -> bool:
    """Has the seat to make the first move of its turn (MS-11)?"""
    assert isinstance(state, MilestonesState)
    return bool(state.phase == phases.MOVE and state.seat == seat and state.moves_left == turns.MOVES)


def next_turn(state: State, seat: int) -> State | None:
    """The position with a new turn of the seat; none before the first turn and after the last one (MS-81)."""
    assert isinstance(state, MilestonesState)
    if state.phase in SETTING_UP or state.actor() < 0 or not _has_turn(state, seat):
        return None
    next_state = state.clone()
    next_state.road_start = next_state.road_middle = next_state.delivery_market = material.NOBODY
    next_state.offered_bushes = next_state.must_claim = next_state.counts_left = 0
    next_state.countable_0 = next_state.countable_1 = next_state.has_hired = 0
    next_state.hired_tile = material.NO_TILE
    turns.begin_turn(next_state, seat)
    return next_state


def _has_turn(state: MilestonesState, seat: int) -> bool:
    """Does a turn of the seat follow, now that the end may have been triggered?"""
    if state.end_seat == material.NOBODY:
        return True
    seats = state.seat_count
    return bool((seat - state.end_seat) % seats > (state.seat - state.end_seat) % seats)


# --- where to go ---------------------------------------------------------------------------


def _ring_field(place: str) -> int:
    """The field of the ring that a place names: `mill`, `path 3`, or `path 3 stone4` with its worker."""
    if place in PLACES:
        return material.LAP if place == "castle" else RING_NAMES.index(place)
    return int(place.split(" ")[1])


def _place_words(t: Words, place: str) -> str:
    if place in PLACES:
        return t(PLACES[place])
    words = place.split(" ")
    return to_worker(t, words[2]) if len(words) == 3 else t("to path field {n}", n=words[1])


def _worker_at(seen: Seen, path: int) -> str:
    """`stone4`: the worker on a path field of the owner; empty if there is none."""
    board = _state(seen).player_boards[seen.seat]
    return f"{KIND_NAMES[board.kind_at(path)]}{board.number_at(path)}" if board.visible() >> path & 1 else ""


class GoTo(Kind):
    """Goes to a field of the ring; a second such order is for the second move."""

    id = "go"

    def title(self, lang: str) -> str:
        t = words_of(lang)
        return t("Go somewhere")

    def about(self, lang: str) -> str:
        t = words_of(lang)
        return t("One move: below a planned turn it says what to do if that cannot be played.")

    def fields(self, seen: Seen, values: Values, lang: str) -> Sequence[Field]:
        t = words_of(lang)
        paths = [f"path {path + 1} {_worker_at(seen, path)}".rstrip() for path in range(material.PATHS)]
        places = tuple(Option(place, capital(_place_words(t, place))) for place in [*paths, *PLACES])
        return (
            Field("place", t("Where"), places),
            Field("then", t("There"), (Option("ask", t(ASK)), Option("done", t("Do nothing more")))),
        )

    def is_once(self, values: Values) -> bool:
        return True

    def sentence(self, values: Values, lang: str) -> str:
        t = words_of(lang)
        words = t("Go {place}", place=_place_words(t, values["place"]))
        then = t("do nothing more there") if values["then"] == "done" else t("then ask me")
        return f"{words}; {then}."

    def decide(self, seen: Seen, values: Values) -> Decision:
        state = _state(seen)
        if state.phase == phases.MOVE and not seen.progress:
            missing = self.problem(seen, values)
            if missing is not None:
                return Void(missing)
            code = codes.GO + _ring_field(values["place"])
            return Play(code) if code in state.legal_actions() else None  # it may lie behind: the next lap
        is_there = state.own_board().ring_field == _ring_field(values["place"]) % material.LAP
        if not seen.progress or not is_there or state.phase not in IN_BUILDINGS:
            return None
        return Play(codes.DONE) if values["then"] == "done" else Ask()

    def problem(self, seen: Seen, values: Values) -> Sentence | None:
        words = values["place"].split(" ")
        if seen.progress or words[0] != "path" or len(words) < 3:
            return None
        if _worker_at(seen, int(words[1]) - 1) == words[2]:
            return None
        return Sentence("the worker on path field {n} is not there any more", n=int(words[1]))


# --- the castle ------------------------------------------------------------------------------


class GiveUp(Kind):
    """Gives up goods at the castle until three are left (MS-70)."""

    id = "give"

    def title(self, lang: str) -> str:
        t = words_of(lang)
        return t("Give up goods at the castle")

    def about(self, lang: str) -> str:
        t = words_of(lang)
        return t("Which goods go first when you have more than three.")

    def fields(self, seen: Seen, values: Values, lang: str) -> Sequence[Field]:
        t = words_of(lang)
        goods = tuple(Option(name, capital(piece_name(name, lang))) for name in KIND_NAMES)
        second = (Option("ask", t(ASK)), *goods)
        return (Field("first", t("First"), goods), Field("second", t("Then"), second))

    def sentence(self, values: Values, lang: str) -> str:
        t = words_of(lang)
        first = piece_name(values["first"], lang)
        if values["second"] in ("ask", values["first"]):
            return t("At the castle give up {first}; then ask me.", first=first)
        second = piece_name(values["second"], lang)
        return t("At the castle give up {first} first, then {second}.", first=first, second=second)

    def decide(self, seen: Seen, values: Values) -> Decision:
        state = _state(seen)
        if state.phase != phases.GIVE_UP_GOODS:
            return None
        for name in (values["first"], values["second"]):
            if name in KIND_NAMES and state.own_board().amount(KIND_NAMES.index(name)):
                return Play(codes.GIVE + KIND_NAMES.index(name))
        return Ask()

    def outlook(self, seen: Seen, values: Values, lang: str) -> str:
        t = words_of(lang)
        board = _state(seen).player_boards[seen.seat]
        held = [
            (name, board.amount(KIND_NAMES.index(name)))
            for name in (values["first"], values["second"])
            if name in KIND_NAMES
        ]
        shown = [amount(t, name, n) for name, n in dict(held).items() if n]
        return (
            t("You have {goods} of these.", goods=t.listed(shown)) if shown else t("You have none of these.")
        )


class CoverWorker(Kind):
    """Covers a certain worker at the castle (MS-71)."""

    id = "cover"

    def title(self, lang: str) -> str:
        t = words_of(lang)
        return t("Cover a worker at the castle")

    def about(self, lang: str) -> str:
        t = words_of(lang)
        return t("Which of your workers the castle covers the next time.")

    def fields(self, seen: Seen, values: Values, lang: str) -> Sequence[Field]:
        t = words_of(lang)
        there = [(path, _worker_at(seen, path)) for path in range(material.PATHS)]
        workers = tuple(
            Option(f"{path + 1} {worker}", piece_name(worker, lang)) for path, worker in there if worker
        )
        return (Field("worker", t("Worker"), workers),)

    def is_offered(self, seen: Seen) -> bool:
        return bool(_state(seen).player_boards[seen.seat].visible())

    def is_once(self, values: Values) -> bool:
        return True

    def sentence(self, values: Values, lang: str) -> str:
        t = words_of(lang)
        worker = the_workers(t, values["worker"].split(" ")[1])
        return t("At the castle cover {worker}.", worker=worker)

    def decide(self, seen: Seen, values: Values) -> Decision:
        if _state(seen).phase != phases.COVER_WORKER or seen.progress:
            return None
        missing = self.problem(seen, values)
        return Void(missing) if missing else Play(codes.COVER + int(values["worker"].split(" ")[0]) - 1)

    def problem(self, seen: Seen, values: Values) -> Sentence | None:
        path, worker = values["worker"].split(" ")
        if seen.progress or _worker_at(seen, int(path) - 1) == worker:
            return None
        return Sentence("the worker on path field {n} is not there any more", n=int(path))


KINDS: tuple[Kind, ...] = (GoTo(), GiveUp(), CoverWorker())

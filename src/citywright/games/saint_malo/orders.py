"""Standing orders of Saint Malo: rolling for a symbol, using it, and passing. A turn begins with the dice, so
none can be planned on the board: these orders tell what is done with whatever is rolled.
"""

from __future__ import annotations

from collections.abc import Sequence

from citywright.engine.bits import lowest_bit, popcount
from citywright.engine.sentence import Sentence
from citywright.games.saint_malo.notation import parse_action, spaces_of
from citywright.games.saint_malo.rules import codes, material, phases
from citywright.games.saint_malo.rules.dice import count_of, dice_showing, symbol_counts
from citywright.games.saint_malo.rules.legal import use_mask
from citywright.games.saint_malo.rules.spaces import SIDES
from citywright.games.saint_malo.rules.state import SaintMaloState
from citywright.games.saint_malo.rules.turn import ROLLS
from citywright.games.saint_malo.rules.walls import wall_spaces
from citywright.games.saint_malo.text.names import piece_name, side_name, words_of
from citywright.orders.contract import ASK, Ask, Decision, Field, Kind, Option, Play, Seen, Values
from citywright.text import mark
from citywright.text.phrases import capital

SYMBOLS = material.FACE_NAMES[: material.SWORDS]  # swords are never used
ONCE, ALWAYS = "once", "always"
OFTEN = {ONCE: mark("In my next turn"), ALWAYS: mark("In every turn, until I remove it")}
PLACED_AS = {
    "crate": phases.PLACE_CRATE,
    "wall": phases.PLACE_WALL,
    "cross": phases.PLACE_CHURCH,
    "head": phases.PLACE_PERSON,
}


def _state(seen: Seen) -> SaintMaloState:
    assert isinstance(seen.state, SaintMaloState)
    return seen.state


def _wanted(values: Values) -> int:
    """How many dice with the symbol are enough: for a person, as many as its level."""
    if values["symbol"] == "head":
        return int(material.LEVELS[material.PERSON_NAMES.index(values["person"])])
    return int(values["enough"])


class RollFor(Kind):
    """Keeps the dice with a symbol and rolls all others again, then uses the symbol."""

    id = "roll"

    def title(self, lang: str) -> str:
        t = words_of(lang)
        return t("Keep rolling for a symbol")

    def about(self, lang: str) -> str:
        t = words_of(lang)
        return t("Dice with the symbol are kept, all others are rolled again, swords too.")

    def fields(self, seen: Seen, values: Values, lang: str) -> Sequence[Field]:
        t = words_of(lang)
        symbols = Field(
            "symbol",
            t("Symbol"),
            tuple(
                Option(symbol, capital(piece_name(symbol, lang)))
                for symbol in ("cross", *SYMBOLS[:3], "head")
            ),
        )
        symbol = symbols.chosen(values)
        numbers = tuple(Option(str(n), str(n)) for n in (3, 4, 5, 2, 1))
        persons = tuple(
            Option(
                name, t("{person} ({n})", person=capital(piece_name(name, lang)), n=material.LEVELS[number])
            )
            for number, name in enumerate(material.PERSON_NAMES)
        )
        fields = [
            symbols,
            Field("person", t("For"), persons)
            if symbol == "head"
            else Field("enough", t("Until so many"), numbers),
            Field("rolls", t("Rolls at most"), tuple(Option(str(n), str(n)) for n in range(ROLLS, 0, -1))),
            Field("use", t("Then"), (Option("use", t("Use them")), Option("ask", t(ASK)))),
            Field(
                "else",
                t("If they are too few"),
                (Option("ask", t(ASK)), Option("use", t("Use what there is")), Option("pass", t("Pass"))),
            ),
        ]
        if symbol != "log":
            fields.append(Field("where", t("Place"), (Option("ask", t(ASK)), *_places(seen, symbol, lang))))
        fields.append(Field("often", t("When"), tuple(Option(name, t(OFTEN[name])) for name in OFTEN)))
        return fields

    def is_once(self, values: Values) -> bool:
        return values["often"] == ONCE

    def sentence(self, values: Values, lang: str) -> str:
        t = words_of(lang)
        often = t("In my next turn") if values["often"] == ONCE else t("In every turn")
        goal = t(
            "{often}: roll for {n} × {symbol}, {rolls} times at most",
            often=often,
            n=_wanted(values),
            symbol=piece_name(values["symbol"], lang),
            rolls=values["rolls"],
        )
        then = t("then ask me")
        if values["use"] == "use":
            then = t("then use them")
            if values["symbol"] == "head":
                then = t("then take the {person}", person=piece_name(values["person"], lang))
            if values.get("where", "ask") != "ask":
                then += f" ({_place_words(values['where'], lang)})"
        otherwise = {
            "ask": t("if they are too few, ask me"),
            "use": t("if they are too few, use what there is"),
            "pass": t("if they are too few, pass"),
        }[values["else"]]
        return f"{goal}; {then}; {otherwise}."

    def decide(self, seen: Seen, values: Values) -> Decision:
        state = _state(seen)
        if state.phase == phases.KEEP_DICE:
            return self._roll(state, values)
        if state.phase == phases.USE_DICE:
            return self._use(state, values)
        if state.phase == PLACED_AS.get(values["symbol"]):
            return self._place(state, values)
        return None

    def _roll(self, state: SaintMaloState, values: Values) -> Decision:
        symbol = SYMBOLS.index(values["symbol"])
        showing = dice_showing(state.dice, symbol)
        rolled = ROLLS - state.rolls_left
        if popcount(showing) >= _wanted(values) or rolled >= int(values["rolls"]):
            return Play(codes.STOP)
        return Play(codes.KEEP + showing)

    def _use(self, state: SaintMaloState, values: Values) -> Decision:
        shown = count_of(symbol_counts(state.dice), SYMBOLS.index(values["symbol"]))
        wanted = _wanted(values)
        if shown >= wanted:
            return self._use_dice(state, values, shown) if values["use"] == "use" else Ask()
        if values["else"] == "pass":
            return Play(codes.PASS)
        return self._use_dice(state, values, shown) if values["else"] == "use" and shown else Ask()

    def _use_dice(self, state: SaintMaloState, values: Values, shown: int) -> Decision:
        """As many dice as show the symbol and fit, without turning any; for a person those that it needs."""
        legal = use_mask(state)
        symbol = SYMBOLS.index(values["symbol"])
        if symbol == material.HEAD:
            code = codes.PERSON + material.PERSON_NAMES.index(values["person"])
            is_paid = codes.dice_used(code) <= shown and legal >> code - codes.USE & 1
            return Play(code) if is_paid else Ask()
        for used in range(shown, 0, -1):
            code = codes.use_code(symbol, used)
            if legal >> code - codes.USE & 1:
                return Play(code)
        return Ask()

    def _place(self, state: SaintMaloState, values: Values) -> Decision:
        where = values["where"]
        if where == "ask":
            return Ask()
        if where in material.SIDE_NAMES:
            free = SIDES[material.SIDE_NAMES.index(where)] & state.allowed
            return Play(codes.PLACE + lowest_bit(free)) if free else Ask()
        if state.phase == phases.PLACE_CRATE and state.group:
            return Ask()  # the first crate stands: the others are the owner's
        code = parse_action(f"place {where}")
        return Play(code) if state.allowed >> code - codes.PLACE & 1 else Ask()

    def problem(self, seen: Seen, values: Values) -> Sentence | None:
        where = values.get("where", "ask")
        if seen.progress or where == "ask":
            return None
        city = _state(seen).cities[seen.seat]
        if where in material.SIDE_NAMES:
            if SIDES[material.SIDE_NAMES.index(where)] & wall_spaces(city):
                return None
            return Sentence("no space of that side is empty any more")
        return (
            None if where in spaces_of(city.empty) else Sentence("{space} is not empty any more", space=where)
        )

    def outlook(self, seen: Seen, values: Values, lang: str) -> str:
        t = words_of(lang)
        return t("It begins with your next roll.")


def _places(seen: Seen, symbol: str, lang: str) -> list[Option]:
    """Where something can be placed: walls on a side, all else on an empty space."""
    city = _state(seen).cities[seen.seat]
    if symbol == "wall":
        free = [n for n in range(material.SIDE_COUNT) if SIDES[n] & wall_spaces(city)]
        return [Option(name, _place_words(name, lang)) for name in (material.SIDE_NAMES[n] for n in free)]
    return [Option(space, _place_words(space, lang)) for space in spaces_of(city.empty)]


def _place_words(where: str, lang: str) -> str:
    t = words_of(lang)
    if where in material.SIDE_NAMES:
        return side_name(where, lang)
    return t("on {space}", space=where)


class PassTurn(Kind):
    """Passes where all dice are of little use."""

    id = "pass"

    def title(self, lang: str) -> str:
        t = words_of(lang)
        return t("Pass if nothing comes")

    def about(self, lang: str) -> str:
        t = words_of(lang)
        return t("After your last roll: pass if no symbol shows on enough dice.")

    def fields(self, seen: Seen, values: Values, lang: str) -> Sequence[Field]:
        t = words_of(lang)
        numbers = tuple(Option(str(n), str(n)) for n in (2, 3, 4, 5))
        often = Field("often", t("When"), tuple(Option(name, t(OFTEN[name])) for name in OFTEN))
        return (Field("enough", t("If no symbol shows on"), numbers), often)

    def is_once(self, values: Values) -> bool:
        return values["often"] == ONCE

    def sentence(self, values: Values, lang: str) -> str:
        t = words_of(lang)
        often = t("In my next turn") if values["often"] == ONCE else t("In every turn")
        return t("{often}: pass if no symbol shows on {n} dice.", often=often, n=values["enough"])

    def decide(self, seen: Seen, values: Values) -> Decision:
        state = _state(seen)
        if state.phase != phases.USE_DICE:
            return None
        shown = symbol_counts(state.dice)
        most = max(count_of(shown, symbol) for symbol in range(material.SWORDS))
        return Play(codes.PASS) if most < int(values["enough"]) else None


KINDS: tuple[Kind, ...] = (RollFor(), PassTurn())

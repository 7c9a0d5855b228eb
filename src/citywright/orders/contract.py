"""The contract of orders: the kinds a game offers, their fields, and how one decides at a decision.

A kind is asked with what the seat itself can see: equal observations lead to equal decisions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from citywright.engine.game import Game
from citywright.engine.sentence import Sentence
from citywright.engine.state import State

Values = Mapping[str, str]  # what was chosen in each field, by its name

ASK = Sentence("Ask me").words  # an answer that many fields offer


UNREADABLE = Sentence("this order cannot be read any more")
UNKNOWN_KIND = Sentence("this server does not know such orders any more")


class Seen(NamedTuple):
    """A position as the owner of an order sees it, and how often the order has acted in this turn."""

    game: Game
    state: State  # an observation of `seat`
    seat: int
    progress: int = 0


class Play(NamedTuple):
    """The order plays this action."""

    code: int


class Ask(NamedTuple):
    """The order wants its owner to decide: orders after it are not asked."""


class Void(NamedTuple):
    """The order can not be carried out any more."""

    reason: Sentence


Decision = Play | Ask | Void | None  # None: it says nothing about this decision


class Option(NamedTuple):
    """One answer to a field."""

    value: str
    words: str  # in the reader's language


class Field(NamedTuple):
    """Something to choose."""

    name: str
    label: str  # in the reader's language
    options: tuple[Option, ...]

    def chosen(self, values: Values) -> str:
        """What was chosen: one of the options, the first of them if nothing was."""
        given = values.get(self.name, "")
        known = [option.value for option in self.options]
        return given if given in known else (known[0] if known else "")


class Kind:
    """A kind of orders. Each answers for itself; those of a game stand in its module `orders`."""

    id: ClassVar[str]
    goes_first: ClassVar[bool] = False  # a new one is put before all others

    def title(self, lang: str) -> str:
        """What it is called in a list of kinds."""
        raise NotImplementedError

    def about(self, lang: str) -> str:
        """What it is good for, in a sentence."""
        raise NotImplementedError

    def fields(self, seen: Seen, values: Values, lang: str) -> Sequence[Field]:
        """What is to be chosen, with the answers that are possible now. Later fields may depend on earlier
        ones; none if such an order makes no sense now.
        """
        return ()

    def is_offered(self, seen: Seen) -> bool:
        """Does such an order make sense now?"""
        return True

    def is_once(self, values: Values) -> bool:
        """Is it done when it has acted in one turn? Else it stands until it is removed."""
        return False

    def sentence(self, values: Values, lang: str) -> str:
        """The order in one sentence."""
        raise NotImplementedError

    def decide(self, seen: Seen, values: Values) -> Decision:
        """What the order does at the decision that its seat has to make."""
        raise NotImplementedError

    def problem(self, seen: Seen, values: Values) -> Sentence | None:
        """Why it can not be carried out any more, as things stand; while others act, too."""
        return None

    def outlook(self, seen: Seen, values: Values, lang: str) -> str:
        """What it would do if its turn came now; empty if that depends on what comes."""
        return ""


class WrongField(ValueError):
    """Something was chosen that is not possible; `message` says what is."""

    def __init__(self, message: Sentence) -> None:
        super().__init__(str(message))
        self.message = message


def check(kind: Kind, seen: Seen, given: Values) -> dict[str, str]:
    """The values of a new order, every field filled; WrongField if one is not possible."""
    values: dict[str, str] = {}
    fields = kind.fields(seen, given, "en")
    known = {field.name for field in fields}
    unknown = [name for name in given if name not in known]
    if unknown:
        raise WrongField(Sentence("an order of this kind has no field {name!r}", name=str(min(unknown))[:40]))
    for field in fields:
        options = [option.value for option in field.options]
        if not options:
            raise WrongField(Sentence("an order of this kind makes no sense now"))
        value = given.get(field.name, options[0])
        if value not in options:
            raise WrongField(
                Sentence(
                    "{name} is one of {options}, not {given!r}",
                    name=field.name,
                    options=", ".join(options),
                    given=value[:40],
                )
            )
        values[field.name] = value
    return values


def decide(kind: Kind, seen: Seen, values: Values) -> Decision:
    """What an order does, checked: an action that is not legal here is none, and an order that cannot be
    read is void.
    """
    try:
        decision = kind.decide(seen, values)
    except (KeyError, ValueError, IndexError):
        return Void(UNREADABLE)
    if isinstance(decision, Play) and decision.code not in seen.state.legal_actions():
        return None
    return decision


def problem(kind: Kind, seen: Seen, values: Values) -> Sentence | None:
    """Why an order can not be carried out any more; also if it cannot be read."""
    try:
        return kind.problem(seen, values)
    except (KeyError, ValueError, IndexError):
        return UNREADABLE

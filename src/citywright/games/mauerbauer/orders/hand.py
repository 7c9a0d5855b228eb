"""What orders ask about the owner's hand: the cards, what each brings now, and answers in words."""

from __future__ import annotations

from citywright.engine.sentence import Sentence
from citywright.games.mauerbauer.rules import card_points, material
from citywright.games.mauerbauer.rules.state import MauerbauerState
from citywright.games.mauerbauer.text.names import CARDS, card_name, words_of
from citywright.orders.contract import Option, Seen
from citywright.text.phrases import points_phrase

MOST_POINTS = 20  # that an order can ask for


def state_of(seen: Seen) -> MauerbauerState:
    """The position as this game has it."""
    assert isinstance(seen.state, MauerbauerState)
    return seen.state


def kinds_held(seen: Seen) -> list[int]:
    """The kinds of cards in the owner's hand."""
    mask = state_of(seen).cards.hand(seen.seat)
    return [kind for kind in range(material.KINDS) if mask >> kind & 1]


def worth(state: MauerbauerState, kind: int, city: int | None = None) -> int:
    """What a card brings now, for the city that is scored or another."""
    return int(card_points.points(state.land, kind, state.scored_city if city is None else city))


def best_first(seen: Seen) -> list[int]:
    """The kinds in hand, those that bring most first."""
    state = state_of(seen)
    return sorted(kinds_held(seen), key=lambda kind: (-worth(state, kind), kind))


def best_two(seen: Seen, city: int | None = None) -> int:
    """What the two best cards in hand bring together for a city."""
    state = state_of(seen)
    points: list[int] = []
    for kind in kinds_held(seen):
        points += [worth(state, kind, city)] * state.cards.held(seen.seat, kind)
    return sum(sorted(points)[-2:])


def held_options(seen: Seen, lang: str) -> tuple[Option, ...]:
    """The owner's cards by name."""
    names = [material.KIND_NAMES[kind] for kind in kinds_held(seen)]
    return tuple(Option(name, card_name(name, lang)) for name in names)


def point_options(lang: str, least: int = 1) -> tuple[Option, ...]:
    """Numbers of points."""
    t = words_of(lang)
    numbers = range(least, MOST_POINTS + 1)
    return tuple(Option(str(number), points_phrase(t, number)) for number in numbers)


def not_held(seen: Seen, card: str) -> Sentence | None:
    """Why an order about a card can not be carried out: it is not in hand."""
    if material.KIND_NAMES.index(card) in kinds_held(seen):
        return None
    return Sentence("you no longer hold “{card}”", card=Sentence(CARDS[card][0]))


def outside_now(seen: Seen, card: str, lang: str) -> str:
    """What a card that needs no city brings now; empty for others: that depends on the city."""
    kind = material.KIND_NAMES.index(card)
    if kind < material.OUTSIDE:
        return ""
    t = words_of(lang)
    points = points_phrase(t, worth(state_of(seen), kind))
    return t("“{card}” would bring {points} now.", card=card_name(card, lang), points=points)

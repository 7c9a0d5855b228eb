"""Orders about whatever cards are in hand: the best one, asking for large cities, the last cards."""

from __future__ import annotations

from collections.abc import Sequence

from citywright.games.mauerbauer.orders.hand import (
    best_first,
    best_two,
    point_options,
    state_of,
    worth,
)
from citywright.games.mauerbauer.rules import codes, phases, scoring
from citywright.games.mauerbauer.rules.material import KIND_NAMES
from citywright.games.mauerbauer.text.names import card_name, words_of
from citywright.orders.contract import ASK, Ask, Decision, Field, Kind, Option, Play, Seen, Values
from citywright.text.phrases import points_phrase

NEVER = "never"


class BestCard(Kind):
    """Plays the card that brings most, if that is enough; else discards the one that brings least."""

    id = "best"

    def title(self, lang: str) -> str:
        t = words_of(lang)
        return t("Play my best card")

    def about(self, lang: str) -> str:
        t = words_of(lang)
        return t(
            "For every city that is closed: the card that brings most, or a discard if none brings enough."
        )

    def fields(self, seen: Seen, values: Values, lang: str) -> Sequence[Field]:
        t = words_of(lang)
        points = point_options(lang)
        return (
            Field("least", t("If it brings at least"), points[2:] + points[:2]),
            Field("second", t("A second card"), (Option(NEVER, t("never")), *points)),
            Field(
                "else",
                t("If none brings enough"),
                (Option("discard", t("Discard the card that brings least")), Option("ask", t(ASK))),
            ),
        )

    def sentence(self, values: Values, lang: str) -> str:
        t = words_of(lang)
        first = t(
            "When a city is closed, play the card that brings most, if that is at least {points}",
            points=points_phrase(t, int(values["least"])),
        )
        parts = [first]
        if values["second"] != NEVER:
            second = points_phrase(t, int(values["second"]))
            parts.append(t("a second one from {points} on", points=second))
        parts.append(
            t("otherwise discard the card that brings least")
            if values["else"] == "discard"
            else t("otherwise ask me")
        )
        return "; ".join(parts) + "."

    def decide(self, seen: Seen, values: Values) -> Decision:
        state = state_of(seen)
        if state.phase not in (phases.PLAY_CARD, phases.PLAY_SECOND):
            return None
        cards = best_first(seen)
        if state.phase == phases.PLAY_SECOND:
            may = values["second"] != NEVER and worth(state, cards[0]) >= int(values["second"])
            return Play(codes.PLAY + cards[0] if may else codes.STOP)
        if worth(state, cards[0]) >= int(values["least"]):
            return Play(codes.PLAY + cards[0])
        return Play(codes.DISCARD + cards[-1]) if values["else"] == "discard" else Ask()

    def outlook(self, seen: Seen, values: Values, lang: str) -> str:
        t = words_of(lang)
        cards = best_first(seen)
        if not cards:
            return t("Your hand is empty: you would not be asked.")
        points = worth(state_of(seen), cards[0], 0)
        if points < int(values["least"]):
            return t("Without the city itself no card of yours would bring enough now.")
        card = card_name(KIND_NAMES[cards[0]], lang)
        return t("“{card}” would bring {points} now.", card=card, points=points_phrase(t, points))


class AskMe(Kind):
    """Leaves cities to the owner for which the cards in hand bring much."""

    id = "ask"
    goes_first = True

    def title(self, lang: str) -> str:
        t = words_of(lang)
        return t("Ask me when much is at stake")

    def about(self, lang: str) -> str:
        t = words_of(lang)
        return t("Your other orders keep still for a city that would bring you many points.")

    def fields(self, seen: Seen, values: Values, lang: str) -> Sequence[Field]:
        t = words_of(lang)
        points = point_options(lang)
        return (Field("least", t("If my two best cards bring at least"), points[9:] + points[:9]),)

    def sentence(self, values: Values, lang: str) -> str:
        t = words_of(lang)
        return t(
            "Ask me if my two best cards bring at least {points} for a city.",
            points=points_phrase(t, int(values["least"])),
        )

    def decide(self, seen: Seen, values: Values) -> Decision:
        is_asked = state_of(seen).phase == phases.PLAY_CARD
        return Ask() if is_asked and best_two(seen) >= int(values["least"]) else None


class LastCards(Kind):
    """Plays the last cards of the game for the most points: nothing comes after them (MB-42)."""

    id = "last"

    def title(self, lang: str) -> str:
        t = words_of(lang)
        return t("Play my last cards")

    def about(self, lang: str) -> str:
        t = words_of(lang)
        return t(
            "After the last turn: the city and the cards that bring most, and no card that brings nothing."
        )

    def sentence(self, values: Values, lang: str) -> str:
        t = words_of(lang)
        return t("After the last turn, choose the city and the cards that bring most.")

    def decide(self, seen: Seen, values: Values) -> Decision:
        state = state_of(seen)
        if state.phase == phases.CHOOSE_CITY:
            cities = range(state.land.city_count + 1)
            return Play(codes.CITY + max(cities, key=lambda city: (best_two(seen, city), -city)))
        if state.phase not in (phases.PLAY_LAST, phases.PLAY_LAST_SECOND):
            return None
        playable = scoring.playable(state, state.cards.hand(seen.seat))
        cards = [kind for kind in best_first(seen) if playable >> kind & 1 and worth(state, kind) > 0]
        return Play(codes.PLAY + cards[0] if cards else codes.STOP)

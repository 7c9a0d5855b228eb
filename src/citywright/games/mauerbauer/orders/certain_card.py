"""Orders about a certain card in hand: playing it, discarding it, exchanging it."""

from __future__ import annotations

from collections.abc import Sequence

from citywright.engine.sentence import Sentence
from citywright.games.mauerbauer.orders.hand import (
    best_first,
    held_options,
    kinds_held,
    not_held,
    outside_now,
    point_options,
    state_of,
    worth,
)
from citywright.games.mauerbauer.rules import codes, phases
from citywright.games.mauerbauer.rules.material import KIND_NAMES
from citywright.games.mauerbauer.text.names import card_name, words_of
from citywright.orders.contract import ASK, Ask, Decision, Field, Kind, Option, Play, Seen, Values, Void
from citywright.text import mark
from citywright.text.phrases import points_phrase

ANY = "any"
MANY = 99  # fields: more than a map has
# by their names: what cities an order is for, and from how many to how many fields they have
SIZES = {
    ANY: (mark("any city"), 1, MANY),
    "1": (mark("a city of 1 field"), 1, 1),
    "2": (mark("a city of 2 fields"), 2, 2),
    "3": (mark("a city of 3 fields"), 3, 3),
    "small": (mark("a city of at most 3 fields"), 1, 3),
    "middle": (mark("a city of at least 4 fields"), 4, MANY),
    "large": (mark("a city of at least 7 fields"), 7, MANY),
}


class CertainCard(Kind):
    """Plays one card when a city is closed that it fits; other cities are left to other orders."""

    id = "card"

    def title(self, lang: str) -> str:
        t = words_of(lang)
        return t("Play a certain card")

    def about(self, lang: str) -> str:
        t = words_of(lang)
        return t("It waits for a city of the right size for which the card brings enough.")

    def fields(self, seen: Seen, values: Values, lang: str) -> Sequence[Field]:
        t = words_of(lang)
        return (
            Field("card", t("Card"), held_options(seen, lang)),
            Field("size", t("For"), tuple(Option(size, t(SIZES[size][0])) for size in SIZES)),
            Field("least", t("If it brings at least"), point_options(lang)),
            Field(
                "then",
                t("Afterwards"),
                (
                    Option("stop", t("No second card")),
                    Option("ask", t(ASK)),
                    Option("on", t("My other orders")),
                ),
            ),
        )

    def is_offered(self, seen: Seen) -> bool:
        return bool(kinds_held(seen))

    def is_once(self, values: Values) -> bool:
        return True

    def sentence(self, values: Values, lang: str) -> str:
        t = words_of(lang)
        city, _, _ = SIZES[values["size"]]
        words = t(
            "Play “{card}” for {city}, if it brings at least {points}",
            card=card_name(values["card"], lang),
            city=t(city),
            points=points_phrase(t, int(values["least"])),
        )
        then = {
            "stop": t("then no second card"),
            "ask": t("then ask me"),
            "on": t("then as my other orders say"),
        }[values["then"]]
        return f"{words}; {then}."

    def decide(self, seen: Seen, values: Values) -> Decision:
        state, kind = state_of(seen), KIND_NAMES.index(values["card"])
        if state.phase == phases.PLAY_SECOND and seen.progress:
            if values["then"] == "ask":
                return Ask()
            return Play(codes.STOP) if values["then"] == "stop" else None
        if state.phase != phases.PLAY_CARD or seen.progress:
            return None
        missing = not_held(seen, values["card"])
        if missing is not None:
            return Void(missing)
        _, fewest, most = SIZES[values["size"]]
        fits = fewest <= state.land.city_size(state.scored_city) <= most
        return Play(codes.PLAY + kind) if fits and worth(state, kind) >= int(values["least"]) else None

    def problem(self, seen: Seen, values: Values) -> Sentence | None:
        return None if seen.progress else not_held(seen, values["card"])

    def outlook(self, seen: Seen, values: Values, lang: str) -> str:
        return outside_now(seen, values["card"], lang)


class DiscardCard(Kind):
    """Discards one card instead of playing any, unless one of them would bring much (MB-31)."""

    id = "discard"

    def title(self, lang: str) -> str:
        t = words_of(lang)
        return t("Discard a certain card")

    def about(self, lang: str) -> str:
        t = words_of(lang)
        return t("You play nothing for the next city and draw two cards instead.")

    def fields(self, seen: Seen, values: Values, lang: str) -> Sequence[Field]:
        t = words_of(lang)
        points = tuple(
            Option(option.value, t("one of my cards brings {points}", points=option.words))
            for option in point_options(lang)
        )
        return (
            Field("card", t("Card"), held_options(seen, lang)),
            Field("unless", t("Ask me if"), (*points[4:], *points[:4], Option("never", t("never")))),
        )

    def is_offered(self, seen: Seen) -> bool:
        return bool(kinds_held(seen))

    def is_once(self, values: Values) -> bool:
        return True

    def sentence(self, values: Values, lang: str) -> str:
        t = words_of(lang)
        card = card_name(values["card"], lang)
        if values["unless"] == "never":
            return t("Play nothing for the next city and discard “{card}”.", card=card)
        return t(
            "Play nothing for the next city and discard “{card}”; ask me if one of my cards brings {points}.",
            card=card,
            points=points_phrase(t, int(values["unless"])),
        )

    def decide(self, seen: Seen, values: Values) -> Decision:
        state = state_of(seen)
        if state.phase != phases.PLAY_CARD or seen.progress:
            return None
        missing = not_held(seen, values["card"])
        if missing is not None:
            return Void(missing)
        if values["unless"] != "never" and worth(state, best_first(seen)[0]) >= int(values["unless"]):
            return Ask()
        return Play(codes.DISCARD + KIND_NAMES.index(values["card"]))

    def problem(self, seen: Seen, values: Values) -> Sentence | None:
        return None if seen.progress else not_held(seen, values["card"])


class ExchangeCards(Kind):
    """Answers when the last on the score track may exchange cards (MB-34)."""

    id = "exchange"

    def title(self, lang: str) -> str:
        t = words_of(lang)
        return t("Exchange cards when I am last")

    def about(self, lang: str) -> str:
        t = words_of(lang)
        return t("After a scoring, whoever is last may exchange cards: this answers for you.")

    def fields(self, seen: Seen, values: Values, lang: str) -> Sequence[Field]:
        t = words_of(lang)
        return (Field("card", t("Exchange"), (Option("none", t("no card")), *held_options(seen, lang))),)

    def is_once(self, values: Values) -> bool:
        return values["card"] != "none"

    def sentence(self, values: Values, lang: str) -> str:
        t = words_of(lang)
        if values["card"] == "none":
            return t("If I may exchange cards, exchange none.")
        return t("If I may exchange cards, exchange “{card}”.", card=card_name(values["card"], lang))

    def decide(self, seen: Seen, values: Values) -> Decision:
        if state_of(seen).phase != phases.EXCHANGE_CARDS:
            return None
        if values["card"] == "none" or seen.progress:
            return Play(codes.DONE)
        missing = not_held(seen, values["card"])
        return Void(missing) if missing else Play(codes.EXCHANGE + KIND_NAMES.index(values["card"]))

    def problem(self, seen: Seen, values: Values) -> Sentence | None:
        return None if seen.progress or values["card"] == "none" else not_held(seen, values["card"])

"""How the dice of a table came about, in plain words; whose numbers are in them."""

from __future__ import annotations

import msgspec

from citywright.match.dealer import FIRST, NO_NUMBER, Dealer
from citywright.text import Words


class AddedNumber(msgspec.Struct, frozen=True):
    """What one seat added to the secret."""

    seat: int
    name: str
    number: str  # empty: nothing


class DiceStory(msgspec.Struct, frozen=True):
    """Where the dice of a game come from."""

    told: tuple[str, ...]  # sentences
    commitment: str
    added: tuple[AddedNumber, ...]  # empty: the first dealer, which asked nobody


def story_of(dealer: Dealer | None, names: tuple[str, ...], deal: str, t: Words) -> DiceStory | None:
    """The story of a game's dice; none if nobody vouches for them. `deal` is the day of a daily deal."""
    if dealer is None:
        return None
    if dealer.version == FIRST:
        told = [
            t("All rolls and draws come from one secret number of the server."),
            t("Its fingerprint was shown before the first move, so the server could not change it later."),
        ]
        return DiceStory(tuple(told), dealer.commitment, ())
    added = [
        AddedNumber(seat, names[seat], "" if number == NO_NUMBER else number)
        for seat, number in enumerate(dealer.numbers)
    ]
    return DiceStory(tuple(_told(added, deal, t)), dealer.commitment, tuple(added))


def _told(added: list[AddedNumber], deal: str, t: Words) -> list[str]:
    if deal:
        return [
            t("This is the deal of {day}: everybody gets the same dice at the same moments.", day=deal),
            t("They come from a secret number whose fingerprint was published before that day."),
        ]
    givers = [each.name for each in added if each.number]
    if not givers:
        return [
            t("All rolls and draws come from one secret number of the server."),
            t("Its fingerprint was shown before the first move, so the server could not change it later."),
            t("No browser added a number of its own, so the server could have picked it among several."),
        ]
    return [
        t("All rolls and draws come from a secret number of the server and from numbers of browsers."),
        t("A number was added by: {names}.", names=", ".join(givers)),
        t("The server had fixed its secret before it was sent a number, and no browser knew the secret."),
        t("So neither the server nor a player could choose the dice, unless the two were in league."),
    ]

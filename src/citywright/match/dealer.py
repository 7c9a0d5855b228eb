"""Verifiable chance: a secret is fixed before the first action and published when the game is over.

Anyone who has the secret can draw every outcome again. Knows no game: it draws numbers below a total. There
are two versions: the first counts the outcomes of a game; the second names them and mixes in numbers of the
seats. docs/dice.md says how both work and how to check them.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Sequence

from citywright.engine.chance import Draw
from citywright.engine.state import State

SECRET_BYTES = 32
NUMBER_BYTES = 16  # what one seat adds
NO_NUMBER = "-"
FIRST, SECOND = 1, 2  # the versions
COUNTED = "chance"  # the name of moments in a game that has no names, followed by a number
_RANGE = 1 << 256  # one HMAC-SHA256 value
_NUMBER = re.compile(f"[0-9a-f]{{{2 * NUMBER_BYTES}}}")


class Dealer:
    """Draws the n-th chance outcome of a match from HMAC-SHA256(secret, n): the first version."""

    version = FIRST

    def __init__(self, secret: bytes) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
        self.secret = secret
        self.numbers: tuple[str, ...] = ()  # what the seats added to the secret
        self.may_tell: Callable[[], bool] = _always  # asked before the secret of a finished game is told

    @classmethod
    def fresh(cls) -> Dealer:
        """A dealer with a random secret."""
        return cls(secrets.token_bytes(SECRET_BYTES))

    @classmethod
    def seeded(cls, seed: int) -> Dealer:
        """A dealer for repeatable experiments; anyone can compute its secret from the seed."""
        return cls(hashlib.sha256(f"citywright {seed}".encode()).digest())

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret in hexadecimal: published when the match begins."""
        return commitment_of(self.secret)

    def ticket(self, n: int, total: int) -> int:
        """A number 0..total-1 for chance outcome n (from 0), each exactly equally likely.

        The message is n in decimal digits. The range of values is cut to a multiple of `total`; a value
        beyond it would favour low tickets, so the message is then `n.1`, `n.2` and so on.
        """
        fair = _RANGE - _RANGE % total
        attempt = 0
        while True:
            message = f"{n}.{attempt}" if attempt else f"{n}"
            value = int.from_bytes(hmac.digest(self.secret, message.encode(), "sha256"))
            if value < fair:
                return value % total
            attempt += 1

    def draws(self, state: State, n: int) -> list[tuple[Draw, int]]:
        """What is drawn for chance outcome n, in this state, and the number each draw gives."""
        draw = Draw(str(n), state.chance_total())
        return [(draw, self.ticket(n, draw.total))]

    def outcome(self, state: State, numbers: list[int]) -> int:
        """The code of the outcome for the numbers that were drawn."""
        return state.chance_at(numbers[0])

    def deal(self, state: State, n: int) -> int:
        """The code of chance outcome n, in this state."""
        return self.outcome(state, [number for _, number in self.draws(state, n)])


class NamedDealer(Dealer):
    """Draws every die and card by the name of its moment, from the secret and the seats' numbers.

    Neither who knows the secret nor who adds a number could have chosen what is drawn; and the same key draws
    the same at the same moment of every table, whatever was done before.
    """

    version = SECOND

    def __init__(self, secret: bytes, game: str, numbers: Sequence[str]) -> None:
        super().__init__(secret)
        self.numbers = tuple(numbers)
        self.key = key_of(secret, game, self.numbers)

    def number(self, draw: Draw) -> int:
        """The number of one draw: each of those left is exactly equally likely.

        The message is the name of the moment, a full stop and how often the draw was repeated. It is repeated
        if the value lies beyond the last multiple of `total`, or if its number is not left.
        """
        fair = _RANGE - _RANGE % draw.total
        attempt = 0
        while True:
            message = f"{draw.moment}.{attempt}".encode()
            value = int.from_bytes(hmac.digest(self.key, message, "sha256"))
            if value < fair and draw.left >> value % draw.total & 1:
                return value % draw.total
            attempt += 1

    def draws(self, state: State, n: int) -> list[tuple[Draw, int]]:
        draws = state.chance_draws() or [Draw(f"{COUNTED} {n}", state.chance_total())]
        return [(draw, self.number(draw)) for draw in draws]

    def outcome(self, state: State, numbers: list[int]) -> int:
        return state.chance_of(numbers) if state.chance_draws() else state.chance_at(numbers[0])


def _always() -> bool:
    return True


def key_of(secret: bytes, game: str, numbers: Sequence[str]) -> bytes:
    """The key of the second version: HMAC-SHA256(secret, text), a line of text for each thing it depends on.

    These are the version, the game, the commitment, and for each seat its number or `-`.
    """
    lines = ["citywright dice 2", game, commitment_of(secret), *numbers]
    return hmac.digest(secret, "".join(f"{line}\n" for line in lines).encode(), "sha256")


def commitment_of(secret: bytes) -> str:
    """SHA-256 of a secret, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def is_number(text: str) -> bool:
    """Is this what a seat may add to a secret: 16 bytes in lower-case hexadecimal?"""
    return _NUMBER.fullmatch(text) is not None


def all_numbers(numbers: Sequence[str], seats: int) -> tuple[str, ...]:
    """A word for each seat: its number, or `-` if it added none."""
    words = tuple(number or NO_NUMBER for number in numbers)[:seats]
    return words + (NO_NUMBER,) * (seats - len(words))


def dealer_of(version: int, secret: bytes, game: str, numbers: str) -> Dealer:
    """The dealer of a game that was begun under a version; `numbers` are words in the order of seats."""
    return Dealer(secret) if version == FIRST else NamedDealer(secret, game, numbers.split())

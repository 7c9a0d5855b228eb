"""Verifiable chance: a secret is fixed before the first action and published when the game is over.

Anyone who has the secret can draw every outcome again. Knows no game: it draws tickets below a total.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

SECRET_BYTES = 32
_RANGE = 1 << 256  # one HMAC-SHA256 value


class Dealer:
    """Draws the n-th chance outcome of a match from HMAC-SHA256(secret, n)."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
        self.secret = secret

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


def commitment_of(secret: bytes) -> str:
    """SHA-256 of a secret, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()

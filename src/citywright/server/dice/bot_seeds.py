"""Bots of a deal of the day: their random streams follow from its key, as its dice do."""

from __future__ import annotations

import hmac

from citywright.engine.view import seat_letter

SIMULATIONS = 200  # of a bot that searches: as many for everybody, however fast the machine is


def bot_seed(key: bytes, seat: int, ply: int) -> int:
    """The random stream of a bot's decision in a deal: who does the same meets the same answers."""
    digest = hmac.digest(key, f"bot {seat_letter(seat)} {ply}".encode(), "sha256")
    return int.from_bytes(digest[:7])

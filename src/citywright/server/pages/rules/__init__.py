"""The rules of a game as a page: one part that teaches, one that is short, and all rules by number."""

from __future__ import annotations

from citywright.server.pages.rules.page import HANDLERS

__all__ = ["HANDLERS"]

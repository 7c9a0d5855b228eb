"""Which board is meant by an address: of a finished table, of a record, or a saved one; at which position.

What was tried on a board that is not one's own stands in the address, as text of its tree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from citywright.match.match import Match, MatchError
from citywright.server.boards.saved import SavedBoard
from citywright.server.errors import FORBIDDEN, MALFORMED, Refusal
from citywright.server.pages.requests import AnyRequest
from citywright.server.pages.review.page import review_of_table
from citywright.server.services import Services
from citywright.server.tables.review import Review
from citywright.variations.playing import Explored, main_line
from citywright.variations.tree import Tree, TreeError, parse_tree

LONGEST_TREE = 5000  # characters in an address
PATHS = ["/board/look/{table_id:str}", "/board/r/{record_id:str}", "/board/{board_id:str}"]


class Board:
    """A tree of variations at one of its positions."""

    def __init__(self, path: str, review: Review, explored: Explored, at: int) -> None:
        self.path = path
        self.review = review
        self.game = review.game
        self.names = review.names
        self.explored = explored
        self.tree = explored.tree
        self.at = at
        self.saved: SavedBoard | None = None
        self.is_own = False  # whoever asks has saved it: changes are saved at once

    @property
    def match(self) -> Match:
        """The match at the position; nobody may change it."""
        return self.explored.at(self.at)

    @property
    def text(self) -> str:
        """The tree as the address has it: nothing where the database has it."""
        own_text = self.tree.format()
        return "" if self.saved is not None and own_text == self.saved.tree else own_text

    @property
    def is_changed(self) -> bool:
        """Does the address have other variations than the database?"""
        return self.saved is not None and self.tree.format() != self.saved.tree

    def to(self, at: int, **more: str) -> str:
        """The address of a position."""
        return address(self.path, at, self.text, **more)


def address(path: str, at: int, text: str, **more: str) -> str:
    """The address of a position on a board whose variations have this text."""
    values = {"at": str(at)} | ({"tree": text} if text else {}) | more
    return f"{path}?{urlencode(values)}"


async def board_of(request: AnyRequest, services: Services, values: Mapping[str, Any]) -> Board:
    """The board that an address means; `values` are its query, or the fields of a form."""
    ids = request.path_params
    saved: SavedBoard | None = None
    if "table_id" in ids:
        path, review = (
            f"/board/look/{ids['table_id']}",
            await review_of_table(request, services, ids["table_id"]),
        )
    elif "record_id" in ids:
        path, review = f"/board/r/{ids['record_id']}", await services.reviews.of_record(ids["record_id"])
    else:
        saved = await services.boards.find(ids["board_id"])
        path, review = f"/board/{saved.id}", await _review_of(request, services, saved)
    if review.match.viewer is not None and review.game.has_secrets:
        raise Refusal(
            FORBIDDEN,
            "this record tells only what one seat knew, so nobody can play on from it for the others",
        )
    text = str(values.get("tree", "")).replace("\r\n", "\n") or (saved.tree if saved else "")
    explored = await services.reviews.aside(explore, review, text)
    board = Board(path, review, explored, _position(values, explored.tree, saved.position if saved else -1))
    guest = await services.guests.guest_of(request)
    board.saved = saved
    board.is_own = saved is not None and guest is not None and saved.guest_id == guest.id
    return board


async def _review_of(request: AnyRequest, services: Services, saved: SavedBoard) -> Review:
    """The game of a saved board: with its names while its table is there, else from the record it keeps."""
    if saved.source.startswith("t/"):
        try:
            return await review_of_table(request, services, saved.source.removeprefix("t/"))
        except Refusal as refusal:
            if refusal.code == FORBIDDEN:  # a deal of the day that whoever asks has still to play
                raise
    return await services.reviews.of_text(f"b/{saved.id}", saved.record)


def _position(values: Mapping[str, Any], tree: Tree, otherwise: int) -> int:
    given = str(values.get("at", ""))
    if not given:
        return min(otherwise, tree.last) if otherwise >= 0 else len(tree.main)
    if not given.isdecimal() or len(given) > 6:
        raise Refusal(
            MALFORMED, "a ply is a number from 0 to {most}, not {given!r}", most=tree.last, given=given[:20]
        )
    return min(int(given), tree.last)


_explored: WeakKeyDictionary[Review, tuple[str, Explored]] = WeakKeyDictionary()  # the last of each game


def explore(review: Review, text: str) -> Explored:
    """All positions of a tree; refused with the reason if it cannot be read or an action is illegal."""
    known, explored = _explored.get(review, ("", None))
    if explored is not None and known == text:
        return explored
    try:
        tree = parse_tree(main_line(review.match), text)
        explored = Explored(review.match, review.state_at, tree)
    except TreeError as error:
        raise Refusal(MALFORMED, error.message) from error
    except MatchError as error:
        raise Refusal(error.code, error.message) from error
    _explored[review] = text, explored
    return explored

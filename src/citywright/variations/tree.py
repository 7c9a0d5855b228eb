"""A game and its variations as a tree of actions in notation, and the text form of that tree.

Positions are numbered: n of the game is the one after n of its plies, those of variations follow in the order
in which they were added. Nothing is checked here against the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from citywright.engine.sentence import Sentence

MOST_ADDED = 500  # positions of variations
LONGEST_ACTION = 200  # characters
_LINE = re.compile(r"(\d{1,6}) (\S.*)")
_ACTION = re.compile(r"[^\s;]+(?: [^\s;]+)*")


class TreeError(ValueError):
    """A tree that cannot be read or changed so; the message is for people."""

    def __init__(self, message: Sentence) -> None:
        super().__init__(message)
        self.message = message


class Node(NamedTuple):
    """A position of a variation: the one before it, and the action that leads here."""

    parent: int
    words: str


class Tree:
    """The actions of a game, and what was added to it. A change makes another tree."""

    def __init__(self, main: Sequence[str], added: Sequence[Node] = ()) -> None:
        self.main = tuple(main)
        self.added = tuple(added)

    @property
    def last(self) -> int:
        """The highest number of a position."""
        return len(self.main) + len(self.added)

    def is_main(self, node: int) -> bool:
        """Is a position one of the game itself?"""
        return node <= len(self.main)

    def parent(self, node: int) -> int:
        """The position before one; of the first, itself."""
        return max(0, node - 1) if self.is_main(node) else self._node(node).parent

    def words(self, node: int) -> str:
        """The action that leads to a position; nothing leads to the first."""
        if node == 0:
            return ""
        return self.main[node - 1] if self.is_main(node) else self._node(node).words

    def _node(self, node: int) -> Node:
        return self.added[node - len(self.main) - 1]

    def line(self, node: int) -> tuple[int, list[int]]:
        """How a position is reached: the last one of the game on the way, then those of variations."""
        way = []
        while not self.is_main(node):
            way.append(node)
            node = self._node(node).parent
        return node, way[::-1]

    def children(self, node: int) -> list[int]:
        """What follows a position: first as in the game, then in the order in which it was added."""
        first = len(self.main) + 1
        found = [node + 1] if node < len(self.main) else []
        return found + [first + k for k, added in enumerate(self.added) if added.parent == node]

    def child(self, node: int, words: str) -> int | None:
        """The position to which an action leads, if it is in the tree."""
        return next((child for child in self.children(node) if self.words(child) == words), None)

    # --- changing ---------------------------------------------------------------------

    def play(self, node: int, words: str) -> tuple[Tree, int]:
        """The tree with an action from a position, and where that leads."""
        known = self.child(node, words)
        if known is not None:
            return self, known
        if len(self.added) == MOST_ADDED:
            raise TreeError(Sentence("a board has at most {most} steps of variations", most=MOST_ADDED))
        return Tree(self.main, [*self.added, Node(node, words)]), self.last + 1

    def remove(self, node: int) -> tuple[Tree, int]:
        """The tree without a position of a variation and all that follows it; and the position before."""
        if self.is_main(node):
            raise TreeError(Sentence("the moves of the game itself cannot be removed"))
        first = len(self.main) + 1
        numbers: dict[int, int] = {n: n for n in range(first)}  # of what stays, before -> after
        kept: list[Node] = []
        for number, added in enumerate(self.added, first):
            if number != node and added.parent in numbers:
                kept.append(Node(numbers[added.parent], added.words))
                numbers[number] = len(self.main) + len(kept)
        return Tree(self.main, kept), numbers[self._node(node).parent]

    # --- as text ----------------------------------------------------------------------

    def format(self) -> str:
        """The variations as text: lines of actions that follow each other, after the position they follow."""
        lines: list[str] = []
        for number, (parent, words) in enumerate(self.added, len(self.main) + 1):
            if lines and parent == number - 1:
                lines[-1] += f"; {words}"
            else:
                lines.append(f"{parent} {words}")
        return "\n".join(lines)


def parse_tree(main: Sequence[str], text: str) -> Tree:
    """The tree of a game with these variations; TreeError says what cannot be read."""
    added: list[Node] = []
    for parent, words in _actions_in(text, len(main), added):
        if len(added) == MOST_ADDED:
            raise TreeError(Sentence("a board has at most {most} steps of variations", most=MOST_ADDED))
        added.append(Node(parent, words))
    return Tree(main, added)


def _actions_in(text: str, plies: int, added: list[Node]) -> Iterator[tuple[int, str]]:
    """Each action of a text with the position before it; `added` are those that came so far."""
    for line in text.replace("\r\n", "\n").split("\n") if text else []:
        found = _LINE.fullmatch(line)
        if found is None:
            raise TreeError(
                Sentence(
                    "a variation is the number of a step, then actions with ; between them, not {given!r}",
                    given=line[:40],
                )
            )
        parent = int(found[1])
        if parent > plies + len(added):
            raise TreeError(Sentence("a variation begins at step {n}, which is not there", n=parent))
        for words in found[2].split("; "):
            if not _ACTION.fullmatch(words) or len(words) > LONGEST_ACTION:
                raise TreeError(Sentence("{given!r} is no action of a variation", given=words[:40]))
            yield parent, words
            parent = plies + len(added)

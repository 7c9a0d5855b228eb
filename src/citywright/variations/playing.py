"""Positions of a tree of variations under the rules: every action on the way to one is checked."""

from __future__ import annotations

from collections.abc import Callable

from citywright.engine.game import NotationError
from citywright.engine.sentence import Sentence
from citywright.engine.state import CHANCE, State
from citywright.match.match import MalformedAction, Match, Ply
from citywright.variations.tree import Tree

StateAt = Callable[[int], State]  # the position of the game before a ply


def main_line(match: Match) -> list[str]:
    """The actions of a game in notation."""
    return [match.game.format_action(ply.code) for ply in match.plies]


def play(match: Match, words: str) -> None:
    """Play an action for whoever is to act, be it chance: nobody deals on a board."""
    if match.actor == CHANCE:
        try:
            code = match.game.parse_action(words)
        except NotationError as error:
            raise MalformedAction(Sentence("this cannot be read: {problem}", problem=str(error))) from None
        match.play_chance(code)
    else:
        match.play_words(match.actor, words)


class Explored:
    """All positions of a tree, reached under the rules; MatchError if an action of it is illegal."""

    def __init__(self, match: Match, state_at: StateAt, tree: Tree) -> None:
        self.tree = tree
        self._match = match
        self._state_at = state_at
        self._added: dict[int, Match] = {}
        for number in range(len(tree.main) + 1, tree.last + 1):
            before = self.at(tree.parent(number)).copy()
            play(before, tree.words(number))
            self._added[number] = before

    def at(self, node: int) -> Match:
        """The match at a position; nobody may change it."""
        if node in self._added:
            return self._added[node]
        return self._match.cut(node, self._state_at(node))

    def ply(self, node: int) -> Ply:
        """The ply that leads to a position, which is not the first."""
        return self._added[node].plies[-1] if node in self._added else self._match.plies[node - 1]

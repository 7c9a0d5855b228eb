"""The tree of a board as a list: the game around the position, and every variation where it begins."""

from __future__ import annotations

from typing import NamedTuple

from citywright.engine.state import CHANCE
from citywright.game_parts import text_of
from citywright.server.live.fragments import TURN
from citywright.server.pages.board.source import Board
from citywright.server.templates import without_rules
from citywright.text import Words
from citywright.variations.outcomes import outcome_title

AROUND = 7  # plies of the game that are shown before and after a position


class Step(NamedTuple):
    """A line of the list: an action and where it leads; or so many plies of the game that are left out."""

    node: int
    depth: int  # 0: of the game itself
    actor: int
    words: str
    left_out: int = 0


def steps_of(board: Board, t: Words) -> list[Step]:
    """The lines of the list."""
    tree = board.tree
    plies = len(tree.main)
    here, _ = tree.line(board.at)
    forks = {tree.parent(node) for node in range(plies + 1, tree.last + 1)}
    near = set(range(here - AROUND, here + AROUND + 1))
    near.update(ply for fork in forks if tree.is_main(fork) for ply in (fork, fork + 1))
    steps: list[Step] = []
    shown = 0
    for ply in sorted(ply for ply in near if 0 < ply <= plies):
        if ply > shown + 1:
            steps.append(_left_out(shown, ply))
        steps.append(_step(board, ply, 0, t))
        if ply - 1 in forks:
            steps += _variations(board, ply - 1, t)
        shown = ply
    if shown < plies:
        steps.append(_left_out(shown, plies + 1))
    if plies in forks:
        steps += _variations(board, plies, t)
    return steps


def _left_out(before: int, after: int) -> Step:
    return Step((before + after) // 2, 0, CHANCE, "", after - before - 1)


def _variations(board: Board, fork: int, t: Words) -> list[Step]:
    """All variations that leave the game at a ply: alternatives stand indented below what they replace."""
    tree = board.tree
    steps: list[Step] = []
    show, go_on = True, False  # two kinds of tasks: show a step, go on with what follows it
    tasks: list[tuple[bool, int, int]] = []
    for child in reversed(tree.children(fork)):
        if not tree.is_main(child):
            tasks += [(go_on, child, 1), (show, child, 1)]
    while tasks:
        task, node, depth = tasks.pop()
        children = tree.children(node)
        if task is show:
            steps.append(_step(board, node, depth, t))
        elif children:
            tasks.append((go_on, children[0], depth))
            for child in reversed(children[1:]):
                tasks += [(go_on, child, depth + 1), (show, child, depth + 1)]
            tasks.append((show, children[0], depth))
    return steps


def _step(board: Board, node: int, depth: int, t: Words) -> Step:
    ply = board.explored.ply(node)
    return Step(node, depth, ply.actor, words_of_step(board, node, t))


def words_of_step(board: Board, node: int, t: Words) -> str:
    """What happened on the way to a position, as the log says it; else what the action is called."""
    game, text, ply = board.game, text_of(board.game), board.explored.ply(node)
    action = game.format_action(ply.code)
    for event in ply.events:
        sentence = "" if event.name == TURN else text.sentence(event, board.names, t.lang, action)
        if sentence:
            return sentence
    before = board.explored.at(board.tree.parent(node)).state
    if ply.actor == CHANCE:
        return outcome_title(game, before, action, board.names, t.lang)
    return without_rules(text.action_title(action, game.view(before, ply.actor), t.lang))

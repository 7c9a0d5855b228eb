"""Trees of variations: adding, removing, text and back, under the rules; and how chance can be chosen."""

from __future__ import annotations

import pytest

from citywright.catalogue import games
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, State
from citywright.match.dealer import Dealer
from citywright.match.match import IllegalAction, Match
from citywright.match.record import RecordError, format_record, parse_record
from citywright.match.replay import verify
from citywright.variations.outcomes import outcome_title, picks_of
from citywright.variations.playing import Explored, main_line, play
from citywright.variations.tree import MOST_ADDED, Tree, TreeError, parse_tree

GAME = ("roll", "keep", "end")


def test_an_action_that_is_known_leads_where_it_led_before() -> None:
    tree = Tree(GAME)
    assert tree.play(1, "keep") == (tree, 2)
    grown, node = tree.play(1, "pass")
    assert node == 4
    assert grown.play(1, "pass") == (grown, 4)
    assert grown.children(1) == [2, 4]
    assert grown.parent(4) == 1
    assert grown.words(4) == "pass"
    assert (grown.parent(0), grown.words(0)) == (0, "")


def test_removing_takes_all_that_follows_and_keeps_the_rest() -> None:
    tree, node = Tree(GAME).play(1, "pass")
    tree, after = tree.play(node, "roll 3")
    tree, other = tree.play(2, "draw")
    tree, _ = tree.play(after, "end it")
    left, at = tree.remove(node)
    assert at == 1
    assert left.format() == "2 draw"
    shorter, at = tree.remove(after)
    assert shorter.format() == "1 pass\n2 draw"
    assert at == node
    assert tree.line(other) == (2, [other])
    with pytest.raises(TreeError, match="cannot be removed"):
        tree.remove(2)


def test_a_tree_is_read_as_it_was_written() -> None:
    tree, node = Tree(GAME).play(0, "roll 1 2")
    tree, _ = tree.play(node, "keep a")
    tree, _ = tree.play(3, "more")
    tree, _ = tree.play(node, "keep b")
    again = parse_tree(GAME, tree.format())
    assert again.format() == tree.format() == "0 roll 1 2; keep a\n3 more\n4 keep b"
    assert again.added == tree.added
    assert parse_tree(GAME, "").added == ()


@pytest.mark.parametrize(
    "text",
    [
        "9 roll",
        "4 roll",
        "x roll",
        "1",
        "1 ",
        "1  roll",
        "1 roll;keep",
        "1 roll; ",
        "-1 roll",
        "1 roll\n\n2 a",
    ],
)
def test_a_tree_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(TreeError):
        parse_tree(GAME, text)


def test_a_tree_does_not_grow_for_ever() -> None:
    many = "\n".join(f"0 a{number}" for number in range(MOST_ADDED))
    tree = parse_tree(GAME, many)
    with pytest.raises(TreeError, match="at most"):
        tree.play(0, "one more")
    with pytest.raises(TreeError, match="at most"):
        parse_tree(GAME, many + "\n0 one more")


def _played(game_id: str, plies: int, seed: int = 5) -> Match:
    match, rng = Match(games()[game_id], 2, dealer=Dealer.seeded(seed)), Rng(seed)
    while match.ply < plies:
        match.play(match.actor, match.state.random_action(rng))
    return match


def _states(match: Match) -> Explored:
    def state_at(ply: int) -> State:
        state = match.game.new_state(match.seats, match.start, match.layout)
        for played in match.plies[:ply]:
            state.apply(played.code)
        return state

    return Explored(match, state_at, Tree(main_line(match)))


@pytest.mark.parametrize("game_id", ["saint-malo", "mauerbauer", "milestones"])
def test_positions_of_a_tree_are_those_of_the_rules(game_id: str) -> None:
    match = _played(game_id, 30)
    explored = _states(match)
    fork = next(ply for ply in range(29, 0, -1) if match.plies[ply].actor >= 0 and _others(explored, ply))
    words = _others(explored, fork)[0]
    tree, node = explored.tree.play(fork, words)
    grown = Explored(match, explored._state_at, tree)
    assert grown.at(node).plies[-1].code == match.game.parse_action(words)
    assert grown.at(node).ply == fork + 1
    assert grown.ply(node).actor == match.plies[fork].actor
    assert grown.at(fork).state.snapshot() == explored.at(fork).state.snapshot()
    wrong, _ = explored.tree.play(fork, match.game.format_action(match.plies[0].code))
    with pytest.raises(IllegalAction):
        Explored(match, explored._state_at, wrong)


def _others(explored: Explored, ply: int) -> list[str]:
    return [words for words in explored.at(ply).legal_words() if words != explored.tree.words(ply + 1)]


@pytest.mark.parametrize(("game_id", "dice"), [("saint-malo", 5), ("mauerbauer", 3), ("milestones", 1)])
def test_every_pick_is_an_outcome_with_a_name(game_id: str, dice: int) -> None:
    match = _played(game_id, 25)
    explored = _states(match)
    met = 0
    for ply in range(25):
        at = explored.at(ply)
        picks = picks_of(match.game, at.state, ("Anna", "Bo"), "de")
        assert (picks is None) == (at.actor != CHANCE)
        if picks is None:
            continue
        met = max(met, len(picks.dice))
        for faces in ([die[0] for die in picks.dice], [die[-1] for die in picks.dice]):
            words = " ".join([picks.start, *(face.words for face in faces)])
            play(at.copy(), words)  # or it is no outcome
            title = outcome_title(match.game, at.state, words, ("Anna", "Bo"), "de")
            assert title == ", ".join(face.title for face in faces)
            assert title != words
    assert met == dice


def test_a_game_that_began_in_the_middle_can_be_verified() -> None:
    before = _played("saint-malo", 21)
    middle = before.cut(20, _states(before).at(20).state)
    middle.deal_from_here(Dealer.seeded(77))
    assert middle.given == 20
    rng = Rng(2)
    while not middle.over:
        middle.play(middle.actor, middle.state.random_action(rng))
    text = format_record(middle)
    assert '[given "20"]' in text
    assert verify(parse_record(text)).given == 20
    with pytest.raises(RecordError, match="the secret gives"):
        verify(parse_record(text.replace('[given "20"]', '[given "0"]')))
    for wrong in ("-1", "x", "999999"):
        with pytest.raises(RecordError, match="given plies"):
            verify(parse_record(text.replace('[given "20"]', f'[given "{wrong}"]')))
    secret = middle.dealer.secret.hex() if middle.dealer else ""
    another = text.replace(secret, Dealer.seeded(78).secret.hex())
    with pytest.raises(RecordError, match="commitment"):
        verify(parse_record(another))
    with pytest.raises(RecordError, match="the secret gives"):
        verify(parse_record(another.replace(Dealer.seeded(77).commitment, Dealer.seeded(78).commitment)))


def test_nothing_that_was_given_is_taken_back() -> None:
    before = _played("mauerbauer", 20)
    fork = next(ply for ply in range(19, 0, -1) if before.plies[ply].actor >= 0)
    middle = before.cut(fork, _states(before).at(fork).state)
    middle.deal_from_here(Dealer.seeded(1))
    assert not middle.can_undo(middle.actor)

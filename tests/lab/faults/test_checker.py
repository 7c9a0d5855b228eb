"""The checker finds every kind of violation, and nothing in a good history."""

from __future__ import annotations

import copy
import random
from pathlib import Path

import pytest

from citywright.lab.faults.checker import (
    APART,
    BACKWARD,
    DENIED,
    DIRTY,
    DOUBLED,
    FAILED,
    LEAKED,
    LOST,
    STALE,
    Violation,
    check,
)
from citywright.lab.faults.history import (
    DONE,
    GLANCE,
    PAGE,
    PLAY,
    RECORD,
    REFUSED,
    SPECTATOR,
    STREAM,
    UNDO,
    UNKNOWN,
    At,
    Attempt,
    Closing,
    History,
    Seen,
    Told,
    load_history,
)
from citywright.lab.faults.truth import CUT, EPOCH, INSERTED, Row, committed

TABLE = "t"


def rows() -> list[Row]:
    """Chance deals, A draws a hidden card, moves, takes it back and moves otherwise; then B and chance."""
    return [
        Row(INSERTED, 0, 0, -1, "deal", True, 0.0),
        Row(INSERTED, 0, 1, 0, "draw 7", True, 10.0),
        Row(INSERTED, 0, 2, 0, "north", True, 20.0),
        Row(EPOCH, 1, None, None, None, None, 30.0),
        Row(CUT, None, 2, None, None, None, 30.0),
        Row(INSERTED, 1, 2, 0, "south", True, 40.0),
        Row(INSERTED, 1, 3, 1, "east", False, 50.0),
        Row(INSERTED, 1, 4, -1, "roll 5", True, 50.0),
    ]


def tried(
    client: str, do: str, at: At, when: float, words: str = "", outcome: str = DONE, **more: object
) -> Attempt:
    seat = 1 if client.startswith("B") else 0
    returned = 0.0 if outcome == UNKNOWN else when + 1
    return Attempt(client, 0, TABLE, seat, do, at, words, when, returned, outcome, **more)  # type: ignore[arg-type]


def saw(client: str, at: At | int, when: float, *plies: str, way: str = GLANCE, **more: object) -> Seen:
    """Asked for a moment before."""
    viewpoint = {"A": 0, "B": 1}.get(client[0], SPECTATOR)
    epoch, ply = (None, at) if isinstance(at, int) else at
    fields = {"asked": True, "called": when - 0.1} | more
    seen = Seen(client, 1, 0, TABLE, way, viewpoint, epoch, ply, 0.0, when, True, plies=list(plies))
    for name, value in fields.items():
        setattr(seen, name, value)
    return seen


def good_history() -> History:
    truth = committed(TABLE, rows())
    for move in truth.moves:
        letter = "AB*"[move.actor]
        hidden = f"{letter} draw ?" if move.words == "draw 7" else f"{letter} {move.words}"
        move.seen = [hidden, f"{letter} {move.words}" if move.actor == 0 else hidden, hidden]
    truth.rows = ["* deal", "A draw 7", "A south", "B east", "* roll 5"]
    return History(
        attempts=[
            tried("A", PLAY, (0, 1), 10.0, "draw 7", after=(0, 2)),
            tried("A", PLAY, (0, 2), 20.0, "north", after=(0, 3)),
            tried("A again", PLAY, (0, 2), 21.0, "south", REFUSED, code="stale ply"),
            tried("A", UNDO, (0, 3), 30.0, after=(1, 2)),
            tried("A", PLAY, (1, 2), 40.0, "south", UNKNOWN),
            tried("B", PLAY, (1, 3), 50.0, "east", after=(1, 5)),
        ],
        seen=[
            saw("watcher", (0, 1), 5.0, "* deal", way=STREAM),
            saw("B", 2, 15.0, "* deal", "A draw ?", way=RECORD),
            saw("A", 2, 15.0, "* deal", "A draw 7", way=RECORD),
            saw("A page", (0, 3), 25.0, "d1", "d2", "d3", way=PAGE, asked=False),
            saw("A other page", (0, 3), 25.0, "d2", "d3", way=PAGE, since=1),
            saw("A page", (1, 2), 35.0, "d1", "d2", way=PAGE, asked=False),
            saw("watcher", (1, 3), 45.0, "A draw ?", "A south", way=STREAM, since=1),
            saw("B", (1, 5), 55.0),
            saw(
                "watcher",
                5,
                60.0,
                "* deal",
                "A draw 7",
                "A south",
                "B east",
                "* roll 5",
                way=RECORD,
                over=True,
            ),
        ],
        truths=[truth],
        closing=[Closing("A page", TABLE, (1, 5), 0.1), Closing("watcher", TABLE, (1, 5), 0.1)],
    )


def kinds(history: History) -> set[str]:
    return {violation.kind for violation in check(history)}


def test_the_triggers_rows_become_versions() -> None:
    truth = committed(TABLE, rows())
    assert [version.at for version in truth.versions] == [
        (0, 0),
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 2),
        (1, 3),
        (1, 5),
    ]
    assert [truth.moves[number].words for number in truth.lines[1]] == [
        "deal",
        "draw 7",
        "south",
        "east",
        "roll 5",
    ]
    assert [truth.moves[number].words for number in truth.lines[0]] == ["deal", "draw 7", "north"]


def test_undos_in_a_row_are_told_apart() -> None:
    twice = [*rows(), Row(EPOCH, 2, None, None, None, None, 60.0), Row(CUT, None, 4, None, None, None, 60.0)]
    twice += [Row(EPOCH, 3, None, None, None, None, 61.0), Row(CUT, None, 3, None, None, None, 61.0)]
    assert [version.at for version in committed(TABLE, twice).versions[-2:]] == [(2, 4), (3, 3)]


def test_nothing_is_found_in_a_good_history() -> None:
    assert check(good_history()) == []


def test_an_acknowledged_move_that_is_not_there_is_lost() -> None:
    history = good_history()
    history.attempts[1].words = "west"
    assert LOST in kinds(history)


def test_an_acknowledged_undo_that_did_not_happen_is_lost() -> None:
    history = good_history()
    history.attempts.append(tried("B", UNDO, (1, 5), 60.0, after=(2, 4)))
    assert LOST in kinds(history)


def test_a_move_at_another_ply_than_was_acknowledged_is_lost() -> None:
    history = good_history()
    history.attempts[5].at = (1, 4)
    assert {LOST, DOUBLED} <= kinds(history)  # and what stands was not asked for


def test_rows_that_vanish_later_are_lost() -> None:
    history = good_history()
    history.truths[0].rows.pop()
    assert LOST in kinds(history)


def test_a_table_the_database_does_not_know_is_lost() -> None:
    history = good_history()
    history.truths.clear()
    assert kinds(history) == {LOST}


def test_a_history_that_breaks_the_rules_is_reported() -> None:
    history = good_history()
    history.truths[0].problem = "seat A cannot act now"
    assert kinds(history) == {LOST}


def test_two_winners_at_one_position_are_doubled() -> None:
    history = good_history()
    history.attempts[2].outcome = DONE
    assert DOUBLED in kinds(history)


def test_the_same_words_acknowledged_twice_are_doubled() -> None:
    history = good_history()
    history.attempts.append(tried("B again", PLAY, (1, 3), 50.0, "east", after=(1, 5)))
    assert kinds(history) == {DOUBLED}


def test_a_move_nobody_asked_for_is_doubled() -> None:
    """A move that was written twice stands at a ply nobody named."""
    history = good_history()
    del history.attempts[4]
    assert kinds(history) == {DOUBLED}


def test_a_bots_move_need_not_be_asked_for() -> None:
    history = good_history()
    del history.attempts[5]
    assert DOUBLED in kinds(history)
    history.truths[0].bots = [1]
    assert kinds(history) == set()


def test_an_undo_nobody_asked_for_is_doubled() -> None:
    history = good_history()
    del history.attempts[3]
    assert kinds(history) == {DOUBLED}


@pytest.mark.parametrize("number", [1, 3, 5], ids=["move", "undo", "last move"])
def test_what_was_refused_and_stands_was_denied(number: int) -> None:
    history = good_history()
    history.attempts[number].outcome, history.attempts[number].code = REFUSED, "unavailable"
    assert kinds(history) == {DENIED}


def test_a_refusal_is_right_where_another_won_with_the_same_words() -> None:
    history = good_history()
    history.attempts.append(tried("B again", PLAY, (1, 3), 50.0, "east", REFUSED, code="stale ply"))
    assert check(history) == []


@pytest.mark.parametrize(
    "seen",
    [
        saw("watcher", (1, 6), 60.0),
        saw("watcher", (0, 4), 29.0),
        saw("watcher", (1, 4), 56.0),  # in the middle of what was committed together
        saw("watcher", (2, 4), 60.0),
        saw("watcher", 3, 25.0, "* deal", "A draw ?", "A west", way=RECORD),
        saw("watcher", (0, 3), 25.0, "A west", way=STREAM, since=2),
        saw("watcher", (0, 3), 25.0, "A north", "A more", way=STREAM, since=2),
        saw("A third page", (0, 3), 26.0, "other", way=PAGE, since=2),
        saw("A third page", (0, 3), 26.0, "d3", "d4", way=PAGE, since=2),
        saw("watcher", (0, 3), 19.0),  # before it was written
        saw("watcher", 3, 19.0, "* deal", "A draw ?", "A north", way=RECORD),
    ],
)
def test_what_was_not_committed_is_dirty(seen: Seen) -> None:
    history = good_history()
    seen.client += " elsewhere"
    history.seen.append(copy.deepcopy(seen))
    assert kinds(history) == {DIRTY}


def test_an_answer_that_names_what_was_not_committed_is_dirty() -> None:
    history = good_history()
    history.attempts[5].after = (1, 6)
    assert kinds(history) == {DIRTY}


def test_an_answer_older_than_the_move_is_backward() -> None:
    history = good_history()
    history.attempts[5].after = (1, 3)
    assert kinds(history) == {BACKWARD}


@pytest.mark.parametrize(
    "seen",
    [
        saw("watcher", (1, 2), 46.0, asked=False),
        saw("watcher", (0, 3), 46.0, asked=False),
        saw("watcher", 2, 46.0, "* deal", "A draw ?", way=RECORD, asked=False),
        saw("A page", (0, 3), 36.0, asked=False),
    ],
)
def test_an_older_position_after_a_newer_one_is_backward(seen: Seen) -> None:
    history = good_history()
    history.seen.append(copy.deepcopy(seen))
    # a record without epoch that fits the version after the undo too is no step back from there
    assert kinds(history) == {BACKWARD}


def test_the_way_back_of_an_undo_is_no_step_back() -> None:
    history = good_history()
    history.seen += [saw("C", (0, 3), 29.0), saw("C", (1, 2), 39.0), saw("C", (1, 3), 49.0)]
    assert check(history) == []


def test_at_another_node_a_step_back_is_news_for_a_few_seconds() -> None:
    history = good_history()
    history.seen += [saw("C", (1, 5), 56.0), saw("C", (1, 3), 58.0, node=1, asked=False)]
    assert check(history) == []
    history.seen[-1].called = history.seen[-1].returned = 70.0
    assert kinds(history) == {BACKWARD}


@pytest.mark.parametrize("when", [28.0, 56.0])
def test_asked_after_something_newer_was_known_is_stale(when: float) -> None:
    history = good_history()
    history.seen.append(saw("newcomer", (0, 2), when))
    assert kinds(history) == {STALE}
    history.seen[-1].asked = False  # a frame may have been on its way for long
    assert check(history) == []


def test_another_node_may_be_a_few_seconds_behind() -> None:
    history = good_history()
    history.seen.append(saw("newcomer", (1, 3), 55.0, node=1))
    assert check(history) == []
    assert {violation.kind for violation in check(history, healed_in=1.0)} == {STALE}


@pytest.mark.parametrize("way", [RECORD, STREAM])
def test_a_hidden_card_shown_to_others_is_leaked(way: str) -> None:
    history = good_history()
    at: At | int = 2 if way == RECORD else (0, 2)
    history.seen.append(saw("B other", at, 16.0, "* deal", "A draw 7", way=way))
    assert kinds(history) == {LEAKED}
    history.seen[-1].viewpoint = 0
    assert check(history) == []


def test_what_clients_found_is_reported() -> None:
    history = good_history()
    history.told += [
        Told(LEAKED, "B", TABLE, 9.0, "the secret"),
        Told(FAILED, "B", TABLE, 3.0, "500 for GET /"),
    ]
    assert [violation.kind for violation in check(history)] == [FAILED, LEAKED]


@pytest.mark.parametrize("at", [(1, 3), (0, 3), None])
def test_who_is_not_shown_the_end_is_apart(at: At | None) -> None:
    history = good_history()
    history.closing[1].at = at
    assert kinds(history) == {APART}


def test_a_history_comes_back_from_its_file(tmp_path: Path) -> None:
    history = good_history()
    history.save(tmp_path / "history.json")
    assert load_history(tmp_path / "history.json") == history


def spoil(history: History, rng: random.Random) -> str:
    """Change one thing that somebody was told into something that is not so; says what."""
    seen = rng.choice(history.seen)
    attempt = rng.choice([each for each in history.attempts if each.outcome == DONE])
    match rng.randrange(5):
        case 0:
            seen.ply += 7
            return f"{seen.client} sees too much"
        case 1 if seen.plies and seen.way != PAGE:
            seen.plies[rng.randrange(len(seen.plies))] += " altered"
            return f"{seen.client} reads something else"
        case 2:
            attempt.at = (attempt.at[0], attempt.at[1] + 20)
            return f"{attempt.client} was acknowledged elsewhere"
        case 3 if attempt.do == PLAY:
            attempt.seat += 1
            return f"{attempt.client} acted for another seat"
        case _:
            seen.returned = seen.called = -1.0
            return f"{seen.client} sees it too early"


@pytest.mark.parametrize("seed", range(60))
def test_one_altered_line_is_always_found(seed: int) -> None:
    history = good_history()
    what = spoil(history, random.Random(seed))
    found: list[Violation] = check(history)
    if what.endswith("too early") and "watcher" in what and history.seen[0].returned < 0:
        return  # the first position was there from the beginning
    assert found, what

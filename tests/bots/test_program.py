"""Programs as bots, over real child processes: good ones, and all the ways to be bad."""

import json
import shlex
import sys

import pytest

from citywright.bots import Budget, contract, find_bot
from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from tests.bots.positions import positions

GAME = find_game("mauerbauer")

LAST_ACTION = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    answer = {"id": question["id"], "action": question["legal"][-1], "win_chance": 0.25, "points": 40}
    print(json.dumps(answer), flush=True)
"""
CRASH = "import sys; sys.stdin.readline(); sys.exit(3)"
HANG = "import sys, time; sys.stdin.readline(); time.sleep(30)"
NO_JSON = "import sys; sys.stdin.readline(); print('wall, please', flush=True); sys.stdin.read()"
NO_OBJECT = "import sys; sys.stdin.readline(); print('[1]', flush=True); sys.stdin.read()"
ILLEGAL = LAST_ACTION.replace('question["legal"][-1]', '"wall everywhere"')
WRONG_ID = LAST_ACTION.replace('"id": question["id"]', '"id": 99')
BYTES = NO_JSON.replace(
    "print('wall, please', flush=True)", "sys.stdout.buffer.write(bytes([255, 10])); sys.stdout.flush()"
)
QUICK = Budget(seconds=0.3)


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """Ask a script for decisions, on a machine however busy; its bot is closed afterwards."""
    monkeypatch.setattr(contract, "HARD_LIMIT", 60.0)
    bots = []

    def ask(script, states, budget=None):
        path = tmp_path / f"bot{len(bots)}.py"
        path.write_text(script)
        bot = find_bot(GAME, f"run:{shlex.quote(sys.executable)} {shlex.quote(str(path))}")
        bots.append(bot)
        return [bot.decide(state.observe(state.actor()), budget, Rng(1)) for state in states]

    yield ask
    for bot in bots:
        bot.close()


@pytest.fixture(scope="module")
def states():
    return positions(GAME, 3, seed=7, count=3, every=11)


def test_a_program_decides(asked, states):
    for state, decision in zip(states, asked(LAST_ACTION, states), strict=True):
        assert decision.code == state.legal_actions()[-1]
        assert not decision.note
        assert decision.estimate.win_chance == 0.25


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (CRASH, "ended with status 3"),
        (HANG, "did not answer within"),
        (NO_JSON, "no JSON: 'wall, please'"),
        (NO_OBJECT, "no JSON object"),
        (ILLEGAL, "wants 'wall everywhere', which is not possible here"),
        (WRONG_ID, "answered question 99 instead of 1"),
        (BYTES, "no JSON"),
    ],
)
def test_a_program_that_fails_forfeits_the_decision(asked, states, script, why):
    decision = asked(script, states[:1], QUICK if script == HANG else None)[0]
    assert decision.code in states[0].legal_actions()
    assert why in decision.note
    assert "was played for it" in decision.note


def test_after_a_few_crashes_a_program_is_not_started_again(asked, states):
    notes = [decision.note for decision in asked(CRASH, states * 3)]
    assert "not started again" in notes[-1]


def test_a_program_that_is_not_there(states):
    bot = find_bot(GAME, "run:/nowhere/bot")
    decision = bot.decide(states[0].observe(states[0].actor()), QUICK, Rng(1))
    assert "cannot be started" in decision.note
    assert decision.code in states[0].legal_actions()
    bot.close()


def test_the_protocol_carries_only_what_the_seat_can_see(asked, tmp_path, states):
    log = tmp_path / "asked.jsonl"
    script = LAST_ACTION.replace("    question =", f"    open({str(log)!r}, 'a').write(line)\n    question =")
    state = states[-1]
    seat = state.actor()
    worlds = [state.observe(seat).imagine(Rng(world)) for world in range(3)]
    asked(script, worlds)
    questions = [json.loads(line) for line in log.read_text().splitlines()]
    assert len(questions) == 3
    for question in questions:
        del question["id"]
        assert question == {key: value for key, value in questions[0].items() if key != "id"}
    assert questions[0]["legal"] == [GAME.format_action(code) for code in state.legal_actions()]

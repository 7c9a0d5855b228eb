"""Any program as a bot: JSON lines on its standard input and output, as docs/bots.md describes.

The program is sent what its seat can see and nothing else. If it crashes, hangs or answers nonsense the
bot plays a safe default instead, the decision's note says why, and the game goes on.
"""

from __future__ import annotations

import contextlib
import json
import shlex
import subprocess
import threading
from collections.abc import Sequence
from queue import Empty, Queue
from typing import Any

import msgspec

from citywright.bots.contract import MARGIN, Budget, Decision, Estimate
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import State
from citywright.engine.view import seat_letter
from citywright.game_parts import knowledge_of

PROGRAM = "run:"
PROTOCOL = 1
LONGEST_LINE = 1 << 16
RESTARTS = 3


class ProgramBot:
    """Drives a child process. It is started at its first decision and again after a crash, a few times."""

    def __init__(self, game: Game, command: str | Sequence[str]) -> None:
        self.game = game
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        self.starts = 0
        self._child: subprocess.Popen[str] | None = None
        self._lines: Queue[str | None] = Queue()
        self._fallback = knowledge_of(game)
        self._number = 0

    def decide(self, observation: State, budget: Budget | None, rng: Rng) -> Decision:
        budget = budget or Budget()
        question = self._question(observation, budget, rng)
        try:
            answer = self._ask(question, budget.time_limit + MARGIN)
            return self._read(answer, question)
        except ProgramError as error:
            code = self._fallback.glance(observation, rng)
            name = self.command[0] if self.command else "the program"
            return Decision(code, note=f"{name} {error}; {self.game.format_action(code)!r} was played for it")

    def close(self) -> None:
        """End the program."""
        child, self._child = self._child, None
        if child is None:
            return
        assert child.stdin
        with contextlib.suppress(OSError):
            child.stdin.close()  # the end of its input asks a program to end
        try:
            child.wait(0.2)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()

    # --- asking -----------------------------------------------------------------------

    def _question(self, observation: State, budget: Budget, rng: Rng) -> dict[str, Any]:
        seat = observation.actor()
        self._number += 1
        return {
            "protocol": PROTOCOL,
            "id": self._number,
            "game": self.game.id,
            "seat": seat_letter(seat),
            "seats": observation.seats(),
            "view": msgspec.to_builtins(self.game.view(observation, seat)),
            "legal": [self.game.format_action(code) for code in observation.legal_actions()],
            "budget": {"seconds": budget.time_limit, "simulations": budget.simulations},
            "seed": rng.next32(),
        }

    def _ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        child = self._running()
        assert child.stdin
        try:
            child.stdin.write(json.dumps(question, ensure_ascii=False) + "\n")
            child.stdin.flush()
        except OSError:
            self.close()
            raise ProgramError("has ended") from None
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            self.close()  # a late answer must not be taken for the next one
            raise ProgramError(f"did not answer within {seconds:.2f} seconds") from None
        if line is None:
            self.close()
            raise ProgramError(f"ended with status {child.returncode}")
        try:
            answer = json.loads(line)
        except ValueError:
            raise ProgramError(f"answered with something that is no JSON: {line.strip()[:60]!r}") from None
        if not isinstance(answer, dict):
            raise ProgramError("answered with something that is no JSON object")
        return answer

    def _running(self) -> subprocess.Popen[str]:
        if self._child is not None:
            return self._child
        if self.starts > RESTARTS:
            raise ProgramError(f"was started {self.starts} times and is not started again")
        self.starts += 1
        try:
            child = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except (OSError, IndexError, ValueError) as error:
            raise ProgramError(f"cannot be started: {error}") from None
        lines: Queue[str | None] = Queue(100)  # bounded: a program that writes on and on has to wait
        threading.Thread(target=_listen, args=(child, lines), daemon=True).start()
        self._child, self._lines = child, lines
        return child

    # --- reading ----------------------------------------------------------------------

    def _read(self, answer: dict[str, Any], question: dict[str, Any]) -> Decision:
        if answer.get("id") != question["id"]:
            self.close()  # out of step: every later answer would be for another position
            raise ProgramError(f"answered question {answer.get('id')!r} instead of {question['id']}")
        words = answer.get("action")
        if not isinstance(words, str) or words not in question["legal"]:
            raise ProgramError(f"wants {words!r}, which is not possible here")
        code = self.game.parse_action(words)
        win_chance, points = answer.get("win_chance"), answer.get("points")
        if isinstance(win_chance, int | float) and isinstance(points, int | float):
            return Decision(code, Estimate(code, float(win_chance), float(points), 0))
        return Decision(code)


class ProgramError(Exception):
    """How a program failed to decide, as the rest of a sentence that begins with its name."""


def _listen(child: subprocess.Popen[str], lines: Queue[str | None]) -> None:
    """Put every line the child writes into the queue; None when it has ended."""
    assert child.stdout
    with contextlib.suppress(OSError, ValueError), child.stdout:
        while line := child.stdout.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(None)

"""Reads the fenced blocks of a document, and carries out its console sessions and its Python."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FENCE = re.compile(r'^```(\w*)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
ADDED = " (added)"  # after a file's name: the block goes to the end of it
ANYTHING = "…"  # in an output: whatever stands here
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


class Block(NamedTuple):
    """A fenced block: its language, the file it is (or nothing), its text and the line it begins at."""

    language: str
    title: str
    text: str
    line: int


class Step(NamedTuple):
    """A command of a console session and the output shown below it."""

    command: str
    output: str


def blocks(path: Path) -> Iterator[Block]:
    """Every fenced block of a document, in order."""
    text = path.read_text(encoding="utf-8")
    for fence in FENCE.finditer(text):
        yield Block(fence[1], fence[2] or "", fence[3], text.count("\n", 0, fence.start()) + 1)


def steps(session: str) -> Iterator[Step]:
    """The commands of a console session, each with what it prints."""
    for chunk in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        command, _, output = chunk.partition("\n")
        yield Step(command, output)


def write(block: Block, folder: Path) -> None:
    """Write a block with a title to its file, or to the end of it."""
    path = folder / block.title.removesuffix(ADDED)
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text(encoding="utf-8") if block.title.endswith(ADDED) else ""
    path.write_text(before + block.text, encoding="utf-8")


def matches(output: str, shown: str) -> bool:
    """Is this what the document shows? A `…` stands for anything."""
    pattern = ".*".join(re.escape(piece) for piece in shown.split(ANYTHING))
    return re.fullmatch(pattern, output, re.DOTALL) is not None


def without_numbers(text: str) -> str:
    """A text with every number replaced by the same sign."""
    return NUMBER.sub("#", text)


def carry_out(
    block: Block, folder: Path, environment: Mapping[str, str], smaller: Mapping[str, str] | None = None
) -> None:
    """Run the commands of a console block in a folder and compare what they print."""
    for step in steps(block.text):
        command = step.command
        for words, fewer in (smaller or {}).items():
            command = command.replace(words, fewer)
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=folder,
            env=dict(environment),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        told = f"$ {command}\n{done.stdout}{done.stderr}"
        assert done.returncode == 0, told
        is_shown = matches(*_compared(done.stdout, step.output, smaller))
        assert is_shown, f"{told}\n(line {block.line} shows)\n{step.output}"


def follow(
    path: Path, folder: Path, environment: Mapping[str, str], smaller: Mapping[str, str] | None = None
) -> None:
    """Carry out a document in order: its files, its commands, and its Python with the outputs below it.

    Blocks without a language are there to be read: what installs, or needs a cluster. `smaller` replaces
    words of commands, so that a test is quick; the numbers of all outputs are then not compared.
    """
    names: dict[str, object] = {"__name__": "tour"}
    printed = ""
    for block in blocks(path):
        if block.title:
            write(block, folder)
        elif block.language == "console":
            carry_out(block, folder, environment, smaller)
        elif block.language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as output:
                exec(compile(block.text, f"{path.name}, line {block.line}", "exec"), names)
            printed = output.getvalue()
        elif block.language:
            assert block.language == "text", f"line {block.line}: a block that nobody carries out"
            is_shown = matches(*_compared(printed, block.text, smaller))
            assert is_shown, f"line {block.line} shows\n{block.text}\nnot\n{printed}"


def _compared(output: str, shown: str, smaller: Mapping[str, str] | None) -> tuple[str, str]:
    return (without_numbers(output), without_numbers(shown)) if smaller else (output, shown)

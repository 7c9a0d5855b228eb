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


def carry_out(block: Block, folder: Path, environment: Mapping[str, str]) -> None:
    """Run the commands of a console block in a folder and compare what they print."""
    for step in steps(block.text):
        done = subprocess.run(
            ["sh", "-c", step.command],
            cwd=folder,
            env=dict(environment),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        told = f"$ {step.command}\n{done.stdout}{done.stderr}"
        assert done.returncode == 0, told
        assert matches(done.stdout, step.output), f"{told}\n(line {block.line} shows)\n{step.output}"


def follow(path: Path, folder: Path, environment: Mapping[str, str]) -> None:
    """Carry out a document in order: its commands, and its Python with the outputs that stand below it."""
    names: dict[str, object] = {"__name__": "tour"}
    printed = ""
    for block in blocks(path):
        if block.language == "console":
            carry_out(block, folder, environment)
        elif block.language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as output:
                exec(compile(block.text, f"{path.name}, line {block.line}", "exec"), names)
            printed = output.getvalue()
        else:
            assert block.language == "text", f"line {block.line}: a block that nobody carries out"
            assert matches(printed, block.text), f"line {block.line} shows\n{block.text}\nnot\n{printed}"

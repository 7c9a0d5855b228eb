"""docs/adding-a-game.md followed word by word: files are written, commands run, outputs compared."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from tests.docs.document import DOCS, blocks, carry_out, write


def test_the_page_leads_to_a_game_that_can_be_played(tmp_path: Path, reader: Mapping[str, str]) -> None:
    folder = tmp_path / "rooftops"
    folder.mkdir()
    for block in blocks(DOCS / "adding-a-game.md"):
        if block.title:
            write(block, folder)
        else:
            assert block.language == "console", f"line {block.line}: a block that nobody carries out"
            carry_out(block, folder, reader)
    with served(folder, reader) as address:
        sit_down(address)


@contextmanager
def served(folder: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """The address of a server that was started in the reader's environment."""
    command = ["citywright", "serve", "--port", "0", "--database", f"sqlite:///{folder}/tables.sqlite3"]
    server = subprocess.Popen(
        ["/usr/bin/env", *command],
        env=dict(environment),
        cwd=folder,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert server.stdout is not None
    try:
        said = server.stdout.readline()
        port = re.search(r"localhost:(\d+)/", said)
        assert port is not None, said
        yield f"http://127.0.0.1:{port[1]}"
    finally:
        server.terminate()
        server.wait(60)
        server.stdout.close()


def sit_down(address: str) -> None:
    """The game is on the first page, its rules can be read, a table and a lesson can be played."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))

    def page(path: str, **form: object) -> str:
        data = urlencode(form, doseq=True).encode() if form else None
        request = Request(address + path, data, {"Origin": address, "Accept-Language": "de"})
        with browser.open(request, timeout=60) as answer:
            return str(answer.read().decode())

    assert "Dächer" in page("/")
    assert "RT-3" in page("/rules/rooftops")
    assert 'id="figure-street"' in page("/rules/rooftops?lang=en")
    assert "Spaziergänger" in page("/new/rooftops")
    table = page("/tables", game="rooftops", who=["me", "bot:walker"], start="A")
    assert 'data-action="build 12"' in table
    assert "Baue auf ein freies Grundstück" in table
    assert 'href="/learn/rooftops"' in page("/")
    assert "Ein Haus mit Aussicht" in page("/learn/rooftops")
    assert "Fast: Dort" in page("/learn/rooftops/1", words="build 4")
    assert "Jetzt ein ganzes Spiel mit Tipps" in page("/learn/rooftops/1", words="build 6")

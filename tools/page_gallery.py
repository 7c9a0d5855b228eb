"""Takes pictures of the live page of every game and writes docs/gallery.md: python3 tools/page_gallery.py

Starts a server of this checkout on a database of its own, with tables in the middle of each game, of the
fewest and the most seats, and opens them on a phone, a laptop and a large screen, light and dark. Beside
them stand the pictures of docs/gallery/before, which `--before FOLDER` makes from whole screenshots.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

if __name__ == "__main__":  # whoever imports this has chosen a citywright already
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from citywright.catalogue import games
from citywright.game_parts import is_drawn
from citywright.lab.faults.server_process import ServerProcess
from citywright.pictures import played_states
from citywright.server.load.middle import table_in_the_middle
from citywright.server.load.page_client import Guest
from tools.small_png import small_png

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "gallery.md"
PAGE = ROOT / "docs" / "gallery" / "page"
BEFORE = ROOT / "docs" / "gallery" / "before"
SCREENS = ((390, 844), (1280, 800), (1920, 1080))
LOOKS = (("light", "en-GB"), ("dark", "de-DE"))
WIDEST = 960  # pixels of a picture: wider screens are drawn smaller
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


class Seen(NamedTuple):
    """One picture."""

    game: str
    seats: int
    width: int
    height: int
    theme: str
    language: str

    @property
    def name(self) -> str:
        """Its file."""
        return f"{self.game}-{self.seats}-{self.width}-{self.theme}.png"

    @property
    def scale(self) -> float:
        """How large a pixel of the screen is in it."""
        return min(1.0, WIDEST / self.width)


def all_seen() -> list[Seen]:
    """Every picture of the gallery, in its order."""
    return [
        Seen(game.id, seats, width, height, theme, language)
        for game in games().values()
        if is_drawn(game)
        for seats in (game.min_seats, game.max_seats)
        for width, height in SCREENS
        for theme, language in LOOKS
    ]


# --- tables -----------------------------------------------------------------------------


def well_into_a_game(server: ServerProcess, game_id: str, seats: int) -> tuple[Guest, str]:
    """A guest and the table at which it is the guest's turn, two thirds through a game."""
    plies = len(played_states(games()[game_id], seats, seed=1)) * 2 // 3
    made = table_in_the_middle(server.base, server.database, game_id, seats, plies, bot="journeyman")
    with ThreadPoolExecutor(1) as thread:  # the browser has the event loop of this one
        return thread.submit(asyncio.run, made).result()


# --- pictures ---------------------------------------------------------------------------


def browser_path() -> str:
    """Where Chromium is."""
    path = os.environ.get("CITYWRIGHT_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise SystemExit("there is no Chromium on the path, and CITYWRIGHT_CHROMIUM names none")
    return path


def take(browser: Browser, seen: Seen, address: str, cookie: str) -> bytes:
    """A picture of a page, without what moves."""
    context = browser.new_context(
        viewport={"width": seen.width, "height": seen.height},
        device_scale_factor=seen.scale,
        color_scheme="dark" if seen.theme == "dark" else "light",
        locale=seen.language,
        has_touch=seen.width < 900,
        reduced_motion="reduce",
    )
    name, _, value = cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": address}])
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("svg.panel.main")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(700)
    unseen = page.locator("#since [data-do=close-replay]")
    if unseen.is_visible():
        unseen.click()  # the offer of a replay lies on the board
    png = page.screenshot()
    context.close()
    return small_png(png)


def shrunk(browser: Browser, seen: Seen, path: Path) -> bytes:
    """A picture of a whole screen, as large as those that are taken here."""
    width, height = round(seen.width * seen.scale), round(seen.height * seen.scale)
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(path.resolve().as_uri())
    box = f"position: fixed; inset: 0; margin: 0; width: {width}px; height: {height}px"
    page.add_style_tag(content=f"img {{ {box} }}")
    png = page.screenshot()
    page.close()
    return small_png(png)


def take_all(browser: Browser) -> None:
    """Write docs/gallery/page anew."""
    PAGE.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder, 'tables.sqlite3')}"
        server = ServerProcess(database, "--slow", "0").start()
        try:
            tables: dict[tuple[str, int], tuple[Guest, str]] = {}
            for seen in all_seen():
                key = (seen.game, seen.seats)
                if key not in tables:
                    tables[key] = well_into_a_game(server, *key)
                guest, table = tables[key]
                address = f"{server.base}/t/{table}"
                (PAGE / seen.name).write_bytes(take(browser, seen, address, guest.cookie))
                print(PAGE / seen.name, flush=True)
        finally:
            server.stop()


def shrink_all(browser: Browser, folder: Path) -> None:
    """Write docs/gallery/before anew, from screenshots with the same names."""
    BEFORE.mkdir(parents=True, exist_ok=True)
    for seen in all_seen():
        if (path := folder / seen.name).is_file():
            (BEFORE / seen.name).write_bytes(shrunk(browser, seen, path))
            print(BEFORE / seen.name, flush=True)


# --- the document -----------------------------------------------------------------------


def document() -> str:
    """docs/gallery.md: every picture that there is, with the one of before beside it."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield from ("# Gallery", "")
    yield "The page of a table in the middle of a game, on a phone, a laptop and a large screen, light (in"
    yield "English) and dark (in German): on the left before it was drawn anew, on the right as it is now."
    yield "`python3 tools/page_gallery.py` takes the pictures on the right and writes this page."
    before: tuple[str, int] | None = None
    for seen in all_seen():
        if (seen.game, seen.seats) != before:
            before = (seen.game, seen.seats)
            yield from ("", f"## {games()[seen.game].titles['en']}, {seen.seats} players", "")
            yield from ("| before | now |", "|---|---|")
        cells = [_cell(folder, seen, when) for folder, when in ((BEFORE, "before"), (PAGE, "now"))]
        if any(cells):
            yield f"| {cells[0]} | {cells[1]} |"
    yield ""


def _cell(folder: Path, seen: Seen, when: str) -> str:
    if not (folder / seen.name).is_file():
        return ""
    title = games()[seen.game].titles["en"]
    words = f"{title}, {seen.seats} players, {seen.width} pixels wide, {seen.theme}, {when}"
    return f"![{words}](gallery/{folder.name}/{seen.name})"


def main() -> None:
    """Take the pictures, or shrink those of before; then write the document."""
    parser = argparse.ArgumentParser(description=__doc__)
    shrinks = "only shrink these, as docs/gallery/before"
    parser.add_argument("--before", type=Path, metavar="FOLDER", help=shrinks)
    parser.add_argument("--words", action="store_true", help="only write docs/gallery.md")
    args = parser.parse_args()
    if not args.words:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
            if args.before:
                shrink_all(browser, args.before)
            else:
                take_all(browser)
            browser.close()
    DOCUMENT.write_text(document(), encoding="utf-8")
    print(DOCUMENT)


if __name__ == "__main__":
    main()

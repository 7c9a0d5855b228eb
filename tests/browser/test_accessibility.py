"""axe looks at every page there is, in English by day and in German by night: one server, one browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.async_api import Browser
from sqlalchemy import create_engine, insert, select, update

from citywright.bots.balance import PlaysLike, WinShare
from citywright.catalogue import games
from citywright.match.dealer import Dealer
from citywright.match.record import parse_record
from citywright.match.replay import verify
from citywright.server.clock import today
from citywright.server.load.page_client import Guest
from citywright.server.storage import schema
from citywright.server.tables.table import rows_of
from tests.browser.kit.person import PHONE, Person
from tests.server.layouts.boards import board, save
from tests.server.records import WHOLE, upload
from tests.server.server_thread import ServerThread

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

PASSWORD = "eight letters and more"
OVER = "a-finished-table"
MAIL = "a-key-out-of-a-mail"


class FilledSite:
    """A server with something on every page: Anke's tables, a finished one, an account, tokens, chat."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "axe.sqlite3"
        self.server = ServerThread(
            f"sqlite:///{self.file}", smtp="smtp://127.0.0.1:9", balance_games=0
        ).start()
        self.anke, self.ben = Guest(self.server.base), Guest(self.server.base)
        self.pages = self.furnish()

    def furnish(self) -> list[str]:
        """Fill the server; returns the addresses of Anke's pages."""
        anke, ben = self.anke, self.ben
        anke.request("POST", "/account/register", [("name", "Anke"), ("password", PASSWORD)])
        anke.request("POST", "/programs", [("name", "my bot")])
        me = str(re.search(r"/people/[\w-]+", anke.request("GET", "/account").text)[0])  # type: ignore[index]
        tables = [anke.make_table(game, "me", "open", "bot:random") for game in games()]
        public = [("game", "milestones"), ("who", "me"), ("who", "open"), ("public", "yes")]
        listed = ben.request("POST", "/tables", public).location
        rooms = [guest.request("POST", "/tables", [*public, ("with", "friends")]) for guest in (anke, ben)]
        invited = ben.make_table("saint-malo", "me", "open", name="Ben")
        link = ben.invitations(invited)[0]
        for guest, words in ((anke, "Hello"), (ben, "Hello, Anke")):
            guest.request("POST", f"/t/{tables[0]}/say", [("text", words)])
        screen = [
            ("game", "mauerbauer"),
            ("one_screen", "yes"),
            ("who", "me"),
            ("who", "me"),
            ("start", "A"),
            ("label", "Ada"),
        ]
        at_one_screen = anke.request("POST", "/tables", screen).location
        guided = [anke.request("POST", f"/guide/{game}", []).location for game in games()]
        self.keep_a_finished_table()
        record = upload(anke, WHOLE.read_bytes()).location
        variations = anke.request("POST", f"/board/look/{OVER}", [("at", "64"), ("do", "save")]).location
        own = save(anke, board(5, notes="With more coins."), public="yes")
        save(ben, board(6, "Still richer", "Ben"), public="yes", origin=own)
        waiting = save(anke, board(7))
        self.have_played_on(own)
        return [
            *("/", "/mine", "/account", "/account?done=changed", "/programs", "/look", f"/mail/{MAIL}"),
            *("/preferences", "/notices", "/notices?done=device", "/offline"),
            *(
                "/layouts",
                "/layouts?game=saint-malo",
                "/layouts/new",
                "/layouts/mauerbauer",
                "/layouts/mauerbauer/edit",
            ),
            *(f"/layouts/{own}", f"/layouts/{waiting}", f"/new/saint-malo?layout={own}"),
            *(f"/new/{game}" for game in games()),
            *("/new/saint-malo?with=friends", "/new/mauerbauer?with=screen"),
            *(f"/rules/{game}" for game in games()),
            *(f"/t/{table}" for table in tables),
            *(*guided, f"{guided[0]}/advice"),
            *("/learn/saint-malo", "/learn/mauerbauer/2"),
            *(
                "/learn/milestones/1?did=go+path+5&tried=go+mill",
                "/learn/saint-malo/2?did=use+head+3+merchant&did=place+c3",
            ),
            *(f"/t/{tables[0]}/invite", link, f"/t/{invited}"),  # the last as a spectator
            *(f"{listed}/join", *(room.location for room in rooms)),
            *(f"{at_one_screen}/curtain", f"{at_one_screen}?seat=0"),
            *(f"/t/{OVER}", f"/look/{OVER}", f"/look/{OVER}?ply=40&seat=B&advice=yes", record),
            *("/board", f"/board/look/{OVER}?at=66", f"/board{record}?at=64&think=yes", variations),
            *("/find", "/learn", "/archive", "/leaderboard", "/leaderboard/saint-malo", "/friends"),
            *("/events", "/events/new", "/people", me, f"/t/{tables[0]}/orders"),
            *(f"/t/{OVER}/dice", f"{record}/dice", "/deals", f"/deals/{today()}/milestones"),
            *("/t/nowhere", "/nowhere"),
        ]

    def have_played_on(self, layout_id: str) -> None:
        """What a layout plays like, as bots might have found."""
        shares = [WinShare(0.3, 0.2, 0.4), WinShare(0.35, 0.25, 0.45), WinShare(0.35, 0.25, 0.45)]
        endings = {"full city": 199}
        found = PlaysLike("saint-malo", 3, "x", 1, 200, 1, 90.0, 400.0, 120.0, 90.0, shares, endings)
        written = {"plays_like": msgspec.json.encode(found).decode()}
        engine = create_engine(f"sqlite:///{self.file}")
        with engine.begin() as connection:
            chosen = update(schema.layouts).where(schema.layouts.c.id == layout_id)
            connection.execute(chosen.values(written))
        engine.dispose()

    def keep_a_finished_table(self) -> None:
        """A game that was played to its end at this server, and an address that waits to be confirmed."""
        record = parse_record(WHOLE.read_bytes())
        match = verify(record)
        secret = bytes.fromhex(record.headers["secret"])
        match.dealer = Dealer(secret)
        row = {"id": OVER, "game": match.game.id, "rules_version": 1, "start": match.start, "secret": secret}
        engine = create_engine(f"sqlite:///{self.file}")
        with engine.begin() as connection:
            anke = connection.execute(
                select(schema.guests.c.id).where(schema.guests.c.name == "Anke")
            ).scalar_one()
            connection.execute(insert(schema.tables).values(**row, epoch=0, created=1, ended=2))
            for seat in range(match.seats):
                who = {"guest_id": anke} if seat == 0 else {"bot": "random"}
                values: dict[str, Any] = {"table_id": OVER, "seat": seat, "invitation": f"key {seat}", **who}
                connection.execute(insert(schema.seats).values(values))
            connection.execute(insert(schema.moves), rows_of(OVER, match, 0))
            notice = {"guest_id": anke, "feed": "a-feed", "mail_key": MAIL, "mail": "anke@example.org"}
            connection.execute(insert(schema.notices).values(notice))
        engine.dispose()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FilledSite]:
    site = FilledSite(tmp_path_factory.mktemp("axe"))
    yield site
    site.server.stop()


async def come_as_anke(browser: Any, site: FilledSite, **how: Any) -> Person:
    person = await Person.come(browser, site.server.base, **how)
    name, _, value = site.anke.cookie.partition("=")
    await person.page.context.add_cookies([{"name": name, "value": value, "url": site.server.base}])
    return person


@pytest.mark.timeout(900)  # nearly forty pages: every second one each, and all of them in the long run
@pytest.mark.parametrize(
    ("locale", "scheme", "first", "step"),
    [
        ("en-GB", "light", 0, 2),
        ("de-DE", "dark", 1, 2),
        pytest.param("en-GB", "dark", 0, 1, marks=pytest.mark.long),
        pytest.param("de-DE", "light", 0, 1, marks=pytest.mark.long),
    ],
)
async def test_axe_finds_nothing_on_any_page(
    site: FilledSite, browser: Browser, locale: str, scheme: str, first: int, step: int
) -> None:
    found = []
    person = await come_as_anke(browser, site, locale=locale, scheme=scheme)
    for path in list(site.pages)[first::step]:
        await person.page.goto(site.server.base + path)
        assert await person.page.locator("html").get_attribute("lang") == locale[:2]
        found += await person.violations()
    found += await answers_to_forms(person)
    assert person.foreign == []
    stranger = await Person.come(browser, site.server.base, locale=locale, scheme=scheme, size=PHONE)
    for path in ("/", "/account", "/programs", "/mine", "/new/milestones"):
        await stranger.page.goto(site.server.base + path)
        found += await stranger.violations()
    assert found == []


@pytest.mark.parametrize(
    ("scheme", "expected"), [("light", ["image-alt"]), ("dark", ["color-contrast", "image-alt"])]
)
async def test_axe_would_find_something(
    site: FilledSite, browser: Browser, scheme: str, expected: list[str]
) -> None:
    """A picture nobody described, and words that are faint in one theme only."""
    person = await Person.come(browser, site.server.base, scheme=scheme)
    page = person.page
    await page.goto(site.server.base + "/account")
    await page.evaluate("document.querySelector('main').append(new Image())")
    await page.evaluate("""
        const sheet = new CSSStyleSheet();
        const faint = "main, h1 { color: #333; background: #222 }";
        sheet.replaceSync(`@media (prefers-color-scheme: dark) { ${faint} }`);
        document.adoptedStyleSheets = [sheet];
    """)
    found = await person.violations()
    assert sorted({fault.split(": ")[1].partition(" ")[0] for fault in found}) == expected


async def answers_to_forms(person: Person) -> list[str]:
    """Pages that only a form leads to: a new token, a broken record, a wrong password."""
    found = []
    page = person.page
    await page.goto(person.base + "/programs")
    await page.locator("form input[name=name]").fill("another")
    await page.locator("form:has(input[name=name]) button").click()
    await page.wait_for_selector('input[value^="cw_"]')
    found += await person.violations()
    await page.goto(person.base + "/look")
    await page.locator("textarea[name=text]").fill('[citywright "9"]\nA jump\n')
    await page.locator("main .main-button").click()
    await page.wait_for_selector("#problem")
    found += await person.violations()
    return found


def test_every_page_is_visited(site: FilledSite) -> None:
    """Whoever adds a page to the server adds it here."""
    from citywright.server.app import create_app

    app = create_app(site.server.settings)
    patterns = {
        re.sub(r"\{[^}]*\}", "[^/?]+", route.path)
        for route in app.routes
        if "GET" in getattr(route, "methods", ()) and not route.path.startswith(("/api", "/static", "/cover"))
    }
    no_pages = (
        "/alive",
        "/health",
        "/metrics",
        "/feed/",
        "/manifest.webmanifest",
        "/service_worker.js",
        "/mine/waiting",
        "/account/export",
        "/record",
        "picture.",
        "preview.",
        "/plies",
        "/analysis",
        "layout.toml",
        *("/draws", "/master", "/dice/promise", "/friends/invitations", "/orders/coming", "/deals/[^/?]+"),
        *("/t/[^/?]+/orders/plan", "/events/[^/?]+"),  # in tests/browser/orders and tests/browser/events
        *("/desk", "/report", "/letters", "/suspended", "/house-rules"),  # in tests/browser/desk
    )
    paths = [path.partition("?")[0] for path in site.pages]
    missed = [
        pattern
        for pattern in patterns
        if not any(part in pattern for part in no_pages)
        and not any(re.fullmatch(pattern, path) for path in paths)
    ]
    assert missed == []

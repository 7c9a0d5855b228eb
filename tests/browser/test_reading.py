"""The table for those who do not see it: axe finds nothing, and all is read in the order it is needed in."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser

from tests.browser.kit.person import DESKTOP, PHONE, Person
from tests.browser.kit.tables import SEATS, sit_down, table_in_the_middle
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(400)]

LOOKS = {  # name -> colour scheme, preferences
    "light": ("light", {}),
    "dark": ("dark", {}),
    "high contrast": ("light", {"contrast": "more"}),
    "dark, high contrast": ("dark", {"contrast": "more"}),
}


async def violations(person: Person, within: str | None = None) -> list[str]:
    """All that axe finds on the page or in a part of it, however slight."""
    told = await Axe().run(person.page, context=within, options={"resultTypes": ["violations"]})
    return [
        f"{fault['id']} ({fault['impact']}): {node['html'][:160]}"
        for fault in told.response["violations"]
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("game", SEATS)
async def test_axe_finds_nothing_at_a_table(served: ServerProcess, browser: Browser, game: str) -> None:
    guest, path = await table_in_the_middle(served, game, SEATS[game][1])
    found: dict[str, list[str]] = {}
    for number, (look, (scheme, chosen)) in enumerate(LOOKS.items()):
        size = (DESKTOP, PHONE)[number % 2]
        person = await Person.come(
            browser, served.base, size=size, scheme=scheme, preferences=dict(chosen), locale="de-DE"
        )
        await sit_down(person, guest, path)
        found[look] = await violations(person)
        await person.page.locator("#seat-1 .who").click()
        await person.page.wait_for_selector("#seat-sheet-1:popover-open")
        found[f"{look}, a sheet"] = await violations(person, "#seat-sheet-1")
        await person.page.context.close()
    assert {look: told for look, told in found.items() if told} == {}


async def read_aloud(person: Person) -> list[tuple[str, str]]:
    """Role and name of whatever a screen reader meets, in its order."""
    session = await person.page.context.new_cdp_session(person.page)
    nodes: list[dict[str, Any]] = (await session.send("Accessibility.getFullAXTree"))["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    heard: list[tuple[str, str]] = []

    def read(node: dict[str, Any]) -> None:
        role, name = node.get("role", {}).get("value", ""), node.get("name", {}).get("value", "")
        if not node.get("ignored") and name:
            heard.append((role, name))
        for child in node.get("childIds", []):
            if child in by_id:
                read(by_id[child])

    read(nodes[0])
    return heard


@pytest.mark.parametrize("game", SEATS)
async def test_what_is_asked_comes_first_then_the_choices_then_what_happened(
    served: ServerProcess, browser: Browser, game: str
) -> None:
    guest, path = await table_in_the_middle(served, game, 2)
    person = await Person.come(browser, served.base, size=DESKTOP, seed=4)
    await sit_down(person, guest, path)
    for _ in range(6):
        assert await person.wait_for_turn()
        prompt = await person.page.locator("#prompt").inner_text()
        titles = await person.page.locator("svg [data-action]:visible").evaluate_all(
            "all => all.map((it) => it.getAttribute('aria-label'))"
        )
        heard = await read_aloud(person)
        asked = next(k for k, (_, name) in enumerate(heard) if prompt in name)
        choices = [k for k, (role, name) in enumerate(heard) if role == "button" and name in titles]
        log = [role == "log" or name.startswith("Last move:") for role, name in heard]
        assert len(choices) >= len(set(titles))
        assert asked < min(choices)
        assert max(choices) < log.index(True)
        await person.act()

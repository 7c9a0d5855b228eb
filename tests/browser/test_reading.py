"""The table for those who do not see it: axe finds nothing, and all is read in the order it is needed in."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Browser

from tests.browser.kit.person import DESKTOP, PHONE, Person
from tests.browser.kit.tables import SEATS, sit_down, table_in_the_middle
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(400)]

PLAIN: dict[str, Any] = {"color_scheme": "light", "contrast": "no-preference", "forced_colors": "none"}
# Looks that differ from light and dark in nothing but colours: of the device, and by what somebody prefers.
COLOURS: dict[str, tuple[dict[str, Any], str]] = {
    "more contrast": ({"contrast": "more"}, "auto"),
    "more contrast in the dark": ({"color_scheme": "dark", "contrast": "more"}, "auto"),
    "contrast preferred in the dark": ({"color_scheme": "dark"}, "more"),
    "forced colours": ({"color_scheme": "dark", "forced_colors": "active"}, "auto"),
}
OF_COLOURS = ["color-contrast", "link-in-text-block"]


@pytest.mark.parametrize("game", SEATS)
async def test_axe_finds_nothing_at_a_table(served: ServerProcess, browser: Browser, game: str) -> None:
    """However slight, in all looks, on a computer and on a phone, with and without a sheet."""
    guest, path = await table_in_the_middle(served, game, SEATS[game][1])
    person = await Person.come(browser, served.base, locale="de-DE")
    await sit_down(person, guest, path)
    page = person.page
    found: dict[str, list[str]] = {"light": await person.violations()}
    for look, (media, contrast) in COLOURS.items():
        await page.emulate_media(**(PLAIN | media))
        await page.evaluate(
            "(contrast) => { document.documentElement.dataset.contrast = contrast; }", contrast
        )
        found[look] = await person.violations(rules=OF_COLOURS)
    await page.emulate_media(**(PLAIN | {"color_scheme": "dark"}))
    await page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    found["dark, on a phone"] = await person.violations()
    await page.locator("#seat-1 .who").click()
    await page.wait_for_selector("#seat-sheet-1:popover-open")
    found["a sheet"] = await person.violations("#seat-sheet-1")
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


# What choices bring, as it is drawn at them: their names, and the number after the plus.
GAINS = """() => [...document.querySelectorAll("svg [data-action]")].flatMap((it) => {
    if (!it.getClientRects().length) return [];
    const drawn = [...it.querySelectorAll("text")].map((text) => text.textContent.match(/^\\+(\\d+)$/)?.[1]);
    return drawn.filter(Boolean).map((gain) => [it.getAttribute("aria-label"), gain]);
})"""


@pytest.mark.parametrize("game", SEATS)
async def test_what_is_asked_comes_first_then_the_choices_then_what_happened(
    served: ServerProcess, browser: Browser, game: str
) -> None:
    """And a choice is heard with what it brings."""
    guest, path = await table_in_the_middle(served, game, 2)
    person = await Person.come(browser, served.base, size=DESKTOP, seed=4)
    await sit_down(person, guest, path)
    gains = 0
    for decision in range(40):
        assert await person.wait_for_turn()
        if decision < 6 or not gains:
            gains += await heard_in_order(person)
        elif gains:
            break
        await person.act()
    assert gains > 0


async def heard_in_order(person: Person) -> int:
    """Check the order and the names; returns how many choices were heard with what they bring."""
    prompt = await person.page.locator("#prompt").inner_text()
    titles = await person.page.locator("svg [data-action]:visible").evaluate_all(
        "all => all.map((it) => it.getAttribute('aria-label'))"
    )
    heard = await read_aloud(person)
    asked = next(k for k, (_, name) in enumerate(heard) if prompt in name)
    choices = [k for k, (role, name) in enumerate(heard) if role == "button" and name in titles]
    happened = [role == "log" or name.startswith("Last move:") for role, name in heard]
    assert len(choices) >= len(set(titles))
    assert asked < min(choices)
    assert max(choices) < happened.index(True)
    gains: list[list[str]] = await person.page.evaluate(GAINS)
    untold = [(name, gain) for name, gain in gains if gain not in re.findall(r"\d+", name)]
    assert untold == []
    return len(gains)

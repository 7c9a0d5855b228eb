"""Anke follows Ben, invites him and plays with him; Cleo is blocked, and finds no way to her."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.browser.kit.person import DESKTOP, PHONE, Person
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.browser, pytest.mark.timeout(300)]

PASSWORD = "eight letters and more"


async def come(browser: Browser, base: str, name: str, size: dict[str, int], locale: str) -> Person:
    """Somebody with an account."""
    scheme = "dark" if size is PHONE else "light"
    person = await Person.come(browser, base, size=size, locale=locale, scheme=scheme)
    form: dict[str, str | float | bool] = {"name": name, "password": PASSWORD}
    answer = await person.page.request.post(f"{base}/account/register", form=form)
    assert answer.ok
    return person


async def look(person: Person) -> None:
    """Nothing is wider than the screen, and axe finds nothing."""
    assert await person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await person.violations() == []


async def test_friends_meet_and_the_blocked_stay_away(served: ServerProcess, browser: Browser) -> None:
    anke = await come(browser, served.base, "Anke of friends", DESKTOP, "en-GB")
    ben = await come(browser, served.base, "Ben of friends", PHONE, "de-DE")
    cleo = await come(browser, served.base, "Cleo of friends", DESKTOP, "en-GB")
    hers, his, theirs = anke.page, ben.page, cleo.page

    # Anke finds Ben by his name and follows him; Cleo she blocks, on the profile, by the keyboard.
    await hers.goto(served.base + "/friends")
    await hers.get_by_label("Find a person by name").fill("ben of friends")
    await hers.keyboard.press("Enter")
    await hers.locator(".found-person form button").click()
    await hers.get_by_text("You follow Ben of friends now.").wait_for()
    await hers.goto(served.base + "/people/Cleo of friends")
    await hers.locator(".company-doing details:last-child > summary").focus()
    await hers.keyboard.press("Enter")
    await hers.keyboard.press("Tab")
    await look(anke)
    await hers.keyboard.press("Enter")
    await hers.locator(".company-doing summary", has_text="Unblock").wait_for()

    # She makes a room that is open to everyone, and invites him there; his first page shows it by itself.
    await ben.open_first_page()
    assert not await his.locator("#invitations").is_visible()
    await hers.goto(f"{served.base}/new/saint-malo?with=friends")
    await hers.locator(".set-up summary").first.click()
    await hers.locator("select[name=public]").select_option("yes")
    await hers.locator("select[name=who]").first.select_option("open")
    await hers.locator(".set-up > .main-button").click()
    await hers.locator("#room-friends > summary").click()
    await hers.locator("#room-friends form button", has_text="Ben of friends").click()
    await hers.locator("#room-friends .tag", has_text="invited").wait_for()
    await his.locator("#invitations li").wait_for()
    assert "Anke of friends lädt dich ein: Saint Malo" in await his.locator("#invitations").inner_text()
    await look(ben)
    await his.goto(served.base + "/friends")
    await look(ben)

    # Cleo sees nothing of the room, may not sit down there, and is not found for it.
    address = hers.url
    await cleo.open_first_page()
    assert await theirs.locator(f"a[href='/t/{address.rpartition('/')[2]}']").count() == 0
    await theirs.goto(address)
    assert await theirs.locator(".presence.here").count() == 0
    await theirs.locator("#room-take-seat button").click()
    await theirs.get_by_text("You cannot take a seat in this room").wait_for()
    await theirs.goto(served.base + "/find")
    await theirs.locator("input[value='saint-malo 2']").set_checked(True, force=True)
    await theirs.locator(".wishes .main-button").click()
    await theirs.locator("[data-find=page]").wait_for()

    # Ben comes; in the room Anke can have to do with him or not.
    await his.locator("#invitations a").click()
    await his.locator("#room-take-seat button").click()
    await hers.locator(".room-seat.person:nth-child(2) .presence.here").wait_for()
    await hers.locator(".about-person > summary").click()
    await look(anke)
    await look(ben)
    await hers.locator(".about-person button", has_text="Unfollow").wait_for()
    await hers.locator(".about-person > summary").click()
    for person in (anke, ben):
        await person.page.locator("#room-ready button").click()
    await anke.arrive()
    assert await hers.locator("#seat-1 .name").inner_text() == "Ben of friends"
    assert await theirs.locator("[data-find=page]").count() == 1, "nobody is found for Cleo"
    await hers.goto(served.base + "/friends")
    await look(anke)
    for person in (anke, ben):
        assert [one for one in person.complaints if "Service Worker" not in one] == []

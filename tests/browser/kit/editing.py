"""Somebody who edits a board: tools, clicks on places of the board, and what the page says about them."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Browser, FilePayload

from citywright.catalogue import find_game
from citywright.engine.state import CHANCE
from citywright.pictures import picture_of, png_of
from tests.browser.kit.person import DESKTOP, Person, until

# Where a place of the board is in the window.
IN_THE_WINDOW = """([x, y]) => {
    const at = new DOMPoint(x, y).matrixTransform(document.querySelector("#board").getScreenCTM());
    return [at.x, at.y];
}"""
IS_CHECKED = (
    "() => document.querySelector('#state').className !== '' && document.querySelector('main').dataset.ready"
)
MESSAGES = """() => [...document.querySelectorAll(".badge, .wrong:not([hidden])")].map((it) =>
    [it.dataset.problem ?? it.dataset.wrong, it.dataset.words ?? it.textContent])"""


class BoardMaker:
    """A person with the editor open."""

    def __init__(self, person: Person, game_id: str) -> None:
        self.person = person
        self.page = person.page
        self.game = find_game(game_id)

    @classmethod
    async def come(
        cls, browser: Browser, base: str, game_id: str, size: dict[str, int] = DESKTOP, **options: Any
    ) -> BoardMaker:
        maker = cls(await Person.come(browser, base, size=size, **options), game_id)
        await maker.page.goto(f"{base}/layouts/{game_id}/edit")
        await maker.checked()
        return maker

    async def checked(self) -> None:
        """Wait until the server has answered for what is there now."""
        await self.page.wait_for_timeout(50)  # a change is told to the page at once
        await until(self.page, IS_CHECKED)

    async def is_sound(self) -> bool:
        await self.checked()
        return await self.page.locator("#state.good").count() > 0

    async def hash(self) -> str:
        await self.checked()
        return await self.page.locator("#hash").inner_text()

    async def problems(self) -> dict[str, str]:
        """What is said at which place, on the board and in the forms."""
        await self.checked()
        return {place: words.strip() for place, words in await self.page.evaluate(MESSAGES)}

    async def take(self, tool: str) -> None:
        await self.page.locator(f'[data-tool="{tool}"]').click()

    async def do(self, action: str) -> None:
        await self.page.locator(f'[data-do="{action}"]').click()

    async def click(self, x: float, y: float, *keys: str) -> None:
        """Click a place of the board, with keys held."""
        at = await self.page.evaluate(IN_THE_WINDOW, [x, y])
        for key in keys:
            await self.page.keyboard.down(key)
        await self.page.mouse.click(*at)
        for key in keys:
            await self.page.keyboard.up(key)

    async def drag(self, *spots: tuple[float, float]) -> None:
        """Draw a stroke over places of the board."""
        places = [await self.page.evaluate(IN_THE_WINDOW, list(spot)) for spot in spots]
        await self.page.mouse.move(*places[0])
        await self.page.mouse.down()
        for place in places[1:]:
            await self.page.mouse.move(*place, steps=3)
        await self.page.mouse.up()

    async def drag_photo_corner(self, number: int, by: tuple[int, int]) -> None:
        box = await self.page.locator(".corner").nth(number).bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        await self.page.mouse.move(x, y)
        await self.page.mouse.down()
        await self.page.mouse.move(x + by[0], y + by[1], steps=4)
        await self.page.mouse.up()

    async def lay_photo(self) -> None:
        """A picture of the usual board, as somebody might take it of the box."""
        state = self.game.new_state(self.game.min_seats, 0, self.game.default_layout)
        png = png_of(picture_of(self.game.view(state, CHANCE)), 900)
        payload = FilePayload(name="board.png", mimeType="image/png", buffer=png)
        await self.page.locator("#photo-file").set_input_files(payload)
        await self.page.wait_for_selector("#photo:not([hidden])")

    async def open_form(self, place: str) -> None:
        """Open the form of a place, if it is closed."""
        details = self.page.locator(f'details.form:has([data-place="{place}"])')
        if await details.get_attribute("open") is None:
            await details.locator("summary").click()

    async def enter(self, place: str, value: object) -> None:
        field = self.page.locator(f'.item[data-place="{place}"] input')
        await field.fill(str(value))
        await field.dispatch_event("change")

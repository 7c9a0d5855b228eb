"""Characters that cannot be stored, or would not be seen: cleaned or refused on every way in."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from citywright.server.load.page_client import Guest
from tests.server.players_at_tables import make_token, two_guests
from tests.server.server_thread import ServerThread

NUL, ESCAPE, OVERRIDE, ISOLATE, FILLER = "\0", "\x1b", "\u202e", "\u2066", "\u3164"
NEVER_SHOWN = (NUL, ESCAPE, OVERRIDE, ISOLATE)
AS_BYTES = ("%00", "%1B", "%ED%A0%80", "%FF", "%E2%80%AE", "%E2%81%A6")  # the third is a lone surrogate
IN_JSON = ("\\u0000", "\\u001b", "\\ud800", "\\u202e")
FORMS = (
    ("/tables", "game=saint-malo&who=me&who=open&name=An{}ke"),
    ("/tables", "game=saint-malo{}&who=me{}&who=bot:{}&start={}&pace={}"),
    ("/tables", "game=mauerbauer&who=me&who=me&one_screen=yes&label=A{}da&label={}"),
    ("/t/TABLE/say", "text=Hel{}lo&seat={}"),
    ("/t/TABLE/mute", "message={}"),
    ("/t/TABLE/play", "words=st{}op&ply=1&epoch=0"),
    ("/programs", "name=a{}bot&owner=An{}ke"),
    ("/programs/{}/delete", ""),
    ("/account/login", "name=An{}ke&password=12345678{}"),
    ("/account/register", "name=An{}ke&password=1234{}"),
    ("/preferences", "next=/{}&lang={}&theme={}"),
    ("/sit/{}", "name={}"),
    ("/t/{}/join", "name={}"),
    ("/mail/{}", "mail=yes"),
)
PATHS = (
    "/t/{}",
    "/sit/{}",
    "/mail/{}",
    "/feed/{}",
    "/look/{}",
    "/new/{}",
    "/t/TABLE?seat={}&lang={}",
    "/api/tables/{}",
)
JSON = (
    ("/api/tables", '{"game": "#", "seats": ["me", "open"]}'),
    ("/api/tables", '{"game": "saint-malo", "seats": ["me", "bot:#"]}'),
    ("/api/tables", '{"game": "saint-malo", "seats": ["me", "open"], "start": "#"}'),
    ("/api/tables/TABLE/join", '{"invitation": "#"}'),
    ("/api/tables/TABLE/play", '{"action": "#", "ply": 1}'),
)


@pytest.fixture
def server(database: str) -> Iterator[ServerThread]:
    inside = ServerThread(database).start()
    yield inside
    inside.stop()


def test_they_are_cleaned_or_refused_everywhere(server: ServerThread) -> None:
    table, anke, _ = two_guests(server.base)
    form = {"Cookie": anke.cookie, "Content-Type": "application/x-www-form-urlencoded"}
    token = {"Authorization": f"Bearer {make_token(anke)}", "Content-Type": "application/json"}
    with httpx.Client(base_url=server.base, trust_env=False, timeout=60) as client:

        def ask(method: str, path: str, text: str, content: str | None, headers: dict[str, str]) -> None:
            path = path.replace("TABLE", table).replace("{}", text)
            response = client.request(method, path, content=content, headers=headers)
            assert response.status_code < 500, (method, path, content, response.text)

        for text in AS_BYTES:
            for path, content in FORMS:
                ask("POST", path, text, content.replace("{}", text), form)
            for path in PATHS:
                ask("GET", path, text, None, {"Cookie": anke.cookie})
        for text in IN_JSON:
            for path, content in JSON:
                ask("POST", path, "", content.replace("#", text), token)
        for path in (f"/t/{table}", "/mine", "/account", "/programs", "/account/export", "/"):
            shown = client.get(path, headers={"Cookie": anke.cookie}).text
            assert not any(character in shown for character in NEVER_SHOWN), path


@pytest.mark.anyio
async def test_over_a_live_connection_they_are_refused(served) -> None:
    table, anke, _ = two_guests(served.base)
    async with anke.follow(table) as page:
        await page.receive()
        for text in IN_JSON:
            await page.send(f'{{"do": "play", "words": "{text}", "ply": 1}}')
            async with asyncio.timeout(60):
                answer = await page.answer(0)
            assert (answer.is_, answer.code) == ("refused", "malformed"), text


@pytest.mark.parametrize("name", [FILLER, f" {FILLER} ", "\u2800", "\ufe0f", f"{OVERRIDE}\u200b"])
def test_a_name_or_message_of_nothing_to_see_is_none(served, name: str) -> None:
    table, anke, _ = two_guests(served.base)
    anke.make_table("saint-malo", "me", "open", name=name)
    assert 'value="Anke"' in anke.request("GET", "/new/saint-malo").text
    stranger = Guest(served.base)
    stranger.make_table("saint-malo", "me", "open", name=name)
    assert 'value="Guest"' in stranger.request("GET", "/new/saint-malo").text
    assert anke.request("POST", f"/t/{table}/say", [("text", name)]).status == 400
    register = [("name", name), ("password", "correct horse")]
    assert Guest(served.base).request("POST", "/account/register", register).status == 400

"""Layouts for the tests, sound and not, and how one is put on the shelf."""

from __future__ import annotations

import re

import httpx

from citywright.catalogue import games
from citywright.server.load.page_client import Answer, Guest

SAINT_MALO = games()["saint-malo"].default_layout.source
MAP = games()["mauerbauer"].default_layout.source
BROKEN = SAINT_MALO.replace("coins = 3", "coins = -1").replace("logs = 2", 'logs = "x"')


def board(coins: int = 5, name: str = "Rich city", author: str = "Anke", **more: str) -> str:
    """A board of Saint Malo that is not the usual one."""
    told = {"name": name, "author": author, "version": "1", **more}
    about = "".join(f'{key} = "{value}"\n' for key, value in told.items() if value)
    sources = SAINT_MALO[SAINT_MALO.index("[about.sources]") :]
    rest = SAINT_MALO[: SAINT_MALO.index("[about]")].replace("coins = 3", f"coins = {coins}")
    return f"{rest}[about]\n{about}\n{sources}"


def send(guest: Guest, text: str | bytes, address: str = "/layouts", **fields: str) -> Answer:
    """Send a form with a layout file, the way a browser does."""
    data = {"game": "saint-malo"} | fields
    file = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    field = "file" if address == "/layouts" else "layout"
    headers = {"Cookie": guest.cookie} if guest.cookie else {}
    with httpx.Client(base_url=guest.base, trust_env=False, timeout=60, headers=headers) as client:
        response = client.post(address, data=data, files={field: ("../../x.toml", file)})
    cookie = response.headers.get("Set-Cookie", "").partition(";")[0]
    if cookie.startswith("citywright_guest="):
        guest.cookie = cookie
    return Answer(response.status_code, response.headers.get("Location", ""), cookie, response.text)


def save(guest: Guest, text: str, **fields: str) -> str:
    """Put a layout on the shelf; returns its id."""
    answer = send(guest, text, **fields)
    assert answer.status == 303, answer.text
    return answer.location.rpartition("/")[2]


def get(guest: Guest, address: str, lang: str = "en") -> str:
    answer = guest.request("GET", address, Accept_Language=lang)
    assert answer.status == 200, answer.text
    return answer.text


def listed(guest: Guest, query: str = "") -> list[str]:
    """The ids on the shelf in their order, without the usual boards."""
    found = re.findall(r'class="layout-card [^"]*" href="/layouts/([^"]+)"', get(guest, f"/layouts{query}"))
    return [layout_id for layout_id in found if layout_id not in ("saint-malo", "mauerbauer", "milestones")]

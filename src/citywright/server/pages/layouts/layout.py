"""One layout: its page, its picture and its file, and what its owner may do."""

from __future__ import annotations

import re

from litestar import Response, get, post
from litestar.enums import MediaType
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.draw.theme import DARK, LIGHT
from citywright.server.errors import UNKNOWN, Refusal
from citywright.server.language import words_of
from citywright.server.layouts.entry import Entry, Layout
from citywright.server.layouts.pictures import PNG, SVG, tag_of
from citywright.server.pages.layouts import words
from citywright.server.pages.requests import AnyRequest, address_of, guest_or_refuse, lang_of, page
from citywright.server.services import Services, TheServices
from citywright.text import LANGUAGES

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
DAY = 86_400  # seconds


@get("/layouts/{layout_id:str}")
async def layout_page(request: AnyRequest, services: TheServices, layout_id: FromPath[str]) -> Response[str]:
    """Everything about a layout; its id is all one needs to see it."""
    layout = await services.layouts.find(layout_id)
    guest = await services.guests.guest_of(request)
    guest_id, balance = guest.id if guest else None, services.balance
    balance.ask(layout, lambda: services.limits.spend("have bots play on a layout", request))
    return page(
        request,
        "layout.html",
        layout=layout,
        guest=guest,
        is_own=layout.belongs_to(guest_id),
        origin=await _origin_of(services, layout, guest_id),
        newer=await _shown(services, layout.newer_id, guest_id),
        name=words.name_of(layout, words_of(lang_of(request))),
        words=words,
        found=balance.of(layout),
        state=balance.state_of(layout),
        played=balance.played(layout),
        wanted=balance.wanted,
        link=f"{address_of(request, services)}/layouts/{layout.id}",
        base=address_of(request, services),
    )


async def _origin_of(services: Services, layout: Layout, guest_id: str | None) -> Entry | None:
    """The layout this one was made from, if it is here and not another person's secret."""
    origin = await _shown(services, layout.origin_id, guest_id)
    hash_ = layout.facts.origin.get("layout", "")
    if origin is not None or not hash_:
        return origin
    return await services.layouts.public_with_hash(layout.game.id, hash_)


async def _shown(services: Services, layout_id: str | None, guest_id: str | None) -> Entry | None:
    """A layout that another one names; None if it is gone, or another person's and not public."""
    if layout_id is None:
        return None
    try:
        found = await services.layouts.find(layout_id)
    except Refusal:
        return None
    return found if found.is_public or found.belongs_to(guest_id) else None


# --- picture and file -----------------------------------------------------------------


@get("/layouts/{layout_id:str}/picture.svg")
async def svg_picture(
    request: AnyRequest, services: TheServices, layout_id: FromPath[str]
) -> Response[bytes]:
    """The board as SVG, by `theme` and `lang`. Its own policy allows its own style sheet."""
    return await _picture(request, services, layout_id, SVG)


@get("/layouts/{layout_id:str}/picture.png")
async def png_picture(
    request: AnyRequest, services: TheServices, layout_id: FromPath[str]
) -> Response[bytes]:
    """The board as PNG, by `theme` and `lang`."""
    return await _picture(request, services, layout_id, PNG)


async def _picture(request: AnyRequest, services: Services, layout_id: str, kind: str) -> Response[bytes]:
    layout = await services.layouts.find(layout_id)
    theme = DARK if request.query_params.get("theme") == DARK else LIGHT
    lang = request.query_params.get("lang", "")
    lang = lang if lang in LANGUAGES else LANGUAGES[0]
    tag = tag_of(layout, kind, theme, lang)
    whose = "public" if layout.is_public else "private"
    headers = {"ETag": tag, "Cache-Control": f"{whose}, max-age={DAY}"}
    if kind == SVG:
        headers["Content-Security-Policy"] = PICTURE_POLICY
    media_type = "image/svg+xml" if kind == SVG else "image/png"
    if tag in re.split(r",\s*", request.headers.get("if-none-match", "")[:1000]):
        return Response(b"", status_code=304, headers=headers, media_type=media_type)
    drawn = await services.layout_pictures.draw(
        layout, kind, theme, lang, lambda: services.limits.spend("have a board drawn", request)
    )
    return Response(drawn, headers=headers, media_type=media_type)


@get("/layouts/{layout_id:str}/layout.toml")
async def download(services: TheServices, layout_id: FromPath[str]) -> Response[str]:
    """The layout file."""
    layout = await services.layouts.find(layout_id)
    shown = re.sub(r"[^a-z0-9]+", "-", layout.name.lower()).strip("-")[:40]
    name = f"{layout.game.id}-{shown or layout.hash}.toml"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(layout.text, media_type=MediaType.TEXT, headers=headers)


# --- what the owner may do ------------------------------------------------------------


@post("/layouts/{layout_id:str}/{verb:str}")
async def change(
    request: AnyRequest, services: TheServices, layout_id: FromPath[str], verb: FromPath[str]
) -> Redirect:
    """`publish`, `hide` or `delete` an own layout."""
    if verb not in ("publish", "hide", "delete"):
        raise Refusal(UNKNOWN, "there is nothing at this address")
    guest = await guest_or_refuse(request, services)
    services.limits.spend("save a layout", request)
    if verb == "delete":
        await services.layouts.remove(layout_id, guest.id)
        return Redirect("/layouts", status_code=303)
    await services.layouts.publish(layout_id, guest.id, is_public=verb == "publish")
    if verb == "publish":
        services.balance.ask(await services.layouts.find(layout_id))
    return Redirect(f"/layouts/{layout_id}", status_code=303)


HANDLERS = [layout_page, svg_picture, png_picture, download, change]

"""What makes the site an app to install: its manifest, the service worker, the page without network.

The service worker is at the root, for only there it may serve all pages.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from litestar import Response, get

from citywright.draw.theme import LIGHT, colours
from citywright.server.language import words_of
from citywright.server.pages.requests import AnyRequest, lang_of, page
from citywright.server.templates import PRECACHED, asset, asset_version, assets
from citywright.text import LANGUAGES

WORKER = "service_worker.js"
UNKEPT = "no-store"  # but the service worker keeps the page without network in a cache of its own


@get("/manifest.webmanifest")
async def manifest(request: AnyRequest) -> Response[bytes]:
    """What the installed app is called and looks like, by `lang`."""
    headers = {"Cache-Control": UNKEPT, "Vary": "Cookie, Accept-Language"}
    content = msgspec.json.encode(manifest_in(lang_of(request)))
    return Response(content, media_type="application/manifest+json", headers=headers)


@lru_cache(len(LANGUAGES))
def manifest_in(lang: str) -> dict[str, Any]:
    """The manifest in a language."""
    t, page_colour = words_of(lang), colours(LIGHT)["page"]
    sized = {"type": "image/png", "purpose": "any"}
    icons = [{"src": asset(f"icon-{size}.png"), "sizes": f"{size}x{size}", **sized} for size in (192, 512)]
    icons.append(
        {
            "src": asset("icon-maskable.png"),
            "sizes": "512x512",
            "type": "image/png",
            "purpose": "maskable",
        }
    )
    return {
        "id": "/",
        "name": "Citywright",
        "short_name": "Citywright",
        "description": t("Out-of-print board games, played in your browser. No account, no waiting."),
        "lang": lang,
        "dir": "ltr",
        "start_url": "/?app=yes",
        "scope": "/",
        "display": "standalone",
        "theme_color": page_colour,
        "background_color": page_colour,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [
            {"name": t("My games"), "url": "/mine", "icons": [icons[0]]},
            {"name": t("Play"), "url": "/", "icons": [icons[0]]},
            {"name": t("Notifications"), "url": "/notices", "icons": [icons[0]]},
        ],
    }


@get("/service_worker.js")
async def service_worker() -> Response[bytes]:
    """The script between the pages and the network. It changes with every version of any static file."""
    headers = {"Cache-Control": UNKEPT}
    return Response(worker_script(), media_type="text/javascript; charset=utf-8", headers=headers)


@lru_cache(1)
def worker_script() -> bytes:
    """The script, told what belongs to this version."""
    told = {
        "version": asset_version(),
        "kept": [asset(name) for name in PRECACHED],
        "offline": {lang: f"/offline?lang={lang}" for lang in LANGUAGES},
        "icon": asset("icon-192.png"),
        "badge": asset("icon-badge.png"),
    }
    return b"self.citywright = %b;\n%b" % (msgspec.json.encode(told), assets()[WORKER])


@get("/offline")
async def offline(request: AnyRequest) -> Response[str]:
    """What the service worker shows while there is no network."""
    return page(request, "offline.html", cache=UNKEPT)


HANDLERS = [manifest, service_worker, offline]

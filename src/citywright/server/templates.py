"""Jinja2 for whole pages and for pieces of them, and the addresses of style sheets and scripts."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Hashable
from functools import cache, lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from citywright.draw import page_theme
from citywright.draw.symbols import drawn_once
from citywright.draw.theme import DARK, LIGHT, colours
from citywright.engine.game import Game
from citywright.game_parts import tone_of
from citywright.server import faces, icons
from citywright.server.clock import now_ms
from citywright.server.face_style import face_style
from citywright.server.language import words_of
from citywright.text import LANGUAGES, NAMES
from citywright.text.phrases import with_minus

WEB = Path(__file__).parent.parent / "web"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

# In this order: a later rule overrides an earlier one of the same weight.
STYLE_SHEETS = (
    "pictures.css",
    "base.css",
    "preferences.css",
    "table.css",
    "table_parts.css",
    "pages.css",
    "people.css",
    "rules.css",
    "lessons.css",
    "orders.css",
    "review.css",
    "board.css",
    "room.css",
    "deals.css",
    "notices.css",
    "desk.css",
    "events.css",
    "friends.css",
)
# What the page without network is made of: the service worker keeps these beforehand, others once used.
PRECACHED = (
    *("light.css", "dark.css", "page.css", "icon.svg", "icon-192.png", "icon-badge.png"),
    *("base.js", "app.js", "dom.js", "offline.js", "preferences.js", "preferences_panel.js", "sounds.js"),
    *("dice_numbers.js", "searching.js"),
)
RULE_IDS = re.compile(r" ?\([A-Z]{2}-[^)]*\)")  # as in "(MB-40)"


def without_rules(sentence: str) -> str:
    """A sentence without the ids of rules, which are for those who ask."""
    return RULE_IDS.sub("", sentence)


@drawn_once
def symbol(drawing: str) -> str:
    """A drawing that stands in many places of a page: it is sent once."""
    return drawing


@cache
def assets() -> dict[str, bytes]:
    """Every file of web/static by its path; and the style sheets of pictures, themes and, in base.css, faces.

    Pages ask for all but the themes as one file, page.css: so a first paint waits for few requests, and who
    comes to a table from another page has its style already.
    """
    folder = WEB / "static"
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in TYPES
    }
    files["base.css"] = face_style().encode() + files["base.css"]
    files["pictures.css"] = page_theme.picture_rules().encode()
    files["page.css"] = b"\n".join(files[name] for name in STYLE_SHEETS)
    for theme in (LIGHT, DARK):
        files[f"{theme}.css"] = page_theme.custom_properties(theme).encode()
    return files


@cache
def asset_version() -> str:
    """Changes whenever any file does: addresses with it may be cached for ever."""
    digest = hashlib.sha256(faces.fingerprint().encode())  # those may still be in the making
    for name, content in assets().items():
        digest.update(name.encode() + content)
    return digest.hexdigest()[:12]


def asset(name: str) -> str:
    """The address of a style sheet, script, face or icon."""
    if name not in assets() and name not in (*faces.names(), *icons.names()):
        raise LookupError(f"there is no {name} in web/static")
    return f"/static/{asset_version()}/{name}"


def _tone_class(game: Game) -> str:
    """The class of a page, or of a part of it, that is about one game."""
    return page_theme.tone_class(tone_of(game))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(WEB / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["raw"] = Markup
    environment.filters["without_rules"] = without_rules
    environment.filters["symbol"] = symbol
    environment.filters["with_minus"] = with_minus
    preloaded = [name for name in faces.PRELOADED if name in faces.names()]
    environment.globals.update(asset=asset, languages=LANGUAGES, language_names=NAMES)
    environment.globals.update(preloaded_faces=preloaded, tone_class=_tone_class, now_ms=now_ms)
    environment.globals.update(page_colours={theme: colours(theme)["page"] for theme in (LIGHT, DARK)})
    return environment


def load_templates() -> None:
    """Compile every template now, not while somebody waits for a page."""
    environment = _environment()
    for name in environment.list_templates():
        environment.get_template(name)
    asset_version()


def render(template: str, lang: str, **values: object) -> str:
    """A template in a language."""
    t = words_of(lang)
    return _environment().get_template(template).render(t=t, plural=t.plural, lang=lang, **values)


@cache
def macro(template: str, name: str) -> Callable[..., str]:
    """A macro of a template, compiled once."""
    template_macro: Callable[..., str] = getattr(_environment().get_template(template).module, name)
    return template_macro


@lru_cache(8192)
def fragment(template: str, name: str, lang: str, *values: Hashable) -> str:
    """A piece of a page by a macro of templates/fragments. What is drawn from the same values is kept."""
    return str(macro(f"fragments/{template}", name)(words_of(lang), *values))

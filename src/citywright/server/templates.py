"""Jinja2 for whole pages and for pieces of them, and the addresses of style sheets and scripts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from functools import cache, lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from citywright.draw.palette import COLOURS, SEATS, WASHES
from citywright.draw.theme import DARK, LIGHT, PAGE_CSS, css
from citywright.server.language import words_of
from citywright.text import LANGUAGES, NAMES

WEB = Path(__file__).parent.parent / "web"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


@cache
def assets() -> dict[str, bytes]:
    """Every file of web/static by name, and the style sheets of the themes."""
    files = {
        path.name: path.read_bytes() for path in sorted((WEB / "static").iterdir()) if path.suffix in TYPES
    }
    for theme in (LIGHT, DARK):
        files[f"{theme}.css"] = (_variables(theme) + css(theme) + PAGE_CSS).encode()
    return files


def _variables(theme: str) -> str:
    """The palette as custom properties, for the page around the pictures."""
    dark = theme == DARK
    named = {name: pair[dark] for name, pair in COLOURS.items()}
    named |= {f"wash-{name}": pair[dark] for name, pair in WASHES.items()}
    for seat, (light_colour, dark_colour, letter) in enumerate(SEATS):
        named[f"seat-{seat}"] = dark_colour if dark else light_colour
        named[f"on-seat-{seat}"] = COLOURS[letter][dark]
    listed = "".join(f"--{name}:{value};" for name, value in named.items())
    return f":root{{{listed}color-scheme:{theme}}}"


@cache
def asset_version() -> str:
    """Changes whenever any file does: addresses with it may be cached for ever."""
    digest = hashlib.sha256()
    for name, content in assets().items():
        digest.update(name.encode() + content)
    return digest.hexdigest()[:12]


def asset(name: str) -> str:
    """The address of a style sheet or script."""
    if name not in assets():
        raise LookupError(f"there is no {name} in web/static")
    return f"/static/{asset_version()}/{name}"


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
    environment.globals.update(asset=asset, languages=LANGUAGES, language_names=NAMES)
    return environment


def load_templates() -> None:
    """Compile every template now, not while somebody waits for a page."""
    environment = _environment()
    for name in environment.list_templates():
        environment.get_template(name)
    asset_version()


def render(template: str, lang: str, **values: object) -> str:
    """A template in a language."""
    return _environment().get_template(template).render(t=words_of(lang), lang=lang, **values)


@cache
def macro(template: str, name: str) -> Callable[..., str]:
    """A macro of a template, compiled once."""
    template_macro: Callable[..., str] = getattr(_environment().get_template(template).module, name)
    return template_macro


@lru_cache(8192)
def fragment(template: str, name: str, lang: str, *values: Hashable) -> str:
    """A piece of a page by a macro of templates/fragments. What is drawn from the same values is kept."""
    return str(macro(f"fragments/{template}", name)(words_of(lang), *values))

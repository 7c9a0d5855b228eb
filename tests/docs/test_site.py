"""The documentation site: it builds strictly, is whole, and loads nothing from other hosts."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from urllib.parse import unquote, urlsplit

import pytest

from tests.docs.document import DOCS, ROOT
from tools.site import build_site

ENTRY = re.compile(r"^::: ([\w.]+)\n( +options:\n +show_submodules: true\n)?", re.MULTILINE)


def _documented_modules() -> Iterator[tuple[str, str]]:
    """Every module of the reference and the page it is on; a package may be there with all its modules."""
    for page in sorted((DOCS / "reference").glob("*.md")):
        for name, with_modules in ENTRY.findall(page.read_text(encoding="utf-8")):
            yield page.stem, name
            if with_modules:
                for module in iter_modules(import_module(name).__path__, name + "."):
                    if not module.name.endswith(".__main__"):
                        yield page.stem, module.name


MODULES = list(_documented_modules())
LOADED = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src"}


class Page(HTMLParser):
    """What a page of the site has, loads and links to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids.add(given.get("id", ""))
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if given.get(LOADED.get(tag, "")):
            self.loads.append(given[LOADED[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Page]:
    """Every page of a site that was built strictly."""
    folder = tmp_path_factory.mktemp("site")
    assert build_site(folder, sys.executable) == 0, "mkdocs build --strict failed"
    return {path.relative_to(folder): Page(path) for path in folder.rglob("*.html")}


def test_every_page_is_built(site: dict[Path, Page]) -> None:
    expected = {path.relative_to(DOCS).with_suffix(".html") for path in DOCS.rglob("*.md")}
    expected |= {Path("index.html"), Path("contributing.html"), Path("changelog.html")}
    assert expected <= set(site)


def test_nothing_is_loaded_from_another_host(site: dict[Path, Page]) -> None:
    assert sum(len(page.loads) for page in site.values()) > len(site)
    foreign = {load for page in site.values() for load in page.loads if urlsplit(load).netloc}
    assert not foreign


def test_links_inside_the_site_lead_somewhere(site: dict[Path, Page]) -> None:
    dead = []
    for path, page in site.items():
        for link in page.links:
            target = urlsplit(link)
            if target.scheme or target.netloc or path.name == "404.html":
                continue
            parts: list[str] = []
            for part in (path.parent / unquote(target.path)).parts if target.path else path.parts:
                parts = parts[:-1] if part == ".." else [*parts, part]
            other = Path(*parts)
            if other.suffix != ".html":
                continue
            if other not in site or (target.fragment and unquote(target.fragment) not in site[other].ids):
                dead.append(f"{path} -> {link}")
    assert not dead


def public_names(module: ModuleType) -> Iterator[tuple[str, object]]:
    """Classes and functions that a module offers, and the methods and properties of these classes."""
    for name, thing in vars(module).items():
        if name.startswith("_") or not (inspect.isclass(thing) or inspect.isfunction(thing)):
            continue
        if thing.__module__ != module.__name__:
            continue
        yield name, thing
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                documented = value.__func__ if isinstance(value, classmethod | staticmethod) else value
                is_method = inspect.isfunction(documented) and documented.__name__ == member
                if not member.startswith("_") and (is_method or isinstance(value, property)):
                    yield f"{name}.{member}", documented


def is_said(module: ModuleType, name: str, thing: object) -> bool:
    """Has it a docstring, or does a class above it say what the method does?"""
    if inspect.getdoc(thing):
        return True
    owner, _, member = name.rpartition(".")
    above = getattr(module, owner).__mro__ if owner else ()
    return any(getattr(vars(base).get(member), "__doc__", None) for base in above)


@pytest.mark.parametrize(("page", "name"), MODULES, ids=[name for _, name in MODULES])
def test_everything_public_is_documented(site: dict[Path, Page], page: str, name: str) -> None:
    module = import_module(name)
    ids = site[Path("reference", f"{page}.html")].ids
    public = dict(public_names(module))
    silent = [key for key, thing in public.items() if not is_said(module, key, thing)]
    missing = [key for key in public if f"{name}.{key}" not in ids]
    assert module.__doc__
    assert (silent, missing) == ([], [])


def test_the_site_is_not_part_of_the_repository() -> None:
    assert "site/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()

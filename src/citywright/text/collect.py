"""Collects the English words in the source and compares them with the catalogues. For tests and tools."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

KEYWORDS = {
    "t": None,
    "mark": None,
    "plural": (1, 2),
    "Sentence": None,
    "Refusal": (2,),
    "Problem": (2,),
    "note": (2,),  # LayoutFile's
}
COMMON = "citywright.text"
WEB = "citywright.web"  # the words of the pages: of its templates, and of the server's source
# Their words are in the common catalogue.
COMMON_FOLDERS = ("engine", "text", "draw", "match", "cli", "lab", "bots", "analysis", "variations", "orders")

Id = str | tuple[str, ...]


def packages() -> list[str]:
    """Every package with a catalogue of its own: the common one, the pages, and each game that has words."""
    names = [COMMON, WEB]
    for path in sorted(_folder("citywright.games").glob("*/text/*.po")):
        names.append(f"citywright.games.{path.parts[-3]}.text")
    return names


def _folder(package: str) -> Path:
    return Path(str(import_module(package).__file__)).parent


def catalogue_path(package: str, lang: str) -> Path:
    """Where the catalogue of a package is."""
    return _folder(package) / f"{lang}.po"


def _sources(package: str) -> Iterator[Path]:
    root = _folder("citywright")
    if package == WEB:
        yield from sorted((root / "server").rglob("*.py"))
        yield from sorted(_folder(WEB).rglob("*.html"))
        return
    if package != COMMON:
        yield from sorted(_folder(package).parent.rglob("*.py"))
        return
    yield from sorted(root.glob("*.py"))
    for name in COMMON_FOLDERS:
        yield from sorted((root / name).rglob("*.py"))


def collected(package: str) -> dict[Id, list[tuple[str, int]]]:
    """The words a package's source uses, each with the files and lines where it does."""
    words: dict[Id, list[tuple[str, int]]] = {}
    for path in _sources(package):
        method = "jinja2.ext:babel_extract" if path.suffix == ".html" else "python"
        for line, message, _, _ in extract_from_file(method, path, keywords=KEYWORDS):
            is_plural = isinstance(message, tuple | list)
            key: Id = tuple(str(form) for form in message) if is_plural else str(message)
            words.setdefault(key, []).append((path.name, line))
    if package != COMMON:
        for key in collected(COMMON):
            words.pop(key, None)
    return words


def forms(words: str | Sequence[str | None] | None) -> list[str]:
    """One form, or those for one and for several."""
    if words is None or isinstance(words, str):
        return [words or ""]
    return [form or "" for form in words]


def fields(words: str) -> list[str]:
    """The names of the {fields} of some words, sorted."""
    return sorted(name for _, name, _, _ in Formatter().parse(words) if name)


def faults(package: str, lang: str) -> list[str]:
    """What is wrong with a catalogue: missing, empty, doubtful or obsolete entries, other fields."""
    used = collected(package)
    path = catalogue_path(package, lang)
    with path.open("rb") as file:
        catalogue = read_po(file, locale=lang, abort_invalid=True)
    entries = {message.id: message for message in catalogue if message.id}
    problems = [f"missing: {key!r}" for key in used if key not in entries]
    problems += [f"no longer used: {key!r}" for key in entries if key not in used]
    for key, message in entries.items():
        ids, strings = forms(key), forms(message.string)
        if message.fuzzy or not all(strings):
            problems.append(f"not translated: {key!r}")
            continue
        # one of the plural forms may leave the number out ("a coin", "{n} coins")
        if fields(ids[-1]) != fields(strings[-1]):
            problems.append(f"other fields: {key!r}")
        if not set(fields(strings[0])) <= set(fields(ids[-1])):
            problems.append(f"unknown fields: {key!r}")
    return problems


def update(package: str, lang: str) -> int:
    """Bring a catalogue in line with the source; returns how many entries are still to be translated."""
    path = catalogue_path(package, lang)
    old = Catalog(locale=lang)
    if path.exists():
        with path.open("rb") as file:
            old = read_po(file, locale=lang, abort_invalid=True)
    new = Catalog(locale=lang, project="Citywright", charset="utf-8", fuzzy=False)
    for key, places in collected(package).items():
        before = old.get(key[0] if isinstance(key, tuple) else key)
        string = before.string if before is not None and before.id == key else ""
        new.add(key, string or ("" if isinstance(key, str) else ("", "")), locations=[(places[0][0], 0)])
    with path.open("wb") as file:
        file.write(_HEAD.format(lang=lang).encode())
        write_po(file, new, omit_header=True, width=0, include_lineno=False)
    return sum(1 for fault in faults(package, lang) if fault.startswith("not translated"))


_HEAD = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: {lang}\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
)

"""Translation: English words stand in the source, other languages in gettext catalogues beside it.

`translate("de", "citywright.games.saint_malo.text")` reads de.po of that package; words it does not have are
looked up in the common catalogue of this package. Nothing here knows a particular game.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

LANGUAGES: Final = ("en", "de")
NAMES: Final = {"en": "English", "de": "Deutsch"}


def mark(words: str) -> str:
    """Marks words in a table to be collected; they are translated where they are used."""
    return words


class Words:
    """Translates the English words of one package and fills in their {fields}."""

    __slots__ = ("_one", "_several", "lang")

    def __init__(self, lang: str, one: dict[str, str], several: dict[str, tuple[str, ...]]) -> None:
        self.lang = lang
        self._one = one
        self._several = several

    def __call__(self, words: str, /, **fields: object) -> str:
        """The words in the reader's language, their {fields} filled in."""
        translated = self._one.get(words, words)
        return translated.format_map(fields) if fields else translated

    def plural(self, one: str, several: str, n: int, **fields: object) -> str:
        """The words for one or for several; {n} is the number."""
        forms = self._several.get(one, (one, several))
        return forms[n not in (1, -1)].format_map({"n": n, **fields})

    def listed(self, items: list[str]) -> str:
        """`a, b and c`."""
        if len(items) < 2:
            return "".join(items)
        t = self
        return t("{some} and {last}", some=", ".join(items[:-1]), last=items[-1])


@cache
def catalogue(lang: str, package: str) -> Catalog:
    """The catalogue of one package, read from its LANG.po."""
    with files(package).joinpath(f"{lang}.po").open("rb") as file:
        return read_po(file, locale=lang, abort_invalid=True)


@cache
def translate(lang: str, package: str = __name__) -> Words:
    """The translator for a package and a language."""
    if lang not in LANGUAGES:
        raise ValueError(f"there is no language {lang!r}; there is {' and '.join(LANGUAGES)}")
    one: dict[str, str] = {}
    several: dict[str, tuple[str, ...]] = {}
    if lang != "en":
        for name in dict.fromkeys((__name__, package)):
            for message in catalogue(lang, name):
                if not message.id or not message.string:
                    continue
                if isinstance(message.id, str):
                    one[message.id] = str(message.string)
                else:
                    several[message.id[0]] = tuple(message.string)
    return Words(lang, one, several)

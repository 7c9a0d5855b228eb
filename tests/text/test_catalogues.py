"""Every word of the source is in every catalogue, translated, with the same fields, and nothing else is."""

from __future__ import annotations

import pytest

from citywright.text import LANGUAGES, translate
from citywright.text.collect import collected, faults, fields, packages


@pytest.mark.parametrize("lang", LANGUAGES[1:])
@pytest.mark.parametrize("package", packages())
def test_catalogue_is_whole(package: str, lang: str) -> None:
    assert collected(package), "a package with a catalogue uses words"
    assert not faults(package, lang)


def test_fields_are_found() -> None:
    assert fields("{who} gets {n} coins") == ["n", "who"]
    assert fields("nothing") == []


def test_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="fr"):
        translate("fr")


@pytest.mark.parametrize(("lang", "joined"), [("en", "a, b and c"), ("de", "a, b und c")])
def test_words_are_listed(lang: str, joined: str) -> None:
    assert translate(lang).listed(["a", "b", "c"]) == joined
    assert translate(lang).listed(["a"]) == "a"
    assert translate(lang).listed([]) == ""

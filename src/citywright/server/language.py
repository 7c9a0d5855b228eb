"""German and English: which one a request wants, and the words of the pages."""

from __future__ import annotations

from babel.core import negotiate_locale

from citywright.engine.game import Game
from citywright.text import LANGUAGES, Words, translate

WEB = "citywright.web"


def words_of(lang: str) -> Words:
    """The words of the pages in a language."""
    return translate(lang, WEB)


def words_of_game(game: Game, lang: str) -> Words:
    """The words of a game, for sentences that its layout makes; the common ones if it has none of its own."""
    catalogue = game.folder / "text" / f"{lang}.po"
    return translate(lang, f"{game.package}.text") if catalogue.is_file() else translate(lang)


def choose_language(chosen: str | None, accepted: str) -> str:
    """What was chosen on the page; else the best of an Accept-Language header; else English."""
    if chosen in LANGUAGES:
        return chosen
    weighted = []
    for place, entry in enumerate(accepted[:200].split(",")):
        name, _, rest = entry.strip().partition(";")
        try:
            weight = float(rest.strip().removeprefix("q=")) if rest else 1.0
        except ValueError:
            weight = 0.0
        if weight > 0:
            weighted.append((-weight, place, name.strip()))
    preferred = [name for _, _, name in sorted(weighted)]
    return negotiate_locale(preferred, LANGUAGES, sep="-") or LANGUAGES[0]

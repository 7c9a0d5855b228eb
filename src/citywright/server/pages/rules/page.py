"""The rules of a game as a page, with an anchor for every rule id. Table pages load the text from here."""

from __future__ import annotations

import re
from functools import lru_cache

from litestar import Response, get
from litestar.params import FromPath
from markdown_it import MarkdownIt

from citywright.draw.panel import panel_svg
from citywright.draw.symbols import sheet, symbols_in
from citywright.engine.game import Game
from citywright.game_parts import drawing_of
from citywright.server.pages.requests import AnyRequest, lang_of, page
from citywright.server.tables.terms import game_or_refuse

CACHE = "private, max-age=3600"

_RULE = re.compile(r"<li>(\s*(?:<p>)?)<strong>([A-Z]+-X?\d+[a-z]?)</strong>")


def rulebook(game: Game, lang: str) -> tuple[str, str]:
    """The language the rules are in (English where there is no other) and their HTML."""
    rules_lang = lang if lang in game.rules_languages() else "en"
    if rules_lang not in game.rules_languages():
        return rules_lang, ""
    return rules_lang, _with_figures(_html(game.rules(rules_lang)), game, rules_lang)


@lru_cache(32)
def _html(rules: str) -> str:
    html = str(MarkdownIt("commonmark", {"html": False}).enable("table").render(rules))
    return _RULE.sub(r'<li id="\2" tabindex="-1">\1<strong class="rule-id">\2</strong>', html)


def _with_figures(html: str, game: Game, lang: str) -> str:
    """The pictures of the worked examples, each at the end of its rule."""
    for rule, figure in drawing_of(game).figures(lang).items():
        before, item, after = html.partition(f'<li id="{rule}"')
        html = before + item + after.replace("</li>", panel_svg(figure) + "</li>", 1)
    return sheet(symbols_in(html)) + html


@get("/rules/{game_id:str}")
async def rules_page(request: AnyRequest, game_id: FromPath[str]) -> Response[str]:
    """The rules of a game."""
    game = game_or_refuse(game_id)
    rules_lang, rules = rulebook(game, lang_of(request))
    return page(request, "rules.html", cache=CACHE, game=game, rules=rules, rules_lang=rules_lang)


HANDLERS = [rules_page]

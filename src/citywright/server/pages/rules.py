"""The rules of a game as HTML with an anchor for every rule id."""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt

from citywright.draw.panel import panel_svg
from citywright.engine.game import Game
from citywright.game_parts import drawing_of

_RULE = re.compile(r"<li>(\s*(?:<p>)?)<strong>([A-Z]+-X?\d+[a-z]?)</strong>")


def rulebook(game: Game, lang: str) -> tuple[str, str]:
    """The language the rules are in (English where there is no other) and their HTML."""
    found = lang if lang in game.rules_languages() else "en"
    if found not in game.rules_languages():
        return found, ""
    return found, _with_figures(_html(game.rules(found)), game, found)


@lru_cache(32)
def _html(rules: str) -> str:
    html = str(MarkdownIt("commonmark", {"html": False}).enable("table").render(rules))
    return _RULE.sub(r'<li id="\2" tabindex="-1">\1<strong class="rule-id">\2</strong>', html)


def _with_figures(html: str, game: Game, lang: str) -> str:
    """The pictures of the worked examples, each at the end of its rule."""
    for rule, figure in drawing_of(game).figures(lang).items():
        before, item, after = html.partition(f'<li id="{rule}"')
        html = before + item + after.replace("</li>", panel_svg(figure) + "</li>", 1)
    return html

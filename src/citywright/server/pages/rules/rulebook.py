"""The rules of a game as HTML, in chapters: the page that teaches, the short page and all rules by number.

Markdown becomes tokens, and those get what a page needs: anchors, links from rule to rule, and pictures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from citywright.draw.panel import Panel, panel_svg
from citywright.draw.symbols import sheet, symbols_in
from citywright.engine.game import Game
from citywright.game_parts import drawing_of, teaching_figures_of
from citywright.server.templates import macro

RULE: Final = re.compile(r"\b[A-Z]+-X?\d+[a-z]?\b")
RULE_ITEM: Final = re.compile(rf"\*\*({RULE.pattern})\*\*")
LEARN, SHORT, ALL = "learn", "short", "all"
LOWER: Final = {"h2": "h3", "h3": "h4"}  # above them stand the titles of the page and of the chapter
PARSER: Final = MarkdownIt("commonmark", {"html": False}).enable("table")

Figures = tuple[tuple[str, Panel], ...]


class Chapter(NamedTuple):
    """One way to read the rules, and the ids and words of its sections."""

    key: str
    title: str
    html: str
    sections: tuple[tuple[str, str], ...]


class Rulebook(NamedTuple):
    """All chapters that a game has, and what their pictures are made of."""

    lang: str
    chapters: tuple[Chapter, ...] = ()
    symbols: str = ""


def rulebook(game: Game, lang: str) -> Rulebook:
    """The rules in a language (English where there is no other); without chapters if there are none."""
    lang = lang if lang in game.rules_languages() else "en"
    if lang not in game.rules_languages():
        return Rulebook(lang)
    texts = (game.teaching_page(lang), game.short_rules(lang), game.rules(lang))
    figures = {**drawing_of(game).figures(lang), **teaching_figures_of(game, lang)}
    return _rulebook(lang, texts, tuple(figures.items()))


@lru_cache(32)
def _rulebook(lang: str, texts: tuple[str, str, str], figures: Figures) -> Rulebook:
    known = frozenset(rule for _, rule in _rules_in(PARSER.parse(texts[-1])))
    chapters = [
        _chapter(key, text, known, dict(figures))
        for key, text in zip((LEARN, SHORT, ALL), texts, strict=True)
        if text
    ]
    return Rulebook(lang, tuple(chapters), sheet(symbols_in("".join([it.html for it in chapters]))))


def _chapter(key: str, text: str, known: frozenset[str], figures: Mapping[str, Panel]) -> Chapter:
    tokens = PARSER.parse(text)
    title = ""
    if tokens[0].tag == "h1":
        title, tokens = tokens[1].content, tokens[3:]
    sections = tuple(_name_sections(key, tokens))
    if key == ALL:
        tokens = _with_anchors(tokens, figures)
    tokens = _with_pictures(tokens, figures)
    for token in tokens:
        token.children = token.children and list(_with_links(token.children, known))
    return Chapter(key, title, PARSER.renderer.render(tokens, PARSER.options, {}), sections)


def _name_sections(key: str, tokens: list[Token]) -> Iterator[tuple[str, str]]:
    """Give every section an id; yields these with their words."""
    number = 0
    for token, after in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            number += 1
            token.attrSet("id", f"rules-{key}-{number}")
            token.attrSet("tabindex", "-1")
            yield f"rules-{key}-{number}", after.content
    for token in tokens:
        token.tag = LOWER.get(token.tag, token.tag)


def _rules_in(tokens: list[Token]) -> Iterator[tuple[int, str]]:
    """Where a list item begins that is a rule, and its id."""
    for place, token in enumerate(tokens[:-2]):
        if token.type == "list_item_open" and (found := RULE_ITEM.match(tokens[place + 2].content)):
            yield place, found[1]


def _with_anchors(tokens: list[Token], figures: Mapping[str, Panel]) -> list[Token]:
    """The rules can be linked to, and worked examples end with their pictures."""
    shown: list[Token] = []
    begun = 0
    for place, rule in _rules_in(tokens):
        item = tokens[place]
        item.attrSet("id", rule)
        item.attrSet("tabindex", "-1")
        if "-X" in rule:
            item.attrSet("class", "example")
        first = next(word for word in tokens[place + 2].children or () if word.type == "strong_open")
        first.attrSet("class", "rule-id")
        if rule in figures:
            end = _end_of(tokens, place)
            shown += [*tokens[begun:end], _html(panel_svg(figures[rule]))]
            begun = end
    return shown + tokens[begun:]


def _end_of(tokens: list[Token], place: int) -> int:
    """Where the list item ends that begins in a place."""
    level = tokens[place].level
    return next(
        k
        for k in range(place, len(tokens))
        if tokens[k].type == "list_item_close" and tokens[k].level == level
    )


def _with_pictures(tokens: list[Token], figures: Mapping[str, Panel]) -> list[Token]:
    """A paragraph that is nothing but a picture becomes a drawing with its words below."""
    shown: list[Token] = []
    for token in tokens:
        image = token.children[0] if token.children and len(token.children) == 1 else None
        if image is None or image.type != "image":
            shown.append(token)
            continue
        panel = figures.get(str(image.attrs["src"]))  # a game may have forgotten to draw it
        drawing = panel_svg(panel._replace(label=image.content)) if panel else ""
        words = image.attrs.get("title", "")
        drawn = macro("fragments/rules.html", "picture")(drawing, image.content, words)
        shown[-1].hidden = True  # the paragraph around it
        shown.append(_html(str(drawn)))
    for token, after in pairwise(shown):
        after.hidden = after.hidden or (token.type == "html_block" and after.type == "paragraph_close")
    return shown


def _with_links(words: Iterable[Token], known: frozenset[str]) -> Iterator[Token]:
    """A rule that is named in a text is linked; where it stands itself it is not."""
    is_strong = False
    for token in words:
        is_strong = token.type == "strong_open" or (is_strong and token.type != "strong_close")
        if token.type != "text" or is_strong:
            yield token
            continue
        begun = 0
        for found in RULE.finditer(token.content):
            if found[0] in known:
                yield _text(token.content[begun : found.start()])
                yield Token("link_open", "a", 1, attrs={"href": f"#{found[0]}", "class": "to-rule"})
                yield _text(found[0])
                yield Token("link_close", "a", -1)
                begun = found.end()
        yield _text(token.content[begun:])


def _text(words: str) -> Token:
    return Token("text", "", 0, content=words)


def _html(drawn: str) -> Token:
    return Token("html_block", "", 0, content=drawn)

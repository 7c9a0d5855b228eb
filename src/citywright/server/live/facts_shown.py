"""The facts beside names and boards as elements: each fact is one, so that only those that changed are sent.

A list of facts is an element that names those in it. The page leaves an element as it is that is only named
(`data-stays`); if it has changed as well, it follows by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from citywright.draw.facts import Fact
from citywright.server.templates import fragment

_NAMED = re.compile(r'<(?:span|li) id="([^"]*)" data-stays></(?:span|li)>')


class FactsShown:
    """One list of facts: as a line of drawings and short values, and with all words."""

    def __init__(self, name: str, line: str, in_words: str) -> None:
        self._name = name
        self._line = line  # the id of its element
        self._in_words = in_words
        self._facts: tuple[Fact, ...] | None = None

    def change(self, facts: tuple[Fact, ...], lang: str) -> Iterator[tuple[str, str]]:
        """What looks different now, by id, lists before what is in them; empty: it is gone."""
        if self._facts == facts:
            return
        before = {fact.key: fact for fact in self._facts or ()}
        if self._facts is None or [*before] != [fact.key for fact in facts]:
            short, told = zip(*[self._ids(fact) for fact in facts], strict=True) if facts else ((), ())
            yield self._line, fragment("table.html", "facts_line", lang, self._line, short)
            yield self._in_words, fragment("table.html", "facts_list", lang, self._in_words, told)
        self._facts = facts
        for fact in facts:
            if before.pop(fact.key, None) != fact:
                short_id, told_id = self._ids(fact)
                yield short_id, fragment("table.html", "fact", lang, short_id, fact)
                yield told_id, fragment("table.html", "fact_in_words", lang, told_id, fact)
        for gone in before.values():
            yield from [(id_, "") for id_ in self._ids(gone)]

    def _ids(self, fact: Fact) -> tuple[str, str]:
        return f"fact-{self._name}-{fact.key}", f"told-{self._name}-{fact.key}"


def with_all_inside(html: str, elements: Mapping[str, str]) -> str:
    """An element with the elements it names, and those that these name."""
    if " data-stays>" not in html:
        return html
    return _NAMED.sub(lambda named: with_all_inside(elements[named[1]], elements), html)

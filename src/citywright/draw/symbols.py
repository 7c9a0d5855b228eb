"""Drawings that are used in many places: each is defined once in a document, and `<use>` repeats it.

Their ids are hashes of what they look like, so they are the same in every process and at every time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from hashlib import blake2s
from typing import Final, ParamSpec, cast

Arguments = ParamSpec("Arguments")

SHORT: Final = 100  # characters: what is shorter is repeated as it is
_USED: Final = re.compile(r'<use href="#(y[0-9a-f]+)"')
_symbols: dict[str, str] = {}  # id -> what it looks like


def drawn_once(draw: Callable[Arguments, str]) -> Callable[Arguments, str]:
    """A function that draws something: its drawings are remembered, and repeated by `<use>`.

    Nothing in such a drawing may depend on what is around it: a style as `.can:hover .may` does not reach it.
    """

    @wraps(draw)
    def once(*arguments: Arguments.args, **named: Arguments.kwargs) -> str:
        svg = draw(*arguments, **named)
        if len(svg) < SHORT:
            return svg
        key = "y" + blake2s(svg.encode(), digest_size=5).hexdigest()
        _symbols[key] = svg
        return f'<use href="#{key}"/>'

    return cast("Callable[Arguments, str]", lru_cache(8192)(once))


def symbols_in(svg: str) -> list[str]:
    """The ids of the symbols that a drawing uses, those first that others are made of."""
    return list(_used_by([svg]))


def definition(key: str) -> str:
    """A symbol, as it stands in `<defs>`."""
    return f'<g id="{key}">{_symbols[key]}</g>'


def definitions(symbols: Iterable[str]) -> str:
    """The `<defs>` of some symbols; nothing if there are none."""
    drawn = "".join(map(definition, symbols))
    return f"<defs>{drawn}</defs>" if drawn else ""


def sheet(symbols: Iterable[str]) -> str:
    """An invisible image that defines the symbols a page uses; the page can add more to it."""
    defs = definitions(symbols) or "<defs></defs>"
    return f'<svg class="symbols" width="0" height="0" aria-hidden="true">{defs}</svg>'


def _used_by(drawings: Iterable[str]) -> dict[str, None]:
    used: dict[str, None] = {}
    for svg in drawings:
        for key in _USED.findall(svg):
            if key not in used:
                used |= _used_by([_symbols[key]])
                used[key] = None
    return used

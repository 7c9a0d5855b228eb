"""Switches that show one kind of places at a time. A page hides the other kinds; nothing is sent.

The page sets `data-shown` on the element that holds all panels to the kind of the switch that is pressed (to
nothing at a second tap), gives every `[data-kind]` of another kind the class `filtered`, and flips
`aria-pressed`.
"""

from __future__ import annotations

from html import escape
from typing import Final


def switch(key: str, kind: str, title: str, body: str) -> str:
    """A switch for one kind of places. What is in it as `frame-on` is shown while it is pressed."""
    name = escape(title)
    return (
        f'<g id="{key}" class="filter" data-filter="{escape(kind)}" role="button" tabindex="0" '
        f'aria-pressed="false" aria-label="{name}"><title>{name}</title>{body}</g>'
    )


def of_kind(kind: str, body: str) -> str:
    """A place of a kind: hidden while a switch for another kind is pressed."""
    return f'<g data-kind="{escape(kind)}">{body}</g>'


def hit_alone(d: str) -> str:
    """A larger tap target, there only while no other kind of places is shown; `d` is its outline."""
    return f'<path class="hit alone" d="{d}"/>'


# What pictures need so that larger tap targets are not in the way, and what pages need besides.
FILTER_CSS: Final = ".alone,.filter .frame-on{display:none}"
FILTER_PAGE_CSS: Final = (
    ".filtered{display:none}"
    '[data-shown]:not([data-shown=""]) .alone,.filter[aria-pressed=true] .frame-on{display:inline}'
    ".filter{cursor:pointer;outline:none}.filter:focus-visible .focus{display:inline}"
    ".filter:hover .may,.filter:focus-visible .may,.filter[aria-pressed=true] .may"
    "{stroke-dasharray:none;stroke-width:3.6}"
)

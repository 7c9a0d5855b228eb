"""The structure of a picture: panels made of parts with ids. A page arranges panels and replaces parts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache, partial
from html import escape, unescape
from typing import Final, NamedTuple

from citywright.draw.symbols import definitions, symbols_in

MAIN = "main"  # the board the viewer acts on
TRAY = "tray"  # dice, hand, goods and the main button: within reach of the thumb on a phone
SIDE = "side"  # what all players share, beside the board
OTHER = "other"  # another seat's board, drawn small
FIGURE = "figure"  # a picture in the rules


class Part(NamedTuple):
    """One `<g id="…">` element, made by a pure function of few inputs. The id is unique in the page."""

    id: str
    svg: str


class Offer(NamedTuple):
    """What may be done at some places of a panel, or why it may not.

    In title and action `{}` stands for the name of the place, `{1}`, `{2}` and `{3}` for its words.

    Places are counted from 0 in the order in which they are drawn in the panel (see elements.place).
    """

    places: tuple[int, ...]
    title: str  # what it does, or why nothing can be done there
    action: str = ""  # empty: nothing can be done there
    mark: str = ""  # a gain, short enough for the place itself


class Panel(NamedTuple):
    """One SVG image with an accessible label; its parts are drawn in order."""

    id: str
    role: str
    label: str
    width: int
    height: int
    parts: tuple[Part, ...]
    offers: tuple[Offer, ...] = ()
    seat: int = -1  # whose board it is, if it is somebody's

    @property
    def body(self) -> str:
        """All parts, and what may be done at the places among them."""
        drawn = "".join([part.svg for part in self.parts])
        return _with_offers(drawn, self.offers) if self.offers else drawn


def panel_svg(panel: Panel, style: str = "", *, sized: bool = False) -> str:
    """The panel as a whole `<svg>` element; `style` is the theme's CSS when the picture stands alone.

    On a page the symbols it uses are defined elsewhere, once for all panels. A `sized` one is larger than any
    screen by itself, so that a style sheet can limit its width and height and it keeps its shape.
    """
    body = panel.body
    own = f"<style>{style}</style>{definitions(symbols_in(body))}" if style else ""
    box = f'viewBox="0 0 {panel.width} {panel.height}"'
    if sized:
        box += f' width="{LARGE * panel.width}" height="{LARGE * panel.height}"'
    role = "group"
    if panel.role == FIGURE:  # pictures in the text of the rules are aligned left
        box += ' preserveAspectRatio="xMinYMin"'
        role = "img"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{panel.id}" class="panel {panel.role}" role="{role}" '
        f'aria-label="{escape(panel.label)}" {box}>{own}{body}</svg>'
    )


LARGE: Final = 10  # how many times its own measures a sized panel has
LETTER: Final = 0.69  # the width of a letter, in heights of the font
PLACE: Final = '<g class="board-place" data-place="'  # how a place begins, followed by its name


_LETTERS: Final = re.compile(r'class="t-gain" (x="[^"]*" y="[^"]*") data-size="([^ ]*) ([^"]*)"></text>')


def letters_of_mark(x: float, y: float, size: float, width: float) -> str:
    """The letters of a place that show the mark of an offer, made smaller to fit into `width`."""
    return f'<text class="t-gain" x="{x:g}" y="{y:g}" data-size="{size:g} {width:g}"></text>'


def _marked(found: re.Match[str], mark: str) -> str:
    """The letters with a mark in them."""
    size = min(float(found[2]), float(found[3]) / (LETTER * max(1, len(mark))))
    cls = "t-loss" if mark.startswith("−") else "t-gain"
    own = f'data-size="{found[2]} {found[3]}" font-size="{round(size, 1):g}"'
    return f'class="{cls}" {found[1]} {own}>{escape(mark)}</text>'


def filled(words: str, place: str) -> str:
    """The title or action of an offer at one of its places."""
    for number, word in enumerate(place.split(" "), 1):
        words = words.replace(f"{{{number}}}", word)
    return words.replace("{}", place)


def offers_by_place(panel: Panel) -> dict[str, Offer]:
    """What is offered at each place, by its name, with the name in title and action."""
    drawn = "".join([part.svg for part in panel.parts])
    names = [unescape(rest.partition('"')[0]) for rest in drawn.split(PLACE)[1:]]
    return {
        names[number]: Offer((number,), filled(title, names[number]), filled(action, names[number]), mark)
        for numbers, title, action, mark in panel.offers
        for number in numbers
    }


def _with_offers(drawn: str, offers: tuple[Offer, ...]) -> str:
    """A drawing in which places are marked as the offers say; a page does the same when it is sent offers."""
    before, *places = drawn.split(PLACE)
    offered = {place: offer for offer in offers for place in offer.places}
    last = len(places) - 1
    for number, (_, title, action, mark) in offered.items():
        offer_at = _offer_at if number == last else _kept_offer_at  # the last has all that is drawn after it
        places[number] = offer_at(places[number], title, action, mark)
    return before + "".join(
        [place if number in offered else PLACE + place for number, place in enumerate(places)]
    )


def _offer_at(place: str, title: str, action: str, mark: str) -> str:
    """A place, and what follows it in the drawing, with what is offered there."""
    name, _, body = place.partition('">')
    title = escape(filled(title, unescape(name)))
    if action:
        action = escape(filled(action, unescape(name)))
        cls = "board-place can marked" if mark else "board-place can"
        state = f'class="{cls}" data-action="{action}" role="button" tabindex="0" aria-label="{title}"'
        body = f"<title>{title}</title>" + _LETTERS.sub(partial(_marked, mark=mark), body, 1)
    else:
        state = f'class="board-place" data-why="{title}"'
    return f'<g {state} data-place="{name}">{body}'


_kept_offer_at: Final = lru_cache(4096)(_offer_at)


def nothing_moved(_: Iterable[str]) -> list[str]:
    """The `moved` of a game in which everything that an action moves looks different afterwards."""
    return []

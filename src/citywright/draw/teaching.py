"""Pictures that teach: panels of a game as they are in a real position, whole or in part, with numbers.

Nothing in such a picture can be clicked or has a name of its own: the text beside it says what it shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final
from xml.etree import ElementTree as ET

from citywright.draw.elements import badge
from citywright.draw.panel import FIGURE, Panel, Part
from citywright.draw.symbols import drawn_once
from citywright.engine.state import State

Box = tuple[float, float, float, float]  # left, top, width, height
Place = tuple[float, float]
ONLY_FOR_PAGES: Final = frozenset(("can", "toggle", "variant", "on", "marked", "board-place"))
USED: Final = re.compile(r"url\(#([^)]+)\)")
UNSEEN: Final = frozenset(("hit", "hide", "focus", "loud"))


def positions(script: str, state: State, parse_action: Callable[[str], int]) -> dict[str, State]:
    """The positions that a script names: actions in notation, separated by `;` or lines.

    A line `= name` gives a name to the position there; `#` begins a remark.
    """
    named: dict[str, State] = {}
    for line in script.splitlines():
        words = line.partition("#")[0].strip()
        if words.startswith("="):
            named[words[1:].strip()] = state.clone()
            continue
        for action in filter(None, map(str.strip, words.split(";"))):
            state.apply(parse_action(action))
    return named


def picture(name: str, width: float, height: float, *bodies: str) -> Panel:
    """A picture of the page that teaches; that page has its words."""
    key = f"figure-{name}"
    drawn = Part(f"{key}-picture", f'<g id="{key}-picture">{"".join(bodies)}</g>')
    return Panel(key, FIGURE, name, round(width), round(height), (drawn,))


def scene(name: str, panel: Panel, box: Box | None = None, numbers: Iterable[Place] = ()) -> Panel:
    """A picture that shows one panel or a part of it, with numbers from 1 in these places of the picture."""
    _, _, width, height = box or (0, 0, panel.width, panel.height)
    return picture(
        name, width, height, cut(panel, box), *[number(*place, of) for of, place in enumerate(numbers, 1)]
    )


def cut(panel: Panel, box: Box | None = None, place: Place = (0, 0)) -> str:
    """A panel or a part of it, put in a place of a picture."""
    left, top, width, height = box or (0, 0, panel.width, panel.height)
    window = f'width="{width:g}" height="{height:g}" viewBox="{left:g} {top:g} {width:g} {height:g}"'
    return f'<svg x="{place[0]:g}" y="{place[1]:g}" {window}>{still(panel.body)}</svg>'


def number(x: float, y: float, of: int) -> str:
    """A number on a picture, to which the words beside it refer."""
    return badge(x, y, 17, of, "f-red", "t-light bold")


def still(drawing: str, prefix: str = "taught") -> str:
    """A drawing as it looks on a page, without all that a page does with it.

    Of ids those are left that it needs itself, with a prefix: a page may show the same elsewhere.
    """
    root = ET.fromstring(f"<svg>{drawing}</svg>")  # noqa: S314 (our own drawing)
    used = set(USED.findall(drawing))
    _make_still(root, used, prefix, is_on=False, is_marked=False)
    return "".join([_once(ET.tostring(child, encoding="unicode")) for child in root])


@drawn_once
def _once(drawing: str) -> str:
    """What looks the same in several pictures of a page is sent once."""
    return drawing


def _make_still(element: ET.Element, used: set[str], prefix: str, *, is_on: bool, is_marked: bool) -> None:
    for child in list(element):
        classes = child.get("class", "").split()
        is_checked = is_on or child.get("aria-checked") == "true"
        has_mark = "marked" in classes if "board-place" in classes else is_marked
        if _is_unseen(child, classes, is_checked, has_mark):
            element.remove(child)
            continue
        _strip(child, classes, used, prefix)
        _make_still(child, used, prefix, is_on=is_checked, is_marked=has_mark)


def _is_unseen(element: ET.Element, classes: list[str], is_on: bool, is_marked: bool) -> bool:
    if "frame-on" in classes:
        return not is_on
    return (
        element.tag == "title"
        or not UNSEEN.isdisjoint(classes)
        or ("board-place" in classes and "can" not in classes)
        or ("variant" in classes and "on" not in classes)
        or ("if-marked" in classes and not is_marked)
    )


def _strip(element: ET.Element, classes: list[str], used: set[str], prefix: str) -> None:
    for name, value in list(element.attrib.items()):
        if name == "id" and value in used:
            element.set(name, f"{prefix}-{value}")
        elif name.startswith(("data-", "aria-")) or name in ("id", "role", "tabindex", "class"):
            del element.attrib[name]
        elif found := USED.fullmatch(value):
            element.set(name, f"url(#{prefix}-{found[1]})")
    looks = [name for name in classes if name not in ONLY_FOR_PAGES and name != "hide"]
    if looks:
        element.set("class", " ".join(looks))

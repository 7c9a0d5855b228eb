"""Whatever floats at Saint Malo: boats at the quay, seen from above, and the pirates' ship."""

from __future__ import annotations

from citywright.draw.elements import at
from citywright.draw.pen import Pen
from citywright.draw.symbols import drawn_once


@drawn_once
def rowing_boat(shape: int) -> str:
    """A small boat from above around the origin, its bow up."""
    wash = ("w-red", "w-green", "w-gold")[shape % 3]
    return (
        f'<path class="thin {wash}" d="M0-17Q7-8 5.5 8Q5 14 0 14Q-5 14-5.5 8Q-7-8 0-17Z"/>'
        '<path class="thin w-brown" d="M0-12Q4-6 3.5 7Q3 11 0 11Q-3 11-3.5 7Q-4-6 0-12Z"/>'
        '<path class="thin" d="M-4-2H4M-4 5H4"/>'
    )


@drawn_once
def barge(shape: int) -> str:
    """A boat with a sail from above, its bow up."""
    sail = ("f-card", "w-orange")[shape % 2]
    return (
        '<path class="thin w-brown" d="M0-24Q8-12 7 14Q6 21 0 21Q-6 21-7 14Q-8-12 0-24Z"/>'
        '<path class="thin w-plain" d="M0-18Q5-9 4.5 12Q4 17 0 17Q-4 17-4.5 12Q-5-9 0-18Z"/>'
        f'<path class="thin {sail}" d="M-8-6Q0-14 8-6Q1-3-8-6Z"/>'
        f'<path class="thin {sail}" d="M-7 8Q0 1 7 8Q1 11-7 8Z"/>'
    )


@drawn_once
def ship(size: float) -> str:
    """The pirates' ship, bound for the right: about 120 wide at size 1, its waterline at y = 0."""
    pen = Pen("ship", 0.8)
    hull = "M-52-30L-44 4H38Q50-8 58-30L44-26L34-16H-30L-34-28Z"
    body = (
        pen.lines([[(-18, -16), (-18, -104)], [(16, -16), (16, -92)], [(50, -28), (72, -46)]], "fat")
        + f'<path class="pen w-brown" d="{hull}"/>'
        + pen.lines([[(-42, -7), (42, -7)], [(-34, -20), (36, -18)]], "pen")
        + "".join([pen.rect(x, -4, 7, 6, "thin f-iron") for x in (-28, -12, 4, 20)])
        + '<path class="pen f-light" d="M-40-94Q-20-90 0-94Q10-80 2-64Q-20-58-42-64Q-32-80-40-94Z"/>'
        + '<path class="pen f-light" d="M-42-60Q-20-55 3-60Q12-44 4-26Q-20-20-44-26Q-33-44-42-60Z"/>'
        + '<path class="pen f-light" d="M4-82Q18-78 32-82Q42-56 34-28Q18-23 2-28Q14-56 4-82Z"/>'
        + '<path class="pen f-light" d="M40-30L70-45L36-72Q46-50 40-30Z"/>'
        + '<path class="pen f-iron" d="M-18-104V-126Q-4-130 10-124Q4-116 10-108Q-4-112-18-104Z"/>'
    )
    foam = '<path class="pen s-foam" d="M-70 8q7-6 14 0t14 0t14 0t14 0t14 0t14 0t14 0t14 0M58 2q8-7 14-4"/>'
    return at(0, 0, body + _skull(-20, -44, 1.25) + _skull(-6, -117, 0.55) + foam, size)


def _skull(x: float, y: float, size: float) -> str:
    """Skull and bones: dark on a sail, light on the flag."""
    fill, line = ("f-dark", "s-dark") if size > 1 else ("f-light", "s-light")
    hole = "f-light" if size > 1 else "f-dark"
    return at(
        x,
        y,
        f'<path class="pen {line}" d="M-11 6L11-4M-11-4L11 6"/>'
        f'<path class="{fill}" d="M-7-3Q-7-11 0-11Q7-11 7-3Q7 0 4 1.5V5H-4V1.5Q-7 0-7-3Z"/>'
        f'<path class="{hole}" d="M-4.5-4.5h3v3h-3zM1.5-4.5h3v3h-3z"/>',
        size,
    )


@drawn_once
def wreck() -> str:
    """What is left of the pirates: a mast and a flag above the water."""
    return (
        '<path class="fat" d="M-6 6L8-46"/>'
        '<path class="pen f-iron" d="M8-46L2-28Q14-22 26-28Q22-36 28-42Q18-40 8-46Z"/>'
        '<path class="pen w-brown" d="M-34 8L-18-8L-6 6Z"/>'
        '<path class="pen s-foam" d="M-48 9q7-6 14 0t14 0t14 0t14 0t14 0t14 0"/>'
    )

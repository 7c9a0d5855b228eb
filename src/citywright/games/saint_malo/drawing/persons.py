"""The persons of Saint Malo, told apart by outline and tool: each fits into a box of 58 by 58."""

from __future__ import annotations

from citywright.draw.symbols import drawn_once
from citywright.games.saint_malo.drawing.shapes import disc, path

WASH = {
    "citizen": "w-brown",
    "soldier": "w-sea",
    "priest": "w-violet",
    "architect": "w-orange",
    "merchant": "w-green",
    "juggler": "w-red",
    "noble": "w-gold",
}


@drawn_once
def person(kind: str, shape: int = 0) -> str:
    """A standing figure with what is needed for its work; a shape is one of two ways to look."""
    drawn = person_lines(kind)
    return f'<g transform="translate(58 0) scale(-1 1)">{drawn}</g>' if shape % 2 else drawn


def person_lines(kind: str) -> str:
    """A standing figure as it is drawn; small_pieces.py makes a stronger one of it."""
    return _FIGURES[kind]()


def _face(x: float = 28, y: float = 19, radius: float = 7.6) -> str:
    eyes = f"M{x - 2.6:g} {y + 0.6:g}v1.4m5.2 0v-1.4"
    return disc(x, y, radius, "pen w-plain") + path(eyes, "thin")


def _citizen() -> str:
    """A labourer in a cap, bent a little under a sack."""
    return (
        path("M13 56Q13 33 22 29Q30 26 37 31Q42 40 42 56Z", "pen w-brown")
        + path("M23 56L24 45M33 56L32 45", "thin")
        + _face(22, 20)
        + path("M13 18Q12 10 21 9Q30 9 31 15L29 17Q20 14 9 20Q10 17 13 18Z", "pen w-brown")
        + path("M33 12Q48 8 54 19Q58 31 50 37Q40 40 33 33Q28 22 33 12Z", "pen w-plain")
        + path("M33 12Q28 9 31 5Q35 8 38 4Q41 9 37 11", "pen w-plain")
        + path("M40 20Q46 19 48 24M42 31Q47 31 49 28", "thin")
        + path("M17 35Q24 38 32 32", "pen")
    )


def _soldier() -> str:
    """A helmet with a crest, a round shield, a long pike."""
    return (
        path("M49 57V13", "fat s-brown")
        + path("M49 -1L54 9L49 16L44 9Z", "pen f-iron")
        + path("M17 56L19 36Q20 28 29 28Q38 28 41 34L49 36L48 41L41 41L42 56Z", "pen w-sea")
        + path("M29 56V47", "thin")
        + _face(29, 20)
        + path("M15 20Q17 8 29 5Q41 8 43 20Q36 15 29 15Q22 15 15 20Z", "pen w-stone")
        + path("M20 9Q29 -2 38 9Q29 3 20 9Z", "pen w-red")
        + disc(14, 41, 11.5, "pen w-red")
        + path("M14 31V51M4 41H24", "pen s-light")
        + disc(14, 41, 11.5, "pen")
    )


def _priest() -> str:
    """A long robe, a mitre, a tall cross."""
    return (
        path("M50 57V6M43 14H57", "fat s-mark")
        + path("M22 27Q13 39 8 56H46Q44 46 41 41L50 39L49 33L38 31Q36 28 34 27Z", "pen w-violet")
        + path("M23 29L25 55L31 55L33 29", "thin w-gold")
        + _face(28, 20)
        + path("M19 16L18 8Q22 1 28 -1Q34 1 38 8L37 16Q28 12 19 16Z", "pen f-white")
        + path("M28 2V11M24.5 6H31.5", "pen s-violet")
    )


def _architect() -> str:
    """A beret, a rolled plan, and compasses as tall as a man."""
    return (
        path("M14 56L17 37Q19 28 27 28Q34 28 37 34L38 56Z", "pen w-orange")
        + path("M26 56V46", "thin")
        + _face(26, 20)
        + path("M13 16Q11 7 23 6Q37 4 40 12Q40 16 33 15Q24 12 13 16Z", "pen w-orange")
        + path("M25 6V2", "pen")
        + path("M3 33L11 29L20 49L12 53Z", "pen f-white")
        + path("M8 36L12 34M11 42L15 40", "thin s-azure")
        + path("M48 13L40 49L42 54M48 13L55 49L53 54", "fat")
        + path("M43 37Q47 34 53 37", "pen")
        + disc(48, 12, 4.6, "pen f-gold")
    )


def _merchant() -> str:
    """A broad hat, and a pair of scales held out to both sides."""
    return (
        path("M15 56Q14 32 22 29H36Q44 32 43 56Z", "pen w-green")
        + _face(29, 20)
        + path("M12 16Q29 10 46 16Q29 21 12 16Z", "pen w-green")
        + path("M19 14L21 4Q29 1 37 4L39 14Q29 11 19 14Z", "pen w-green")
        + path("M20 11Q29 8 38 11", "pen s-mark")
        + path("M6 34H52M29 30V38", "fat")
        + path("M6 34L1 45M6 34L12 45M52 34L46 45M52 34L57 45", "thin")
        + path("M-0 45H13Q11 53 6.5 53Q2 53 0 45Z", "pen f-gold")
        + path("M45 45H58Q56 53 51.5 53Q47 53 45 45Z", "pen f-gold")
    )


def _juggler() -> str:
    """A cap with two horns, arms in the air, four balls above them."""
    return (
        path(
            "M19 56L22 41L6 31L9 25L24 31H34L49 25L52 31L36 41L39 56L32 56L29 48L26 56Z",
            "pen w-red",
        )
        + path("M29 31V47L26 56H19L22 41L9 33L9 25L24 31Z", "thin w-gold")
        + path("M24 31H34L49 25L52 31L36 41L39 56H32L29 48L26 56H19L22 41L6 31L9 25Z", "pen")
        + _face(29, 24, 7)
        + path(
            "M21 23Q15 21 13 12Q22 12 25 17Q27 12 29 11Q31 12 33 17Q36 12 45 12Q43 21 37 23Q29 18 21 23Z",
            "pen w-red",
        )
        + disc(5, 17, 4.4, "pen f-gold")
        + disc(18, 4.6, 4.4, "pen w-sea")
        + disc(40, 4.6, 4.4, "pen f-gold")
        + disc(53, 17, 4.4, "pen w-sea")
    )


def _noble() -> str:
    """A crown, a ruff, and a wide mantle edged with ermine."""
    return (
        path("M29 26Q11 30 4 56H54Q47 30 29 26Z", "pen w-gold")
        + path("M24 33L20 56H38L34 33Z", "pen w-red")
        + path("M4 56Q5 51 7 48Q15 52 21 51M54 56Q53 51 51 48Q43 52 37 51", "thin")
        + _face(29, 20, 7.4)
        + path("M14 29Q29 22 44 29Q46 33 42 34Q29 40 16 34Q12 33 14 29Z", "pen f-white")
        + path("M20 28V35M26 27V37M32 27V37M38 28V35", "thin")
        + path("M18 15L15 0L23 7L29 -2L35 7L43 0L40 15Q29 11 18 15Z", "pen f-gold")
        + disc(29, 9, 1.8, "f-red")
    )


_FIGURES = {
    "citizen": _citizen,
    "soldier": _soldier,
    "priest": _priest,
    "architect": _architect,
    "merchant": _merchant,
    "juggler": _juggler,
    "noble": _noble,
}

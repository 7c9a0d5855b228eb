"""Small bold drawings for facts, in a box of 58 by 58: they read at a height of 20 pixels."""

from __future__ import annotations

COIN = (
    '<circle class="fat f-gold" cx="29" cy="29" r="23"/>'
    '<path class="fat s-dark" d="M36 21Q29 16 24 22Q20 29 24 36Q29 42 36 37"/>'
)
SHIELD = (
    '<path class="fat w-sea" d="M7 8Q18 12 29 6Q40 12 51 8V28Q50 44 29 55Q8 44 7 28Z"/>'
    '<path class="fat" d="M29 7V53M8 26H50"/>'
)
LOG = (
    '<path class="fat w-brown" d="M15 14H48Q55 29 48 44H15Z"/>'
    '<ellipse class="fat w-plain" cx="15" cy="29" rx="10" ry="15"/>'
    '<ellipse class="f-brown" cx="15" cy="29" rx="3.5" ry="6"/>'
)
CHURCH = (
    '<path class="fat w-violet" d="M4 54V32L20 19L35 31V24L44 12L53 24V54Z"/>'
    '<path class="fat" d="M44 12V2M39 6H49"/><path class="f-ink" d="M14 54V42Q20 35 26 42V54Z"/>'
)
CANNON = (
    '<path class="fat f-iron" d="M4 27L9 18L50 6L55 20L13 36Z"/>'
    '<circle class="fat w-brown" cx="24" cy="41" r="13"/><circle class="f-ink" cx="24" cy="41" r="4"/>'
)
PLOT = (
    '<path class="fat f-paper" d="M6 6H26V26H6ZM32 6H52V26H32ZM6 32H26V52H6Z"/>'
    '<path class="fat w-orange" d="M32 32H52V52H32Z"/>'
)
HOURGLASS = (
    '<path class="fat f-paper" d="M13 8H45Q45 21 33 29Q45 37 45 50H13Q13 37 25 29Q13 21 13 8Z"/>'
    '<path class="f-gold" d="M17 49Q18 41 29 36Q40 41 41 49ZM20 16H38Q36 22 29 26Q22 22 20 16Z"/>'
    '<path class="fat" d="M9 6H49M9 52H49"/>'
)
PIRATES = (
    '<path class="fat" d="M8 38L50 54M50 38L8 54"/>'
    '<path class="fat f-white" d="M9 22Q9 4 29 4Q49 4 49 22Q49 30 41 33V42H17V33Q9 30 9 22Z"/>'
    '<path class="f-ink" d="M16 20Q22 15 26 21Q25 28 19 28Q15 26 16 20Z"/>'
    '<path class="f-ink" d="M42 20Q36 15 32 21Q33 28 39 28Q43 26 42 20Z"/>'
)
SABRES = (
    '<path class="wide s-ink" fill="none" d="M6 5L42 41M52 5L16 41"/>'
    '<path class="fat s-crimson" d="M33 50L51 32M25 50L7 32"/>'
    '<path class="wide s-crimson" fill="none" d="M43 42L54 53M15 42L4 53"/>'
)

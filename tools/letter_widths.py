"""Writes how wide the letters of the display face are: .venv/bin/python tools/letter_widths.py [--check]

Drawings make words fit by these widths without opening a font. With --check nothing is written; the exit
status tells whether the module is up to date.
"""

import sys
from collections import defaultdict
from pathlib import Path

from fontTools.subset import Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

SRC = Path(__file__).resolve().parents[1] / "src"
if __name__ == "__main__":  # whoever imports this has chosen a citywright already
    sys.path.insert(0, str(SRC))

from citywright.draw.faces import DISPLAY, LETTERS, files_of  # noqa: E402

TARGET = SRC / "citywright" / "draw" / "letter_widths.py"
WEIGHTS = {"REGULAR": 400, "BOLD": 700}
HEADING = '''"""How wide the letters of the display face are. Written by tools/letter_widths.py: do not edit.

Widths are in hundredths of the size of the letters.
"""

from __future__ import annotations

from typing import Final
'''


def widths(weight: int) -> dict[str, int]:
    """Every letter and its width at a weight, in hundredths of its size, rounded up."""
    font = TTFont(files_of(DISPLAY)[0])
    subsetter = Subsetter()  # first, as the rest would take seconds for letters that nobody needs
    subsetter.populate(text=LETTERS)
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": weight})
    names, metrics, size = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    return {letter: -(-100 * metrics[names[ord(letter)]][0] // size) for letter in LETTERS}


def module() -> str:
    """The whole module."""
    parts = [HEADING]
    for name, weight in WEIGHTS.items():
        same: dict[int, str] = defaultdict(str)
        for letter, width in widths(weight).items():
            same[width] += letter
        lines = "".join(f"    {width}: {_quoted(letters)},\n" for width, letters in sorted(same.items()))
        parts.append(f"{name}: Final = {{\n{lines}}}\n")
    return "\n".join(parts)


def _quoted(letters: str) -> str:
    """Letters as a string of Python, in which a space that does not break can be seen."""
    quote = "'" if '"' in letters else '"'
    return quote + letters.replace("\\", r"\\").replace("\xa0", r"\xa0").replace(quote, f"\\{quote}") + quote


def main(options: list[str]) -> int:
    """Writes the module, or compares it."""
    wanted = module()
    if "--check" in options:
        return int(TARGET.read_text(encoding="utf-8") != wanted)
    TARGET.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

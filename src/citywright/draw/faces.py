"""The two faces all letters are set in, and where their files lie. No font is read here.

Both are free under the SIL Open Font License and come as packages of their own. Where those are not
installed the fonts of the system stand in.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple


class Face(NamedTuple):
    """A family of letters."""

    family: str
    package: str  # whose folder `files` has the fonts
    files: tuple[str, ...]


# Sturdy, with strokes as even as the pen's and figures of one height: headings, names, numbers, all boards.
DISPLAY: Final = Face("Bitter", "fontpkg_bitter", ("Bitter[wght].ttf",))
# Cut like letters written with a broad pen: running text.
TEXT: Final = Face(
    "Alegreya Sans", "fontpkg_alegreya_sans", ("AlegreyaSans-Regular.ttf", "AlegreyaSans-Bold.ttf")
)
FACES: Final = (DISPLAY, TEXT)

# What words can be set in: German, English and the names of their neighbours; a test looks for others.
LATIN: Final = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0xAD), *range(0xAE, 0x100)))) + "ẞŒœŠšŽžŸ"
LETTERS: Final = LATIN + "–—…„“”‚‘’‹›•−→←↑↓€№△▲▼◆"
# Signs of the pages that neither face has: the system draws them.
OTHER_SIGNS: Final = "✓●▸▾⚠"


@cache
def files_of(face: Face) -> tuple[Path, ...]:
    """The fonts of a face; none where its package is not installed, or not whole."""
    found = find_spec(face.package)  # finds the folder and runs nothing in it
    folders = found.submodule_search_locations if found is not None else None
    paths = [Path(folder) / "files" / name for folder in folders or () for name in face.files]
    return tuple(paths) if paths and all(map(Path.is_file, paths)) else ()


def font_files() -> list[str]:
    """The fonts of all faces, for programs that draw letters themselves."""
    return [str(path) for face in FACES for path in files_of(face)]

"""The faces: they have every letter that is said, PNGs have them anywhere, and words fit by their widths."""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from citywright.draw import elements, faces
from citywright.draw.theme import SANS, SERIF, css
from citywright.pictures import png_of

ROOT = Path(__file__).parents[2]
PACKAGE = Path(faces.__file__).parents[1]
TOOL = ROOT / "tools" / "letter_widths.py"
SAID = [  # wherever words are that people read
    *PACKAGE.rglob("*.po"),
    *PACKAGE.glob("games/*/data/*.md"),
    *PACKAGE.glob("games/*/drawing/*.py"),
    *PACKAGE.glob("games/*/text/*.py"),
    *PACKAGE.glob("draw/*.py"),
    *PACKAGE.glob("server/pages/*.py"),
    *PACKAGE.glob("server/live/*.py"),
    *PACKAGE.glob("web/templates/**/*.html"),
    *PACKAGE.glob("web/static/*.js"),
    *PACKAGE.glob("web/static/*.css"),
]
BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><style>{}</style>{}</svg>'


def test_every_letter_that_is_said_is_in_the_faces() -> None:
    said = {letter for path in SAID for letter in path.read_text(encoding="utf-8")}
    said = {letter for letter in said if unicodedata.category(letter) not in ("Cc", "Cf")}
    assert len(SAID) > 100
    assert said - set(faces.LETTERS) - set(faces.OTHER_SIGNS) == set()


@pytest.mark.parametrize("face", faces.FACES, ids=lambda face: face.family)
def test_a_face_has_its_letters_and_a_free_licence(face: faces.Face) -> None:
    paths = faces.files_of(face)
    assert len(paths) == len(face.files)
    for path in paths:
        with TTFont(path, lazy=True) as font:
            known = font.getBestCmap()
            assert {letter for letter in faces.LETTERS if ord(letter) not in known} == set()
            assert set(faces.OTHER_SIGNS).isdisjoint(map(chr, known))
            assert font["name"].getBestFamilyName() == face.family
            assert "SIL Open Font License" in font["name"].getDebugName(13)


def test_the_styles_name_our_faces_first() -> None:
    assert SERIF.startswith(f"{faces.DISPLAY.family},")
    assert SANS.startswith(f"'{faces.TEXT.family}',")


@pytest.mark.parametrize("cls", ["t", "t-soft", "t sans"])
def test_a_png_has_letters_on_a_machine_without_fonts(cls: str) -> None:
    letters = f'<text class="{cls}" x="45" y="22" font-size="20">Anke 7</text>'
    drawn = png_of(BLANK.format(css(), letters), 90, with_system_fonts=False)
    assert drawn != png_of(BLANK.format(css(), ""), 90, with_system_fonts=False)
    assert drawn == png_of(BLANK.format(css(), letters), 90), "it looks the same on every machine"


def test_bold_letters_of_a_png_are_bold() -> None:
    drawn = {
        png_of(BLANK.format(css(), f'<text class="{cls}" x="45" y="22" font-size="20">A</text>'), 90)
        for cls in ("f-ink", "f-ink bold")
    }
    assert len(drawn) == 2


def test_without_the_packages_the_system_has_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = faces.Face("Nothing", "fontpkg_nothing", ("Nothing.ttf",))
    assert faces.files_of(missing) == ()
    assert faces.files_of(faces.DISPLAY._replace(files=("Missing.ttf",))) == ()
    monkeypatch.setattr(faces, "FACES", (missing,))
    assert faces.font_files() == []
    assert png_of(BLANK.format(css(), ""), 90)[:4] == b"\x89PNG"


def test_the_table_of_widths_is_up_to_date() -> None:
    """If not: .venv/bin/python tools/letter_widths.py."""
    done = subprocess.run([sys.executable, TOOL, "--check"], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("cls", ["t", "t-soft"])
def test_words_are_no_wider_than_they_are_thought(cls: str) -> None:
    """Drawn by resvg at the end of a box: nothing sticks out of it."""
    for words in ("Kaufmannsviertel", "WWWW", "illi 111", "Straße öffnen → +7¢"):
        fitting = elements.fitted(0, 40, words, 60, 400, f"{cls} left")
        size = float(re.findall(r'font-size="([\d.]+)"', fitting)[0])
        wide = elements.width_of(words, cls) * size
        assert wide <= 400.1
        behind = _strip(round(wide), fitting)
        assert behind == _strip(0, ""), words
        assert _strip(round(wide * 0.85 - 60), fitting) != behind, "they are not much narrower"


def _strip(x: int, body: str) -> bytes:
    """What is between x and x + 60."""
    box = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} 0 60 60">'
    return png_of(f"{box}<style>{css()}</style>{body}</svg>", 60, with_system_fonts=False)

"""The faces as they are served: small, whole, kept, long-lived, and dispensable."""

from __future__ import annotations

import asyncio
import io
import re
from collections import Counter
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from citywright.catalogue import find_game
from citywright.draw.faces import DISPLAY, LETTERS, TEXT, files_of
from citywright.draw.palette import TONES
from citywright.draw.theme import SANS, SERIF
from citywright.game_parts import tone_of
from citywright.server import face_style, faces
from citywright.server.load.page_client import Guest
from tests.server.server_process import ServerProcess

ALL_TOGETHER = 90_000  # bytes: a whole table is to come in 300 kB
CATALOGUES = sorted(Path(faces.__file__).parents[1].rglob("*.po"))


@cache
def made(name: str) -> bytes:
    return faces.make(name)


def font_of(name: str) -> Any:
    return TTFont(io.BytesIO(made(name)))


def _width(font: Any, letter: str) -> int:
    return int(font["hmtx"][font.getBestCmap()[ord(letter)]][0])


def test_all_files_together_are_small() -> None:
    assert faces.names() == tuple(cut.name for cut in faces.CUTS)
    assert sum(len(made(name)) for name in faces.names()) < ALL_TOGETHER
    assert all(made(name)[:4] == b"wOF2" for name in faces.names())


@pytest.mark.parametrize("cut", faces.CUTS, ids=lambda cut: cut.name)
def test_a_file_has_our_letters_and_still_says_whose_it_is(cut: faces.Cut) -> None:
    font = font_of(cut.name)
    assert set(map(chr, font.getBestCmap())) >= set(LETTERS)
    assert "Project Authors" in font["name"].getDebugName(0)
    assert "SIL Open Font License" in font["name"].getDebugName(13)
    if len(cut.weights) > 1:
        (axis,) = font["fvar"].axes
        assert (axis.axisTag, axis.minValue, axis.maxValue) == ("wght", *cut.weights)


@pytest.mark.parametrize("name", faces.names())
def test_figures_are_of_one_height_and_can_be_of_one_width(name: str) -> None:
    font = font_of(name)
    known = font.getBestCmap()
    tops = [font["glyf"][known[ord(figure)]].yMax for figure in "0123456789"]
    assert max(tops) < 1.06 * min(tops), "no old-style figures"
    substitutes: dict[str, str] = {}
    table = font["GSUB"].table
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for rules in table.LookupList.Lookup[index].SubTable:
                    substitutes |= getattr(rules, "ExtSubTable", rules).mapping
    figures = [known[ord(figure)] for figure in "0123456789"]
    assert len({font["hmtx"][substitutes.get(glyph, glyph)][0] for glyph in figures}) == 1


# --- keeping ------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(faces, "_folder", lambda: tmp_path / "kept" / "faces")
    monkeypatch.setattr(faces, "make", lambda name: name.encode())
    return tmp_path / "kept" / "faces"


def test_what_was_made_is_kept_whole(folder: Path) -> None:
    assert faces.kept() is None
    files = faces.make_and_keep()
    assert faces.kept() == files
    assert len(list(folder.iterdir())) == len(files), "and nothing unfinished"
    next(folder.iterdir()).unlink()
    assert faces.kept() is None, "all or none"


def test_a_folder_that_cannot_be_written_does_no_harm(folder: Path) -> None:
    folder.parent.write_text("a file in its place")
    assert set(faces.make_and_keep()) == set(faces.names())
    assert faces.kept() is None


def test_nothing_unfinished_stays_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Path, target: Path) -> None:
        raise PermissionError(target)

    monkeypatch.setattr(Path, "replace", fail)
    assert set(faces.make_and_keep()) == set(faces.names())
    assert list(folder.iterdir()) == []


def test_other_letters_are_other_files(monkeypatch: pytest.MonkeyPatch) -> None:
    before = faces.fingerprint()
    monkeypatch.setattr(faces, "LETTERS", LETTERS + "Ł")
    faces.fingerprint.cache_clear()
    assert faces.fingerprint() != before
    monkeypatch.undo()
    faces.fingerprint.cache_clear()
    assert faces.fingerprint() == before


# --- in the server ------------------------------------------------------------------------


def test_a_process_of_its_own_makes_them(folder: Path) -> None:
    """It is another process: it makes real files, wherever this one would keep its own."""

    async def asked() -> bytes | None:
        files = faces.FaceFiles()
        assert await files.content("bitter.woff2") is None, "not started"
        files.start()
        found = await files.content("bitter.woff2")
        assert await files.content("other.woff2") is None
        await files.stop()
        return found

    found = asyncio.run(asked())
    assert found is not None
    assert found[:4] == b"wOF2"


def test_a_server_that_ends_does_not_wait_for_them(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faces, "_command", lambda: ("sleep", "600"))

    async def ended() -> None:
        files = faces.FaceFiles()
        files.start()
        await asyncio.sleep(0.2)
        await asyncio.wait_for(files.stop(), 20)

    asyncio.run(ended())


def test_pages_do_without_what_cannot_be_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(faces, "_command", lambda: ("false",))

    async def asked() -> bytes | None:
        files = faces.FaceFiles()
        files.start()
        return await files.content("bitter.woff2")

    assert asyncio.run(asked()) is None
    assert "pages have the fonts of their readers" in caplog.text


def test_they_are_served_for_ever_and_named_by_every_page(served: ServerProcess) -> None:
    html = Guest(served.base).request("GET", "/").text
    preloaded = re.findall(
        r'<link rel="preload" href="([^"]+)" as="font" type="font/woff2" crossorigin>', html
    )
    assert [Path(address).name for address in preloaded] == list(faces.PRELOADED)
    for address in preloaded:
        connection = HTTPConnection("127.0.0.1", served.port, timeout=60)
        connection.request("GET", address, headers={"Accept-Encoding": "gzip"})
        response = connection.getresponse()
        content = response.read()
        connection.close()
        assert response.status == 200
        assert content[:4] == b"wOF2"
        assert response.getheader("Content-Type") == "font/woff2"
        assert response.getheader("Content-Encoding") is None, "it is compressed already"
        assert "immutable" in response.getheader("Cache-Control", "")
        assert "font-src 'self'" in response.getheader("Content-Security-Policy", "")


@pytest.mark.parametrize("missing", ["fontTools", "brotli", "fonts"])
def test_without_the_packages_there_is_a_page_all_the_same(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if missing == "fonts":
        monkeypatch.setattr(faces, "files_of", lambda face: ())
    else:
        monkeypatch.setattr(faces, "find_spec", lambda name: None if name == missing else name)
    assert faces.names() == ()
    assert face_style.face_style() == f":root{{--serif:{SERIF};--sans:{SANS}}}"


# --- the style sheet ----------------------------------------------------------------------


def test_the_style_sheet_names_every_file_once() -> None:
    style = face_style.face_style()
    assert sorted(re.findall(r"url\(([^)]+)\)", style)) == sorted(faces.names())
    families = set(re.findall(r'font-family:"([^"]+)"', style))
    serif, sans = re.findall(r"--(?:serif|sans):([^;}]+)", style)
    named = {name.strip("\"'") for name in f"{serif},{sans}".split(",")}
    assert families <= named, "a face that nothing names is never used"


def _mean(weighted: Counter[str], font: Any) -> float:
    known, size = font.getBestCmap(), font["head"].unitsPerEm
    return (
        sum(_width(font, it) * n for it, n in weighted.items() if ord(it) in known) / size / weighted.total()
    )


def test_the_room_that_letters_take_is_as_measured() -> None:
    """What stands in for a face is scaled by these figures; 2 % are less than a letter in a line."""
    said = " ".join(re.findall(r'"(.*)"', "".join(path.read_text(encoding="utf-8") for path in CATALOGUES)))
    letters = Counter(it for it in re.sub(r"\{.*?\}|\\n", "", said) if it.isalpha() or it in " .,")
    display = faces.make("bitter.woff2")
    measured = {
        face_style.OURS[DISPLAY].regular: instantiateVariableFont(TTFont(io.BytesIO(display)), {"wght": 400}),
        face_style.OURS[DISPLAY].bold: instantiateVariableFont(TTFont(io.BytesIO(display)), {"wght": 700}),
        face_style.OURS[TEXT].regular: TTFont(files_of(TEXT)[0]),
        face_style.OURS[TEXT].bold: TTFont(files_of(TEXT)[1]),
    }
    for expected, font in measured.items():
        assert _mean(letters, font) == pytest.approx(expected, rel=0.02)


# --- tones --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/rules/saint-malo", "/new/saint-malo"])
def test_a_page_about_a_game_has_its_tone(served: ServerProcess, path: str) -> None:
    html = Guest(served.base).request("GET", path).text
    classes = re.findall(r'<body class="([^"]*)"', html)[0].split()
    tone = tone_of(find_game("saint-malo"))
    assert tone in TONES
    assert [name for name in classes if name.startswith("tone-")] == ([f"tone-{tone}"] if tone else [])

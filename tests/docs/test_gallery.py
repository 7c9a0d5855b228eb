"""The pictures of docs/gallery: the page that shows them has all of them, and they are small."""

from __future__ import annotations

import struct
import zlib
from itertools import product

import pytest

from citywright.pictures import png_of
from tests.docs.document import ROOT
from tools import page_gallery, small_png

GALLERY = ROOT / "docs" / "gallery"
MOST_BYTES = 6_000_000
Pixels = list[list[tuple[int, ...]]]


def test_the_document_shows_every_picture_of_the_page() -> None:
    assert page_gallery.DOCUMENT.read_text(encoding="utf-8") == page_gallery.document(), (
        "run python3 tools/page_gallery.py --words"
    )
    known = {seen.name for seen in page_gallery.all_seen()}
    for folder in (page_gallery.BEFORE, page_gallery.PAGE):
        assert {path.name for path in folder.glob("*")} <= known


def test_the_pictures_are_small_together() -> None:
    assert sum(path.stat().st_size for path in GALLERY.rglob("*.png")) < MOST_BYTES


# --- few colours --------------------------------------------------------------------------


def pixels_of(png: bytes) -> Pixels:
    """What a small PNG shows."""
    chunks, at = {}, 8
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        chunks[png[at + 4 : at + 8]] = png[at + 8 : at + 8 + length]
        at += length + 12
    width, height = struct.unpack_from(">II", chunks[b"IHDR"])
    colours = chunks[b"PLTE"]
    rows = zlib.decompress(chunks[b"IDAT"])
    lines = [rows[y * (width + 1) + 1 : (y + 1) * (width + 1)] for y in range(height)]
    return [[tuple(colours[3 * number : 3 * number + 3]) for number in line] for line in lines]


def written(lines: list[bytes], width: int, colour_type: int = 2) -> bytes:
    """A PNG of rows that begin with how they are written."""
    head = struct.pack(">IIBBBBB", width, len(lines), 8, colour_type, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(b"".join(lines))), (b"IEND", b""))
    return small_png.SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def test_rows_are_read_however_they_are_written() -> None:
    """Rows of one pixel after another: as they are, from the left, from above, from the mean, by Paeth."""
    first = bytes([0, 10, 20, 30, 40, 50, 60])
    others = [bytes([how, 1, 2, 3, 4, 5, 6]) for how in (1, 2, 3, 4)]
    shown = pixels_of(small_png.small_png(written([first, *others], 2)))
    assert shown == [
        [(10, 20, 30), (40, 50, 60)],
        [(1, 2, 3), (5, 7, 9)],
        [(2, 4, 6), (9, 12, 15)],
        [(2, 4, 6), (9, 13, 16)],
        [(3, 6, 9), (13, 18, 22)],
    ]


def test_a_picture_of_few_colours_stays_as_it_is() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">{}</svg>'
    rects = [
        f'<rect x="{x}" y="{y}" width="1" height="1" fill="rgb({x * 30},{y * 30},7)"/>'
        for x, y in product(range(8), repeat=2)
    ]
    shown = pixels_of(small_png.small_png(png_of(svg.format("".join(rects)))))
    assert shown == [[(x * 30, y * 30, 7) for x in range(8)] for y in range(8)]


def test_many_colours_become_few_that_are_near() -> None:
    lines = [b"\0" + bytes(value for x in range(64) for value in (x * 4, y * 4, 99)) for y in range(64)]
    shown = pixels_of(small_png.small_png(written(lines, 64)))
    assert len({colour for line in shown for colour in line}) <= small_png.MOST_COLOURS
    assert max(abs(shown[y][x][0] - x * 4) for x, y in product(range(64), repeat=2)) < 32


def test_what_is_no_such_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="not a PNG"):
        small_png.small_png(b"GIF89a")
    with pytest.raises(ValueError, match="colour type 3"):
        small_png.small_png(written([b"\0\0"], 1, colour_type=3))

"""Makes PNG pictures small: few colours, those that keep the picture as it was best.

Reads what resvg and Chromium write: eight bits a channel, with or without opacity, not interlaced.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST_COLOURS = 128
CHANNELS = {2: 3, 6: 4}  # by colour type

Colour = tuple[int, int, int]


def small_png(png: bytes) -> bytes:
    """The same picture with a palette; opacity is left out."""
    width, height, rows = _read(png)
    lines = [tuple(zip(row[0::step], row[1::step], row[2::step], strict=True)) for row, step in rows]
    counts = Counter(colour for line in lines for colour in line)
    palette, number_of = _palette(counts)
    packed = zlib.compress(b"".join(b"\0" + bytes(map(number_of.__getitem__, line)) for line in lines), 9)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    colours = b"".join(map(bytes, palette))
    return SIGNATURE + b"".join(
        _chunk(*chunk) for chunk in ((b"IHDR", head), (b"PLTE", colours), (b"IDAT", packed), (b"IEND", b""))
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


# --- colours ----------------------------------------------------------------------------


def _palette(counts: Counter[Colour]) -> tuple[list[Colour], dict[Colour, int]]:
    """The colours that are kept, and for every colour the number of the one it becomes.

    The group whose colours differ most, weighed by how often they are used, is divided until all are there.
    """
    groups = [(_spread(list(counts), counts), list(counts))]
    while len(groups) < MOST_COLOURS:
        groups.sort(key=lambda group: group[0])
        worst, group = groups.pop()
        if not worst:
            groups.append((worst, group))
            break
        groups += [(_spread(half, counts), half) for half in _divided(group, counts)]
    palette, number_of = [], {}
    for number, (_, group) in enumerate(groups):
        palette.append(max(group, key=counts.__getitem__))  # flat grounds keep their colour
        number_of.update(dict.fromkeys(group, number))
    return palette, number_of


def _longest(group: Sequence[Colour]) -> tuple[int, int]:
    """How far the colours of a group are apart in the channel in which they differ most, and which it is."""
    return max(
        (max(colour[channel] for colour in group) - min(colour[channel] for colour in group), channel)
        for channel in range(3)
    )


def _spread(group: Sequence[Colour], counts: Counter[Colour]) -> float:
    apart, _ = _longest(group)
    return float(apart**2 * sum(counts[colour] for colour in group) ** 0.3)


def _divided(group: list[Colour], counts: Counter[Colour]) -> tuple[list[Colour], list[Colour]]:
    """Two parts of a group: below and above its mean in the channel in which it is longest."""
    _, channel = _longest(group)
    total = sum(counts[colour] for colour in group)
    middle = sum(colour[channel] * counts[colour] for colour in group) / total
    low = [colour for colour in group if colour[channel] <= middle]
    return low, [colour for colour in group if colour[channel] > middle]


# --- reading ----------------------------------------------------------------------------


def _read(png: bytes) -> tuple[int, int, Iterator[tuple[bytes, int]]]:
    """Width, height, and the rows of a picture with the number of their channels."""
    if not png.startswith(SIGNATURE):
        raise ValueError("this is not a PNG")
    at, data, head = len(SIGNATURE), b"", b""
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        head = body if kind == b"IHDR" else head
        data += body if kind == b"IDAT" else b""
        at += length + 12
    width, height, bits, colour_type, _, _, interlaced = struct.unpack(">IIBBBBB", head)
    if bits != 8 or colour_type not in CHANNELS or interlaced:
        raise ValueError(f"{bits} bits of colour type {colour_type} are not read here")
    step = CHANNELS[colour_type]
    return width, height, ((row, step) for row in _rows(zlib.decompress(data), width * step, step))


def _rows(data: bytes, length: int, step: int) -> Iterator[bytes]:
    """The bytes of each row; every one is written as what differs from its neighbours."""
    above = bytearray(length)
    for start in range(0, len(data), length + 1):
        row = bytearray(data[start + 1 : start + 1 + length])
        _add_neighbours(row, above, data[start], step)
        yield bytes(row)
        above = row


def _add_neighbours(row: bytearray, above: bytearray, how: int, step: int) -> None:
    if how == 1:
        for k in range(step, len(row)):
            row[k] = (row[k] + row[k - step]) & 255
    elif how == 2:
        row[:] = bytes([(one + other) & 255 for one, other in zip(row, above, strict=True)])
    elif how == 3:
        for k in range(len(row)):
            left = row[k - step] if k >= step else 0
            row[k] = (row[k] + (left + above[k]) // 2) & 255
    elif how == 4:
        for k in range(step):
            row[k] = (row[k] + above[k]) & 255
        for k in range(step, len(row)):
            left, up, corner = row[k - step], above[k], above[k - step]
            to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
            nearest = up if to_up <= to_corner else corner
            row[k] = (row[k] + (left if to_left <= to_up and to_left <= to_corner else nearest)) & 255

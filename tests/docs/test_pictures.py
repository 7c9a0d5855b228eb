"""The pictures in docs/images are drawn from the code and the documents, and are not older than these."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from tests.docs.document import ROOT
from tools import import_graph, move_picture

PACKAGE = ROOT / "src" / "citywright"
GAMES = sorted(path.parent.name for path in PACKAGE.glob("games/*/__init__.py"))
HOPS = move_picture.hops(move_picture.DOCUMENT.read_text(encoding="utf-8"))


def test_the_pictures_of_the_imports_are_not_stale() -> None:
    for path, svg in import_graph.pictures().items():
        ET.fromstring(svg)
        assert path.read_text(encoding="utf-8") == svg, f"{path.name} is stale: run python3 run.py docs"


def test_circles_and_detours_are_told_apart() -> None:
    edges = {"a": {"b", "c"}, "b": {"c"}, "c": {"a"}}
    straight, closing = import_graph.split_circles(edges)
    assert closing == [("c", "a")]
    assert import_graph.reduced(straight) == {"a": {"b"}, "b": {"c"}, "c": set()}
    assert import_graph.rows_of(straight) == {"a": 0, "b": 1, "c": 2}


def test_the_picture_of_one_move_is_not_stale() -> None:
    assert [hop.number for hop in HOPS] == list(range(1, len(HOPS) + 1))
    assert move_picture.PICTURE.read_text(encoding="utf-8") == move_picture.draw(HOPS)


@pytest.mark.parametrize("hop", HOPS, ids=lambda hop: f"{hop.number}-{hop.name}")
def test_every_hop_of_one_move_is_where_the_document_says(hop: move_picture.Hop) -> None:
    for game in GAMES:
        source = (PACKAGE / hop.path.replace("<game>", game)).read_text(encoding="utf-8")
        defined = (
            rf"\b(?:def|class|function) {hop.name}\b|^\s*{hop.name}\(.*\{{$|^from .* import .*\b{hop.name}\b"
        )
        assert re.search(defined, source, re.MULTILINE), f"{hop.name} is not in {hop.path} of {game}"

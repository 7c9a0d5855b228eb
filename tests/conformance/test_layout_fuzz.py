"""Broken layout files of every kind give a list of defects, never a traceback; so do senseless entries."""

import random

import pytest

from citywright.catalogue import games
from citywright.engine.game import LayoutError, Problem
from citywright.engine.layout.file import read_values
from citywright.engine.layout.text import format_layout
from citywright.game_parts import editing_of
from tests.conformance.layout_fuzz import MUTATIONS, broken, odd_entries
from tests.conformance.odd_layouts import ODD_LAYOUTS

GAMES = list(games().values())
LISTED = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def problems_of(read, text):
    """What a reader has to say about a text; nothing if it takes it."""
    try:
        read(text)
    except LayoutError as error:
        return error.found or [Problem("", "nothing")]
    return []


def check_text(game, text):
    """The reader and the editor survive a text; was it refused?"""
    editing = editing_of(game)
    problems = problems_of(game.parse_layout, text)
    assert all(str(problem) != "nothing" and isinstance(problem.place, str) for problem in problems)
    if problems_of(read_values, text):
        assert problems
        return True
    values = read_values(text)
    entries = editing.entries_of(values)
    check_entries(game, entries)
    assert read_values(format_layout(values)) == values
    if not problems:
        again = format_layout(editing.values_of(entries))
        assert editing.entries_of(read_values(again)) == entries
        game.parse_layout(again)
    return bool(problems)


def check_entries(game, entries):
    """Any entries make a text, which is a layout or is refused."""
    editing = editing_of(game)
    assert all(isinstance(name, str) for name in editing.names_of(entries).values())
    problems_of(game.parse_layout, format_layout(editing.values_of(entries)))


def check_much(game, seed, characters):
    rng = random.Random(seed)
    texts = [game.default_layout.source, *ODD_LAYOUTS[game.id].values()]
    entries = editing_of(game).entries_of(read_values(game.default_layout.source))
    groups = sorted({place.rpartition(".")[0] for place in entries} | {"", "about", "nothing"})
    seen = refused = tried = 0
    while seen < characters:
        text = broken(rng, rng.choice(texts))
        seen += len(text)
        tried += 1
        try:
            refused += check_text(game, text)
            check_entries(game, odd_entries(rng, entries, groups))
        except Exception as error:
            error.add_note(f"{game.id}, seed {seed}, file {tried}: {text[:3000]!r}")
            raise
    assert refused > tried / 3


@LISTED
def test_broken_files_are_refused_in_words(game):
    check_much(game, 1, 250_000)


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("part", range(10))
@LISTED
def test_ten_megabytes_of_broken_files_are_refused_in_words(game, part):
    check_much(game, 100 + part, 340_000)


@LISTED
def test_every_kind_of_accident_is_among_them(game):
    """Each mutation alone changes the file, and gives files that are refused."""
    rng = random.Random(3)
    for mutate in MUTATIONS:
        texts = [mutate(rng, game.default_layout.source) for _ in range(12)]
        assert any(text != game.default_layout.source for text in texts)
        assert any(check_text(game, text) for text in texts), mutate.__name__

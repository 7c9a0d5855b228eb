"""The rules as a page: chapters, anchors, links, pictures; and games that have less."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from citywright.catalogue import games
from citywright.server.load.page_client import Guest
from citywright.server.pages.rules.rulebook import Rulebook, rulebook
from citywright.text import LANGUAGES
from tests.server.server_process import ServerProcess
from tests.toy import GAME as TOY

every_game = pytest.mark.parametrize("game_id", games())
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def all_of(book: Rulebook) -> str:
    return "".join([chapter.html for chapter in book.chapters])


@every_game
@every_language
def test_the_page_teaches_first_then_comes_the_short_page_then_all_rules(
    served: ServerProcess, game_id: str, lang: str
) -> None:
    page = Guest(served.base).request("GET", f"/rules/{game_id}?lang={lang}").text
    places = [page.index(f'<section id="rules-{key}"') for key in ("learn", "short", "all")]
    assert places == sorted(places)
    assert page.index('<figure class="teaches">') < places[1], "pictures are part of it"
    assert '<search class="rules-search" hidden>' in page, "nothing is offered that needs the script"
    assert not re.search(r"<section[^>]* hidden", page), "without the script all is shown"


@every_game
@every_language
def test_every_link_leads_to_a_rule_or_a_section(game_id: str, lang: str) -> None:
    book = rulebook(games()[game_id], lang)
    html = all_of(book)
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    links = re.findall(r'<a href="#([^"]+)" class="to-rule">([^<]+)</a>', html)
    assert len(links) > 50
    assert all(target == words for target, words in links)
    assert {target for target, _ in links} <= set(ids)
    assert {key for chapter in book.chapters for key, _ in chapter.sections} <= set(ids)
    assert [len(chapter.sections) > 3 for chapter in book.chapters] == [True, False, True]


@every_game
def test_a_rule_that_is_named_is_linked_and_does_not_link_to_itself(game_id: str) -> None:
    html = all_of(rulebook(games()[game_id], "en"))
    text = re.sub(r"<a [^>]*>[^<]*</a>|<strong class=\"rule-id\">[^<]*</strong>|<[^>]*>", "", html)
    assert not re.findall(r"\b[A-Z]{2}-X?\d+\b", text)


def test_a_rule_that_names_others_links_them() -> None:
    rule = re.search(r'<li id="MB-24".*?</li>', all_of(rulebook(games()["mauerbauer"], "en")), re.DOTALL)
    assert rule is not None
    assert '<a href="#MB-22" class="to-rule">MB-22</a>' in rule[0]
    assert '<strong class="rule-id">MB-24</strong>' in rule[0]


@every_game
def test_a_worked_example_ends_with_its_picture(game_id: str) -> None:
    items = re.findall(
        r'<li id="[A-Z]+-X\d+"[^>]*class="example">.*?</li>',
        all_of(rulebook(games()[game_id], "de")),
        re.DOTALL,
    )
    assert len(items) >= 4
    assert all(item.endswith("</svg></li>") for item in (re.sub(r"\s+</li>$", "</li>", it) for it in items))


def test_a_game_without_other_pages_has_its_rules_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(TOY), "data", tmp_path)
    (tmp_path / "rules.en.md").write_text("- **TOY-1** A rule.\n")
    (chapter,) = rulebook(TOY, "de").chapters
    assert chapter.key == "all"
    assert '<li id="TOY-1"' in chapter.html


def test_a_game_without_rules_has_an_empty_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(TOY), "data", tmp_path)
    assert rulebook(TOY, "de") == Rulebook("en")


def test_a_picture_that_nobody_drew_is_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(TOY), "data", tmp_path)
    (tmp_path / "rules.en.md").write_text("- **TOY-1** A rule.\n")
    (tmp_path / "rules_learn.en.md").write_text('# Learn\n\n![A <die>](die "It has *four* sides")\n')
    learn, _ = rulebook(replace(TOY), "en").chapters
    assert (
        '<figure class="teaches"><p>A &lt;die&gt;</p><figcaption>It has *four* sides</figcaption></figure>'
        in (learn.html)
    )
    assert learn.key == "learn"

"""What Milestones says: prompts, titles and the log, in both languages."""

from __future__ import annotations

from citywright.engine.state import Event
from citywright.games.milestones.notation import parse_field
from citywright.games.milestones.text.log import sentence
from citywright.games.milestones.text.names import piece_name
from citywright.games.milestones.text.prompts import prompt
from citywright.games.milestones.text.titles import action_title
from citywright.games.milestones.view import view
from tests.games.milestones.table import Table, builder, named

NAMES = ("Anke", "Bernd", "Chiara", "David")


def prompt_of(table: Table, lang: str) -> str:
    return prompt(view(table.state, table.state.actor()), lang, NAMES)


def title_of(table: Table, words: str, lang: str = "en") -> str:
    return action_title(words, view(table.state, table.state.actor()), lang)


def log_line(event: Event, lang: str = "de") -> str:
    return sentence(event, NAMES, lang)


def test_prompts_ask_for_what_is_due() -> None:
    table = Table().begin()
    assert prompt_of(table, "en") == "Move your figure forward (move 1 of 2)"
    assert prompt_of(table, "de") == "Ziehe deine Figur vorwärts (Bewegung 1 von 2)"
    table.path("stone1 - - - stone5 - - -").goods(stone=3, coin=2).at("mill").play("go castle")
    assert prompt_of(table, "de") == "Gib 2 Güter ab, drei darfst du behalten"
    table.play("give stone")
    assert prompt_of(table, "de") == "Gib noch 1 Gut ab, drei darfst du behalten"


def test_the_second_start_tile_is_asked_for_with_the_first_ms_5() -> None:
    table = Table()
    table.deal()
    assert prompt_of(table, "en") == "Take your first of two start tiles"
    table.play("take " + table.options_of("take")[0])
    assert prompt_of(table, "de").endswith(": Nimm noch ein Plättchen")


def test_the_last_tile_says_that_it_triggers_the_end_ms_80() -> None:
    table = Table().begin().visit("trading house", coin=2)
    words = "hire " + table.options_of("hire")[0]
    assert title_of(table, words).endswith("(MS-32)")
    table.state.stack = 0
    table.state.display &= -table.state.display
    words = "hire " + table.options_of("hire")[0]
    assert title_of(table, words).endswith("It is the last tile: this triggers the end (MS-80)")


def test_others_wait_for_who_acts() -> None:
    table = Table().begin()
    actor = table.state.actor()
    assert prompt(view(table.state, 1 - actor), "de", NAMES) == f"{NAMES[actor]} zieht"
    table.visit("trading house", coin=2)
    assert prompt(view(table.state, -1), "en", NAMES) == f"{NAMES[actor]} is in the trading house"


def test_the_castle_names_its_demands_ms_70_ms_71() -> None:
    table = Table().begin().path("stone1 stone2 stone3 - - - - -").goods(stone=5).at("mill")
    expected = "To the castle: give up 2 goods and cover a worker (MS-70, MS-71)"
    assert title_of(table, "go castle") == expected
    table.goods(stone=1).path("stone1 stone2 - - - - - -")
    assert title_of(table, "go castle") == "To the castle: nothing to give up (MS-70, MS-71)"


def test_the_trading_house_tells_its_income_ms_30() -> None:
    rising, falling = "stone1 stone2 - - - - - -", "stone2 stone1 - - - - - -"
    table = Table().begin().path(rising).goods(stone=2)
    assert title_of(table, "go trading house", "de") == "Ins Handelshaus: +1 Münze, dann handeln (MS-30)"
    table.path(falling)
    assert title_of(table, "go trading house", "de") == "Ins Handelshaus: keine Münze, aber handeln (MS-30)"
    table.goods()
    assert (
        title_of(table, "go trading house") == "To the trading house: no coin, and nothing to trade (MS-30)"
    )
    table.path(rising)
    assert (
        title_of(table, "go trading house") == "To the trading house: +1 coin, but nothing to trade (MS-30)"
    )


def test_a_visit_that_brings_nothing_says_so_ms_12() -> None:
    table = builder().road("b1 b2 b3").goods().at("castle")
    assert (
        title_of(table, "go building office") == "To the building office: nothing you can build now (MS-44)"
    )
    assert title_of(table, "go mill", "de") == "Zur Mühle: Du kannst gerade nichts liefern (MS-60)"
    table.goods(stone=1, wood=1, grain=2)
    assert "build roads" in title_of(table, "go building office")
    assert "deliver flour" in title_of(table, "go mill")
    table.state.land.houses_left = 0
    table.state.land.sacks_left = 0
    assert "nothing you can build" in title_of(table, "go building office")
    assert "nothing you can deliver" in title_of(table, "go mill")


def test_done_tells_whether_another_move_follows_ms_11() -> None:
    table = Table().begin().visit("trading house", coin=2)
    assert title_of(table, "done") == "Done: on to your second move (MS-11)"
    table.state.moves_left = 1
    assert title_of(table, "done", "de") == "Fertig, Zug beenden (MS-11)"


def test_covering_a_bonus_tile_warns_ms_52() -> None:
    table = Table().begin().path("stone1* sand2 wood3 - - - - -").goods().at("mill")
    table.play("go castle")
    assert title_of(table, "cover 1").endswith("The bonus tile leaves the game (MS-52)")
    assert title_of(table, "cover 2") == "Cover the sand digger 2 (MS-71)"
    assert title_of(table, "cover 3", "de") == "Den Holzfäller 3 abdecken (MS-71)"


def test_a_stop_is_named_by_its_worker_not_by_his_field_ms_20() -> None:
    """A field shows the number of its worker: "path 2" would be looked for at the wrong tile."""
    table = Table().begin().path("- grain5 - x - - - -").goods()
    assert title_of(table, "go path 2") == "To the grain farmer 5: +1 grain (MS-20)"
    assert title_of(table, "go path 2", "de") == "Zum Getreidebauern 5: +1 Getreide (MS-20)"
    assert title_of(table, "go path 1", "de") == "Auf Wegefeld 1: Dort arbeitet niemand (MS-12)"
    move = table.play("go path 2")[0]
    assert log_line(move) == "Anke zieht zum Getreidebauern 5"
    assert log_line(move, "en") == "Anke goes to the grain farmer 5"
    covered = table.play("go path 4")[0]
    assert log_line(covered) == "Anke zieht auf Wegefeld 4, wo niemand arbeitet"


def test_a_covered_worker_is_named_ms_71() -> None:
    table = Table().begin().path("stone1 coin5 wood3 - - - - -").goods().at("mill")
    table.play("go castle")
    event = named(table.play("cover 2"), "worker covered")[0]
    assert log_line(event) == "Anke deckt den Münzpräger 5 ab"
    assert log_line(event, "en") == "Anke covers the coiner 5"


def test_a_bonus_tile_names_the_worker_it_goes_to_ms_50() -> None:
    table = builder().path("- stone4 - - - - - -").tile("a2 a3 b2", "stone")
    table.visit("building office", stone=1, sand=1).play("road b1", "milestone b2", "end b3")
    title = title_of(table, "claim a2 a3 b2 2", "de")
    assert title == "Bonusplättchen Stein von a2-a3-b2 auf den Steinhauer 4: +1 Punkt (MS-50)"


def joined(first: str, second: str) -> str:
    """Two sentences as a page tells them in one line: the second without the name."""
    return f"{first} · {second.removeprefix('Bot B: ')}"


def test_events_of_one_kind_read_well_in_one_line_ms_21_ms_50() -> None:
    names = ("Bot A", "Bot B")
    quarrymen = Event("workers with bonus", 1, "MS-21", 1, 0, (0,))
    diggers = Event("workers with bonus", 1, "MS-21", 2, 0, (2,))
    lines = [sentence(event, names, "en") for event in (quarrymen, diggers)]
    assert joined(*lines) == (
        "Bot B: quarryman with a bonus tile, 1 point · sand digger with 2 bonus tiles, 2 points"
    )
    road = Event("roads", 1, "MS-40", 5, 0, (parse_field("d7"), parse_field("c7")))
    claim = Event("bonus tiles", 1, "MS-50", 1, 0, (0, 1, 3))
    lines = [sentence(event, names, "de") for event in (road, claim)]
    assert joined(*lines) == (
        "Bot B: Straße ab d7, Meilenstein auf c7, 5 Punkte · Bonusplättchen Holz, 1 Punkt"
    )


def test_every_event_of_a_building_visit_is_told() -> None:
    table = builder().road("b1 b2 b3").visit("building office", stone=1, wood=2, sand=1)
    events = table.play("house b2 b3 c3", "market b3")
    lines = [log_line(event) for event in events if event.points]
    assert lines[0].endswith("Haus bei b2-b3-c3, 5 Punkte für freie Zahlen")
    assert lines[1].endswith("Marktplatz auf b3, 2 Punkte")


def test_the_income_is_told_in_plain_words_ms_30() -> None:
    event = Event("income", 1, "MS-30", 0, 1, (4, 1))
    assert log_line(event, "en") == "Bernd: 1 coin for rising numbers"
    assert log_line(event) == "Bernd: 1 Münze für steigende Zahlen"


def test_the_log_in_german() -> None:
    assert log_line(Event("goods", 1, "MS-20", 0, 0, (1, 2))) == "Bernd: 2 Holz von 2 Arbeitern dieser Sorte"
    assert log_line(Event("sell", 0, "MS-34", 0, 1, (0, 0))) == "Anke verkauft 2 Stein für 1 Münze"
    assert (
        log_line(Event("sell", 0, "MS-34", 0, 1, (0, 3)))
        == "Anke verkauft 1 Stein und 1 Getreide für 1 Münze"
    )
    assert (
        log_line(Event("majorities", 2, "MS-82", 5, 0, (3, 4)))
        == "Getreidebauer: Chiara hat die Mehrheit, 5 Punkte"
    )
    assert log_line(Event("bonus tile laid", -1, "MS-3", 0, 0, (3, 4))) == ""


def test_pieces_have_names() -> None:
    assert piece_name("stone", "de") == "Stein"
    assert piece_name("trading house", "de") == "Handelshaus"
    assert piece_name("grain5", "de") == "Getreidebauer 5"

"""Playing, drawing and exchanging cards: MB-30 to MB-35."""

from citywright.engine.state import CHANCE
from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.rules import drawing_cards
from tests.games.mauerbauer.table import Table, points_of


def closed(seats: int = 2, hands: tuple[str, ...] = ()) -> Table:
    """Seat A has just closed the field c4 c5 d4, with three white towers."""
    table = Table(seats, hands)
    table.walls("c4 c5", "c4 d4")
    while table.state.turn_seat:  # whoever comes before A builds far away
        table.walls(f"g{table.state.turn} g{table.state.turn + 1}")
    table.wall("c5 d4")
    assert table.phase == "play card"
    return table


def play_one_each(table: Table) -> None:
    while table.state.actor() >= 0:
        table.first()
        table.play("stop")


def draw_all(table: Table) -> None:
    while table.state.actor() == CHANCE:
        table.first()


def test_mb_30_everyone_plays_from_the_player_who_closed():
    table = closed(3, hands=("size1 city-towers", "size1", "city-white"))
    assert table.state.actor() == 0
    assert points_of(table.play("play size1"), 0) == {"city size": 6}
    assert table.state.scores() == [6, 0, 0]  # at once
    assert points_of(table.play("play city-towers"), 0) == {"city towers": 3}
    assert table.state.actor() == 1
    table.play("play size1", "stop")
    assert table.state.actor() == 2
    table.play("play city-white")
    assert table.state.scores() == [9, 6, 6]


def test_mb_30_at_least_one_card_must_go():
    table = closed()
    assert "stop" not in table.options()
    assert {words.split()[0] for words in table.options()} == {"play", "discard"}


def test_mb_30_never_three_cards():
    table = closed(hands=("size1 size2 size3",))
    table.play("play size1", "play size2")
    assert table.state.actor() == 1


def test_mb_30_two_copies_of_a_kind_can_both_be_played():
    table = closed(hands=("size1 size1",))
    table.play("play size1", "play size1")
    assert table.state.scores() == [12, 0]


def test_mb_31_a_discard_scores_nothing_and_draws_two():
    table = closed(hands=("size1 outside-water", "size2 size3"))
    table.play("discard size1")
    assert table.state.scores() == [0, 0]
    assert table.state.actor() == 1
    assert table.discards() == {"size1": 1}
    table.play("play size2", "stop")
    table.first(2)
    assert table.state.cards.hand_size(0) == 6 - 1 + 2
    table.first()
    assert table.state.cards.hand_size(1) == 6


def test_mb_31_no_second_card_after_a_discard():
    table = closed(hands=("size1 outside-water",))
    table.play("discard outside-water")
    assert table.state.actor() == 1


def test_mb_32_the_closing_player_draws_first_and_all_its_cards():
    table = closed(3)
    table.discard()
    for _ in range(2):
        table.play(table.options()[0], "stop")
    drawers = []
    while table.state.actor() == CHANCE:
        drawers.append(table.state.seat)
        table.play(table.options()[-1])
    assert drawers == [0, 0, 1, 2]


def test_mb_32_playing_two_shrinks_the_hand():
    table = closed(hands=("size1 size2", "size1 size3"))
    table.play("play size1", "play size2", "play size1", "stop")
    draw_all(table)
    assert [table.state.cards.hand_size(seat) for seat in (0, 1)] == [5, 6]
    assert table.discards() == {"size1": 2, "size2": 1}


def test_mb_33_the_discards_become_the_pile_with_the_last_card():
    table = closed()
    table.thin_pile(1)
    play_one_each(table)
    discards = table.discards()
    happened = table.play(table.options()[0])
    assert "new pile" in [event.name for event in happened]
    assert table.discards() == {}
    assert table.state.cards.pile == sum(discards.values())


def test_mb_33_a_discard_pile_reshuffled_in_the_middle_of_an_exchange():
    table = closed(hands=("size2 size3 size7",))
    for _ in range(2):  # both score nothing: both are last
        table.discard()
    draw_all(table)
    assert (table.phase, table.state.actor()) == ("exchange cards", 0)
    table.thin_pile(2)
    away = [words for words in table.options() if words != "done"][:4]
    table.play(*away, "done")
    before = table.state.cards.hand_size(0)
    table.play(table.options()[0])
    assert table.state.cards.discards > 0
    happened = table.play(table.options()[0])  # the second of four: the last card of the pile
    assert "new pile" in [event.name for event in happened]
    assert table.state.cards.discards == 0
    kinds = [words.split()[1] for words in away]
    assert any(f"draw {kind}" in table.options() for kind in kinds)  # what was exchanged away may come back
    table.first(2)
    assert table.state.cards.hand_size(0) == before + 4
    assert table.state.actor() == 1


def test_mb_33_nothing_is_drawn_when_both_are_empty():
    table = closed()
    cards = table.state.cards
    for kind in range(30):  # all cards of the pile go to the hand of B
        while cards.rows[cards.pile_row() + kind]:
            cards.draw(1, kind)
    assert (cards.pile, cards.discards) == (0, 0)
    play_one_each(table)
    assert table.phase == "draw cards"  # what was just played is the new pile
    assert table.state.cards.pile == 2
    table.first(2)
    assert (table.state.cards.pile, table.state.cards.discards) == (0, 0)
    assert table.phase == "exchange cards"


def test_mb_33_discards_of_one_card_when_two_are_owed():
    table = closed()
    cards = table.state.cards
    for kind in range(30):
        while cards.rows[cards.pile_row() + kind]:
            cards.draw(1, kind)
    for _ in range(2):  # two discards, four cards owed, only two there
        table.discard()
    draw_all(table)
    assert [table.state.cards.pile, table.state.cards.discards, table.state.cards_owed] == [0, 0, 0]
    assert table.state.cards.hand_size(0) == 7
    assert table.phase == "exchange cards"


def empty_hand(table: Table, seat: int) -> None:
    """A seat loses all its cards to the discards."""
    for kind in range(30):
        while table.state.cards.held(seat, kind):
            table.state.cards.lay(seat, kind)


def test_mb_33_an_empty_hand_scores_nothing_but_draws():
    table = Table(3)
    table.walls("c4 c5", "c4 d4", "g1 g2")
    empty_hand(table, 1)
    table.wall("c5 d4")
    table.play(table.options()[0], "stop")
    assert table.state.actor() == 2
    table.play(table.options()[0], "stop")
    draw_all(table)
    assert [table.state.cards.hand_size(seat) for seat in range(3)] == [6, 1, 6]


def test_mb_33_the_closing_player_may_have_an_empty_hand():
    table = Table(2)
    table.walls("c4 c5", "c4 d4")
    empty_hand(table, 0)
    table.wall("c5 d4")
    assert table.state.actor() == 1


def test_mb_34_the_last_on_the_track_may_exchange():
    table = closed(3, hands=("size1", "size2 outside-water outside-walls", "city-towers"))
    table.play("play size1", "stop", "play size2", "stop", "play city-towers", "stop")
    draw_all(table)
    assert (table.phase, table.state.actor()) == ("exchange cards", 1)
    table.play("exchange outside-water")
    assert "stop" not in table.options()
    table.play("exchange outside-walls", "done")
    draw_all(table)
    assert table.state.cards.hand_size(1) == 6
    assert [event.rule for event in table.events if event.name == "draw"][-5:] == ["MB-32"] * 3 + [
        "MB-34"
    ] * 2
    assert table.discards() == {
        "size1": 1,
        "size2": 1,
        "city-towers": 1,
        "outside-water": 1,
        "outside-walls": 1,
    }
    assert (table.phase, table.state.actor()) == ("place wall", 1)


def test_mb_34_all_cards_may_be_exchanged():
    table = closed(hands=("size1",))
    table.play("play size1", "stop")
    table.discard()
    draw_all(table)
    assert table.state.actor() == 1
    table.first(7)
    assert table.phase == "draw exchanged cards"  # with an empty hand there is nothing to decide
    draw_all(table)
    assert table.state.cards.hand_size(1) == 7


def test_mb_34_an_exchange_of_nothing():
    table = closed()
    table.settle()
    assert table.phase == "place wall"
    assert "exchange" not in [event.name for event in table.events]


def test_mb_34_four_players_tied_for_last():
    table = Table(4)
    table.walls("c4 c5", "c4 d4", "g1 g2", "g2 g3")
    table.wall("c5 d4")
    for _ in range(4):
        table.discard()
    draw_all(table)
    order = []
    while table.phase == "exchange cards":
        order.append(table.state.actor())
        table.play(table.options()[0], "done")
        draw_all(table)
    assert order == [0, 1, 2, 3]
    assert table.state.scores() == [0] * 4
    assert (table.phase, table.state.actor()) == ("place wall", 1)


def test_mb_34_an_empty_hand_has_nothing_to_exchange():
    table = closed()
    play_one_each(table)
    empty_hand(table, 0)
    empty_hand(table, 1)
    table.thin_pile(0)
    cards = table.state.cards
    pile = cards.discard_row()
    for kind in range(30):  # put every card out of reach: seats hold none, nothing can be drawn
        cards.rows[pile + kind] = 0
    cards.discards = 0
    drawing_cards.await_draw(table.state)
    assert table.phase == "place wall"


def test_mb_35_what_is_played_is_open_what_is_drawn_is_not():
    table = closed(hands=("size1",))
    table.play("play size1", "stop")
    after = GAME.view(table.state, 1)
    assert after.discards == {"size1": 1}
    assert after.hand_sizes == [5, 6]
    table.play(table.options()[0], "stop")
    code = table.state.chance_at(0)
    assert GAME.format_action(table.state.redact(code, 0)) != "draw hidden"
    assert GAME.format_action(table.state.redact(code, 1)) == "draw hidden"
    assert GAME.format_action(table.state.redact(code, CHANCE)) == "draw hidden"

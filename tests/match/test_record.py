"""Records: what is written reads back, and every forgery is refused with its line and a reason."""

import contextlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.match.dealer import Dealer, NamedDealer
from citywright.match.match import Match
from citywright.match.record import MAX_BYTES, RecordError, format_actions, format_record, parse_record
from citywright.match.replay import replay, verify

GAME = find_game("saint-malo")


def played(seed=5, seats=3):
    match = Match(GAME, seats, dealer=Dealer.seeded(seed), names=['Anna "A" Ölund', "Bert", "C\\x"][:seats])
    player, rng = GAME.policy("settler"), Rng(seed)
    while match.actor >= 0:
        match.play(match.actor, player.choose(match.state.observe(match.actor), rng))
    return match


MATCH = played()
TEXT = format_record(MATCH)
LINES = TEXT.split("\n")


def refused(text, check=verify):
    with pytest.raises(RecordError) as caught:
        check(parse_record(text))
    return caught.value


def line_where(pattern, start=0):
    return next(i for i, line in enumerate(LINES) if i >= start and re.match(pattern, line))


def replaced(number, line):
    return "\n".join([*LINES[:number], line, *LINES[number + 1 :]])


def test_what_was_written_verifies():
    match = verify(parse_record(TEXT))
    assert match.state.snapshot() == MATCH.state.snapshot()
    assert match.names == MATCH.names
    assert verify(parse_record(TEXT.encode())).over
    assert verify(parse_record(TEXT.replace("\n", "\r\n"))).over


def test_it_can_be_written_from_the_actions_alone():
    actions = [(ply.actor, GAME.format_action(ply.code)) for ply in MATCH.plies]
    for some in (actions, actions[:40]):
        begun = Match(GAME, 3, names=MATCH.names)
        text = format_actions(begun, MATCH.dealer, some)
        assert replay(parse_record(text)).state.snapshot() == begun.state.snapshot()
        assert ("[secret" in text) == begun.over
    assert format_actions(Match(GAME, 3, names=MATCH.names), MATCH.dealer, actions) == TEXT


def test_comments_and_headings_are_nothing():
    bare = "\n".join(line for line in LINES if not line.startswith("#"))
    assert verify(parse_record(bare.replace("\n\n", "\n; a remark\n"))).over


def test_a_changed_die_is_refused():
    number = line_where(r"\* roll log")
    error = refused(replaced(number, LINES[number].replace("log", "swords", 1)))
    assert error.line >= number + 1


def test_a_changed_die_that_stays_legal_is_found_by_the_secret():
    """The last roll of a turn that is passed changes nothing but the dice."""
    number = next(
        i
        for i in range(len(LINES) - 1)
        if re.match(r"\* roll", LINES[i]) and re.match(r". stop", LINES[i + 1])
    )
    old = LINES[number].split()
    old[2] = "head" if old[2] != "head" else "cross"
    error = refused(replaced(number, " ".join(old)))
    assert error.line >= number + 1


def test_a_changed_placement_is_refused():
    number = line_where(r"[ABC] place")
    for space in ("a1", "z9", "d4 d5"):
        error = refused(replaced(number, f"{LINES[number][0]} place {space}"))
        assert error.line >= number + 1


def test_a_changed_score_is_refused():
    number = line_where(r"\[scores")
    error = refused(replaced(number, '[scores "1 2 3"]'))
    assert error.line == number + 1
    assert "the scores are" in error.reason


def test_a_changed_end_is_refused():
    number = line_where(r"\[end")
    error = refused(replaced(number, '[end "boredom"]'))
    assert error.line == number + 1
    assert "boredom" in error.reason


def test_removed_lines_are_refused():
    actions = [i for i, line in enumerate(LINES) if re.match(r"[ABC*] ", line)]
    for number in actions[:: len(actions) // 15]:
        error = refused("\n".join([*LINES[:number], *LINES[number + 1 :]]))
        assert error.line >= number


def test_wrong_commitments_and_secrets_are_refused():
    number = line_where(r"\[commitment")
    error = refused(replaced(number, '[commitment "00"]'))
    assert (error.line, "SHA-256" in error.reason) == (number + 1, True)
    number = line_where(r"\[secret")
    assert "SHA-256" in refused(replaced(number, f'[secret "{"0" * 64}"]')).reason
    assert "hexadecimal" in refused(replaced(number, '[secret "xyz"]')).reason
    assert "commitment" in refused("\n".join(line for line in LINES if "commitment" not in line)).reason


def test_truncated_files_are_refused():
    for length in range(0, len(TEXT) - 2, len(TEXT) // 25):
        assert refused(TEXT[:length]).reason


def test_a_truncated_game_says_where_it_stops():
    error = refused("\n".join(LINES[:-4]))
    assert "stops at ply" in error.reason
    assert error.line > len(LINES) - 8


def test_a_finished_game_must_claim_its_end():
    text = "\n".join(line for line in LINES if not line.startswith(("[scores", "[end", "[secret")))
    assert "claims no scores" in refused(text).reason


def test_a_running_game_verifies_and_keeps_its_secret():
    match = Match(GAME, 2, dealer=Dealer.seeded(1))
    text = format_record(match)
    assert match.dealer.secret.hex() not in text
    assert match.dealer.commitment in text
    assert not verify(parse_record(text)).over


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ('[citywright "9"]', "record format"),
        ('[game "chess"]', "there is no game 'chess'"),
        ('[rules "99"]', "rules version"),
        ('[seats "six"]', "a digit"),
        ('[seats "1"]', "2 to 5 seats"),
        ('[start "Z"]', "lot or a seat"),
        ('[layout "0"]', "names layout 0"),
    ],
)
def test_wrong_headers_are_refused_at_their_line(header, reason):
    number = line_where(re.escape(header.split('"')[0]))
    error = refused(replaced(number, header))
    assert error.line == number + 1
    assert reason in error.reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("[game saint-malo]", "a header looks like"),
        ('[colour "red"]', "there is no header 'colour'"),
        ('[game "saint-malo"]', "twice"),
        ('[D "Dora"]', "no seat D"),
        ('[viewer "Z"]', "the viewer is a seat"),
        ('[secret "\\q"]', "quoted string"),
    ],
)
def test_odd_headers_are_refused(line, reason):
    text = "\n".join([*[old for old in LINES[:12] if not ("secret" in line and "secret" in old)], line])
    assert reason in refused(text).reason


def test_headers_come_first():
    assert "after the first action" in refused(TEXT + '[A "late"]\n').reason


def test_missing_headers_are_named():
    assert "[game …] is missing" in refused("\n".join(line for line in LINES if "[game" not in line)).reason


def test_actions_have_a_form():
    number = line_where(r"[ABC] ")
    for line in ("A  stop", "Astop", "stop", "é stop", " A stop"):
        error = refused(replaced(number, line))
        assert error.line == number + 1


def test_an_actor_out_of_turn_is_refused():
    number = line_where(r"\* roll")
    error = refused(replaced(number, "H" + LINES[number][1:]))
    assert (error.line, error.column) == (number + 1, 1)


def test_unprintable_and_long_lines_are_refused():
    assert "cannot be printed" in refused(TEXT + "A st\x00op\n").reason
    assert "longer than" in refused(TEXT + "A " + "x" * 9000).reason
    assert "not UTF-8" in refused(TEXT.encode() + b"\xff\xfe").reason


def test_a_carried_layout_is_played_and_checked():
    source = GAME.default_layout.source.replace("coins = 3", "coins = 4  # richer", 1)
    match = Match(GAME, 2, layout=GAME.parse_layout(source), dealer=Dealer.seeded(1))
    text = format_record(match)
    assert "| coins = 4  # richer" in text
    again = replay(parse_record(text))
    assert again.layout.source == source
    assert again.state.snapshot() == match.state.snapshot()
    assert "carried along" in refused(text.replace("| coins = 4  #", "| coins = 5  #")).reason
    assert "the layout in the record" in refused(text.replace("| coins = 4  #", "| coins = = 5  #")).reason
    assert refused(text.replace("| coins = 4  #", "| coins = " + "[" * 3000 + "  #")).reason


def test_a_comment_in_the_layout_changes_nothing():
    source = "# a remark\n" + GAME.default_layout.source
    match = Match(GAME, 2, layout=GAME.parse_layout(source), dealer=Dealer.seeded(1))
    assert "| " not in format_record(match)


@given(st.binary(max_size=400))
def test_random_bytes_are_a_record_error(data):
    with pytest.raises(RecordError):
        verify(parse_record(data))


@given(st.data())
def test_damaged_records_are_a_record_error_or_a_record(data):
    """Any few characters changed: never another exception."""
    text = list(TEXT[:4000])
    for _ in range(data.draw(st.integers(1, 5))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.characters())
    with contextlib.suppress(RecordError):
        verify(parse_record("".join(text)))


def test_huge_and_deep_files_are_refused():
    assert "at most 4000000 bytes" in refused(b"x" * (MAX_BYTES + 1)).reason
    assert "longer than" in refused(b"[" * MAX_BYTES).reason
    assert "at most 200000 actions" in refused(b"A stop\n" * (MAX_BYTES // 7)).reason
    assert refused(TEXT + "A stop\n" * 100_000).line == len(LINES)
    refused("\n".join(LINES[:12]) + "\n| x = " + "[" * 3000 + "\n" + "| [[[[[[\n" * 100_000)


# --- records of the second dealer -------------------------------------------------------

ADDED = ("00112233445566778899aabbccddeeff", "-", "ffeeddccbbaa99887766554433221100")


def played_by_name():
    dealer = NamedDealer(Dealer.seeded(9).secret, GAME.id, ADDED)
    match = Match(GAME, 3, dealer=dealer)
    player, rng = GAME.policy("settler"), Rng(9)
    while match.actor >= 0:
        match.play(match.actor, player.choose(match.state.observe(match.actor), rng))
    return match


NAMED = format_record(played_by_name())


def test_a_record_of_the_second_dealer_says_so_and_verifies():
    headers = parse_record(NAMED).headers
    assert (headers["dealer"], headers["numbers"]) == ("2", " ".join(ADDED))
    assert verify(parse_record(NAMED)).over
    assert "dealer" not in parse_record(TEXT).headers


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ('[dealer "2"]', '[dealer "3"]', "knows the dealers 1 2, not '3'"),
        ('[dealer "2"]\n', "", "the first dealer takes no numbers"),
        (f'[numbers "{" ".join(ADDED)}"]\n', "", "a word for each of 3 seats"),
        (" - ", " ", "a word for each of 3 seats"),
        (" - ", f" {ADDED[0]} ", "two seats added the same number"),
        (ADDED[0], ADDED[0].upper(), "32 hexadecimal digits"),
        (ADDED[0], "1" + ADDED[0][1:], "the secret gives"),
        (f"{ADDED[0]} - {ADDED[2]}", f"- {ADDED[0]} {ADDED[2]}", "the secret gives"),
        (f"{ADDED[0]} - {ADDED[2]}", f"{ADDED[0]} - -", "the secret gives"),
        (Dealer.seeded(9).secret.hex(), Dealer.seeded(8).secret.hex(), "not the SHA-256 of the secret"),
    ],
)
def test_other_numbers_dealers_and_secrets_are_refused(before, after, reason):
    assert before in NAMED
    assert reason in refused(NAMED.replace(before, after, 1)).reason


def test_a_server_that_deals_other_dice_is_found_out():
    """Also where commitment and secret are swapped together: then nothing follows from them."""
    mine, other = Dealer.seeded(9), Dealer.seeded(8)
    swapped = NAMED.replace(mine.secret.hex(), other.secret.hex()).replace(mine.commitment, other.commitment)
    assert "the secret gives" in refused(swapped).reason
    last = next(line for line in reversed(NAMED.split("\n")) if line.startswith("* roll "))
    face = "cross" if last.endswith(" swords") else "swords"
    dealt = NAMED.replace(last, f"{last.rpartition(' ')[0]} {face}")
    assert refused(dealt).reason

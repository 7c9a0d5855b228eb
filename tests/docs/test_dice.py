"""The checker of docs/dice.md, which imports nothing of Citywright, on real records and on forged ones."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from citywright.catalogue import find_game, games
from citywright.cli import main
from citywright.engine.rng import Rng
from citywright.match.dealer import Dealer, NamedDealer, all_numbers
from citywright.match.match import Match
from citywright.match.record import format_record, parse_record
from citywright.match.replay import verify
from tests.docs.document import DOCS, blocks

OWN = "00112233445566778899aabbccddeeff"
CHECKER = next(block.text for block in blocks(DOCS / "dice.md") if block.title == "check_dice.py")
RECORDS = Path(__file__).parents[1] / "records"
SAINT_MALO = find_game("saint-malo")


def played(dealer: Dealer, game=SAINT_MALO) -> str:
    """The record of a game for two, dealt by this dealer."""
    match = Match(game, 2, dealer=dealer)
    player, rng = game.policy(game.policy_names()[-1]), Rng(4)
    while match.actor >= 0:
        match.play(match.actor, player.choose(match.state.observe(match.actor), rng))
    return format_record(match)


def named(seed: int, game=SAINT_MALO) -> NamedDealer:
    return NamedDealer(Dealer.seeded(seed).secret, game.id, all_numbers((OWN,), 2))


HONEST = played(named(5))


def checked(folder: Path, capsys, record: str, draws: str = "", noted: tuple[str, ...] = ()) -> str:
    """What the checker says of a record, and of draws: by default those that `citywright verify` prints."""
    (folder / "check_dice.py").write_text(CHECKER, encoding="utf-8")
    (folder / "game.cwr").write_text(record, encoding="utf-8")
    if not draws:
        main(["verify", "--json", "--draws", str(folder / "game.cwr")])
        draws = capsys.readouterr().out
    (folder / "draws.json").write_text(draws, encoding="utf-8")
    command = [sys.executable, "-I", "check_dice.py", "game.cwr", "draws.json", *noted]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert not run.stderr
    assert run.returncode == (0 if "outcomes follow" in run.stdout else 1)
    return run.stdout


def draws_of(folder: Path, capsys, record: str) -> dict:
    (folder / "game.cwr").write_text(record, encoding="utf-8")
    main(["verify", "--json", "--draws", str(folder / "game.cwr")])
    return json.loads(capsys.readouterr().out)


def test_it_is_short_and_needs_only_the_standard_library() -> None:
    assert len(CHECKER.splitlines()) < 50
    assert re.findall(r"^(?:import|from) (.*)$", CHECKER, re.MULTILINE) == ["hashlib, hmac, json, re, sys"]


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_honest_dice_of_both_dealers_hold(game, tmp_path, capsys) -> None:
    for dealer in (named(7, game), Dealer.seeded(7)):
        assert re.fullmatch(r"\d+ outcomes follow .*\n", checked(tmp_path, capsys, played(dealer, game)))


def test_what_was_noted_before_the_game_is_compared(tmp_path, capsys) -> None:
    noted = named(5).commitment
    assert "outcomes follow" in checked(tmp_path, capsys, HONEST, noted=(noted, OWN))
    for other in ((named(6).commitment, OWN), (noted, OWN[::-1])):
        assert "my number is not among" in checked(tmp_path, capsys, HONEST, noted=other)


def test_a_swapped_secret_is_found(tmp_path, capsys) -> None:
    mine, other = named(5), named(6)
    swapped = HONEST.replace(mine.secret.hex(), other.secret.hex())
    said = checked(tmp_path, capsys, swapped)
    assert "the commitment is not the SHA-256 of the secret" in said
    assert "does not follow" in said
    both = swapped.replace(mine.commitment, other.commitment)
    assert "does not follow" in checked(tmp_path, capsys, both)


def test_another_number_than_was_sent_is_found(tmp_path, capsys) -> None:
    """The server uses its own number in place of the browser's, or leaves it out."""
    for number in (OWN[::-1], "-"):
        assert "does not follow" in checked(tmp_path, capsys, HONEST.replace(OWN, number))
        theirs = NamedDealer(named(5).secret, "saint-malo", (number, "-"))
        assert "my number" in checked(tmp_path, capsys, played(theirs), noted=(named(5).commitment, OWN))


def test_a_server_that_deals_other_dice_is_found(tmp_path, capsys) -> None:
    """The record is dealt by another key than it names; or the list of draws is trimmed to fit."""
    dealt = HONEST.partition("\n\n")[0] + "\n\n" + played(named(6)).partition("\n\n")[2]
    assert "does not follow" in checked(tmp_path, capsys, dealt)
    draws = draws_of(tmp_path, capsys, HONEST)
    outcome = draws["files"][0]["dice"]["outcomes"][5]
    for change in (
        {"number": (outcome["draws"][0]["number"] + 1) % 6},
        {"moment": "roll A 99 1 die 1"},
        {"moment": draws["files"][0]["dice"]["outcomes"][4]["draws"][0]["moment"]},
    ):
        forged = json.loads(json.dumps(draws))
        forged["files"][0]["dice"]["outcomes"][5]["draws"][0] |= change
        said = checked(tmp_path, capsys, HONEST, json.dumps(forged))
        assert "does not follow" in said or "drawn twice" in said
    forged = json.loads(json.dumps(draws))
    del forged["files"][0]["dice"]["outcomes"][5]["draws"][:]  # nothing was drawn, so nothing is wrong?
    assert "does not follow" in checked(tmp_path, capsys, HONEST, json.dumps(forged))
    del forged["files"][0]["dice"]["outcomes"][5]
    assert "not among the draws" in checked(tmp_path, capsys, HONEST, json.dumps(forged))


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*/*.cwr")), ids=lambda path: path.stem)
def test_records_of_earlier_years_hold_for_ever(path: Path, tmp_path, capsys) -> None:
    """They were made before there were numbers of the seats, and are never made anew."""
    record = path.read_text(encoding="utf-8")
    assert "[dealer " not in record
    assert verify(parse_record(record)).over
    if "[secret " in record:
        assert "outcomes follow" in checked(tmp_path, capsys, record)

"""The command `analyse`, and a ledger in words and as a figure."""

import json
from pathlib import Path

import pytest

from citywright.analysis import analyse
from citywright.analysis.words import all_told
from citywright.cli import main
from citywright.match.record import format_record
from tests.analysis.games import played


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    path = tmp_path_factory.mktemp("records") / "game.cwr"
    path.write_text(format_record(played("milestones", "random,journeyman", seed=4)), encoding="utf-8")
    return str(path)


def test_json_holds_seats_and_plies(capsys, record):
    assert main(["analyse", record, "--depth", "quick", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    for seat in report["seats"]:
        parts = [seat[name] for name in ("start", "luck", "mistakes", "others")]
        assert sum(parts) == pytest.approx(seat["result"], abs=1e-9)
    assert [ply["ply"] for ply in report["plies"]] == list(range(len(report["plies"])))


@pytest.mark.parametrize(("lang", "words"), [("en", "Better: "), ("de", "Besser: ")])
def test_in_words_it_tells_what_was_better(capsys, record, lang, words):
    assert main(["analyse", record, "--lang", lang]) == 0
    told = capsys.readouterr().out
    assert words in told
    assert "random" in told.splitlines()[1]


def test_a_record_in_which_nothing_was_played_is_refused(capsys, tmp_path, record):
    lines = Path(record).read_text(encoding="utf-8").splitlines()
    dropped = ("[scores", "[end", "[secret")
    kept = [line for line in lines if line.startswith("[") and not line.startswith(dropped)]
    (tmp_path / "empty.cwr").write_text("\n".join(kept) + "\n", encoding="utf-8")
    assert main(["analyse", str(tmp_path / "empty.cwr")]) == 2
    assert "nothing to analyse" in capsys.readouterr().err


def test_what_one_seat_saw_is_refused(capsys, tmp_path):
    match = played("mauerbauer", "apprentice,apprentice", plies=40)
    (tmp_path / "seen.cwr").write_text(format_record(match, viewer=0), encoding="utf-8")
    assert main(["analyse", str(tmp_path / "seen.cwr")]) == 2
    assert "only what one seat saw" in capsys.readouterr().err


def test_every_mistake_is_told_with_a_better_action():
    match = played("saint-malo", "random,apprentice", plies=60)
    ledger = analyse(match)
    told = all_told(match, ledger, "de")
    assert [one.ply for one in told] == [ply.ply for ply in ledger.plies if ply.mark]
    assert told
    assert all(one.played != one.better and "Gewinnchance" in one.gain for one in told)


def test_a_ledger_is_drawn_for_notebooks():
    pytest.importorskip("matplotlib")
    match = played("milestones", "random,apprentice", plies=80)
    figure = match.ledger().plot(match.names)
    above, below = figure.axes
    assert [line.get_label() for line in above.lines] == ["random", "apprentice"]
    assert below.patches

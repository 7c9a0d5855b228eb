"""Records as tables: they say what a replay says, in every format; an export goes on where it stopped."""

import csv
import json
import os
from pathlib import Path

import msgspec
import pyarrow.dataset
import pyarrow.parquet
import pytest

from citywright.catalogue import games
from citywright.cli import main
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT
from citywright.lab.executors import THIS_PROCESS, Workers
from citywright.lab.export import formats, parts
from citywright.lab.export.parts import Export, ExportError, Settings, files_in
from citywright.lab.export.rows import TABLES
from citywright.match.dealer import Dealer
from citywright.match.match import Match, layout_hash
from citywright.match.record import format_record, parse_record
from citywright.match.replay import replay

RECORDS = Path(__file__).parents[1] / "records"
SOME = [RECORDS / "saint-malo" / "passes.cwr", RECORDS / "mauerbauer" / "palaces-city.cwr"]
SOME += [RECORDS / "milestones" / "tiles-stewards.cwr"]
LISTS = {"names", "scores", "ranks", "points", "args", "state"}
every_format = pytest.mark.parametrize("table_format", list(formats.FORMATS))


def make(folder, files, table_format="csv", workers=THIS_PROCESS, **settings):
    export = Export(folder, Settings.of(table_format, **settings), files)
    assert list(export.make(workers)) == files or workers.jobs > 1
    return export


def read_csv(path):
    def value(name, text):
        if text == "":
            return None
        kind = str(TABLES[path.parent.name].__annotations__[name])
        return json.loads(text) if "list" in kind or "int" in kind else text

    with path.open(encoding="utf-8", newline="") as file:
        return [{name: value(name, text) for name, text in row.items()} for row in csv.DictReader(file)]


READERS = {
    "parquet": lambda path: pyarrow.parquet.read_table(path).to_pylist(),
    "csv": read_csv,
    "jsonl": lambda path: [msgspec.json.decode(line) for line in path.read_bytes().splitlines()],
}


def read(folder, table):
    """All rows of a table, part after part."""
    paths = sorted((folder / table).iterdir())
    return [row for path in paths for row in READERS[path.suffix[1:]](path)]


def replayed(number, path):
    """The rows of a record, from a match that is played step by step."""
    record = parse_record(path.read_bytes())
    whole = replay(record)
    match = Match(whole.game, whole.seats, start=whole.start, layout=whole.layout, viewer=whole.viewer)
    viewer = CHANCE if whole.viewer is None else whole.viewer
    rows = {"plies": [], "events": [], "states": []}
    for ply, (played, (_, words, _)) in enumerate(zip(whole.plies, record.actions, strict=True)):
        is_hidden = whole.viewer is not None and played.actor != viewer
        rows["plies"].append(
            {
                "record": number,
                "ply": ply,
                "actor": match.actor,
                "action": words,
                "code": match.game.parse_action(words),
                "turn": match.state.turns(),
                "phase": match.view(viewer).phase,
                "legal": None if match.actor < 0 or is_hidden else len(match.legal_words()),
                "points": match.state.scores(),
            }
        )
        if match.actor >= 0:
            state = {"actor": match.actor, "state": match.state.snapshot()}
            rows["states"].append({"record": number, "ply": ply, **state})
        for event in played.events:
            told = event._asdict() | {"args": list(event.args)}
            rows["events"].append({"record": number, "ply": ply, **told})
        match.play_chance(played.code) if match.actor == CHANCE else match.play(match.actor, played.code)
    return rows


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def copies(tmp_path):
    """Copies of all small records of Saint Malo and Die Mauerbauer, in their order."""
    folder = tmp_path / "copies"
    folder.mkdir()
    sources = sorted([*RECORDS.glob("saint-malo/*.cwr"), *RECORDS.glob("mauerbauer/e*.cwr")])
    for number, path in enumerate(sources):
        (folder / f"{number}.cwr").write_bytes(path.read_bytes())
    return folder


# --- what the tables hold -----------------------------------------------------------------


@every_format
def test_the_tables_say_what_a_replay_says(tmp_path, table_format):
    make(tmp_path, SOME, table_format, with_states=True, part=2)
    expected = [replayed(number, path) for number, path in enumerate(SOME)]
    for table in ("plies", "events", "states"):
        rows = read(tmp_path, table)
        assert rows == [row for one in expected for row in one[table]], table
        assert list(rows[0]) == list(TABLES[table]._fields)


@every_format
def test_the_games(tmp_path, table_format):
    files = sorted(RECORDS.glob("*/*.cwr"))
    make(tmp_path, files, table_format)
    rows = read(tmp_path, "games")
    assert not (tmp_path / "states").exists()
    for number, (path, row) in enumerate(zip(files, rows, strict=True)):
        record = parse_record(path.read_bytes())
        match = replay(record)
        standing = match.state.standing()
        assert row == {
            "record": number,
            "file": str(path),
            "game": path.parent.name,
            "rules": int(record.headers["rules"]),
            "layout": layout_hash(match.layout),  # some records name it in an older way
            "seats": match.seats,
            "names": match.names,
            "viewer": None,
            "start": None if match.start == LOT else match.start,
            "first": next(ply.actor for ply in match.plies if ply.actor >= 0),
            "scores": [int(score) for score in record.headers["scores"].split()],
            "ranks": standing.ranks,
            "end": record.headers["end"],
            "plies": len(record.actions),
            "turns": match.state.turns(),
        }


def test_the_points_of_events_are_the_scores(tmp_path):
    make(tmp_path, SOME, "jsonl")
    points = {}
    for event in read(tmp_path, "events"):
        key = event["record"], event["seat"]
        points[key] = points.get(key, 0) + event["points"]
    for row in read(tmp_path, "games"):
        assert [points[row["record"], seat] for seat in range(row["seats"])] == row["scores"]


def unfinished(viewer, path):
    """Write the record of a game that is still running, as a viewer may see it."""
    match = Match(games()["mauerbauer"], 3, start=1, dealer=Dealer.seeded(4), names=["Anna", "Bert", "Cleo"])
    rng = Rng(4)
    while match.ply < 60:
        match.play(match.actor, match.state.random_action(rng))
    path.write_text(format_record(match, viewer), encoding="utf-8")
    return match


@every_format
@pytest.mark.parametrize("viewer", [CHANCE, 0, 2])
def test_a_record_of_one_seat_tells_no_more_than_it_holds(tmp_path, table_format, viewer):
    path = tmp_path / "seat.cwr"
    match = unfinished(viewer, path)
    make(tmp_path / "out", [path], table_format, with_states=True)
    [row] = read(tmp_path / "out", "games")
    assert (row["viewer"], row["start"], row["ranks"], row["end"]) == (viewer, 1, None, None)
    assert (row["names"], row["plies"]) == (match.names, match.ply)
    plies = read(tmp_path / "out", "plies")
    assert plies == replayed(0, path)["plies"]
    drawn = [row["action"] for row in plies if row["action"].startswith("draw ")]
    assert "draw hidden" in drawn
    assert any(words != "draw hidden" for words in drawn) == (viewer != CHANCE)
    known = {row["actor"] for row in plies if row["legal"] is not None}
    assert known == ({viewer} if viewer >= 0 else set())
    last = read(tmp_path / "out", "states")[-1]
    observed = replay(parse_record(path.read_bytes()), last["ply"])
    assert (
        last["state"]
        == observed.state.snapshot()
        == replay_all(match, last["ply"]).observe(viewer).snapshot()
    )


def replay_all(match, plies):
    """The whole state of a match before a ply."""
    state = match.game.new_state(match.seats, match.start, match.layout)
    for ply in match.plies[:plies]:
        state.apply(ply.code)
    return state


def test_columns_of_parquet_have_types(tmp_path):
    make(tmp_path, SOME, "parquet", with_states=True)
    schema = pyarrow.parquet.read_schema(tmp_path / "plies" / "part-00000.parquet")
    assert str(schema.field("ply").type) == "int64"
    assert str(schema.field("action").type) == "string"
    assert schema.field("points").type.value_type == pyarrow.int64()
    assert [field.name for field in schema if field.nullable] == ["legal"]
    table = pyarrow.dataset.dataset(tmp_path / "games", format="parquet").to_table()
    assert table.column("ranks").null_count == 0


def test_a_long_table_is_written_in_stretches(tmp_path, monkeypatch):
    make(tmp_path / "one", SOME, "parquet", with_states=True)
    monkeypatch.setattr(formats, "STRETCH", 2000)
    make(tmp_path / "many", SOME, "parquet", with_states=True)
    for table in TABLES:
        assert read(tmp_path / "many", table) == read(tmp_path / "one", table)
    path = tmp_path / "many" / "states" / "part-00000.parquet"
    assert pyarrow.parquet.ParquetFile(path).num_row_groups > 10


# --- parts --------------------------------------------------------------------------------


def test_several_processes_write_the_same(tmp_path, copies):
    files = files_in([copies])
    make(tmp_path / "one", files, part=2)
    make(tmp_path / "two", files, part=2, workers=Workers(2))
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert len(list((tmp_path / "one" / "plies").iterdir())) == 4


def times(folder):
    return {path: path.stat().st_mtime_ns for path in folder.glob("*/part-*")}


def test_a_finished_part_is_not_made_again(tmp_path, copies):
    out = tmp_path / "out"
    make(out, files_in([copies]), part=3)
    before = times(out)
    (copies / "a new one.cwr").write_bytes(SOME[0].read_bytes())
    export = make(out, files_in([copies]), part=3)
    assert (export.parts_before, len(export.done)) == (2, 3)
    after = times(out)
    assert {path: after[path] for path in before if "00002" not in path.name} == {
        path: time for path, time in before.items() if "00002" not in path.name
    }
    assert [row["record"] for row in read(out, "games")] == list(range(8))
    make(tmp_path / "at once", files_in([copies]), part=3)
    assert contents(tmp_path / "at once") == contents(out)


def test_what_has_changed_is_made_again(tmp_path, copies):
    out = tmp_path / "out"
    make(out, files_in([copies]), part=3)
    (copies / "4.cwr").write_bytes((copies / "0.cwr").read_bytes())
    (out / "events" / "part-00002.csv").unlink()
    export = make(out, files_in([copies]), part=3)
    assert export.parts_before == 1
    make(tmp_path / "at once", files_in([copies]), part=3)
    assert contents(tmp_path / "at once") == contents(out)


def test_parts_that_are_too_many_go(tmp_path, copies):
    out = tmp_path / "out"
    make(out, files_in([copies]), part=3)
    for number in (4, 5, 6):
        (copies / f"{number}.cwr").unlink()
    make(out, files_in([copies]), part=3)
    assert sorted(path.name for path in (out / "games").iterdir()) == ["part-00000.csv", "part-00001.csv"]
    assert len(read(out, "games")) == 4


def test_an_interrupt_leaves_whole_parts(tmp_path, copies, monkeypatch):
    out, files = tmp_path / "out", files_in([copies])
    true_rows = parts.rows_of

    def interrupted(number, *arguments, **options):
        for row in true_rows(number, *arguments, **options):
            yield row
            if number == 4:
                raise KeyboardInterrupt

    monkeypatch.setattr(parts, "rows_of", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make(out, files, part=3)
    assert {path.name for path in out.rglob("*") if path.is_file()} == {"part-00000.csv", "export.json"}
    monkeypatch.undo()
    (out / "plies" / ".part-00001.csv.1234").touch()  # of a process that was killed
    export = make(out, files, part=3)
    assert (export.parts_before, len(export.done)) == (1, 3)
    make(tmp_path / "at once", files, part=3)
    assert contents(tmp_path / "at once") == contents(out)


@pytest.mark.parametrize("other", [{"part": 5}, {"with_states": True}, {"table_format": "jsonl"}])
def test_an_export_with_other_settings_is_left_alone(tmp_path, other):
    make(tmp_path, SOME)
    before = contents(tmp_path)
    with pytest.raises(ExportError, match="holds an export with other settings"):
        make(tmp_path, SOME, **other)
    assert contents(tmp_path) == before


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "games").mkdir()
    with pytest.raises(ExportError, match=r"has a games, but no export.json; choose another folder"):
        make(tmp_path, SOME)
    (tmp_path / "export.json").write_text("{}")
    with pytest.raises(ExportError, match=r"export.json cannot be read: .*choose another folder"):
        make(tmp_path, SOME)


# --- the command --------------------------------------------------------------------------


def test_the_command(tmp_path, copies, capsys):
    words = ["export", str(copies), str(copies / "1.cwr"), str(SOME[2]), "--part", "4", "--states"]
    words += ["--out", str(tmp_path / "out")]
    assert main([*words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["records"], report["parts"], report["parts_made_now"]) == (8, 2, 2)
    assert report["unreadable"] == []
    for table, rows in report["rows"].items():
        assert len(read(tmp_path / "out", table)) == rows
    assert main(words) == 0
    assert "2, 0 of them made now" in capsys.readouterr().out


def test_a_record_that_cannot_be_read_is_named_and_left_out(tmp_path, copies, capsys):
    text = (copies / "1.cwr").read_text(encoding="utf-8")
    (copies / "1.cwr").write_text(text.replace("[seats ", "[seat "), encoding="utf-8")
    scores = next(line for line in (copies / "3.cwr").read_text().splitlines() if line.startswith("[scores"))
    lie = (copies / "3.cwr").read_text(encoding="utf-8").replace(scores, '[scores "1 2 3"]')
    (copies / "3.cwr").write_text(lie, encoding="utf-8")
    words = ["export", str(copies), "--format", "csv", "--out", str(tmp_path / "out"), "--part", "3"]
    for _ in range(2):  # also when nothing is made anew
        assert main(words) == 1
        out, err = capsys.readouterr()
        assert "records  5\n" in out
        assert "2 of 7 records could not be read and were left out:\n" in err
        assert f"{copies}/1.cwr: line " in err
        assert f"{copies}/3.cwr: line " in err
        assert "the scores are" in err
    assert [row["record"] for row in read(tmp_path / "out", "games")] == [0, 2, 4, 5, 6]
    assert {row["record"] for row in read(tmp_path / "out", "plies")} == {0, 2, 4, 5, 6}
    assert main([*words, "--json"]) == 1
    out, err = capsys.readouterr()
    assert [left_out["file"][-5:] for left_out in json.loads(out)["unreadable"]] == ["1.cwr", "3.cwr"]
    assert err == "citywright: 2 of 7 records could not be read and were left out\n"


def test_a_name_that_is_not_utf_8(tmp_path, capsys):
    path = os.fsencode(tmp_path) + b"/od\xff.cwr"
    Path(os.fsdecode(path)).write_bytes(SOME[0].read_bytes())
    assert main(["export", str(tmp_path), "--out", str(tmp_path / "out")]) == 0
    [row] = read(tmp_path / "out", "games")
    assert row["file"].endswith("/od\\udcff.cwr")


@pytest.mark.parametrize(
    ("words", "status", "complaint"),
    [
        (["nowhere.cwr"], 2, "cannot read nowhere.cwr: No such file"),
        (["empty"], 2, "there are no records (*.cwr) in empty"),
        (["game.cwr", "--part", "0"], 2, "--part must be a positive number, not 0"),
        (["game.cwr", "--jobs", "0"], 2, "--jobs must be a positive number, not 0"),
        (["game.cwr", "--out", "game.cwr"], 2, "cannot use game.cwr: "),
        (["game.cwr", "--out", "taken"], 1, "taken has a games, but no export.json"),
    ],
)
def test_wrong_questions(tmp_path, monkeypatch, capsys, words, status, complaint):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "taken" / "games").mkdir(parents=True)
    (tmp_path / "game.cwr").write_bytes(SOME[0].read_bytes())
    before = sorted(tmp_path.rglob("*"))
    assert main(["export", "--out", "out", *words]) == status
    assert complaint in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before

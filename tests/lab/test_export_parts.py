"""Exports in parts: they go on where they stopped, and are the same wherever they are made; the command."""

import json
import os
from pathlib import Path

import pytest

from citywright.cli import main
from citywright.lab.executors import Workers
from citywright.lab.export import parts
from citywright.lab.export.parts import Export, ExportError, Settings, files_in
from tests.lab.exports import RECORDS, SOME, every_format, make, read


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


# --- parts --------------------------------------------------------------------------------


def test_several_processes_write_the_same(tmp_path, copies):
    files = files_in([copies])
    make(tmp_path / "one", files, part=2)
    make(tmp_path / "two", files, part=2, workers=Workers(2))
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert len(list((tmp_path / "one" / "plies").iterdir())) == 4


@every_format
def test_another_machine_needs_no_file_of_this_one(tmp_path, copies, table_format):
    """It is sent the records, and sends back what a process here would write."""
    files = [*files_in([copies]), copies / "no record.cwr"]
    files[-1].write_text("no record")
    export = Export(tmp_path / "out", Settings.of(table_format, part=len(files)), files)
    [job] = export._jobs
    job = job._replace(contents=[path.read_bytes() for path in files[:-1]] + ["it was not there"])
    files[-1].unlink()
    moved = copies.rename(tmp_path / "moved")
    part, tables = parts._make_part_elsewhere(job)
    assert [each.reason for each in part.unreadable] == ["it was not there"]
    moved.rename(copies)
    list(export.make())
    assert part.rows == export.rows
    assert tables == {
        name: (tmp_path / "out" / name / f"part-00000.{table_format}").read_bytes() for name in part.rows
    }


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

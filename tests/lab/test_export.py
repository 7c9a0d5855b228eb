"""Records as tables: they say what a replay says, in every format."""

import pyarrow.dataset
import pyarrow.parquet
import pytest

from citywright.catalogue import games
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT
from citywright.lab.export import formats
from citywright.lab.export.rows import TABLES
from citywright.match.dealer import Dealer
from citywright.match.match import Match, layout_hash
from citywright.match.record import format_record, parse_record
from citywright.match.replay import replay
from tests.lab.exports import RECORDS, SOME, every_format, make, read


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

"""Studies: their work can be stopped, their estimates are right, their notebooks run, their data is whole."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from citywright.catalogue import find_game, games
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE
from citywright.lab.executors import Workers
from citywright.lab.studies import boards, luck, playing, seats, work
from citywright.lab.studies.__main__ import main
from citywright.lab.studies.estimates import against_mean, least_squares, mean_of
from citywright.lab.studies.lots import COMPARED, play_with_lots
from citywright.lab.studies.names import FIELDS, STUDIES, find_study, load
from citywright.lab.studies.work import Part, Played, StudyError, make, parts_of
from tools import study_pages

NAMES = list(STUDIES)
MOST_BYTES = 2_000_000
LEAST = {"seats": 1, "values": 2, "length": 1, "luck": 1, "boards": 1}


def plain(played: Iterable[Played], _: int) -> Iterable[Played]:
    return played


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Data of all studies, from hardly any games."""
    folder = tmp_path_factory.mktemp("studies")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boards, "BOARDS", 2)
        patch.setattr(boards, "USUAL_TIMES", 1)
        patch.setattr(boards, "WORTH_TIMES", 2)
        patch.setattr(playing, "SIMULATIONS", 1)
        patch.setattr(luck, "RESAMPLED", 10)
        for name, number in LEAST.items():
            assert main([name, "--games", str(number), "--out", str(folder)]) == 0
        yield folder


# --- the work ---------------------------------------------------------------------------------


class _Small:
    """A study with a random game each for three kinds, in parts of two games."""

    NAME, TITLE, QUESTION, GAMES = "seats", "", "", 5

    def kinds(self, number: int) -> list[tuple[work.What, int]]:
        return [({"game": "mauerbauer", "players": 2, "level": "random"}, number)]

    play = staticmethod(seats.play)
    evaluate = staticmethod(seats.evaluate)

    def finding(self, figures: work.Figures) -> str:
        return ""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> _Small:
    monkeypatch.setattr(work, "PART", 2)
    return _Small()


def test_parts_have_all_games_and_seeds_of_their_own(small: _Small) -> None:
    parts = parts_of(small, 5, seed=3)
    assert [(part.first, part.games) for part in parts] == [(0, 2), (2, 2), (4, 1)]
    assert len({part.seed for part in parts}) == 3


def test_a_stopped_study_goes_on_where_it_was(small: _Small, tmp_path: Path) -> None:
    def stopped(played: Iterable[Played], _: int) -> Iterator[Played]:
        yield next(iter(played))
        raise KeyboardInterrupt

    whole = make(small, 5, 1, tmp_path / "whole", progress=plain).read_text(encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        make(small, 5, 1, tmp_path / "half", progress=stopped)
    kept = tmp_path / "half" / "seats.parts.jsonl"
    with kept.open("a", encoding="utf-8") as file:
        file.write("[1, [[[3, 4], [")  # as if it had been stopped while writing
    left = []

    def counted(played: Iterable[Played], total: int) -> Iterable[Played]:
        left.append(total)
        return played

    assert make(small, 5, 1, tmp_path / "half", progress=counted).read_text(encoding="utf-8") == whole
    assert left == [2]
    assert not kept.exists()


def test_parts_of_another_study_are_refused_and_left_alone(small: _Small, tmp_path: Path) -> None:
    make(small, 2, 1, tmp_path, progress=plain, keep=True)
    kept = tmp_path / "seats.parts.jsonl"
    before = kept.read_bytes()
    with pytest.raises(StudyError, match="another study, seed or version"):
        make(small, 2, 2, tmp_path, progress=plain)
    assert kept.read_bytes() == before


def test_two_processes_play_the_same(tmp_path: Path) -> None:
    what = {"game": "mauerbauer", "players": 2, "level": "random"}
    parts = [Part("seats", number, what, 0, 1, number, 1) for number in range(2)]
    alone = {one.part.number: one.rows for one in work._play_all(seats, parts, Workers(1))}
    assert {one.part.number: one.rows for one in work._play_all(seats, parts, Workers(2))} == alone


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["seats", "--games", "0"], "a game at least"),
        (["seats", "--games", "1", "--seed", "-1"], "the seed must be from 0"),
        (["seats", "--games", "1", "--jobs", "0"], "a positive number of jobs"),
        (["seats", "--games", "1", "--cluster", "127.0.0.1:9"], "the cluster 127.0.0.1:9 cannot be reached"),
    ],
)
def test_what_cannot_be_made_is_told(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main([*arguments, "--out", str(out)]) == 2
    assert words in capsys.readouterr().err
    assert not out.exists()


def test_unknown_studies_and_missing_data_are_named(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="no study 'chess'; there are seats"):
        find_study("chess")
    with pytest.raises(StudyError, match=r"luck.json is missing; .* luck` makes it"):
        load("luck", tmp_path)
    (tmp_path / "luck.json").write_text('{"study": "luck"}', encoding="utf-8")
    with pytest.raises(StudyError, match="no data of the study luck: command"):
        load("luck", tmp_path)


def test_a_missing_library_names_the_extra() -> None:
    code = "import sys; sys.modules['numpy'] = None; import citywright.lab.studies.__main__"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=dict(os.environ) | {"PYTHONPATH": str(Path(work.__file__).parents[3])},
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "numpy is not installed; studies need pip install 'citywright[studies]'"
    ]


def test_a_finding_from_few_games_says_so(tiny: Path, tmp_path: Path) -> None:
    assert load("seats", tiny).finding.startswith(
        "**A trial, not a result**: 1 games of each kind, where the"
    )
    content = json.loads((tiny / "seats.json").read_text(encoding="utf-8"))
    (tmp_path / "seats.json").write_text(json.dumps(content | {"games": seats.GAMES}), encoding="utf-8")
    assert load("seats", tmp_path).finding.startswith("- **Die Mauerbauer**")


# --- the estimates ----------------------------------------------------------------------------


def test_the_interval_of_a_mean() -> None:
    value, low, high = mean_of([1.0, 2.0, 3.0])
    assert value == 2.0
    assert high - value == pytest.approx(1.96 / math.sqrt(3), abs=1e-3)
    assert value - low == pytest.approx(high - value)
    assert mean_of([5]) == [5, 5, 5]


def test_least_squares_finds_effects_where_columns_depend_on_each_other() -> None:
    source = np.random.default_rng(1)
    chosen = source.integers(0, 3, 4000)
    rows = np.eye(3)[chosen] - 1 / 3  # what a lot gives: drawn minus expected, so that rows sum to nothing
    targets = rows @ np.array([3.0, 0.0, 0.0]) + 5 + source.normal(0, 1, 4000)
    found = against_mean(*least_squares(rows, targets), [True] * 3)
    for (value, low, high), wanted in zip(found, [2.0, -1.0, -1.0], strict=True):
        assert value == pytest.approx(wanted, abs=0.1)
        assert low < value < high
        assert high - low < 0.2


def test_the_intervals_of_least_squares_hold_the_truth_as_often_as_they_say() -> None:
    source = np.random.default_rng(2)
    held = 0
    for _ in range(400):
        rows = source.normal(0, 1, (80, 2))
        targets = rows @ np.array([1.0, -1.0]) + source.normal(0, 1, 80) * (0.5 + np.abs(rows[:, 0]))
        (_, low, high), _ = against_mean(*least_squares(rows, targets), [False] * 2)
        held += low <= 1.0 <= high
    assert 0.90 <= held / 400 <= 0.98


@pytest.mark.parametrize("game", list(COMPARED))
def test_lots_are_fair(game: str) -> None:
    """What was drawn less what was to be expected sums up to nothing in every game with items of one each."""
    rows = [play_with_lots(find_game(game), find_game(game).default_layout, seed) for seed in range(4)]
    for place, compared in enumerate(COMPARED[game]):
        if "worker" in compared.name:
            continue
        assert any(row[2 + place][0] for row in rows), compared.name
        for row in rows:
            assert sum(row[2 + place][0].values()) == pytest.approx(0, abs=1e-3)


def test_a_dealt_hand_counts_for_the_seat_that_has_it() -> None:
    game = find_game("mauerbauer")
    _, _, dealt, _ = play_with_lots(game, game.default_layout, 5)
    assert sum(dealt[1].values()) == 12
    state = game.new_state(2, 0, game.default_layout)
    rng = Rng(5)
    while state.actor() == CHANCE:
        state.apply(state.sample_chance(rng))

    def hand(seat: int) -> Counter[str]:
        view: Any = game.view(state, seat)
        return Counter({card.kind: card.copies for card in view.hand})

    mine, theirs = hand(0), hand(1)
    assert sum(mine.values()) == 6
    for kind in mine | theirs:  # what is expected of a kind changes a little with every card
        assert dealt[0].get(kind, 0) == pytest.approx(mine[kind] - theirs[kind], abs=0.25)


def test_points_are_those_of_the_turn_in_which_something_was_taken() -> None:
    game = find_game("saint-malo")
    (counted,) = play_with_lots(game, game.default_layout, 3)[2:]
    seen, points = counted[3:]
    assert seen["noble"] == 1
    assert points["noble"] == 7  # SM-46
    assert seen["soldier"] >= 1
    assert "soldier" not in points  # SM-41


def test_variance_is_divided_as_it_was_put_together() -> None:
    source = np.random.default_rng(3)
    deals = 20_000
    leads = np.zeros((deals, 2, 2))
    leads += 2.0  # seat
    leads += np.array([3.0, -3.0])[None, :, None]  # skill
    leads += source.normal(0, 4, (deals, 1, 1))  # deal
    leads += source.normal(0, 2, (deals, 2, 1))  # deal and play
    leads += source.normal(0, 1, (deals, 2, 2))  # own lots
    found = luck.components(leads)
    for name, wanted in zip(luck.SHARES, [9, 4, 16, 4, 1], strict=True):
        assert found[name] == pytest.approx(wanted, rel=0.1), name


def test_games_to_tell() -> None:
    assert luck.games_to_tell(0.5) is None
    assert luck.games_to_tell(1.0) == 1
    assert luck.games_to_tell(0.6) == 65


def test_boards_that_differ_by_chance_alone_have_no_true_spread() -> None:
    def line(value: float) -> dict[str, object]:
        measured = {measure: [value, value - 1, value + 1] for measure in boards.MEASURES}
        return {"game": "milestones", "players": 2, **measured}

    lines = [line(5.0) for _ in range(4)]
    assert all(one["true spread"] == 0 for one in boards._between(lines))
    lines[1] = line(25.0)
    assert all(one["true spread"] > 5 for one in boards._between(lines))


# --- data, notebooks and pages ----------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_on_fresh_data(name: str, tiny: Path) -> None:
    text, pictures = study_pages.page_of(name, study_pages.run_notebook(name, tiny))
    about = json.loads((tiny / f"{name}.json").read_text(encoding="utf-8"))
    assert about["command"] in text
    assert load(name, tiny).finding in text
    assert pictures
    for file, picture in pictures.items():
        assert f"](images/{file})" in text
        assert "<svg" in picture


@pytest.mark.parametrize("name", NAMES)
def test_the_data_is_whole(name: str) -> None:
    content = json.loads((study_pages.DATA / f"{name}.json").read_text(encoding="utf-8"))
    assert set(content) == set(FIELDS)
    assert content["rules"] == {game.id: game.rules_version for game in games().values()}
    assert content["command"].endswith(f"{name} --games {content['games']} --seed {content['seed']}")
    intervals = [value for one in content["figures"] for value in one.values() if isinstance(value, list)]
    intervals += [
        interval
        for one in content["figures"]
        for shares in one.values()
        if isinstance(shares, dict)
        for interval in shares.values()
    ]
    assert intervals
    for value, low, high in intervals:
        assert low <= high
        assert low - 1e-6 <= value <= high + 1e-6 or name == "luck"  # resampled around another middle


def test_every_kind_of_game_is_in_the_data() -> None:
    expected = {(game.id, n) for game in games().values() for n in range(game.min_seats, game.max_seats + 1)}
    for name in ("seats", "length"):
        data = load(name, study_pages.DATA)
        assert {(one["game"], one["players"]) for one in data.figures} == expected
    data = load("seats", study_pages.DATA)
    for game, players in expected:
        shares = [one["wins"][0] for one in data.of(game=game, players=players, level="journeyman")]
        assert sum(shares) == pytest.approx(1, abs=1e-3)
    assert {one["game"] for one in load("values", study_pages.DATA).figures} == set(COMPARED)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_not_older_than_its_notebook_or_data(name: str) -> None:
    assert study_pages.is_fresh(name), "python tools/study_pages.py writes it anew"
    notebook = study_pages.read_notebook(name)
    assert not any(cell.get("outputs") for cell in notebook["cells"]), "notebooks are kept without outputs"


def test_the_index_is_not_older_than_the_studies() -> None:
    index = (study_pages.STUDIES / study_pages.INDEX).read_text(encoding="utf-8")
    assert index == study_pages.index_page(), "python tools/study_pages.py writes it anew"


def test_the_studies_are_small_and_every_picture_is_shown() -> None:
    files = [path for path in study_pages.STUDIES.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES
    pages = "".join((study_pages.STUDIES / f"{name}.md").read_text(encoding="utf-8") for name in NAMES)
    assert all(f"(images/{path.name})" in pages for path in study_pages.IMAGES.iterdir())

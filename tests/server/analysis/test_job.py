"""The work of an analysis: the package that does it is called with what it needs, and can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import citywright.analysis
from citywright.analysis.result import Ledger
from citywright.match.match import Match
from citywright.server.analysis.job import JobFile, Stopped, analyse_record, current_version, unpack
from tests.server import ledgers
from tests.server.records import WHOLE

TEXT = WHOLE.read_text(encoding="utf-8")


@pytest.fixture
def job() -> Iterator[JobFile]:
    job = JobFile()
    yield job
    job.remove()


def have(monkeypatch: pytest.MonkeyPatch, analyse: Callable[..., Ledger]) -> None:
    """Let the package for analyses do this."""
    monkeypatch.setattr(citywright.analysis, "analyse", analyse, raising=False)


def test_progress_is_told_and_the_result_comes_back_whole(
    job: JobFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def analyse(match: Match, depth: str, progress: Callable[..., None], stop: Callable[[], bool]) -> Ledger:
        assert not stop()
        for told in ((0.25,), (3, 4), (1.0,)):
            progress(*told)
            seen.append(job.progress)
        return ledgers.plausible(match, depth)

    have(monkeypatch, analyse)
    found = unpack(analyse_record(TEXT, "deep", job.path))
    assert seen == [25, 75, 100]
    assert found == ledgers.plausible(ledgers.match_of(WHOLE), "deep")
    monkeypatch.setattr(citywright.analysis, "VERSION", 3, raising=False)
    assert current_version() == 3


@pytest.mark.parametrize("way", ["by its question", "by progress", "by an error of its own"])
def test_it_ends_soon_when_nobody_wants_it(job: JobFile, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    def analyse(match: Match, depth: str, progress: Callable[..., None], stop: Callable[[], bool]) -> Ledger:
        job.stop()
        assert stop()
        if way == "by progress":
            progress(0.5)
        elif way == "by an error of its own":
            raise LookupError
        return ledgers.plausible(match, depth)

    have(monkeypatch, analyse)
    with pytest.raises(Stopped):
        analyse_record(TEXT, "quick", job.path)


def test_an_error_of_the_analysis_is_not_hidden(job: JobFile, monkeypatch: pytest.MonkeyPatch) -> None:
    def analyse(*_: object, **__: object) -> Ledger:
        raise LookupError("no such city")

    have(monkeypatch, analyse)
    with pytest.raises(LookupError):
        analyse_record(TEXT, "quick", job.path)

"""Work spread over processes and over Ray: the same results everywhere, also when a process is killed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from citywright.lab import executors
from citywright.lab.executors import SpreadError, Workers, spread
from tests.lab import jobs

ROOT = Path(__file__).parents[2]
SQUARES = [(number, number * number) for number in range(10)]
PROCESS = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
several = pytest.mark.parametrize("count", [2, 3])


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("count", [None, 1, 2, 3, 20])
def test_the_same_results_however_many_at_a_time(count):
    assert sorted(spread(jobs.square, range(10), Workers(count))) == SQUARES


def test_nothing_to_do():
    assert list(spread(jobs.square, [], Workers(2))) == []


def test_one_at_a_time_is_done_here():
    assert list(spread(jobs.own_process, range(2))) == [(0, os.getpid()), (1, os.getpid())]


@several
def test_several_at_a_time_are_done_elsewhere(count):
    processes = {process for _, process in spread(jobs.own_process, range(30), Workers(count))}
    assert os.getpid() not in processes
    assert 1 <= len(processes) <= count
    assert not any(map(is_running, processes))


def test_a_result_is_given_when_it_is_there(tmp_path):
    go_on = tmp_path / "go on"
    results = spread(jobs.wait_for, [go_on, None], Workers(2))
    assert next(results)[0] == 1
    go_on.touch()
    assert next(results)[0] == 0
    results.close()


def test_jobs_are_taken_when_somebody_can_do_them():
    taken = []
    work = (taken.append(number) or number for number in range(100))
    results = spread(jobs.square, work, Workers(2))
    next(results)
    assert len(taken) <= 4
    results.close()


@several
def test_a_killed_process_changes_nothing(tmp_path, count):
    work = [(tmp_path, number) for number in range(10)]
    assert sorted(spread(jobs.die_at_first, work, Workers(count))) == SQUARES
    begun = {number: len((tmp_path / f"{number}").read_text()) for number in range(10)}
    assert begun == dict.fromkeys(range(10), 1) | {3: 2}, "only the job of the killed process is done again"


def test_a_job_that_always_kills_its_process_is_given_up(tmp_path):
    with pytest.raises(SpreadError, match=r"job 0 was begun 3 times.*signal 9"):
        list(spread(jobs.die, [tmp_path / "begun"], Workers(2)))
    assert len((tmp_path / "begun").read_text()) == 3


@pytest.mark.parametrize("count", [1, 2])
def test_an_error_is_raised_where_the_work_was_asked_for(count):
    with pytest.raises(ValueError, match="no 7") as caught:
        list(spread(jobs.fail, [7], Workers(count)))
    if count > 1:
        assert "jobs.py" in "".join(caught.value.__notes__)


def test_an_error_that_cannot_be_sent_is_told():
    with pytest.raises(RuntimeError, match="Unsendable: one"):
        list(spread(jobs.fail_unsendably, [7], Workers(2)))


def test_a_result_that_cannot_be_sent_is_an_error():
    with pytest.raises(Exception, match=r"[Pp]ickle"):
        list(spread(jobs.unsendable_result, [7], Workers(2)))


def test_who_stops_listening_stops_the_work():
    results = spread(jobs.process_then_wait, range(5), Workers(2))
    number, process = next(results)
    assert number == 0
    assert is_running(process)
    results.close()
    assert not is_running(process)


def test_an_interrupt_stops_everything_and_keeps_what_is_finished(tmp_path):
    words = ["simulate", "saint-malo", "--games", "100000", "--jobs", "2", "--records", "records"]
    command = [sys.executable, "-m", "citywright", *words]
    child = subprocess.Popen(
        command, cwd=tmp_path, env=PROCESS, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        while not list(tmp_path.glob("records/*.cwr")):
            assert child.poll() is None
            time.sleep(0.05)
        os.killpg(child.pid, signal.SIGINT)
        assert child.communicate(timeout=60)[1] == "citywright: interrupted\n"
    except BaseException:
        os.killpg(child.pid, signal.SIGKILL)  # it would play on beside all other tests
        child.communicate()
        raise
    assert child.returncode == 130
    left = sorted(tmp_path.glob("records/*"))
    assert {path.suffix for path in left} == {".cwr"}
    verify = [sys.executable, "-m", "citywright", "verify", *map(str, left[:3])]
    assert subprocess.run(verify, env=PROCESS, stdout=subprocess.DEVNULL, check=False).returncode == 0


SLOW_START = """
import os, sys
from citywright.lab.executors import Workers, spread

if __name__ == "__main__":
    print(sorted(spread(abs, range(3), Workers(2))))
else:  # imported by a process that is starting
    os.write(1, b"%d\\n" % os.getpid())  # at once: the other process writes here, too
    while not os.path.exists(sys.argv[1]):
        pass
"""


def test_a_process_that_is_just_starting_takes_no_notice_of_an_interrupt(tmp_path):
    """It would end with a traceback; ending is for the one who started it."""
    script, go_on = tmp_path / "slow_start.py", tmp_path / "go on"
    script.write_text(SLOW_START)
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, script, go_on], env=PROCESS, **streams) as child:
        for _ in range(2):
            os.kill(int(child.stdout.readline()), signal.SIGINT)
        go_on.touch()
        assert child.communicate(timeout=60) == ("[(0, 0), (1, 1), (2, 2)]\n", "")


# --- Ray ----------------------------------------------------------------------------------


def ray_session(*arguments):
    """What tests/lab/ray_session.py reports. Ray and we print nothing else, and warn of nothing."""
    command = [sys.executable, "-W", "error", "-m", "tests.lab.ray_session", *map(str, arguments)]
    child = subprocess.run(command, cwd=ROOT, env=PROCESS, capture_output=True, text=True, check=False)
    assert child.returncode == 0, child.stderr
    return child


def test_ray_on_this_machine(tmp_path):
    child = ray_session("local", tmp_path)
    assert child.stderr == ""
    report = json.loads(child.stdout)
    assert report["squares"] == [list(pair) for pair in SQUARES]
    assert (tmp_path / "3").read_text() == "..", "its process was killed once"
    assert report["usage_reports"] == "0"
    assert not report["still_connected"]


@pytest.mark.long
def test_ray_that_is_connected_already(tmp_path):
    child = ray_session("connected", tmp_path)
    assert child.stderr == ""
    report = json.loads(child.stdout)
    assert report["squares"] == [list(pair) for pair in SQUARES]
    assert report["error"] == "no 7"
    assert "could not do job 0 in 3 tries" in report["deadly"]
    assert len((tmp_path / "deadly").read_text()) == 3
    assert report["still_connected"]


@pytest.mark.long
def test_ray_on_two_machines(tmp_path):
    """A cluster of two nodes: both work, one of their processes is killed, and all comes to the same."""
    report = json.loads(ray_session("two", tmp_path).stdout)
    assert report["nodes"] == len(set(report["where"])) == 2
    assert report["squares"] == [list(pair) for pair in SQUARES]
    assert (tmp_path / "3").read_text() == ".."
    assert report["checksums"][0] == report["checksums"][1]
    here, there = (
        {path.relative_to(tmp_path / place): path.read_bytes() for path in files_below(tmp_path / place)}
        for place in ("here", "there")
    )
    assert here == there
    assert {Path("seats.json"), Path("export.json"), Path("states/part-00002.parquet")} < here.keys()


def files_below(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_cluster_that_is_not_there():
    with pytest.raises(SpreadError, match=r"the cluster 127.0.0.1:9 cannot be reached: .*refused"):
        list(spread(jobs.square, range(3), Workers(cluster="127.0.0.1:9")))


def test_another_version_on_the_cluster_is_refused():
    with pytest.raises(SpreadError, match="install the same on all of them"):
        executors._do_on_cluster("0.0.1", jobs.square, 2)
    assert executors._do_on_cluster(executors.__version__, jobs.square, 2) == 4

"""Work spread over processes of this machine or over a Ray cluster, for everything that plays many games.

A job is plain data that can be pickled: numbers, seeds, texts, never a state. A process that is killed takes
only its job with it, and that job is done again; so the results do not depend on where the work was done.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import signal
import socket
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from multiprocessing import connection, get_context, resource_tracker
from multiprocessing.connection import Connection
from typing import Any, Generic, NamedTuple, TypeVar

from citywright import __version__

TRIES = 3  # so often a job is begun whose process dies
LOCAL = "local"  # as the address of a cluster: one that Ray starts on this machine
PATIENCE = 5.0  # seconds for a process to end when it is asked to

Job = TypeVar("Job")
Result = TypeVar("Result")


class SpreadError(Exception):
    """The work cannot go on: a job that kills its processes, or a cluster that cannot be used."""


class Workers(NamedTuple):
    """Where work is done: `jobs` at a time, in processes, or on the Ray cluster with this address.

    One job at a time is done in this process. On a cluster, None is as many as it has cores.
    """

    jobs: int | None = None
    cluster: str | None = None


THIS_PROCESS = Workers(1)


def spread(
    function: Callable[[Job], Result], work: Iterable[Job], workers: Workers = THIS_PROCESS
) -> Iterator[tuple[int, Result]]:
    """Do every job; gives the number of each job, from 0, and its result, as they are finished.

    `function` is defined at the top of a module. What it raises is raised here, and ends the work.
    Jobs are taken from `work` when there is somebody to do them. Closing the iterator stops them all.
    """
    if workers.cluster is not None:
        return _on_cluster(function, work, workers.cluster, workers.jobs)
    if workers.jobs is not None and workers.jobs > 1:
        return _in_processes(function, work, workers.jobs)
    return ((number, function(job)) for number, job in enumerate(work))


# --- processes ------------------------------------------------------------------------


@dataclass
class _Task(Generic[Job]):
    number: int
    job: Job
    deaths: int = 0  # of processes that were doing it


class _Outcome(NamedTuple):
    result: Any
    error: Exception | None = None


class _Process:
    """A process that does one job after the other, and our end of the line to it."""

    def __init__(self) -> None:
        context = get_context("spawn")  # a fork would copy threads and locks of whoever calls us
        self.line, theirs = context.Pipe()
        self.child = context.Process(target=_do_jobs, args=(theirs,), daemon=True)
        with _interrupts_held_back():
            self.child.start()
        theirs.close()

    def stop(self, *, at_once: bool) -> None:
        """Ask the process to end: when it has nothing to do, or at once."""
        self.line.close()
        if at_once:
            self.child.terminate()

    def wait(self) -> int | None:
        """Wait until a process that was stopped has ended; returns its exit status."""
        self.child.join(PATIENCE)
        if self.child.exitcode is None:
            self.child.kill()
            self.child.join()
        status = self.child.exitcode
        self.child.close()
        return status


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """A process that is started here hears of no interrupt until it has said what to do about them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it is started with the first process, and lets interrupts through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _in_processes(
    function: Callable[[Job], Result], work: Iterable[Job], most: int
) -> Iterator[tuple[int, Result]]:
    tasks = (_Task(number, job) for number, job in enumerate(work))
    again: list[_Task[Job]] = []  # what a process died of
    busy: dict[Any, tuple[_Process, _Task[Job]]] = {}  # by their lines
    idle: list[_Process] = []
    processes: list[_Process] = []
    results: list[tuple[int, Result]] = []
    try:
        while True:
            while len(busy) < most and (task := again.pop() if again else next(tasks, None)) is not None:
                if not idle:
                    idle.append(_Process())
                    processes.append(idle[-1])
                process = idle.pop()
                busy[process.line] = process, task
                with contextlib.suppress(BrokenPipeError):  # it is dead: its line will tell
                    process.line.send((function, task.job))
            yield from results  # while all are at work
            if not busy:
                return
            results = []
            for line in connection.wait(list(busy)):
                process, task = busy.pop(line)
                try:
                    outcome: _Outcome = process.line.recv()
                except (EOFError, OSError):
                    processes.remove(process)
                    process.stop(at_once=True)
                    again.append(_after_death(task, process.wait()))
                    continue
                idle.append(process)
                if outcome.error is not None:
                    raise outcome.error
                results.append((task.number, outcome.result))
    finally:
        for process in processes:
            process.stop(at_once=process not in idle)
        for process in processes:
            process.wait()


def _after_death(task: _Task[Job], status: int | None) -> _Task[Job]:
    """The job once more, or SpreadError if too many processes died of it."""
    task.deaths += 1
    if task.deaths == TRIES:
        how = f"signal {-status}" if status is not None and status < 0 else f"exit status {status}"
        raise SpreadError(
            f"job {task.number} was begun {TRIES} times, and each time its process died ({how}); "
            "there may be too little memory for so many jobs at a time"
        )
    return task


def _do_jobs(line: Connection) -> None:
    """In the process: do what is asked for until nobody is there to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever gave us work is interrupted too, and ends us
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    with contextlib.suppress(EOFError, OSError), line:
        while True:
            try:
                function, job = line.recv()
            except (EOFError, OSError):
                return
            except Exception as error:  # noqa: BLE001  it names something that cannot be imported here
                line.send(_failed(error))
                continue
            line.send_bytes(_answer(function, job))


def _answer(function: Callable[[Any], Any], job: Any) -> bytes:
    """What became of a job, pickled."""
    try:
        return pickle.dumps(_Outcome(function(job)))
    except Exception as error:  # noqa: BLE001  whatever it is, it is raised where the work was asked for
        return pickle.dumps(_failed(error))


def _failed(error: Exception) -> _Outcome:
    """An error as it can be sent, with where it happened."""
    where = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  our own
    except Exception:  # noqa: BLE001  its own way to be pickled is wrong
        error = RuntimeError(f"{type(error).__name__}: {error}")
    error.add_note(f"In the process that did the job:\n{where}")
    return _Outcome(None, error)


# --- Ray ------------------------------------------------------------------------------


def _on_cluster(
    function: Callable[[Job], Result], work: Iterable[Job], address: str, most: int | None
) -> Iterator[tuple[int, Result]]:
    with _connected(address, most) as ray:
        do = ray.remote(num_cpus=1, max_retries=TRIES - 1)(_do_on_cluster)
        jobs = enumerate(work)
        under_way: dict[Any, int] = {}
        try:
            while True:
                # Two for each core, so that none waits for us; the cluster may have grown since.
                room = most or 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
                for number, job in islice(jobs, max(0, room - len(under_way))):
                    under_way[do.remote(__version__, function, job)] = number
                if not under_way:
                    return
                for finished in ray.wait(list(under_way))[0]:
                    number = under_way.pop(finished)
                    yield number, _result(ray, finished, number)
        finally:
            for unfinished in under_way:
                ray.cancel(unfinished, force=True)


def _do_on_cluster(version: str, function: Callable[[Job], Result], job: Job) -> Result:
    """On a machine of the cluster: do a job, by the same rules as everywhere."""
    if version != __version__:
        raise SpreadError(
            f"a machine of the cluster has citywright {__version__}, and here it is {version}: "
            "install the same on all of them"
        )
    return function(job)


def _result(ray: Any, finished: Any, number: int) -> Any:
    try:
        return ray.get(finished)
    except ray.exceptions.RayTaskError as error:
        cause = error.cause
        if isinstance(cause, Exception):
            cause.add_note(f"On the cluster:\n{error}")
            raise cause from None
        raise
    except ray.exceptions.RayError as error:
        raise SpreadError(f"the cluster could not do job {number} in {TRIES} tries: {error}") from None


@contextlib.contextmanager
def _connected(address: str, most: int | None) -> Iterator[Any]:
    """Ray, connected to a cluster; a connection that was there before is used and left as it was."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    # Ray prints on our standard output that a process died and its job is done again.
    os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".*")
    import ray

    if ray.is_initialized():
        yield ray
        return
    own = {"include_dashboard": False, "num_cpus": most} if address == LOCAL else {}
    try:
        _look_for(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **own)
    except (OSError, RuntimeError, ValueError) as error:
        raise SpreadError(f"the cluster {address} cannot be reached: {error}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


def _look_for(address: str) -> None:
    """OSError if nobody listens at HOST:PORT: Ray would look for minutes, and say less."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()

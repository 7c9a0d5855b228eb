"""Jobs for the tests of executors: other processes import them from here."""

import os
import signal
import time


class Unsendable(Exception):
    """Cannot be made again from what it was made of."""

    def __init__(self, first, second):
        super().__init__(first)


def square(number):
    return number * number


def own_process(_job):
    return os.getpid()


def die_at_first(job):
    """Note that the job was begun; the job 3 is killed when it is begun for the first time."""
    folder, number = job
    begun = folder / f"{number}"
    with begun.open("a") as file:
        file.write(".")
    if number == 3 and len(begun.read_text()) == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die(job):
    """Note that the job was begun, then be killed."""
    with job.open("a") as file:
        file.write(".")
    os.kill(os.getpid(), signal.SIGKILL)


def wait_for(job):
    """Wait until a file is there, if one is named."""
    while job is not None and not job.exists():
        time.sleep(0.01)
    return os.getpid()


def process_then_wait(number):
    """The first job tells its process; the others take longer than anybody waits."""
    if number:
        time.sleep(600)
    return os.getpid()


def fail(number):
    raise ValueError(f"no {number}")


def fail_unsendably(_number):
    raise Unsendable("one", "two")


def unsendable_result(_number):
    return lambda: None


def own_node(_job):
    """The node of a cluster that does this; it takes a while, so that others have something to do."""
    import ray

    time.sleep(0.2)
    return ray.get_runtime_context().get_node_id()

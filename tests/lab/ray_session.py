"""Work on a Ray cluster, in a process of its own; prints one JSON object: what came of it.

`python -m tests.lab.ray_session local|connected|two FOLDER`.
"""

import contextlib
import json
import os
import sys
from pathlib import Path

from citywright.engine.state import LOT
from citywright.lab.executors import SpreadError, Workers, spread
from citywright.lab.export.parts import Export, Settings
from citywright.lab.simulation import Series, simulate
from citywright.lab.studies import seats
from citywright.lab.studies.work import make
from tests.lab import jobs


def on_this_machine(folder):
    """A cluster that is started for the work and gone afterwards."""
    work = [(folder, number) for number in range(10)]
    report = {"squares": sorted(spread(jobs.die_at_first, work, Workers(2, "local")))}
    import ray

    return report | {
        "usage_reports": os.environ["RAY_USAGE_STATS_ENABLED"],
        "still_connected": ray.is_initialized(),
    }


def connected(folder):
    """A connection that is there is used, and stays."""
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_DEDUP_LOGS_SKIP_REGEX": ".*"}
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    workers = Workers(cluster="local")
    report = {"squares": sorted(spread(jobs.square, range(10), workers))}
    try:
        list(spread(jobs.fail, [7], workers))
    except ValueError as error:
        report["error"] = str(error)
    try:
        list(spread(jobs.die, [folder / "deadly"], workers))
    except SpreadError as error:
        report["deadly"] = str(error)
    report["still_connected"] = ray.is_initialized()
    ray.shutdown()
    return report


def on_two(folder):
    """Two nodes with a core each, as two machines would be."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    workers = Workers(cluster=cluster.address)
    work = [(folder, number) for number in range(10)]
    series = Series("saint-malo", ("random", "random"), 3, LOT)
    here_and_there, recorded = {"here": Workers(1), "there": workers}, records(folder)
    for name, each in here_and_there.items():
        export = Export(folder / name, Settings.of("parquet", with_states=True, part=2), recorded)
        list(export.make(each))
        make(seats, 1, 1, folder / name, workers=each, progress=lambda played, _: played)
    report = {
        "nodes": len(cluster.list_all_nodes()),
        "where": [node for _, node in spread(jobs.own_node, range(40), workers)],
        "squares": sorted(spread(jobs.die_at_first, work, workers)),
        "checksums": [simulate(series, 6, each)["checksum"] for each in here_and_there.values()],
    }
    cluster.shutdown()
    return report


def records(folder):
    """Five small records, and a file that is none."""
    small = sorted((Path(__file__).parents[1] / "records" / "saint-malo").glob("*.cwr"))
    (folder / "none.cwr").write_text("no record")
    return [*small[:5], folder / "none.cwr"]


if __name__ == "__main__":
    with contextlib.redirect_stdout(sys.stderr):
        report = {"local": on_this_machine, "connected": connected, "two": on_two}[sys.argv[1]](
            Path(sys.argv[2])
        )
    print(json.dumps(report))

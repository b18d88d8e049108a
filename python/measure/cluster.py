"""A verdict sweep on a Ray cluster of two nodes, one of which is killed in the middle, against the same on one machine.

    python python/measure/cluster.py --games FOLDER --limit 200

Prints whether the rows are the same, one by one.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludarium import jobs


def with_a_node_killed(work: Callable[[], Any], after: float | Callable[[], bool]) -> Any:
    """Does work on a cluster of two nodes; one is killed after so many seconds, or once something is so."""
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    doomed = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)

    def kill() -> None:
        if callable(after):
            while not after():
                time.sleep(0.1)
        else:
            time.sleep(after)
        print("a node is killed", flush=True)
        cluster.remove_node(doomed, allow_graceful=False)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    try:
        found = work()
        killer.join(60)
        assert not killer.is_alive(), "the work was done before the node was killed"
        # (It takes the cluster a while to notice a loss.)
        patience = time.monotonic() + 120
        while len([n for n in ray.nodes() if n["Alive"]]) > 1:
            assert time.monotonic() < patience, "the node is still there"
            time.sleep(1)
        return found
    finally:
        ray.shutdown()
        cluster.shutdown()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", required=True)
    parser.add_argument("--limit", type=int, default=200)
    parser.add_argument("--each", type=int, default=20)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        there_at = Path(folder) / "there"
        how = {"games_each": args.each, "most": 500, "limit": args.limit, "progress": False}
        begun = time.monotonic()
        middle = args.limit // 2
        there = with_a_node_killed(
            lambda: jobs.verdicts(args.games, there_at, ray="auto", **how),
            lambda: len(list(there_at.glob("*.parquet"))) >= middle,
        )
        print(f"on the cluster: {there.num_rows} rows, {time.monotonic() - begun:.0f} s", flush=True)
        begun = time.monotonic()
        here = jobs.verdicts(args.games, Path(folder) / "here", workers=1, **how)
        print(f"on one machine: {here.num_rows} rows, {time.monotonic() - begun:.0f} s")
        pairs = zip(here.to_pylist(), there.to_pylist())
        same = sum(a == b for a, b in pairs)
        errors = sum(1 for why in here.column("error").to_pylist() if why)
        print(f"{same} of {here.num_rows} rows are the same; {errors} rows are errors; equal tables: {here.equals(there)}")


if __name__ == "__main__":
    main()

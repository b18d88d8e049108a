"""How units of work are done: by a pool of processes or by Ray, with their rows kept as they come."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

Rows = list[dict[str, Any]]
Work = Callable[["Unit"], Rows]

#: A unit whose workers die so often is given up: its row says so.
ATTEMPTS = 4


@dataclass(frozen=True)
class Unit:
    """One small piece of a job. What it gives depends on what is written here and on nothing else."""

    kind: str
    game: str
    settings: dict[str, Any] = field(default_factory=dict)

    def key(self) -> str:
        """The same for the same unit, on every machine."""
        text = json.dumps(asdict(self), sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


class Progress(Protocol):
    """Told when units are done (tqdm is one)."""

    def update(self, n: int = 1) -> Any: ...


def run(
    units: Sequence[Unit],
    work: Work,
    schema: pa.Schema,
    out: str | os.PathLike[str],
    ray: str | None = None,
    workers: int | None = None,
    progress: bool = True,
) -> pa.Table:
    """Does all units that are not done yet, and gives the rows of all, in the order of the units.

    `ray` is the address of a cluster (`auto` for the one that runs, `local` to start one); without it the units are done by
    `workers` processes of this machine (1: in this very process).
    """
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    missing = [unit for unit in units if not _file(folder, unit).exists()]
    # An equal unit is done once.
    missing = list({unit.key(): unit for unit in missing}.values())
    with _bar(len(units), progress) as bar:
        bar.update(len(units) - len(missing))
        done = _on_ray(missing, work, ray) if ray else _in_processes(missing, work, workers)
        for unit, rows in done:
            _keep(folder, unit, rows, schema)
            bar.update(1)
    return _gather(folder, units, schema)


def read(out: str | os.PathLike[str]) -> pa.Table:
    """All rows of a data set."""
    files = sorted(str(path) for path in Path(out).glob("*.parquet"))
    return ds.dataset(files).to_table()


def _file(folder: Path, unit: Unit) -> Path:
    return folder / f"{unit.kind}-{unit.key()}.parquet"


def _keep(folder: Path, unit: Unit, rows: Rows, schema: pa.Schema) -> None:
    """Writes the rows of a unit, all or nothing."""
    path = _file(folder, unit)
    unfinished = path.with_suffix(".unfinished")
    pq.write_table(pa.Table.from_pylist(rows, schema), unfinished)
    os.replace(unfinished, path)


def _gather(folder: Path, units: Sequence[Unit], schema: pa.Schema) -> pa.Table:
    tables = [pq.read_table(_file(folder, unit)) for unit in units]
    return pa.concat_tables(tables) if tables else schema.empty_table()


class _Silent:
    def update(self, n: int = 1) -> None:
        """Nobody looks."""

    def __enter__(self) -> _Silent:
        return self

    def __exit__(self, *_: object) -> None:
        return None


def _bar(total: int, wanted: bool) -> Any:
    if not wanted:
        return _Silent()
    from tqdm.auto import tqdm

    return tqdm(total=total, unit="unit")


def do(work: Work, unit: Unit) -> Rows:
    """One unit; what goes wrong in it is a row with an error."""
    try:
        return work(unit)
    except Exception as why:
        return [_failed(unit, f"{type(why).__name__}: {why}")]


def _failed(unit: Unit, why: str) -> dict[str, Any]:
    return {"game": unit.game, "error": why, **{k: v for k, v in unit.settings.items() if k in ("option", "seed")}}


def _in_processes(units: Sequence[Unit], work: Work, workers: int | None) -> Iterator[tuple[Unit, Rows]]:
    count = workers or os.cpu_count() or 1
    if count <= 1:
        for unit in units:
            yield unit, do(work, unit)
        return
    left = list(units)
    attempts: dict[str, int] = {}
    # A killed process breaks its whole pool: what was not done is given to a new one.
    while left:
        finished: set[str] = set()
        with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
            try:
                # Few units are handed out at a time, so that a killed worker takes few with it.
                queue = iter(left)
                open_: dict[Any, Unit] = {}
                for unit in queue:
                    open_[pool.submit(do, work, unit)] = unit
                    if len(open_) < count:
                        continue
                    yield from _finished(open_, finished)
                while open_:
                    yield from _finished(open_, finished)
            except BrokenProcessPool:
                for unit in open_.values():
                    attempts[unit.key()] = attempts.get(unit.key(), 0) + 1
        left = [unit for unit in left if unit.key() not in finished]
        for unit in [unit for unit in left if attempts.get(unit.key(), 0) >= ATTEMPTS]:
            left.remove(unit)
            yield unit, [_failed(unit, f"its worker died {ATTEMPTS} times")]


def _finished(open_: dict[Any, Unit], finished: set[str]) -> Iterator[tuple[Unit, Rows]]:
    """Waits for one of the open units."""
    done, _ = wait(open_, return_when=FIRST_COMPLETED)
    for future in done:
        rows = future.result()
        unit = open_.pop(future)
        finished.add(unit.key())
        yield unit, rows


def _on_ray(units: Sequence[Unit], work: Work, address: str) -> Iterator[tuple[Unit, Rows]]:
    import ray

    if not ray.is_initialized():
        ray.init(address=None if address == "local" else address, log_to_driver=False)
    # Ray gives the work of a lost worker or node to another one by itself.
    remote = ray.remote(max_retries=ATTEMPTS, num_cpus=1)(do)
    shared = ray.put(work)
    queue = iter(units)
    open_: dict[Any, Unit] = {}
    most = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))  # type: ignore[no-untyped-call]
    for unit in queue:
        open_[remote.remote(shared, unit)] = unit
        if len(open_) >= most:
            yield from _ready(ray, open_)
    while open_:
        yield from _ready(ray, open_)


def _ready(ray: Any, open_: dict[Any, Unit]) -> Iterator[tuple[Unit, Rows]]:
    done, _ = ray.wait(list(open_), num_returns=1)
    for reference in done:
        unit = open_.pop(reference)
        try:
            yield unit, ray.get(reference)
        except ray.exceptions.RayError as why:
            yield unit, [_failed(unit, f"its workers died: {type(why).__name__}")]

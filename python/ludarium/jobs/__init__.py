"""Large jobs: many small units of work, on the cores of this machine or on a Ray cluster.

Every job is a list of units, each of which gives the same rows wherever and whenever it is done. The rows of a unit are one
file of a Parquet data set, so that a broken-off job goes on where it stopped, and the data set is the same whatever the number
of workers. A worker that is killed costs the unit it was working on, which is done again.

>>> from ludarium import jobs
>>> jobs.playouts(["hex", "oware"], "results/", games=100)  # doctest: +SKIP

The same on the command line: `python -m ludarium.jobs playouts --games hex oware --out results/`.
"""

from .kinds import concepts, match, playouts, reconstruct, selfplay, sprt, swiss, verdicts
from .running import Progress, Unit, read, run

__all__ = [
    "Progress", "Unit", "concepts", "match", "playouts", "read", "reconstruct", "run", "selfplay", "sprt", "swiss",
    "verdicts",
]

"""Large jobs, made small: the same rows whatever the number of workers, after a break, and after a murder."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

import ludarium as lud

pytest.importorskip("pyarrow", reason="skipped: pyarrow is not installed")
from ludarium import jobs  # noqa: E402
from ludarium.jobs import running  # noqa: E402
from ludarium.jobs.__main__ import main  # noqa: E402
from ludarium.jobs.kinds import SCHEMAS, rulesets  # noqa: E402

GAMES = ["tic-tac-toe", "hex", "pig"]


def test_rows_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    one = jobs.playouts(GAMES, tmp_path / "one", games_each=60, chunk=20, workers=1, progress=False)
    two = jobs.playouts(GAMES, tmp_path / "two", games_each=60, chunk=20, workers=2, progress=False)
    assert one.num_rows == 180 and one.equals(two)
    assert jobs.read(tmp_path / "two").num_rows == 180, "it is one data set"


def test_a_job_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = jobs.verdicts(GAMES, tmp_path, games_each=20, workers=1, progress=False)
    files = sorted(tmp_path.glob("*.parquet"))
    stamps = {f.name: f.stat().st_mtime_ns for f in files}
    files[1].unlink()
    again = jobs.verdicts(GAMES, tmp_path, games_each=20, workers=1, progress=False)
    assert again.equals(whole)
    same = [f for f in sorted(tmp_path.glob("*.parquet")) if stamps[f.name] == f.stat().st_mtime_ns]
    assert len(same) == len(files) - 1, "only what was missing was done again"


def die_once(unit: running.Unit) -> list[dict[str, Any]]:
    """A unit whose first worker is killed in the middle."""
    mark = Path(unit.settings["mark"])
    if unit.settings["deadly"] and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return [{"game": unit.game, "option": "", "error": None, "concept": "n", "value": float(unit.settings["n"])}]


def test_a_killed_worker_costs_only_its_unit(tmp_path: Path) -> None:
    mark = str(tmp_path / "mark")
    units = [jobs.Unit("concepts", "hex", {"n": n, "deadly": n == 2, "mark": mark}) for n in range(6)]
    table = jobs.run(units, die_once, SCHEMAS["concepts"], tmp_path / "out", workers=2, progress=False)
    assert table.column("value").to_pylist() == [0, 1, 2, 3, 4, 5] and os.path.exists(mark)
    assert table.column("error").null_count == 6


def test_what_goes_wrong_is_a_row(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.lud"
    wrong.write_text('(game "Wrong" (players 2) (equipment {(board (square 3))}) (rules (play (move Lime))))')
    table = jobs.concepts([str(wrong), "hex"], tmp_path / "out", workers=1, progress=False)
    rows = table.to_pylist()
    assert "GameError" in rows[0]["error"] and all(row["error"] is None for row in rows[1:])


def test_tournaments_give_one_rating(tmp_path: Path) -> None:
    players = ["uct@iterations=100", "uct@iterations=5", "random"]
    table, rated = jobs.match(["tic-tac-toe", "hex"], players, tmp_path / "all", games_each=4, workers=1, progress=False)
    assert table.num_rows == 24 and [r.player for r in rated][-1] == "random"
    assert sum(r.games for r in rated) == 48
    _, rated = jobs.swiss("tic-tac-toe", players, tmp_path / "swiss", games_each=4, workers=1, progress=False)
    assert rated[0].player != "random"
    _, said = jobs.sprt("tic-tac-toe", ("uct@iterations=100", "random"), tmp_path / "sprt", workers=1, progress=False)
    assert said == "accept"


def test_selfplay_keeps_what_a_learner_needs(tmp_path: Path) -> None:
    table = jobs.selfplay("tic-tac-toe", tmp_path, "uct@iterations=50", games_each=2, observations=True, workers=1, progress=False)
    rows = table.to_pylist()
    game = lud.load("tic-tac-toe")
    state = game.start(1)
    for row in [row for row in rows if row["seed"] == 1]:
        assert dict(state.actions())[row["action"]] == row["move"] and len(row["observation"]) == game.observation_size
        assert len(row["visits"]) == len(row["candidates"])
        state.play_action(row["action"])
    assert max(sum(row["visits"]) for row in rows) >= 50
    assert state.is_over and {row["result"] for row in rows} <= {-1.0, 0.0, 1.0}


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out")
    assert main(["verdicts", "--games", "tic-tac-toe", "--out", out, "--each", "20", "--workers", "1", "--quiet"]) == 0
    assert "1 rows" in capsys.readouterr().out
    assert main(["match", "--games", "hex", "--players", "random", "uct@iterations=20", "--each", "2", "--out", out,
                 "--workers", "1", "--quiet"]) == 0
    assert "uct@iterations=20" in capsys.readouterr().out


def test_variants_are_rulesets_of_their_own() -> None:
    assert rulesets(["hex"]) == [("hex", "")]


def test_a_cluster_that_loses_a_node(tmp_path: Path) -> None:
    """The same rows as on one machine, with a node of a Ray cluster killed in the middle."""
    pytest.importorskip("ray", reason="skipped: Ray is not installed")
    if not os.environ.get("LUDARIUM_RAY"):
        pytest.skip("skipped: set LUDARIUM_RAY=1 to run a cluster (python/measure/cluster.py does it with 200 rulesets)")
    from cluster import with_a_node_killed  # type: ignore[import-not-found]

    here = jobs.verdicts(GAMES * 1, tmp_path / "here", games_each=20, workers=1, progress=False)
    there = with_a_node_killed(lambda: jobs.verdicts(GAMES, tmp_path / "there", games_each=20, ray="auto", progress=False), 1.0)
    assert there.equals(here)

"""The peers' own test suites, on games of every shape. All games: `python/measure/peers.py`."""

import contextlib
import io
import random
import time

import numpy as np
import pytest

import ludarium as lud

pytest.importorskip("pettingzoo", reason="skipped: PettingZoo is not installed")
import gymnasium  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test  # noqa: E402

import ludarium.gymnasium as single  # noqa: E402
import ludarium.pettingzoo as zoo  # noqa: E402

#: Placing, moving, stacks, dice, sowing, several players, all at once, seats that change, puzzles, one player.
SHAPES = ["hex", "chess", "lasca", "backgammon", "oware", "chinese-checkers", "rock-paper-scissors", "pachisi", "sudoku",
          "fifteen-puzzle", "tron", "quarto"]
SEED = int(time.time())
DRAWN = random.Random(SEED).sample([key for key, _ in lud.games() if key not in SHAPES], 6)
GAMES = SHAPES + DRAWN


@pytest.fixture(autouse=True)
def quiet() -> object:
    print(f"games drawn with seed {SEED}: {DRAWN}")
    with contextlib.redirect_stdout(io.StringIO()):
        yield


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo(name: str) -> None:
    game = lud.load(name)
    api_test(zoo.env(game), num_cycles=40)
    parallel_api_test(zoo.parallel_env(game), num_cycles=40)
    seed_test(lambda: zoo.env(game), num_cycles=40)
    max_cycles_test(zoo.module(game))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", GAMES)
def test_gymnasium(name: str) -> None:
    check_env(single.GameEnv(lud.load(name), max_moves=200))


@pytest.mark.parametrize("name", GAMES)
def test_openspiel(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="skipped: OpenSpiel is not installed")
    import ludarium.openspiel as spiel

    game = pyspiel.load_game(spiel.game_string(name, max_moves=40))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_registered_games_are_made_by_name() -> None:
    env = gymnasium.make("ludarium/Tic-Tac-Toe-v1", opponents="uct@iterations=50", agent=1)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen) and seen["action_mask"].sum() == 8
    vector = single.make_vec("tic-tac-toe", 8, agent=1)
    seen, _ = vector.reset(seed=1)
    assert (seen["action_mask"].sum(1) == 8).all(), "the first player has moved"
    assert (vector.batch.agents == 1).all()


def test_an_illegal_action_ends_a_game() -> None:
    env = zoo.env("hex")
    env.reset(seed=1)
    env.step(0)
    assert env.terminations == {"player_0": True, "player_1": True} and env.rewards["player_0"] == -1.0


def test_our_players_play_in_pettingzoo() -> None:
    env = zoo.env("tic-tac-toe")
    env.reset(seed=1)
    policies = {"player_0": zoo.player(env, "uct@iterations=300"), "player_1": zoo.player(env, lambda s: s.legal_moves()[-1])}
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, broken, _ = env.last()
        totals[agent] += reward
        env.step(None if over or broken else policies[agent](agent))
    assert totals["player_0"] >= 0
    together = zoo.parallel_env("rock-paper-scissors")
    together.reset(seed=1)
    ask = zoo.player(together, "random")
    _, rewards, over, _, _ = together.step({agent: ask(agent) for agent in together.agents})
    assert all(over.values()) and sum(rewards.values()) == 0


def test_our_players_play_at_openspiels_tables() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="skipped: OpenSpiel is not installed")
    import ludarium.openspiel as spiel

    game = pyspiel.load_game("ludarium(game=tic-tac-toe)")
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    ours = spiel.GameBot(game, 0, "uct@iterations=300")
    theirs = pyspiel.make_uniform_random_bot(1, 7)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action((ours, theirs)[state.current_player()].step(state))
    assert state.returns()[0] >= 0


def test_throws_are_chance_nodes() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="skipped: OpenSpiel is not installed")
    import ludarium.openspiel  # noqa: F401

    game = pyspiel.load_game("ludarium(game=backgammon)")
    state = game.new_initial_state()
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 36 and np.isclose(sum(p for _, p in outcomes), 1)
    texts = {state.action_to_string(action) for action, _ in outcomes}
    assert len(texts) == 36 and any(text.endswith("6 6") for text in texts)

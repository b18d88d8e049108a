"""Batches: what they write, and that they play as states do. (That they do so in every game, the Rust tests show.)"""

import numpy as np
import pytest

import ludarium as lud


@pytest.mark.parametrize("name", ["breakthrough", "backgammon", "chess", "rock-paper-scissors", "sudoku", "chinese-checkers"])
def test_masks_hold_what_is_legal_and_names_lead_back(name: str) -> None:
    env = lud.batch(name, n=6, seed=4)
    observations, masks = env.reset()
    assert env.observations is observations and env.masks is masks, "arrays are filled in place"
    for _ in range(30):
        actions = env.sample()
        rows, flat = masks.reshape(-1, env.game.num_actions), actions.reshape(-1)
        assert rows[np.arange(len(flat)), flat].all()
        if actions.ndim == 1:
            assert all(env.describe(i, a) for i, a in enumerate(actions))
        env.step(actions)
        assert env.illegal == 0 and np.isfinite(observations).all()


def test_the_same_seed_plays_the_same_games_on_any_number_of_threads() -> None:
    def course(threads: int) -> list[bytes]:
        env = lud.batch("reversi", n=9, seed=7, threads=threads)
        env.reset()
        out = []
        for _ in range(80):
            env.step(env.sample())
            out.append(env.observations.tobytes() + env.masks.tobytes() + env.rewards.tobytes())
        return out

    assert course(1) == course(3)


def test_games_end_and_begin_again() -> None:
    env = lud.batch("tic-tac-toe", n=16, seed=1)
    env.reset()
    ended = 0
    for _ in range(40):
        _, rewards, terminated, truncated = env.step(env.sample())
        ended += int(terminated.sum())
        assert (rewards.sum(1) == 0).all() and not rewards[~terminated].any() and not truncated.any()
        assert (env.masks[:, 3:].sum(1) > 0).all()
    assert ended > 16 * 4


def test_what_is_not_legal_loses_and_what_is_left_alone_stays() -> None:
    env = lud.batch("hex", n=3, seed=1)
    env.reset()
    before = env.observations.copy()
    _, rewards, terminated, truncated = env.step(np.array([0, -1, env.game.num_actions + 5]))
    assert env.illegal == 2 and rewards.tolist() == [[-1, 0], [0, 0], [-1, 0]]
    assert truncated.tolist() == [True, False, True] and not terminated.any()
    assert (env.observations == before).all(), "two began anew, one stayed as it was"


def test_games_are_broken_off_where_wanted() -> None:
    env = lud.batch("chess", n=2, seed=1, max_moves=5)
    env.reset()
    broken = [env.step(env.sample())[3].tolist() for _ in range(10)]
    assert [all(step) for step in broken] == [False, False, False, False, True] * 2


def test_memory_is_shared_with_other_libraries() -> None:
    env = lud.batch("hex", n=2, seed=1)
    env.reset()
    shared = np.from_dlpack(env.observations)
    env.step(env.sample())
    assert np.shares_memory(shared, env.observations) and (shared == env.observations).all()


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError):
        lud.batch("hex", n=0)
    env = lud.batch("hex", n=2)
    env.reset()
    with pytest.raises(ValueError, match="2 actions are wanted"):
        env.step(np.array([3]))


def test_actions_have_a_way_back_to_moves() -> None:
    state = lud.load("chess").start()
    for action, name in state.actions():
        assert state.game.action_name(action) == name
    state = lud.load("chess").start()
    for move in ["e2-e4", "d7-d5", "e4-d5", "d8-d5", "b1-c3", "d5-a5"]:
        state.play(move)
    assert dict((name, action) for action, name in state.actions())["f1-b5"] == 3 + 64 + 5 * 64 + 33


def test_a_hidden_piece_is_not_seen() -> None:
    game = lud.load("""(game "Secret" (players 2)
        (equipment {(board (square 3)) (piece "A" Each) (piece "B" Each)})
        (rules (play (or (move Add (piece (id "A" Mover)) (to (sites Empty)) (then (set Hidden What at:(last To) to:Next)))
                         (move Add (piece (id "B" Mover)) (to (sites Empty)) (then (set Hidden What at:(last To) to:Next)))))
            (end (if (is Full) (result Mover Draw)))))""")
    assert game.has_hidden_information
    seen = []
    for piece in ("A", "B"):
        state = game.start()
        state.play(next(m for m in state.legal_moves() if m.startswith("b2") and m.endswith(f"={piece}")))
        seen.append([state.observe(agent) for agent in (0, 1)])
    assert (seen[0][1] == seen[1][1]).all(), "the other does not know which it is"
    assert (seen[0][0] != seen[1][0]).any(), "the owner does"

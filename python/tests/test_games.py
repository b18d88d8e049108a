"""Games and states, as somebody at a prompt uses them."""

import copy
import pickle
import signal
import threading
import time

import pytest

import ludarium as lud

DISC = """(game "Three" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


def test_a_game_of_hex_from_the_prompt() -> None:
    game = lud.load("hex", options=["Board Size/7x7"])
    assert game.num_players == 2 and game.id == "Hex-v1"
    state = game.start(seed=1)
    assert len(state.legal_moves()) == 49
    state.play("d4")
    assert state.mover == 2 and state.history() == ["d4"]
    assert state.undo() and not state.undo()
    while not state.is_over:
        state.play(0)
    outcome = state.outcome()
    assert outcome is not None and outcome["winner"] in (1, 2) and not outcome["draw"]
    assert sorted(state.returns()) == [-1.0, 1.0]


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    state = lud.load("chess").start()
    before = state.copy()
    for wrong in ("e2-e5", 999):
        with pytest.raises(lud.IllegalMove):
            state.play(wrong)
    with pytest.raises(lud.IllegalMove):
        state.play_action(0)
    with pytest.raises(TypeError):
        state.play(1.5)  # type: ignore[arg-type]
    assert state == before


def test_mistakes_come_with_the_whole_diagnosis() -> None:
    with pytest.raises(lud.GameError, match='did you mean "Hex"'):
        lud.load("hexx")
    with pytest.raises(lud.GameError) as caught:
        lud.load(DISC.replace("is Line", "is Lime"))
    assert "^^^^" in str(caught.value) and "is Line" in str(caught.value)
    with pytest.raises(FileNotFoundError):
        lud.load("nowhere/at/all.lud")
    with pytest.raises(lud.GameError, match="Board Size"):
        lud.load("hex", options=["Board Size/7x8"])


@pytest.mark.parametrize("name", ["chess", "backgammon", "lasca", "rock-paper-scissors", "sudoku", "go"])
def test_states_pickle_copy_and_compare(name: str) -> None:
    state = lud.load(name).start(seed=3)
    for _ in range(5):
        if state.num_legal_moves:
            state.play(state.num_legal_moves // 2)
    again = pickle.loads(pickle.dumps(state))
    assert again == state and hash(again) == hash(state) and copy.deepcopy(state) == state
    assert again.legal_moves() == state.legal_moves() and again.game == state.game
    if state.num_legal_moves > 1:
        again.play(0)
        assert again != state
        state.play(0)
        assert again == state, "it goes on as it would have"


def test_pictures_and_rules_for_notebooks() -> None:
    game = lud.load("oware")
    assert game.start()._repr_svg_().startswith("<svg")
    assert "player 1 to move" in game.start()._repr_html_()
    assert "sow" in game.rules() and "<svg" in game._repr_html_()
    assert game.rules("markdown").startswith("#")
    with pytest.raises(ValueError):
        game.rules("pdf")


def test_concepts_verdict_and_playouts() -> None:
    assert lud.concepts(lud.load("backgammon"))["Dice"] == 1.0
    found = lud.verdict("tic-tac-toe", games=40, progress=True)
    assert found == lud.verdict("tic-tac-toe", games=40), "the seed decides"
    assert found["games"] <= 40 and any(f["check"] == "balance" for f in found["findings"])
    played = lud.playouts("hex", 5, seed=2)
    assert played == lud.playouts("hex", 5, seed=2) and all(sorted(ranks) == [1.0, 2.0] for _, ranks in played)


def test_a_reconstruction_is_playable() -> None:
    holes = DISC.replace("(square 3)", "(square 8)").replace("(if (is Line 3) (result Mover Win))", "[#]")
    proposals = lud.reconstruct(holes, results=1, seconds=20)
    assert proposals and proposals[0]["donors"]
    assert lud.load(proposals[0]["text"]).start().legal_moves()


def test_players_and_functions_meet() -> None:
    def first(state: lud.State) -> str:
        return state.legal_moves()[0]

    found = lud.match("tic-tac-toe", ["uct@iterations=200", first], games=6, seed=1)
    assert found.points()[0] > 0.6 and [r.player for r in found.ratings()][0] == "uct@iterations=200"
    again = lud.match("tic-tac-toe", ["uct@iterations=200", first], games=6, seed=1)
    assert [g.moves for g in again.played] == [g.moves for g in found.played]
    lost = lud.match("tic-tac-toe", ["random", lambda state: "z9"], games=2)
    assert lost.points() == [1.0, 0.0] and all(g.ended.startswith("forfeit") for g in lost.played)
    both = lud.match("rock-paper-scissors", ["random", first], games=4)
    assert all(game.ended == "over" for game in both.played)


def test_ctrl_c_stops_a_long_thought() -> None:
    state = lud.load("go").start()
    player = lud.Player(state.game, "uct", seconds=60)
    threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        player.think(state)
    assert time.monotonic() - begun < 20


def test_ctrl_c_stops_a_reconstruction() -> None:
    threading.Timer(0.15, lambda: signal.raise_signal(signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        # (A quiet machine is through with one before the key is pressed.)
        while time.monotonic() - begun < 60:
            lud.reconstruct(DISC.replace("(if (is Line 3) (result Mover Win))", "[#]"), results=1000, seconds=300)
    assert time.monotonic() - begun < 60


def test_other_threads_go_on_while_a_player_thinks() -> None:
    counted = 0
    state = lud.load("hex").start()

    def think() -> None:
        lud.Player(state.game, "uct", seconds=1).think(state)

    thread = threading.Thread(target=think)
    thread.start()
    while thread.is_alive():
        counted += 1
        time.sleep(0.001)
    assert counted > 50


def test_ratings_find_the_order_and_intervals_hold_it() -> None:
    results = [(0, 1, 1.0)] * 8 + [(0, 1, 0.0)] * 2 + [(1, 2, 1.0)] * 7 + [(1, 2, 0.0)] * 3 + [(0, 2, 1.0)] * 9 + [(0, 2, 0.0)]
    rated = lud.ratings(["a", "b", "c"], results)
    assert [r.player for r in rated] == ["a", "b", "c"]
    assert all(r.low < r.elo < r.high for r in rated) and abs(sum(r.elo for r in rated)) < 1e-6
    test = lud.Sprt(0, 50)
    assert test.verdict([1.0] * 60 + [0.0] * 20) == "accept"
    assert test.verdict([1.0, 0.0] * 300) == "reject"
    assert test.verdict([1.0, 0.0]) == "open"

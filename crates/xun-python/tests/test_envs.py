"""Environments: the checks of PettingZoo and Gymnasium, and agreement with boards and paths."""

import numpy as np
import pytest

import xun
from xun import envs


@pytest.fixture(params=["xiangqi", "gomoku", "renju"])
def board(request):
    if request.param == "xiangqi":
        return xun.xiangqi.Board()
    return xun.gomoku.Board(9, "renju" if request.param == "renju" else "freestyle")


def test_states_agree_with_boards(board):
    state = envs.State(board)
    generator = np.random.default_rng(7)
    for _ in range(120):
        if state.is_terminal():
            assert sorted(state.returns()) in ([-1.0, 1.0], [0.0, 0.0])
            assert state.current_player() == -4 and state.legal_actions() == []
            break
        actions = state.legal_actions()
        names = {state.action_to_string(action) for action in actions}
        assert names == {str(move) for move in state.board.legal_moves}
        assert state.legal_actions_mask().sum() == len(actions)
        action = int(generator.choice(actions))
        assert state.string_to_action(state.action_to_string(action)) == action
        twin = state.clone()
        state.apply_action(action)
        assert state.board.move_stack[:-1] == twin.board.move_stack
        assert str(state.board.peek()) == twin.action_to_string(action)
    with pytest.raises(ValueError):
        state.apply_action(-1)
    with pytest.raises(ValueError):
        envs.State("start")


@pytest.mark.parametrize(
    "game,rule",
    [
        ("xiangqi", "freestyle"),
        ("gomoku", "freestyle"),
        ("gomoku", "standard"),
        ("gomoku", "renju"),
        ("gomoku", "caro"),
        ("gomoku", "caro-exact"),
    ],
)
def test_batches_step_like_single_boards(game, rule):
    boards = envs.Boards(game, 8, size=7, rule=rule, seed=5)
    singles = [envs.State(boards.board(number)) for number in range(8)]
    for _ in range(60 if game == "xiangqi" else 150):
        actions = boards.sample()
        masks = boards.action_masks()
        for number, (state, action) in enumerate(zip(singles, actions)):
            assert np.array_equal(masks[number], state.legal_actions_mask())
            state.apply_action(int(action))
        rewards, ended = boards.step(actions)
        for number, state in enumerate(singles):
            assert bool(ended[number]) == state.is_terminal()
            if ended[number]:
                # The reward is the mover's; the side to move now is the other one.
                first_moved = len(state.board.move_stack) % 2 == 1
                assert rewards[number] == state.returns()[0 if first_moved else 1]
                singles[number] = envs.State(boards.board(number))
            else:
                assert boards.board(number) == state.board


def test_bad_actions_change_nothing():
    boards = envs.Boards("gomoku", 3, size=7)
    for actions in ([0, 1], [0, 1, 99], [0, 1, -1], [0.5, 1.0, 2.0], [[0, 1, 2]]):
        with pytest.raises(ValueError):
            boards.step(actions)
    assert all(boards.board(number).ply == 0 for number in range(3))
    for arguments in (("chess", 3), ("gomoku", 0), ("gomoku", 10**12)):
        with pytest.raises((ValueError, OverflowError)):
            envs.Boards(*arguments)
    with pytest.raises(ValueError):
        boards.board(5)


@pytest.mark.parametrize("make", [envs.xiangqi, lambda: envs.gomoku(7), lambda: envs.gomoku(9, "renju")])
def test_pettingzoo(make):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    api_test(make(), num_cycles=200, verbose_progress=False)
    seed_test(make, num_cycles=50)


def test_a_game_of_agents_gives_the_result():
    pytest.importorskip("pettingzoo")
    env = envs.gomoku(5)
    env.reset(seed=1)
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        rewards[agent] = reward
        if termination or truncation:
            env.step(None)
            continue
        # The first free point: Black fills the bottom row's odd places and so on.
        env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert sum(rewards.values()) == 0


@pytest.mark.parametrize("name", ["Maze", "Supply"])
def test_gymnasium(name):
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    check_env(getattr(envs, name)(), skip_render_check=True)


def follow(env, map):
    """The return of walking a cheapest path."""
    path = xun.grid.find_path(map)
    steps = {(-1, 0): 0, (1, 0): 1, (0, -1): 2, (0, 1): 3}
    env.reset()
    total, ended = 0.0, False
    for down, right in np.diff(path.cells, axis=0).tolist():
        assert not ended
        _, reward, ended, _, _ = env.step(steps[down, right])
        total += reward
    return total, ended, path


@pytest.mark.parametrize("name,kind", [("Maze", "rooms"), ("Supply", "comb"), ("Supply", "ladder")])
def test_the_best_return_is_the_path(name, kind):
    pytest.importorskip("gymnasium")
    map = xun.grid.Map.generate(kind, 12, 20, seed=3)
    total, ended, path = follow(getattr(envs, name)(map), map)
    assert ended and total == -path.steps


def test_starving_ends():
    pytest.importorskip("gymnasium")
    env = envs.Supply(xun.grid.Map.parse("tank 2\nS....*....G\n"))
    env.reset()
    assert env.step(3)[2] is False
    _, reward, ended, _, _ = env.step(3)
    assert ended and reward < -10


@pytest.mark.parametrize("name", ["Maze", "Supply"])
def test_vectors_step_like_single_ones(name):
    pytest.importorskip("gymnasium")
    kind = "maze" if name == "Maze" else "comb"
    map = xun.grid.Map.generate(kind, 9, 13, seed=2)
    many = getattr(envs, name + "Vector")(5, map, longest=40)
    singles = [getattr(envs, name)(map, longest=40) for _ in range(5)]
    first, _ = many.reset(seed=1)
    for env, row in zip(singles, first):
        assert np.array_equal(env.reset()[0], row)
    done = [False] * 5
    generator = np.random.default_rng(3)
    for _ in range(200):
        actions = generator.integers(0, 4, size=5)
        observations, rewards, ends, cuts, _ = many.step(actions)
        assert observations.shape == (5, 30) and many.observation_space.contains(observations)
        for number, env in enumerate(singles):
            if done[number]:
                observation, done[number] = env.reset()[0], False
                assert rewards[number] == 0 and not ends[number] and not cuts[number]
            else:
                observation, reward, end, cut, _ = env.step(int(actions[number]))
                assert (reward, end, cut) == (rewards[number], ends[number], cuts[number])
                done[number] = end or cut
            assert np.array_equal(observation, observations[number])
    with pytest.raises(ValueError):
        many.step(np.full(5, 9))


def test_a_state_follows_its_board():
    """Legal actions are those of the board, however it changed; the list is the caller's."""
    board = xun.gomoku.Board(7)
    state = envs.State(board)
    generator = np.random.default_rng(2)
    for number in range(200):
        actions = state.legal_actions()
        names = [state.action_to_string(action) for action in actions]
        assert names == [str(move) for move in board.legal_moves]
        actions.clear()
        if board.is_game_over() or (number % 5 == 4 and board.ply):
            board.pop()
            continue
        action = int(generator.choice(state.legal_actions()))
        if number % 3 == 0:
            board.push(state.action_to_string(action))
        else:
            state.apply_action(action)
    assert state.board is board


def test_the_verbs_of_openspiel():
    state = envs.State(xun.gomoku.Board(7))
    state.apply_action(state.string_to_action("d4"))
    state.apply_action(state.string_to_action(1, "e4"))
    assert state.history() == [24, 25] and state.action_to_string(0, 24) == "d4"
    assert state.num_players() == 2 and not state.is_chance_node()
    assert state.legal_actions(1) == [] and state.legal_actions(0) == state.legal_actions()
    assert state.rewards() == state.returns() == [0.0, 0.0] and state.player_return(1) == 0.0
    for wrong in ((1, 24), (0, 25)):
        with pytest.raises(ValueError):
            state.undo_action(*wrong)
    state.undo_action(1, 25)
    assert state.history() == [24] and state.current_player() == 1


def test_wrong_numbers_of_environments():
    for count in (-1, 0, 2**70, 1.5):
        with pytest.raises(ValueError):
            envs.Boards("gomoku", count, size=9)
    pytest.importorskip("gymnasium")
    for arguments in ((0,), (-1,), (2**70,), (2, "map")):
        with pytest.raises(ValueError):
            envs.MazeVector(*arguments)


@pytest.mark.parametrize("rule", ["freestyle", "renju", "xiangqi"])
def test_games_that_are_rolled_out(rule):
    make = xun.xiangqi.Board if rule == "xiangqi" else lambda: xun.gomoku.Board(7, rule)
    state = envs.State(make())
    result = state.roll_out(40, seed=3)
    assert result == state.roll_out(40, seed=3) and result != state.roll_out(40, seed=4)
    assert result.games == 40 and result.steps >= 40 * 9 and state.history() == []
    assert -1 <= result.returns[0] <= 1 and sum(result.returns) == 0
    for wrong in ({"count": 0}, {"count": -1}, {"count": 1.5}, {"seed": -1}):
        with pytest.raises(ValueError):
            state.roll_out(**wrong)


def test_roll_outs_know_who_wins():
    # Black to move has four in a row twice; White has nothing: most games are Black's.
    moves = "d4a1d5a2d6a3d7b7e4c7e5"
    black = envs.State(xun.gomoku.Board(7, moves=moves + "g7")).roll_out(2000, seed=1).returns[0]
    even = envs.State(xun.gomoku.Board(7)).roll_out(2000, seed=1).returns[0]
    assert black > even + 0.2
    won = envs.State(xun.gomoku.Board(7, moves="d4a1d5a2d6a3d7a4d3"))
    assert won.is_terminal() and won.roll_out(1, seed=1).returns == won.returns() == [1.0, -1.0]
    lost = envs.State(xun.gomoku.Board(7, moves="d4a1d5a2d6a3g7a4g1a5"))
    assert lost.roll_out(1, seed=1).returns == lost.returns() == [-1.0, 1.0]
    mated = envs.State(xun.xiangqi.Board("3k5/2P6/9/9/9/9/9/9/9/4K4 b"))
    assert mated.roll_out(1, seed=1).returns == mated.returns() == [1.0, -1.0]

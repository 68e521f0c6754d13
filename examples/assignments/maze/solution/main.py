"""Maze: breadth-first search; the tank, which is large enough, costs nothing."""
import sys
from collections import deque


def solve(rows, columns, tank, cells):
    start = goal = None
    for index, cell in enumerate(cells):
        if cell == 3:
            start = index
        elif cell == 4:
            goal = index
    best = [-1] * (rows * columns)
    best[start] = tank
    states = [(start, tank, -1, "")]
    queue = deque([0])
    while queue:
        number = queue.popleft()
        place, supply, _, _ = states[number]
        if place == goal:
            moves = []
            while states[number][2] >= 0:
                moves.append(states[number][3])
                number = states[number][2]
            return "".join(reversed(moves))
        if supply == 0:
            continue
        row, column = divmod(place, columns)
        for letter, down, right in (("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1)):
            to_row, to_column = row + down, column + right
            if not (0 <= to_row < rows and 0 <= to_column < columns):
                continue
            to = to_row * columns + to_column
            if cells[to] == 1:
                continue
            left = tank if cells[to] == 2 else supply - 1
            if left > best[to]:
                best[to] = left
                states.append((to, left, number, letter))
                queue.append(len(states) - 1)
    return None


def main():
    numbers = list(map(int, sys.stdin.read().split()))
    rows, columns, tank = numbers[:3]
    moves = solve(rows, columns, tank, numbers[3:])
    if moves is None:
        print(-1)
    else:
        print(len(moves))
        print(moves)


main()

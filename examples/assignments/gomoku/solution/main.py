"""Gomoku: the point that makes or breaks the best line, by counting stones in every window of five."""
import sys

VALUES = {0: 1, 1: 10, 2: 100, 3: 2000, 4: 100000}


def main():
    lines = sys.stdin.read().split("\n")
    side, turn = int(lines[0].split()[0]), lines[0].split()[1]
    board = lines[1 : 1 + side]
    score = {}
    for row in range(side):
        for column in range(side):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                window = [(row + down * step, column + right * step) for step in range(5)]
                if any(not (0 <= r < side and 0 <= c < side) for r, c in window):
                    continue
                stones = [board[r][c] for r, c in window]
                own, other = stones.count(turn), 5 - stones.count(".") - stones.count(turn)
                if own and other:
                    continue
                count = own or other
                value = VALUES.get(count, 0) * (2 if own else 1)
                for (r, c), stone in zip(window, stones):
                    if stone == ".":
                        score[r, c] = score.get((r, c), 0) + value
    row, column = max(sorted(score), key=score.get)
    print(row, column)


main()

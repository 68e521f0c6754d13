"""Gomoku: reads a board and prints a move."""
import sys


def main():
    lines = sys.stdin.read().split("\n")
    side, turn = int(lines[0].split()[0]), lines[0].split()[1]
    board = lines[1 : 1 + side]
    # Search here. This takes the empty point nearest to the middle.
    middle = side // 2
    empty = [(row, column) for row in range(side) for column in range(side) if board[row][column] == "."]
    row, column = min(empty, key=lambda point: max(abs(point[0] - middle), abs(point[1] - middle)))
    _ = turn
    print(row, column)


main()

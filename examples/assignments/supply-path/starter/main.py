"""Supply path: reads a map and prints the fewest steps and the moves."""
import sys


def main():
    numbers = list(map(int, sys.stdin.read().split()))
    rows, columns, tank = numbers[:3]
    cells = [numbers[3 + row * columns : 3 + (row + 1) * columns] for row in range(rows)]
    # Search here. A state is a cell and the supply that is left.
    _ = cells, tank
    print(-1)


main()

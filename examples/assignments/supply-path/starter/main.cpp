// Supply path: reads a map and prints the fewest steps and the moves.
#include <iostream>
#include <vector>

int main() {
    int rows, columns, tank;
    std::cin >> rows >> columns >> tank;
    std::vector<std::vector<int>> cells(rows, std::vector<int>(columns));
    for (auto &row : cells)
        for (int &cell : row) std::cin >> cell;
    // Search here. A state is a cell and the supply that is left.
    std::cout << -1 << '\n';
}

// Gomoku: reads a board and prints a move.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

int main() {
    int side;
    char turn;
    std::cin >> side >> turn;
    std::vector<std::string> board(side);
    for (auto &row : board) std::cin >> row;
    // Search here. This takes the empty point nearest to the middle.
    int best_row = 0, best_column = 0, best = side + 1, middle = side / 2;
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column) {
            int distance = std::max(std::abs(row - middle), std::abs(column - middle));
            if (board[row][column] == '.' && distance < best) {
                best = distance;
                best_row = row;
                best_column = column;
            }
        }
    std::cout << best_row << ' ' << best_column << '\n';
}

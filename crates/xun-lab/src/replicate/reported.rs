//! Figures that the labs' reports state about their inputs. Only what they state; nothing here was
//! measured by us.

use std::time::Duration;

const fn micros(count: u64) -> Duration {
    Duration::from_micros(count)
}

/// One supply problem.
pub(super) struct SupplyCase {
    pub(super) name: &'static str,
    /// −1 where there is no way.
    pub(super) steps: i64,
    /// A\* with Manhattan distance, and with no estimate.
    pub(super) times: Option<[Duration; 2]>,
    /// Nodes searched with Manhattan distance, and with the supply-region estimate.
    pub(super) nodes: Option<[u64; 2]>,
}

const fn supply(
    name: &'static str,
    steps: i64,
    times: Option<[u64; 2]>,
    nodes: Option<[u64; 2]>,
) -> SupplyCase {
    let times = match times {
        Some([one, other]) => Some([micros(one), micros(other)]),
        None => None,
    };
    SupplyCase { name, steps, times, nodes }
}

/// `astar/input_NAME.txt`; times in microseconds.
pub(super) const SUPPLY: [SupplyCase; 11] = [
    supply("0", 5, None, Some([9, 8])),
    supply("1", -1, Some([58, 73]), None),
    supply("2", 10, Some([55, 71]), Some([18, 16])),
    supply("3", 9, Some([57, 110]), Some([22, 16])),
    supply("4", 14, Some([126, 163]), Some([38, 27])),
    supply("5", 15, Some([92, 305]), Some([32, 30])),
    supply("6", 22, Some([420, 446]), Some([78, 68])),
    supply("7", 21, Some([219, 252]), Some([70, 44])),
    supply("8", 29, Some([258, 335]), Some([86, 57])),
    supply("9", 252, Some([1270, 1190]), Some([492, 486])),
    supply("10", 198, Some([79_500, 6_419_000]), Some([10_000, 10_000])),
];

/// One maze.
pub(super) struct MazeCase {
    pub(super) file: &'static str,
    pub(super) from: (u32, u32),
    pub(super) to: (u32, u32),
    pub(super) steps: usize,
    /// Number of shortest paths, where it was counted.
    pub(super) ways: Option<u64>,
    /// A\* and IDA\*.
    pub(super) times: [Duration; 2],
}

/// `maze/FILE`.
pub(super) const MAZES: [MazeCase; 2] = [
    MazeCase {
        file: "input.txt",
        from: (1, 0),
        to: (16, 24),
        steps: 39,
        ways: Some(1280),
        times: [micros(12), micros(5)],
    },
    MazeCase {
        file: "input2.txt",
        from: (1, 0),
        to: (28, 59),
        steps: 116,
        ways: None,
        times: [micros(128), micros(867)],
    },
];

/// One board: `chess/NUMBER.txt`.
pub(super) struct BoardCase {
    /// The best move at depth 3, and at depth 5.
    pub(super) moves: [&'static str; 2],
    /// Nodes at depth 3 by minimax, and by alpha-beta.
    pub(super) nodes: [u64; 2],
    /// The score of the move at depth 3.
    pub(super) score: i32,
}

const fn board(moves: [&'static str; 2], nodes: [u64; 2], score: i32) -> BoardCase {
    BoardCase { moves, nodes, score }
}

/// The boards from 1 on.
pub(super) const BOARDS: [BoardCase; 10] = [
    board(["R (1,1) (1,4)", "R (1,1) (1,4)"], [52_080, 5011], 21),
    board(["R (5,3) (0,3)", "R (5,3) (0,3)"], [54_603, 4158], -1),
    board(["N (2,1) (3,3)", "K (9,4) (9,5)"], [571, 231], 9),
    board(["R (8,1) (0,1)", "R (8,1) (0,1)"], [65_266, 6432], 0),
    board(["C (3,4) (3,0)", "N (3,1) (2,3)"], [23_355, 3743], -4),
    board(["R (0,4) (0,5)", "C (9,2) (1,2)"], [18_125, 4001], -1),
    board(["P (3,4) (2,4)", "P (3,4) (2,4)"], [1249, 419], 13),
    board(["R (2,1) (0,1)", "R (2,4) (2,6)"], [42_450, 4125], 0),
    board(["C (1,4) (3,4)", "C (1,4) (3,4)"], [39_184, 3677], 11),
    board(["C (4,6) (4,4)", "R (3,5) (3,8)"], [39_712, 6687], 4),
];

/// All ten boards: minimax and alpha-beta at depth 3.
pub(super) const DEPTH_3: [Duration; 2] =
    [Duration::from_millis(9656), Duration::from_millis(1113)];
/// All ten boards by alpha-beta on one thread, and with a thread for each root move: at depth 4 and
/// at depth 5.
pub(super) const DEEPER: [(u32, [Duration; 2]); 2] = [
    (4, [Duration::from_secs(17), Duration::from_secs(6)]),
    (5, [Duration::from_secs(219), Duration::from_secs(91)]),
];

//! The body of the fuzz target for puzzles. Panics are the findings.

use xun_puzzles::make::Effort;
use xun_puzzles::{Analyst, Puzzle, import, read_puzzles};

/// Reads a file of puzzles: what was read is written and read again; then imports the same bytes,
/// with an effort of almost nothing.
pub(crate) fn puzzles(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        let (puzzles, faults) = read_puzzles(text);
        assert!(puzzles.len() + faults.len() <= text.lines().count());
        for puzzle in &puzzles {
            let again = Puzzle::parse(&puzzle.to_string()).expect("our own line");
            assert_eq!(again.to_string(), puzzle.to_string());
            assert!(puzzle.solution.size() <= text.len(), "memory grows with the text only");
        }
    }
    let effort = Effort { nodes: 10, proof: 10, other: 10 };
    let mut go_on = |count| count < 2;
    if let Ok(imported) = import(data, &mut Analyst::default(), &effort, &mut go_on) {
        assert!(imported.skipped.iter().all(|skipped| !skipped.to_string().is_empty()));
    }
}

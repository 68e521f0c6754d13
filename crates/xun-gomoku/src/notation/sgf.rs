//! SGF with `GM[4]` (Gomoku and Renju). Points are `[hh]` (column and row letters from the top
//! left, as SGF has it) or `[h8]`.

mod nodes;
mod tree;

pub(super) use tree::main_line;
pub use tree::{GameTree, MoveMark, Remarks, TreeMove, parse_sgf_tree, write_sgf_tree};

use super::record::{Record, Unreadable};

/// The game as SGF: its main line alone.
#[must_use]
pub fn write_sgf(record: &Record) -> String {
    write_sgf_tree(&GameTree::from(record.clone()))
}

/// Reads the main line of an SGF game.
///
/// # Errors
/// A text that is no SGF file of this game.
pub fn parse_sgf(text: &str) -> Result<Record, Unreadable> {
    parse_sgf_tree(text).map(|tree| tree.record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Colour, Point, Rule, Size};
    use proptest::prelude::*;

    #[test]
    fn long_names_and_values_are_not_multiplied() {
        // Kept for each of its values, this name would take gigabytes.
        let name = format!("(;{}{})", "A".repeat(100_000), "[x]".repeat(100_000));
        assert!(parse_sgf(&name).is_ok(), "unknown properties are skipped");
        let values = format!("(;{})", format!("B[{}]", "z".repeat(1000)).repeat(1000));
        let error = parse_sgf(&values).unwrap_err();
        assert_eq!(error.faults.len(), Unreadable::MOST);
        assert!(error.to_string().len() < 4000, "{}", error.to_string().len());
    }

    #[test]
    fn a_game_reads_back() {
        let mut record = Record::new(Size::new(15, 19).unwrap());
        record.rule = Some(Rule::Renju);
        record.moves = vec![Point::new(7, 7), Point::new(14, 18), Point::new(0, 0)];
        record.players = ["a]b\\c".into(), String::new()];
        assert_eq!(parse_sgf(&write_sgf(&record)).unwrap(), record);
    }

    #[test]
    fn both_point_forms_and_setups_read() {
        let record =
            parse_sgf("(;GM[4]SZ[15]AB[hh][h10]AW[ii];B[a1](;W[o15];B[b2])(;W[c3]))").unwrap();
        assert_eq!(record.setup.len(), 3);
        assert_eq!(record.setup[0].0, Point::new(7, 7));
        assert_eq!(record.setup[1].0, Point::new(7, 9));
        assert_eq!(record.moves, [Point::new(0, 0), Point::new(14, 14), Point::new(1, 1)]);
    }

    #[test]
    fn faults_are_listed() {
        let faults = parse_sgf("(;GM[1]SZ[15]\n;B[zz];W[aa];W[bb])").unwrap_err().faults;
        assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [1, 2, 2]);
        assert!(parse_sgf("(;GM[4]SZ[99])").is_err());
        assert!(parse_sgf("(;B[hh").is_err());
    }

    #[test]
    fn a_tree_with_everything_reads_back() {
        let text = "(;FF[4]GM[4]CA[UTF-8]AP[xun]SZ[15]RU[renju]PB[First]PW[第二]EV[Cup]DT[2026-11-16]\
            RE[B+R]C[before \\] all]CR[hh];B[hh]TE[1]C[centre\nof the board]V[0.35](;W[ii]BM[2]\
            ;B[gg]AR[gg:ii])(;W[hg]DO[]WL[59](;B[gf])(;B[if]IT[])))\n";
        let tree = parse_sgf_tree(text).unwrap();
        assert_eq!(tree.moves.len(), 6);
        assert_eq!(tree.record.moves.len(), 3, "the main line");
        assert_eq!(tree.moves[1].remarks.mark, Some(MoveMark::VeryBad));
        assert_eq!(tree.moves[0].remarks.comment, "centre\nof the board");
        assert_eq!(
            tree.moves.iter().map(|made| made.parent).collect::<Vec<_>>(),
            [0, 1, 2, 1, 4, 4]
        );
        assert_eq!(write_sgf_tree(&tree), text);
    }

    #[test]
    fn a_mark_of_the_first_position_is_written_once() {
        let tree = parse_sgf_tree("(;GM[4]SZ[15]TE[1]EV[Cup];B[hh])").unwrap();
        let written = write_sgf_tree(&tree);
        assert_eq!(written.matches("TE[1]").count(), 1, "{written}");
        assert_eq!(write_sgf_tree(&parse_sgf_tree(&written).unwrap()), written);
    }

    #[test]
    fn deep_trees_are_read_without_recursion() {
        let deep = format!("(;GM[4]{}{}", "(;B[hh];W[ii]".repeat(20_000), ")".repeat(20_001));
        assert_eq!(parse_sgf_tree(&deep).map(|tree| tree.moves.len()), Ok(40_000));
    }

    proptest! {
        #[test]
        fn nothing_panics(text in "[(;)BWASZGMCRT\\[\\]a-z0-9:\\\\]{0,60}") {
            if let Ok(tree) = parse_sgf_tree(&text) {
                prop_assert_eq!(parse_sgf_tree(&write_sgf_tree(&tree)).unwrap().moves, tree.moves);
            }
        }

        #[test]
        fn trees_read_back(parents in proptest::collection::vec(0..200usize, 0..40)) {
            let mut tree = GameTree::from(Record::new(Size::STANDARD));
            for (index, parent) in parents.into_iter().enumerate() {
                let parent = parent % (index + 1);
                let colour = tree.moves.get(parent.wrapping_sub(1))
                    .map_or(Colour::Black, |made: &TreeMove| !made.colour);
                let point = Point::new((index % 15) as u8, (index / 15) as u8);
                tree.moves.push(TreeMove { parent, point, colour, ..TreeMove::new(point, colour) });
            }
            let read = parse_sgf_tree(&write_sgf_tree(&tree)).unwrap();
            // Numbers may differ: the same tree is written in the order of its lines.
            prop_assert_eq!(write_sgf_tree(&read), write_sgf_tree(&tree));
            prop_assert_eq!(read.moves.len(), tree.moves.len());
        }
    }
}

//! `genfens`: random openings, as the test framework `OpenBench` asks for them.

use std::fs::File;
use std::io::{self, Read};
use xun_game::{Limits, SplitMix64, Stop};
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::protocol::UciReply;
use xun_xiangqi::protocol::uci::GenFens;
use xun_xiangqi::rules::{Move, Position};
use xun_xiangqi::search::{Question, Searcher};

/// Random plies from the start position; one more for half of the openings, so that either side
/// begins.
const PLIES: u64 = 8;
/// Random plies from a position of a book.
const BOOK_PLIES: u64 = 2;
/// Nodes by which an opening is judged, and the largest score for either side.
const JUDGE_NODES: u64 = 500;
const BALANCE: i32 = 150;
/// Openings that are tried for each one wanted, before fewer are answered.
const TRIES: u64 = 1000;
/// Longest book that is read.
const MAX_BOOK_BYTES: u64 = 64 << 20;

/// The lines `info string genfens FEN`; a note where the book cannot be used; `None` if stopped.
pub(super) fn generate(wanted: &GenFens, stop: &Stop) -> Option<String> {
    let starts = match &wanted.book {
        None => vec![Position::start()],
        Some(file) => match read_book(file) {
            Ok(starts) => starts,
            Err(fault) => return Some(UciReply::note(format!("{file}: {fault}")).to_string()),
        },
    };
    let plies = if wanted.book.is_some() { BOOK_PLIES } else { PLIES };
    let fens = openings(wanted, &starts, plies, stop)?;
    let line = |fen| UciReply::note(format!("genfens {fen}")).to_string();
    Some(fens.into_iter().map(line).collect::<Vec<_>>().join("\n"))
}

fn openings(wanted: &GenFens, starts: &[Position], plies: u64, stop: &Stop) -> Option<Vec<String>> {
    let mut random = SplitMix64::new(wanted.seed);
    let mut judge = Searcher::new(1, PlayingEvaluator::hand()).ok()?;
    let mut fens: Vec<String> = Vec::new();
    let most = u64::from(wanted.count).saturating_mul(TRIES);
    for _ in 0..most {
        if fens.len() == wanted.count as usize {
            break;
        }
        if stop.is_stopped() {
            return None;
        }
        let start = &starts[random.below(starts.len() as u64) as usize];
        let plies = plies + random.below(2);
        let Some(position) = random_game(start, plies, &mut random) else { continue };
        judge.new_game();
        let question = Question::from(Limits::nodes(JUDGE_NODES));
        let score = judge.search(&position, &question, stop, &mut |_| {}).score;
        if score.get().abs() <= BALANCE {
            fens.push(position.to_fen());
        }
    }
    Some(fens)
}

/// The position after so many random moves; `None` where the game ends before.
fn random_game(start: &Position, plies: u64, random: &mut SplitMix64) -> Option<Position> {
    let mut position = start.clone();
    for _ in 0..plies {
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        let chosen = *moves.get(random.below(moves.len().max(1) as u64) as usize)?;
        position.play(chosen);
    }
    position.has_legal_move().then_some(position)
}

/// The positions of a book, one FEN on each line.
fn read_book(file: &str) -> io::Result<Vec<Position>> {
    let mut text = String::new();
    File::open(file)?.take(MAX_BOOK_BYTES).read_to_string(&mut text)?;
    let positions: Vec<Position> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| Position::from_fen(line.trim()).map_err(io::Error::other))
        .collect::<io::Result<_>>()?;
    if positions.is_empty() { Err(io::Error::other("no position")) } else { Ok(positions) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn fens(count: u32, seed: u64) -> Vec<String> {
        let wanted = GenFens { count, seed, book: None };
        let text = generate(&wanted, &Stop::new()).expect("not stopped");
        text.lines()
            .map(|line| line.strip_prefix("info string genfens ").expect("a line").to_owned())
            .collect()
    }

    #[test]
    fn openings_are_legal_differ_and_follow_from_the_seed() {
        let some = fens(12, 7);
        assert_eq!(some.len(), 12);
        assert!(some.iter().all(|fen| Position::from_fen(fen).is_ok_and(|p| p.has_legal_move())));
        assert!(some.iter().collect::<HashSet<_>>().len() > 10, "{some:?}");
        let sides: HashSet<_> =
            some.iter().map(|fen| Position::from_fen(fen).unwrap().turn()).collect();
        assert_eq!(sides.len(), 2, "either side begins");
        assert_eq!(fens(12, 7), some);
        assert_ne!(fens(12, 8), some);
    }

    #[test]
    fn a_book_that_cannot_be_read_is_named() {
        let wanted = GenFens { count: 1, seed: 1, book: Some("/no/such/book".to_owned()) };
        let text = generate(&wanted, &Stop::new()).expect("not stopped");
        assert!(text.starts_with("info string /no/such/book: "), "{text}");
    }
}

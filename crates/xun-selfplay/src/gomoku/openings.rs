//! Even openings. Most random ones are already decided, so that a match from them says little about
//! strength. Each candidate follows from its number alone, so that any number of threads makes the
//! same list.

use super::record::GomokuResult;
use super::selfplay::{Random, play_on};
use xun_game::{Limits, Stop};
use xun_gomoku::rules::{Board, Colour, Point, Rule, Shape, Size};
use xun_gomoku::search::{Evaluation, GomokuEngine, Question, Settings};

/// Nodes of each look before the games, and how far from even it may find the opening.
const LOOKS: [(u64, i32); 3] = [(2_000, 120), (20_000, 80), (150_000, 60)];
/// Nodes a move of the games that each judge plays with itself.
const GAMES: [u64; 2] = [20_000, 80_000];
/// The last look.
const LAST_LOOK: (u64, i32) = (1_000_000, 60);
const TABLE_BYTES: usize = 8 << 20;
/// Tries to place a stone before a candidate is given up.
const TRIES: usize = 300;

/// Settings of the search for openings.
#[derive(Clone)]
pub struct EvenOpenings {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Decides the candidates, with their numbers.
    pub seed: u64,
    /// Evaluations that must all find an opening even.
    pub judges: Vec<Evaluation>,
    /// Share of the usual nodes that the judges think for, in hundredths.
    pub effort: u64,
}

impl EvenOpenings {
    /// The judges' engines, which every thread has its own of.
    pub fn engines(&self) -> Vec<GomokuEngine> {
        let engine = |evaluation: &Evaluation| {
            let mut engine = GomokuEngine::new(Settings { threads: 1, table_bytes: TABLE_BYTES });
            engine.set_evaluation(evaluation.clone());
            engine
        };
        self.judges.iter().map(engine).collect()
    }

    /// The candidate of this number, if every judge's looks call it even and at no strength one
    /// colour wins all the games that the judges play with themselves.
    pub fn candidate(
        &self,
        number: u64,
        engines: &mut [GomokuEngine],
        stop: &Stop,
    ) -> Option<Board> {
        let mut random = Random::new(self.seed ^ number.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let board = self.random_stones(&mut random)?;
        let even = |engines: &mut [GomokuEngine], (nodes, most): (u64, i32)| {
            engines.iter_mut().all(|engine| {
                engine.clear();
                let answer = engine.search(&board, &self.question(nodes), stop, &mut |_| {});
                !stop.is_stopped() && answer.score.get().abs() <= most
            })
        };
        let open = LOOKS.iter().all(|&look| even(engines, look))
            && GAMES
                .iter()
                .all(|&nodes| self.is_fought_over(&board, engines, nodes, stop).unwrap_or(false))
            && even(engines, LAST_LOOK);
        open.then_some(board)
    }

    fn question(&self, nodes: u64) -> Question {
        Question::new(Limits::nodes((nodes * self.effort / 100).max(1)))
    }

    /// Whether neither colour wins the games of all judges with themselves.
    fn is_fought_over(
        &self,
        board: &Board,
        engines: &mut [GomokuEngine],
        nodes: u64,
        stop: &Stop,
    ) -> Option<bool> {
        let mut won = [0, 0];
        let games = engines.len();
        for (number, engine) in (0..).zip(engines) {
            // Nodes differ, because equal judges would play the same game.
            let question = self.question(nodes + nodes * number / 10);
            engine.clear();
            let ask = |board: &Board| engine.search(board, &question, stop, &mut |_| {});
            if let GomokuResult::Won(colour) = play_on(board.clone(), stop, ask)?.1 {
                won[colour as usize] += 1;
            }
        }
        Some(won[Colour::Black as usize] < games && won[Colour::White as usize] < games)
    }

    /// A few stones near a point that is not too near the edge, nothing of which must be answered.
    fn random_stones(&self, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(self.size, self.rule);
        let stones = 3 + random.below(7) as usize;
        let mut middle = |side: u8| i64::from(side) * (4 + random.below(7) as i64) / 15;
        let centre = [middle(self.size.width()), middle(self.size.height())];
        let reach = 2 + random.below(5);
        for _ in 0..TRIES {
            let place = centre.map(|at| at + random.below(2 * reach + 1) as i64 - reach as i64);
            let Some(point) = self.point(place) else { continue };
            if board.is_empty(point)
                && board.cell(point).shape(board.to_move()) < Shape::Three
                && !board.is_forbidden(point)
            {
                board.play(point);
            }
            if board.stones() == stones {
                return Some(board);
            }
        }
        None
    }

    fn point(&self, [x, y]: [i64; 2]) -> Option<Point> {
        self.size.point(u32::try_from(x).ok()?, u32::try_from(y).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quick(rule: Rule) -> EvenOpenings {
        EvenOpenings {
            rule,
            size: Size::STANDARD,
            seed: 3,
            judges: vec![Evaluation::Patterns; 2],
            effort: 1,
        }
    }

    #[test]
    fn some_candidates_are_fought_over_and_their_numbers_decide_which() {
        let stop = Stop::new();
        for rule in [Rule::Freestyle, Rule::Renju] {
            let how = quick(rule);
            let mut engines = how.engines();
            let first =
                (0..1000).find(|&number| how.candidate(number, &mut engines, &stop).is_some());
            let (first, mut fresh) = (first.expect("one of a thousand"), how.engines());
            let stones =
                |board: Option<Board>| board.map(|board| board.history().collect::<Vec<_>>());
            assert_eq!(
                stones(how.candidate(first, &mut fresh, &stop)),
                stones(how.candidate(first, &mut engines, &stop))
            );
        }
    }

    #[test]
    fn a_search_that_is_stopped_finds_nothing() {
        let stop = Stop::new();
        stop.stop();
        let how = quick(Rule::Freestyle);
        let mut engines = how.engines();
        assert!((0..50).all(|number| how.candidate(number, &mut engines, &stop).is_none()));
    }
}

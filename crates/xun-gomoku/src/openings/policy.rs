//! The engine's decisions in an opening: which stones to place, which colour to take, which fifth
//! stones to offer or keep. All front ends use them, so that the engine opens alike everywhere.

use super::balance::balanced_moves;
use super::opening::StagedOpening;
use super::stage::{Choice, Stage, Zone};
use crate::rules::{Board, Colour, Point, Size};
use crate::search::{Answer, Event, GomokuEngine, Question, Report};
use xun_game::{Limits, Score, Stop};

/// Scores within this count as even: the engine then prefers to leave the choice of colours to the
/// opponent.
const EVEN: i32 = 60;
/// Fifth stones that the engine names where it may choose the number.
const FIFTHS: u8 = 4;
/// Lines searched for a stone that the opponent may take over.
const CANDIDATES: usize = 12;
/// Three first stones with about even chances, as steps from the centre to the right and up.
const FIRST_THREE: [[(i32, i32); 3]; 4] = [
    [(0, 0), (1, 2), (-2, -1)],
    [(0, 0), (-1, 2), (2, -2)],
    [(0, 0), (2, 1), (-1, 3)],
    [(0, 0), (-2, -2), (3, 1)],
];

/// The colour that is better off by the score of the side to move; `None` if the game is even.
#[must_use]
pub fn better_colour(board: &Board, score: Score) -> Option<Colour> {
    let side = if score > Score::ZERO { board.to_move() } else { !board.to_move() };
    (score.get().abs() > EVEN).then_some(side)
}

/// A decision at a stage of an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Place these stones, one after the other.
    Place(Vec<Point>),
    /// Make this choice.
    Choose(Choice),
    /// Offer these fifth stones.
    Offer(Vec<Point>),
}

/// Decides in openings by searching with an engine.
pub struct OpeningPolicy<'a> {
    engine: &'a mut GomokuEngine,
    question: Question,
    stop: &'a Stop,
    variety: u64,
    answer: Option<Answer>,
}

impl<'a> OpeningPolicy<'a> {
    /// A policy that searches with this engine within these limits for each decision.
    pub fn new(engine: &'a mut GomokuEngine, limits: Limits, stop: &'a Stop) -> Self {
        let question = Question::new(limits);
        Self { engine, question, stop, variety: 0, answer: None }
    }

    /// The same policy with another choice among equally good first stones.
    #[must_use]
    pub fn with_variety(self, variety: u64) -> Self {
        Self { variety, ..self }
    }

    /// The same policy without these points.
    #[must_use]
    pub fn excluding(mut self, points: Vec<Point>) -> Self {
        self.question.exclude = points;
        self
    }

    /// The answer of the search behind the last choice of colours.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// The engine's decision at the present stage of an opening; `None` if it is over or no stone
    /// can be placed. The board shows the stones of the opening. `report` receives the events of
    /// the search behind a choice of colours.
    pub fn decide(
        &mut self,
        opening: &StagedOpening,
        board: &Board,
        report: &mut dyn FnMut(&Event),
    ) -> Option<Decision> {
        let stage = opening.stage()?;
        Some(match stage {
            Stage::Place { zone, .. } => Decision::Place(self.stones(opening, board, zone)?),
            Stage::MaySwap { player } | Stage::MaySwapOrAddTwo { player } => {
                let score = self.score(board, report);
                let own = if opening.colour_of(player) == board.to_move() { score } else { -score };
                let adds = matches!(stage, Stage::MaySwapOrAddTwo { .. })
                    && better_colour(board, score).is_none();
                let swaps = Choice::Swap(own < Score::ZERO);
                Decision::Choose(if adds { Choice::AddTwo } else { swaps })
            }
            Stage::SayFifths { most, .. } => Decision::Choose(Choice::Fifths(most.min(FIFTHS))),
            Stage::MayOfferTen { .. } => Decision::Choose(Choice::OfferTen(false)),
            Stage::Offer { count, .. } => {
                Decision::Offer(self.fifth_stones(opening, board, usize::from(count)))
            }
        })
    }

    /// White's choice among the offered fifth stones: the one that is worst for black.
    pub fn keep(&mut self, offered: &[Point], board: &Board) -> Option<Point> {
        let mut after = board.clone();
        let mut best: Option<(Score, Point)> = None;
        for &point in offered.iter().filter(|&&point| board.is_empty(point)) {
            after.play(point);
            best = best.max(Some((self.score(&after, &mut |_| {}), point)));
            after.undo();
        }
        best.map(|(_, point)| point)
    }

    /// The stones to place now: known first stones, a balanced pair, or the best single stone.
    fn stones(&mut self, opening: &StagedOpening, board: &Board, zone: Zone) -> Option<Vec<Point>> {
        let run = opening.free_stones();
        if run == 3 && board.stones() == 0 {
            return Some(first_three(board.size(), self.variety));
        }
        if run == 2 {
            let question = Question { lines: 1, ..self.question.clone() };
            let pair = balanced_moves(self.engine, board, 2, 0, &question, self.stop);
            if pair.len() == 2 {
                return Some(pair);
            }
        }
        let size = board.size();
        let only: Vec<Point> =
            board.empty_points().filter(|&point| zone.contains(point, size)).collect();
        let fallback = *only.iter().min_by_key(|point| point.distance(size.centre()))?;
        let lines = self.lines(board, only, CANDIDATES);
        // A stone that the opponent may take over should be even, any other as good as possible.
        let chosen = if opening.choice_follows_stone() {
            lines.iter().min_by_key(|line| line.score.get().abs())
        } else {
            lines.first()
        };
        let chosen = chosen.and_then(|line| line.pv.first().copied());
        Some(vec![chosen.unwrap_or(fallback)])
    }

    /// The best fifth stones, no two alike by symmetry.
    fn fifth_stones(&mut self, opening: &StagedOpening, board: &Board, count: usize) -> Vec<Point> {
        let lines = self.lines(board, Vec::new(), 8 * count);
        let searched = lines.iter().filter_map(|line| line.pv.first().copied());
        let mut offered = Vec::new();
        // Points that the search left out complete a list that would be too short.
        for point in searched.chain(board.empty_points()) {
            if offered.len() < count && opening.may_offer(&offered, point) {
                offered.push(point);
            }
        }
        offered
    }

    fn score(&mut self, board: &Board, report: &mut dyn FnMut(&Event)) -> Score {
        let answer = self.engine.search(board, &self.question, self.stop, report);
        self.answer.insert(answer).score
    }

    fn lines(&mut self, board: &Board, only: Vec<Point>, lines: usize) -> Vec<Report> {
        let question = Question { only, lines, ..self.question.clone() };
        self.engine.search(board, &question, self.stop, &mut |_| {}).lines
    }
}

/// Three first stones around the centre with about even chances; `variety` chooses among several.
#[must_use]
pub fn first_three(size: Size, variety: u64) -> Vec<Point> {
    let (x, y) = (i32::from(size.width() / 2), i32::from(size.height() / 2));
    let point = |(right, up): (i32, i32)| {
        size.point((x + right).try_into().ok()?, (y + up).try_into().ok()?)
    };
    let mut stones: Vec<Point> =
        FIRST_THREE[variety as usize % FIRST_THREE.len()].into_iter().filter_map(point).collect();
    // On the smallest boards a stone may lie outside: others near the centre replace it.
    let mut free: Vec<Point> = size.points().filter(|point| !stones.contains(point)).collect();
    free.sort_by_key(|point| point.distance(size.centre()));
    stones.extend(free.into_iter().step_by(3));
    stones.truncate(3);
    stones
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::{OpeningRule, OpeningSide};
    use crate::rules::Rule;
    use crate::search::Settings;

    /// The engine plays both sides of an opening.
    fn play(rule: OpeningRule, size: Size, variety: u64) -> (StagedOpening, Board) {
        let mut engine = GomokuEngine::new(Settings { threads: 1, table_bytes: 1 << 20 });
        let stop = Stop::new();
        let (mut opening, mut board) =
            (StagedOpening::new(rule, size), Board::new(size, Rule::Freestyle));
        for _ in 0..20 {
            let mut policy =
                OpeningPolicy::new(&mut engine, Limits::nodes(300), &stop).with_variety(variety);
            match policy.decide(&opening, &board, &mut |_| {}) {
                None => break,
                Some(Decision::Place(stones)) => {
                    for stone in stones {
                        opening.place(stone).expect("an allowed stone");
                        board.play(stone);
                    }
                }
                Some(Decision::Choose(choice)) => opening.choose(choice).expect("allowed"),
                Some(Decision::Offer(stones)) => {
                    opening.offer(&stones).expect("allowed");
                    let kept = policy.keep(&stones, &board).expect("one of them");
                    assert!(stones.contains(&kept));
                    opening.keep(kept);
                    board.play(kept);
                }
            }
        }
        (opening, board)
    }

    #[test]
    fn every_opening_is_played_to_its_end() {
        for rule in OpeningRule::ALL {
            let (opening, board) = play(rule, Size::STANDARD, 1);
            assert_eq!(opening.stage(), None, "{rule}");
            assert_eq!(opening.stones().len(), board.stones(), "{rule}");
            assert_ne!(
                opening.colour_of(OpeningSide::First),
                opening.colour_of(OpeningSide::Second)
            );
        }
    }

    #[test]
    fn first_stones_fit_every_board() {
        for variety in 0..4 {
            for side in [5, 6, 15, 22] {
                let stones = first_three(Size::new(side, side).unwrap(), variety);
                assert_eq!(stones.len(), 3, "{side} {variety}");
            }
        }
    }
}

//! The engines that make and judge puzzles, each started when it is first needed.

use crate::place::Place;
use xun_arena::GameMove;
use xun_game::{Handicap, Limits, Score, Stop, TableError};
use xun_gomoku::rules::Board;
use xun_gomoku::search::{GomokuEngine, Settings};
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::rules::Position;
use xun_xiangqi::search::{Question, Searcher};

/// Mebibytes of each engine's table.
const TABLE_MEBIBYTES: usize = 8;

/// A move with its score for the side that makes it, and the line that follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredLine {
    /// The score.
    pub score: Score,
    /// The line, the move first.
    pub line: Vec<GameMove>,
}

/// The engines of both games at full strength, or at a handicap for measuring difficulty.
#[derive(Default)]
pub struct Analyst {
    xiangqi: Option<Searcher>,
    gomoku: Option<GomokuEngine>,
    /// Stops a running search.
    pub stop: Stop,
}

/// Restrictions of one question.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// Most positions.
    pub nodes: u64,
    /// Number of best lines; 0 counts as 1.
    pub lines: usize,
    /// First moves left out.
    pub exclude: Vec<GameMove>,
    /// Handicap of the player.
    pub handicap: Option<Handicap>,
    /// Whether what earlier searches learnt may be used: faster, but the answer depends on them.
    pub keep_memory: bool,
}

impl Ask {
    /// The best line within so many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes, ..Self::default() }
    }
}

impl Analyst {
    /// An analyst whose searches this stops.
    #[must_use]
    pub fn with_stop(stop: Stop) -> Self {
        Self { stop, ..Self::default() }
    }

    /// The best lines of a place, best first; none where the game is over.
    ///
    /// # Errors
    /// No memory for the engine's table.
    pub fn lines(&mut self, place: &Place, ask: &Ask) -> Result<Vec<ScoredLine>, TableError> {
        match place {
            Place::Xiangqi(position) => self.xiangqi_lines(position, ask),
            Place::Gomoku(board) => Ok(self.gomoku_lines(board, ask)),
        }
    }

    /// The best line of a place; `None` where the game is over.
    ///
    /// # Errors
    /// No memory for the engine's table.
    pub fn best(&mut self, place: &Place, ask: &Ask) -> Result<Option<ScoredLine>, TableError> {
        Ok(self.lines(place, ask)?.into_iter().next())
    }

    fn xiangqi_lines(
        &mut self,
        position: &Position,
        ask: &Ask,
    ) -> Result<Vec<ScoredLine>, TableError> {
        let searcher = match &mut self.xiangqi {
            Some(searcher) => searcher,
            empty => empty.insert(Searcher::new(TABLE_MEBIBYTES, PlayingEvaluator::default())?),
        };
        searcher.set_handicap(ask.handicap);
        if !ask.keep_memory {
            searcher.new_game();
        }
        let exclude = ask.exclude.iter().filter_map(|chosen| match chosen {
            GameMove::Xiangqi(chosen) => Some(*chosen),
            GameMove::Gomoku(_) => None,
        });
        let question = Question {
            exclude: exclude.collect(),
            ..Question::new(Limits::nodes(ask.nodes)).with_lines(ask.lines)
        };
        let answer = searcher.search(position, &question, &self.stop, &mut |_| {});
        Ok(scored(&answer, GameMove::Xiangqi))
    }

    fn gomoku_lines(&mut self, board: &Board, ask: &Ask) -> Vec<ScoredLine> {
        let engine = self.gomoku.get_or_insert_with(|| {
            GomokuEngine::new(Settings { threads: 1, table_bytes: TABLE_MEBIBYTES << 20 })
        });
        engine.set_handicap(ask.handicap);
        if !ask.keep_memory {
            engine.clear();
        }
        let exclude = ask.exclude.iter().filter_map(|chosen| match chosen {
            GameMove::Gomoku(point) => Some(*point),
            GameMove::Xiangqi(_) => None,
        });
        let question = xun_gomoku::search::Question {
            exclude: exclude.collect(),
            ..xun_game::Question::new(Limits::nodes(ask.nodes)).with_lines(ask.lines)
        };
        let answer = engine.search(board, &question, &self.stop, &mut |_| {});
        scored(&answer, GameMove::Gomoku)
    }
}

/// The lines of an answer; the best move is the first line's first.
fn scored<M: Copy + PartialEq>(
    answer: &xun_game::Answer<M>,
    convert: fn(M) -> GameMove,
) -> Vec<ScoredLine> {
    let Some(best) = answer.best else { return Vec::new() };
    let mut lines: Vec<ScoredLine> = answer
        .lines
        .iter()
        .map(|line| ScoredLine {
            score: line.score,
            line: line.pv.iter().map(|&chosen| convert(chosen)).collect(),
        })
        .filter(|line| !line.line.is_empty())
        .collect();
    if lines.first().is_none_or(|line| line.line[0] != convert(best)) {
        lines.insert(0, ScoredLine { score: answer.score, line: vec![convert(best)] });
    }
    lines
}

//! The search of one position for the page, by the [`Engine`] of its game.

use super::game_board::{Progress, Task, score_for_first};
use crate::message::board::Line;
use xun_game::{Engine, Handicap, Level, Question, Report, Score, Stop};

/// A search of one position. It keeps its transposition table from one call to the next.
pub(crate) trait BoardSearch: Send {
    /// Searches until a limit of the task is reached or `stop` is raised; reports each line of an
    /// engine at full strength. Answers the move to play.
    fn run(
        &mut self,
        task: &Task,
        stop: &Stop,
        report: &mut dyn FnMut(&Progress),
    ) -> Option<String>;
}

/// The position of an engine.
type PositionOf<G> = <<G as SearchedGame>::Engine as Engine>::Position;
/// The move of an engine.
type MoveOf<G> = <<G as SearchedGame>::Engine as Engine>::Move;

/// The parts of a game that [`EngineSearch`] needs besides its engine.
pub(super) trait SearchedGame: Send {
    /// The engine.
    type Engine: Engine + Send;

    /// Weakens the play of the engine; `None` for full strength.
    fn set_handicap(engine: &mut Self::Engine, handicap: Option<Handicap>);

    /// The side to move: 0 first, 1 second.
    fn side(position: &PositionOf<Self>) -> u8;

    /// The key of a position.
    fn key(position: &PositionOf<Self>) -> u64;

    /// A move as the page has it.
    fn text(chosen: MoveOf<Self>) -> String;

    /// Win, draw and loss of the side to move in percent.
    fn chances(score: Score) -> [f64; 3];

    /// The moves of a reported line.
    fn moves(
        &mut self,
        position: &PositionOf<Self>,
        report: &Report<MoveOf<Self>>,
    ) -> Vec<MoveOf<Self>>;
}

/// A position with the engine that searches it.
pub(super) struct EngineSearch<G: SearchedGame> {
    game: G,
    engine: G::Engine,
    position: PositionOf<G>,
}

impl<G: SearchedGame> EngineSearch<G> {
    /// A search of this position.
    pub(super) fn new(game: G, engine: G::Engine, position: PositionOf<G>) -> Self {
        Self { game, engine, position }
    }

    /// The handicap of the task's level. Its errors differ from position to position and from one
    /// run of the server to the next.
    fn handicap(&self, task: &Task) -> Option<Handicap> {
        let level = Level::named(self.engine.levels(), task.level.as_deref()?)?;
        let seed = G::key(&self.position) ^ u64::from(std::process::id());
        level.handicap.map(|handicap| handicap.with_seed(seed))
    }

    fn progress(&mut self, report: &Report<MoveOf<G>>) -> Progress {
        progress(&mut self.game, &self.position, report)
    }
}

fn progress<G: SearchedGame>(
    game: &mut G,
    position: &PositionOf<G>,
    report: &Report<MoveOf<G>>,
) -> Progress {
    let score = score_for_first(
        G::side(position),
        report.score.get(),
        report.score.mate_distance(),
        G::chances(report.score),
    );
    let line = Line {
        rank: report.line as u32,
        score,
        depth: report.depth,
        reach: report.selective_depth,
        moves: game.moves(position, report).into_iter().map(G::text).collect(),
        names: Vec::new(),
    };
    let rank = report.line.saturating_sub(1);
    Progress { rank, line, nodes: report.nodes, time: report.time }
}

impl<G: SearchedGame> BoardSearch for EngineSearch<G> {
    fn run(
        &mut self,
        task: &Task,
        stop: &Stop,
        report: &mut dyn FnMut(&Progress),
    ) -> Option<String> {
        let handicap = self.handicap(task);
        G::set_handicap(&mut self.engine, handicap);
        let question = Question::new(task.limits.clone()).with_lines(task.lines.max(1));
        let (game, position) = (&mut self.game, &self.position);
        let answer = self.engine.search(position, &question, stop, &mut |event| {
            // A weakened engine may choose another line than the one it reports.
            if let Some(line) = event.report()
                && handicap.is_none()
            {
                report(&progress(game, position, line));
            }
        });
        if handicap.is_none() {
            // A move without a search has no events.
            for line in &answer.lines {
                report(&self.progress(line));
            }
        }
        answer.best.map(G::text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms::board::gomoku::GomokuSearch;
    use crate::rooms::board::xiangqi::XiangqiSearch;
    use xun_game::Limits;
    use xun_gomoku::rules::{Board, Rule, Size};

    fn gomoku() -> EngineSearch<GomokuSearch> {
        let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
        board.play(board.size().centre());
        GomokuSearch::on(&board, 1 << 20)
    }

    /// A level is weakened whatever limits its moves, and errs by a seed.
    #[test]
    fn a_level_limited_by_depth_or_nodes_has_its_handicap() {
        let mut search = gomoku();
        for limits in [Limits::depth(3), Limits::nodes(500)] {
            let level = Some("beginner".to_owned());
            let task = Task { lines: 1, level, limits };
            let mut lines = 0;
            assert!(search.run(&task, &Stop::new(), &mut |_| lines += 1).is_some());
            assert!(search.engine.is_weakened());
            assert_eq!(lines, 0);
            assert_ne!(search.handicap(&task).map(|handicap| handicap.seed), Some(0));
        }
        let full = Task { lines: 1, level: Some("strong".to_owned()), limits: Limits::depth(3) };
        assert!(search.run(&full, &Stop::new(), &mut |_| {}).is_some());
        assert!(!search.engine.is_weakened());
    }

    #[test]
    fn both_games_report_their_lines_with_the_first_move_played() {
        let start = xun_xiangqi::rules::Position::start();
        let rules = xun_xiangqi::rules::Rules::default();
        let xiangqi = XiangqiSearch::on(&start, rules, 1 << 20).expect("a small table");
        let searches: [Box<dyn BoardSearch>; 2] = [Box::new(gomoku()), Box::new(xiangqi)];
        for mut search in searches {
            let task = Task { lines: 1, level: None, limits: Limits::depth(3) };
            let mut last = None;
            let best = search.run(&task, &Stop::new(), &mut |progress| {
                last = progress.line.moves.first().cloned();
            });
            assert!(best.is_some() && best == last, "{best:?} {last:?}");
        }
    }
}

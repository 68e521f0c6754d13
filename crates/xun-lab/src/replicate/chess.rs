//! The Xiangqi boards: best moves at two depths, node counts, scores, and what pruning and threads
//! gain.

use super::reported::{BOARDS, DEEPER, DEPTH_3};
use super::{Course, Line, Lines, ReplicateError, time_text};
use crate::Text;
use std::time::Duration;
use xun_game::textbook::{Answer, CompiledSearch, Limits, Refinement, Refinements, Settings};
use xun_xiangqi::rules::Piece;
use xun_xiangqi::textbook::{
    Coordinates, CourseBoard, CourseEvaluation, CourseMove, CourseTables, Variant,
};

struct Lab<'a> {
    course: &'a Course<'a>,
    boards: Vec<CourseBoard>,
    judge: CourseEvaluation,
}

pub(super) fn measure(course: &Course<'_>, lines: &mut Lines<'_>) -> Result<(), ReplicateError> {
    let lab = Lab::read(course)?;
    let minimax = lab.all(3, &Settings::minimax())?;
    let plain = Settings::alpha_beta(Refinements::NONE);
    let alpha_beta = lab.all(3, &plain)?;
    // Exact refinements change neither the move nor its value, only the work.
    let deep = lab.all(5, &Settings { threads: 1, ..Settings::alpha_beta(Refinements::EXACT) })?;
    for (index, case) in BOARDS.iter().enumerate() {
        let (name, board) = ((index + 1).to_string(), &lab.boards[index]);
        for (answer, wanted, quantity) in [
            (
                &alpha_beta[index],
                case.moves[0],
                Text::new("best move, depth 3", "最佳着法，深度 3"),
            ),
            (&deep[index], case.moves[1], Text::new("best move, depth 5", "最佳着法，深度 5")),
        ] {
            let ours = answer.best.map_or_else(|| "–".to_owned(), |best| move_text(board, best));
            lines.add(Line::compared(&name, quantity, wanted.to_owned(), ours));
        }
        for (answer, wanted, quantity) in [
            (
                &minimax[index],
                case.nodes[0],
                Text::new("nodes, minimax, depth 3", "节点数，极小极大，深度 3"),
            ),
            (
                &alpha_beta[index],
                case.nodes[1],
                Text::new("nodes, alpha-beta, depth 3", "节点数，alpha-beta，深度 3"),
            ),
        ] {
            let ours = answer.statistics.maximising_moves();
            lines.add(Line::compared(&name, quantity, wanted.to_string(), ours.to_string()));
        }
        let gain = |best: CourseMove| {
            let piece = board.piece_on(best.from)?;
            Some(lab.judge.tables().position_gain(piece, best.from, best.to).to_string())
        };
        let ours = alpha_beta[index].best.and_then(gain).unwrap_or_else(|| "–".to_owned());
        lines.add(Line::compared(
            &name,
            Text::new("score of the move", "着法得分"),
            case.score.to_string(),
            ours,
        ));
    }
    lab.speeds([&minimax, &alpha_beta].map(|answers| time(answers)), lines)
}

fn time(answers: &[Answer<CourseMove>]) -> Duration {
    answers.iter().map(|answer| answer.statistics.time).sum()
}

fn move_text(board: &CourseBoard, best: CourseMove) -> String {
    Coordinates::RowColumn.line(board.piece_on(best.from).map_or('?', Piece::letter), best)
}

impl<'a> Lab<'a> {
    fn read(course: &'a Course<'a>) -> Result<Self, ReplicateError> {
        let (path, text) = course.read_text("tables.json")?;
        let tables = CourseTables::from_json(&text, None)
            .map_err(|error| ReplicateError::Wrong { path, reason: error.to_string() })?;
        let mut boards = Vec::new();
        for number in 1..=BOARDS.len() {
            let (path, text) = course.read_text(&format!("chess/{number}.txt"))?;
            let rules = Variant::A.rules().unwrap_or_default();
            let board = CourseBoard::from_text(&text, rules)
                .map_err(|error| ReplicateError::Wrong { path, reason: error.to_string() })?;
            boards.push(board);
        }
        Ok(Self {
            course,
            boards,
            judge: CourseEvaluation::new(&tables, Variant::A.counts_captures()),
        })
    }

    fn all(
        &self,
        depth: u32,
        settings: &Settings,
    ) -> Result<Vec<Answer<CourseMove>>, ReplicateError> {
        let settings = Settings { tie: Variant::A.tie(), table_mebibytes: 4, ..settings.clone() };
        let mut answers = Vec::new();
        for board in &self.boards {
            let limits = Limits::depth(depth);
            let answer = board.search_with(&self.judge, &settings, &limits, self.course.stop, None);
            if answer.stopped {
                return Err(ReplicateError::Stopped);
            }
            answers.push(answer);
        }
        Ok(answers)
    }

    /// Gains of the labs by pruning and by threads, beside ours.
    fn speeds(&self, depth_3: [Duration; 2], lines: &mut Lines<'_>) -> Result<(), ReplicateError> {
        let mut add = |names: [Text; 3], reported: [Duration; 2], ours: [Duration; 2]| {
            let [one, other, gain] = names;
            lines.add(Line::beside("1–10", one, time_text(reported[0]), time_text(ours[0])));
            lines.add(Line::beside("1–10", other, time_text(reported[1]), time_text(ours[1])));
            let ratio = |times: [Duration; 2]| {
                format!("{:.1}×", times[0].as_secs_f64() / times[1].as_secs_f64().max(1e-9))
            };
            lines.add(Line::beside("1–10", gain, ratio(reported), ratio(ours)));
        };
        let names = [
            Text::new("minimax, depth 3", "极小极大，深度 3"),
            Text::new("alpha-beta, depth 3", "alpha-beta，深度 3"),
            Text::new("what pruning gains", "剪枝所得"),
        ];
        add(names, DEPTH_3, depth_3);
        let plain = Settings { threads: 1, ..Settings::alpha_beta(Refinements::NONE) };
        let spread = Settings {
            threads: 0,
            ..Settings::alpha_beta(Refinements::NONE.with(Refinement::ParallelRoot))
        };
        for (depth, reported) in DEEPER {
            let ours = [time(&self.all(depth, &plain)?), time(&self.all(depth, &spread)?)];
            let made = |english: &str, chinese: &str| {
                Text::new(format!("{english}, depth {depth}"), format!("{chinese}，深度 {depth}"))
            };
            let names = [
                made("alpha-beta, one thread", "alpha-beta，单线程"),
                made("alpha-beta, root moves on threads", "alpha-beta，根着法分线程"),
                made("what threads gain", "多线程所得"),
            ];
            add(names, reported, ours);
        }
        Ok(())
    }
}

//! Judges the printed answer to a supply problem: steps on the first line, then the moves as `U D L
//! R`, or the cells of the path as `row column`, one a line.

use super::Grade;
use crate::Text;
use xun_grid::supply::{ReplayError, replay};
use xun_grid::{Cell, Problem, Step};

/// A verdict with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Grade of the answer.
    pub verdict: Grade,
    /// The answer in short.
    pub answer: String,
    /// Place and reason.
    pub note: Text,
}

impl Judged {
    pub(super) fn new(
        verdict: Grade,
        answer: impl Into<String>,
        english: impl Into<String>,
        chinese: impl Into<String>,
    ) -> Self {
        Self { verdict, answer: answer.into(), note: Text::new(english.into(), chinese.into()) }
    }
}

/// Judges an answer; `fewest` is the length of a shortest way, if there is one.
pub fn judge_path(problem: &Problem, fewest: Option<usize>, output: &str) -> Judged {
    let mut lines = output.lines().map(str::trim).filter(|line| !line.is_empty());
    let Some(first) = lines.next() else {
        return Judged::new(Grade::Garbage, "", "nothing was printed", "没有输出");
    };
    let Ok(stated) = first.parse::<i64>() else {
        let shown: String = first.chars().take(40).collect();
        return Judged::new(
            Grade::Garbage,
            shown,
            "the first line must be the number of steps, or -1",
            "第一行应为步数，无路时为 -1",
        );
    };
    let rest: Vec<&str> = lines.collect();
    match (stated, fewest) {
        (-1, None) => Judged::new(Grade::Correct, "-1", "", ""),
        (-1, Some(fewest)) => Judged::new(
            Grade::MissesWay,
            "-1",
            format!("there is a way of {fewest} steps"),
            format!("有 {fewest} 步的路"),
        ),
        (_, fewest) => judge_way(problem, fewest, stated, &rest),
    }
}

fn judge_way(problem: &Problem, fewest: Option<usize>, stated: i64, rest: &[&str]) -> Judged {
    let answer = stated.to_string();
    if rest.is_empty() {
        let right = fewest.is_some_and(|fewest| fewest as i64 == stated);
        let verdict = match (right, fewest) {
            (true, _) if stated == 0 => Grade::Correct,
            (true, _) => Grade::StepsOnly,
            (false, None) => Grade::InventsWay,
            (false, Some(_)) => Grade::WrongCount,
        };
        return Judged::new(verdict, answer, "no moves were printed", "没有输出路径");
    }
    let cells = match walk(problem, rest) {
        Ok(cells) => cells,
        Err(judged) => return Judged { answer, ..judged },
    };
    let steps = cells.len() - 1;
    if let Err(error) = replay(problem, &cells) {
        // Whatever a path for an impossible problem breaks, it breaks something: say what.
        let (verdict, chinese) = match error {
            ReplayError::Starved { step, cell } => {
                (Grade::Starves, format!("第 {step} 步：在 {cell} 补给已尽"))
            }
            ReplayError::IntoWall { step, cell } => {
                (Grade::HitsWall, format!("第 {step} 步：{cell} 是墙"))
            }
            ReplayError::NotAStep { step, from, to } => {
                (Grade::WrongEnds, format!("第 {step} 步：{from} 与 {to} 不相邻"))
            }
            _ => (Grade::WrongEnds, "路径不是从起点到终点".to_owned()),
        };
        return Judged::new(verdict, answer, error.to_string(), chinese);
    }
    if stated != steps as i64 {
        return Judged::new(
            Grade::WrongCount,
            answer,
            format!("the path has {steps} steps"),
            format!("路径有 {steps} 步"),
        );
    }
    match fewest {
        Some(fewest) if steps == fewest => Judged::new(Grade::Correct, answer, "", ""),
        Some(fewest) => Judged::new(
            Grade::Suboptimal,
            answer,
            format!("{} steps too many", steps.saturating_sub(fewest)),
            format!("多走 {} 步", steps.saturating_sub(fewest)),
        ),
        None => Judged::new(Grade::InventsWay, answer, "", ""),
    }
}

/// The cells of the printed path.
fn walk(problem: &Problem, lines: &[&str]) -> Result<Vec<Cell>, Judged> {
    let garbage = |shown: &str| {
        let shown: String = shown.chars().take(30).collect();
        Judged::new(
            Grade::Garbage,
            "",
            format!("{shown:?} is no path: expected letters U D L R, or lines `row column`"),
            format!("“{shown}”不是路径：应为 U D L R，或每行“行 列”"),
        )
    };
    if lines[0].starts_with(|letter: char| letter.is_ascii_digit()) {
        let cell = |line: &&str| {
            let mut numbers = line.split_whitespace().map(str::parse::<u32>);
            match (numbers.next(), numbers.next(), numbers.next()) {
                (Some(Ok(row)), Some(Ok(column)), None) => Ok(Cell::new(row, column)),
                _ => Err(garbage(line)),
            }
        };
        let cells = lines.iter().map(cell).collect::<Result<Vec<_>, _>>()?;
        return match cells.iter().find(|cell| !problem.map().contains(**cell)) {
            None => Ok(cells),
            Some(cell) => Err(Judged::new(
                Grade::HitsWall,
                "",
                format!("{cell} is off the map"),
                format!("{cell} 在地图外"),
            )),
        };
    }
    let mut cells = vec![problem.start()];
    for letter in
        lines.iter().flat_map(|line| line.chars()).filter(|letter| !letter.is_whitespace())
    {
        let step = match letter {
            'U' | 'u' => Step::Up,
            'D' | 'd' => Step::Down,
            'L' | 'l' => Step::Left,
            'R' | 'r' => Step::Right,
            _ => return Err(garbage(lines[0])),
        };
        let next = cells[cells.len() - 1].step(step).filter(|cell| problem.map().contains(*cell));
        let Some(next) = next else {
            let number = cells.len();
            return Err(Judged::new(
                Grade::HitsWall,
                "",
                format!("step {number} leaves the map"),
                format!("第 {number} 步走出地图"),
            ));
        };
        cells.push(next);
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_grid::format;

    /// A tank of 3: the way of 4 steps along the top starves, the one by the station takes 6.
    fn problem() -> Problem {
        let text = b"3 5 3\n3 0 0 0 4\n1 1 2 1 1\n1 1 1 1 1\n";
        format::read(text, None, None).unwrap().into_problem(None, None).unwrap()
    }

    fn verdict(output: &str) -> Grade {
        judge_path(&problem(), Some(6), output).verdict
    }

    #[test]
    fn every_kind_of_answer() {
        assert_eq!(verdict("6\nRRDURR\n"), Grade::Correct);
        assert_eq!(verdict(" 6 \r\n r r d u r r \r\n"), Grade::Correct);
        assert_eq!(verdict("6\n0 0\n0 1\n0 2\n1 2\n0 2\n0 3\n0 4\n"), Grade::Correct);
        assert_eq!(verdict("8\nRRDUDURR\n"), Grade::Suboptimal);
        assert_eq!(verdict("4\nRRRR\n"), Grade::Starves);
        assert_eq!(verdict("6\nDRURRR\n"), Grade::HitsWall);
        assert_eq!(verdict("6\nURDRRR\n"), Grade::HitsWall);
        assert_eq!(verdict("5\nRRDURR\n"), Grade::WrongCount);
        assert_eq!(verdict("4\nRRDU\n"), Grade::WrongEnds);
        assert_eq!(verdict("6\n0 0\n0 4\n"), Grade::WrongEnds);
        assert_eq!(verdict("6\n0 0\n9 9\n"), Grade::HitsWall);
        assert_eq!(verdict("6\n"), Grade::StepsOnly);
        assert_eq!(verdict("7\n"), Grade::WrongCount);
        assert_eq!(verdict("-1\n"), Grade::MissesWay);
        for garbage in ["", "\n\n", "six\nRRDURR", "6\nNORTH", "6\n0 x", "Segmentation fault"] {
            assert_eq!(verdict(garbage), Grade::Garbage, "{garbage:?}");
        }
    }

    #[test]
    fn where_there_is_no_way() {
        let judge = |output: &str| judge_path(&problem(), None, output).verdict;
        assert_eq!(judge("-1\n"), Grade::Correct);
        assert_eq!(judge("4\n"), Grade::InventsWay);
        assert_eq!(judge("4\nRRRR\n"), Grade::Starves);
    }
}

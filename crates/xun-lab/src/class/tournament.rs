//! A tournament of the submitted programs: each plays each, with both colours. A program is run
//! once for every move: it reads the board and prints a point, as in `grade gomoku`.

use super::assignment::{Assignment, Kind};
use super::submission::{NotRunnable, Program, Submission};
use crate::grade::{BoardSystem, GradedBoard, WrongMove, first_line};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use xun_arena::isolation::Isolation;
use xun_arena::{
    Adjudication, Choice, Ending, Failure, Finish, Format, GameMove, GomokuReferee, Journal,
    JournalError, News, Opening, OpeningError, Plan, Player, Referee, RunLimits, RunOutcome,
    Schedule, Setting, Standing, Standings, TimeControl, Turn, run_limited, run_match,
};
use xun_game::{Stop, fingerprint};
use xun_gomoku::rules::{Rule, Size};
use xun_text::{Language, Text};

const SETTING: Setting = Setting::Gomoku { size: Size::STANDARD, rule: Rule::Freestyle };
/// Random moves before the programs begin, balanced by our engine.
const OPENING_PLIES: usize = 4;
const BALANCE: i32 = 150;
/// Time that starting and ending a program may take besides the move itself.
const OVERHEAD: Duration = Duration::from_secs(30);

/// The programs that play, and those that cannot.
pub struct Tournament<'a> {
    assignment: &'a Assignment,
    isolation: &'a Isolation,
    students: Vec<String>,
    programs: Vec<Arc<Program>>,
    fingerprints: Vec<u64>,
    absent: Vec<(String, Text)>,
}

/// The reason why there is no tournament.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// The assignment is not about playing.
    #[error("a tournament needs an assignment of the kind \"gomoku\"")]
    Kind,
    /// A program cannot be built, by no fault of its own.
    #[error("{student}: {reason}")]
    Grader {
        /// The student.
        student: String,
        /// The reason.
        reason: String,
    },
    /// Fewer than two programs can be run.
    #[error("a tournament needs two programs that can be run; there are {0}")]
    TooFew(usize),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl<'a> Tournament<'a> {
    /// Builds the programs.
    ///
    /// # Errors
    /// An assignment of another kind, a missing compiler, or too few programs.
    pub fn new(
        assignment: &'a Assignment,
        submissions: &[Submission],
        isolation: &'a Isolation,
        stop: &Stop,
    ) -> Result<Self, TournamentError> {
        if assignment.kind != Kind::Gomoku {
            return Err(TournamentError::Kind);
        }
        let mut tournament = Self {
            assignment,
            isolation,
            students: Vec::new(),
            programs: Vec::new(),
            fingerprints: Vec::new(),
            absent: Vec::new(),
        };
        for submission in submissions {
            let student = submission.student.clone();
            match submission.prepare(assignment, isolation, stop) {
                Ok(program) => {
                    tournament.students.push(student);
                    tournament.programs.push(Arc::new(program));
                    tournament.fingerprints.push(submission.fingerprint());
                }
                Err(NotRunnable::Student(reason)) => tournament.absent.push((student, reason)),
                Err(NotRunnable::Grader(reason)) => {
                    return Err(TournamentError::Grader { student, reason });
                }
            }
        }
        if tournament.students.len() < 2 {
            return Err(TournamentError::TooFew(tournament.students.len()));
        }
        Ok(tournament)
    }

    /// Games of so many rounds: in each round every pair plays two.
    pub fn games(&self, rounds: u64) -> u64 {
        let count = self.students.len() as u64;
        rounds * count * (count - 1)
    }

    /// Terms that the games depend on; a journal of anything else is refused.
    pub fn terms(&self, rounds: u64) -> serde_json::Value {
        let programs: Vec<String> =
            self.fingerprints.iter().map(|hash| format!("{hash:016x}")).collect();
        let assignment = format!("{:016x}", fingerprint(self.assignment.text.as_bytes()));
        serde_json::json!({
            "tournament": assignment, "rounds": rounds, "students": self.students,
            "programs": programs,
        })
    }

    /// Plays what the journal does not have yet, so many games at a time; whether all are played.
    ///
    /// # Errors
    /// A journal that cannot be written.
    pub fn play(
        &self,
        journal: &mut Journal,
        rounds: u64,
        at_a_time: usize,
        stop: &Stop,
        listen: &(dyn Fn(u64) + Sync),
    ) -> Result<bool, TournamentError> {
        let test = &self.assignment.tests[0];
        let control = TimeControl { per_move: Some(test.limits().time), ..TimeControl::default() };
        let openings = SETTING.balanced_openings_until(
            usize::try_from(rounds).unwrap_or(usize::MAX),
            OPENING_PLIES,
            BALANCE,
            self.assignment.seed,
            stop,
        );
        let make_player = |number: usize| {
            let player = ProgramPlayer {
                program: Arc::clone(&self.programs[number]),
                limits: test.limits(),
                isolation: self.isolation.clone(),
                board: referee(&Opening::default())?,
            };
            Ok(Box::new(player) as Box<dyn Player>)
        };
        let plan = Plan {
            setting: SETTING,
            names: self.students.clone(),
            controls: vec![control; self.students.len()],
            schedule: Schedule::new(Format::RoundRobin, self.students.len(), self.games(rounds)),
            openings,
            adjudication: Adjudication::default(),
            // The run itself keeps the time.
            grace: OVERHEAD,
            sprt: None,
            concurrency: at_a_time.max(1),
            make_player: &make_player,
        };
        let finish = run_match(&plan, journal, stop, &|news| {
            if let News::Ended(game, _) = news {
                listen(game.index);
            }
        })?;
        Ok(finish == Finish::Complete)
    }

    /// The table of the games in a journal, best first.
    pub fn table(&self, journal: &Journal, language: Language) -> String {
        let mut text = format!("# {}\n\n", self.assignment.name.pick(language));
        text.push_str(language.pick(
            "| | student | points | games | + = − | lost by faults |\n",
            "| | 学生 | 积分 | 局数 | 胜 和 负 | 因故障负 |\n",
        ));
        text.push_str("|---:|---|---:|---:|---:|---|\n");
        for (place, row) in (1..).zip(self.rows(journal)) {
            let tally = &row.total;
            let faults: Vec<String> =
                row.faults.iter().map(|(name, count)| format!("{name} {count}")).collect();
            let _ = writeln!(
                text,
                "| {place} | {} | {:.1} | {} | {} {} {} | {} |",
                row.name.replace('|', " "),
                points(&row),
                tally.games(),
                tally.wins,
                tally.draws,
                tally.losses,
                faults.join(", ")
            );
        }
        for (student, reason) in &self.absent {
            let first = reason.pick(language).lines().next().unwrap_or_default();
            let _ = write!(text, "\n{}", language.pick("Does not play", "未参赛"));
            let _ = write!(text, ": {student} ({first})");
        }
        text.trim_end().to_owned() + "\n"
    }

    /// The same table for a spreadsheet.
    pub fn csv(&self, journal: &Journal) -> String {
        let mut text = "place,student,points,games,wins,draws,losses,faults\n".to_owned();
        for (place, row) in (1..).zip(self.rows(journal)) {
            let (name, tally) = (super::table::field(&row.name), &row.total);
            let faults: u64 = row.faults.values().sum();
            let _ = writeln!(
                text,
                "{place},{name},{:.1},{},{},{},{},{faults}",
                points(&row),
                tally.games(),
                tally.wins,
                tally.draws,
                tally.losses
            );
        }
        text
    }

    fn rows(&self, journal: &Journal) -> Vec<Standing> {
        let mut rows = Standings::of(&self.students, journal.games().values()).into_rows();
        rows.sort_by(|one, other| {
            points(other).total_cmp(&points(one)).then_with(|| one.name.cmp(&other.name))
        });
        rows
    }
}

/// One for a win, a half for a draw.
fn points(row: &Standing) -> f64 {
    row.total.wins as f64 + 0.5 * row.total.draws as f64
}

fn referee(opening: &Opening) -> Result<GomokuReferee, OpeningError> {
    GomokuReferee::new(Size::STANDARD, Rule::Freestyle, opening)
}

/// A program that is run once for every move.
struct ProgramPlayer {
    program: Arc<Program>,
    limits: RunLimits,
    isolation: Isolation,
    board: GomokuReferee,
}

impl Player for ProgramPlayer {
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn set_up(&mut self, opening: &Opening) -> Result<(), Failure> {
        self.board = referee(opening).map_err(|error| Failure::crash(error.to_string()))?;
        Ok(())
    }

    fn follow(&mut self, played: GameMove) -> Result<(), Failure> {
        self.board.play(played).map_err(|_| Failure::crash("an illegal move"))
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let board = self.board.board();
        let (input, stop) = (board.input(), turn.stop.flag());
        let command = &self.program.command;
        let run = run_limited(command, input.as_bytes(), &self.limits, &self.isolation, stop);
        let failure = |ending, note: &str| Err(Failure { ending, note: note.to_owned() });
        match run.outcome {
            RunOutcome::Exited(0) => {}
            RunOutcome::OutOfTime => return failure(Ending::Late, "time limit"),
            RunOutcome::Flooded => return failure(Ending::Flood, "output limit"),
            other => return failure(Ending::Crash, &format!("{other:?}")),
        }
        let output = String::from_utf8_lossy(&run.output);
        match board.read_move(first_line(&output), BoardSystem::RowColumn) {
            Ok(point) => Ok(Choice { chosen: Some(GameMove::Gomoku(point)), ..Choice::default() }),
            Err(WrongMove::Illegal) => failure(Ending::IllegalMove, "illegal move"),
            Err(WrongMove::Unreadable) => failure(Ending::Nonsense, "no move in the output"),
        }
    }
}

//! A match: the value that describes it, and how it is played and reported.

use super::learning::Learning;
use super::person::Person;
use super::{report, save};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use xun_arena::{
    Finish, Journal, JournalError, MatchSpec, News, Opening, Plan, Player, PlayerKind, PlayerSpec,
    Sprt, Standing, Standings, TimeControl, run_match,
};
use xun_game::Stop;
use xun_game::files::{MOST_TEXT_BYTES, read_at_most};

/// A match to be played.
pub(crate) struct Match {
    /// Players, game, openings and everything else that names the match.
    pub(crate) spec: MatchSpec,
    pub(crate) concurrency: usize,
    pub(crate) sprt: Option<Sprt>,
    /// Delay beyond its limit that an answer may have.
    pub(crate) grace: Duration,
    /// None writes into a file that is removed when the match ends.
    pub(crate) journal: Option<PathBuf>,
    /// File or folder to write the games to.
    pub(crate) save: Option<PathBuf>,
}

/// The report of a match.
pub(crate) struct MatchReport {
    pub(crate) exit: Exit,
    pub(crate) rows: Vec<Standing>,
    /// Everything, for programs.
    pub(crate) json: Value,
    /// The table, for people.
    pub(crate) text: String,
}

fn is_person(spec: &PlayerSpec) -> bool {
    spec.kind == PlayerKind::Human
}

impl Match {
    /// Plays the games that the journal does not have yet, and reports on all of them.
    pub(crate) fn play(&self, context: &mut Context) -> anyhow::Result<MatchReport> {
        let names = self.spec.names();
        let openings = self.openings(context.language, &context.stop)?;
        if context.stopped() {
            // The openings are not complete, and a journal would be of another match.
            let rows = Standings::new(&names).into_rows();
            let text = self.table(&rows, Finish::Stopped, false, context.language)?;
            let json = json!({ "finish": report::finish_name(Finish::Stopped) });
            return Ok(MatchReport { exit: Exit::Interrupted, rows, json, text });
        }
        let terms = self.spec.terms(&openings);
        // Closed, for Windows does not let a file be opened for writing twice.
        let scratch = tempfile::NamedTempFile::new()?.into_temp_path();
        let path = self.journal.as_deref().unwrap_or(&scratch);
        let mut journal = Journal::open(path, &terms).with_context(|| name_of_journal(path))?;
        let learning = Learning::open(self.specs(), self.spec.setting, journal.name())?;
        // Games that were finished just before a kill, and are not learnt yet.
        journal.games().values().for_each(|game| learning.learn(game));
        let (language, stop) = (context.language, context.stop.clone());
        let finish = self.play_games(&names, openings, &mut journal, &learning, language, &stop);
        let rows = Standings::of(&names, journal.games().values()).into_rows();
        let finish = match finish {
            Ok(finish) => finish,
            Err(error) => {
                // The games so far are worth a table, whatever ended the match.
                let text = self.table(&rows, Finish::Stopped, true, context.language)?;
                write!(context.out, "{text}")?;
                context.out.flush()?;
                return Err(unwritable(error, context.language))
                    .with_context(|| name_of_journal(path));
            }
        };
        if let Some(path) = &self.save {
            save::save(path, self.spec.setting, &names, journal.games().values())
                .with_context(|| format!("--save {}", path.display()))?;
        }
        let games: Vec<_> = journal.games().values().collect();
        let json = json!({
            "finish": report::finish_name(finish),
            "terms": terms,
            "standings": report::to_json(&rows),
            "sprt": self.sprt.map(|test| report::sprt_json(&test, &rows)),
            "learnt": learning.to_json(),
            "games": games,
        });
        let mut text = self.table(&rows, finish, self.journal.is_some(), context.language)?;
        for line in learning.report(context.language) {
            text.extend(["\n", &line, "\n"]);
        }
        let exit = if finish == Finish::Stopped { Exit::Interrupted } else { Exit::Answered };
        Ok(MatchReport { exit, rows, json, text })
    }

    fn specs(&self) -> impl Iterator<Item = &PlayerSpec> {
        self.spec.players.iter().map(|(_, spec)| spec)
    }

    /// The table as text.
    fn table(
        &self,
        rows: &[Standing],
        finish: Finish,
        with_journal: bool,
        language: Language,
    ) -> anyhow::Result<String> {
        let mut text = Vec::new();
        report::print(rows, self.sprt.as_ref(), finish, with_journal, language, &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Plays the games with a progress bar; where a person plays, with the results instead.
    fn play_games(
        &self,
        names: &[String],
        openings: Vec<Opening>,
        journal: &mut Journal,
        learning: &Learning,
        language: Language,
        stop: &Stop,
    ) -> Result<Finish, JournalError> {
        let with_person = self.specs().any(is_person);
        let make_player = |number: usize| {
            if is_person(&self.spec.players[number].1) {
                let person = Person::new(self.spec.setting, language, stop.clone());
                return Ok(Box::new(person) as Box<dyn Player>);
            }
            self.spec.player(number)
        };
        let plan = Plan {
            setting: self.spec.setting,
            names: names.to_vec(),
            controls: self.specs().map(|spec| control(spec, self.spec.time)).collect(),
            schedule: self.spec.schedule(),
            openings,
            adjudication: self.spec.adjudication,
            grace: self.grace,
            sprt: self.sprt,
            concurrency: self.concurrency,
            make_player: &make_player,
        };
        let bar = if with_person {
            ProgressBar::hidden()
        } else {
            progress(plan.schedule.len(), journal.games().len())
        };
        let listen = |news: News<'_>| match news {
            News::Began(pairing, _) if with_person => {
                let [first, second] = pairing.players.map(|number| names[number].as_str());
                let number = pairing.index + 1;
                match language {
                    Language::English => eprintln!("\ngame {number}: {first} – {second}"),
                    Language::Chinese => eprintln!("\n第 {number} 局：{first} – {second}"),
                }
            }
            News::Ended(game, standings) => {
                learning.learn(game);
                bar.set_message(report::summary(&standings.rows()[0]));
                bar.inc(1);
                if with_person {
                    eprintln!("{}", report::result(game, names, language));
                }
            }
            _ => {}
        };
        let finish = run_match(&plan, journal, stop, &listen);
        bar.finish_and_clear();
        finish
    }

    fn openings(&self, language: Language, stop: &Stop) -> anyhow::Result<Vec<Opening>> {
        let Some(path) = &self.spec.openings.file else {
            return Ok(self.spec.read_openings(None, stop)?);
        };
        let text = read_text(path, language)?;
        self.spec.read_openings(Some(&text), stop).with_context(|| {
            format!("{} {}", language.pick("openings in", "开局文件"), path.display())
        })
    }
}

fn name_of_journal(path: &Path) -> String {
    format!("--journal {}", path.display())
}

fn unwritable(error: JournalError, language: Language) -> anyhow::Error {
    anyhow::Error::new(error).context(language.pick(
        "the journal cannot be written. The games in it are whole: make room, and run the same \
         command again",
        "无法写入日志。其中的对局完好：腾出空间后用同一命令再次运行即可继续",
    ))
}

/// A player's limits: its own or the match's. A person has no limit unless one is given.
fn control(spec: &PlayerSpec, general: TimeControl) -> TimeControl {
    match spec.control {
        Some(own) => own,
        None if is_person(spec) => TimeControl::default(),
        None => general,
    }
}

fn read_text(path: &Path, language: Language) -> anyhow::Result<String> {
    let text = read_at_most(path, MOST_TEXT_BYTES).with_context(|| path.display().to_string())?;
    String::from_utf8(text).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        let reason = language.pick("not UTF-8 text", "不是 UTF-8 文本");
        anyhow::anyhow!("{}: line {line}: {reason}", path.display())
    })
}

fn progress(games: u64, played: usize) -> ProgressBar {
    let bar = ProgressBar::new(games);
    if let Ok(style) =
        ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {elapsed} / {eta}")
    {
        bar.set_style(style);
    }
    bar.set_position(played as u64);
    bar
}

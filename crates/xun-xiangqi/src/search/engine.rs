//! The Xiangqi engine: the search with its options, as front ends use it.

use super::level::{LEVELS, handicap_of_skill};
use super::options::EngineOptions;
use super::searcher::{Answer, Event, Question, Searcher};
use crate::eval::PlayingEvaluator;
use crate::openings::OpeningBook;
use crate::rules::{Move, Position, Rules};
use std::fmt::Display;
use std::time::Duration;
use xun_game::{
    Engine, Level, OptionError, OptionSpec, SplitMix64, Stop, TableEntry, TableError, TimePolicy,
};

/// Makes the errors of a weakened player differ from game to game.
const SEED: u64 = 0x58_55_4E;

/// The Xiangqi engine with its options. See [`Engine`].
pub struct XiangqiEngine {
    searcher: Searcher,
    options: EngineOptions,
    rules: Rules,
    seed: u64,
    games: u64,
    /// Opening books; the first one that knows a position answers.
    books: Vec<OpeningBook>,
    book_seed: u64,
}

impl XiangqiEngine {
    /// An engine with these options and this evaluation (the options `EvalFile` and `Book File` are
    /// not read).
    ///
    /// # Errors
    /// A transposition table that does not fit into memory.
    pub fn new(options: EngineOptions, evaluator: PlayingEvaluator) -> Result<Self, TableError> {
        let mut searcher = Searcher::new(options.hash as usize, evaluator)?;
        searcher.set_threads(options.threads as usize);
        let rules = options.rules();
        searcher.set_rules(rules);
        searcher.set_overhead(Duration::from_millis(options.move_overhead as u64));
        let books = Vec::new();
        let mut engine =
            Self { searcher, options, rules, seed: SEED, games: 0, books, book_seed: SEED };
        engine.apply_level();
        Ok(engine)
    }

    /// The options as they are set.
    #[must_use]
    pub fn settings(&self) -> &EngineOptions {
        &self.options
    }

    /// The rules by which games end besides mate.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Changes the rules; the options that name them follow. A game without a limit of plies
    /// without a capture has no option, so that option stays.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
        self.options.repetition_rule = rules.repetition;
        if let Some(plies) = rules.quiet_limit {
            self.options.draw_plies = plies.into();
        }
        self.searcher.set_rules(rules);
    }

    /// The search without options.
    pub fn searcher(&mut self) -> &mut Searcher {
        &mut self.searcher
    }

    /// Makes the errors of a weakened player and the moves of the opening book depend on this seed.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.book_seed = seed;
        self.games = 0;
        self.apply_level();
    }

    /// Makes only the moves of the opening book depend on this seed.
    pub fn set_book_seed(&mut self, seed: u64) {
        self.book_seed = seed;
    }

    /// The answer of the opening books, unless they are turned off.
    fn book_answer(&self, position: &Position, question: &Question) -> Option<Answer> {
        if !self.options.own_book {
            return None;
        }
        let seed = self.games.wrapping_mul(SplitMix64::GAMMA) ^ self.book_seed;
        let mut random = SplitMix64::new(SplitMix64::mix(seed) ^ position.key());
        let choice = self.options.book_choice;
        self.books.iter().find_map(|book| book.answer(position, question, choice, &mut random))
    }

    /// The table's entry of a position.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<TableEntry> {
        self.searcher.probe(position)
    }

    fn apply_level(&mut self) {
        let seed = self.games.wrapping_mul(SplitMix64::GAMMA) ^ self.seed;
        self.searcher.set_handicap(handicap_of_skill(self.options.skill(), seed));
    }

    /// Applies the option of this proper name.
    fn apply(&mut self, name: &'static str) -> Result<(), OptionError> {
        let failed =
            |error: &dyn Display| OptionError::NotApplied { name, reason: error.to_string() };
        let (searcher, options) = (&mut self.searcher, &self.options);
        match name {
            "Hash" => {
                searcher.set_table_size(options.hash as usize).map_err(|error| failed(&error))?;
            }
            "Threads" => searcher.set_threads(options.threads as usize),
            "Clear Hash" => searcher.clear_table(),
            "Move Overhead" => {
                searcher.set_overhead(Duration::from_millis(options.move_overhead as u64));
            }
            "EvalFile" => {
                let evaluator = PlayingEvaluator::from_file(&options.eval_file)
                    .map_err(|error| failed(&error))?;
                searcher.set_evaluator(&evaluator);
                searcher.clear_table();
            }
            "Book File" => {
                self.books = OpeningBook::from_files(&options.book_file)
                    .map_err(|(name, error)| failed(&format_args!("{name}: {error}")))?;
            }
            "Draw Plies" => self.rules.quiet_limit = options.rules().quiet_limit,
            "Repetition Rule" => self.rules.repetition = options.repetition_rule,
            "Level" | "Skill Level" => self.apply_level(),
            _ => {}
        }
        self.searcher.set_rules(self.rules);
        Ok(())
    }
}

impl Engine for XiangqiEngine {
    type Position = Position;
    type Move = Move;

    fn search(
        &mut self,
        position: &Position,
        question: &Question,
        stop: &Stop,
        report: &mut dyn FnMut(&Event),
    ) -> Answer {
        if let Some(answer) = self.book_answer(position, question) {
            answer.lines.iter().for_each(|line| report(&Event::Line(line.clone())));
            return answer;
        }
        self.searcher.search(position, question, stop, report)
    }

    fn new_game(&mut self) {
        self.games += 1;
        self.searcher.new_game();
        self.apply_level();
    }

    fn options(&self) -> &'static [OptionSpec] {
        EngineOptions::SPECS
    }

    fn set(&mut self, name: &str, value: &str) -> Result<&'static str, OptionError> {
        let before = self.options.clone();
        let name = self.options.set(name, value)?;
        self.apply(name).inspect_err(|_| self.options = before)?;
        Ok(name)
    }

    fn levels(&self) -> &'static [Level] {
        &LEVELS
    }

    fn is_full_strength(&self) -> bool {
        self.options.skill() >= super::FULL_SKILL
    }

    fn time_policy(_position: &Position, overhead: Duration) -> TimePolicy {
        TimePolicy::with_overhead(overhead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSet;
    use xun_game::Limits;

    #[test]
    fn rules_are_kept_as_given_and_changed_one_by_one_by_options() {
        let mut engine = XiangqiEngine::new(EngineOptions::default(), PlayingEvaluator::hand())
            .expect("a small table");
        let rules = Rules { repetition: RuleSet::Chinese, quiet_limit: None };
        engine.set_rules(rules);
        assert_eq!((engine.rules(), engine.settings().repetition_rule), (rules, RuleSet::Chinese));
        engine.set("Repetition Rule", "simple").expect("a rule set");
        assert_eq!(engine.rules(), Rules { repetition: RuleSet::Simple, quiet_limit: None });
        engine.set("Draw Plies", "60").expect("a number");
        assert_eq!(engine.rules().quiet_limit, Some(60));
    }

    #[test]
    fn an_option_that_cannot_be_applied_changes_nothing() {
        let mut engine = XiangqiEngine::new(EngineOptions::default(), PlayingEvaluator::hand())
            .expect("a small table");
        let error = engine.set("EvalFile", "/no/such/file").expect_err("no such file");
        assert!(matches!(error, OptionError::NotApplied { name: "EvalFile", .. }), "{error}");
        assert_eq!(engine.settings().eval_file, "");
        assert_eq!(engine.set("hashsize", "2"), Ok("Hash"));
        assert!(engine.is_full_strength());
        assert_eq!(engine.set("level", "club"), Ok("Level"));
        assert!(!engine.is_full_strength());
        let question = Question::from(Limits::depth(3));
        let answer = engine.search(&Position::start(), &question, &Stop::new(), &mut |_| {});
        assert!(answer.best.is_some());
    }
}

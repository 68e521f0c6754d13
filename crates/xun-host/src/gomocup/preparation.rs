//! Does the slow part of a first search (tables, weights, book) while no clock runs.

use super::{BookChoice, Gomocup};
use crate::host::Host;
use crate::time_slice::{TimeSlice, request_time_slice};
use xun_game::{Limits, Stop};
use xun_gomoku::rules::{Board, Rule, Size};
use xun_gomoku::search::{GomokuEngine, Question, Settings};

/// The rules whose tables are made.
#[derive(Default)]
pub(super) struct Preparation {
    ready: Vec<Rule>,
}

impl Preparation {
    /// Empties the engine's table and prepares these rules. Returns at once where there is nothing
    /// to do.
    ///
    /// On a thread of its own: on a busy machine a thread that has just worked long waits for the
    /// others before it runs again, and the calling thread must soon wake in time to answer.
    pub(super) fn prepare(&mut self, rules: &[Rule], book: &BookChoice, host: &Host<Gomocup>) {
        let missing = self.missing(rules);
        if missing.is_empty() && host.engine().table().is_clean() {
            return;
        }
        let engine: &mut GomokuEngine = &mut host.engine();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                request_time_slice(TimeSlice::Default);
                engine.clear();
                missing.iter().copied().for_each(first_search);
                book.prepare();
            });
        });
        self.ready.extend(missing);
    }

    /// Those of the rules that are not prepared, each once.
    fn missing(&self, rules: &[Rule]) -> Vec<Rule> {
        let mut missing = Vec::new();
        for &rule in rules {
            if !self.ready.contains(&rule) && !missing.contains(&rule) {
                missing.push(rule);
            }
        }
        missing
    }
}

/// Searches a little, so that everything is made that a first search of this rule makes.
fn first_search(rule: Rule) {
    let mut board = Board::new(Size::STANDARD, rule);
    board.play(Size::STANDARD.centre());
    let mut engine = GomokuEngine::new(Settings { threads: 1, table_bytes: 1 << 16 });
    engine.search(&board, &Question::new(Limits::nodes(200)), &Stop::new(), &mut |_| {});
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prepared_rule_is_not_prepared_again() {
        let mut preparation = Preparation::default();
        let usual = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Freestyle];
        let missing = preparation.missing(&usual);
        assert_eq!(missing, usual[..3]);
        preparation.ready.extend(missing);
        assert_eq!(preparation.missing(&[Rule::Renju]), []);
        assert_eq!(preparation.missing(&[Rule::Caro, Rule::Standard]), [Rule::Caro]);
    }
}

//! Our own engines as players, in this process, with an experience book if they are given one.

use crate::experience::{Canonical, ConsultedBook};
use crate::gomoku::GomokuReferee;
use crate::player::{Choice, Failure, Player, Turn};
use crate::record::Opening;
use crate::referee::Referee;
use crate::setting::{Game, GameMove};
use crate::xiangqi::XiangqiReferee;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use xun_game::{Clock, Limits, OptionError};
use xun_gomoku::eval::Weights;
use xun_gomoku::notation::parse_point;
use xun_gomoku::rules::{Rule, Size};
use xun_gomoku::search as gomoku;
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::notation::{Ranks, parse_coordinates};
use xun_xiangqi::search::{EngineOptions, Question, Searcher, Tuning, handicap_of_skill};

/// Time that an in-process engine leaves for the work around it.
const MARGIN: Duration = Duration::from_millis(5);

/// Our Xiangqi engine.
pub struct XiangqiEngine {
    engine: Searcher,
    board: XiangqiReferee,
    options: EngineOptions,
    experience: Option<ConsultedBook>,
    seed: u64,
}

impl XiangqiEngine {
    /// With options as its protocols have them, an evaluation, and a book to consult.
    ///
    /// # Errors
    /// A table that does not fit into memory, or a book that cannot be opened, in words.
    pub fn new(
        options: EngineOptions,
        evaluator: PlayingEvaluator,
        book: Option<&Path>,
        seed: u64,
    ) -> Result<Self, String> {
        let mut engine =
            Searcher::new(options.hash as usize, evaluator).map_err(|error| error.to_string())?;
        engine.set_threads(options.threads as usize);
        engine.set_rules(options.rules());
        engine.set_overhead(MARGIN);
        let experience = book.map(ConsultedBook::open).transpose()?;
        let board = XiangqiReferee::new(options.rules(), &Opening::default())?;
        Ok(Self { engine, board, options, experience, seed })
    }

    /// The same engine, which plays at once what its book is this sure of (see [`crate::experience::Advice`]).
    #[must_use]
    pub fn trusting(mut self, confidence: Option<f64>) -> Self {
        if let Some(experience) = &mut self.experience {
            experience.set_confidence(confidence);
        }
        self
    }

    /// The same engine with these search numbers.
    #[must_use]
    pub fn with_tuning(mut self, tuning: &Tuning) -> Self {
        self.engine.set_tuning(tuning);
        self
    }
}

impl Player for XiangqiEngine {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.engine.new_game();
        // A weakened player errs differently in each game.
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.engine.set_handicap(handicap_of_skill(self.options.skill(), self.seed));
        Ok(())
    }

    fn set_up(&mut self, opening: &Opening) -> Result<(), Failure> {
        self.board = XiangqiReferee::new(self.options.rules(), opening).map_err(Failure::crash)?;
        Ok(())
    }

    fn follow(&mut self, played: GameMove) -> Result<(), Failure> {
        self.board.play(played).map_err(Failure::crash)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let position = self.board.position();
        let advice = self.experience.as_ref().map(|book| {
            let key = Canonical::of_xiangqi(position);
            book.advice(Game::Xiangqi, &key, key.choices)
        });
        let advice = advice.unwrap_or_default();
        let read = |text: &String| parse_coordinates(text, Ranks::FromZero).ok();
        let question = Question {
            limits: limits(turn),
            only: advice.play.iter().filter_map(read).collect(),
            exclude: advice.avoid.iter().filter_map(read).collect(),
            lines: 1,
            asked: None,
        };
        let answer = self.engine.search(position, &question, turn.stop, &mut |_| {});
        Ok(Choice {
            chosen: answer.best.map(GameMove::Xiangqi),
            score: Some(answer.score.get()),
            depth: Some(answer.depth),
        })
    }
}

fn limits(turn: &Turn<'_>) -> Limits {
    let clock = turn.control.per_game.map(|_| Clock {
        remaining: turn.clocks[turn.seat as usize],
        increment: turn.control.increment,
        moves_to_go: None,
    });
    Limits {
        depth: turn.control.depth,
        nodes: turn.control.nodes,
        move_time: turn.control.per_move,
        clock,
        ..Limits::default()
    }
}

/// Our Gomoku engine.
pub struct GomokuEngine {
    engine: gomoku::Engine,
    board: GomokuReferee,
    size: Size,
    rule: Rule,
    experience: Option<ConsultedBook>,
}

impl GomokuEngine {
    /// For one board and rule, with a book to consult.
    ///
    /// # Errors
    /// A table that does not fit into memory, or a book that cannot be opened, in words.
    pub fn new(
        settings: gomoku::Settings,
        size: Size,
        rule: Rule,
        book: Option<&Path>,
    ) -> Result<Self, String> {
        let experience = book.map(ConsultedBook::open).transpose()?;
        let mut engine = gomoku::Engine::new(settings);
        engine.set_overhead(MARGIN);
        Ok(Self {
            engine,
            board: GomokuReferee::new(size, rule, &Opening::default())?,
            size,
            rule,
            experience,
        })
    }

    /// The same engine, which plays at once what its book is this sure of (see [`crate::experience::Advice`]).
    #[must_use]
    pub fn trusting(mut self, confidence: Option<f64>) -> Self {
        if let Some(experience) = &mut self.experience {
            experience.set_confidence(confidence);
        }
        self
    }

    /// Sets an option of the engine, or a search parameter by its name. A weakened engine consults
    /// no book.
    ///
    /// # Errors
    /// An unknown name, or a value that the option does not take.
    pub fn set(&mut self, name: &str, value: &str) -> Result<&'static str, OptionError> {
        self.engine.set(name, value)
    }

    /// Whether its level is below full strength.
    pub fn is_weakened(&self) -> bool {
        self.engine.is_weakened()
    }

    /// The same engine with these search numbers instead of those of its rule and evaluation.
    #[must_use]
    pub fn with_tuning(mut self, tuning: gomoku::Tuning) -> Self {
        self.engine.set_tuning(Some(tuning));
        self
    }

    /// The same engine with these weights of the pattern evaluation.
    #[must_use]
    pub fn with_weights(mut self, weights: Arc<Weights>) -> Self {
        self.engine.set_weights(weights);
        self
    }

    /// The same engine, valuing positions by this.
    #[must_use]
    pub fn with_evaluation(mut self, evaluation: gomoku::Evaluation) -> Self {
        self.engine.set_evaluation(evaluation);
        self
    }
}

impl Player for GomokuEngine {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.engine.clear();
        Ok(())
    }

    fn set_up(&mut self, opening: &Opening) -> Result<(), Failure> {
        self.board = GomokuReferee::new(self.size, self.rule, opening).map_err(Failure::crash)?;
        Ok(())
    }

    fn follow(&mut self, played: GameMove) -> Result<(), Failure> {
        self.board.play(played).map_err(Failure::crash)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let board = self.board.board();
        let experience = self.experience.as_ref().filter(|_| !self.engine.is_weakened());
        let advice = experience.map(|book| {
            let key = Canonical::of_gomoku(board);
            book.advice(Game::Gomoku, &key, self.board.legal_moves().len())
        });
        let advice = advice.unwrap_or_default();
        let read = |text: &String| parse_point(text, self.size).ok();
        let question = gomoku::Question {
            only: advice.play.iter().filter_map(read).collect(),
            exclude: advice.avoid.iter().filter_map(read).collect(),
            ..gomoku::Question::new(limits(turn))
        };
        let answer = self.engine.search(board, &question, turn.stop, &mut |_| {});
        Ok(Choice {
            chosen: answer.best.map(GameMove::Gomoku),
            score: Some(answer.score.get()),
            depth: Some(answer.depth),
        })
    }
}

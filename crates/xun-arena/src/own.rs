//! Our own engines as players, in this process, with an experience book if they are given one.

use crate::experience::{Advice, BookUse, Canonical, ConsultedBook};
use crate::openings::OpeningError;
use crate::player::{Choice, Failure, Player, Turn};
use crate::player_error::PlayerError;
use crate::random::game_seed;
use crate::record::Opening;
use crate::referee::Referee;
use crate::setting::{GameMove, Setting};
use std::time::Duration;
use xun_game::{Clock, Engine, Limits, Question, Score};

/// Time that an in-process engine leaves for the work around it.
pub const IN_PROCESS_OVERHEAD: Duration = Duration::from_millis(5);

/// A referee's board as our engine of the game sees it. Each game implements it beside its referee.
pub trait EngineBoard: Referee + Sized {
    /// The engine.
    type Engine: Engine + Send;

    /// A new board of the same rules and size, with this opening played.
    ///
    /// # Errors
    /// An opening that cannot be played.
    fn restart(&self, opening: &Opening) -> Result<Self, OpeningError>;

    /// Seeds the engine's own randomness, where it has any.
    fn set_seed(engine: &mut Self::Engine, seed: u64) {
        let _ = (engine, seed);
    }

    /// The position to search.
    fn position(&self) -> &<Self::Engine as Engine>::Position;

    /// The position's key in an experience book.
    fn book_key(&self) -> Canonical;

    /// A move of the engine.
    fn from_engine(chosen: <Self::Engine as Engine>::Move) -> GameMove;

    /// The engine's move; `None` where it is one of another game.
    fn to_engine(chosen: GameMove) -> Option<<Self::Engine as Engine>::Move>;
}

/// One of our engines as a player.
pub struct EnginePlayer<B: EngineBoard> {
    setting: Setting,
    engine: B::Engine,
    board: B,
    book: Option<ConsultedBook>,
    seed: u64,
}

impl<B: EngineBoard> EnginePlayer<B> {
    /// A player of this game; `board` is one of the setting.
    #[must_use]
    pub fn new(setting: Setting, engine: B::Engine, board: B) -> Self {
        Self { setting, engine, board, book: None, seed: 0 }
    }

    /// The same player, whose weakened levels err by this seed and the number of the game.
    #[must_use]
    pub(crate) fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The same player, which consults a book.
    ///
    /// # Errors
    /// A book that cannot be opened.
    pub(crate) fn with_book(mut self, wanted: Option<BookUse>) -> Result<Self, PlayerError> {
        if let Some(BookUse { path, confidence, .. }) = wanted {
            let mut book = ConsultedBook::open(&path)?;
            book.set_confidence(confidence);
            self.book = Some(book);
        }
        Ok(self)
    }

    /// The book's advice on the position.
    fn advice(&self) -> Advice {
        let Some(book) = &self.book else { return Advice::default() };
        let legal = self.board.legal_moves().len();
        book.advice(self.setting.game(), &self.board.book_key(), legal)
    }

    /// Moves of a book, which are kept as text.
    fn moves<'a>(
        &self,
        texts: impl IntoIterator<Item = &'a String>,
    ) -> Vec<<B::Engine as Engine>::Move> {
        let parsed = texts.into_iter().filter_map(|text| self.setting.parse_move(text).ok());
        parsed.filter_map(B::to_engine).collect()
    }
}

impl<B: EngineBoard> Player for EnginePlayer<B> {
    fn seed(&mut self, game: u64) {
        B::set_seed(&mut self.engine, game_seed(self.seed, game));
    }

    fn new_game(&mut self) -> Result<(), Failure> {
        self.engine.new_game();
        Ok(())
    }

    fn set_up(&mut self, opening: &Opening) -> Result<(), Failure> {
        self.board = self.board.restart(opening).map_err(Failure::crash)?;
        Ok(())
    }

    fn follow(&mut self, played: GameMove) -> Result<(), Failure> {
        self.board.play(played).map_err(Failure::crash)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let advice = self.advice();
        let question = Question {
            only: self.moves(&advice.play),
            exclude: self.moves(&advice.avoid),
            ..Question::new(limits(turn))
        };
        let answer = self.engine.search(self.board.position(), &question, turn.stop, &mut |_| {});
        // A move of an opening book has no score.
        let is_judged = answer.nodes > 0 || answer.score != Score::ZERO;
        Ok(Choice {
            chosen: answer.best.map(B::from_engine),
            score: is_judged.then(|| answer.score.get()),
            depth: is_judged.then_some(answer.depth),
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

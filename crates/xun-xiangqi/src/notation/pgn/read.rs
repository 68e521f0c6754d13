//! Reading PGN.

use super::super::{MoveTextError, parse_move};
use super::token::{Place, Token, Tokens};
use super::{GameRecord, GameResult, Line, MAX_DEPTH, RecordedMove};
use crate::rules::{FenError, Position, Setup};
use std::iter::Peekable;
use thiserror::Error;

/// Error in a game record, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The fault.
    pub problem: PgnProblem,
}

/// A fault in a game record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PgnProblem {
    /// There is nothing to read.
    #[error("no game is written here")]
    Empty,
    /// The set-up is no position.
    #[error("the FEN tag is wrong: {0}")]
    Fen(#[from] FenError),
    /// A move cannot be read or played.
    #[error("{error} ({fen})")]
    Move {
        /// The error of the move text.
        error: MoveTextError,
        /// The position before it.
        fen: String,
    },
    /// A tag or a comment does not end.
    #[error("{0}")]
    Unfinished(&'static str),
    /// A variation begins before any move, or ends without having begun.
    #[error("{0}")]
    Bracket(&'static str),
}

/// The first game of a text.
///
/// ```
/// use xun_xiangqi::notation::parse_pgn;
/// let game = parse_pgn("[Red \"A\"]\n1. 炮二平五 {centre} 马８进７ (1... h8+7) 2. H2+3 *").unwrap();
/// assert_eq!(game.tag("Red"), Some("A"));
/// let moves: Vec<String> = game.moves().map(|chosen| chosen.to_string()).collect();
/// assert_eq!(moves, ["h2e2", "h9g7", "h0g2"]);
/// ```
///
/// # Errors
/// The first thing that is wrong, with its line.
pub fn parse_pgn(text: &str) -> Result<GameRecord, PgnError> {
    let empty = PgnError { line: 1, column: 1, problem: PgnProblem::Empty };
    parse_pgn_games(text).next().unwrap_or(Err(empty))
}

/// The first game of a text up to its first fault, and that fault.
///
/// ```
/// use xun_xiangqi::notation::pgn::parse_pgn_up_to_fault;
/// let (game, fault) = parse_pgn_up_to_fault("1. C2=5 H8+7 2. C2=5");
/// assert_eq!((game.moves().count(), fault.unwrap().column), (2, 17));
/// ```
#[must_use]
pub fn parse_pgn_up_to_fault(text: &str) -> (GameRecord, Option<PgnError>) {
    let mut tokens = Tokens::of(text).peekable();
    let Read { record, fault } = read_game(first_game(&mut tokens));
    (record, fault)
}

/// Every game of a text. A game that cannot be read does not hide the games after it.
pub fn parse_pgn_games(text: &str) -> impl Iterator<Item = Result<GameRecord, PgnError>> {
    parse_pgn_games_up_to_faults(text).map(|(record, fault)| fault.map_or(Ok(record), Err))
}

/// Every game of a text as far as it can be read, with its first fault. After a fault within a
/// variation the game goes on behind it; after one in its own line it ends.
pub fn parse_pgn_games_up_to_faults(
    text: &str,
) -> impl Iterator<Item = (GameRecord, Option<PgnError>)> {
    let mut tokens = Tokens::of(text).peekable();
    std::iter::from_fn(move || {
        let game = first_game(&mut tokens);
        if game.is_empty() {
            return None;
        }
        let Read { record, fault } = read_game(game);
        Some((record, fault))
    })
}

/// The tokens of the next game: it ends with its result outside of variations, or where the tags of
/// another begin.
fn first_game(tokens: &mut Peekable<Tokens<'_>>) -> Vec<(Place, Token)> {
    let mut game = Vec::new();
    let mut moves_began = false;
    let mut depth = 0_usize;
    while let Some((_, token)) = tokens.peek() {
        let is_tag = matches!(token, Token::Tag(..));
        if is_tag && moves_began {
            break;
        }
        moves_began |= !is_tag && !matches!(token, Token::Comment(_));
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        let ends = depth == 0
            && matches!(token, Token::Word(word) if GameResult::from_text(word).is_some());
        game.extend(tokens.next());
        if ends {
            break;
        }
    }
    game
}

/// A game as far as it could be read, and its first fault.
struct Read {
    record: GameRecord,
    fault: Option<PgnError>,
}

fn read_game(tokens: Vec<(Place, Token)>) -> Read {
    let mut record = GameRecord {
        tags: Vec::new(),
        start: Setup::start(),
        line: Line::default(),
        result: GameResult::Unknown,
    };
    let mut rest = Vec::with_capacity(tokens.len());
    for (place, token) in tokens {
        let Token::Tag(name, value) = token else {
            rest.push((place, token));
            continue;
        };
        match name.to_ascii_lowercase().as_str() {
            "fen" => match Position::from_fen(&value) {
                Ok(position) => record.start = position.to_setup(),
                Err(error) => return Read { record, fault: Some(at(place, error.into())) },
            },
            "result" => match GameResult::from_words(value.trim()) {
                Some(result) => record.result = result,
                // Other words are kept as those of the game's end.
                None if !value.trim().is_empty() => record.set_tag("ResultType", value.trim()),
                None => {}
            },
            "format" | "setup" => {}
            _ => record.tags.push((name, value)),
        }
    }
    let position = Position::from_setup(&record.start).expect("the set-up was checked above");
    Reader { position, lines: vec![Line::default()] }.read(rest, record)
}

fn at(place: Place, problem: PgnProblem) -> PgnError {
    PgnError { line: place.line, column: place.column, problem }
}

/// The position after the moves read so far, and the lines that are open: the game and variations
/// inside variations.
struct Reader {
    position: Position,
    lines: Vec<Line>,
}

impl Reader {
    fn read(mut self, tokens: Vec<(Place, Token)>, mut record: GameRecord) -> Read {
        let fault = self.read_tokens(tokens, &mut record).err();
        // Variations that are still open after a fault keep the moves that were read.
        while self.lines.len() > 1 && self.close().is_ok() {}
        record.line = self.lines.pop().unwrap_or_default();
        Read { record, fault }
    }

    /// The first fault; a fault of the game's own line ends it.
    fn read_tokens(
        &mut self,
        tokens: Vec<(Place, Token)>,
        record: &mut GameRecord,
    ) -> Result<(), PgnError> {
        let mut last = Place { line: 1, column: 1 };
        let mut fault = None;
        // Brackets that were opened since a fault within a variation, of which the rest is skipped.
        let mut skipped: Option<usize> = None;
        for (place, token) in tokens {
            last = place;
            match (&mut skipped, &token) {
                (Some(depth), Token::Open) => *depth += 1,
                (Some(depth), Token::Close) if *depth > 0 => *depth -= 1,
                (Some(_), Token::Close) => {
                    skipped = None;
                    self.close().map_err(|problem| at(place, problem))?;
                }
                (Some(_), _) => {}
                (None, _) => {
                    if let Err(error) = self.token(place, token, record) {
                        let goes_on = self.lines.len() > 1;
                        fault.get_or_insert(error);
                        if !goes_on {
                            break;
                        }
                        skipped = Some(0);
                    }
                }
            }
        }
        match fault {
            Some(fault) => Err(fault),
            None if self.lines.len() > 1 => {
                Err(at(last, PgnProblem::Bracket("a variation ends with ')'")))
            }
            None => Ok(()),
        }
    }

    fn token(
        &mut self,
        place: Place,
        token: Token,
        record: &mut GameRecord,
    ) -> Result<(), PgnError> {
        match token {
            Token::Word(word) => match GameResult::from_words(&word) {
                // At the end of a variation some programs write one, too.
                Some(_) if self.lines.len() > 1 => {}
                // `*` says less than the tag.
                Some(GameResult::Unknown) => {}
                Some(result) => record.result = result,
                None => self.word(&word, place)?,
            },
            Token::Comment(text) => self.comment(&text),
            Token::Glyph(glyph) => {
                if let Some(recorded) = self.line().moves.last_mut() {
                    recorded.glyphs.push(glyph);
                }
            }
            Token::Open => self.open().map_err(|problem| at(place, problem))?,
            Token::Close => self.close().map_err(|problem| at(place, problem))?,
            Token::Unfinished(wanted) => return Err(at(place, PgnProblem::Unfinished(wanted))),
            Token::Tag(..) => {}
        }
        Ok(())
    }

    fn line(&mut self) -> &mut Line {
        self.lines.last_mut().expect("the game's own line is always open")
    }

    /// Comments that follow each other are one, a line each.
    fn comment(&mut self, text: &str) {
        let line = self.line();
        let comment =
            line.moves.last_mut().map_or(&mut line.comment, |recorded| &mut recorded.comment);
        if !comment.is_empty() && !text.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    fn word(&mut self, word: &str, place: Place) -> Result<(), PgnError> {
        let (text, glyph) = without_marks(without_number(word));
        if text.is_empty() {
            return Ok(());
        }
        let chosen = parse_move(&self.position, text)
            .map_err(|error| at(place, PgnProblem::Move { error, fen: self.position.to_fen() }))?;
        self.position.play(chosen);
        let glyphs = glyph.into_iter().collect();
        self.line().moves.push(RecordedMove { glyphs, ..RecordedMove::from(chosen) });
        Ok(())
    }

    fn open(&mut self) -> Result<(), PgnProblem> {
        if self.line().moves.is_empty() {
            return Err(PgnProblem::Bracket("a variation follows the move that it replaces"));
        }
        if self.lines.len() > MAX_DEPTH {
            return Err(PgnProblem::Bracket("variations are nested too deeply (256 at most)"));
        }
        self.position.undo();
        self.lines.push(Line::default());
        Ok(())
    }

    /// Ends a variation: it is attached to the move that it replaces, which is played again.
    fn close(&mut self) -> Result<(), PgnProblem> {
        if self.lines.len() < 2 {
            return Err(PgnProblem::Bracket("')' ends no variation"));
        }
        let variation = self.lines.pop().unwrap_or_default();
        for _ in &variation.moves {
            self.position.undo();
        }
        if let Some(replaced) = self.line().moves.last_mut() {
            replaced.variations.push(variation);
            let chosen = replaced.chosen;
            self.position.play(chosen);
        }
        Ok(())
    }
}

/// The word without a move number before it: `1.`, `12...`, `3.C2=5`, `１．炮二平五`.
fn without_number(word: &str) -> &str {
    let is_digit = |letter: char| letter.is_ascii_digit() || ('０'..='９').contains(&letter);
    let after_digits = word.trim_start_matches(is_digit);
    let after_dots = after_digits.trim_start_matches(['.', '．', '…', '。', '、']);
    let has_number = after_digits.len() < word.len() && after_dots.len() < after_digits.len();
    // `27.8` is a move: the second pawn on file 7 goes sideways to file 8.
    let is_move = after_dots.len() == 1 && after_dots.bytes().all(|byte| byte.is_ascii_digit());
    if has_number && !is_move {
        after_dots
    } else if after_digits.is_empty() || after_dots.is_empty() {
        ""
    } else {
        word
    }
}

/// The word without remarks behind it, and the remark's number.
fn without_marks(word: &str) -> (&str, Option<u8>) {
    let text = word.trim_end_matches(['!', '?', '#', '！', '？']);
    let marks = word[text.len()..].replace('！', "!").replace('？', "?");
    let glyph = match marks.trim_matches('#') {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => None,
    };
    (text, glyph)
}

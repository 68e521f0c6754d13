//! Losses: parts of a game that a target format cannot hold.

use crate::notation::GameRecord;
use crate::notation::pgn::Line;
use crate::rules::Setup;
use std::borrow::Cow;
use std::fmt;

/// Something of a game that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// A text was cut to the length of its field.
    Cut {
        /// The tag.
        tag: String,
        /// Bytes that the field has.
        bytes: usize,
    },
    /// A tag that has no field.
    Tag(String),
    /// Numbered remarks such as `!` and `?`.
    Glyphs(usize),
    /// Characters that the encoding or the format does not have, replaced by others.
    Characters(usize),
    /// The counters of the first position.
    Counters,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut { tag, bytes } => write!(f, "{tag} is cut to {bytes} bytes"),
            Self::Tag(tag) => write!(f, "the tag {tag} is left out"),
            Self::Glyphs(count) => write!(f, "marks of moves (!, ?) are left out: {count}"),
            Self::Characters(count) => {
                write!(f, "characters that the format cannot hold are replaced: {count}")
            }
            Self::Counters => f.write_str("the first position loses its move counters"),
        }
    }
}

/// A written file, and the parts of the game that it does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// Parts that the format could not hold.
    pub losses: Vec<Loss>,
}

/// Losses while a file is written.
#[derive(Default)]
pub(super) struct Losses {
    pub(super) list: Vec<Loss>,
    pub(super) glyphs: usize,
    pub(super) characters: usize,
}

impl Losses {
    /// Notes counters of the first position that a board alone does not have.
    pub(super) fn counters(&mut self, start: &Setup) {
        if start.quiet_plies > 0 || start.move_number > 1 {
            self.list.push(Loss::Counters);
        }
    }

    pub(super) fn written(mut self, bytes: Vec<u8>) -> Written {
        for (count, loss) in [
            (self.glyphs, Loss::Glyphs(self.glyphs)),
            (self.characters, Loss::Characters(self.characters)),
        ] {
            if count > 0 {
                self.list.push(loss);
            }
        }
        Written { bytes, losses: self.list }
    }
}

/// The tags of a game that have a value and are not among the known ones. `Game` names the game
/// itself.
pub(super) fn tags_without<'a>(
    record: &'a GameRecord,
    known: &'a [&str],
) -> impl Iterator<Item = Loss> + 'a {
    let is_known =
        |name: &str| known.iter().chain(&["Game"]).any(|tag| tag.eq_ignore_ascii_case(name));
    let unknown = record
        .tags
        .iter()
        .filter(move |(name, value)| !is_known(name) && !value.is_empty() && value.as_str() != "?");
    unknown.map(|(name, _)| Loss::Tag(name.clone()))
}

/// The comment of a move of a line. What stands before the first move of a variation is put before
/// the comment of that move: only PGN keeps it apart.
pub(super) fn comment_of(line: &Line, index: usize, is_main: bool) -> Cow<'_, str> {
    let comment = &line.moves[index].comment;
    if index > 0 || is_main || line.comment.is_empty() {
        return Cow::Borrowed(comment);
    }
    let between = if comment.is_empty() { "" } else { "\n" };
    Cow::Owned(format!("{}{between}{comment}", line.comment))
}

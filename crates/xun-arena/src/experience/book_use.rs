//! The settings of a player that are about its experience book.

use crate::player_error::PlayerError;
use crate::spec::PlayerSpec;
use std::path::PathBuf;

/// The use that a player makes of a book: `experience=FILE; learn=off; confidence=0.6`.
#[derive(Clone, Debug, PartialEq)]
pub struct BookUse {
    /// The book's file.
    pub path: PathBuf,
    /// Whether its games are learnt; otherwise the book is only read.
    pub learns: bool,
    /// Least confidence at which a move of the book is played without a search.
    pub confidence: Option<f64>,
}

impl BookUse {
    /// Whether a setting of a player is about its book.
    #[must_use]
    pub fn has_setting(name: &str) -> bool {
        matches!(name, "experience" | "learn" | "confidence")
    }

    /// The book in a player's settings, if there is one.
    ///
    /// # Errors
    /// Settings that contradict each other or name no book.
    pub fn of(spec: &PlayerSpec) -> Result<Option<Self>, PlayerError> {
        let value = |wanted: &str| {
            spec.options.iter().rev().find(|(name, _)| name == wanted).map(|(_, value)| value)
        };
        let learns = match value("learn").map(String::as_str) {
            None | Some("on") => true,
            Some("off") => false,
            Some(other) => {
                let (name, value) = ("learn", other.to_owned());
                return Err(PlayerError::Choice { name, value, choices: &["on", "off"] });
            }
        };
        let confidence = match value("confidence") {
            None => None,
            Some(text) => match text.parse::<f64>() {
                Ok(number) if (0.0..=1.0).contains(&number) => Some(number),
                _ => return Err(PlayerError::Confidence(text.clone())),
            },
        };
        match value("experience").map(String::as_str) {
            Some("off") => Ok(None),
            Some(path) => {
                let path = PathBuf::from(path);
                // A mistyped name must not become an empty book that nothing is written into.
                if !learns && !path.is_file() {
                    return Err(PlayerError::NoSuchBook(path));
                }
                Ok(Some(Self { path, learns, confidence }))
            }
            None if value("learn").is_some() || confidence.is_some() => {
                Err(PlayerError::BookMissing)
            }
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Option<BookUse>, PlayerError> {
        BookUse::of(&text.parse().unwrap())
    }

    #[test]
    fn settings_of_a_book() {
        assert_eq!(of("xun"), Ok(None));
        assert_eq!(of("xun; experience=off"), Ok(None));
        let learns = of("xun; experience=a.db; confidence=0.6").unwrap().unwrap();
        assert!(learns.learns && learns.confidence == Some(0.6));
        let no_such_book = PlayerError::NoSuchBook("/no/such".into());
        assert_eq!(of("xun; experience=/no/such; learn=off"), Err(no_such_book));
        assert_eq!(of("xun; learn=off"), Err(PlayerError::BookMissing));
        assert!(
            of("xun; experience=a; learn=maybe").is_err()
                && of("xun; experience=a; confidence=2").is_err()
        );
    }
}

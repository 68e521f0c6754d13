//! Walking through the words of a protocol line.

use std::fmt::Display;
use std::iter::Peekable;
use std::str::{FromStr, SplitWhitespace};

/// The words of a line, one after another.
pub(super) struct Words<'a> {
    rest: Peekable<SplitWhitespace<'a>>,
}

impl<'a> Words<'a> {
    pub(super) fn of(line: &'a str) -> Self {
        Self { rest: line.split_whitespace().peekable() }
    }

    pub(super) fn peek(&mut self) -> Option<&'a str> {
        self.rest.peek().copied()
    }

    /// Takes the next word if it is this one.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        self.rest.next_if(|next| next.eq_ignore_ascii_case(word)).is_some()
    }

    /// The words up to one of these, which stays.
    pub(super) fn until(&mut self, stops: &[&str]) -> Vec<&'a str> {
        let mut taken = Vec::new();
        while let Some(word) = self.rest.next_if(|next| !stops.contains(next)) {
            taken.push(word);
        }
        taken
    }

    /// The next word as a number; a fault is noted when it is none.
    pub(super) fn number<T: FromStr>(&mut self, of: &str, faults: &mut Vec<String>) -> Option<T> {
        let Some(word) = self.rest.next() else {
            faults.push(format!("'{of}' needs a number after it"));
            return None;
        };
        let number = word.parse().ok();
        if number.is_none() {
            faults.push(format!("'{of}' needs a number, not '{word}'"));
        }
        number
    }

    /// Milliseconds: like a number, but a clock already below zero counts as empty.
    pub(super) fn milliseconds(&mut self, of: &str, faults: &mut Vec<String>) -> Option<u64> {
        self.number::<i64>(of, faults).map(|value| value.max(0).cast_unsigned())
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.rest.next()
    }
}

/// Copies for keeping.
pub(super) fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// ` name value`, or nothing.
pub(super) fn field<T: Display>(name: &str, value: Option<T>) -> String {
    value.map_or_else(String::new, |value| format!(" {name} {value}"))
}

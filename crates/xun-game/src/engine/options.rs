//! Engine options, declared once.
//!
//! [`declare_options!`](crate::declare_options) turns one declaration into a struct with typed
//! fields, the list that protocols and help print ([`OptionSpec`]), and a checked setter by name.
//! Search parameters open to tuning are declared the same way.

use std::fmt;

/// The kind of an option and its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionKind {
    /// On or off.
    Check {
        /// The value at start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value at start.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value at start; one of `choices`.
        default: &'static str,
        /// The words.
        choices: &'static [&'static str],
    },
    /// Something to do at once.
    Button,
    /// Free text.
    Text {
        /// The value at start.
        default: &'static str,
    },
}

/// One declared option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name as UCI shows it.
    pub name: &'static str,
    /// The name in a protocol whose names are single words (UCCI); empty where it has none.
    pub alias: &'static str,
    /// The values it takes.
    pub kind: OptionKind,
    /// Its effect, in one phrase.
    pub help: &'static str,
}

/// An option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// No option has this name.
    #[error("no option is named '{0}'")]
    Unknown(String),
    /// The value is not one it takes.
    #[error("option '{name}' takes {expected}, not '{found}'")]
    Value {
        /// The option.
        name: &'static str,
        /// The values that it takes.
        expected: String,
        /// The value that was given.
        found: String,
    },
    /// The value is one that it takes, but it could not be applied: no memory, no such file.
    #[error("option '{name}': {reason}")]
    NotApplied {
        /// The option.
        name: &'static str,
        /// The reason.
        reason: String,
    },
}

/// The type of a button's field: it holds nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Button;

/// A field type of declared options.
pub trait OptionValue: Sized {
    /// The value at start.
    fn initial(kind: &OptionKind) -> Self;
    /// Reads a value; `None` if the option does not take it.
    fn read(kind: &OptionKind, text: &str) -> Option<Self>;
    /// The value as text, which [`read`](Self::read) understands.
    fn text(&self) -> String;
}

impl OptionValue for bool {
    fn initial(kind: &OptionKind) -> Self {
        matches!(kind, OptionKind::Check { default: true })
    }

    fn read(_: &OptionKind, text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "true" | "on" | "1" => Some(true),
            "false" | "off" | "0" => Some(false),
            _ => None,
        }
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

impl OptionValue for i64 {
    fn initial(kind: &OptionKind) -> Self {
        if let OptionKind::Spin { default, .. } = kind { *default } else { 0 }
    }

    fn read(kind: &OptionKind, text: &str) -> Option<Self> {
        let OptionKind::Spin { min, max, .. } = kind else { return None };
        text.parse().ok().filter(|value| (min..=max).contains(&value))
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

impl OptionValue for i32 {
    fn initial(kind: &OptionKind) -> Self {
        i64::initial(kind) as i32
    }

    fn read(kind: &OptionKind, text: &str) -> Option<Self> {
        i64::read(kind, text).and_then(|value| value.try_into().ok())
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

impl OptionValue for &'static str {
    fn initial(kind: &OptionKind) -> Self {
        if let OptionKind::Combo { default, .. } = kind { default } else { "" }
    }

    fn read(kind: &OptionKind, text: &str) -> Option<Self> {
        let OptionKind::Combo { choices, .. } = kind else { return None };
        choices.iter().find(|choice| choice.eq_ignore_ascii_case(text)).copied()
    }

    fn text(&self) -> String {
        (*self).to_owned()
    }
}

impl OptionValue for String {
    fn initial(kind: &OptionKind) -> Self {
        if let OptionKind::Text { default } = kind { (*default).to_owned() } else { Self::new() }
    }

    fn read(_: &OptionKind, text: &str) -> Option<Self> {
        Some(if text == "<empty>" { Self::new() } else { text.to_owned() })
    }

    fn text(&self) -> String {
        if self.is_empty() { "<empty>".to_owned() } else { self.clone() }
    }
}

impl OptionValue for Button {
    fn initial(_: &OptionKind) -> Self {
        Self
    }

    fn read(_: &OptionKind, _: &str) -> Option<Self> {
        Some(Self)
    }

    fn text(&self) -> String {
        String::new()
    }
}

impl OptionKind {
    /// The values it takes, for an error message.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            Self::Check { .. } => "true or false".to_owned(),
            Self::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            Self::Combo { choices, .. } => format!("one of {}", choices.join(", ")),
            Self::Button => "no value".to_owned(),
            Self::Text { .. } => "a text".to_owned(),
        }
    }
}

impl OptionSpec {
    /// Whether a protocol's user means this option: either name, in any case of letters.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
            || (!self.alias.is_empty() && self.alias.eq_ignore_ascii_case(name))
    }

    /// The line by which UCCI lists it; `None` where UCCI has no such option.
    #[must_use]
    pub fn ucci_line(&self) -> Option<String> {
        if self.alias.is_empty() {
            return None;
        }
        let name = self.alias;
        Some(match self.kind {
            OptionKind::Check { default } => format!("option {name} type check default {default}"),
            OptionKind::Spin { default, min, max } => {
                format!("option {name} type spin min {min} max {max} default {default}")
            }
            OptionKind::Combo { default, choices } => {
                let choices: Vec<&str> = default_first(default, choices).collect();
                let choices = choices.join(" var ");
                format!("option {name} type combo var {choices} default {default}")
            }
            OptionKind::Button => format!("option {name} type button"),
            OptionKind::Text { default } => format!("option {name} type string default {default}"),
        })
    }
}

/// Choices in the order in which protocols list them. `XBoard`'s adapter overlooks `default` and
/// sets the first choice.
fn default_first(
    default: &'static str,
    choices: &'static [&'static str],
) -> impl Iterator<Item = &'static str> {
    let others = choices.iter().copied().filter(move |&choice| choice != default);
    std::iter::once(default).chain(others)
}

/// The line by which UCI lists it.
impl fmt::Display for OptionSpec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "option name {} type ", self.name)?;
        match self.kind {
            OptionKind::Check { default } => write!(out, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(out, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(out, "combo default {default}")?;
                default_first(default, choices).try_for_each(|choice| write!(out, " var {choice}"))
            }
            OptionKind::Button => write!(out, "button"),
            OptionKind::Text { default: "" } => write!(out, "string default <empty>"),
            OptionKind::Text { default } => write!(out, "string default {default}"),
        }
    }
}

/// Declares a set of options once: the struct, its defaults, the list `SPECS`, and `set(name,
/// value)`.
///
/// ```
/// use xun_game::{OptionKind, declare_options};
/// declare_options! {
///     /// The engine's options.
///     pub struct Options {
///         /// Size of the table.
///         hash: i64 = "Hash", "hashsize", OptionKind::Spin { default: 16, min: 1, max: 1024 },
///             "Table size in MiB";
///     }
/// }
/// let mut options = Options::default();
/// assert_eq!(options.set("hash", "64"), Ok("Hash"));
/// assert_eq!(options.hash, 64);
/// assert_eq!(options.get("Hash").as_deref(), Some("64"));
/// assert!(options.set("hash", "0").is_err());
/// let listed = Options::SPECS[0].to_string();
/// assert_eq!(listed, "option name Hash type spin default 16 min 1 max 1024");
/// ```
#[macro_export]
macro_rules! declare_options {
    (
        $(#[$outer:meta])*
        $visibility:vis struct $name:ident {
            $(
                $(#[$inner:meta])*
                $field:ident : $type:ty = $shown:literal, $alias:literal, $kind:expr, $help:literal;
            )*
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $visibility struct $name {
            $( $(#[$inner])* $visibility $field: $type, )*
        }

        impl $name {
            /// Every option, in the order protocols list them.
            $visibility const SPECS: &'static [$crate::OptionSpec] = &[
                $( $crate::OptionSpec { name: $shown, alias: $alias, kind: $kind, help: $help }, )*
            ];

            /// Sets an option from text; answers its proper name.
            $visibility fn set(
                &mut self,
                name: &str,
                value: &str,
            ) -> Result<&'static str, $crate::OptionError> {
                $(
                    let spec = $crate::OptionSpec {
                        name: $shown,
                        alias: $alias,
                        kind: $kind,
                        help: $help,
                    };
                    if spec.is_named(name) {
                        self.$field = $crate::OptionValue::read(&spec.kind, value).ok_or_else(|| {
                            $crate::OptionError::Value {
                                name: $shown,
                                expected: spec.kind.expected(),
                                found: value.to_owned(),
                            }
                        })?;
                        return Ok($shown);
                    }
                )*
                Err($crate::OptionError::Unknown(name.to_owned()))
            }

            /// The value of an option as text; `None` where no option has this name.
            $visibility fn get(&self, name: &str) -> Option<String> {
                $(
                    let spec = $crate::OptionSpec {
                        name: $shown,
                        alias: $alias,
                        kind: $kind,
                        help: $help,
                    };
                    if spec.is_named(name) {
                        return Some($crate::OptionValue::text(&self.$field));
                    }
                )*
                None
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $( $field: $crate::OptionValue::initial(&$kind), )* }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    declare_options! {
        struct Sample {
            /// A number.
            size: i64 = "Size", "size", OptionKind::Spin { default: 5, min: 1, max: 9 }, "Size";
            /// A switch.
            on: bool = "Switch On", "", OptionKind::Check { default: true }, "Switch";
            /// A word.
            rule: &'static str = "Rule", "repetition",
                OptionKind::Combo { default: "asian", choices: &["chinese", "asian"] }, "Rule";
            /// An act.
            clear: Button = "Clear", "", OptionKind::Button, "Clear";
            /// A path.
            file: String = "File", "", OptionKind::Text { default: "" }, "File";
        }
    }

    #[test]
    fn lists_as_uci_and_ucci_do() {
        let lines: Vec<String> = Sample::SPECS.iter().map(ToString::to_string).collect();
        assert_eq!(
            lines,
            [
                "option name Size type spin default 5 min 1 max 9",
                "option name Switch On type check default true",
                "option name Rule type combo default asian var asian var chinese",
                "option name Clear type button",
                "option name File type string default <empty>",
            ]
        );
        assert_eq!(
            Sample::SPECS[2].ucci_line().as_deref(),
            Some("option repetition type combo var asian var chinese default asian")
        );
        assert_eq!(Sample::SPECS[1].ucci_line(), None);
    }

    #[test]
    fn sets_by_either_name_and_refuses_the_rest() {
        let mut sample = Sample::default();
        assert_eq!((sample.size, sample.on, sample.rule), (5, true, "asian"));
        assert_eq!(sample.set("switch on", "false"), Ok("Switch On"));
        assert_eq!(sample.set("REPETITION", "Chinese"), Ok("Rule"));
        assert_eq!(sample.set("file", "<empty>"), Ok("File"));
        assert_eq!(sample.set("clear", ""), Ok("Clear"));
        assert!(
            !sample.on
                && sample.rule == "chinese"
                && sample.clear == Button
                && sample.file.is_empty()
        );
        assert_eq!(sample.set("x", "1"), Err(OptionError::Unknown("x".to_owned())));
        let error = sample.set("size", "ten").expect_err("not a number");
        assert_eq!(error.to_string(), "option 'Size' takes a whole number from 1 to 9, not 'ten'");
        assert_eq!(sample.size, 5);
        let texts =
            ["size", "Switch On", "rule", "file", "clear", "x"].map(|name| sample.get(name));
        assert_eq!(
            texts.each_ref().map(Option::as_deref),
            [Some("5"), Some("false"), Some("chinese"), Some("<empty>"), Some(""), None]
        );
    }
}

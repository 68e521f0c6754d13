//! The choice of the evaluation: the shipped network, the patterns, or the network of a file.

use super::tuning::Tuning;
use crate::network::{Network, shipped};
use crate::rules::Rule;
use std::sync::Arc;
use xun_game::network::{NetworkLoadError, NetworkLoadFault, load_network};

/// The evaluation of positions.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Evaluation {
    /// The network shipped for the board's rule; the patterns where there is none.
    #[default]
    Shipped,
    /// The patterns.
    Patterns,
    /// This network on boards of its rule, the patterns on others.
    Network(Arc<Network>),
}

impl Evaluation {
    /// The network for boards of this rule; `None` for the patterns.
    #[must_use]
    pub fn network(&self, rule: Rule) -> Option<&Arc<Network>> {
        match self {
            Self::Shipped => shipped(rule),
            Self::Patterns => None,
            Self::Network(network) => Some(network).filter(|network| network.rule() == rule),
        }
    }

    /// The search parameters for it on boards of this rule.
    #[must_use]
    pub fn tuning(&self, rule: Rule) -> Tuning {
        if self.network(rule).is_some() { Tuning::with_network(rule) } else { Tuning::of(rule) }
    }

    /// The evaluation that an `EvalFile` option names: a network file; `hand` for the patterns; an
    /// empty name for the default.
    ///
    /// # Errors
    /// A file that cannot be read, or that is not a network for this game.
    pub fn from_file(file: &str) -> Result<Self, NetworkLoadError> {
        match file {
            "" => Ok(Self::Shipped),
            "hand" => Ok(Self::Patterns),
            _ => Ok(Self::Network(Arc::new(load_network(file, Network::from_bytes)?))),
        }
    }

    /// [`Self::from_file`] for games of one rule: refuses a network of another rule, because the
    /// patterns would play in its place.
    ///
    /// # Errors
    /// Those of [`Self::from_file`], and a network of another rule.
    pub fn from_file_for(file: &str, rule: Rule) -> Result<Self, NetworkLoadError> {
        match Self::from_file(file)? {
            Self::Network(network) if network.rule() != rule => Err(NetworkLoadError {
                file: file.to_owned(),
                fault: NetworkLoadFault::Rule {
                    found: network.rule().to_string(),
                    wanted: rule.to_string(),
                },
            }),
            evaluation => Ok(evaluation),
        }
    }
}

//! Loads the evaluation that an `EvalFile` option names.

use super::engine::Evaluation;
use crate::network::Network;
use crate::rules::Rule;
use std::sync::Arc;
use xun_game::network::{NetworkLoadError, NetworkLoadFault, load_network};

impl Evaluation {
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

//! What `--version --verbose` tells of a program: where it was built from, its networks and the
//! instructions it uses.

use std::fmt;
use xun_game::{UnknownVectors, Vectors};
use xun_gomoku::rules::Rule;

/// The variable that limits the vector instructions: `portable`, `avx2` or `avx512`.
pub const VECTORS_VARIABLE: &str = "XUN_VECTORS";

/// Origin and parts of this program.
#[derive(Clone, Debug)]
pub struct Build {
    /// The commit it was built from, where the builder named one by `XUN_COMMIT`.
    pub commit: Option<&'static str>,
    /// Processor and system it was built for.
    pub platform: String,
    /// Game, rule and hash of each network within it.
    pub networks: Vec<String>,
    /// The widest vector instructions that are used.
    pub vectors: Vectors,
    /// The widest ones of the processor.
    pub of_processor: Vectors,
}

impl Build {
    /// This program, with these networks.
    #[must_use]
    pub fn with_networks(networks: Vec<String>) -> Self {
        Self {
            commit: option_env!("XUN_COMMIT").filter(|commit| !commit.is_empty()),
            platform: format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
            networks,
            vectors: Vectors::allowed(),
            of_processor: Vectors::of_processor(),
        }
    }
}

impl fmt::Display for Build {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "commit: {}", self.commit.unwrap_or("unknown"))?;
        writeln!(formatter, "platform: {}", self.platform)?;
        let networks = self.networks.join(", ");
        let networks = if networks.is_empty() { "none" } else { &networks };
        writeln!(formatter, "networks: {networks}")?;
        write!(formatter, "vectors: {} (processor: {})", self.vectors, self.of_processor)
    }
}

/// The network of Xiangqi in this program. A function of its own, so that an executable for the
/// other game does not contain it.
#[must_use]
pub fn xiangqi_networks() -> Vec<String> {
    let network = xun_xiangqi::network::shipped();
    network.iter().map(|network| format!("xiangqi {:08x}", network.hash() >> 32)).collect()
}

/// The networks of Gomoku in this program.
#[must_use]
pub fn gomoku_networks() -> Vec<String> {
    let networks = Rule::ALL.into_iter().filter_map(xun_gomoku::network::shipped);
    networks
        .map(|network| format!("gomoku {} {:08x}", network.rule(), network.hash() >> 32))
        .collect()
}

/// Limits the vector instructions as the environment asks for, before any network is loaded.
pub fn limit_vectors() -> Result<(), UnknownVectors> {
    match std::env::var(VECTORS_VARIABLE) {
        Ok(name) if !name.is_empty() => name.parse().map(Vectors::limit),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_names_every_part() {
        let text = Build::with_networks(vec!["a 1".to_owned(), "b 2".to_owned()]).to_string();
        assert!(text.contains("\nnetworks: a 1, b 2\nvectors: "), "{text}");
        assert!(Build::with_networks(Vec::new()).to_string().contains("networks: none\n"));
    }

    #[cfg(feature = "networks")]
    #[test]
    fn networks_are_named_as_their_files() {
        assert_eq!((xiangqi_networks().len(), gomoku_networks().len()), (1, 3));
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../");
        for name in xiangqi_networks().iter().chain(&gomoku_networks()) {
            let game = name.split(' ').next().unwrap_or_default();
            let path = format!("{folder}xun-{game}/nets/{}.nnue", name.replace(' ', "-"));
            assert!(std::fs::exists(&path).unwrap_or(false), "{path}");
        }
    }
}

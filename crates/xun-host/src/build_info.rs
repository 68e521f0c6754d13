//! Output of `--version --verbose`: where the program was built from, its networks and the
//! instructions it uses.

use std::fmt;
use xun_game::{UnknownVectors, Vectors};

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
        let (xiangqi, gomoku) = (crate::uci::networks(), crate::gomocup::networks());
        assert_eq!((xiangqi.len(), gomoku.len()), (1, 3));
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../");
        for name in xiangqi.iter().chain(&gomoku) {
            let game = name.split(' ').next().unwrap_or_default();
            let path = format!("{folder}xun-{game}/nets/{}.nnue", name.replace(' ', "-"));
            assert!(std::fs::exists(&path).unwrap_or(false), "{path}");
        }
    }
}

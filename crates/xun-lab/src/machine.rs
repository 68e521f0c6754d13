//! The machine that a measurement was made on.

use serde::{Deserialize, Serialize};

/// The machine and the build that measured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's name.
    pub processor: String,
    /// Its architecture.
    pub architecture: String,
    /// Threads it runs at one time.
    pub cores: usize,
    /// Memory in bytes, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// The system's name.
    pub system: String,
    /// The version of Xun.
    pub version: String,
    /// Whether the build is optimised: times of others are not worth reporting.
    pub optimised: bool,
}

impl Machine {
    /// This machine.
    pub fn here() -> Self {
        let file = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        let field = |text: &str, name: &str| {
            let line = text.lines().find(|line| line.starts_with(name))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        };
        let processor = field(&file("/proc/cpuinfo"), "model name");
        let kibibytes = field(&file("/proc/meminfo"), "MemTotal")
            .and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
        Self {
            processor: processor.unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            architecture: std::env::consts::ARCH.to_owned(),
            cores: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            memory: kibibytes.map(|number| number.saturating_mul(1024)),
            system: std::env::consts::OS.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            optimised: !cfg!(debug_assertions),
        }
    }
}

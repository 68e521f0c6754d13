//! State that all sessions of a server share.

use crate::budget::Budget;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::rooms::{Changes, CollectionFile, Lab, Matches, PuzzleKeeper};
use crate::store::{Store, StoreError};
use std::sync::Arc;

/// Shared state of a server.
pub(crate) struct Shared {
    /// The settings, with the token filled in.
    pub(crate) config: Config,
    /// Scheduler of searches.
    pub(crate) budget: Arc<Budget>,
    /// Counters.
    pub(crate) metrics: Arc<Metrics>,
    /// Saved games.
    pub(crate) store: Store,
    /// Changes of saved games, for the pages that follow them.
    pub(crate) changes: Changes,
    /// Games for the opening explorer.
    pub(crate) collection: CollectionFile,
    /// Matches.
    pub(crate) matches: Matches,
    /// Experiments.
    pub(crate) lab: Lab,
    /// Progress with puzzles, and imported ones.
    pub(crate) puzzles: PuzzleKeeper,
}

impl Shared {
    /// Opens the store and fills the budget.
    pub(crate) fn new(config: Config) -> Result<Arc<Self>, StoreError> {
        let metrics = Arc::<Metrics>::default();
        let store = Store::open(config.data.as_deref())?;
        let budget = Budget::new(config.searches, config.memory, Arc::clone(&metrics));
        let matches = Matches::open(config.data.as_deref())?;
        let lab = Lab::open(config.data.as_deref())?;
        let changes = Changes::new();
        let collection = CollectionFile::new(config.collection.clone());
        let puzzles = PuzzleKeeper::open(config.data.as_deref());
        Ok(Arc::new(Self {
            config,
            budget,
            metrics,
            store,
            changes,
            collection,
            matches,
            lab,
            puzzles,
        }))
    }
}

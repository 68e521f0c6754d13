//! A game that is open in several pages: each is told of the changes that the others make, and only
//! one of them lets the engine move.

use super::saved::Saved;
use super::show;
use crate::message::Answer;
use crate::responder::Responder;
use parking_lot::Mutex;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::{self, error::RecvError};

/// Changes that a slow page may lag behind before it is only told that there were some.
const WAITING_CHANGES: usize = 64;
/// Interval at which a question looks whether it was stopped.
const LOOK: Duration = Duration::from_millis(500);
/// Interval at which a page looks whether another page's engine has finished.
const LOOK_AT_ENGINE: Duration = Duration::from_millis(50);

/// Changes of saved games, told to every page that follows them.
pub(crate) struct Changes {
    sender: broadcast::Sender<Change>,
    /// Games and nodes at which an engine is about to move.
    moving: Arc<Mutex<HashSet<(i64, u32)>>>,
}

/// A game that changed, and the session that changed it.
#[derive(Clone, Copy, Debug)]
struct Change {
    game: i64,
    session: u64,
}

/// The right of one page to let the engine move at a node; given back when dropped.
pub(super) struct EngineTurn {
    moving: Arc<Mutex<HashSet<(i64, u32)>>>,
    place: (i64, u32),
}

impl Drop for EngineTurn {
    fn drop(&mut self) {
        self.moving.lock().remove(&self.place);
    }
}

impl Changes {
    /// No changes, followed by no page.
    pub(crate) fn new() -> Self {
        Self { sender: broadcast::Sender::new(WAITING_CHANGES), moving: Arc::default() }
    }

    /// Tells the other sessions that a game changed.
    pub(crate) fn tell(&self, game: i64, session: u64) {
        // Without a follower there is no receiver, which is no fault.
        let _ = self.sender.send(Change { game, session });
    }

    fn engine_turn(&self, game: i64, node: u32) -> Option<EngineTurn> {
        let place = (game, node);
        let free = self.moving.lock().insert(place);
        free.then(|| EngineTurn { moving: Arc::clone(&self.moving), place })
    }
}

/// Shows a game now and whenever another session changes it.
pub(super) async fn follow(id: i64, responder: Responder) {
    let mut changes = responder.shared.changes.sender.subscribe();
    match Saved::load(id, &responder.shared).and_then(|saved| show(&saved, &responder.shared)) {
        Ok(state) => responder.tell(state).await,
        Err(refusal) => return responder.refuse(refusal).await,
    }
    while !responder.stopped() {
        let changed = tokio::select! {
            change = changes.recv() => match change {
                Ok(change) => change.game == id && change.session != responder.session,
                Err(RecvError::Lagged(_)) => true,
                Err(RecvError::Closed) => break,
            },
            () = tokio::time::sleep(LOOK) => false,
        };
        if !changed {
            continue;
        }
        let shared = Arc::clone(&responder.shared);
        let state = tokio::task::spawn_blocking(move || show(&Saved::load(id, &shared)?, &shared));
        // A game that was deleted can come back by an undo.
        if let Ok(Ok(state)) = state.await {
            responder.tell(state).await;
        }
    }
    responder.last(Answer::Done).await;
}

/// Waits until this page may let the engine move at a node. None if another page's engine moved
/// there meanwhile, or the question was stopped.
pub(super) async fn engine_turn(id: i64, node: u32, responder: &Responder) -> Option<EngineTurn> {
    let moves = || {
        let saved = Saved::load(id, &responder.shared).ok();
        saved
            .map_or(0, |saved| saved.record.nodes.iter().filter(|made| made.parent == node).count())
    };
    let before = moves();
    loop {
        if let Some(turn) = responder.shared.changes.engine_turn(id, node) {
            return (moves() == before).then_some(turn);
        }
        if responder.stopped() {
            return None;
        }
        tokio::time::sleep(LOOK_AT_ENGINE).await;
    }
}

//! Undo and redo. The store keeps the states; this file says how each kind of object takes one
//! back.

use crate::message::undo::{UndoEntry, UndoKind, UndoOffers, UndoQuestion};
use crate::message::{Answer, Refusal, Text};
use crate::shared::Shared;
use crate::store::{Direction, Offers, Remembered, StoreError, Undoable, swap_game, swap_map};

/// Letters of a draft's name.
const LONGEST_NAME: usize = 100;

/// Answers a question about changes. Other pages that follow a changed game are told.
pub(super) fn answer(
    question: UndoQuestion,
    session: u64,
    shared: &Shared,
) -> Result<Answer, Refusal> {
    match question {
        UndoQuestion::Offers { kind, object } => {
            let found = shared.store.offers(kind.name(), object.as_deref());
            Ok(offered(&found.map_err(|error| broken(&error))?, None))
        }
        UndoQuestion::Remember { draft, state, words } => {
            let object: String = draft.chars().take(LONGEST_NAME).collect();
            let of = Undoable { kind: UndoKind::Draft.name(), object: &object, whole: false };
            let kept = shared.store.undoable(of, |_| Ok((Some(state), words)));
            kept.map_err(|error| broken(&error))?;
            offers_of(UndoKind::Draft, &object, None, shared)
        }
        UndoQuestion::Undo { entry, state } => step(entry, state, Direction::Undo, session, shared),
        UndoQuestion::Redo { entry, state } => step(entry, state, Direction::Redo, session, shared),
    }
}

/// A change as the page is told of it.
pub(super) fn entry(kept: Remembered) -> Option<UndoEntry> {
    let kind = UndoKind::named(&kept.kind)?;
    Some(UndoEntry { id: kept.id, kind, object: kept.object, words: kept.words, made: kept.made })
}

fn step(
    id: i64,
    now: Option<String>,
    direction: Direction,
    session: u64,
    shared: &Shared,
) -> Result<Answer, Refusal> {
    let mut draft = None;
    let stepped =
        shared.store.step(id, direction, |change, kept, state| match UndoKind::named(&kept.kind) {
            Some(UndoKind::Game) => swap_game(change, &kept.object, state.as_deref(), direction),
            Some(UndoKind::Map) => {
                let replaced = swap_map(change, &kept.object, state.as_deref());
                draft = state;
                replaced
            }
            Some(UndoKind::Draft) => {
                draft = state;
                Ok(now)
            }
            None => Err(StoreError::Damaged(kept.kind.clone())),
        });
    let stepped = stepped.map_err(|error| broken(&error))?;
    let kept = stepped.ok_or_else(|| {
        Refusal::missing(Text::new(
            "This change can no longer be undone or redone",
            "这一更改已无法撤销或重做",
        ))
    })?;
    let kind = UndoKind::named(&kept.kind).unwrap_or(UndoKind::Draft);
    if let (UndoKind::Game, Ok(game)) = (kind, kept.object.parse()) {
        shared.changes.tell(game, session);
    }
    offers_of(kind, &kept.object, draft, shared)
}

/// The changes of a map that can be undone and redone.
pub(super) fn of_map(id: u32, shared: &Shared) -> Result<UndoOffers, Refusal> {
    let found = shared.store.offers(UndoKind::Map.name(), Some(&id.to_string()));
    Ok(offers(&found.map_err(|error| broken(&error))?, None))
}

fn offers_of(
    kind: UndoKind,
    object: &str,
    state: Option<String>,
    shared: &Shared,
) -> Result<Answer, Refusal> {
    let found = shared.store.offers(kind.name(), Some(object)).map_err(|error| broken(&error))?;
    Ok(offered(&found, state))
}

fn offered(found: &Offers, state: Option<String>) -> Answer {
    Answer::UndoOffers(offers(found, state))
}

fn offers(found: &Offers, state: Option<String>) -> UndoOffers {
    let [undo, redo] = [&found.undo, &found.redo].map(|kept| kept.clone().and_then(entry));
    UndoOffers { undo, redo, state }
}

fn broken(error: &StoreError) -> Refusal {
    Refusal::store(Text::new(error.to_string(), format!("无法撤销：{error}")))
}

//! Messages about changes that can be undone, the same for all objects.

use super::Text;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A question about changes that can be undone.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum UndoQuestion {
    /// Asks for the changes that can be undone and redone.
    Offers {
        /// The kind of object.
        kind: UndoKind,
        /// The object; none for the removals of whole objects of this kind.
        object: Option<String>,
    },
    /// Remember the state of a draft before a change.
    Remember {
        /// The draft's name, such as `editor:xiangqi`.
        draft: String,
        /// Its state before the change.
        state: String,
        /// The change: "Removed 28 moves".
        words: Text,
    },
    /// Undo a change; it must be the newest one of its object.
    Undo {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        entry: i64,
        /// The state of a draft now, for a redo.
        state: Option<String>,
    },
    /// Redo the change that was undone last.
    Redo {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        entry: i64,
        /// The state of a draft now, for an undo.
        state: Option<String>,
    },
}

/// The kinds of objects whose changes can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum UndoKind {
    /// A saved game, by its number.
    Game,
    /// A kept map, by its number.
    Map,
    /// A text that the page holds, such as the position in the editor.
    Draft,
}

impl UndoKind {
    /// Every kind.
    const ALL: [Self; 3] = [Self::Game, Self::Map, Self::Draft];

    /// Its name in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Map => "map",
            Self::Draft => "draft",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A change that can be undone or redone.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct UndoEntry {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// The kind of object.
    pub kind: UndoKind,
    /// The object.
    pub object: String,
    /// The change in words: "Removed 28 moves".
    pub words: Text,
    /// Milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub made: i64,
}

/// The next undo and redo of an object.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct UndoOffers {
    /// The change that an undo takes back.
    pub undo: Option<UndoEntry>,
    /// The change that a redo makes again.
    pub redo: Option<UndoEntry>,
    /// The state of a draft or map after an undo or redo.
    pub state: Option<String>,
}

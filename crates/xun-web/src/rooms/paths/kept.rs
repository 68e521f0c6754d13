//! Maps kept on the server under a number, so that a reload shows the same map and every change of
//! it can be undone.

use super::problem_of;
use crate::message::paths::{GridMap, Keep, Kept};
use crate::message::{Answer, Refusal, Text};
use crate::responder::{Responder, missing};
use crate::rooms::undo;
use crate::shared::Shared;
use crate::store::StoreError;
use std::sync::Arc;

/// Keeps a new map, or a change of one.
pub(crate) async fn keep(wanted: Keep, responder: Responder) {
    responder.answer_with(move |shared| change(wanted, shared)).await;
}

fn change(wanted: Keep, shared: &Arc<Shared>) -> Result<Answer, Refusal> {
    problem_of(&wanted.map)?;
    let store = &shared.store;
    let text = &wanted.map.text;
    let kept = match wanted.id {
        None => store.begin_map(text).map(Some),
        Some(id) => store.change_map(id, text, wanted.words).map(|change| change.map(|_| id)),
    };
    let id = kept.map_err(|error| failed(&error))?;
    let id = id.ok_or_else(|| no_map(wanted.id.unwrap_or_default()))?;
    state(id, None, shared)
}

/// Tells a kept map.
pub(crate) async fn open(id: u32, responder: Responder) {
    responder
        .answer_with(move |shared| {
            let text = shared.store.map(id).map_err(|error| failed(&error))?;
            let text = text.ok_or_else(|| no_map(id))?;
            state(id, Some(GridMap { text }), shared)
        })
        .await;
}

fn state(id: u32, map: Option<GridMap>, shared: &Shared) -> Result<Answer, Refusal> {
    Ok(Answer::PathKept(Kept { id, map, changes: undo::of_map(id, shared)? }))
}

fn no_map(id: u32) -> Refusal {
    missing(&format!("There is no map {id} on this server"), &format!("此服务上没有 {id} 号地图"))
}

fn failed(error: &StoreError) -> Refusal {
    Refusal::store(Text::new(
        format!("The map is not saved: {error}"),
        format!("地图未能保存：{error}"),
    ))
}

//! One socket: reads questions, hands each to its room, and stops the rest when the page closes.

use crate::message::{Answer, Ask, Question, Refusal, Text, VERSION, Welcome};
use crate::pace::Pace;
use crate::responder::Responder;
use crate::rooms;
use crate::shared::Shared;
use axum::extract::ws::{Message, WebSocket};
use futures_util::SinkExt;
use futures_util::stream::{SplitSink, StreamExt};
use parking_lot::{Mutex, MutexGuard};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Answers that may wait for a slow page before its searches are held up.
const WAITING_ANSWERS: usize = 64;
/// Questions of one socket that may be under way at a time.
const MOST_AT_ONCE: usize = 32;
/// A page that reads nothing for this long counts as closed.
const SILENCE: Duration = Duration::from_secs(60);

type Stops = Arc<Mutex<HashMap<u32, Arc<AtomicBool>>>>;

/// Serves one socket until it closes.
pub(crate) async fn run(socket: WebSocket, shared: Arc<Shared>) {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let session = NUMBER.fetch_add(1, Ordering::Relaxed);
    let (sink, mut stream) = socket.split();
    let (out, answers) = mpsc::channel(WAITING_ANSWERS);
    let writer = tokio::spawn(write(sink, answers));
    let stops = Stops::default();
    let mut pace = Pace::new(Instant::now());
    while let Some(Ok(message)) = stream.next().await {
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => break,
            Message::Binary(_) => axum::extract::ws::Utf8Bytes::from_static("binary"),
            Message::Ping(_) | Message::Pong(_) => continue,
        };
        let wait = pace.take(Instant::now());
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
        shared.metrics.questions.fetch_add(1, Ordering::Relaxed);
        take(&text, session, &shared, &out, &stops).await;
        if writer.is_finished() {
            break;
        }
    }
    for stop in lock(&stops).values() {
        stop.store(true, Ordering::Relaxed);
    }
    // Rooms that still hold a sender find the channel closed and stop.
    writer.abort();
}

async fn write(mut sink: SplitSink<WebSocket, Message>, mut answers: mpsc::Receiver<String>) {
    let mut beat = tokio::time::interval(Duration::from_secs(20));
    loop {
        let message = tokio::select! {
            answer = answers.recv() => match answer {
                Some(text) => Message::Text(text.into()),
                None => return,
            },
            _ = beat.tick() => Message::Ping(Vec::new().into()),
        };
        match tokio::time::timeout(SILENCE, sink.send(message)).await {
            Ok(Ok(())) => {}
            _ => return,
        }
    }
}

async fn take(
    text: &str,
    session: u64,
    shared: &Arc<Shared>,
    out: &mpsc::Sender<String>,
    stops: &Stops,
) {
    let stop = Arc::new(AtomicBool::new(false));
    let responder = |id| Responder {
        id,
        session,
        stop: Arc::clone(&stop),
        shared: Arc::clone(shared),
        out: out.clone(),
    };
    let ask: Ask = match serde_json::from_str(text) {
        Ok(ask) => ask,
        Err(error) => {
            #[derive(serde::Deserialize)]
            struct Number {
                id: u32,
            }
            // Answer under its number where it has one, so that the page's question does not wait
            // for ever.
            let id = serde_json::from_str::<Number>(text).map_or(0, |found| found.id);
            let words = Text::new(
                format!("This message cannot be read: {error}"),
                format!("无法读懂这条消息：{error}"),
            );
            return responder(id).refuse(Refusal::malformed(words)).await;
        }
    };
    let responder = responder(ask.id);
    if ask.v != VERSION {
        let words = Text::new(
            format!("This server speaks version {VERSION}, not {}: reload the page", ask.v),
            format!("此服务使用第 {VERSION} 版消息，而非第 {} 版：请刷新页面", ask.v),
        );
        return responder.refuse(Refusal::version(words)).await;
    }
    match ask.ask {
        Question::Hello => {
            let engines = shared.config.engines.iter().map(|engine| engine.name.clone()).collect();
            let version = env!("CARGO_PKG_VERSION").to_owned();
            responder.last(Answer::Welcome(Welcome { version, engines })).await;
        }
        Question::Stop { target } => {
            if let Some(stop) = lock(stops).get(&target) {
                stop.store(true, Ordering::Relaxed);
            }
            responder.last(Answer::Done).await;
        }
        question => begin(question, responder, stops).await,
    }
}

/// Starts a question's work beside the reading of further ones.
async fn begin(question: Question, responder: Responder, stops: &Stops) {
    let taken = {
        let mut under_way = lock(stops);
        let free = under_way.len() < MOST_AT_ONCE && !under_way.contains_key(&responder.id);
        if free {
            under_way.insert(responder.id, Arc::clone(&responder.stop));
        }
        free
    };
    if !taken {
        let words = Text::new(
            format!("Too many questions at once (at most {MOST_AT_ONCE}), or a number used twice"),
            format!("同时提问过多（至多 {MOST_AT_ONCE} 个），或编号重复"),
        );
        return responder.refuse(Refusal::busy(words)).await;
    }
    let stops = Arc::clone(stops);
    tokio::spawn(async move {
        let id = responder.id;
        rooms::answer(question, responder).await;
        lock(&stops).remove(&id);
    });
}

fn lock(stops: &Stops) -> MutexGuard<'_, HashMap<u32, Arc<AtomicBool>>> {
    stops.lock()
}

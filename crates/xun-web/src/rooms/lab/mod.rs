//! Experiments: run in the server one at a time, shown to every session that asks, their results
//! kept in the data folder. An experiment takes one turn of the budget for as long as it runs, and
//! never the last one.

mod figures;

use crate::budget::give_way;
use crate::folder::Folder;
use crate::message::lab::{LabExperiment, LabOrigin, LabPhase, LabQuestion, LabState};
use crate::message::{Answer, Refusal, Text};
use crate::responder::{Responder, missing};
use crate::shared::Shared;
use crate::store::StoreError;
use parking_lot::{Mutex, MutexGuard};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use xun_game::Stop;
use xun_lab::{
    Event, Experiment, Language, Machine, Options, Results, Size, catalogue, find, report, shipped,
    store,
};

/// A watching page is told at most this often.
const BETWEEN: Duration = Duration::from_millis(250);
/// The budget counts sessions; the experiment is one, with a number that no socket and no match
/// has.
const SESSION: u64 = u64::MAX;

/// The experiments of one server.
pub(crate) struct Lab {
    folder: Folder,
    running: Mutex<Option<Arc<Running>>>,
}

struct Running {
    experiment: &'static Experiment,
    stop: Stop,
    changes: AtomicU64,
    inner: Mutex<Inner>,
}

struct Inner {
    phase: LabPhase,
    done: u32,
    total: u32,
    began: Instant,
    results: Results,
}

impl Lab {
    /// Results are kept in the data folder, or as long as the server lives.
    pub(crate) fn open(data: Option<&Path>) -> Result<Self, StoreError> {
        Ok(Self { folder: Folder::open(data, "experiments")?, running: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Running>>> {
        self.running.lock()
    }

    fn running(&self, id: &str) -> Option<Arc<Running>> {
        self.lock().as_ref().filter(|running| running.experiment.id == id).cloned()
    }

    /// The kept results of an experiment; a file that cannot be read counts as none.
    fn kept(&self, id: &str) -> Option<Results> {
        store::load(self.folder.path(), id).ok().flatten()
    }

    /// The report of everything that was measured, or of one experiment.
    pub(crate) fn report(&self, only: Option<&str>, language: Language) -> Option<String> {
        let wanted =
            catalogue().iter().filter(|experiment| only.is_none_or(|only| experiment.id == only));
        let all: Vec<Results> = wanted.filter_map(|experiment| self.kept(experiment.id)).collect();
        (!all.is_empty()).then(|| report::html(&all, language))
    }
}

impl Running {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock()
    }

    fn is_over(&self) -> bool {
        !matches!(self.lock().phase, LabPhase::Waiting | LabPhase::Running | LabPhase::Stopping)
    }

    fn enter(&self, phase: LabPhase) {
        self.lock().phase = phase;
        self.changes.fetch_add(1, Ordering::Relaxed);
    }

    fn hear(&self, event: &Event) {
        let mut inner = self.lock();
        match event {
            Event::Began { total, .. } => inner.total = *total as u32,
            Event::Row { row, .. } => inner.results.rows.push(row.clone()),
            Event::Progress { done, .. } => inner.done = *done as u32,
            Event::Ended { .. } => {}
        }
        drop(inner);
        self.changes.fetch_add(1, Ordering::Relaxed);
    }
}

/// Answers a question about experiments.
pub(crate) async fn answer(question: LabQuestion, responder: Responder) {
    if let LabQuestion::Watch { id } = question {
        return watch(id, responder).await;
    }
    responder.answer_with(move |shared| at_once(question, shared)).await;
}

fn unknown(id: &str) -> Refusal {
    missing(&format!("There is no experiment {id:?}"), &format!("没有实验 {id:?}"))
}

fn at_once(question: LabQuestion, shared: &Arc<Shared>) -> Result<Answer, Refusal> {
    match question {
        LabQuestion::Catalogue => {
            let experiments = catalogue().iter().map(|experiment| listed(experiment, shared));
            Ok(Answer::LabCatalogue { experiments: experiments.collect() })
        }
        LabQuestion::Run { id, quick, seed } => {
            let experiment = find(&id).ok_or_else(|| unknown(&id))?;
            begin(experiment, quick, seed, shared)
        }
        LabQuestion::Halt { id } => {
            if let Some(running) = shared.lab.running(&id) {
                running.stop.stop();
                running.enter(LabPhase::Stopping);
            }
            Ok(Answer::Done)
        }
        LabQuestion::Rows { id, format } => {
            let experiment = find(&id).ok_or_else(|| unknown(&id))?;
            let results = shared.lab.kept(&id).ok_or_else(|| {
                missing("This experiment has not been run yet", "这个实验还没有运行过")
            })?;
            let (end, text) = match format.as_str() {
                "json" => ("json", serde_json::to_string_pretty(&results).unwrap_or_default()),
                _ => ("csv", store::csv(&results, experiment)),
            };
            Ok(Answer::Text { name: format!("{id}.{end}"), text })
        }
        // Answered over time, not at once.
        LabQuestion::Watch { .. } => Ok(Answer::Done),
    }
}

/// An experiment in the list, with one small picture of its results.
fn listed(experiment: &Experiment, shared: &Shared) -> LabExperiment {
    let state = state_of(experiment, shared);
    let figure = state.figures.into_iter().find(|figure| !figure.panels.is_empty());
    LabExperiment {
        id: experiment.id.to_owned(),
        title: experiment.title.clone(),
        question: experiment.question.clone(),
        method: experiment.method.clone(),
        phase: state.phase,
        finding: state.findings.into_iter().next(),
        figure: figure.map(|mut figure| {
            figure.panels.truncate(1);
            figure
        }),
    }
}

fn begin(
    experiment: &'static Experiment,
    quick: bool,
    seed: u32,
    shared: &Arc<Shared>,
) -> Result<Answer, Refusal> {
    if shared.config.searches < 2 {
        let words = Text::new(
            "This server runs one search at a time; experiments need --searches 2 or more",
            "此服务一次只进行一个搜索；实验需要 --searches 2 或更多",
        );
        return Err(Refusal::busy(words));
    }
    let mut place = shared.lab.lock();
    if let Some(other) = place.as_ref() {
        let title = &other.experiment.title;
        let words = Text::new(
            format!("“{}” is running: stop it, or wait", title.en),
            format!("“{}”正在运行：请停止它或稍候", title.zh),
        );
        return Err(Refusal::busy(words));
    }
    let options = Options {
        seed: u64::from(seed),
        size: if quick { Size::Quick } else { Size::Full },
        threads: 1,
        course: None,
    };
    let results = Results {
        experiment: experiment.id.to_owned(),
        seed: options.seed,
        size: options.size,
        threads: 1,
        course: None,
        machine: Machine::default(),
        began: 0,
        seconds: 0.0,
        complete: false,
        rows: Vec::new(),
    };
    let inner =
        Inner { phase: LabPhase::Waiting, done: 0, total: 0, began: Instant::now(), results };
    let running = Arc::new(Running {
        experiment,
        stop: Stop::new(),
        changes: AtomicU64::new(0),
        inner: Mutex::new(inner),
    });
    *place = Some(Arc::clone(&running));
    drop(place);
    let (inside, server) = (Arc::clone(&running), Arc::clone(shared));
    let thread = std::thread::Builder::new().name("experiment".into()).spawn(move || {
        let leave = Leave(inside, server);
        measure(&leave.0, &options, &leave.1);
    });
    if thread.is_err() {
        *shared.lab.lock() = None;
        return Err(missing("The experiment could not be started", "无法开始实验"));
    }
    Ok(Answer::LabState(Box::new(shown(&running))))
}

/// Frees the place of the running experiment when dropped, also after a panic.
struct Leave(Arc<Running>, Arc<Shared>);

impl Drop for Leave {
    fn drop(&mut self) {
        if !self.0.is_over() {
            self.0.enter(LabPhase::Failed);
        }
        *self.1.lab.lock() = None;
    }
}

fn measure(running: &Running, options: &Options, shared: &Arc<Shared>) {
    give_way();
    let Some(_turn) = shared.budget.turn_from_thread(SESSION, running.stop.flag()) else {
        return running.enter(LabPhase::Stopped);
    };
    running.lock().began = Instant::now();
    running.enter(LabPhase::Running);
    let results =
        xun_lab::run(running.experiment, options, &running.stop, &mut |event| running.hear(event));
    // A stopped run does not replace what a finished one found.
    if results.complete
        && store::save(shared.lab.folder.path(), &results, running.experiment).is_err()
    {
        return running.enter(LabPhase::Failed);
    }
    let phase = if results.complete { LabPhase::Finished } else { LabPhase::Stopped };
    running.lock().results = results;
    running.enter(phase);
}

fn shown(running: &Running) -> LabState {
    let inner = running.lock();
    let results = &inner.results;
    let mut state = state_from(running.experiment, results);
    state.phase = inner.phase;
    state.done = inner.done;
    state.total = inner.total;
    if !results.complete {
        state.seconds = inner.began.elapsed().as_secs_f64();
    }
    state
}

fn state_from(experiment: &Experiment, results: &Results) -> LabState {
    LabState {
        id: experiment.id.to_owned(),
        phase: if results.complete { LabPhase::Finished } else { LabPhase::Stopped },
        done: 0,
        total: 0,
        quick: results.size == Size::Quick,
        seed: results.seed as f64,
        seconds: results.seconds,
        command: results.command(),
        findings: if results.complete { experiment.findings(results) } else { Vec::new() },
        figures: figures::figures(experiment, results),
        shipped: None,
    }
}

/// The state of an experiment that runs, has been run, or never was.
fn state_of(experiment: &Experiment, shared: &Shared) -> LabState {
    if let Some(running) = shared.lab.running(experiment.id) {
        return shown(&running);
    }
    match shared.lab.kept(experiment.id) {
        Some(results) => state_from(experiment, &results),
        None => never_run(experiment),
    }
}

/// The state of an experiment that was not run here: the results that ship, if it has any.
fn never_run(experiment: &Experiment) -> LabState {
    let shipped = shipped(experiment.id);
    LabState {
        id: experiment.id.to_owned(),
        phase: LabPhase::Never,
        done: 0,
        total: 0,
        quick: shipped.is_none(),
        seed: 1.0,
        seconds: shipped.as_ref().map_or(0.0, |results| results.seconds),
        command: format!("xun lab run {}", experiment.id),
        findings: shipped.as_ref().map_or_else(Vec::new, |results| experiment.findings(results)),
        figures: shipped
            .as_ref()
            .map_or_else(Vec::new, |results| figures::figures(experiment, results)),
        shipped: shipped.map(|results| LabOrigin {
            processor: results.machine.processor,
            cores: results.machine.cores as u32,
            began: results.began as f64,
        }),
    }
}

/// Tells an experiment's state as it changes. Ends when it rests, or when the page no longer wants
/// it.
async fn watch(id: String, responder: Responder) {
    let Some(experiment) = find(&id) else { return responder.refuse(unknown(&id)).await };
    let running = responder.shared.lab.running(&id);
    let Some(running) = running else {
        let state =
            |shared: &Arc<Shared>| Ok(Answer::LabState(Box::new(state_of(experiment, shared))));
        return responder.answer_with(state).await;
    };
    let mut seen = None;
    while !responder.stopped() && !running.is_over() {
        let changes = running.changes.load(Ordering::Relaxed);
        if seen != Some(changes) {
            seen = Some(changes);
            let running = Arc::clone(&running);
            if let Ok(state) = tokio::task::spawn_blocking(move || shown(&running)).await {
                responder.tell(Answer::LabState(Box::new(state))).await;
            }
        }
        tokio::time::sleep(BETWEEN).await;
    }
    responder.last(Answer::LabState(Box::new(shown(&running)))).await;
}

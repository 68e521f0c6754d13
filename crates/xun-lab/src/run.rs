//! Runs an experiment: worker threads take measurements from a queue, the calling thread tells of
//! them.

use crate::event::Event;
use crate::experiment::Experiment;
use crate::machine::Machine;
use crate::options::Options;
use crate::results::{Results, Row};
use crate::task::{Reading, Task};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use xun_game::Stop;

/// Runs an experiment until it is done or `stop` is raised; what was measured by then is kept
/// either way.
///
/// The observer is called on the calling thread, in the order that [`Event`] states. Rows are told
/// as they come and stored in the order of problems and variants, so that the results do not depend
/// on the number of threads.
pub fn run(
    experiment: &Experiment,
    options: &Options,
    stop: &Stop,
    observer: &mut dyn FnMut(&Event),
) -> Results {
    let clock = Instant::now();
    let began = now();
    let measurements = Measurements::new(experiment, options);
    let total = measurements.len();
    let threads = if experiment.alone { 1 } else { options.thread_count().clamp(1, total.max(1)) };
    let id = experiment.id.to_owned();
    observer(&Event::Began { experiment: id.clone(), total });
    let mut measured: Vec<Option<Vec<Row>>> = vec![None; total];
    let mut done = 0;
    work(&measurements, threads, stop, |index, rows| {
        for row in &rows {
            observer(&Event::Row { experiment: id.clone(), row: row.clone() });
        }
        measured[index] = Some(rows);
        done += 1;
        observer(&Event::Progress { experiment: id.clone(), done, total });
    });
    let results = measurements.results(measured, threads, began, clock.elapsed().as_secs_f64());
    let (complete, seconds) = (results.complete, results.seconds);
    observer(&Event::Ended { experiment: id, complete, seconds });
    results
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// The measurements of a run, one by one: for those who spread them over machines. The same
/// experiment and options give the same list everywhere.
pub struct Measurements<'a> {
    experiment: &'a Experiment,
    options: &'a Options,
    tasks: Vec<Task>,
}

impl<'a> Measurements<'a> {
    /// The measurements that [`run`] makes.
    pub fn new(experiment: &'a Experiment, options: &'a Options) -> Self {
        Self { experiment, options, tasks: (experiment.tasks)(options) }
    }

    /// Number of measurements.
    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Makes the measurement of this number; none if it was stopped or there is no such number.
    pub fn measure(&self, index: usize, stop: &Stop) -> Option<Vec<Row>> {
        let task = self.tasks.get(index)?;
        let readings = (task.job)(stop)?;
        Some(readings.into_iter().map(|reading| row(task, reading)).collect())
    }

    /// The results of the measurements, by number; incomplete where something was not.
    pub fn results(
        &self,
        measured: Vec<Option<Vec<Row>>>,
        threads: usize,
        began: u64,
        seconds: f64,
    ) -> Results {
        Results {
            experiment: self.experiment.id.to_owned(),
            seed: self.options.seed,
            size: self.options.size,
            threads,
            course: self.options.course.as_ref().map(|course| course.name.clone()),
            machine: Machine::here(),
            began,
            seconds: millionths(seconds),
            complete: measured.len() == self.len() && measured.iter().all(Option::is_some),
            rows: measured.into_iter().flatten().flatten().collect(),
        }
    }
}

/// Lets so many threads make the measurements, and gives what they found to `take` on this one.
fn work(
    measurements: &Measurements<'_>,
    threads: usize,
    stop: &Stop,
    mut take: impl FnMut(usize, Vec<Row>),
) {
    let next = AtomicUsize::new(0);
    // Without a buffer: a measurement waits until the one before it was told, so that a stop raised
    // by the observer ends the run there.
    let (tell, hear) = mpsc::sync_channel(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (tell, next) = (tell.clone(), &next);
            scope.spawn(move || {
                while !stop.is_stopped() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(rows) = measurements.measure(index, stop) else { return };
                    if tell.send((index, rows)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(tell);
        for (index, rows) in hear {
            take(index, rows);
        }
    });
}

/// A number with at most six decimals: what is stored as JSON then comes back as it was, to the
/// last bit.
fn millionths(value: f64) -> f64 {
    let scaled = value * 1e6;
    if scaled.abs() < 9e15 { scaled.round() / 1e6 } else { value.round() }
}

fn row(task: &Task, reading: Reading) -> Row {
    Row {
        group: reading.group.unwrap_or(task.group).to_owned(),
        problem: task.problem.clone(),
        variant: reading.variant.unwrap_or(task.variant).to_owned(),
        x: reading.x.map(millionths),
        // A value that is no number could not be stored as JSON and says nothing.
        values: reading
            .values
            .into_iter()
            .filter(|(_, value)| value.is_finite())
            .map(|(id, value)| (id.to_owned(), millionths(value)))
            .collect(),
    }
}

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
    let began = Instant::now();
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let tasks = (experiment.tasks)(options);
    let threads =
        if experiment.alone { 1 } else { options.thread_count().clamp(1, tasks.len().max(1)) };
    let id = experiment.id.to_owned();
    observer(&Event::Began { experiment: id.clone(), total: tasks.len() });
    let mut measured: Vec<Option<Vec<Row>>> = vec![None; tasks.len()];
    let mut done = 0;
    work(&tasks, threads, stop, |index, readings| {
        let rows: Vec<Row> =
            readings.into_iter().map(|reading| row(&tasks[index], reading)).collect();
        for row in &rows {
            observer(&Event::Row { experiment: id.clone(), row: row.clone() });
        }
        measured[index] = Some(rows);
        done += 1;
        observer(&Event::Progress { experiment: id.clone(), done, total: tasks.len() });
    });
    let complete = measured.iter().all(Option::is_some);
    let seconds = millionths(began.elapsed().as_secs_f64());
    observer(&Event::Ended { experiment: id.clone(), complete, seconds });
    Results {
        experiment: id,
        seed: options.seed,
        size: options.size,
        threads,
        course: options.course.as_ref().map(|course| course.name.clone()),
        machine: Machine::here(),
        began: since_1970,
        seconds,
        complete,
        rows: measured.into_iter().flatten().flatten().collect(),
    }
}

/// Lets so many threads do the tasks, and gives what they found to `take` on this one.
fn work(tasks: &[Task], threads: usize, stop: &Stop, mut take: impl FnMut(usize, Vec<Reading>)) {
    let next = AtomicUsize::new(0);
    let (tell, hear) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (tell, next) = (tell.clone(), &next);
            scope.spawn(move || {
                while !stop.is_stopped() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(index) else { return };
                    let Some(readings) = (task.job)(stop) else { return };
                    if tell.send((index, readings)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(tell);
        for (index, readings) in hear {
            take(index, readings);
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

//! Two ways to use several threads.
//!
//! *One task for each root move*: the threads take root moves from a queue and share only the best
//! score so far. Simple, and what course programs do; but a tree is mostly its first root move, so
//! the gain is small once the order is good.
//!
//! *A shared table*: every thread searches the whole tree, each with the root moves in another
//! order, and all share the transposition table; what one has found out, the others need not. The
//! first thread answers.

use super::answer::{Answer, RootMove};
use super::budget::{Budget, Pool, Stopped};
use super::observer::{NoObserver, Observer};
use super::refinement::Refinement;
use super::root::Best;
use super::settings::{Limits, Settings};
use super::statistics::Statistics;
use super::transposition::TextbookTable;
use super::worker::{Window, Worker};
use crate::{Evaluation, Game, Stop, spawn_helper};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// Searches on one thread, or on as many as the settings ask for.
pub(super) fn run<G: Game, E: Evaluation<G>, O: Observer<G>>(
    game: &G,
    evaluation: &E,
    settings: &Settings,
    limits: &Limits,
    stop: &Stop,
    observer: &mut O,
) -> Answer<G::Move> {
    let began = Instant::now();
    let pool = Pool::new(limits, stop, began);
    let shared = settings.refinements.has(Refinement::ParallelTable);
    let table = (shared || settings.refinements.has(Refinement::Table))
        .then(|| TextbookTable::new(settings.table_mebibytes));
    let table = table.as_ref();
    let done = AtomicBool::new(false);
    let helpers = if shared { settings.thread_count() - 1 } else { 0 };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..=helpers)
            .map_while(|number| {
                let (pool, done) = (&pool, &done);
                let help =
                    move || help(number, game, evaluation, settings, limits, pool, done, table);
                spawn_helper(scope, help)
            })
            .collect();
        let budget = Budget::new(&pool, None);
        let mut main = Worker::new(game, evaluation, settings, budget, table, observer);
        let mut answer =
            if settings.refinements.has(Refinement::ParallelRoot) && settings.thread_count() > 1 {
                let queue = RootQueue { game, evaluation, settings, pool: &pool, table };
                let mut counted = Statistics::default();
                let mut answer =
                    main.answer(limits.depth, began, &mut |worker, depth, window, moves, best| {
                        worker.observer.iteration(depth, window.alpha, window.beta);
                        let result = queue.search(depth, window, moves, best, &mut counted);
                        worker.statistics.nodes = counted.nodes;
                        result
                    });
                answer.statistics.nodes = 0;
                answer.statistics.add(&counted);
                answer
            } else {
                main.answer(limits.depth, began, &mut Worker::root)
            };
        done.store(true, Ordering::Relaxed);
        for helper in helpers {
            if let Ok(counted) = helper.join() {
                answer.statistics.add(&counted);
            }
        }
        answer
    })
}

/// A helper of the shared table: the same search with the root moves rotated, until the main thread
/// is done.
#[expect(clippy::too_many_arguments, reason = "what a thread is given, once")]
fn help<G: Game, E: Evaluation<G>>(
    number: usize,
    game: &G,
    evaluation: &E,
    settings: &Settings,
    limits: &Limits,
    pool: &Pool<'_>,
    done: &AtomicBool,
    table: Option<&TextbookTable>,
) -> Statistics {
    let mut unobserved = NoObserver;
    let mut worker = Worker::new(
        game,
        evaluation,
        settings,
        Budget::new(pool, Some(done)),
        table,
        &mut unobserved,
    );
    let rotated = &mut |worker: &mut Worker<'_, G, E, NoObserver>,
                        depth: u32,
                        window: Window,
                        moves: &mut [RootMove<G::Move>],
                        best: &mut Option<Best>| {
        let by = number % moves.len();
        moves.rotate_left(by);
        let result = worker.root(depth, window, moves, best);
        moves.rotate_right(by);
        result
    };
    worker.answer(limits.depth, Instant::now(), rotated).statistics
}

/// State shared by the tasks of the root moves.
struct RootQueue<'a, G, E> {
    game: &'a G,
    evaluation: &'a E,
    settings: &'a Settings,
    pool: &'a Pool<'a>,
    table: Option<&'a TextbookTable>,
}

impl<G: Game, E: Evaluation<G>> RootQueue<'_, G, E> {
    fn search(
        &self,
        depth: u32,
        window: Window,
        moves: &mut [RootMove<G::Move>],
        best: &mut Option<Best>,
        counted: &mut Statistics,
    ) -> Result<(), Stopped> {
        let threads = self.settings.thread_count().min(moves.len());
        let next = AtomicUsize::new(0);
        let leader = Mutex::new(None);
        let tasks: Vec<Mutex<&mut RootMove<G::Move>>> = moves.iter_mut().map(Mutex::new).collect();
        let results: Vec<(Statistics, Result<(), Stopped>)> = std::thread::scope(|scope| {
            let work = || self.work(depth, window, &tasks, &next, &leader);
            let threads: Vec<_> = (1..threads).map_while(|_| spawn_helper(scope, work)).collect();
            let own = work();
            let others =
                threads.into_iter().map(|thread| thread.join().expect("a search does not panic"));
            std::iter::once(own).chain(others).collect()
        });
        *best = leader.into_inner().expect("no thread panicked");
        for (statistics, _) in &results {
            counted.add(statistics);
        }
        results.into_iter().try_for_each(|(_, result)| result)
    }

    /// One thread: takes root moves until there are no more, or one is too good for the window.
    fn work(
        &self,
        depth: u32,
        window: Window,
        tasks: &[Mutex<&mut RootMove<G::Move>>],
        next: &AtomicUsize,
        leader: &Mutex<Option<Best>>,
    ) -> (Statistics, Result<(), Stopped>) {
        let mut unobserved = NoObserver;
        let budget = Budget::new(self.pool, None);
        let mut worker = Worker::new(
            self.game,
            self.evaluation,
            self.settings,
            budget,
            self.table,
            &mut unobserved,
        );
        let tie = self.settings.tie;
        let mut result = Ok(());
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut task = task.lock().expect("no thread panicked");
            let best = *leader.lock().expect("no thread panicked");
            let alpha = Best::floor(best, window.alpha, task.index, tie);
            let number = usize::from(best.is_some());
            result =
                worker.root_move(&mut task, number, depth, Window { alpha, beta: window.beta });
            if result.is_err() {
                break;
            }
            let mut best = leader.lock().expect("no thread panicked");
            if task.score > Best::floor(*best, window.alpha, task.index, tie) {
                *best = Some(Best { score: task.score, index: task.index });
            }
            if task.score >= window.beta {
                next.store(tasks.len(), Ordering::Relaxed);
            }
        }
        (worker.statistics, result)
    }
}

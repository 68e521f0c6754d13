//! Counting the leaves of the game tree: the test of a move generator, and its speed.

use super::{Move, Position};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// Number of move sequences of this length. At depth 1 moves are counted, not played.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => position
            .legal_moves()
            .into_iter()
            .map(|chosen| {
                position.play(chosen);
                let count = perft(position, depth - 1);
                position.undo();
                count
            })
            .sum(),
    }
}

/// Perft of each root move, on several threads, in the generator's order. `done` hears of each
/// finished root move (from any thread). `None` if `stop` was raised before the end.
pub fn divide(
    position: &Position,
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
    done: impl Fn(Move, u64) + Sync,
) -> Option<Vec<(Move, u64)>> {
    let roots = position.legal_moves();
    if depth == 0 {
        return Some(Vec::new());
    }
    // Two plies are shared out, so that the threads finish together.
    let tasks: Vec<(usize, Option<Move>)> = roots
        .iter()
        .enumerate()
        .flat_map(|(index, &root)| {
            let replies: Vec<Option<Move>> = if depth < 4 {
                vec![None]
            } else {
                let mut after = position.clone();
                after.play(root);
                after.legal_moves().into_iter().map(Some).collect()
            };
            replies.into_iter().map(move |reply| (index, reply))
        })
        .collect();
    let mut left = vec![0usize; roots.len()];
    for &(index, _) in &tasks {
        left[index] += 1;
    }
    let left: Vec<AtomicUsize> = left.into_iter().map(AtomicUsize::new).collect();
    let counts: Vec<std::sync::atomic::AtomicU64> = roots.iter().map(|_| 0.into()).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut own = position.clone();
        while let Some(&(index, reply)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            own.play(roots[index]);
            let played = 1 + reply.map_or(0, |reply| {
                own.play(reply);
                1
            });
            let count = perft_until(&mut own, depth - played, stop);
            (0..played).for_each(|_| {
                own.undo();
            });
            let Some(count) = count else { return };
            counts[index].fetch_add(count, Ordering::AcqRel);
            if left[index].fetch_sub(1, Ordering::AcqRel) == 1 {
                // The last task of this root move sees every other's share.
                done(roots[index], counts[index].load(Ordering::Acquire));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    let finished = left.iter().all(|left| left.load(Ordering::Acquire) == 0);
    let counts = counts.into_iter().map(std::sync::atomic::AtomicU64::into_inner);
    finished.then(|| roots.into_iter().zip(counts).collect())
}

/// [`perft`] that looks at `stop` now and then.
fn perft_until(position: &mut Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= 4 {
        return Some(perft(position, depth));
    }
    let mut total = 0;
    for chosen in position.legal_moves() {
        position.play(chosen);
        let count = perft_until(position, depth - 1, stop);
        position.undo();
        total += count?;
    }
    Some(total)
}

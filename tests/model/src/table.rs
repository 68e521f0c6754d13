//! The transposition table: what a probe finds is what was stored under its key, whole.

use crate::engine::Bound;
use crate::engine::transposition_table::{TableEntry, TranspositionTable};
use loom::thread;
use std::sync::Arc;

fn entry(best: u16, depth: u8) -> TableEntry {
    TableEntry { best, score: 7 * best as i16, eval: -3, depth, bound: Bound::Lower, pv: false }
}

/// One cluster, which all keys share.
fn table() -> Arc<TranspositionTable> {
    Arc::new(TranspositionTable::new(0).expect("one cluster"))
}

/// Two threads store different positions into the same empty place while a third one probes both.
#[test]
fn a_probe_never_sees_a_mixture() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let table = table();
        let stored = [(0x1111, entry(5, 9)), (0x2222, entry(6, 4))];
        let threads = stored.map(|(key, entry)| {
            let table = Arc::clone(&table);
            thread::spawn(move || table.store(key, entry))
        });
        for (key, entry) in stored {
            assert!(table.probe(key).is_none_or(|found| found == entry));
        }
        for thread in threads {
            thread.join().unwrap();
        }
        for (key, entry) in stored {
            assert!(table.probe(key).is_none_or(|found| found == entry));
        }
        assert!(table.probe(0x3333).is_none());
    });
}

/// Two results of one position at once: one of them is found, or none, never parts of both.
#[test]
fn one_of_two_results_is_kept() {
    loom::model(|| {
        let table = table();
        let results = [entry(5, 9), entry(6, 8)];
        let other = Arc::clone(&table);
        let thread = thread::spawn(move || other.store(0x1111, results[0]));
        table.store(0x1111, results[1]);
        let found = table.probe(0x1111);
        assert!(found.is_none_or(|found| results.contains(&found)), "{found:?}");
        thread.join().unwrap();
        let found = table.probe(0x1111);
        assert!(found.is_none_or(|found| results.contains(&found)), "{found:?}");
    });
}

/// A store over an old entry, seen by a reader: the old one, the new one or none.
#[test]
fn an_entry_is_replaced_at_once_or_reads_as_absent() {
    loom::model(|| {
        let table = table();
        table.store(0x1111, entry(5, 3));
        let other = Arc::clone(&table);
        let thread = thread::spawn(move || other.store(0x1111, entry(6, 8)));
        let found = table.probe(0x1111);
        assert!(found.is_none_or(|found| [entry(5, 3), entry(6, 8)].contains(&found)), "{found:?}");
        thread.join().unwrap();
        assert_eq!(table.probe(0x1111), Some(entry(6, 8)));
    });
}

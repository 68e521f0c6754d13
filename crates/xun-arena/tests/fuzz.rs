//! The fuzz targets' bodies on their corpora and on a fixed number of changed inputs.

#[path = "../../../fuzz/bodies/arena.rs"]
mod bodies;
#[path = "../../../fuzz/bodies/mutate.rs"]
mod mutate;

use mutate::run;

#[test]
fn journal() {
    run("journal", 1_000, bodies::journal);
}

#[test]
fn openings() {
    run("openings", 2_000, bodies::openings);
}

#[test]
#[cfg(feature = "experience")]
fn book() {
    run("book", 300, bodies::book);
}

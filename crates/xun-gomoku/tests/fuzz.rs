//! The fuzz targets' bodies on their corpora and on a fixed number of changed inputs.

#[path = "../../../fuzz/bodies/gomoku.rs"]
mod bodies;
#[path = "../../../fuzz/bodies/mutate.rs"]
mod mutate;

use mutate::run;

#[test]
fn sgf() {
    run("gomoku-sgf", 3_000, bodies::sgf);
}

#[test]
fn psq() {
    run("gomoku-psq", 5_000, bodies::psq);
}

#[test]
fn renlib() {
    run("gomoku-renlib", 5_000, bodies::renlib);
}

#[test]
fn record() {
    run("gomoku-record", 3_000, bodies::record);
}

#[test]
fn tables() {
    run("gomoku-tables", 5_000, bodies::tables);
}

#[test]
fn lines() {
    run("gomoku-lines", 5_000, bodies::lines);
}

#[test]
fn network() {
    run("gomoku-network", 30, bodies::network);
}

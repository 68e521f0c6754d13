//! The fuzz targets' bodies on their corpora and on a fixed number of changed inputs.

#[path = "../../../fuzz/bodies/xiangqi.rs"]
mod bodies;
#[path = "../../../fuzz/bodies/mutate.rs"]
mod mutate;

use mutate::run;

#[test]
fn fen() {
    run("xiangqi-fen", 2_000, bodies::fen);
}

#[test]
fn moves() {
    run("xiangqi-moves", 5_000, bodies::moves);
}

#[test]
fn pgn() {
    run("xiangqi-pgn", 3_000, bodies::pgn);
}

#[test]
fn lines() {
    run("xiangqi-lines", 5_000, bodies::lines);
}

#[test]
fn network() {
    run("xiangqi-network", 10, bodies::network);
}

#[test]
fn book() {
    run("xiangqi-book", 5_000, bodies::book);
}

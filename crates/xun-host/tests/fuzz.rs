//! The fuzz targets' bodies on their corpora and on a fixed number of changed inputs.

#[path = "../../../fuzz/bodies/host.rs"]
mod bodies;
#[path = "../../../fuzz/bodies/mutate.rs"]
mod mutate;

use mutate::run;

#[test]
fn uci() {
    run("uci-session", 25, bodies::uci);
}

#[test]
fn ucci() {
    run("ucci-session", 25, bodies::ucci);
}

#[test]
fn gomocup() {
    run("gomocup-session", 25, bodies::gomocup);
}

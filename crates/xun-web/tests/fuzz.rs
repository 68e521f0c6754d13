//! The fuzz targets' bodies on their corpora and on a fixed number of changed inputs.

#[path = "../../../fuzz/bodies/web.rs"]
mod bodies;
#[path = "../../../fuzz/bodies/mutate.rs"]
mod mutate;

use mutate::run;

#[test]
fn messages() {
    run("web-messages", 300, bodies::messages);
}

#[test]
fn database() {
    run("web-database", 10, bodies::database);
}

//! The fuzz targets' bodies on their corpora and on a fixed number of changed inputs. They start
//! servers and searches: `cargo test -p xun-web --test fuzz -- --ignored`.

#[path = "../../../fuzz/bodies/web.rs"]
mod bodies;
#[path = "../../../fuzz/bodies/mutate.rs"]
mod mutate;

use mutate::run;

#[test]
#[ignore = "starts servers and searches"]
fn messages() {
    run("web-messages", 300, bodies::messages);
}

#[test]
#[ignore = "starts servers and searches"]
fn database() {
    run("web-database", 10, bodies::database);
}

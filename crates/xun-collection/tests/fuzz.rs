//! The fuzz target's body on its corpus and on a fixed number of changed inputs.

#[path = "../../../fuzz/bodies/collection.rs"]
mod bodies;
#[path = "../../../fuzz/bodies/mutate.rs"]
mod mutate;

#[test]
fn collection() {
    mutate::run("collection", 100, bodies::collection);
}

//! Experiments on search: what each idea is worth, measured, drawn and reported.
//!
//! An [`Experiment`] is a small declarative description: problems × variants × measures, and how to
//! show them. The [`catalogue`] holds those that ship; [`run`] measures one and tells of it as it
//! goes; [`store`] keeps [`Results`] in a folder; [`plots`] draws them and [`report`] makes
//! documents of them.
//!
//! ```
//! use xun_game::Stop;
//! use xun_lab::{Event, Language, Options, Size, find, plots, report, run};
//!
//! let experiment = find("heuristics").unwrap();
//! let options = Options { seed: 7, size: Size::Quick, ..Options::default() };
//! let mut rows = 0;
//! let results = run(experiment, &options, &Stop::new(), &mut |event| {
//!     rows += usize::from(matches!(event, Event::Row { .. }));
//! });
//! assert!(results.complete && results.rows.len() == rows);
//! assert!(plots(&results, Language::English)[0].svg.starts_with("<svg"));
//! assert!(report::html(&[results], Language::Chinese).starts_with("<!doctype html>"));
//! ```
//!
//! This crate prints nothing and reads no command line.

mod catalogue;
pub mod class;
mod course;
mod event;
mod experiment;
pub mod grade;
mod machine;
mod number;
mod options;
mod play;
mod plot;
pub mod replicate;
pub mod report;
mod results;
mod run;
mod shipped;
pub mod store;
mod studies;
pub mod summary;
mod task;

pub use catalogue::{catalogue, find};
pub use course::{CourseData, CourseError};
pub use event::Event;
pub use experiment::{
    Experiment, Figure, FigureKind, Item, Layout, Mean, Measure, TableSpec, Unit,
};
pub use machine::Machine;
pub use options::{Options, Size};
pub use plot::{Plot, plots};
pub use results::{Results, Row};
pub use run::{Measurements, run};
pub use shipped::shipped;
pub use xun_text::{Language, Text};

//! A bar for each running experiment, on standard error.

use crate::context::Context;
use indicatif::{ProgressBar, ProgressStyle};
use xun_lab::{Event, Experiment, Options, Results};

/// Runs an experiment under a bar that vanishes when it is done.
pub(super) fn measure(experiment: &Experiment, options: &Options, context: &Context) -> Results {
    let bar = ProgressBar::new(0);
    if let Ok(style) =
        ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {elapsed} / {eta}")
    {
        bar.set_style(style);
    }
    bar.set_message(experiment.title.pick(context.language).to_owned());
    let results = xun_lab::run(experiment, options, &context.stop, &mut |event| match event {
        Event::Began { total, .. } => bar.set_length(*total as u64),
        Event::Progress { done, .. } => bar.set_position(*done as u64),
        Event::Row { .. } | Event::Ended { .. } => {}
    });
    bar.finish_and_clear();
    results
}

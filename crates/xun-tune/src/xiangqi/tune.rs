//! `xun-tune xiangqi tune`: fits the hand-written evaluation's weights to training records.

use super::texel::{RECORD_BYTES, sample_of, tune};
use crate::context::{Context, Exit};
use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use xun_xiangqi::eval::Weights;

/// Arguments of `xun-tune xiangqi tune`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Training records, as `datagen unpack` writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file of the tuned weights
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Start from these weights (default: the shipped ones)
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Passes over all positions
    #[arg(
        long, default_value_t = 20, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1000)
    )]
    epochs: u16,
    /// Share of the search score in the target, in percent; the rest is the result
    #[arg(
        long, default_value_t = 40, value_name = "PERCENT",
        value_parser = clap::value_parser!(u8).range(0..=100)
    )]
    score_share: u8,
    /// Use at most this many positions
    #[arg(long, default_value_t = 2_000_000, value_name = "N")]
    positions: usize,
    /// Threads that share the work (0: one a core)
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
}

/// Tunes, telling the error of each pass.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let start = match &arguments.from {
        None => (*Weights::shipped()).clone(),
        Some(path) => {
            let text =
                xun_game::files::read_text(path).with_context(|| path.display().to_string())?;
            Weights::parse(&text).with_context(|| path.display().to_string())?
        }
    };
    let mut samples = Vec::new();
    for path in &arguments.files {
        let bytes = crate::files::read_regular(path)?;
        let (records, rest) = bytes.as_chunks::<RECORD_BYTES>();
        if !rest.is_empty() {
            bail!("{}: {} bytes are no whole number of records", path.display(), bytes.len());
        }
        for (index, record) in
            records.iter().enumerate().take(arguments.positions.saturating_sub(samples.len()))
        {
            let sample = sample_of(record).map_err(anyhow::Error::msg);
            samples.push(sample.with_context(|| format!("{}: record {index}", path.display()))?);
        }
    }
    if samples.len() < 1000 {
        bail!("{} quiet positions are too few to tune on; 1000 are the least", samples.len());
    }
    let threads = match arguments.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads.min(1024),
    };
    writeln!(context.out, "{} positions", samples.len())?;
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} {msg}");
    let bar =
        ProgressBar::new(u64::from(arguments.epochs)).with_style(style.expect("a valid template"));
    let stop = std::sync::Arc::clone(&context.stop);
    let out = &mut context.out;
    let share = f32::from(arguments.score_share) / 100.0;
    let tuned = tune(&start, &samples, arguments.epochs.into(), share, threads, &mut |progress| {
        bar.inc(1);
        let line = format!(
            "epoch {} loss {:.6} test {:.6}",
            progress.epoch, progress.loss, progress.test_loss
        );
        bar.set_message(line.clone());
        writeln!(out, "{line}").is_ok() && !stop.load(std::sync::atomic::Ordering::Relaxed)
    });
    bar.finish_and_clear();
    fs::write(&arguments.out, tuned.to_text())
        .with_context(|| arguments.out.display().to_string())?;
    Ok(context.exit())
}

//! `xun xiangqi tune`: fits the hand-written evaluation's weights to training records.

use crate::context::Context;
use crate::exit::Exit;
use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use xun_xiangqi::eval::{RECORD_BYTES, Weights, sample_of, tune};

/// Arguments of `xun xiangqi tune`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Training records, as `datagen unpack` writes them ‖ datagen unpack 写出的训练记录
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the tuned weights go ‖ 调好的权重写到哪里
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Start from these weights (default: the shipped ones) ‖ 从这些权重开始（默认：随程序附带的）
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Passes over all positions ‖ 遍历全部局面的次数
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    epochs: u16,
    /// How many per cent of the target are the search's score, the rest the result ‖ 目标中搜索评分所占百分比，其余为对局结果
    #[arg(long, default_value_t = 40, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    score_share: u8,
    /// Use at most this many positions ‖ 最多使用的局面数
    #[arg(long, default_value_t = 2_000_000, value_name = "N")]
    positions: usize,
    /// Threads that share the work (0: one a core) ‖ 线程数（0 表示每核一个）
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
}

/// Tunes, telling the error of each pass.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let start = match &arguments.from {
        None => (*Weights::shipped()).clone(),
        Some(path) => {
            let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
            Weights::parse(&text).with_context(|| path.display().to_string())?
        }
    };
    let mut samples = Vec::new();
    for path in &arguments.files {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
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
    writeln!(context.out, "{} {}", samples.len(), context.language.pick("positions", "个局面"))?;
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
    Ok(if context.stopped() { Exit::Interrupted } else { Exit::Answered })
}

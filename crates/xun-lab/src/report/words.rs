//! The words of the report around what the experiments themselves say.

use crate::machine::Machine;
use crate::number;
use crate::results::Results;
use xun_text::{Language, Text};

pub(super) const TITLE: Text = Text::fixed("What search is worth", "搜索的价值");
pub(super) const SUBTITLE: Text = Text::fixed(
    "A report of measurements made by Xun: every number below was measured on the machine \
     described at the end, and every experiment names the command that repeats it.",
    "由“寻”测得的实验报告：以下每个数字都在文末所述的机器上测得，每个实验都给出重复它的命令。",
);
pub(super) const CONTENTS: Text = Text::fixed("Contents", "目录");
pub(super) const FINDINGS: Text = Text::fixed("What it says", "结论");
pub(super) const METHOD: Text = Text::fixed("How it was measured", "测量方法");
pub(super) const REPEAT: Text = Text::fixed("Repeat it", "重复此实验");
pub(super) const MACHINE: Text = Text::fixed("The machine", "机器");
pub(super) const INCOMPLETE: Text = Text::fixed(
    "This experiment was stopped before its end: the numbers are of what was measured by then.",
    "此实验未完成即被停止：以下只是当时已测得的数字。",
);
pub(super) const SLOW_BUILD: Text = Text::fixed(
    "Measured with a build that is not optimised: counts hold, times do not.",
    "用未优化的构建测得：计数有效，用时无效。",
);
pub(super) const FOOT: Text = Text::fixed(
    "Counts of nodes and results of games repeat with the seed; times do not. Means of nodes and \
     times are geometric. Elo is given with its 95 % interval, from pairs of games.",
    "节点数与对局结果可由种子重现，用时则不能。节点与用时取几何平均。Elo 附 95% 置信区间，由成对的对局算得。",
);

/// The conditions of a measurement in words: seed, size, rows, time.
pub(super) fn conditions(results: &Results, language: Language) -> String {
    let seconds = number::three_figures(results.seconds);
    match language {
        Language::English => {
            format!(
                "seed {}, {} rows, {} at a time, {seconds} s",
                results.seed,
                results.rows.len(),
                results.threads
            )
        }
        Language::Chinese => format!(
            "种子 {}，{} 行数据，同时进行 {} 项，用时 {seconds} 秒",
            results.seed,
            results.rows.len(),
            results.threads
        ),
    }
}

/// The machine, point by point.
pub(super) fn machine(machine: &Machine, language: Language) -> Vec<(&'static str, String)> {
    let pick = |en, zh| match language {
        Language::English => en,
        Language::Chinese => zh,
    };
    let mut points = vec![
        (pick("processor", "处理器"), machine.processor.clone()),
        (pick("threads", "线程数"), machine.cores.to_string()),
    ];
    if let Some(bytes) = machine.memory {
        points.push((
            pick("memory", "内存"),
            format!("{:.1} GiB", bytes as f64 / (1_u64 << 30) as f64),
        ));
    }
    points.push((pick("system", "系统"), format!("{} ({})", machine.system, machine.architecture)));
    points.push((pick("version", "版本"), format!("xun {}", machine.version)));
    points
}

/// The distinct machines of the results.
pub(super) fn machines(all: &[Results]) -> Vec<&Machine> {
    let mut machines: Vec<&Machine> = Vec::new();
    for results in all {
        if !machines.contains(&&results.machine) {
            machines.push(&results.machine);
        }
    }
    machines
}

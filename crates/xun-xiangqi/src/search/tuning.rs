//! The search's numbers, declared once: defaults, ranges, and a setter by name for tuning matches.

use xun_game::{OptionKind, declare_options};

const fn number(default: i64, min: i64, max: i64) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

declare_options! {
    /// Margins, reductions and bonuses of the search. Scores are hundredths of a pawn, reductions 1024ths of a ply.
    pub struct Tuning {
        /// Reverse futility: margin per ply.
        reverse_margin: i32 = "ReverseMargin", "", number(70, 10, 300), "Reverse futility margin per ply ‖ 反向无效裁剪边界";
        /// Reverse futility: deepest ply.
        reverse_depth: i32 = "ReverseDepth", "", number(8, 2, 16), "Reverse futility depth ‖ 反向无效裁剪深度";
        /// Razoring: base margin.
        razor_base: i32 = "RazorBase", "", number(330, 50, 1000), "Razoring base margin ‖ 剃刀裁剪基础边界";
        /// Razoring: margin per squared ply.
        razor_slope: i32 = "RazorSlope", "", number(200, 10, 600), "Razoring margin per squared ply ‖ 剃刀裁剪斜率";
        /// Null move: base reduction.
        null_base: i32 = "NullBase", "", number(4, 2, 8), "Null move reduction ‖ 空着裁剪减深";
        /// Null move: depth divisor.
        null_divisor: i32 = "NullDivisor", "", number(3, 2, 8), "Null move depth divisor ‖ 空着裁剪深度除数";
        /// Null move: evaluation divisor.
        null_eval_divisor: i32 = "NullEvalDivisor", "", number(150, 40, 600), "Null move evaluation divisor ‖ 空着裁剪评分除数";
        /// ProbCut: margin above beta.
        probcut_margin: i32 = "ProbCutMargin", "", number(160, 40, 500), "ProbCut margin ‖ 概率裁剪边界";
        /// Futility: base margin.
        futility_base: i32 = "FutilityBase", "", number(100, 0, 500), "Futility base margin ‖ 无效裁剪基础边界";
        /// Futility: margin per ply.
        futility_slope: i32 = "FutilitySlope", "", number(110, 20, 400), "Futility margin per ply ‖ 无效裁剪斜率";
        /// Quiet moves: loss accepted in an exchange, per squared ply.
        see_quiet: i32 = "SeeQuiet", "", number(25, 5, 120), "Exchange margin of quiet moves ‖ 非吃子着法的交换边界";
        /// Captures: loss accepted in an exchange, per ply.
        see_capture: i32 = "SeeCapture", "", number(160, 20, 500), "Exchange margin of captures ‖ 吃子着法的交换边界";
        /// Late move pruning: base count.
        late_base: i32 = "LateBase", "", number(4, 1, 16), "Late move pruning base ‖ 晚着裁剪基数";
        /// History pruning: threshold per ply.
        history_prune: i32 = "HistoryPrune", "", number(3500, 500, 12000), "History pruning per ply ‖ 历史裁剪阈值";
        /// Late move reduction: base, in 1024ths.
        reduction_base: i32 = "ReductionBase", "", number(700, 0, 2048), "Reduction base ‖ 减深基数";
        /// Late move reduction: slope of the product of logarithms, in 1024ths.
        reduction_slope: i32 = "ReductionSlope", "", number(480, 200, 1024), "Reduction slope ‖ 减深斜率";
        /// Late move reduction: history that changes it by one ply.
        reduction_history: i32 = "ReductionHistory", "", number(9000, 2000, 30000), "History per ply of reduction ‖ 每层减深的历史值";
        /// Singular extension: margin per ply, in 16ths.
        singular_margin: i32 = "SingularMargin", "", number(24, 4, 96), "Singular margin ‖ 单着延伸边界";
        /// Double extension: how far below.
        double_margin: i32 = "DoubleMargin", "", number(20, 2, 100), "Double extension margin ‖ 双重延伸边界";
        /// Aspiration: first half-width.
        aspiration: i32 = "Aspiration", "", number(14, 4, 100), "Aspiration window ‖ 期望窗口";
        /// Quiescence: how much a capture must promise over alpha.
        quiescence_margin: i32 = "QuiescenceMargin", "", number(120, 20, 500), "Quiescence futility margin ‖ 静态搜索无效边界";
        /// Quiescence: for how many plies quiet checks are tried too.
        quiescence_checks: i32 = "QuiescenceChecks", "", number(1, 0, 4), "Plies of quiet checks in quiescence ‖ 静态搜索中尝试将军的层数";
        /// Histories: bonus per ply.
        bonus_slope: i32 = "BonusSlope", "", number(170, 50, 500), "History bonus per ply ‖ 历史奖励斜率";
        /// Histories: greatest bonus.
        bonus_limit: i32 = "BonusLimit", "", number(1700, 500, 5000), "Greatest history bonus ‖ 历史奖励上限";
    }
}

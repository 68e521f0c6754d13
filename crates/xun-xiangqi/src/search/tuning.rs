//! The search's numbers, declared once: defaults, ranges, and a setter by name for tuning matches.

use xun_game::{OptionKind, declare_options};

const fn number(default: i64, min: i64, max: i64) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

declare_options! {
    /// Margins, reductions and bonuses of the search. Scores are hundredths of a pawn, reductions
    /// 1024ths of a ply.
    pub struct Tuning {
        /// Reverse futility: margin per ply.
        reverse_margin: i32 = "ReverseMargin", "", number(52, 10, 300), "Reverse futility margin per ply ‖ 反向无效裁剪边界";
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
        null_eval_divisor: i32 = "NullEvalDivisor", "", number(170, 40, 600), "Null move evaluation divisor ‖ 空着裁剪评分除数";
        /// ProbCut: margin above beta.
        probcut_margin: i32 = "ProbCutMargin", "", number(122, 40, 500), "ProbCut margin ‖ 概率裁剪边界";
        /// Futility: base margin.
        futility_base: i32 = "FutilityBase", "", number(100, 0, 500), "Futility base margin ‖ 无效裁剪基础边界";
        /// Futility: margin per ply.
        futility_slope: i32 = "FutilitySlope", "", number(98, 20, 400), "Futility margin per ply ‖ 无效裁剪斜率";
        /// Quiet moves: loss accepted in an exchange, per squared ply.
        see_quiet: i32 = "SeeQuiet", "", number(25, 5, 120), "Exchange margin of quiet moves ‖ 非吃子着法的交换边界";
        /// Captures: loss accepted in an exchange, per ply.
        see_capture: i32 = "SeeCapture", "", number(240, 20, 500), "Exchange margin of captures ‖ 吃子着法的交换边界";
        /// Late move pruning: base count.
        late_base: i32 = "LateBase", "", number(5, 1, 16), "Late move pruning base ‖ 晚着裁剪基数";
        /// History pruning: threshold per ply.
        history_prune: i32 = "HistoryPrune", "", number(8500, 500, 12000), "History pruning per ply ‖ 历史裁剪阈值";
        /// Late move reduction: base, in 1024ths.
        reduction_base: i32 = "ReductionBase", "", number(850, 0, 2048), "Reduction base ‖ 减深基数";
        /// Late move reduction: slope of the product of logarithms, in 1024ths.
        reduction_slope: i32 = "ReductionSlope", "", number(540, 200, 1024), "Reduction slope ‖ 减深斜率";
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
        /// Order of quiet moves: a check's bonus.
        check_order: i32 = "CheckOrder", "", number(6500, 0, 30000), "Ordering bonus of quiet checks ‖ 将军着法的排序奖励";
        /// Depth given back to moves that were reduced without need: 0 or 1.
        hindsight: i32 = "Hindsight", "", number(1, 0, 1), "Depth given back in hindsight ‖ 事后补深";
        /// Captures: futility base, 0 for none.
        capture_futility: i32 = "CaptureFutility", "", number(250, 0, 800), "Futility of captures ‖ 吃子无效裁剪";
        /// Reductions: of a node once on a principal variation, ...
        reduction_pv: i32 = "ReductionPv", "", number(880, 0, 3000), "Less reduction once on a principal variation ‖ 主变例减少减深";
        /// ... of a node expected to fail high, ...
        reduction_cut: i32 = "ReductionCut", "", number(2150, 0, 4000), "More reduction where a cut is expected ‖ 预期截断时增加减深";
        /// ... where the table's move captures, ...
        reduction_table: i32 = "ReductionTable", "", number(700, 0, 2500), "More reduction where the table's move captures ‖ 置换表着法吃子时增加减深";
        /// ... of checks, ...
        reduction_check: i32 = "ReductionCheck", "", number(900, 0, 2500), "Less reduction of checks ‖ 将军减少减深";
        /// ... in check, ...
        reduction_evasion: i32 = "ReductionEvasion", "", number(700, 0, 2500), "Less reduction in check ‖ 被将减少减深";
        /// ... after many cut-offs below, ...
        reduction_cutoffs: i32 = "ReductionCutoffs", "", number(980, 0, 2500), "More reduction after many cut-offs ‖ 多次截断后增加减深";
        /// ... of captures, ...
        reduction_capture: i32 = "ReductionCapture", "", number(400, 0, 2500), "Less reduction of captures ‖ 吃子减少减深";
        /// ... and where the evaluation does not improve.
        reduction_worse: i32 = "ReductionWorse", "", number(800, 0, 2000), "More reduction where nothing improves ‖ 未改善时增加减深";
        /// The history that leaves the reduction as it is.
        reduction_offset: i32 = "ReductionOffset", "", number(4500, -8000, 12000), "History that leaves reductions alone ‖ 不改变减深的历史值";
        /// Correction of the evaluation: what sums are divided by.
        correction_divisor: i32 = "CorrectionDivisor", "", number(96, 24, 400), "Divisor of the corrections ‖ 评分修正除数";
        /// Null move: how far the evaluation may lie below beta, less 18 a ply.
        null_margin: i32 = "NullMargin", "", number(120, 0, 500), "Null move margin ‖ 空着边界";
        /// Weight of the main history, in 16ths.
        main_weight: i32 = "MainWeight", "", number(26, 8, 96), "Weight of the main history, in 16ths ‖ 主历史权重";
        /// Weight of the last move in continuations, in 16ths.
        continuation_one: i32 = "ContinuationOne", "", number(16, 0, 64), "Weight of the last move in continuations, in 16ths ‖ 前一着延续权重";
        /// Weight of the own last move, in 16ths.
        continuation_two: i32 = "ContinuationTwo", "", number(19, 0, 64), "Weight of the own last move, in 16ths ‖ 己方前一着延续权重";
        /// Weight of the move four plies back, in 16ths.
        continuation_four: i32 = "ContinuationFour", "", number(13, 0, 64), "Weight of the move four plies back, in 16ths ‖ 四层前延续权重";
        /// Late move pruning by squared depth, in 16ths.
        late_slope: i32 = "LateSlope", "", number(26, 4, 48), "Late move pruning by squared depth, in 16ths ‖ 晚着裁剪斜率";
        /// History pruning: deepest.
        history_depth: i32 = "HistoryDepth", "", number(7, 2, 16), "History pruning: deepest ‖ 历史裁剪最大深度";
        /// Futility pruning: deepest.
        futility_depth: i32 = "FutilityDepth", "", number(8, 3, 16), "Futility pruning: deepest ‖ 无效裁剪最大深度";
        /// History per point of futility.
        futility_history: i32 = "FutilityHistory", "", number(170, 32, 1024), "History per point of futility ‖ 无效裁剪历史除数";
        /// Singular extension: least depth.
        singular_depth: i32 = "SingularDepth", "", number(5, 4, 10), "Singular extension: least depth ‖ 单着延伸最小深度";
        /// Internal reduction: least depth.
        internal_depth: i32 = "InternalDepth", "", number(3, 2, 8), "Internal reduction: least depth ‖ 内部减深最小深度";
        /// What failed moves lose of the bonus, in 16ths.
        malus: i32 = "Malus", "", number(20, 4, 48), "What failed moves lose of the bonus, in 16ths ‖ 失败着法惩罚";
        /// Reverse futility: plies allowed for improving, in 16ths.
        reverse_improving: i32 = "ReverseImproving", "", number(12, 0, 64), "Reverse futility: plies allowed for improving, in 16ths ‖ 反向无效裁剪改善";
        /// Histories: bonus per ply.
        bonus_slope: i32 = "BonusSlope", "", number(205, 50, 500), "History bonus per ply ‖ 历史奖励斜率";
        /// Histories: greatest bonus.
        bonus_limit: i32 = "BonusLimit", "", number(1700, 500, 5000), "Greatest history bonus ‖ 历史奖励上限";
    }
}

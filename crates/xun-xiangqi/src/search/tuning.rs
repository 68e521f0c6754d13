//! The search parameters, declared once: defaults, ranges, and a setter by name for tuning.

use xun_game::{OptionKind, declare_options};

const fn number(default: i64, min: i64, max: i64) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

declare_options! {
    /// Margins, reductions and bonuses of the search. Scores are hundredths of a pawn, reductions
    /// 1024ths of a ply.
    pub struct Tuning {
        /// Reverse futility: margin per ply.
        reverse_margin: i32 = "ReverseMargin", "", number(52, 10, 300),
            "Reverse futility margin per ply";
        /// Reverse futility: deepest ply.
        reverse_depth: i32 = "ReverseDepth", "", number(8, 2, 16), "Reverse futility depth";
        /// Razoring: base margin.
        razor_base: i32 = "RazorBase", "", number(330, 50, 1000), "Razoring base margin";
        /// Razoring: margin per squared ply.
        razor_slope: i32 = "RazorSlope", "", number(200, 10, 600),
            "Razoring margin per squared ply";
        /// Null move: base reduction.
        null_base: i32 = "NullBase", "", number(4, 2, 8), "Null move reduction";
        /// Null move: depth divisor.
        null_divisor: i32 = "NullDivisor", "", number(3, 2, 8), "Null move depth divisor";
        /// Null move: evaluation divisor.
        null_eval_divisor: i32 = "NullEvalDivisor", "", number(170, 40, 600),
            "Null move evaluation divisor";
        /// ProbCut: margin above beta.
        probcut_margin: i32 = "ProbCutMargin", "", number(122, 40, 500), "ProbCut margin";
        /// Futility: base margin.
        futility_base: i32 = "FutilityBase", "", number(100, 0, 500), "Futility base margin";
        /// Futility: margin per ply.
        futility_slope: i32 = "FutilitySlope", "", number(98, 20, 400), "Futility margin per ply";
        /// Quiet moves: loss accepted in an exchange, per squared ply.
        see_quiet: i32 = "SeeQuiet", "", number(25, 5, 120), "Exchange margin of quiet moves";
        /// Captures: loss accepted in an exchange, per ply.
        see_capture: i32 = "SeeCapture", "", number(240, 20, 500), "Exchange margin of captures";
        /// Late move pruning: base count.
        late_base: i32 = "LateBase", "", number(5, 1, 16), "Late move pruning base";
        /// History pruning: threshold per ply.
        history_prune: i32 = "HistoryPrune", "", number(8500, 500, 12000),
            "History pruning per ply";
        /// Late move reduction: base, in 1024ths.
        reduction_base: i32 = "ReductionBase", "", number(850, 0, 2048), "Reduction base";
        /// Late move reduction: slope of the product of logarithms, in 1024ths.
        reduction_slope: i32 = "ReductionSlope", "", number(540, 200, 1024), "Reduction slope";
        /// Late move reduction: history that changes it by one ply.
        reduction_history: i32 = "ReductionHistory", "", number(9000, 2000, 30000),
            "History per ply of reduction";
        /// Singular extension: margin per ply, in 16ths.
        singular_margin: i32 = "SingularMargin", "", number(24, 4, 96), "Singular margin";
        /// Double extension: how far below.
        double_margin: i32 = "DoubleMargin", "", number(20, 2, 100), "Double extension margin";
        /// Aspiration window: first half-width.
        aspiration: i32 = "Aspiration", "", number(14, 4, 100), "Aspiration window";
        /// Quiescence: delta pruning margin.
        quiescence_margin: i32 = "QuiescenceMargin", "", number(120, 20, 500),
            "Quiescence delta pruning margin";
        /// Quiescence: for how many plies quiet checks are tried too.
        quiescence_checks: i32 = "QuiescenceChecks", "", number(1, 0, 4),
            "Plies of quiet checks in quiescence";
        /// Order of quiet moves: a check's bonus.
        check_order: i32 = "CheckOrder", "", number(6500, 0, 30000),
            "Ordering bonus of quiet checks";
        /// Futility pruning of captures: base margin.
        capture_futility: i32 = "CaptureFutility", "", number(250, 0, 800), "Futility of captures";
        /// Reductions: of a node once on a principal variation, ...
        reduction_pv: i32 = "ReductionPv", "", number(880, 0, 3000),
            "Less reduction once on a principal variation";
        /// ... of a node expected to fail high, ...
        reduction_cut: i32 = "ReductionCut", "", number(2150, 0, 4000),
            "More reduction where a cut is expected";
        /// ... where the table's move captures, ...
        reduction_table: i32 = "ReductionTable", "", number(700, 0, 2500),
            "More reduction where the table's move captures";
        /// ... of checks, ...
        reduction_check: i32 = "ReductionCheck", "", number(900, 0, 2500),
            "Less reduction of checks";
        /// ... in check, ...
        reduction_evasion: i32 = "ReductionEvasion", "", number(700, 0, 2500),
            "Less reduction in check";
        /// ... after many cut-offs below, ...
        reduction_cutoffs: i32 = "ReductionCutoffs", "", number(980, 0, 2500),
            "More reduction after many cut-offs";
        /// ... of captures, ...
        reduction_capture: i32 = "ReductionCapture", "", number(400, 0, 2500),
            "Less reduction of captures";
        /// ... and where the evaluation does not improve.
        reduction_worse: i32 = "ReductionWorse", "", number(800, 0, 2000),
            "More reduction where nothing improves";
        /// The history that leaves the reduction as it is.
        reduction_offset: i32 = "ReductionOffset", "", number(4500, -8000, 12000),
            "History that leaves reductions alone";
        /// Correction history: divisor of the sum.
        correction_divisor: i32 = "CorrectionDivisor", "", number(96, 24, 400),
            "Divisor of the corrections";
        /// Null move: how far the evaluation may lie below beta, less 18 a ply.
        null_margin: i32 = "NullMargin", "", number(120, 0, 500), "Null move margin";
        /// Weight of the main history, in 16ths.
        main_weight: i32 = "MainWeight", "", number(26, 8, 96),
            "Weight of the main history, in 16ths";
        /// Weight of the continuation history one ply back, in 16ths.
        continuation_one: i32 = "ContinuationOne", "", number(16, 0, 64),
            "Continuation history one ply back, weight in 16ths";
        /// Weight of the continuation history two plies back, in 16ths.
        continuation_two: i32 = "ContinuationTwo", "", number(19, 0, 64),
            "Continuation history two plies back, weight in 16ths";
        /// Weight of the continuation history four plies back, in 16ths.
        continuation_four: i32 = "ContinuationFour", "", number(13, 0, 64),
            "Continuation history four plies back, weight in 16ths";
        /// Late move pruning by squared depth, in 16ths.
        late_slope: i32 = "LateSlope", "", number(26, 4, 48),
            "Late move pruning by squared depth, in 16ths";
        /// History pruning: deepest.
        history_depth: i32 = "HistoryDepth", "", number(7, 2, 16), "History pruning: deepest";
        /// Futility pruning: deepest.
        futility_depth: i32 = "FutilityDepth", "", number(8, 3, 16), "Futility pruning: deepest";
        /// History per point of futility.
        futility_history: i32 = "FutilityHistory", "", number(170, 32, 1024),
            "History per point of futility";
        /// Singular extension: least depth.
        singular_depth: i32 = "SingularDepth", "", number(5, 4, 10),
            "Singular extension: least depth";
        /// Internal iterative reduction: least depth.
        internal_depth: i32 = "InternalDepth", "", number(3, 2, 8),
            "Internal iterative reduction: least depth";
        /// History malus of failed moves, in 16ths of the bonus.
        malus: i32 = "Malus", "", number(20, 4, 48),
            "History malus of failed moves, in 16ths of the bonus";
        /// Reverse futility: plies allowed for improving, in 16ths.
        reverse_improving: i32 = "ReverseImproving", "", number(12, 0, 64),
            "Reverse futility: plies allowed for improving, in 16ths";
        /// Histories: bonus per ply.
        bonus_slope: i32 = "BonusSlope", "", number(205, 50, 500), "History bonus per ply";
        /// Histories: greatest bonus.
        bonus_limit: i32 = "BonusLimit", "", number(1700, 500, 5000), "Greatest history bonus";
    }
}

//! The search parameters, declared once: defaults, ranges, and a setter by name for tuning.

use crate::rules::Rule;
use xun_game::{OptionKind, declare_options};

const fn number(default: i64, min: i64, max: i64) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

declare_options! {
    /// Margins, reductions and bonuses of the search. Depths and reductions are 64ths of a ply,
    /// margins are scores. The defaults are freestyle's; [`Tuning::of`] knows the other rules',
    /// [`Tuning::with_network`] those of the networks.
    pub struct Tuning {
        /// Reverse futility pruning: margin per ply.
        futility: i32 = "Futility", "", number(50, 10, 300), "Futility margin per ply";
        /// Reverse futility pruning: taken off the margin in a cut node without a table entry.
        futility_unsure: i32 = "FutilityUnsure", "", number(12, 0, 60),
            "Futility margin less in unknown cut nodes";
        /// Reverse futility pruning: depth taken off where the position improves.
        futility_improving: i32 = "FutilityImproving", "", number(96, 0, 256),
            "Futility depth off when improving";
        /// Razoring: below this depth.
        razor_depth: i32 = "RazorDepth", "", number(140, 0, 640), "Razoring depth";
        /// Razoring: base margin.
        razor_base: i32 = "RazorBase", "", number(19, 0, 400), "Razoring base margin";
        /// Razoring: margin per ply.
        razor_slope: i32 = "RazorSlope", "", number(14, 0, 200), "Razoring margin per ply";
        /// Internal iterative reduction: without a move from the transposition table.
        unknown_reduction: i32 = "UnknownReduction", "", number(45, 0, 192),
            "Reduction of unknown principal nodes";
        /// Internal iterative reduction: share of the depth beyond that of the table entry, in
        /// 64ths.
        known_reduction: i32 = "KnownReduction", "", number(6, 0, 64),
            "Reduction of principal nodes known less deep";
        /// Extension of answers to fours.
        five_extension: i32 = "FiveExtension", "", number(83, 0, 192),
            "Extension of answers to fours";
        /// Singular extension: from this depth on.
        singular_depth: i32 = "SingularDepth", "", number(550, 128, 1280),
            "Singular extension depth";
        /// Singular extension: margin per ply, in 64ths.
        singular: i32 = "Singular", "", number(58, 8, 240), "Singular margin";
        /// Singular extension: added to the margin on a former principal variation.
        singular_former: i32 = "SingularFormer", "", number(64, 0, 256),
            "Singular margin of former principal nodes";
        /// Singular extension: share of the depth taken off, in hundredths.
        singular_reduction: i32 = "SingularReduction", "", number(54, 20, 80),
            "Singular search's reduction";
        /// Double extension: margin below the singular bound.
        double_margin: i32 = "DoubleMargin", "", number(25, 0, 200), "Double extension margin";
        /// Negative extension: where another move is as good and the table's move fails high.
        negative_extension: i32 = "NegativeExtension", "", number(96, 0, 256),
            "Reduction of moves that are not singular";
        /// Extension of the table's move.
        table_move_extension: i32 = "TableMoveExtension", "", number(5, 0, 48),
            "Extension of the table's move";
        /// Extension of the table's move if it is a four near our last move.
        near_four: i32 = "NearFour", "", number(15, 0, 96), "Extension of a nearby four";
        /// Late move reduction: its square scales the product of logarithms, in hundredths.
        reduction: i32 = "Reduction", "", number(95, 40, 150), "Reduction scale";
        /// Late move reduction: less by this in principal nodes with the root's window.
        window_reduction: i32 = "WindowReduction", "", number(64, 0, 256),
            "Reduction off in principal nodes";
        /// Late move reduction: more where the position does not improve.
        worse_reduction: i32 = "WorseReduction", "", number(64, 0, 192),
            "Reduction where not improving";
        /// Late move reduction: more for moves that neither make nor stop anything.
        trivial_reduction: i32 = "TrivialReduction", "", number(8, -32, 128),
            "Reduction of trivial moves";
        /// Late move reduction: still more for such moves far away.
        distant_reduction: i32 = "DistantReduction", "", number(12, -32, 128),
            "Reduction of distant trivial moves";
        /// Late move reduction: more for moves that are neither trivial nor important.
        plain_reduction: i32 = "PlainReduction", "", number(4, -32, 128),
            "Reduction of plain moves";
        /// Late move reduction: less where the principal variation went.
        former_reduction: i32 = "FormerReduction", "", number(62, 0, 192),
            "Reduction off where the principal variation went";
        /// Late move reduction: more in cut nodes.
        cut_reduction: i32 = "CutReduction", "", number(115, 0, 256), "Reduction in cut nodes";
        /// Late move reduction: more for defences far from the attack.
        far_defence: i32 = "FarDefence", "", number(123, 0, 320), "Reduction of distant defences";
        /// Late move reduction: less for threes that follow a three.
        follow_three: i32 = "FollowThree", "", number(34, 0, 192),
            "Reduction off for threes after threes";
        /// Late move reduction: less at forbidden points.
        forbidden_reduction: i32 = "ForbiddenReduction", "", number(67, 0, 192),
            "Reduction off at forbidden points";
        /// Late move reduction: the history that changes nothing.
        history_mean: i32 = "HistoryMean", "", number(3300, 0, 8000),
            "History without effect on reductions";
        /// Late move reduction: history that changes it by one ply.
        history_ply: i32 = "HistoryPly", "", number(16600, 4000, 60000),
            "History per ply of reduction";
        /// Cut nodes whose evaluation is this much above the window per ply are searched less deep.
        likely_high: i32 = "LikelyHigh", "", number(15, 0, 120),
            "Margin of likely cut nodes per ply";
        /// The reduction of such nodes.
        likely_reduction: i32 = "LikelyReduction", "", number(80, 0, 192),
            "Reduction of likely cut nodes";
        /// Below this depth trivial moves are left out.
        trivial_depth: i32 = "TrivialDepth", "", number(275, 0, 960),
            "Depth of leaving out trivial moves";
        /// Below this depth distant defences are left out.
        defence_depth: i32 = "DefenceDepth", "", number(275, 0, 960),
            "Depth of leaving out distant defences";
        /// Late move pruning: base.
        count_base: i32 = "CountBase", "", number(4, 1, 12), "Move count base";
        /// Late move pruning: power of the depth, in hundredths.
        count_power: i32 = "CountPower", "", number(132, 60, 220), "Move count power";
        /// Late move pruning: share that is left where the position does not improve, in
        /// hundredths.
        count_worse: i32 = "CountWorse", "", number(78, 20, 100),
            "Move count share where not improving";
        /// A reduced move this much above alpha is searched again a ply deeper.
        deeper_margin: i32 = "DeeperMargin", "", number(34, 0, 200), "Margin of searching deeper";
        /// Reduction of the other moves once a move has raised alpha.
        raised_reduction: i32 = "RaisedReduction", "", number(64, 0, 128),
            "Reduction after a raised window";
        /// Histories: bonus per ply.
        bonus_slope: i32 = "BonusSlope", "", number(80, 10, 600), "History bonus per ply";
        /// Histories: greatest bonus.
        bonus_limit: i32 = "BonusLimit", "", number(1700, 300, 6000), "Greatest history bonus";
        /// Histories: share of the bonus that moves tried before lose, in hundredths.
        malus: i32 = "Malus", "", number(70, 0, 150), "History malus";
        /// Order of moves: history of attacking moves worth one.
        rank_attack: i32 = "RankAttack", "", number(64, 8, 512),
            "Attack history divisor in the order";
        /// Order of moves: history of other moves worth one.
        rank_quiet: i32 = "RankQuiet", "", number(128, 8, 1024),
            "Quiet history divisor in the order";
        /// Order of moves: the counter move.
        rank_answer: i32 = "RankAnswer", "", number(20, 0, 200), "Rank of the usual answer";
        /// Order of moves: killers.
        rank_killer: i32 = "RankKiller", "", number(15, 0, 200), "Rank of killers";
        /// Distance from the own last move from which a move is distant.
        far: i32 = "Far", "", number(4, 2, 9), "Distance of distant moves";
        /// Quiescence: hopeless this far below the window.
        quiescence_margin: i32 = "QuiescenceMargin", "", number(2086, 100, 8000),
            "Quiescence margin";
        /// Quiescence: plies within which every four is tried.
        quiescence_wide: i32 = "QuiescenceWide", "", number(1, 0, 12),
            "Plies of all fours in quiescence";
        /// Aspiration: first half-width.
        aspiration: i32 = "Aspiration", "", number(16, 4, 200), "Aspiration window";
        /// Whether a position under the threat of an open four is given the evaluation of two plies
        /// before.
        borrowed_eval: bool = "BorrowedEval", "", OptionKind::Check { default: false },
            "Evaluation under threat taken from two plies before";
        /// At the root late moves are reduced this much less.
        root_reduction: i32 = "RootReduction", "", number(40, 0, 192), "Reduction off at the root";
    }
}

impl Tuning {
    /// The parameters of this rule with the pattern evaluation.
    #[must_use]
    pub fn of(rule: Rule) -> Self {
        let freestyle = Self::default();
        match rule {
            Rule::Freestyle | Rule::Caro | Rule::CaroExact => freestyle,
            Rule::Standard => Self {
                futility: 50,
                singular: 55,
                quiescence_margin: 1818,
                reduction: 80,
                ..freestyle
            },
            Rule::Renju => Self {
                futility: 63,
                singular: 60,
                quiescence_margin: 2158,
                reduction: 76,
                far: 5,
                ..freestyle
            },
        }
    }

    /// The parameters of this rule with a network. Its order of moves is better and its values are
    /// more exact, so more moves are searched and fewer are extended.
    #[must_use]
    pub fn with_network(rule: Rule) -> Self {
        let patterns = Self::of(rule);
        let shared = Self {
            singular: patterns.singular - 12,
            count_base: 6,
            count_power: 150,
            five_extension: 68,
            cut_reduction: 100,
            rank_answer: 35,
            bonus_slope: 105,
            known_reduction: 1,
            ..patterns
        };
        match rule {
            Rule::Freestyle | Rule::Caro | Rule::CaroExact => {
                Self { razor_depth: 190, rank_quiet: 150, borrowed_eval: true, ..shared }
            }
            Rule::Standard => Self { futility: 45, ..shared },
            Rule::Renju => Self { futility: 54, window_reduction: 85, ..shared },
        }
    }

    pub(super) fn quiescence_margin_at(&self, depth: i32) -> i32 {
        (self.quiescence_margin + 60 * depth).max(768)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_within_its_bounds_under_every_rule_and_can_be_set() {
        for (rule, tuning) in Rule::ALL
            .into_iter()
            .flat_map(|rule| [(rule, Tuning::of(rule)), (rule, Tuning::with_network(rule))])
        {
            for spec in Tuning::SPECS {
                let mut tuning = tuning.clone();
                let value = tuning.get(spec.name).expect("declared");
                match spec.kind {
                    OptionKind::Spin { min, max, .. } => {
                        let value: i64 = value.parse().expect("a number");
                        assert!((min..=max).contains(&value), "{rule}: {} {value}", spec.name);
                        assert_eq!(tuning.set(spec.name, &max.to_string()), Ok(spec.name));
                        let beyond = (max + 1).to_string();
                        assert!(tuning.set(spec.name, &beyond).is_err(), "{}", spec.name);
                    }
                    OptionKind::Check { .. } => {
                        let other = (value != "true").to_string();
                        assert_eq!(tuning.set(spec.name, &other), Ok(spec.name));
                        assert_eq!(tuning.get(spec.name), Some(other));
                        assert!(tuning.set(spec.name, "2").is_err(), "{}", spec.name);
                    }
                    kind => panic!("{}: {kind:?}", spec.name),
                }
            }
        }
    }
}

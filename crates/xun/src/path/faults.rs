//! Faults of maps and refusals of problems, with the options of the command line that help.

use crate::language::Language;
use xun_grid::format::DocumentError;
use xun_grid::{Options, Problem, SolveError, Unsupported};
use xun_messages::Message as _;

/// The reason why a map is no problem yet, and the option that makes it one.
pub(super) fn document(error: &DocumentError, language: Language) -> String {
    let hint = match error {
        DocumentError::NoStart => {
            language.pick("; give one with --from ROW,COL", "；请用 --from 行,列 给出")
        }
        DocumentError::NoGoal => {
            language.pick("; give one with --to ROW,COL", "；请用 --to 行,列 给出")
        }
        _ => "",
    };
    format!("{}{hint}", error.text().pick(language))
}

/// The reason why a problem is not searched, and the option that helps.
pub(super) fn refusal(error: &SolveError, language: Language) -> String {
    let by_supply = matches!(
        error,
        SolveError::Unsupported { what: Unsupported::Supply | Unsupported::SupplyMoves(_), .. }
    );
    let hint = if by_supply {
        language.pick(", or --ignore-supply", "，或加 --ignore-supply")
    } else {
        ""
    };
    format!("{}{hint}", error.text().pick(language))
}

/// The warnings about these options on this problem.
pub(super) fn warnings(options: &Options, problem: &Problem, language: Language) -> Vec<String> {
    let warnings = options.warnings(problem);
    warnings.iter().map(|warning| warning.text().pick(language).to_owned()).collect()
}

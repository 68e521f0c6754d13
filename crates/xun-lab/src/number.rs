//! Numbers as people read them.

use crate::experiment::Unit;

/// A number of this unit, short: `12.3 k`, `4.56 ms`, `93 %`.
pub(crate) fn short(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Count => count(value),
        Unit::Milliseconds => format!("{} ms", three_figures(value)),
        Unit::Bytes => bytes(value),
        Unit::Share => format!("{:.1} %", value * 100.0),
        Unit::Factor => format!("{} ×", three_figures(value)),
        Unit::Elo => elo(value),
    }
}

/// Elo with its sign; the ends of what a short match can see are marked as such.
pub(crate) fn elo(value: f64) -> String {
    match value {
        value if value >= 900.0 => "≥ +900".to_owned(),
        value if value <= -900.0 => "≤ −900".to_owned(),
        value if value.round() < 0.0 => format!("−{:.0}", -value),
        value if value.round() == 0.0 => "0".to_owned(),
        value => format!("+{:.0}", value.abs()),
    }
}

fn count(value: f64) -> String {
    match value.abs() {
        size if size >= 1e9 => format!("{} G", three_figures(value / 1e9)),
        size if size >= 1e6 => format!("{} M", three_figures(value / 1e6)),
        size if size >= 1e4 => format!("{} k", three_figures(value / 1e3)),
        size if size >= 100.0 || (value - value.round()).abs() < 0.05 => grouped(value),
        _ => format!("{value:.1}"),
    }
}

fn grouped(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let sign = if value.round() < 0.0 { "−" } else { "" };
    match digits.len() {
        4.. => format!("{sign}{} {}", &digits[..digits.len() - 3], &digits[digits.len() - 3..]),
        _ => format!("{sign}{digits}"),
    }
}

fn bytes(value: f64) -> String {
    match value {
        value if value >= 1024.0 * 1024.0 => {
            format!("{} MiB", three_figures(value / 1024.0 / 1024.0))
        }
        value if value >= 1024.0 => format!("{} KiB", three_figures(value / 1024.0)),
        value => format!("{value:.0} B"),
    }
}

/// Three figures, no more decimals than that takes.
pub(crate) fn three_figures(value: f64) -> String {
    match value.abs() {
        size if size >= 99.95 => format!("{value:.0}"),
        size if size >= 9.995 => format!("{value:.1}"),
        size if size >= 0.0995 => format!("{value:.2}"),
        size if size >= 0.000_995 => format!("{value:.4}"),
        0.0 => "0".to_owned(),
        _ => format!("{value:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_keep_three_figures() {
        let counts = [0.0, 7.0, 999.0, 1234.0, 12_345.0, 1_234_567.0, 2.5e9, 1.25];
        let expected = ["0", "7", "999", "1 234", "12.3 k", "1.23 M", "2.50 G", "1.2"];
        assert_eq!(counts.map(|value| short(value, Unit::Count)), expected);
        assert_eq!(short(0.01234, Unit::Milliseconds), "0.0123 ms");
        assert_eq!(short(0.934, Unit::Share), "93.4 %");
        assert_eq!(short(2048.0, Unit::Bytes), "2.00 KiB");
        assert_eq!(
            [12.4, -30.0, 900.0, -900.0, -0.3].map(elo),
            ["+12", "−30", "≥ +900", "≤ −900", "0"]
        );
        assert_eq!(short(1536.6, Unit::Count), "1 537");
    }
}

//! Axes: from values to places, and where the ticks go.

use crate::experiment::Unit;
use crate::number;

/// A linear or logarithmic axis from values to places on the paper.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    logarithmic: bool,
}

impl Axis {
    /// An axis that covers these values. A logarithmic one needs values above zero and is linear
    /// without them.
    pub(super) fn covering(values: &[f64], logarithmic: bool, from_zero: bool) -> Self {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (least, most) = if least <= most { (least, most) } else { (0.0, 1.0) };
        let logarithmic = logarithmic && least > 0.0;
        let (low, high) = if logarithmic {
            // A little air, so that no point lies on the frame.
            (least / 1.25, most * 1.25)
        } else {
            let low = if from_zero { least.min(0.0) } else { least };
            let high = if from_zero { most.max(0.0) } else { most };
            let air = if high > low { (high - low) * 0.06 } else { 0.5 };
            (if from_zero && low == 0.0 { 0.0 } else { low - air }, high + air)
        };
        Self {
            low,
            high: if high > low { high } else { low + 1.0 },
            from: 0.0,
            to: 1.0,
            logarithmic,
        }
    }

    /// The same axis, laid from one place to another.
    pub(super) fn laid(self, from: f64, to: f64) -> Self {
        Self { from, to, ..self }
    }

    /// Position of a value.
    pub(super) fn place(&self, value: f64) -> f64 {
        let share = if self.logarithmic {
            (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// The ticks: at these places if there are few, else at round values.
    pub(super) fn ticks(&self, places: &[f64]) -> Vec<f64> {
        if (1..=12).contains(&places.len()) {
            return places.to_vec();
        }
        let mut ticks = if self.logarithmic { self.decades() } else { Vec::new() };
        if ticks.len() < 2 {
            ticks = self.round_values();
        }
        ticks
    }

    fn decades(&self) -> Vec<f64> {
        let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let steps: &[f64] = match last - first {
            ..=2 => &[1.0, 2.0, 5.0],
            3..=4 => &[1.0, 3.0],
            _ => &[1.0],
        };
        let every = if last - first > 8 { 2 } else { 1 };
        (first..=last)
            .step_by(every)
            .flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)))
            .filter(|tick| (self.low..=self.high).contains(tick))
            .collect()
    }

    fn round_values(&self) -> Vec<f64> {
        let rough = (self.high - self.low) / 8.0;
        let power = 10_f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * power).find(|step| *step >= rough);
        let step = step.unwrap_or(power * 10.0);
        let first = (self.low / step).ceil() as i64;
        (first..first + 12)
            .map(|number| number as f64 * step)
            .filter(|tick| *tick <= self.high)
            .collect()
    }
}

/// The name of a tick: as short as can be.
pub(super) fn tick_name(value: f64, unit: Unit) -> String {
    let plain = |value: f64| {
        let text = format!("{value:.6}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        if text.is_empty() || text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
    };
    match unit {
        Unit::Elo if value.round() > 0.0 => format!("+{}", plain(value)),
        Unit::Share => format!("{} %", plain(value * 100.0)),
        Unit::Bytes => number::short(value, unit).replace(".00", "").replace(".0 ", " "),
        _ => match value.abs() {
            size if size >= 1e9 => format!("{} G", plain(value / 1e9)),
            size if size >= 1e6 => format!("{} M", plain(value / 1e6)),
            size if size >= 1e4 => format!("{} k", plain(value / 1e3)),
            _ => plain(value),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_axes_have_round_ticks() {
        let axis = Axis::covering(&[0.0, 97.0], false, true).laid(0.0, 100.0);
        assert_eq!(axis.ticks(&[]), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert!(axis.place(0.0).abs() < 1e-9 && axis.place(97.0) > 90.0);
    }

    #[test]
    fn logarithmic_axes_have_decades() {
        let axis = Axis::covering(&[8.0, 2_000_000.0], true, false);
        assert_eq!(axis.ticks(&[]), [10.0, 100.0, 1e3, 1e4, 1e5, 1e6]);
        let ratio = axis.place(1e4) - axis.place(1e3);
        assert!((axis.place(1e5) - axis.place(1e4) - ratio).abs() < 1e-9);
    }

    #[test]
    fn nothing_and_one_value_are_still_axes() {
        for values in [&[][..], &[3.0], &[0.0], &[-2.0, -2.0]] {
            for logarithmic in [false, true] {
                let axis = Axis::covering(values, logarithmic, false).laid(0.0, 1.0);
                assert!((0.0..=1.0).contains(&axis.place(1.0)), "{values:?}");
                assert!(axis.ticks(&[]).len() < 100);
            }
        }
    }

    #[test]
    fn ticks_have_short_names() {
        let names =
            [0.0, 0.5, 20.0, 2000.0, 50_000.0, 3e6].map(|value| tick_name(value, Unit::Count));
        assert_eq!(names, ["0", "0.5", "20", "2000", "50 k", "3 M"]);
        assert_eq!(tick_name(-100.0, Unit::Elo), "−100");
        assert_eq!(tick_name(0.25, Unit::Share), "25 %");
    }
}

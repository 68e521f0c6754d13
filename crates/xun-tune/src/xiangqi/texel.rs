//! The tuner: fits the hand-written evaluation's weights to games.
//!
//! Logistic regression, often called Texel tuning: the evaluation, squashed to a winning chance,
//! should be near a mixture of the game's result and the search's score. Adam on mini-batches, the
//! gradient shared out over threads.

use xun_xiangqi::eval::features::COUNT;
use xun_xiangqi::eval::{Weights, phase, trace};
use xun_xiangqi::rules::{Colour, Piece, PieceKind, Position, Setup, Square};

/// Hundredths of a pawn per unit of the logistic curve.
const SCALE: f32 = 180.0;
/// Positions per step.
const BATCH: usize = 16_384;
/// Pull of each weight towards its first value, per step and unit of distance (weight decay).
const HOLD: f32 = 2e-7;

/// A position as the tuner sees it.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// Features with their counts (Red's less Black's).
    features: Box<[(u16, i8)]>,
    /// Share of the middlegame, 0 to 1.
    phase: f32,
    /// The search's score for Red.
    score: f32,
    /// The result for Red: 0, ½, 1.
    result: f32,
}

/// Bytes of a training record; `docs/datagen.md` describes them.
pub(crate) const RECORD_BYTES: usize = 36;
/// A piece of a record that is not on the board.
const CAPTURED: u8 = 255;

/// The sample of a training record, as `xun-tune xiangqi datagen unpack` writes them.
pub(crate) fn sample_of(record: &[u8; RECORD_BYTES]) -> Result<Sample, String> {
    let mut setup = Setup::empty();
    let sets = Colour::ALL.into_iter().flat_map(|colour| {
        let kinds = PieceKind::ALL.into_iter();
        kinds.flat_map(move |kind| (0..kind.full_count()).map(move |_| Piece::new(colour, kind)))
    });
    for (piece, &place) in sets.zip(&record[..32]) {
        if place != CAPTURED {
            let square =
                Square::from_index(place.into()).ok_or_else(|| format!("{place} is no square"))?;
            setup.board[square.index()] = Some(piece);
        }
    }
    setup.turn = if record[35] == 0 { Colour::Red } else { Colour::Black };
    let position = Position::from_setup(&setup).map_err(|error| error.to_string())?;
    let sign = if setup.turn == Colour::Red { 1.0 } else { -1.0 };
    if record[34] > 2 {
        return Err("no game was played from here; `tune` learns from records of `datagen unpack`"
            .to_owned());
    }
    let result = f32::from(record[34]) / 2.0;
    Ok(Sample {
        features: trace(&position).into_boxed_slice(),
        phase: phase(&position) as f32 / 32.0,
        score: f32::from(i16::from_le_bytes([record[32], record[33]])) * sign,
        result: if sign > 0.0 { result } else { 1.0 - result },
    })
}

/// Progress of a tuning run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TuneProgress {
    /// Passes over all samples done.
    pub(crate) epoch: usize,
    /// Mean squared error of the training samples.
    pub(crate) loss: f64,
    /// Mean squared error of samples kept aside.
    pub(crate) test_loss: f64,
}

type Parameters = Vec<[f32; 2]>;

fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value / SCALE).exp())
}

impl Sample {
    fn guess(&self, parameters: &Parameters) -> f32 {
        let mut halves = [0.0; 2];
        for &(feature, count) in &self.features {
            let pair = parameters[usize::from(feature)];
            halves[0] += pair[0] * f32::from(count);
            halves[1] += pair[1] * f32::from(count);
        }
        sigmoid(halves[0] * self.phase + halves[1] * (1.0 - self.phase))
    }

    fn target(&self, score_share: f32) -> f32 {
        score_share * sigmoid(self.score) + (1.0 - score_share) * self.result
    }
}

fn mean_loss(samples: &[Sample], parameters: &Parameters, share: f32) -> f64 {
    let total: f64 = samples
        .iter()
        .map(|sample| f64::from(sample.guess(parameters) - sample.target(share)).powi(2))
        .sum();
    total / samples.len().max(1) as f64
}

/// The gradient of one batch, its samples shared out over threads.
fn gradient(batch: &[&Sample], parameters: &Parameters, share: f32, threads: usize) -> Parameters {
    let part = batch.len().div_ceil(threads.max(1)).max(1);
    let partial = |samples: &[&Sample]| {
        let mut sums = vec![[0.0; 2]; COUNT];
        for sample in samples {
            let guess = sample.guess(parameters);
            let slope = (guess - sample.target(share)) * guess * (1.0 - guess);
            for &(feature, count) in &sample.features {
                let sum = &mut sums[usize::from(feature)];
                sum[0] += slope * f32::from(count) * sample.phase;
                sum[1] += slope * f32::from(count) * (1.0 - sample.phase);
            }
        }
        sums
    };
    let parts: Vec<Parameters> = std::thread::scope(|scope| {
        let running: Vec<_> =
            batch.chunks(part).map(|samples| scope.spawn(move || partial(samples))).collect();
        running.into_iter().map(|handle| handle.join().expect("adding does not panic")).collect()
    });
    let mut total = vec![[0.0; 2]; COUNT];
    for sums in parts {
        for (all, one) in total.iter_mut().zip(sums) {
            all[0] += one[0] / batch.len() as f32;
            all[1] += one[1] / batch.len() as f32;
        }
    }
    total
}

/// Fits weights to samples. `score_share` of the target is the search's score, the rest the result;
/// `progress` hears of every epoch and ends the tuning early by answering false.
pub(crate) fn tune(
    start: &Weights,
    samples: &[Sample],
    epochs: usize,
    score_share: f32,
    threads: usize,
    progress: &mut dyn FnMut(TuneProgress) -> bool,
) -> Weights {
    let begin: Parameters = (0..COUNT).map(|feature| start.pair(feature).map(f32::from)).collect();
    let mut parameters = begin.clone();
    let (test, train) = samples.split_at(samples.len() / 20);
    let mut order: Vec<usize> = (0..train.len()).collect();
    let mut state = 1u64;
    let mut below = |bound: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let (mut first, mut second) = (vec![[0.0f32; 2]; COUNT], vec![[0.0f32; 2]; COUNT]);
    let mut steps = 0;
    for epoch in 1..=epochs {
        for index in (1..order.len()).rev() {
            order.swap(index, below(index + 1));
        }
        // Large steps first, small ones last.
        let rate = 2.0 * (1.0 - (epoch - 1) as f32 / epochs as f32).powi(2) + 0.02;
        for chunk in order.chunks(BATCH) {
            let batch: Vec<&Sample> = chunk.iter().map(|&index| &train[index]).collect();
            let sums = gradient(&batch, &parameters, score_share, threads);
            steps += 1;
            let (early, late) = (1.0 - 0.9f32.powi(steps), 1.0 - 0.999f32.powi(steps));
            for feature in 0..COUNT {
                for half in 0..2 {
                    let held = HOLD * (parameters[feature][half] - begin[feature][half]);
                    let slope = sums[feature][half] + held;
                    let (m, v) = (&mut first[feature][half], &mut second[feature][half]);
                    *m = 0.9 * *m + 0.1 * slope;
                    *v = 0.999 * *v + 0.001 * slope * slope;
                    parameters[feature][half] -= rate * (*m / early) / ((*v / late).sqrt() + 1e-9);
                }
            }
        }
        let loss = mean_loss(&train[..train.len().min(200_000)], &parameters, score_share);
        let test_loss = mean_loss(test, &parameters, score_share);
        if !progress(TuneProgress { epoch, loss, test_loss }) {
            break;
        }
    }
    let mut pairs = Box::new([[0i16; 2]; COUNT]);
    for (pair, fitted) in pairs.iter_mut().zip(&parameters) {
        *pair = fitted.map(|value| value.round().clamp(-4000.0, 4000.0) as i16);
    }
    Weights::new(&pairs)
}

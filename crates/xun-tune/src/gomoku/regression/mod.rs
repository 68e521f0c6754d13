//! Logistic regression over pattern counts, and a softmax over candidates for the order of moves.
//!
//! The weight of a code is a sum over its four line classes plus something of its own, which is
//! drawn towards zero: codes that hardly occur are then worth what their lines are worth. Adam, in
//! batches, on all threads.

mod samples;

use samples::{PolicySample, ValueSample, samples_of};
use xun_gomoku::eval::{THREATS, VALUE_UNIT, Weights};
use xun_gomoku::rules::{CODES, Code, LineClass, PerColour, Rule, classes_of_code};
use xun_selfplay::gomoku::Game;

/// Settings of a training run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Training {
    /// Passes over all games.
    pub(crate) epochs: u32,
    /// Threads.
    pub(crate) threads: usize,
    /// Largest step.
    pub(crate) rate: f32,
}

impl Default for Training {
    fn default() -> Self {
        Self { epochs: 20, threads: 1, rate: 0.02 }
    }
}

/// Progress of a training run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    /// Epoch, from one.
    pub(crate) epoch: u32,
    /// Mean loss of the value on games that are not trained on.
    pub(crate) value_loss: f32,
    /// Share of played moves that the policy ranks first, on the same games.
    pub(crate) policy_hits: f32,
    /// Positions trained on.
    pub(crate) positions: usize,
}

const BATCH: usize = 8192;
/// Policy units for one natural logarithm of odds.
const POLICY_UNIT: f32 = 32.0;
/// Every so many games one is kept for checking.
const CHECK_EVERY: usize = 16;

/// Weights of one table of codes: a share of each line class, and the code's own.
struct CodeTable {
    classes: Vec<f32>,
    own: Vec<f32>,
}

impl CodeTable {
    fn new() -> Self {
        Self { classes: vec![0.0; LineClass::COUNT], own: vec![0.0; CODES] }
    }

    fn flat(&self) -> Vec<f32> {
        (0..CODES as Code)
            .map(|code| {
                let lines: f32 =
                    classes_of_code(code).iter().map(|&class| self.classes[class as usize]).sum();
                lines + self.own[usize::from(code)]
            })
            .collect()
    }
}

/// Adam's memory of one group of weights.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(length: usize) -> Self {
        Self { mean: vec![0.0; length], square: vec![0.0; length], steps: 0 }
    }

    fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, decay: f32) {
        self.steps += 1;
        let (first, second) = (1.0 - 0.9_f32.powi(self.steps), 1.0 - 0.999_f32.powi(self.steps));
        for (index, weight) in weights.iter_mut().enumerate() {
            let slope = gradient[index] + decay * *weight;
            self.mean[index] = 0.9 * self.mean[index] + 0.1 * slope;
            self.square[index] = 0.999 * self.square[index] + 0.001 * slope * slope;
            *weight -=
                rate * (self.mean[index] / first) / ((self.square[index] / second).sqrt() + 1e-7);
        }
    }
}

/// Everything that is learnt: for black's and white's turn (the same unless the rule tells them
/// apart) tables of the side to move and of the other.
struct Model {
    sides: usize,
    tables: Vec<CodeTable>,
    threat: Vec<Vec<f32>>,
    optimisers: Vec<(Adam, Adam)>,
    threat_optimisers: Vec<Adam>,
}

/// The tables laid out flat for one batch: `[side][role][code]`, and gradients in the same shape.
struct Flat {
    codes: Vec<Vec<f32>>,
    threat: Vec<Vec<f32>>,
}

impl Model {
    fn new(sides: usize, handmade: Option<f32>) -> Self {
        let tables = (0..2 * sides).map(|index| {
            let mut table = CodeTable::new();
            if let Some(scale) = handmade {
                for (class, weight) in table.classes.iter_mut().enumerate() {
                    let share = if index % 2 == 0 { 1.0 } else { 0.8 };
                    *weight = scale * share * class as f32;
                }
            }
            table
        });
        Self {
            sides,
            tables: tables.collect(),
            threat: vec![vec![0.0; THREATS]; sides],
            optimisers: (0..2 * sides)
                .map(|_| (Adam::new(LineClass::COUNT), Adam::new(CODES)))
                .collect(),
            threat_optimisers: (0..sides).map(|_| Adam::new(THREATS)).collect(),
        }
    }

    fn flat(&self) -> Flat {
        Flat {
            codes: self.tables.iter().map(CodeTable::flat).collect(),
            threat: self.threat.clone(),
        }
    }

    /// The table of a colour's patterns when it moves (`role` 0) or not (1).
    fn table(&self, colour_is_black: bool, role: usize) -> usize {
        let side = usize::from(!colour_is_black).min(self.sides - 1);
        2 * side + role
    }

    fn side(&self, black: bool) -> usize {
        usize::from(!black).min(self.sides - 1)
    }

    fn step(&mut self, gradient: &Flat, rate: f32) {
        for (index, table) in self.tables.iter_mut().enumerate() {
            let slopes = &gradient.codes[index];
            let mut by_class = vec![0.0; LineClass::COUNT];
            for (code, &slope) in slopes.iter().enumerate() {
                for class in classes_of_code(code as Code) {
                    by_class[class as usize] += slope;
                }
            }
            let (classes, own) = &mut self.optimisers[index];
            classes.step(&mut table.classes, &by_class, rate * 0.3, 0.0);
            own.step(&mut table.own, slopes, rate * 0.3, 2e-5);
        }
        for (side, threat) in self.threat.iter_mut().enumerate() {
            self.threat_optimisers[side].step(threat, &gradient.threat[side], rate, 2e-5);
        }
    }

    fn empty_gradient(&self) -> Flat {
        Flat {
            codes: vec![vec![0.0; CODES]; 2 * self.sides],
            threat: vec![vec![0.0; THREATS]; self.sides],
        }
    }
}

impl Flat {
    fn add(&mut self, other: &Self) {
        for (mine, theirs) in self
            .codes
            .iter_mut()
            .chain(&mut self.threat)
            .zip(other.codes.iter().chain(&other.threat))
        {
            for (sum, value) in mine.iter_mut().zip(theirs) {
                *sum += value;
            }
        }
    }
}

fn value_logit(model: &Model, flat: &Flat, sample: &ValueSample) -> f32 {
    let sum = |list: &[(Code, u8)], table: usize| -> f32 {
        list.iter()
            .map(|&(code, count)| flat.codes[table][usize::from(code)] * f32::from(count))
            .sum()
    };
    sum(&sample.own, model.table(sample.black, 0))
        - sum(&sample.other, model.table(!sample.black, 1))
        + flat.threat[model.side(sample.black)][usize::from(sample.threat)]
}

fn value_gradient(model: &Model, flat: &Flat, batch: &[ValueSample]) -> Flat {
    let mut gradient = model.empty_gradient();
    let scale = 1.0 / BATCH as f32;
    for sample in batch {
        let chance = 1.0 / (1.0 + (-value_logit(model, flat, sample)).exp());
        let slope = (chance - sample.target) * scale;
        let (own, other) = (model.table(sample.black, 0), model.table(!sample.black, 1));
        for &(code, count) in &sample.own {
            gradient.codes[own][usize::from(code)] += slope * f32::from(count);
        }
        for &(code, count) in &sample.other {
            gradient.codes[other][usize::from(code)] -= slope * f32::from(count);
        }
        gradient.threat[model.side(sample.black)][usize::from(sample.threat)] += slope;
    }
    gradient
}

fn policy_logits(model: &Model, flat: &Flat, sample: &PolicySample) -> Vec<f32> {
    let (own, other) = (model.table(sample.black, 0), model.table(!sample.black, 1));
    let logit = |&(mine, theirs): &(Code, Code)| {
        flat.codes[own][usize::from(mine)] + flat.codes[other][usize::from(theirs)]
    };
    sample.candidates.iter().map(logit).collect()
}

fn policy_gradient(model: &Model, flat: &Flat, batch: &[PolicySample]) -> Flat {
    let mut gradient = model.empty_gradient();
    let scale = 1.0 / BATCH as f32;
    for sample in batch {
        let mut chances = policy_logits(model, flat, sample);
        let most = chances.iter().copied().fold(f32::MIN, f32::max);
        for logit in &mut chances {
            *logit = (*logit - most).exp();
        }
        let total: f32 = chances.iter().sum();
        let (own, other) = (model.table(sample.black, 0), model.table(!sample.black, 1));
        for (index, &(mine, theirs)) in sample.candidates.iter().enumerate() {
            let played = if index == usize::from(sample.played) { 1.0 } else { 0.0 };
            let slope = (chances[index] / total - played) * scale;
            gradient.codes[own][usize::from(mine)] += slope;
            gradient.codes[other][usize::from(theirs)] += slope;
        }
    }
    gradient
}

/// One step over a batch, divided among threads.
fn batch_step<S: Sync>(
    model: &mut Model,
    batch: &[S],
    gradient: fn(&Model, &Flat, &[S]) -> Flat,
    rate: f32,
    threads: usize,
) {
    let flat = model.flat();
    let total = std::thread::scope(|scope| {
        let shared = (&*model, &flat);
        let parts: Vec<_> = batch
            .chunks(batch.len().div_ceil(threads.max(1)).max(1))
            .map(|part| scope.spawn(move || gradient(shared.0, shared.1, part)))
            .collect();
        let mut total = model.empty_gradient();
        for part in parts {
            if let Ok(part) = part.join() {
                total.add(&part);
            }
        }
        total
    });
    model.step(&total, rate);
}

fn shuffle<T>(list: &mut [T], mut state: u64) {
    for index in (1..list.len()).rev() {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        list.swap(index, ((state >> 33) % (index as u64 + 1)) as usize);
    }
}

/// Trains weights on the games of this rule; `tell` hears of each epoch.
pub(crate) fn train(
    games: &[Game],
    rule: Rule,
    how: Training,
    tell: &mut dyn FnMut(Progress),
) -> Weights {
    let sides = if rule == Rule::Renju { 2 } else { 1 };
    let (mut values, mut policies, mut check_values, mut check_policies) =
        (vec![], vec![], vec![], vec![]);
    for (number, game) in games.iter().filter(|game| game.rule == rule).enumerate() {
        if number % CHECK_EVERY == 0 {
            samples_of(game, &mut check_values, &mut check_policies);
        } else {
            samples_of(game, &mut values, &mut policies);
        }
    }
    let mut value = Model::new(sides, None);
    let mut policy = Model::new(sides, Some(0.4));
    for epoch in 1..=how.epochs {
        // The step falls towards the end like half a cosine.
        let angle = std::f32::consts::PI * (epoch - 1) as f32 / how.epochs as f32;
        let rate = how.rate * (0.02 + 0.49 * (1.0 + angle.cos()));
        shuffle(&mut values, u64::from(epoch));
        shuffle(&mut policies, u64::from(epoch) + 1000);
        for batch in values.chunks(BATCH) {
            batch_step(&mut value, batch, value_gradient, rate, how.threads);
        }
        for batch in policies.chunks(BATCH) {
            batch_step(&mut policy, batch, policy_gradient, rate * 2.0, how.threads);
        }
        tell(Progress {
            epoch,
            value_loss: check_value(&value, &check_values),
            policy_hits: check_policy(&policy, &check_policies),
            positions: values.len(),
        });
    }
    into_weights(&value, &policy)
}

fn check_value(model: &Model, samples: &[ValueSample]) -> f32 {
    let flat = model.flat();
    let loss = |sample: &ValueSample| {
        let chance =
            (1.0 / (1.0 + (-value_logit(model, &flat, sample)).exp())).clamp(1e-6, 1.0 - 1e-6);
        -(sample.target * chance.ln() + (1.0 - sample.target) * (1.0 - chance).ln())
    };
    samples.iter().map(loss).sum::<f32>() / samples.len().max(1) as f32
}

fn check_policy(model: &Model, samples: &[PolicySample]) -> f32 {
    let flat = model.flat();
    let hit = |sample: &PolicySample| {
        let logits = policy_logits(model, &flat, sample);
        let played = logits[usize::from(sample.played)];
        if logits.iter().all(|&logit| logit <= played) { 1.0 } else { 0.0 }
    };
    samples.iter().map(hit).sum::<f32>() / samples.len().max(1) as f32
}

fn into_weights(value: &Model, policy: &Model) -> Weights {
    let round = |number: f32| number.round().clamp(-32_000.0, 32_000.0) as i16;
    let (value_flat, policy_flat) = (value.flat(), policy.flat());
    let pairs = |model: &Model, flat: &Flat, black: bool, unit: f32| -> Vec<[i16; 2]> {
        let (own, other) = (model.table(black, 0), model.table(black, 1));
        (0..CODES)
            .map(|code| {
                [round(flat.codes[own][code] * unit), round(flat.codes[other][code] * unit)]
            })
            .collect()
    };
    let values = |black| pairs(value, &value_flat, black, VALUE_UNIT);
    let policies = |black| pairs(policy, &policy_flat, black, POLICY_UNIT);
    let threats = |black| {
        let list = &value_flat.threat[value.side(black)];
        list.iter().map(|&weight| round(weight * VALUE_UNIT)).collect::<Vec<_>>()
    };
    Weights {
        value: PerColour([values(true), values(false)]),
        threat: PerColour([threats(true), threats(false)]),
        policy: PerColour([policies(true), policies(false)]),
    }
}

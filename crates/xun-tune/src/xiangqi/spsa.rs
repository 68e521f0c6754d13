//! `xun-tune xiangqi spsa`. See `docs/xiangqi-engine.md`.

use crate::context::{Context, Exit};
use crate::spsa::{self, SpsaArguments, Tuned};
use parking_lot::Mutex;
use xun_arena::{
    Adjudication, EnginePlayer, IN_PROCESS_OVERHEAD, Opening, OpeningError, Player, Referee,
    Setting, XiangqiReferee,
};
use xun_game::{OptionSpec, SplitMix64, Stop};
use xun_selfplay::xiangqi::{PlaySettings, random_opening};
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::rules::Rules;
use xun_xiangqi::search::{EngineOptions, Searcher, Tuning, XiangqiEngine};

/// Mebibytes of a player's transposition table.
const TABLE_MEGABYTES: usize = 4;

/// Arguments of `xun-tune xiangqi spsa`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    spsa: SpsaArguments,
    /// Play with this network; `hand` for the hand-written evaluation
    #[arg(long, default_value = "", hide_default_value = true, value_name = "FILE")]
    eval_file: String,
}

/// Tunes the numbers of the Xiangqi search.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let evaluator = PlayingEvaluator::from_file(&arguments.eval_file)?;
    let settings = PlaySettings {
        nodes: arguments.spsa.nodes,
        least_random: 8,
        most_random: 9,
        balance: 120,
        ..PlaySettings::default()
    };
    let game = Xiangqi { evaluator: Mutex::new(evaluator), settings };
    spsa::run(&arguments.spsa, &game, context)
}

struct Xiangqi {
    /// Behind a lock because evaluators cannot be shared: each player takes a copy.
    evaluator: Mutex<PlayingEvaluator>,
    settings: PlaySettings,
}

impl Xiangqi {
    fn evaluator(&self) -> PlayingEvaluator {
        self.evaluator.lock().clone()
    }

    fn rules(&self) -> Rules {
        self.settings.rules
    }
}

impl Tuned for Xiangqi {
    fn numbers(&self) -> Vec<OptionSpec> {
        Tuning::SPECS.to_vec()
    }

    fn player(&self, names: &[&'static str], values: &[i64]) -> anyhow::Result<Box<dyn Player>> {
        let mut tuning = Tuning::default();
        for (name, value) in names.iter().zip(values) {
            tuning.set(name, &value.to_string())?;
        }
        let options = EngineOptions { hash: TABLE_MEGABYTES as i64, ..EngineOptions::default() };
        let mut engine = XiangqiEngine::new(options, self.evaluator())?;
        engine.set_rules(self.rules());
        engine.searcher().set_tuning(&tuning);
        engine.searcher().set_overhead(IN_PROCESS_OVERHEAD);
        let board = XiangqiReferee::new(self.rules(), &Opening::default())?;
        let setting = Setting::Xiangqi { rules: self.rules() };
        Ok(Box::new(EnginePlayer::new(setting, engine, board)))
    }

    fn referee(&self, opening: &Opening) -> Result<Box<dyn Referee>, OpeningError> {
        Ok(Box::new(XiangqiReferee::new(self.rules(), opening)?))
    }

    fn opening(&self, seed: u64, stop: &Stop) -> anyhow::Result<Option<Opening>> {
        let mut engine = Searcher::new(TABLE_MEGABYTES, self.evaluator())?;
        let mut random = SplitMix64::new(seed);
        let moves = random_opening(&mut engine, &mut random, &self.settings, stop);
        let texts = |moves: Vec<_>| moves.iter().map(ToString::to_string).collect();
        Ok(moves.map(|moves| Opening { start: None, moves: texts(moves) }))
    }

    fn adjudication(&self) -> Adjudication {
        // Both sides must agree for two moves each.
        Adjudication {
            win_score: Some(1200),
            win_moves: 2,
            longest: 240,
            ..Adjudication::default()
        }
    }
}

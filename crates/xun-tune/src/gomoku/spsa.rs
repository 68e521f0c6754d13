//! `xun-tune gomoku spsa`. See `docs/gomoku-engine.md`.

use super::RuleAndSize;
use crate::context::{Context, Exit};
use crate::spsa::{self, SpsaArguments, Tuned};
use xun_arena::{
    Adjudication, EnginePlayer, GomokuReferee, IN_PROCESS_OVERHEAD, Opening, OpeningError, Player,
    Referee, Setting,
};
use xun_game::{OptionKind, OptionSpec, Stop};
use xun_gomoku::search::{Evaluation, GomokuEngine, Settings, Tuning};
use xun_selfplay::gomoku::SelfPlay;

/// Bytes of a player's transposition table.
const TABLE_BYTES: usize = 4 << 20;

/// Arguments of `xun-tune gomoku spsa`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    spsa: SpsaArguments,
    #[command(flatten)]
    game: RuleAndSize,
    /// Play with this network, which must be the rule's; `hand` for the pattern evaluation
    #[arg(long, default_value = "", hide_default_value = true, value_name = "FILE")]
    eval_file: String,
}

/// Tunes the numbers of the Gomoku search.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let (rule, size) = (arguments.game.rule, arguments.game.size()?);
    let games = SelfPlay {
        rule,
        size,
        nodes: arguments.spsa.nodes,
        even: SelfPlay::EVEN,
        seed: 0,
        weights: None,
        evaluation: Evaluation::from_file_for(&arguments.eval_file, rule)?,
    };
    spsa::run(&arguments.spsa, &Gomoku(games), context)
}

struct Gomoku(SelfPlay);

impl Gomoku {
    fn tuning(&self) -> Tuning {
        self.0.evaluation.tuning(self.0.rule)
    }
}

impl Tuned for Gomoku {
    /// The defaults are those of the rule and evaluation that are played.
    fn numbers(&self) -> Vec<OptionSpec> {
        let tuning = self.tuning();
        let of_rule = |spec: &OptionSpec| {
            let mut spec = *spec;
            let value = tuning.get(spec.name).and_then(|value| value.parse().ok());
            if let (OptionKind::Spin { default, .. }, Some(value)) = (&mut spec.kind, value) {
                *default = value;
            }
            spec
        };
        Tuning::SPECS.iter().map(of_rule).collect()
    }

    fn player(&self, names: &[&'static str], values: &[i64]) -> anyhow::Result<Box<dyn Player>> {
        let mut tuning = self.tuning();
        for (name, value) in names.iter().zip(values) {
            tuning.set(name, &value.to_string())?;
        }
        let settings = Settings { threads: 1, table_bytes: TABLE_BYTES };
        let mut engine = GomokuEngine::new(settings);
        engine.set_evaluation(self.0.evaluation.clone());
        engine.set_tuning(Some(tuning));
        engine.set_overhead(IN_PROCESS_OVERHEAD);
        let (size, rule) = (self.0.size, self.0.rule);
        let board = GomokuReferee::new(size, rule, &Opening::default())?;
        Ok(Box::new(EnginePlayer::new(Setting::Gomoku { size, rule }, engine, board)))
    }

    fn referee(&self, opening: &Opening) -> Result<Box<dyn Referee>, OpeningError> {
        Ok(Box::new(GomokuReferee::new(self.0.size, self.0.rule, opening)?))
    }

    fn opening(&self, seed: u64, stop: &Stop) -> anyhow::Result<Option<Opening>> {
        let board = self.0.opening(seed, stop);
        let moves = |point: xun_gomoku::rules::Point| point.to_string();
        Ok(board.map(|board| Opening {
            start: None,
            moves: board.history().map(|(point, _)| moves(point)).collect(),
        }))
    }

    fn adjudication(&self) -> Adjudication {
        Adjudication { win_score: Some(20_000), win_moves: 1, ..Adjudication::default() }
    }
}

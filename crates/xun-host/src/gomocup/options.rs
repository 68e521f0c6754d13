//! `INFO` keys: time, memory, rule, search limits, evaluation, opening book.

use super::{BookChoice, Done, Gomocup};
use crate::host::Host;
use xun_gomoku::protocol::{Info, Reply};
use xun_gomoku::rules::Rule;
use xun_gomoku::search::{Evaluation, Settings};

const MEBIBYTE: u64 = 1 << 20;
/// Memory that the program needs besides its table.
const PROGRAM_BYTES: u64 = 24 * MEBIBYTE;

/// Options that stay from game to game.
#[derive(Default)]
pub(super) struct Options {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// Bits of `show_detail`: 1 for `REALTIME` messages, 2 for `INFO` lines.
    pub(super) detail: u32,
    settings: Settings,
    eval_file: String,
}

impl Gomocup {
    pub(super) fn info(&mut self, info: &Info, host: &mut Host<Self>) -> Done {
        match *info {
            Info::TimeoutTurn(value) => self.clock.set_turn(value),
            Info::TimeoutMatch(value) => self.clock.set_match(value),
            Info::TimeLeft(value) => self.clock.set_left(value),
            Info::MaxMemory(bytes) => self.options.set_memory(bytes, host)?,
            Info::HashSize(kibibytes) => {
                self.options.set_table((kibibytes.min(1 << 26) * 1024).max(MEBIBYTE), host)?;
            }
            Info::ThreadNum(threads) => {
                let threads = threads.clamp(1, 256) as usize;
                self.options.configure(Settings { threads, ..self.options.settings }, host)?;
            }
            Info::Rule(mask) => {
                let rule = Rule::from_gomocup(mask);
                let rule = rule.ok_or_else(|| format!("rule {mask} is not supported"))?;
                self.set_rule(rule, host);
            }
            Info::MaxDepth(depth) => self.options.depth = (depth > 0).then_some(depth),
            Info::MaxNode(nodes) => {
                self.options.nodes = (nodes > 0 && nodes < u64::MAX).then_some(nodes);
            }
            Info::ShowDetail(detail) => self.options.detail = detail,
            Info::Evaluate(x, y) => host.say(self.describe(x, y)?),
            Info::Openings(ref name) => {
                if !self.book.is(name) {
                    self.book = BookChoice::from_name(name)?;
                }
            }
            Info::EvalFile(ref file) => {
                if let Some(text) = self.options.set_evaluation(file, self.rule, host)? {
                    host.say(Reply::Message(text));
                }
            }
            Info::GameType(_) | Info::Folder(_) | Info::Strength(_) | Info::Other(_) => {}
        }
        Ok(())
    }

    /// The shapes that a stone of either side would make at a point.
    fn describe(&self, x: u32, y: u32) -> Result<Reply, String> {
        let point = self.empty_point(x, y)?;
        let board = self.board()?;
        let cell = board.cell(point);
        let (ours, theirs) = (cell.shape(board.to_move()), cell.shape(!board.to_move()));
        let forbidden = if board.is_forbidden(point) { ", forbidden" } else { "" };
        Ok(Reply::Message(format!("{point}: ours {ours:?}, theirs {theirs:?}{forbidden}")))
    }
}

impl Options {
    fn set_memory(&mut self, bytes: u64, host: &Host<Gomocup>) -> Done {
        if bytes == 0 {
            return self.set_table(Settings::default().table_bytes as u64, host);
        }
        let rest = bytes.saturating_sub(PROGRAM_BYTES);
        self.set_table(rest.clamp(MEBIBYTE, 128 * MEBIBYTE), host)?;
        if rest < MEBIBYTE {
            return Err(format!(
                "max_memory {bytes} is too little; about {PROGRAM_BYTES} bytes are used"
            ));
        }
        Ok(())
    }

    fn set_table(&mut self, bytes: u64, host: &Host<Gomocup>) -> Done {
        self.configure(Settings { table_bytes: bytes as usize, ..self.settings }, host)
    }

    /// Changes the engine's settings. Some managers repeat them before each move, when the last
    /// search may not have noticed yet that its time is over: then the engine is not waited for.
    fn configure(&mut self, settings: Settings, host: &Host<Gomocup>) -> Done {
        if settings != self.settings {
            host.engine().configure(settings).map_err(|error| error.to_string())?;
            self.settings = settings;
        }
        Ok(())
    }

    /// Evaluates by the network of this file; on a fault the evaluation stays. Returns the message
    /// to print, or none where it is the same file as before.
    fn set_evaluation(
        &mut self,
        file: &str,
        rule: Rule,
        host: &Host<Gomocup>,
    ) -> Result<Option<String>, String> {
        if self.eval_file == file {
            return Ok(None);
        }
        let evaluation = Evaluation::from_file(file).map_err(|error| error.to_string())?;
        let network = match &evaluation {
            Evaluation::Network(network) => Some(network),
            other => other.network(rule),
        };
        let text = match network {
            Some(network) => format!("network {:016x} for {}", network.hash(), network.rule()),
            None => "pattern evaluation".into(),
        };
        host.engine().set_evaluation(evaluation);
        file.clone_into(&mut self.eval_file);
        Ok(Some(text))
    }
}

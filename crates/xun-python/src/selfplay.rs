//! Self-play games: played by number, kept in the files of `xun-tune … datagen`, and turned into
//! training records.

use crate::errors;
use crate::run::{interruptible, reported};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, MutexGuard, PoisonError};
use xun_game::Stop;
use xun_game::files::read_at_most;
use xun_gomoku::rules::Size;
use xun_gomoku::search::Evaluation;
use xun_selfplay::{GameFile, GameFileError, gomoku, xiangqi};
use xun_xiangqi::eval::PlayingEvaluator;

/// Bytes of a file of games at most.
const MOST_BYTES: u64 = 64 << 30;

/// The arguments of a run.
#[derive(FromPyObject)]
struct Description {
    game: String,
    nodes: u64,
    seed: u64,
    rule: String,
    size: u32,
    even: i32,
    eval_file: String,
}

/// Settings of the games of a run.
enum How {
    Xiangqi { evaluator: Box<Mutex<PlayingEvaluator>>, settings: xiangqi::PlaySettings, seed: u64 },
    Gomoku(gomoku::SelfPlay),
}

/// Plays games one after the other; every thread has its own.
enum Worker<'a> {
    Xiangqi(Box<xiangqi::SelfPlay>),
    Gomoku(&'a gomoku::SelfPlay),
}

impl Worker<'_> {
    /// The bytes of the game of this number; none if it was stopped.
    fn play(&mut self, number: u32, stop: &Stop) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        match self {
            Self::Xiangqi(player) => player.game(number, stop)?.write(&mut bytes),
            Self::Gomoku(how) => gomoku::play_game(how, number, stop)?.write(&mut bytes),
        }
        Some(bytes)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn file_error(path: &Path, error: GameFileError) -> PyErr {
    match error {
        GameFileError::Disk(error) => error.into(),
        error => errors::input(format!("{}: {error}", path.display())),
    }
}

/// The games of a seed.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct NativeSelfPlay {
    how: How,
}

impl NativeSelfPlay {
    fn worker(&self) -> Result<Worker<'_>, String> {
        Ok(match &self.how {
            How::Xiangqi { evaluator, settings, seed } => {
                let evaluator = lock(evaluator).clone();
                let player = xiangqi::SelfPlay::new(&evaluator, *settings, *seed);
                Worker::Xiangqi(Box::new(player.map_err(|error| error.to_string())?))
            }
            How::Gomoku(how) => Worker::Gomoku(how),
        })
    }

    fn open(&self, path: &Path) -> PyResult<GameFile> {
        let file = match self.how {
            How::Xiangqi { .. } => xiangqi::open_games(path),
            How::Gomoku(_) => gomoku::open_games(path),
        };
        file.map_err(|error| file_error(path, error))
    }

    /// Plays these numbers on so many threads and writes the games in this order.
    fn write(
        &self,
        file: &mut GameFile,
        numbers: &[u32],
        threads: usize,
        stop: &Stop,
        written: &AtomicU64,
    ) -> Result<(), String> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = channel();
        let mut failure = None;
        std::thread::scope(|scope| {
            for _ in 0..threads.min(numbers.len()) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    let mut worker = match self.worker() {
                        Ok(worker) => worker,
                        Err(reason) => return drop(sender.send(Err(reason))),
                    };
                    while !stop.is_stopped() {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&number) = numbers.get(index) else { return };
                        let Some(game) = worker.play(number, stop) else { return };
                        if sender.send(Ok((index, game))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let (mut ahead, mut turn) = (BTreeMap::new(), 0);
            for message in receiver {
                let added = message.and_then(|(index, game)| {
                    ahead.insert(index, game);
                    while let Some(game) = ahead.remove(&turn) {
                        file.add(numbers[turn], &game).map_err(|error| error.to_string())?;
                        turn += 1;
                        written.fetch_add(1, Ordering::Relaxed);
                    }
                    Ok(())
                });
                if let Err(reason) = added {
                    stop.stop();
                    failure.get_or_insert(reason);
                }
            }
        });
        failure.map_or_else(|| file.sync().map_err(|error| error.to_string()), Err)
    }
}

#[pymethods]
impl NativeSelfPlay {
    #[new]
    fn new(description: Description) -> PyResult<Self> {
        let Description { game, nodes, seed, rule, size, even, eval_file } = description;
        let how = match game.as_str() {
            "xiangqi" => {
                let evaluator = PlayingEvaluator::from_file(&eval_file).map_err(errors::input)?;
                let settings = xiangqi::PlaySettings { nodes, ..Default::default() };
                How::Xiangqi { evaluator: Box::new(Mutex::new(evaluator)), settings, seed }
            }
            "gomoku" => {
                let rule = rule.parse().map_err(errors::input)?;
                let evaluation =
                    Evaluation::from_file_for(&eval_file, rule).map_err(errors::input)?;
                let size = Size::new(size, size).map_err(errors::input)?;
                let weights = None;
                How::Gomoku(gomoku::SelfPlay { rule, size, nodes, even, seed, weights, evaluation })
            }
            other => {
                return Err(errors::input(format!(
                    "unknown game {other:?}; expected xiangqi or gomoku"
                )));
            }
        };
        Ok(Self { how })
    }

    /// Plays the games of these numbers; the bytes of each.
    fn play<'py>(&self, py: Python<'py>, numbers: Vec<u32>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let stop = Stop::new();
        let work = || {
            let mut worker = self.worker()?;
            let games = numbers.iter().map_while(|&number| worker.play(number, &stop));
            Ok::<_, String>(games.collect::<Vec<_>>())
        };
        let games = interruptible(py, stop.flag(), work, None)?.map_err(errors::engine)?;
        Ok(games.iter().map(|game| PyBytes::new(py, game)).collect())
    }

    /// Plays what the file does not have of the games up to this number; answers how many it has.
    /// `progress` is called with that while games are played.
    fn run(
        &self,
        py: Python<'_>,
        path: PathBuf,
        games: u32,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<u64> {
        let mut file = self.open(&path)?;
        let numbers: Vec<u32> = (0..games).filter(|one| !file.numbers().contains(one)).collect();
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads.min(1024),
        };
        let written = AtomicU64::new(file.numbers().len() as u64);
        let stop = Stop::new();
        let work = || self.write(&mut file, &numbers, threads, &stop, &written);
        reported(py, stop.flag(), work, progress.as_ref(), &written)?.map_err(errors::engine)?;
        Ok(written.into_inner())
    }

    /// Opens a file of games for appending; other processes cannot meanwhile.
    fn file(&self, path: PathBuf) -> PyResult<NativeGameFile> {
        Ok(NativeGameFile { inner: Mutex::new(Some(self.open(&path)?)) })
    }
}

/// A file of games that is open for appending.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct NativeGameFile {
    inner: Mutex<Option<GameFile>>,
}

impl NativeGameFile {
    fn with<T>(&self, work: impl FnOnce(&mut GameFile) -> PyResult<T>) -> PyResult<T> {
        lock(&self.inner).as_mut().map_or_else(|| Err(errors::engine("the file is closed")), work)
    }
}

#[pymethods]
impl NativeGameFile {
    /// The numbers of the games that it has.
    fn numbers(&self) -> PyResult<Vec<u32>> {
        self.with(|file| Ok(file.numbers().iter().copied().collect()))
    }

    /// Appends a game, unless it has it.
    fn add(&self, number: u32, game: &[u8]) -> PyResult<bool> {
        self.with(|file| Ok(file.add(number, game)?))
    }

    fn close(&self) -> PyResult<()> {
        let file = lock(&self.inner).take();
        Ok(file.map_or(Ok(()), |file| file.sync())?)
    }
}

/// Writes the quiet positions of files of games as training records; answers how many.
#[pyfunction]
fn selfplay_unpack(py: Python<'_>, files: Vec<PathBuf>, out: PathBuf) -> PyResult<u64> {
    let stop = Stop::new();
    // Under another name first: records that were cut short must not be trained with.
    let mut beside = out.clone().into_os_string();
    beside.push(".partial");
    let work = || {
        let mut writer = BufWriter::with_capacity(1 << 20, File::create(&beside)?);
        let mut unpacker = Unpacker::default();
        for path in &files {
            let length = std::fs::metadata(path)?.len();
            let bytes = read_at_most(path, length.min(MOST_BYTES))?;
            let place = |reason: String| errors::input(format!("{}: {reason}", path.display()));
            unpacker.file(&bytes, &stop, &mut writer)?.map_err(place)?;
        }
        writer.flush()?;
        Ok(unpacker.count)
    };
    let count = interruptible(py, stop.flag(), work, None).flatten();
    if count.is_ok() {
        std::fs::rename(&beside, &out)?;
    } else {
        // It may not have been created.
        let _ = std::fs::remove_file(&beside);
    }
    count
}

/// Counts what was written, and sees to it that all games are of one kind.
#[derive(Default)]
struct Unpacker {
    count: u64,
    kind: Option<String>,
}

impl Unpacker {
    fn is_of(&mut self, kind: String) -> Result<(), String> {
        match self.kind.get_or_insert_with(|| kind.clone()) {
            known if *known == kind => Ok(()),
            known => Err(format!("games of {kind}, after games of {known}")),
        }
    }

    /// The outer fault is the disk's, the inner one the file's.
    fn file(
        &mut self,
        bytes: &[u8],
        stop: &Stop,
        out: &mut impl Write,
    ) -> std::io::Result<Result<(), String>> {
        if let Ok(games) = xiangqi::Games::of(bytes) {
            for game in games {
                let records = game.map_err(|fault| fault.to_string()).and_then(|game| {
                    self.is_of("xiangqi".to_owned())?;
                    xiangqi::records_of(&game)
                });
                let records = match records {
                    Ok(records) => records,
                    Err(reason) => return Ok(Err(reason)),
                };
                for record in &records {
                    out.write_all(&record.to_bytes())?;
                }
                self.count += records.len() as u64;
                if stop.is_stopped() {
                    break;
                }
            }
            return Ok(Ok(()));
        }
        let games = match gomoku::read_games(bytes) {
            Ok((games, _)) => games,
            Err(fault) => return Ok(Err(fault.to_string())),
        };
        for game in games {
            let kind = format!("{} on {}", game.rule, game.size);
            let records = self.is_of(kind).and_then(|()| {
                gomoku::records_of(&game).map_err(|fault| format!("game {}: {fault}", game.number))
            });
            let records = match records {
                Ok(records) => records,
                Err(reason) => return Ok(Err(reason)),
            };
            out.write_all(&records.bytes)?;
            self.count += records.count as u64;
            if stop.is_stopped() {
                break;
            }
        }
        Ok(Ok(()))
    }
}

/// Adds the classes to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<NativeSelfPlay>()?;
    module.add_class::<NativeGameFile>()?;
    module.add_function(wrap_pyfunction!(selfplay_unpack, module)?)
}

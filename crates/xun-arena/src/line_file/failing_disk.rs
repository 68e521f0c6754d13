//! A file in memory that fails: writes that stop in the middle, syncs that fail, and a power cut
//! after which any part of what was not synced is on the disk, in any order.

use super::Disk;
use std::io::{self, Error, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex};
use xun_game::SplitMix64;

/// Bytes that reach the disk together.
const SECTOR: usize = 512;

/// The disk; copies share it.
#[derive(Clone)]
pub(crate) struct FailingDisk(Arc<Mutex<State>>);

struct State {
    /// Content as the program sees it.
    content: Vec<u8>,
    /// Content after the last sync.
    synced: Vec<u8>,
    /// Changes since.
    pending: Vec<Change>,
    position: usize,
    random: SplitMix64,
    /// Calls until the power is cut; every later one fails.
    calls_left: u64,
    /// One call in so many fails.
    fails: u64,
}

#[derive(Clone)]
enum Change {
    Write(usize, Vec<u8>),
    Cut(usize),
}

impl Change {
    fn apply(&self, content: &mut Vec<u8>) {
        match self {
            Self::Write(at, bytes) => {
                let end = at + bytes.len();
                content.resize(content.len().max(end), 0);
                content[*at..end].copy_from_slice(bytes);
            }
            Self::Cut(length) => content.resize(*length, 0),
        }
    }
}

impl FailingDisk {
    /// A disk with this content that loses its power after so many calls.
    pub(crate) fn new(content: Vec<u8>, seed: u64, calls: u64, fails: u64) -> Self {
        Self(Arc::new(Mutex::new(State {
            synced: content.clone(),
            content,
            pending: Vec::new(),
            position: 0,
            random: SplitMix64::new(seed),
            calls_left: calls,
            fails,
        })))
    }

    /// The content after the power cut.
    pub(crate) fn after_power_cut(&self) -> Vec<u8> {
        let mut state = self.0.lock().unwrap();
        let mut content = state.synced.clone();
        let mut pending = state.pending.clone();
        while !pending.is_empty() {
            let next = state.random.below(pending.len() as u64) as usize;
            let change = pending.swap_remove(next);
            if state.random.below(3) > 0 {
                change.apply(&mut content);
            }
        }
        content
    }
}

impl State {
    fn change(&mut self, change: Change) {
        change.apply(&mut self.content);
        match change {
            Change::Write(at, bytes) => {
                for (number, sector) in bytes.chunks(SECTOR).enumerate() {
                    self.pending.push(Change::Write(at + number * SECTOR, sector.to_vec()));
                }
            }
            cut @ Change::Cut(_) => self.pending.push(cut),
        }
    }

    /// Counts a call. Whether it fails.
    fn fails(&mut self) -> bool {
        self.calls_left = self.calls_left.saturating_sub(1);
        self.calls_left == 0 || self.random.below(self.fails) == 0
    }
}

impl Write for FailingDisk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.0.lock().unwrap();
        let fails = state.fails();
        let taken = 1 + state.random.below(bytes.len() as u64) as usize;
        // A failed write may have written something.
        let taken = if fails && state.random.below(2) == 0 { 0 } else { taken };
        let at = state.position;
        state.change(Change::Write(at, bytes[..taken].to_vec()));
        if fails {
            return Err(Error::other("write failed"));
        }
        state.position += taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for FailingDisk {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut state = self.0.lock().unwrap();
        let start = state.position.min(state.content.len());
        let length = bytes.len().min(state.content.len() - start);
        bytes[..length].copy_from_slice(&state.content[start..start + length]);
        state.position += length;
        Ok(length)
    }
}

impl Seek for FailingDisk {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let mut state = self.0.lock().unwrap();
        state.position = match to {
            SeekFrom::Start(place) => place as usize,
            SeekFrom::End(_) => state.content.len(),
            SeekFrom::Current(_) => state.position,
        };
        Ok(state.position as u64)
    }
}

impl Disk for FailingDisk {
    fn sync(&mut self) -> io::Result<()> {
        let mut state = self.0.lock().unwrap();
        if state.fails() {
            return Err(Error::other("sync failed"));
        }
        state.synced = state.content.clone();
        state.pending.clear();
        Ok(())
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        let mut state = self.0.lock().unwrap();
        if state.fails() {
            return Err(Error::other("cut failed"));
        }
        state.change(Change::Cut(length as usize));
        Ok(())
    }
}

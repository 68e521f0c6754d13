//! Node records of best-first searches: cost so far, closed flag and the step of entry. A stamp
//! says which query wrote it, so that a new query begins without clearing anything.

/// Closed, in a place's info.
const CLOSED: u32 = 8;
/// Below the stamp: three bits of step and the closed bit.
const STAMP: u32 = 4;

/// One record a place: 12 bytes.
#[derive(Debug)]
pub(super) struct Nodes {
    g: Vec<u64>,
    info: Vec<u32>,
    stamp: u32,
}

impl Nodes {
    pub(super) fn new(places: usize) -> Self {
        // Zeroed memory comes from the system page by page as it is touched.
        Self { g: vec![0; places], info: vec![0; places], stamp: 0 }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.g.capacity() * 8 + self.info.capacity() * 4) as u64
    }

    /// Starts a query: no place is reached.
    pub(super) fn begin(&mut self) {
        self.stamp += 1;
        if self.stamp >= 1 << (32 - STAMP) {
            self.info.fill(0);
            self.stamp = 1;
        }
    }

    /// Cost so far, if the place was reached.
    #[inline]
    pub(super) fn g(&self, place: usize) -> Option<u64> {
        self.is_reached(place).then(|| self.g[place])
    }

    #[inline]
    pub(super) fn is_reached(&self, place: usize) -> bool {
        self.info[place] >> STAMP == self.stamp
    }

    #[inline]
    pub(super) fn is_closed(&self, place: usize) -> bool {
        self.is_reached(place) && self.info[place] & CLOSED != 0
    }

    /// The step by which a reached place was entered.
    #[inline]
    pub(super) fn entered(&self, place: usize) -> usize {
        (self.info[place] & 7) as usize
    }

    #[inline]
    pub(super) fn reach(&mut self, place: usize, g: u64, step: usize) {
        self.g[place] = g;
        self.info[place] = self.stamp << STAMP | step as u32;
    }

    #[inline]
    pub(super) fn close(&mut self, place: usize) {
        self.info[place] |= CLOSED;
    }
}

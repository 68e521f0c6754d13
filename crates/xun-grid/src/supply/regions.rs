//! Each cell with its nearest source and the distance to it: a breadth-first flood from many places
//! at once.

use super::board::{Board, Place};
use super::integer::Integer;

/// For every place the number of its nearest source ([`Integer::UNSEEN`] where there is none), and
/// second the distance to it. In walls the distance is 0, so that no source is nearer.
pub(super) type Regions<W> = Vec<<W as Integer>::Pair>;

/// The part of the array that is worked on at a time: about half of what a processor core has near.
const BAND_BYTES: usize = 1 << 19;

/// The regions of the `sources`, of which no place must occur twice, up to a distance; and how many
/// labels that took: one a place, and a few more at the edges of the bands below.
///
/// With many sources all over a large map each layer of a plain flood would walk through all of the
/// memory. So the map is cut into bands of rows, and a band is flooded to the end before the next
/// one. In order that each cell is still reached in its turn, a band's lower edge moves up by one
/// row a layer: what lies below it then is left to the next band, which finds all that its rows
/// depend on already there.
pub(super) fn regions<W: Integer>(
    board: &Board<'_>,
    sources: &[Place],
    most: u32,
) -> (Regions<W>, u64) {
    regions_in_bands::<W>(board, sources, most, BAND_BYTES / size_of::<W::Pair>())
}

fn regions_in_bands<W: Integer>(
    board: &Board<'_>,
    sources: &[Place],
    most: u32,
    band: usize,
) -> (Regions<W>, u64) {
    let mut regions = board.unowned::<W>();
    let mut numbered: Vec<(Place, u32)> = sources.iter().copied().zip(0..).collect();
    numbered.sort_unstable();
    for &(source, number) in &numbered {
        regions[source as usize] = W::pair(W::new(number), W::new(0));
    }
    let places = board.places();
    let mut flood = Flood {
        board,
        most: most.min(W::LARGEST),
        left_over: Vec::new(),
        next: Vec::new(),
        reached: numbered.len() as u64,
    };
    let mut first = 0;
    let mut end = band;
    while first < numbered.len() || !flood.left_over.is_empty() {
        // The last band has no lower edge.
        let edge = if end < places { Some(end) } else { None };
        let last =
            first + numbered[first..].partition_point(|&(source, _)| (source as usize) < end);
        let frontier = numbered[first..last].iter().map(|&(source, _)| source).collect();
        flood.band::<W>(&mut regions, frontier, edge);
        first = last;
        end += band;
    }
    (regions, flood.reached)
}

struct Flood<'a> {
    board: &'a Board<'a>,
    most: u32,
    /// The places of each layer that the band before left to this one.
    left_over: Vec<Vec<Place>>,
    next: Vec<Place>,
    /// Places so far.
    reached: u64,
}

impl Flood<'_> {
    /// Floods one band, whose lower edge is the place `edge` in layer 0.
    fn band<W: Integer>(
        &mut self,
        regions: &mut [W::Pair],
        mut frontier: Vec<Place>,
        edge: Option<usize>,
    ) {
        let offsets = self.board.offsets();
        let mut inherited = std::mem::take(&mut self.left_over).into_iter();
        let mut layer = 0;
        let mut waiting = frontier.len();
        loop {
            if let Some(more) = inherited.next() {
                frontier.truncate(waiting);
                frontier.extend(more);
                waiting = frontier.len();
            }
            if layer == self.most || waiting == 0 && inherited.len() == 0 {
                return;
            }
            let end =
                edge.map_or(usize::MAX, |edge| edge.saturating_sub(layer as usize * offsets[1]));
            if self.next.len() < waiting * 4 {
                self.next.resize(waiting * 4 + 1024, 0);
            }
            layer += 1;
            waiting = self.layer::<W>(regions, &frontier[..waiting], layer, end);
            self.reached += waiting as u64;
            std::mem::swap(&mut frontier, &mut self.next);
        }
    }

    /// Makes the next layer from the places above `end`. Whether a neighbour is nearer than before
    /// is as good as random to the processor, so nothing branches on it.
    fn layer<W: Integer>(
        &mut self,
        regions: &mut [W::Pair],
        frontier: &[Place],
        layer: u32,
        end: usize,
    ) -> usize {
        let offsets = self.board.offsets();
        let next = &mut self.next[..];
        // Every entry that is farther is above this, whatever its owner.
        let farther = W::pair(W::UNSEEN, W::new(layer));
        let mut found = 0;
        for &place in frontier {
            if place as usize >= end {
                leave(&mut self.left_over, layer - 1, place);
                continue;
            }
            let [owner, _] = W::split(regions[place as usize]);
            let mine = W::pair(owner, W::new(layer));
            for offset in offsets {
                let neighbour = (place as usize).wrapping_add(offset);
                let entry = &mut regions[neighbour];
                let nearer = *entry > farther;
                *entry = if nearer { mine } else { *entry };
                next[found] = neighbour as Place;
                found += usize::from(nearer);
            }
        }
        found
    }
}

#[cold]
fn leave(left_over: &mut Vec<Vec<Place>>, layer: u32, place: Place) {
    let layer = layer as usize;
    if left_over.len() <= layer {
        left_over.resize_with(layer + 1, Vec::new);
    }
    left_over[layer].push(place);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Kind, Recipe, generate};

    /// However the map is cut into bands, distances are those of a plain flood, and owners are as
    /// near as they say.
    #[test]
    fn bands_change_no_distance() {
        for seed in 0..60 {
            let kind = [Kind::Random, Kind::Maze, Kind::Caves][seed as usize % 3];
            let recipe = Recipe { kind, rows: 41, columns: 31, seed, ..Recipe::default() };
            let problem = generate(&recipe).unwrap();
            let board = Board::new(problem.map());
            let open = (0..problem.map().cells()).map(|index| problem.map().cell(index));
            let sources: Vec<Place> = open
                .filter(|&cell| problem.map().is_open(cell))
                .map(|cell| board.place(cell))
                .step_by(37 + seed as usize)
                .collect();
            let most = [5, 20, 10_000][seed as usize / 3 % 3];
            let mut distance: Vec<u32> = board.unseen();
            board.flood(&mut distance, &sources, |_, steps| steps >= most);
            for band in [32, 100, 333, usize::MAX / 2] {
                let (regions, reached) = regions_in_bands::<u16>(&board, &sources, most, band);
                let all =
                    distance.iter().filter(|&&steps| steps <= <u32 as Integer>::LARGEST).count();
                assert!(reached >= all as u64, "seed {seed} band {band}");
                assert!(reached == all as u64 || band < board.places(), "seed {seed}");
                for place in 0..board.places() {
                    let [owner, steps] = <u16 as Integer>::split(regions[place]);
                    if distance[place] > <u32 as Integer>::LARGEST {
                        assert_eq!(
                            owner,
                            <u16 as Integer>::UNSEEN,
                            "seed {seed} band {band} place {place}"
                        );
                        continue;
                    }
                    assert_eq!(
                        steps.get(),
                        distance[place],
                        "seed {seed} band {band} place {place}"
                    );
                    let nearer = board.neighbours(place as Place).into_iter().any(|neighbour| {
                        <u16 as Integer>::split(regions[neighbour])
                            == [owner, steps.wrapping_sub(1)]
                    });
                    assert!(nearer || sources[usize::from(owner)] == place as Place);
                }
            }
        }
    }
}

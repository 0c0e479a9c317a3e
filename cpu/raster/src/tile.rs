//! Tiles: the order of pixels in the memory of targets.
//!
//! Targets are tiles of 64 x 64 pixels, a tile is blocks of 8 x 8, a block is quads of 2 x 2, and the samples of a pixel are
//! together. It must not know what the memory holds.

/// The pixels of a tile's edge.
pub(crate) const SIZE: i64 = 64;
/// The pixels of a tile.
pub(crate) const PIXELS: usize = (SIZE * SIZE) as usize;

/// The place of a pixel in its tile.
pub(crate) fn place(x: usize, y: usize) -> usize {
    let block = (y >> 3 & 7) << 3 | x >> 3 & 7;
    let quad = (y >> 1 & 3) << 2 | x >> 1 & 3;
    block << 6 | quad << 2 | (y & 1) << 1 | x & 1
}

/// The tiles of targets, layer after layer, row after row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tiles {
    across: usize,
    down: usize,
    layers: usize,
}

impl Tiles {
    pub(crate) fn new([width, height]: [u32; 2], layers: u32) -> Self {
        let tiles = |pixels: u32| (pixels as usize).div_ceil(SIZE as usize);
        Self { across: tiles(width), down: tiles(height), layers: layers as usize }
    }

    pub(crate) fn count(self) -> usize {
        self.across * self.down * self.layers
    }

    /// The number of a tile at a column and a row of tiles.
    pub(crate) fn number(self, [x, y]: [u32; 2], layer: u32) -> usize {
        (layer as usize * self.down + y as usize) * self.across + x as usize
    }

    /// The first pixel and the layer of a tile.
    pub(crate) fn start(self, number: usize) -> ([u32; 2], u32) {
        let (row, x) = (number / self.across, number % self.across);
        ([x as u32 * SIZE as u32, (row % self.down) as u32 * SIZE as u32], (row / self.down) as u32)
    }

    /// The place of a pixel in the memory of all tiles.
    pub(crate) fn place(self, [x, y]: [u32; 2], layer: u32) -> usize {
        let tile = self.number([x / SIZE as u32, y / SIZE as u32], layer);
        tile * PIXELS + place(x as usize % SIZE as usize, y as usize % SIZE as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pixel_has_a_place() {
        let tiles = Tiles::new([130, 70], 2);
        assert_eq!(tiles.count(), 12);
        let mut places: Vec<usize> = (0..2)
            .flat_map(|layer| (0..70).flat_map(move |y| (0..130).map(move |x| tiles.place([x, y], layer))))
            .collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 2 * 130 * 70);
        assert!(places.last().unwrap() < &(12 * PIXELS));
        for number in 0..12 {
            let (start, layer) = tiles.start(number);
            assert_eq!(tiles.place(start, layer), number * PIXELS);
        }
        assert_eq!([place(0, 0), place(1, 0), place(0, 1), place(1, 1), place(2, 0)], [0, 1, 2, 3, 4]);
    }
}

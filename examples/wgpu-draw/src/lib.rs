//! Tiles drawn to a picture by whatever adapter wgpu finds.
//!
//! The structs, groups, bindings and vertices are those of the shader, which its build script has written; no layout
//! is in this crate.

mod gpu;

include!(concat!(env!("OUT_DIR"), "/shaders.rs"));

/// A tile with the padding that it has in a buffer of tiles.
pub use tiles_place::StructuredBuffer_TileItem as Item;
pub use tiles_place::{Tile, View};
pub use tiles_shade::Light;

/// The numbers of a vertex.
const NUMBERS: usize = tiles_place::layouts::VERTEX_STRIDE as usize / size_of::<f32>();

/// Two triangles: the place of each corner, and its place in the pattern.
const CORNERS: [[f32; NUMBERS]; 6] = [
    [-0.5, -0.5, 0.0, 0.0],
    [0.5, -0.5, 1.0, 0.0],
    [0.5, 0.5, 1.0, 1.0],
    [-0.5, -0.5, 0.0, 0.0],
    [0.5, 0.5, 1.0, 1.0],
    [-0.5, 0.5, 0.0, 1.0],
];

/// The pixels of a side.
pub const SIDE: u32 = 64;
/// The tiles of a side.
pub const TILES: u32 = 4;
/// What each quarter of a tile is multiplied by, in 255ths, row by row.
pub const PATTERN: [[u8; 2]; 2] = [[255, 102], [204, 153]];

/// Everything that a picture is made of.
pub struct Scene {
    /// Where tiles are in the picture.
    pub view: View,
    /// The colours of the light.
    pub light: Light,
    /// The tiles.
    pub tiles: Vec<Item>,
}

impl Scene {
    /// Rows of tiles with a gap between them, each with a colour of its own.
    #[must_use]
    pub fn rows() -> Scene {
        let tile = |number: u32| {
            let (column, row) = ((number % TILES) as f32, (number / TILES) as f32);
            let colour = [column / 3.0, row / 3.0, 0.5];
            Item::from(Tile::new([column + 0.5, row + 0.5], 0.5, number & 1, colour))
        };
        // Clip coordinates go from -1 to 1, upwards.
        let (scale, shift) = ([2.0 / TILES as f32, -2.0 / TILES as f32], [-1.0, 1.0]);
        let mut light = Light { gain: 0.5, ..Light::ZERO };
        light.tints[0] = [1.0, 1.0, 1.0].into();
        light.tints[1] = [0.5, 2.0, 1.0].into();
        Scene { view: View { scale, shift }, light, tiles: (0..TILES * TILES).map(tile).collect() }
    }

    /// Returns the colour of a pixel as the shader should make it.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> [f32; 3] {
        let place = [x, y].map(|at| (at as f32 + 0.5) * TILES as f32 / SIDE as f32);
        let inside = |tile: &&Item| (0..2).all(|axis| (place[axis] - tile.middle[axis]).abs() < tile.size / 2.0);
        let Some(tile) = self.tiles.iter().find(inside) else { return [0.0; 3] };
        let [column, row] = [0, 1].map(|axis| usize::from(place[axis] > tile.middle[axis]));
        let weight = f32::from(PATTERN[row][column]) / 255.0 * self.light.gain;
        let tint = *self.light.tints[tile.tint as usize & 1];
        [0, 1, 2].map(|channel| (tile.colour[channel] * tint[channel] * weight).clamp(0.0, 1.0))
    }
}

/// Draws a scene. Returns the pixels row by row, or nothing where there is no adapter.
///
/// # Errors
/// When the adapter refuses something.
pub fn draw(scene: &Scene) -> Result<Option<Vec<[u8; 4]>>, Box<dyn std::error::Error>> {
    match gpu::Gpu::open()? {
        Some(gpu) => gpu.draw(scene).map(Some),
        None => Ok(None),
    }
}

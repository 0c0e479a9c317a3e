//! Textures: which texels a coordinate takes, and what they give.
//!
//! Sections: Direct3D 11.3, 7.18 (texture sampling) and 7.17.14 (gather); Vulkan, "Texel Coordinate Systems".

use crate::case::Edge;

/// The texels of a level, row by row.
#[derive(Clone, Debug)]
pub struct Level {
    /// The texels of a row.
    pub width: i64,
    /// The rows.
    pub height: i64,
    /// The texels.
    pub texels: Vec<[f64; 4]>,
}

/// The texel along an axis that stands for a number, or none for the border.
pub fn along(edge: Edge, at: i64, size: i64) -> Option<i64> {
    match edge {
        Edge::Wrap => Some(at.rem_euclid(size)),
        Edge::Clamp => Some(at.clamp(0, size - 1)),
        Edge::Mirror => {
            let turn = at.rem_euclid(2 * size);
            Some(if turn < size { turn } else { 2 * size - 1 - turn })
        }
        Edge::Border => (0..size).contains(&at).then_some(at),
    }
}

impl Level {
    /// The texel of whole coordinates.
    pub fn texel(&self, edge: Edge, [x, y]: [i64; 2]) -> [f64; 4] {
        match (along(edge, x, self.width), along(edge, y, self.height)) {
            (Some(x), Some(y)) => self.texels[(y * self.width + x) as usize],
            _ => [0.0; 4],
        }
    }

    /// The coordinates in texels.
    fn scaled(&self, [u, v]: [f64; 2]) -> [f64; 2] {
        [u * self.width as f64, v * self.height as f64]
    }

    /// The nearest texel, at so many from it.
    pub fn nearest(&self, edge: Edge, at: [f64; 2], [right, down]: [i64; 2]) -> [f64; 4] {
        let [x, y] = self.scaled(at).map(|at| at.floor() as i64);
        self.texel(edge, [x + right, y + down])
    }

    /// The four texels around coordinates, in the order of `Gather`: counted against the clock from the lower left one.
    pub fn gathered(&self, edge: Edge, at: [f64; 2], [right, down]: [i64; 2]) -> [[f64; 4]; 4] {
        let [x, y] = self.scaled(at).map(|at| (at - 0.5).floor() as i64);
        [[0, 1], [1, 1], [1, 0], [0, 0]].map(|[i, j]| self.texel(edge, [x + right + i, y + down + j]))
    }

    /// The mean of those four by distance.
    pub fn linear(&self, edge: Edge, at: [f64; 2], offset: [i64; 2]) -> [f64; 4] {
        let [x, y] = self.scaled(at).map(|at| (at - 0.5) - (at - 0.5).floor());
        let weights = [(1.0 - x) * y, x * y, x * (1.0 - y), (1.0 - x) * (1.0 - y)];
        let texels = self.gathered(edge, at, offset);
        std::array::from_fn(|c| weights.iter().zip(&texels).map(|(weight, texel)| weight * texel[c]).sum())
    }
}

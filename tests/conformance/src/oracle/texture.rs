//! Textures: which texels a coordinate takes, and what they give.
//!
//! Sections: Direct3D 11.3, 7.18 (texture sampling) and 7.17.14 (gather); Vulkan, "Texel Coordinate Systems" and, for cubes,
//! "Cube Map Face Selection and Transformations".

use crate::case::Edge;

/// The texels of a level, row by row and slice by slice. Axes that a texture lacks have one texel, and the coordinate 0.5.
#[derive(Clone, Debug)]
pub struct Level {
    /// The texels along each axis.
    pub size: [i64; 3],
    /// The texels.
    pub texels: Vec<[f64; 4]>,
}

/// The texel along an axis that represents a number, or none for the border.
pub fn along(edge: Edge, at: i64, size: i64) -> Option<i64> {
    match edge {
        Edge::Wrap => Some(at.rem_euclid(size)),
        Edge::Clamp => Some(at.clamp(0, size - 1)),
        Edge::Mirror => {
            let turn = at.rem_euclid(2 * size);
            Some(if turn < size { turn } else { 2 * size - 1 - turn })
        }
        Edge::MirrorOnce => Some(if at < 0 { -1 - at } else { at }.min(size - 1)),
        Edge::Border(_) => (0..size).contains(&at).then_some(at),
    }
}

impl Level {
    /// The texel of whole coordinates.
    pub fn texel(&self, edge: Edge, at: [i64; 3]) -> [f64; 4] {
        let [width, height, _] = self.size;
        let [x, y, z] = std::array::from_fn(|axis| along(edge, at[axis], self.size[axis]));
        match (x, y, z, edge) {
            (Some(x), Some(y), Some(z), _) => self.texels[((z * height + y) * width + x) as usize],
            (.., Edge::Border(border)) => border.colour(),
            _ => [0.0; 4],
        }
    }

    /// The coordinates in texels.
    fn scaled(&self, at: [f64; 3]) -> [f64; 3] {
        std::array::from_fn(|axis| at[axis] * self.size[axis] as f64)
    }

    /// The nearest texel, at this many from it.
    pub fn nearest(&self, edge: Edge, at: [f64; 3], offset: [i64; 3]) -> [f64; 4] {
        self.texel(edge, moved(self.scaled(at).map(|at| at.floor() as i64), offset))
    }

    /// The first of the texels around coordinates along each axis, and the weight of the second one.
    fn around(&self, at: [f64; 3]) -> ([i64; 3], [f64; 3]) {
        let middle = self.scaled(at).map(|at| at - 0.5);
        (middle.map(|at| at.floor() as i64), middle.map(|at| at - at.floor()))
    }

    /// The four texels around coordinates of two axes, in the order of `Gather`: counted against the clock from the lower left
    /// one.
    pub fn gathered(&self, edge: Edge, at: [f64; 3], offset: [i64; 3]) -> [[f64; 4]; 4] {
        let first = moved(self.around(at).0, offset);
        [[0, 1, 0], [1, 1, 0], [1, 0, 0], [0, 0, 0]].map(|step| self.texel(edge, moved(first, step)))
    }

    /// The mean of the texels around coordinates by distance.
    pub fn linear(&self, edge: Edge, at: [f64; 3], offset: [i64; 3]) -> [f64; 4] {
        let (first, second) = self.around(at);
        let mut mean = [0.0; 4];
        for corner in 0..8 {
            let step: [i64; 3] = std::array::from_fn(|axis| corner >> axis & 1);
            let weight: f64 =
                (0..3).map(|axis| if step[axis] == 1 { second[axis] } else { 1.0 - second[axis] }).product();
            let texel = self.texel(edge, moved(moved(first, offset), step));
            mean = std::array::from_fn(|channel| mean[channel] + weight * texel[channel]);
        }
        mean
    }
}

fn moved(at: [i64; 3], by: [i64; 3]) -> [i64; 3] {
    std::array::from_fn(|axis| at[axis] + by[axis])
}

/// The direction to a point of a face of a cube, by coordinates from 0 to 1 on the face.
///
/// The faces are +x, -x, +y, -y, +z, -z; along a face run `s` and `t`, both of which go from -1 to 1 where the largest
/// coordinate is 1.
pub fn direction(face: usize, [u, v]: [f64; 2]) -> [f64; 3] {
    let (s, t) = (2.0 * u - 1.0, 2.0 * v - 1.0);
    match face {
        0 => [1.0, -t, -s],
        1 => [-1.0, -t, s],
        2 => [s, 1.0, t],
        3 => [s, -1.0, -t],
        4 => [s, -t, 1.0],
        _ => [-s, -t, -1.0],
    }
}

/// The mean of the samples of two levels, for a level between them; levels that a texture lacks are its first or last one.
pub fn between<S>(levels: &[S], level: f64, sample: impl Fn(&S) -> [f64; 4]) -> [f64; 4] {
    let level = level.clamp(0.0, (levels.len() - 1) as f64);
    let (finer, weight) = (level.floor() as usize, level - level.floor());
    let (a, b) = (sample(&levels[finer]), sample(&levels[(finer + 1).min(levels.len() - 1)]));
    std::array::from_fn(|channel| a[channel] * (1.0 - weight) + b[channel] * weight)
}

/// The level that is nearest to a number.
pub fn nearest_level(count: usize, level: f64) -> usize {
    level.round().clamp(0.0, (count - 1) as f64) as usize
}

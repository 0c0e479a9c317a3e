//! Sampling: from coordinates to texels and their weights, as Vulkan's specification has it.
//!
//! Works on a [`View`] alone; [`super::runtime`] reads the operands of a kernel. Any coordinates are valid, NaN included.

use super::sampler::{Address, Filter, Sampler};
use super::view::{Dim, View};
use texels::{Class, Texel};

/// Level that is sampled.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lod {
    /// This one, plus the sampler's bias.
    Level(f32),
    /// The one that fits the derivatives of the coordinates along x and y.
    Gradient([f32; 3], [f32; 3]),
}

/// A sample to take: everything but the image and the sampler.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    /// The coordinates, the layer after them.
    pub(crate) coords: [f32; 4],
    /// The level.
    pub(crate) lod: Lod,
    /// The finest level that may be taken.
    pub(crate) min_lod: f32,
    /// Offset of the coordinates, in texels.
    pub(crate) offset: [i32; 3],
    /// The reference of a comparison.
    pub(crate) reference: Option<f32>,
}

/// A place in an image: coordinates from 0 to 1 of a layer or a face.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: [f32; 3],
    layer: u32,
}

/// A texel's place: integers on each axis, possibly beyond the edges.
type Cell = [i64; 3];

/// A limit above the size of any image, such that sums of coordinates do not overflow.
const FAR: f32 = 1_073_741_824.0;

/// An image seen through a sampler.
#[derive(Clone, Copy)]
pub(crate) struct Sampling<'a> {
    pub(crate) view: &'a View<'a>,
    pub(crate) sampler: &'a Sampler,
}

impl Sampling<'_> {
    /// A filtered sample.
    pub(crate) fn sample(&self, request: &Request) -> Texel {
        let lambda = self.level(request);
        let place = self.place(request.coords);
        let filter = if lambda <= 0.0 { self.sampler.magnify } else { self.sampler.minify };
        let last = self.view.levels.len() - 1;
        if self.view.format.class() != Class::Float {
            let level = nearest_level(lambda, last);
            return self.nearest(&place, level, request);
        }
        let (level, next, weight) = match self.sampler.levels {
            Filter::Nearest => (nearest_level(lambda, last), 0, 0.0),
            Filter::Linear => {
                let level = (lambda.floor() as usize).min(last);
                (level, (level + 1).min(last), lambda - lambda.floor())
            }
        };
        let mut sum = self.filtered(&place, level, filter, request);
        if weight > 0.0 && next != level {
            let coarse = self.filtered(&place, next, filter, request);
            for (fine, coarse) in sum.iter_mut().zip(coarse) {
                *fine += (coarse - *fine) * weight;
            }
        }
        sum.map(f32::to_bits)
    }

    /// One component of the four texels that a linear filter would take, in the order of the specification.
    pub(crate) fn gather(&self, request: &Request, component: usize, offsets: Option<[[i32; 2]; 4]>) -> Texel {
        const ORDER: [[i64; 2]; 4] = [[0, 1], [1, 1], [1, 0], [0, 0]];
        let place = self.place(request.coords);
        let mut gathered = [0; 4];
        for (index, out) in gathered.iter_mut().enumerate() {
            let (step, offset) = match offsets {
                Some(offsets) => ([0, 0], [offsets[index][0], offsets[index][1], 0]),
                None => (ORDER[index], request.offset),
            };
            let (first, _) = self.cell(&place, 0, Filter::Linear, offset);
            let texel = self.texel([first[0] + step[0], first[1] + step[1], first[2]], place.layer, 0);
            *out = match request.reference {
                Some(reference) => self.compared(reference, texel).to_bits(),
                None => texel[component.min(3)],
            };
        }
        gathered
    }

    /// The level of detail: where it would be sampled, within the image's levels, and before that limit.
    pub(crate) fn query(&self, request: &Request) -> (f32, f32) {
        let lambda = self.level(request);
        let most = (self.view.levels.len() - 1) as f32;
        let level = match self.sampler.levels {
            Filter::Nearest => nearest_level(lambda, self.view.levels.len() - 1) as f32,
            Filter::Linear => lambda.clamp(0.0, most),
        };
        (level, self.unlimited_level(request))
    }

    fn unlimited_level(&self, request: &Request) -> f32 {
        let level = match request.lod {
            Lod::Level(level) => level,
            Lod::Gradient(dx, dy) => {
                abi::level::of_square(self.footprint(request.coords, dx).max(self.footprint(request.coords, dy)))
            }
        };
        level + self.sampler.lod_bias
    }

    fn level(&self, request: &Request) -> f32 {
        let level = self.unlimited_level(request);
        let least = self.sampler.min_lod.max(request.min_lod);
        // `min` and `max` ignore NaN, so that NaN becomes the finest level.
        level.max(least).min(self.sampler.max_lod.max(least))
    }

    /// The square of the number of texels of the finest level that a step covers.
    fn footprint(&self, coords: [f32; 4], step: [f32; 3]) -> f32 {
        let size = self.view.levels[0].size;
        let step = match self.view.dim {
            Dim::Cube => {
                let from = [coords[0], coords[1], coords[2]];
                let to = [from[0] + step[0], from[1] + step[1], from[2] + step[2]];
                let face = face_of(from);
                let (here, there) = (on_face(face, from), on_face(face, to));
                [there[0] - here[0], there[1] - here[1], 0.0]
            }
            Dim::D1 | Dim::D2 | Dim::D3 | Dim::Buffer => step,
        };
        let axes = self.view.dim.axes();
        (0..axes).map(|axis| (step[axis] * size[axis] as f32).powi(2)).sum::<f32>()
    }

    /// From coordinates to a face or layer and the place in it.
    fn place(&self, coords: [f32; 4]) -> Place {
        let layer = |value: f32, count: u32| (value.round_ties_even().max(0.0) as u32).min(count - 1);
        match self.view.dim {
            Dim::Cube => {
                let direction = [coords[0], coords[1], coords[2]];
                let face = face_of(direction);
                let [s, t] = on_face(face, direction);
                Place { at: [s, t, 0.0], layer: 6 * layer(coords[3], self.view.layers / 6) + face }
            }
            Dim::D3 => Place { at: [coords[0], coords[1], coords[2]], layer: 0 },
            Dim::D2 => Place { at: [coords[0], coords[1], 0.0], layer: layer(coords[2], self.view.layers) },
            Dim::D1 | Dim::Buffer => Place { at: [coords[0], 0.0, 0.0], layer: layer(coords[1], self.view.layers) },
        }
    }

    /// The first texel that a filter takes, and the weight of the second one on each axis.
    fn cell(&self, place: &Place, level: usize, filter: Filter, offset: [i32; 3]) -> (Cell, [f32; 3]) {
        let size = self.view.levels[level].size;
        let (mut cell, mut weights) = ([0; 3], [0.0; 3]);
        for axis in 0..self.view.dim.axes() {
            let scale = if self.sampler.unnormalised { 1.0 } else { size[axis] as f32 };
            let mut at = (place.at[axis] * scale).clamp(-FAR, FAR);
            if filter == Filter::Linear {
                at -= 0.5;
            }
            let first = at.floor();
            cell[axis] = first as i64 + i64::from(offset[axis]);
            weights[axis] = if first.is_nan() { 0.0 } else { at - first };
        }
        (cell, weights)
    }

    fn nearest(&self, place: &Place, level: usize, request: &Request) -> Texel {
        let (cell, _) = self.cell(place, level, Filter::Nearest, request.offset);
        self.texel(cell, place.layer, level)
    }

    fn filtered(&self, place: &Place, level: usize, filter: Filter, request: &Request) -> [f32; 4] {
        let (first, weights) = self.cell(place, level, filter, request.offset);
        if filter == Filter::Nearest {
            return self.tap(first, place.layer, level, request);
        }
        let axes = self.view.dim.axes();
        let mut sum = [0.0; 4];
        for corner in 0..1usize << axes {
            let (mut cell, mut weight) = (first, 1.0);
            for axis in 0..axes {
                let second = corner >> axis & 1 == 1;
                cell[axis] += i64::from(second);
                weight *= if second { weights[axis] } else { 1.0 - weights[axis] };
            }
            // A texel without weight must not matter even when it is infinite.
            if weight == 0.0 {
                continue;
            }
            for (sum, value) in sum.iter_mut().zip(self.tap(cell, place.layer, level, request)) {
                *sum += value * weight;
            }
        }
        sum
    }

    /// A texel, compared if that is wanted.
    fn tap(&self, cell: Cell, layer: u32, level: usize, request: &Request) -> [f32; 4] {
        let texel = self.texel(cell, layer, level);
        match request.reference {
            Some(reference) => [self.compared(reference, texel), 0.0, 0.0, 1.0],
            None => texel.map(f32::from_bits),
        }
    }

    fn compared(&self, reference: f32, texel: Texel) -> f32 {
        let unorm = self.view.format.encoding.is_unorm();
        let reference = if unorm { reference.clamp(0.0, 1.0) } else { reference };
        self.sampler.comparison().apply(reference, f32::from_bits(texel[0]))
    }

    /// The texel of a cell, which may lie beyond the edges.
    fn texel(&self, cell: Cell, layer: u32, level: usize) -> Texel {
        let size = self.view.levels[level].size;
        if self.view.dim == Dim::Cube {
            return self.cube_texel(cell, layer, level);
        }
        let mut at = [0; 3];
        for axis in 0..self.view.dim.axes() {
            match wrapped(self.sampler.address[axis], cell[axis], i64::from(size[axis])) {
                Some(inside) => at[axis] = inside,
                None => return self.border(),
            }
        }
        self.view.load(level, layer, at)
    }

    /// The texel of a cell of a face. Beyond its corners there is none: the three that meet there substitute for it.
    fn cube_texel(&self, cell: Cell, layer: u32, level: usize) -> Texel {
        let size = self.view.levels[level].size[0];
        let texel = |cell: Cell| {
            let (layer, at) = across_edges(layer, cell, size);
            self.view.load(level, layer, at)
        };
        let [x, y, _] = cell.map(|at| at.clamp(0, i64::from(size) - 1));
        if cell[0] == x || cell[1] == y {
            return texel(cell);
        }
        let around = [[x, y, 0], [cell[0], y, 0], [x, cell[1], 0]].map(texel);
        match self.view.format.class() {
            Class::Float => mean(around),
            // Integers are gathered, not mixed.
            Class::Uint | Class::Sint | Class::WideUint | Class::WideSint => around[0],
        }
    }

    fn border(&self) -> Texel {
        let integer = self.view.format.class() != Class::Float;
        let border = self.sampler.border;
        self.view.format.decode_border(border.map(|value| if integer { value as i32 as u32 } else { value.to_bits() }))
    }
}

/// The mean of texels of floating-point numbers.
fn mean(texels: [Texel; 3]) -> Texel {
    std::array::from_fn(|channel| {
        let [x, y, z] = texels.map(|texel| f32::from_bits(texel[channel]));
        ((x + y + z) / 3.0).to_bits()
    })
}

fn nearest_level(lambda: f32, last: usize) -> usize {
    (((lambda + 0.5).ceil() - 1.0).max(0.0) as usize).min(last)
}

/// Brings a texel's coordinate into `0..size`. `None` where the border is.
fn wrapped(address: Address, at: i64, size: i64) -> Option<u32> {
    let mirror = |at: i64| if at >= 0 { at } else { -1 - at };
    let inside = match address {
        Address::Wrap => at.rem_euclid(size),
        Address::Mirror => size - 1 - mirror(at.rem_euclid(2 * size) - size),
        Address::Clamp => at.clamp(0, size - 1),
        Address::MirrorOnce => mirror(at).clamp(0, size - 1),
        Address::Border => at,
    };
    u32::try_from(inside).ok().filter(|inside| i64::from(*inside) < size)
}

/// The face of a cube that a direction points to, in the order +x, -x, +y, -y, +z, -z.
fn face_of([x, y, z]: [f32; 3]) -> u32 {
    let negative = |value: f32| u32::from(value < 0.0);
    if z.abs() >= x.abs() && z.abs() >= y.abs() {
        return 4 + negative(z);
    }
    if y.abs() >= x.abs() { 2 + negative(y) } else { negative(x) }
}

/// The point at which a direction meets the plane of a face, from 0 to 1 inside of it.
fn on_face(face: u32, [x, y, z]: [f32; 3]) -> [f32; 2] {
    let (s, t, major) = match face {
        0 => (-z, -y, x),
        1 => (z, -y, x),
        2 => (x, z, y),
        3 => (x, -z, y),
        4 => (x, -y, z),
        _ => (-x, -y, z),
    };
    // A direction of length zero points nowhere; the middle of a face is as good as anything.
    let scale = if major == 0.0 { 0.0 } else { 0.5 / major.abs() };
    [s * scale + 0.5, t * scale + 0.5]
}

/// The direction to a place in the plane of a face, from -1 to 1 inside of it.
fn direction(face: u32, s: f32, t: f32) -> [f32; 3] {
    match face {
        0 => [1.0, -t, -s],
        1 => [-1.0, -t, s],
        2 => [s, 1.0, t],
        3 => [s, -1.0, -t],
        4 => [s, -t, 1.0],
        _ => [-s, -t, -1.0],
    }
}

/// Follows a cell that lies beyond an edge of its face to the neighbouring face.
fn across_edges(layer: u32, cell: Cell, size: u32) -> (u32, [u32; 3]) {
    let most = i64::from(size) - 1;
    let clamped = |value: i64| value.clamp(0, most) as u32;
    let beyond = |value: i64| value < 0 || value > most;
    if !beyond(cell[0]) && !beyond(cell[1]) {
        return (layer, [clamped(cell[0]), clamped(cell[1]), 0]);
    }
    let (cube, face) = (layer / 6, layer % 6);
    // One texel beyond the edge is as far as a filter reaches; an offset may ask for more.
    let middle = |value: i64| (2.0 * (value.clamp(-1, most + 1) as f32 + 0.5)) / size as f32 - 1.0;
    let towards = direction(face, middle(cell[0]), middle(cell[1]));
    let face = face_of(towards);
    let at = on_face(face, towards).map(|value| clamped((value * size as f32).floor() as i64));
    (6 * cube + face, [at[0], at[1], 0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::{Compare, Format, Image};

    fn at(coords: [f32; 4]) -> Request {
        Request { coords, lod: Lod::Level(0.0), min_lod: 0.0, offset: [0; 3], reference: None }
    }

    #[test]
    fn three_texels_meet_at_the_corner_of_a_cube() {
        let mut image = Image::cube(Format::R32_FLOAT, 2).unwrap();
        for face in 0..6 {
            image.set_values(0, face, &[2.0f32.powi(face as i32); 4]);
        }
        // Where +x, +y and +z meet, of the texels around one is of each of these faces, the fourth is their mean.
        let view = image.view();
        let sampler = Sampler::linear();
        let texels = Sampling { view: &view, sampler: &sampler }.gather(&at([1.0, 0.999, 0.998, 0.0]), 0, None);
        let mut texels = texels.map(f32::from_bits);
        texels.sort_by(f32::total_cmp);
        assert_eq!(texels, [1.0, 4.0, 7.0, 16.0]);
    }

    /// A row of texels 0, 1, 2, …
    fn row(count: u32) -> Image {
        let mut image = Image::d1(Format::R32_FLOAT, count).unwrap();
        image.set_values(0, 0, &(0..count).map(|value| value as f32).collect::<Vec<_>>());
        image
    }

    fn red(image: &Image, sampler: &Sampler, request: &Request) -> f32 {
        let view = image.view();
        f32::from_bits(Sampling { view: &view, sampler }.sample(request)[0])
    }

    #[test]
    fn addresses_reach_every_texel() {
        let all = |address| (-5..9).map(|at| wrapped(address, at, 4)).collect::<Vec<_>>();
        let inside = |values: [u32; 14]| values.map(Some).to_vec();
        assert_eq!(all(Address::Wrap), inside([3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0]));
        assert_eq!(all(Address::Mirror), inside([3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0, 0]));
        assert_eq!(all(Address::Clamp), inside([0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3]));
        assert_eq!(all(Address::MirrorOnce), inside([3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3]));
        assert_eq!(wrapped(Address::Border, -1, 4), None);
        assert_eq!(wrapped(Address::Border, 4, 4), None);
        assert_eq!(wrapped(Address::Border, 3, 4), Some(3));
    }

    #[test]
    fn filters_weigh_neighbours() {
        let image = row(4);
        let linear = Sampler::linear().address(Address::Clamp);
        let values = [(0.0, 0.0), (0.125, 0.0), (0.25, 0.5), (0.375, 1.0), (0.5, 1.5), (1.0, 3.0), (-9.0, 0.0)];
        for (coordinate, expected) in values {
            assert_eq!(red(&image, &linear, &at([coordinate, 0.0, 0.0, 0.0])), expected, "{coordinate}");
        }
        let nearest = Sampler::nearest();
        let values = [(0.0, 0.0), (0.24, 0.0), (0.26, 1.0), (0.99, 3.0), (1.01, 0.0), (-0.01, 3.0)];
        for (coordinate, expected) in values {
            assert_eq!(red(&image, &nearest, &at([coordinate, 0.0, 0.0, 0.0])), expected, "{coordinate}");
        }
    }

    #[test]
    fn borders_and_offsets() {
        let image = row(4);
        let sampler = Sampler { border: [7.0; 4], ..Sampler::nearest().address(Address::Border) };
        assert_eq!(red(&image, &sampler, &at([-0.1, 0.0, 0.0, 0.0])), 7.0);
        let request = Request { offset: [2, 0, 0], ..at([0.1, 0.0, 0.0, 0.0]) };
        assert_eq!(red(&image, &sampler, &request), 2.0);
    }

    #[test]
    fn levels_are_chosen_and_blended() {
        let mut image = Image::d2(Format::R32_FLOAT, 4, 4).unwrap().with_levels(3).unwrap();
        for (level, texels) in [(0, 16), (1, 4), (2, 1)] {
            image.set_values(level, 0, &vec![level as f32; texels]);
        }
        let blended = Sampler::linear();
        let nearest = Sampler::nearest();
        let with = |lod| Request { lod, ..at([0.5, 0.5, 0.0, 0.0]) };
        assert_eq!(red(&image, &blended, &with(Lod::Level(0.5))), 0.5);
        assert_eq!(red(&image, &blended, &with(Lod::Level(9.0))), 2.0);
        assert_eq!(red(&image, &nearest, &with(Lod::Level(0.5))), 0.0);
        assert_eq!(red(&image, &nearest, &with(Lod::Level(0.75))), 1.0);
        assert_eq!(red(&image, &nearest, &with(Lod::Level(f32::NAN))), 0.0);
        let gradient = Lod::Gradient([0.5, 0.0, 0.0], [0.0, 0.25, 0.0]);
        assert_eq!(red(&image, &blended, &with(gradient)), 1.0);
        let limited = Sampler { max_lod: 1.0, ..Sampler::linear() };
        assert_eq!(red(&image, &limited, &with(Lod::Level(9.0))), 1.0);
    }

    #[test]
    fn comparisons_are_filtered() {
        let image = row(2);
        let sampler = Sampler::linear().address(Address::Clamp).compare(Compare::Less);
        let request = Request { reference: Some(0.5), ..at([0.5, 0.0, 0.0, 0.0]) };
        assert_eq!(red(&image, &sampler, &request), 0.5);
    }

    #[test]
    fn gathering_goes_around_the_corner() {
        let mut image = Image::d2(Format::R32_FLOAT, 2, 2).unwrap();
        image.set_values(0, 0, &[0.0f32, 1.0, 2.0, 3.0]);
        let view = image.view();
        let sampling = Sampling { view: &view, sampler: &Sampler::nearest() };
        let gathered = sampling.gather(&at([0.5, 0.5, 0.0, 0.0]), 0, None);
        assert_eq!(gathered.map(f32::from_bits), [2.0, 3.0, 1.0, 0.0]);
    }

    #[test]
    fn cubes_have_six_faces_and_no_seams() {
        let mut image = Image::cube(Format::R32_FLOAT, 4).unwrap();
        for face in 0..6 {
            image.set_values(0, face, &[face as f32; 16]);
        }
        let directions =
            [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
        for (face, [x, y, z]) in directions.into_iter().enumerate() {
            assert_eq!(red(&image, &Sampler::linear(), &at([x, y, z, 0.0])), face as f32);
        }
        // On the edge between +x and +z both count half.
        let edge = red(&image, &Sampler::linear(), &at([1.0, 0.0, 1.0, 0.0]));
        assert_eq!(edge, 2.0);
        for face in 0..6 {
            for (s, t) in [(0.3, -0.7), (-0.9, 0.2)] {
                let towards = direction(face, s, t);
                assert_eq!(face_of(towards), face);
                let [u, v] = on_face(face, towards);
                assert!((2.0 * u - 1.0 - s).abs() < 1e-6 && (2.0 * v - 1.0 - t).abs() < 1e-6, "{face}");
            }
        }
    }

    #[test]
    fn no_coordinates_do_harm() {
        let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, -0.0, 1e30];
        let mut cube = Image::cube(Format::RGBA8_UNORM, 3).unwrap().with_levels(2).unwrap();
        cube.bytes_mut().fill(9);
        let images = [
            row(3),
            cube,
            Image::d3(Format::RGBA32_FLOAT, 2, 3, 4).unwrap(),
            Image::d2(Format::R32_UINT, 1, 1).unwrap().with_layers(3).unwrap(),
        ];
        for address in [Address::Wrap, Address::Mirror, Address::Clamp, Address::Border, Address::MirrorOnce] {
            for image in &images {
                for (x, y) in odd.iter().flat_map(|x| odd.iter().map(move |y| (*x, *y))) {
                    let view = image.view();
                    let sampling = Sampling { view: &view, sampler: &Sampler::linear().address(address) };
                    let request = Request {
                        lod: Lod::Gradient([x, y, x], [y, x, y]),
                        offset: [i32::MAX, i32::MIN, 0],
                        ..at([x, y, x, y])
                    };
                    sampling.sample(&request);
                    sampling.gather(&request, 9, Some([[i32::MIN; 2]; 4]));
                    sampling.query(&request);
                }
            }
        }
    }
}

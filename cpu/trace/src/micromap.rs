//! Opacity micromaps: the opacity of the microtriangles of a triangle.

/// The opacity of a microtriangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opacity {
    /// Never hit.
    Transparent,
    /// Opaque.
    Opaque,
    /// Not opaque; transparent where two states are forced.
    UnknownTransparent,
    /// Not opaque; opaque where two states are forced.
    UnknownOpaque,
}

impl Opacity {
    fn of(bits: u32) -> Opacity {
        match bits & 3 {
            0 => Opacity::Transparent,
            1 => Opacity::Opaque,
            2 => Opacity::UnknownTransparent,
            _ => Opacity::UnknownOpaque,
        }
    }

    /// The state where two states are forced.
    #[inline]
    pub(crate) fn of_two(self) -> Opacity {
        match self {
            Opacity::Transparent | Opacity::UnknownTransparent => Opacity::Transparent,
            Opacity::Opaque | Opacity::UnknownOpaque => Opacity::Opaque,
        }
    }
}

/// The micromap of a triangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Micromap {
    /// The level of subdivision: there are four to this power of microtriangles.
    pub level: u32,
    /// True if a state takes two bits, else one.
    pub has_four_states: bool,
    /// The states, in the order of the curve, from the lowest bit of each byte on.
    pub data: Vec<u8>,
}

/// The finest level.
const FINEST: u32 = 12;

impl Micromap {
    /// The number of bytes that the data must have at least; `None` beyond the finest level.
    pub(crate) fn bytes(&self) -> Option<usize> {
        let bits = if self.has_four_states { 2 } else { 1 };
        (self.level <= FINEST).then(|| ((1usize << (2 * self.level)) * bits).div_ceil(8))
    }

    /// The state at barycentric coordinates.
    pub fn at(&self, barycentrics: [f32; 2]) -> Opacity {
        let index = index(barycentrics, self.level.min(FINEST));
        let (per_byte, bits) = if self.has_four_states { (4, 2) } else { (8, 1) };
        let byte = self.data.get((index / per_byte) as usize).copied().unwrap_or(0);
        Opacity::of(u32::from(byte) >> ((index % per_byte) * bits) & ((1 << bits) - 1))
    }
}

/// The opacity micromaps of a geometry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Omm {
    /// The micromaps.
    pub maps: Vec<Micromap>,
    /// For each triangle the number of its micromap, or one of the special indices: -1 is transparent, -2 opaque, -3 and -4 are
    /// unknown, transparent and opaque where two states are forced.
    pub indices: Vec<i32>,
}

impl Omm {
    /// The state of a triangle at barycentric coordinates.
    #[inline]
    pub(crate) fn at(&self, triangle: u32, barycentrics: [f32; 2]) -> Opacity {
        match self.indices.get(triangle as usize).copied() {
            None | Some(-4) => Opacity::UnknownOpaque,
            Some(-1) => Opacity::Transparent,
            Some(-2) => Opacity::Opaque,
            Some(-3) => Opacity::UnknownTransparent,
            Some(index) => {
                let map = usize::try_from(index).ok().and_then(|index| self.maps.get(index));
                map.map_or(Opacity::UnknownOpaque, |map| map.at(barycentrics))
            }
        }
    }

    /// What is wrong with the micromaps of a geometry, if something is.
    pub(crate) fn problem(&self, triangles: usize) -> Option<&'static str> {
        let is_short = |map: &Micromap| map.bytes().is_none_or(|bytes| map.data.len() < bytes);
        let is_known = |index: &i32| (-4..0).contains(index) || (*index as usize) < self.maps.len();
        if self.indices.len() != triangles {
            Some("there is not an index for each triangle")
        } else if self.maps.iter().any(is_short) {
            Some("a map lacks data, or its level is above 12")
        } else if !self.indices.iter().all(is_known) {
            Some("an index refers to a map that does not exist")
        } else {
            None
        }
    }
}

/// The number of the microtriangle at barycentric coordinates, on the curve on which the quarters of each follow each other.
fn index([u, v]: [f32; 2], level: u32) -> u32 {
    let side = 1u32 << level;
    let scaled = [u, v].map(|number| number.clamp(0.0, 1.0) * side as f32);
    let [mut column, row] = scaled.map(|number| (number as u32).min(side - 1));
    let sum = column + row;
    if sum >= side {
        column -= sum - (side - 1);
    }
    let rests = scaled[0] - (scaled[0] as u32) as f32 + (scaled[1] - (scaled[1] as u32) as f32);
    let mut other = !(column + row);
    if rests >= 1.0 && sum < side - 1 {
        other = other.wrapping_sub(1);
    }
    let low = !(column ^ other) & (side - 1);
    let both = (column ^ row) & low;
    // The parity of the bits from each one up.
    let mut parity = both;
    for shift in [1, 2, 4, 8] {
        parity ^= parity >> shift;
    }
    let high = ((parity ^ column) & !low) | both;
    spread(low) | spread(high & (side - 1)) << 1
}

/// The lower sixteen bits with a zero before each.
fn spread(bits: u32) -> u32 {
    let mut bits = bits & 0xFFFF;
    for (shift, mask) in [(8, 0x00FF_00FF), (4, 0x0F0F_0F0F), (2, 0x3333_3333), (1, 0x5555_5555)] {
        bits = (bits | bits << shift) & mask;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_microtriangle_has_a_number_and_its_quarters_have_the_next_four() {
        for level in 0..7u32 {
            let side = 1u32 << level;
            let mut numbers = Vec::new();
            for row in 0..side {
                for column in 0..side - row {
                    for (is_upper, third) in [(false, 1.0f32 / 3.0), (true, 2.0 / 3.0)] {
                        if is_upper && column + row + 2 > side {
                            continue;
                        }
                        let at = [column, row].map(|cell| (cell as f32 + third) / side as f32);
                        numbers.push(index(at, level));
                        let nearby = [-0.1, 0.1].map(|by| index([at[0] + by / side as f32, at[1]], level));
                        assert_eq!(nearby, [index(at, level); 2]);
                        if level > 0 {
                            assert_eq!(index(at, level) / 4, index(at, level - 1));
                        }
                    }
                }
            }
            numbers.sort_unstable();
            assert_eq!(numbers, (0..1 << (2 * level)).collect::<Vec<u32>>());
        }
        // The corner at the first vertex, the middle, and the corners at the second and at the third.
        let places = [[0.1, 0.1], [0.3, 0.3], [0.8, 0.1], [0.1, 0.8]];
        assert_eq!(places.map(|at| index(at, 1)), [0, 1, 2, 3]);
    }

    #[test]
    fn states_have_one_or_two_bits() {
        let two = Micromap { level: 1, has_four_states: false, data: vec![0b0101] };
        let four = Micromap { level: 1, has_four_states: true, data: vec![0b11_10_01_00] };
        let corners = [[0.1, 0.1], [0.3, 0.3], [0.8, 0.1], [0.1, 0.8]];
        let places = corners.map(|at| index(at, 1));
        assert_eq!(places[0], 0);
        for (corner, place) in corners.into_iter().zip(places) {
            assert_eq!(four.at(corner), Opacity::of(place));
            assert_eq!(two.at(corner), if place % 2 == 0 { Opacity::Opaque } else { Opacity::Transparent });
        }
    }
}

//! The places of samples in a pixel.
//!
//! It must not know what covers them.

use crate::error::Error;
use crate::fixed::{HALF, ONE, Point};

/// The largest number of samples in a pixel.
pub(crate) const MOST: usize = 16;

/// The standard places in sixteenths of a pixel from its center, by the number of samples.
const STANDARD: &[&[[i32; 2]]] = &[
    &[[0, 0]],
    &[[4, 4], [-4, -4]],
    &[[-2, -6], [6, -2], [-6, 2], [2, 6]],
    &[[1, -3], [-1, 3], [5, 1], [-3, -5], [-5, 5], [-7, -1], [3, 7], [7, -7]],
    &[
        [1, 1],
        [-1, -3],
        [-3, 2],
        [4, -1],
        [-5, -2],
        [2, 5],
        [5, 3],
        [3, -5],
        [-2, 6],
        [0, -7],
        [-4, -6],
        [-6, 4],
        [-8, 0],
        [7, -4],
        [6, 7],
        [-7, -8],
    ],
];

/// The standard places of a number of samples, in sixteenths of a pixel from its center.
pub fn standard(count: u32) -> Result<&'static [[i32; 2]], Error> {
    let found = STANDARD.iter().find(|row| row.len() == count as usize);
    found.copied().ok_or(Error::Samples(count))
}

/// The samples of a draw, as offsets from the upper left corner of a pixel in units of the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Samples {
    places: Vec<[i64; 2]>,
}

impl Samples {
    pub(crate) fn new(count: u32, chosen: Option<&[[i32; 2]]>) -> Result<Self, Error> {
        let standard = standard(count)?;
        let places = chosen.unwrap_or(standard);
        let is_inside = |place: &[i32; 2]| place.iter().all(|part| (-8..8).contains(part));
        if places.len() != standard.len() || !places.iter().all(is_inside) {
            return Err(Error::SamplePositions);
        }
        let unit = ONE / 16;
        Ok(Self { places: places.iter().map(|place| place.map(|part| HALF + i64::from(part) * unit)).collect() })
    }

    /// The places.
    pub(crate) fn places(&self) -> &[[i64; 2]] {
        &self.places
    }

    /// The least and the greatest place along each axis.
    pub(crate) fn reach(&self) -> [Point; 2] {
        let most = |axis: usize, fold: fn(i64, i64) -> i64, start| {
            self.places.iter().fold(start, |found, place| fold(found, place[axis]))
        };
        [[0, 1].map(|axis| most(axis, i64::min, ONE)), [0, 1].map(|axis| most(axis, i64::max, 0))]
    }

    pub(crate) fn count(&self) -> usize {
        self.places.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_places_are_distinct_and_inside() {
        for count in [1, 2, 4, 8, 16] {
            let places = standard(count).unwrap();
            assert_eq!(places.len(), count as usize);
            for (at, place) in places.iter().enumerate() {
                assert!(!places[..at].contains(place) && place.iter().all(|part| (-8..8).contains(part)));
                // No two samples share a row or a column of the grid, as in the n-rooks placements that Direct3D chose.
                let shared = |axis: usize| places.iter().filter(|other| other[axis] == place[axis]).count();
                assert_eq!((shared(0), shared(1)), (1, 1), "{count}");
            }
        }
        assert_eq!(standard(3), Err(Error::Samples(3)));
    }

    #[test]
    fn chosen_places_must_fit() {
        assert_eq!(Samples::new(2, Some(&[[0, 0]])), Err(Error::SamplePositions));
        assert_eq!(Samples::new(1, Some(&[[8, 0]])), Err(Error::SamplePositions));
        assert_eq!(Samples::new(1, Some(&[[-8, 7]])).unwrap().places(), [[0, 240]]);
        assert_eq!(Samples::new(16, None).unwrap().count(), 16);
    }
}

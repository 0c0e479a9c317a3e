//! Indirect draws: calls whose numbers are in a buffer.
//!
//! It must not know who wrote the buffer, or how a draw runs.

use super::pipeline::{Draw, Fetch, Pipeline, Run, Stop};
use crate::error::Error;
use raster::{Call, Indices, Statistics};

/// Where the numbers of an indirect draw are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Indirect {
    /// The first byte.
    pub offset: u64,
    /// The number of draws.
    pub draws: u32,
    /// The bytes from the numbers of a draw to those of the next one; 0 means one after the other.
    pub stride: u32,
    /// True if vertices are indices.
    pub indexed: bool,
}

/// The numbers of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawNumbers {
    /// The number of vertices or indices.
    pub count: u32,
    /// The number of instances.
    pub instances: u32,
    /// The first vertex or index.
    pub first: u32,
    /// What is added to each index.
    pub base: i32,
    /// The first instance.
    pub first_instance: u32,
}

impl DrawNumbers {
    /// The call with these numbers. Vertices without indices stay a sequence.
    pub fn call<'c>(&self, call: Call<'c>) -> Call<'c> {
        Call { first: self.first, count: self.count, base: self.base, ..call }
    }

    /// The instances.
    pub fn instances(&self) -> std::ops::Range<u32> {
        self.first_instance..self.first_instance.saturating_add(self.instances)
    }
}

impl Indirect {
    /// The bytes of the numbers of a draw.
    fn size(&self) -> u64 {
        if self.indexed { 20 } else { 16 }
    }

    /// The numbers of all draws, in the layout of Vulkan and Direct3D.
    ///
    /// # Errors
    /// When they are not all in the buffer.
    pub fn read(&self, bytes: &[u8]) -> Result<Vec<DrawNumbers>, Error> {
        let stride = if self.stride == 0 { self.size() } else { self.stride.into() };
        let end = self.offset.saturating_add(stride.saturating_mul(self.draws.saturating_sub(1).into()));
        let end = if self.draws == 0 { self.offset } else { end.saturating_add(self.size()) };
        if end > bytes.len() as u64 {
            return Err(Error::Indirect { end, bytes: bytes.len() as u64 });
        }
        let numbers = |draw: u32| {
            let start = (self.offset + stride * u64::from(draw)) as usize;
            let word = |at: usize| {
                let own = &bytes[start + 4 * at..start + 4 * at + 4];
                u32::from_le_bytes(own.try_into().unwrap_or_default())
            };
            let (count, instances, first) = (word(0), word(1), word(2));
            match self.indexed {
                true => DrawNumbers { count, instances, first, base: word(3).cast_signed(), first_instance: word(4) },
                false => DrawNumbers { count, instances, first, base: 0, first_instance: word(3) },
            }
        };
        Ok((0..self.draws).map(numbers).collect())
    }
}

impl Pipeline {
    /// Draws what the numbers in a buffer say, one draw after the other. The call has topology and indices, the numbers
    /// everything else.
    ///
    /// # Errors
    /// As for [`Pipeline::draw`], and when the numbers are not all in the buffer.
    pub fn draw_indirect(
        &self,
        draw: Draw<'_>,
        indirect: &Indirect,
        numbers: &[u8],
        fetch: &Fetch<'_>,
        run: &mut Run<'_>,
        stop: &Stop<'_>,
    ) -> Result<Statistics, Error> {
        let Draw { state, targets, call, mut watch, mut streams, .. } = draw;
        let indexed = !matches!(call.indices, Indices::Sequence);
        let mut all = Statistics::default();
        for (number, own) in (0..).zip(Indirect { indexed, ..*indirect }.read(numbers)?) {
            let call = own.call(call);
            let one = Draw {
                state,
                targets: &mut *targets,
                call,
                instances: own.instances(),
                number,
                watch: watch.as_deref_mut(),
                streams: streams.as_deref_mut(),
            };
            all.add(self.draw(one, fetch, run, stop)?);
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_where_they_are() {
        let words: Vec<u8> =
            [9u32, 3, 2, 4, 7, 0, 6, 1, 0, u32::MAX, 5].iter().flat_map(|word| word.to_le_bytes()).collect();
        let plain = Indirect { offset: 0, draws: 1, stride: 0, indexed: false };
        let first = DrawNumbers { count: 9, instances: 3, first: 2, base: 0, first_instance: 4 };
        assert_eq!(plain.read(&words).unwrap(), [first]);
        let indexed = Indirect { draws: 2, stride: 24, indexed: true, ..plain };
        let second = DrawNumbers { count: 6, instances: 1, first: 0, base: -1, first_instance: 5 };
        assert_eq!(indexed.read(&words).unwrap(), [DrawNumbers { base: 4, first_instance: 7, ..first }, second]);
        assert_eq!(second.instances(), 5..6);
        assert!(Indirect { offset: 4, ..indexed }.read(&words).is_err());
        assert!(Indirect { draws: u32::MAX, stride: u32::MAX, ..indexed }.read(&words).is_err());
        assert_eq!(Indirect { draws: 0, ..plain }.read(&[]).unwrap(), []);
    }
}

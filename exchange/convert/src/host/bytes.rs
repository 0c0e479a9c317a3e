//! The buffers of a run.

use super::values::{Held, Scalar};

/// The buffers, by their indices; those that were released have no bytes.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    all: Vec<Option<Vec<u8>>>,
    held: u64,
}

/// Memory that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// More bytes than a run may hold.
    Full,
    /// A buffer that was released.
    Released,
}

impl Buffers {
    /// A new buffer of zeros.
    pub(super) fn add(&mut self, bytes: u64, most: u64) -> Result<usize, Missing> {
        if bytes > most.saturating_sub(self.held) {
            return Err(Missing::Full);
        }
        let mut buffer = Vec::new();
        buffer.try_reserve_exact(bytes as usize).map_err(|_| Missing::Full)?;
        buffer.resize(bytes as usize, 0);
        self.held += bytes;
        self.all.push(Some(buffer));
        Ok(self.all.len() - 1)
    }

    /// Releases a buffer.
    pub(super) fn release(&mut self, buffer: usize) -> Result<(), Missing> {
        let bytes = self.all[buffer].take().ok_or(Missing::Released)?;
        self.held -= bytes.len() as u64;
        Ok(())
    }

    /// Takes the bytes of a buffer out, for a kernel.
    pub(super) fn take(&mut self, buffer: usize) -> Result<Vec<u8>, Missing> {
        self.all[buffer].take().ok_or(Missing::Released)
    }

    /// Puts bytes that were taken back.
    pub(super) fn put(&mut self, buffer: usize, bytes: Vec<u8>) {
        self.all[buffer] = Some(bytes);
    }

    /// The bytes of a buffer.
    pub(super) fn bytes(&self, buffer: usize) -> Result<&[u8], Missing> {
        self.all[buffer].as_deref().ok_or(Missing::Released)
    }

    /// The bytes of a buffer, to be written.
    pub(super) fn bytes_mut(&mut self, buffer: usize) -> Result<&mut [u8], Missing> {
        self.all[buffer].as_deref_mut().ok_or(Missing::Released)
    }
}

/// A number, or the components of a vector, from memory.
pub(super) fn read(bytes: &[u8], scalar: Scalar, is_vector: bool) -> Held {
    let one = |bytes: &[u8]| bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
    match is_vector {
        true => Held::Vector(bytes.chunks_exact(scalar.bytes()).map(one).collect()),
        false => Held::Bits(one(bytes)),
    }
}

/// Writes numbers one after the other.
pub(super) fn write(bytes: &mut [u8], numbers: &[u64], scalar: Scalar) {
    for (target, number) in bytes.chunks_exact_mut(scalar.bytes()).zip(numbers) {
        target.copy_from_slice(&number.to_le_bytes()[..scalar.bytes()]);
    }
}

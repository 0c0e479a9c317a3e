//! The limits of this machine, measured: what no kernel can be faster than.

use crate::team::{self, Share};
use std::hint::black_box;
use std::time::Duration;

/// What a kernel needs most.
pub(crate) enum Need {
    /// The given number of bytes that are only read, that are read and written in place, and that are read and written
    /// elsewhere.
    Bytes { read: usize, updated: usize, copied: usize },
    /// The given number of processor cycles.
    Cycles(f64),
    /// The given number of processor cycles with vectors of one lane: as many times less as the processor's vectors
    /// have lanes.
    VectorCycles(f64),
}

impl Need {
    pub(crate) const fn read(bytes: usize) -> Self {
        Need::Bytes { read: bytes, updated: 0, copied: 0 }
    }

    pub(crate) const fn updated(bytes: usize) -> Self {
        Need::Bytes { read: 0, updated: bytes, copied: 0 }
    }

    pub(crate) const fn copied(bytes: usize) -> Self {
        Need::Bytes { read: 0, updated: 0, copied: bytes }
    }
}

/// The throughput of this machine with all its threads.
pub(crate) struct Limits {
    /// Cycles in a second.
    cycles: f64,
}

/// The cycles of a multiplication and an exclusive or, one after the other, on most processors of the last ten years.
const STEP: f64 = 4.0;

impl Limits {
    pub(crate) fn measure() -> Self {
        const COUNT: u32 = 1 << 20;
        let threads = team::threads();
        let time = team::shortest((0..threads).map(|_| -> Share<'_> { Box::new(|| steps(COUNT)) }).collect());
        Limits { cycles: threads as f64 * STEP * f64::from(COUNT) / time.as_secs_f64() }
    }

    /// The shortest time of a kernel, in milliseconds. Bytes are moved here, as many as the kernel has, so that they lie where
    /// the kernel's do: in a cache or in memory.
    pub(crate) fn milliseconds(&self, need: &Need) -> f64 {
        let seconds = match *need {
            Need::Bytes { read, updated, copied } => moved(read, updated, copied).as_secs_f64(),
            Need::Cycles(count) => count / self.cycles,
            Need::VectorCycles(count) => count / f64::from(lanes()) / self.cycles,
        };
        seconds * 1e3
    }

    pub(crate) fn print(&self) {
        println!("\n{:.2} G cycles/s on all threads, {} lanes.", self.cycles / 1e9, lanes());
    }
}

/// The 32-bit lanes of the widest vectors.
fn lanes() -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            return 16;
        }
        if is_x86_feature_detected!("avx2") {
            return 8;
        }
    }
    4
}

/// The time in which the given number of bytes are moved by the plainest code.
fn moved(read: usize, updated: usize, copied: usize) -> Duration {
    let threads = team::threads();
    let share = || -> Share<'_> {
        let halves = [vec![1u8; read / threads / 2], vec![1u8; read / threads / 2]];
        let mut own = vec![1u64; updated / threads / size_of::<u64>()];
        let (from, mut to) = (vec![1u8; copied / threads], vec![0u8; copied / threads]);
        Box::new(move || {
            // The halves are equal, so that all of both is read.
            black_box(black_box(&halves[0][..]) == black_box(&halves[1][..]));
            black_box(&mut own[..]).iter_mut().for_each(|word| *word ^= 1);
            black_box(&mut to[..]).copy_from_slice(black_box(&from[..]));
        })
    };
    team::shortest((0..threads).map(|_| share()).collect())
}

/// The given number of steps that each need the one before.
fn steps(count: u32) {
    let factor = black_box(0x9E37_79B9_7F4A_7C15_u64);
    black_box((0..count).fold(black_box(1u64), |state, _| state.wrapping_mul(factor) ^ (state >> 32)));
}

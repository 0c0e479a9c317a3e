//! The limits of this machine, measured: what no kernel can be faster than.

use std::hint::black_box;
use std::thread;
use std::time::{Duration, Instant};

/// What a kernel needs most.
pub(crate) enum Need {
    /// So many bytes from memory and to it.
    Memory(f64),
    /// So many bytes from the last cache and to it.
    Cache(f64),
    /// So many processor cycles.
    Cycles(f64),
    /// So many processor cycles with vectors of one lane: as many times less as the processor's vectors have lanes.
    VectorCycles(f64),
}

/// The throughput of this machine with all its threads, each figure per second.
pub(crate) struct Limits {
    memory: f64,
    cache: f64,
    cycles: f64,
}

/// The bytes that a thread moves in memory, more than its share of any cache,
const MEMORY: usize = 256 << 20;
/// and in the last cache, more than the nearer ones have.
const CACHE: usize = 8 << 20;
/// Each limit is the best of measurements during this time.
const PATIENCE: Duration = Duration::from_millis(300);
/// The cycles of a multiplication and an exclusive or, one after the other, on most processors of the last ten years.
const STEP: f64 = 4.0;

impl Limits {
    pub(crate) fn measure() -> Self {
        Limits {
            memory: on_all_threads(|| moved(MEMORY)),
            cache: on_all_threads(|| moved(CACHE)),
            cycles: on_all_threads(cycles),
        }
    }

    /// The shortest time of a kernel, in milliseconds.
    pub(crate) fn milliseconds(&self, need: &Need) -> f64 {
        let seconds = match need {
            Need::Memory(bytes) => bytes / self.memory,
            Need::Cache(bytes) => bytes / self.cache,
            Need::Cycles(count) => count / self.cycles,
            Need::VectorCycles(count) => count / f64::from(lanes()) / self.cycles,
        };
        seconds * 1e3
    }

    pub(crate) fn print(&self) {
        let Limits { memory, cache, cycles } = self;
        let [memory, cache, cycles] = [memory, cache, cycles].map(|rate| rate / 1e9);
        println!(
            "\nMemory {memory:.1} GB/s, last cache {cache:.1} GB/s, {cycles:.2} G cycles/s on all threads, {} lanes.",
            lanes()
        );
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

/// The sum of what each thread does in a second.
fn on_all_threads(rate: impl Fn() -> f64 + Sync) -> f64 {
    on_each_thread(|_| rate()).into_iter().sum()
}

/// The rate of each thread while all run at once. `rate` is called on each of them with their number.
pub(crate) fn on_each_thread(rate: impl Fn(usize) -> f64 + Sync) -> Vec<f64> {
    let count = thread::available_parallelism().map_or(1, usize::from);
    let rate = &rate;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(move || rate(count))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or(0.0)).collect()
    })
}

/// The bytes that are copied in a second, each read and written.
fn moved(bytes: usize) -> f64 {
    let (from, mut to) = (vec![1u8; bytes / 2], vec![0u8; bytes / 2]);
    fastest(bytes as f64, || black_box(&mut to[..]).copy_from_slice(black_box(&from[..])))
}

/// The cycles in a second, from steps that each need the one before.
fn cycles() -> f64 {
    const COUNT: u32 = 1 << 20;
    let factor = black_box(0x9E37_79B9_7F4A_7C15_u64);
    fastest(STEP * f64::from(COUNT), || {
        black_box((0..COUNT).fold(black_box(1u64), |state, _| state.wrapping_mul(factor) ^ (state >> 32)));
    })
}

/// The work that is done in a second, in the fastest of many runs.
pub(crate) fn fastest(work: f64, mut run: impl FnMut()) -> f64 {
    let (start, mut best) = (Instant::now(), Duration::MAX);
    while start.elapsed() < PATIENCE {
        let begin = Instant::now();
        run();
        best = best.min(begin.elapsed());
    }
    work / best.as_secs_f64()
}

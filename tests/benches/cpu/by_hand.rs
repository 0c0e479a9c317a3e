//! The kernels written by hand: what a program can be asked for on this machine.

#[cfg(target_arch = "x86_64")]
mod avx2;

/// A kernel.
#[derive(Clone, Copy)]
pub(crate) enum Hand {
    Saxpy,
    Sums,
    Product,
    Mandelbrot,
    Bodies,
    PrefixSums,
    Histogram,
    Blur,
    BitonicStep,
    Waves,
}

impl Hand {
    /// Its time, in milliseconds; `None` on processors for which it is not written.
    pub(crate) fn milliseconds(self) -> Option<f64> {
        #[cfg(target_arch = "x86_64")]
        return avx2::milliseconds(self);
        #[cfg(not(target_arch = "x86_64"))]
        None
    }
}

//! The kernels written by hand: what a program can be requested on this machine.

#[cfg(target_arch = "x86_64")]
mod avx2;

use crate::cases::Case;
use crate::team::{self, Share};
use bytemuck::cast_slice;

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
    /// Its time on the resources of a case, in milliseconds, once its results are the same as those of another case, which
    /// a device has run. `None` on processors for which it is not written.
    pub(crate) fn milliseconds(self, case: &mut Case, expected: &mut Case) -> Option<Result<f64, String>> {
        team::once(self.shares(case)?);
        if let Some(name) = self.difference(case, expected) {
            return Some(Err(format!("{name} differs")));
        }
        Some(Ok(team::shortest(self.shares(case)?).as_secs_f64() * 1e3))
    }

    fn shares(self, case: &mut Case) -> Option<Vec<Share<'_>>> {
        #[cfg(target_arch = "x86_64")]
        return avx2::shares(self, case.memory(), team::threads());
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// The first resource with other contents.
    fn difference(self, case: &mut Case, expected: &mut Case) -> Option<String> {
        let names = case.names();
        let all = case.memory().into_iter().zip(expected.memory()).zip(names);
        all.into_iter().find_map(|((own, other), name)| (!self.agrees(own, other)).then_some(name))
    }

    /// Returns whether results are the same, up to the rounding of numbers.
    fn agrees(self, own: &[u8], other: &[u8]) -> bool {
        let is_near = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-3 * b.abs().max(1.0);
        let same = || {
            let (own, other) = (cast_slice::<_, f32>(own), cast_slice::<_, f32>(other));
            own.iter().zip(other).filter(|pair| is_near(*pair)).count() as f64 / own.len().max(1) as f64
        };
        match self {
            Hand::Saxpy | Hand::Product | Hand::Bodies | Hand::Blur => own == other || same() == 1.0,
            // Near the border of the set another rounding leads to another number of iterations.
            Hand::Mandelbrot => own == other || same() > 0.95,
            Hand::Sums | Hand::PrefixSums | Hand::Histogram | Hand::BitonicStep | Hand::Waves => own == other,
        }
    }
}

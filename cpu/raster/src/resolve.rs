//! Resolving: one texel for the samples of each pixel.
//!
//! It must not know how samples were drawn.

use crate::samples;
use crate::target::Targets;
use texels::{Class, Texel};

/// How samples become one texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resolve {
    /// The mean of linear values; the first sample of integers.
    Average,
    /// The least value of each component.
    Min,
    /// The greatest value of each component.
    Max,
    /// The first sample.
    First,
}

impl Targets {
    /// The texels of a layer in rows, in the format of the target.
    pub fn resolve(&self, target: usize, layer: u32, how: Resolve) -> Vec<u8> {
        let (format, pixels) = self.samples_of(target, layer);
        let bytes = format.bytes();
        let mut resolved = Vec::with_capacity(self.size()[0] as usize * self.size()[1] as usize * bytes);
        for samples in pixels {
            let at = resolved.len();
            let first = &samples[..bytes];
            resolved.extend_from_slice(first);
            // One sample, or equal ones, keep their bytes.
            if how == Resolve::First || samples.chunks_exact(bytes).all(|sample| sample == first) {
                continue;
            }
            let mut texels = [Texel::default(); samples::MOST];
            let count = samples.len() / bytes;
            for (texel, sample) in texels.iter_mut().zip(samples.chunks_exact(bytes)) {
                *texel = format.decode(format.load(sample));
            }
            let texels = &texels[..count];
            if texels.iter().any(|texel| texel != &texels[0]) {
                format.store(format.encode(combined(texels, format.class(), how)), &mut resolved[at..]);
            }
        }
        resolved
    }
}

fn combined(texels: &[Texel], class: Class, how: Resolve) -> Texel {
    std::array::from_fn(|component| {
        let parts = texels.iter().map(|texel| texel[component]);
        match class {
            Class::Float => float(parts.map(f32::from_bits), texels.len(), how).to_bits(),
            Class::Uint | Class::WideUint => chosen(parts, how),
            Class::Sint | Class::WideSint => chosen(parts.map(u32::cast_signed), how).cast_unsigned(),
        }
    })
}

fn float(parts: impl Iterator<Item = f32>, count: usize, how: Resolve) -> f32 {
    match how {
        Resolve::Average => (parts.map(f64::from).sum::<f64>() / count as f64) as f32,
        Resolve::Min => parts.fold(f32::INFINITY, f32::min),
        Resolve::Max => parts.fold(f32::NEG_INFINITY, f32::max),
        Resolve::First => first(parts),
    }
}

fn chosen<T: Ord + Default>(parts: impl Iterator<Item = T>, how: Resolve) -> T {
    match how {
        Resolve::Average | Resolve::First => first(parts),
        Resolve::Min => parts.min().unwrap_or_default(),
        Resolve::Max => parts.max().unwrap_or_default(),
    }
}

fn first<T: Default>(mut parts: impl Iterator<Item = T>) -> T {
    parts.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_combined() {
        let float = |values: [f32; 4]| values.map(|value| [value.to_bits(); 4]);
        let of = |how| f32::from_bits(combined(&float([0.0, 0.5, 0.25, 1.0]), Class::Float, how)[2]);
        assert_eq!([Resolve::Average, Resolve::Min, Resolve::Max, Resolve::First].map(of), [0.4375, 0.0, 1.0, 0.0]);
        let signed = [[u32::MAX; 4], [3; 4]];
        let of = |class, how| combined(&signed, class, how)[0];
        assert_eq!([of(Class::Sint, Resolve::Max), of(Class::Uint, Resolve::Max)], [3, u32::MAX]);
        assert_eq!(of(Class::Uint, Resolve::Average), u32::MAX);
    }
}

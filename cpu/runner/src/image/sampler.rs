//! Settings of a sampler: filters, addressing, levels, comparison.

use abi::{AddressMode, LiteralSampler};
use std::cmp::Ordering;

/// Filter between texels or between mip levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Filter {
    /// The nearest one.
    #[default]
    Nearest,
    /// A weighted mean of the neighbours.
    Linear,
}

/// Addressing beyond an image's edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Address {
    /// The image again.
    #[default]
    Wrap,
    /// The image again, every other one mirrored.
    Mirror,
    /// The texels at the edge.
    Clamp,
    /// The border's colour.
    Border,
    /// The image mirrored once, then the texels at the edge.
    MirrorOnce,
}

/// Comparison of the reference with a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// Not at all.
    Never,
    /// The reference is less.
    Less,
    /// They are equal.
    Equal,
    /// The reference is less or equal.
    LessEqual,
    /// The reference is greater.
    Greater,
    /// They are not equal.
    NotEqual,
    /// The reference is greater or equal.
    GreaterEqual,
    /// In any case.
    Always,
}

impl Compare {
    /// The relations of two numbers for which the result is one: the `COMPARE_` bits.
    fn bits(self) -> u32 {
        let all = abi::COMPARE_LESS | abi::COMPARE_EQUAL | abi::COMPARE_GREATER | abi::COMPARE_UNORDERED;
        match self {
            Compare::Never => 0,
            Compare::Less => abi::COMPARE_LESS,
            Compare::Equal => abi::COMPARE_EQUAL,
            Compare::LessEqual => abi::COMPARE_LESS | abi::COMPARE_EQUAL,
            Compare::Greater => abi::COMPARE_GREATER,
            Compare::NotEqual => all & !abi::COMPARE_EQUAL,
            Compare::GreaterEqual => abi::COMPARE_GREATER | abi::COMPARE_EQUAL,
            Compare::Always => all,
        }
    }

    /// The comparison's result as a number.
    pub(crate) fn apply(self, reference: f32, texel: f32) -> f32 {
        let way = match reference.partial_cmp(&texel) {
            Some(Ordering::Less) => abi::COMPARE_LESS,
            Some(Ordering::Equal) => abi::COMPARE_EQUAL,
            Some(Ordering::Greater) => abi::COMPARE_GREATER,
            None => abi::COMPARE_UNORDERED,
        };
        f32::from(u8::from(self.bits() & way != 0))
    }
}

/// A sampler. The default takes the nearest texel of the nearest level and repeats the image.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampler {
    /// The filter where a texel covers more than one pixel.
    pub magnify: Filter,
    /// The filter where a texel covers less.
    pub minify: Filter,
    /// The filter between mip levels.
    pub levels: Filter,
    /// Addressing beyond the edges, per axis.
    pub address: [Address; 3],
    /// The colour of the border.
    pub border: [f32; 4],
    /// Bias of the level.
    pub lod_bias: f32,
    /// The finest level.
    pub min_lod: f32,
    /// The coarsest level.
    pub max_lod: f32,
    /// True if coordinates count texels, as kernels and Vulkan's samplers of this name have it; else they go from 0 to
    /// 1.
    pub unnormalised: bool,
    /// The comparison of `SampleCmp`; without one it compares by [`Compare::LessEqual`].
    pub compare: Option<Compare>,
}

impl Default for Sampler {
    fn default() -> Self {
        Sampler {
            magnify: Filter::Nearest,
            minify: Filter::Nearest,
            levels: Filter::Nearest,
            address: [Address::Wrap; 3],
            border: [0.0; 4],
            lod_bias: 0.0,
            min_lod: 0.0,
            max_lod: 1000.0,
            unnormalised: false,
            compare: None,
        }
    }
}

impl Sampler {
    /// A sampler that takes the nearest texel.
    pub fn nearest() -> Self {
        Self::default()
    }

    /// A sampler that interpolates between texels and levels.
    pub fn linear() -> Self {
        let filter = Filter::Linear;
        Sampler { magnify: filter, minify: filter, levels: filter, ..Self::default() }
    }

    /// An immutable sampler of a module.
    pub(crate) fn literal(literal: &LiteralSampler) -> Self {
        let address = match literal.address {
            AddressMode::Wrap => Address::Wrap,
            AddressMode::Mirror => Address::Mirror,
            AddressMode::Clamp => Address::Clamp,
            AddressMode::Border => Address::Border,
            AddressMode::MirrorOnce => Address::MirrorOnce,
        };
        let sampler = if literal.is_linear { Self::linear() } else { Self::nearest() };
        Sampler { unnormalised: !literal.is_normalised, ..sampler.address(address) }
    }

    /// The sampler in the form for generated code; `None` if only the host can sample with it.
    pub(crate) fn state(&self) -> Option<abi::SamplerState> {
        if self.unnormalised {
            return None;
        }
        let filter = |filter: Filter| match filter {
            Filter::Nearest => abi::FILTER_NEAREST,
            Filter::Linear => abi::FILTER_LINEAR,
        };
        let mode = |address: Address| match address {
            Address::Wrap => AddressMode::Wrap as u32,
            Address::Mirror => AddressMode::Mirror as u32,
            Address::Clamp => AddressMode::Clamp as u32,
            Address::Border => AddressMode::Border as u32,
            Address::MirrorOnce => AddressMode::MirrorOnce as u32,
        };
        Some(abi::SamplerState {
            magnify: filter(self.magnify),
            minify: filter(self.minify),
            levels: filter(self.levels),
            address: self.address.map(mode),
            border: self.border,
            lod_bias: self.lod_bias,
            min_lod: self.min_lod,
            max_lod: self.max_lod,
            compare: self.comparison().bits(),
        })
    }

    /// The comparison, or that of a sampler without one.
    pub(crate) fn comparison(&self) -> Compare {
        self.compare.unwrap_or(Compare::LessEqual)
    }

    /// The sampler with this behaviour at all edges.
    #[must_use]
    pub fn address(mut self, address: Address) -> Self {
        self.address = [address; 3];
        self
    }

    /// The sampler with this comparison.
    #[must_use]
    pub fn compare(mut self, compare: Compare) -> Self {
        self.compare = Some(compare);
        self
    }
}

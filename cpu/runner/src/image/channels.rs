//! Texel formats as OpenCL names them in SPIR-V, for kernels that ask an image.
//!
//! It must not know what texels mean.

use spirv::{ImageChannelDataType, ImageChannelOrder};
use texels::{Channels, Encoding, Format};

/// The numbers that SPIR-V gives the type of a channel and the order of channels. Integers of 64 bits have none.
pub(crate) fn numbers(format: Format) -> [u32; 2] {
    let order = match format.channels {
        Channels::R => ImageChannelOrder::R,
        Channels::Rg => ImageChannelOrder::RG,
        Channels::Rgba => ImageChannelOrder::RGBA,
    };
    let ty = match format.encoding {
        Encoding::Unorm8 => ImageChannelDataType::UnormInt8,
        Encoding::Snorm8 => ImageChannelDataType::SnormInt8,
        Encoding::Uint8 => ImageChannelDataType::UnsignedInt8,
        Encoding::Sint8 => ImageChannelDataType::SignedInt8,
        Encoding::Unorm16 => ImageChannelDataType::UnormInt16,
        Encoding::Snorm16 => ImageChannelDataType::SnormInt16,
        Encoding::Uint16 => ImageChannelDataType::UnsignedInt16,
        Encoding::Sint16 => ImageChannelDataType::SignedInt16,
        Encoding::Float16 => ImageChannelDataType::HalfFloat,
        Encoding::Uint32 => ImageChannelDataType::UnsignedInt32,
        Encoding::Sint32 => ImageChannelDataType::SignedInt32,
        Encoding::Float32 => ImageChannelDataType::Float,
        Encoding::Uint64 | Encoding::Sint64 => return [u32::MAX, order as u32],
    };
    [ty as u32, order as u32]
}

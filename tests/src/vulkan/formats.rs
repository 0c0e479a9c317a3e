//! The runner's images and samplers in Vulkan's terms.

use crate::device::Result;
use ash::vk;
use runner::image::{Address, Channels, Compare, Dim, Encoding, Filter, Format};
use runner::{Image, Sampler};

pub(super) fn format(format: Format) -> vk::Format {
    use Encoding::*;
    let [one, two, four] = match format.encoding {
        Unorm8 => [vk::Format::R8_UNORM, vk::Format::R8G8_UNORM, vk::Format::R8G8B8A8_UNORM],
        Snorm8 => [vk::Format::R8_SNORM, vk::Format::R8G8_SNORM, vk::Format::R8G8B8A8_SNORM],
        Uint8 => [vk::Format::R8_UINT, vk::Format::R8G8_UINT, vk::Format::R8G8B8A8_UINT],
        Sint8 => [vk::Format::R8_SINT, vk::Format::R8G8_SINT, vk::Format::R8G8B8A8_SINT],
        Unorm16 => [vk::Format::R16_UNORM, vk::Format::R16G16_UNORM, vk::Format::R16G16B16A16_UNORM],
        Snorm16 => [vk::Format::R16_SNORM, vk::Format::R16G16_SNORM, vk::Format::R16G16B16A16_SNORM],
        Uint16 => [vk::Format::R16_UINT, vk::Format::R16G16_UINT, vk::Format::R16G16B16A16_UINT],
        Sint16 => [vk::Format::R16_SINT, vk::Format::R16G16_SINT, vk::Format::R16G16B16A16_SINT],
        Float16 => [vk::Format::R16_SFLOAT, vk::Format::R16G16_SFLOAT, vk::Format::R16G16B16A16_SFLOAT],
        Uint32 => [vk::Format::R32_UINT, vk::Format::R32G32_UINT, vk::Format::R32G32B32A32_UINT],
        Sint32 => [vk::Format::R32_SINT, vk::Format::R32G32_SINT, vk::Format::R32G32B32A32_SINT],
        Float32 => [vk::Format::R32_SFLOAT, vk::Format::R32G32_SFLOAT, vk::Format::R32G32B32A32_SFLOAT],
        Uint64 => [vk::Format::R64_UINT, vk::Format::R64G64_UINT, vk::Format::R64G64B64A64_UINT],
        Sint64 => [vk::Format::R64_SINT, vk::Format::R64G64_SINT, vk::Format::R64G64B64A64_SINT],
    };
    match format.channels {
        Channels::R => one,
        Channels::Rg => two,
        Channels::Rgba => four,
    }
}

/// The type of an image, and that of a view of all of it.
pub(super) fn types(image: &Image) -> (vk::ImageType, vk::ImageViewType) {
    match (image.dim(), image.is_array()) {
        (Dim::D1 | Dim::Buffer, false) => (vk::ImageType::TYPE_1D, vk::ImageViewType::TYPE_1D),
        (Dim::D1 | Dim::Buffer, true) => (vk::ImageType::TYPE_1D, vk::ImageViewType::TYPE_1D_ARRAY),
        (Dim::D2, false) => (vk::ImageType::TYPE_2D, vk::ImageViewType::TYPE_2D),
        (Dim::D2, true) => (vk::ImageType::TYPE_2D, vk::ImageViewType::TYPE_2D_ARRAY),
        (Dim::D3, _) => (vk::ImageType::TYPE_3D, vk::ImageViewType::TYPE_3D),
        (Dim::Cube, false) => (vk::ImageType::TYPE_2D, vk::ImageViewType::CUBE),
        (Dim::Cube, true) => (vk::ImageType::TYPE_2D, vk::ImageViewType::CUBE_ARRAY),
    }
}

pub(super) fn sampler(sampler: &Sampler) -> Result<vk::SamplerCreateInfo<'static>> {
    if sampler.unnormalised {
        return Err("coordinates that count texels are those of kernels".to_owned());
    }
    let levels = match sampler.levels {
        Filter::Nearest => vk::SamplerMipmapMode::NEAREST,
        Filter::Linear => vk::SamplerMipmapMode::LINEAR,
    };
    let [u, v, w] = sampler.address.map(address);
    let info = vk::SamplerCreateInfo::default()
        .mag_filter(filter(sampler.magnify))
        .min_filter(filter(sampler.minify))
        .mipmap_mode(levels)
        .address_mode_u(u)
        .address_mode_v(v)
        .address_mode_w(w)
        .border_color(border(sampler.border)?)
        .mip_lod_bias(sampler.lod_bias)
        .min_lod(sampler.min_lod)
        .max_lod(sampler.max_lod);
    Ok(match sampler.compare {
        None => info,
        Some(compare) => info.compare_enable(true).compare_op(comparison(compare)),
    })
}

fn filter(filter: Filter) -> vk::Filter {
    match filter {
        Filter::Nearest => vk::Filter::NEAREST,
        Filter::Linear => vk::Filter::LINEAR,
    }
}

fn address(address: Address) -> vk::SamplerAddressMode {
    match address {
        Address::Wrap => vk::SamplerAddressMode::REPEAT,
        Address::Mirror => vk::SamplerAddressMode::MIRRORED_REPEAT,
        Address::Clamp => vk::SamplerAddressMode::CLAMP_TO_EDGE,
        Address::Border => vk::SamplerAddressMode::CLAMP_TO_BORDER,
        Address::MirrorOnce => vk::SamplerAddressMode::MIRROR_CLAMP_TO_EDGE,
    }
}

/// Without extensions there are three border colours.
fn border(colour: [f32; 4]) -> Result<vk::BorderColor> {
    match colour {
        [0.0, 0.0, 0.0, 0.0] => Ok(vk::BorderColor::FLOAT_TRANSPARENT_BLACK),
        [0.0, 0.0, 0.0, 1.0] => Ok(vk::BorderColor::FLOAT_OPAQUE_BLACK),
        [1.0, 1.0, 1.0, 1.0] => Ok(vk::BorderColor::FLOAT_OPAQUE_WHITE),
        other => Err(format!("Vulkan has no border of the colour {other:?}")),
    }
}

fn comparison(compare: Compare) -> vk::CompareOp {
    match compare {
        Compare::Never => vk::CompareOp::NEVER,
        Compare::Less => vk::CompareOp::LESS,
        Compare::Equal => vk::CompareOp::EQUAL,
        Compare::LessEqual => vk::CompareOp::LESS_OR_EQUAL,
        Compare::Greater => vk::CompareOp::GREATER,
        Compare::NotEqual => vk::CompareOp::NOT_EQUAL,
        Compare::GreaterEqual => vk::CompareOp::GREATER_OR_EQUAL,
        Compare::Always => vk::CompareOp::ALWAYS,
    }
}

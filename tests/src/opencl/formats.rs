//! The runner's images and samplers in OpenCL's terms.

use super::api::{Extent, Handle, ImageDesc, ImageFormat};
use super::objects::Object;
use super::{Device, told};
use crate::device::Result;
use runner::image::{Address, Channels, Dim, Encoding, Filter};
use runner::{Image, Sampler};

/// The format and the shape of an image whose texels may be in a buffer.
pub(super) fn image(image: &Image, buffer: Handle) -> Result<(ImageFormat, ImageDesc)> {
    if image.levels() > 1 {
        return Err("OpenCL has images of one level alone".to_owned());
    }
    let order = match image.format().channels {
        Channels::R => 0x10B0,
        Channels::Rg => 0x10B2,
        Channels::Rgba => 0x10B5,
    };
    let format = ImageFormat { order, kind: encoding(image.format().encoding)? };
    let (size, layers) = (image.size().map(|size| size as usize), image.layers() as usize);
    let desc = ImageDesc {
        kind: kind(image)?,
        size,
        layers: if image.is_array() { layers } else { 0 },
        row_pitch: 0,
        slice_pitch: 0,
        levels: 0,
        samples: 0,
        buffer,
    };
    Ok((format, desc))
}

fn kind(image: &Image) -> Result<u32> {
    match (image.dim(), image.is_array()) {
        (Dim::D2, false) => Ok(0x10F1),
        (Dim::D3, _) => Ok(0x10F2),
        (Dim::D2, true) => Ok(0x10F3),
        (Dim::D1, false) => Ok(0x10F4),
        (Dim::D1, true) => Ok(0x10F5),
        (Dim::Buffer, _) => Ok(0x10F6),
        (Dim::Cube, _) => Err("OpenCL has no cubes".to_owned()),
    }
}

fn encoding(encoding: Encoding) -> Result<u32> {
    match encoding {
        Encoding::Snorm8 => Ok(0x10D0),
        Encoding::Snorm16 => Ok(0x10D1),
        Encoding::Unorm8 => Ok(0x10D2),
        Encoding::Unorm16 => Ok(0x10D3),
        Encoding::Sint8 => Ok(0x10D7),
        Encoding::Sint16 => Ok(0x10D8),
        Encoding::Sint32 => Ok(0x10D9),
        Encoding::Uint8 => Ok(0x10DA),
        Encoding::Uint16 => Ok(0x10DB),
        Encoding::Uint32 => Ok(0x10DC),
        Encoding::Float16 => Ok(0x10DD),
        Encoding::Float32 => Ok(0x10DE),
        Encoding::Uint64 | Encoding::Sint64 => Err("OpenCL has no texels of 64 bits per component".to_owned()),
    }
}

/// The extent of an image along three axes: layers follow its own axes.
pub(super) fn extent(image: &Image) -> Extent {
    let [width, height, depth] = image.size().map(|size| size as usize);
    let layers = image.layers() as usize;
    match image.dim() {
        Dim::D1 | Dim::Buffer => [width, layers, 1],
        Dim::D2 | Dim::Cube => [width, height, layers],
        Dim::D3 => [width, height, depth],
    }
}

/// A sampler.
pub(super) fn sampler(device: &Device, sampler: &Sampler) -> Result<Object> {
    let [u, v, w] = sampler.address;
    if sampler.magnify != sampler.minify || u != v || v != w || sampler.compare.is_some() {
        return Err("OpenCL has no such sampler".to_owned());
    }
    let address = match u {
        Address::Clamp => 0x1131,
        // The colour follows from the format: black.
        Address::Border if sampler.border == [0.0; 4] => 0x1132,
        Address::Wrap => 0x1133,
        Address::Mirror => 0x1134,
        Address::Border | Address::MirrorOnce => return Err("OpenCL has no such edges".to_owned()),
    };
    let is_normalised = u32::from(!sampler.unnormalised);
    let filter = match sampler.magnify {
        Filter::Nearest => 0x1140,
        Filter::Linear => 0x1141,
    };
    let (api, mut code) = (&device.api, 0);
    // SAFETY: see the module above.
    let made = unsafe { (api.create_sampler)(device.context.handle(), is_normalised, address, filter, &mut code) };
    told("make a sampler", code)?;
    Ok(Object::new(api, made, api.release_sampler))
}

//! The types of images.

use crate::index::access::Access;
use crate::index::fault::{Check, ensure};
use crate::index::site::Site;
use crate::index::types::{ImageType, Ty};
use spirv::{Capability, Dim, ImageFormat};

pub(crate) fn is_signed_format(format: ImageFormat) -> bool {
    use ImageFormat::*;
    matches!(format, Rgba32i | Rgba16i | Rgba8i | R32i | Rg32i | Rg16i | Rg8i | R16i | R8i | R64i)
}

fn is_unsigned_format(format: ImageFormat) -> bool {
    use ImageFormat::*;
    matches!(format, Rgba32ui | Rgba16ui | Rgba8ui | R32ui | Rgb10a2ui | Rg32ui | Rg16ui | Rg8ui | R16ui | R8ui | R64ui)
}

/// The rules of `OpTypeImage`.
pub(crate) fn declare(site: &Site<'_, '_>) -> Check {
    let Some(image) = site.image(site.inst.result_id()) else { return Ok(()) };
    let ty = image.sampled_type;
    if site.is_vulkan() {
        let fits = site.is_float_of(ty, 32) || site.is_int_of(ty, 32) || site.is_int_of(ty, 64);
        ensure!(
            fits,
            vuid "StandaloneSpirv-OpTypeImage-04656",
            "sampled type is not a 32-bit or 64-bit integer or a 32-bit float"
        );
    } else {
        let fits = matches!(site.ty(ty), Ty::Void | Ty::Int { .. } | Ty::Float { .. });
        let is_void = site.ty(ty) == Ty::Void;
        ensure!(fits && (is_void || !site.is_opencl()), "sampled type is not numeric");
    }
    for (at, limit, what) in [(2, 2, "depth"), (3, 1, "arrayed"), (4, 1, "multisampled"), (5, 2, "sampled")] {
        ensure!(site.inst.literal(at) <= limit, "an image type is out of range: {what}");
    }
    match image.dim {
        Dim::DimSubpassData => {
            ensure!(
                image.sampled == 2,
                vuid "StandaloneSpirv-OpTypeImage-06214",
                "Sampled operand of an input attachment is not 2"
            );
            ensure!(image.format == ImageFormat::Unknown, "an input attachment has a format");
        }
        Dim::DimTileImageDataEXT => {
            let is_plain = image.sampled == 2
                && image.format == ImageFormat::Unknown
                && image.depth == 0
                && !image.arrayed
                && site.ty(ty) != Ty::Void;
            ensure!(is_plain, "tile image has a format, depth or layers, or its Sampled operand is not 2");
        }
        _ => {
            let is_storage = image.multisampled && image.sampled == 2;
            let is_there = !is_storage || site.has(Capability::StorageImageMultisample);
            ensure!(is_there, "multisampled images for storage require StorageImageMultisample");
        }
    }
    if site.is_opencl() {
        opencl(site, &image)?;
    }
    if site.is_vulkan() { vulkan(site, &image) } else { Ok(()) }
}

fn opencl(site: &Site<'_, '_>, image: &ImageType) -> Check {
    let is_flat = matches!(image.dim, Dim::Dim1D | Dim::Dim2D);
    ensure!(!image.arrayed || is_flat, "arrays of this image dimension are not available in OpenCL");
    ensure!(!image.multisampled && image.sampled == 0, "image type is not available in OpenCL");
    ensure!(site.count() > 7, "image type is missing an access qualifier");
    Ok(())
}

fn vulkan(site: &Site<'_, '_>, image: &ImageType) -> Check {
    ensure!(
        image.sampled != 0,
        vuid "StandaloneSpirv-OpTypeImage-04657",
        "Sampled operand of an image type is not 1 or 2"
    );
    ensure!(
        image.dim != Dim::DimSubpassData || !image.arrayed,
        vuid "StandaloneSpirv-OpTypeImage-06214",
        "an input attachment has layers"
    );
    ensure!(image.dim != Dim::DimRect, vuid "StandaloneSpirv-OpTypeImage-09638", "rectangle textures are not available in Vulkan");
    if image.format == ImageFormat::Unknown {
        return Ok(());
    }
    let is_int = site.is_int_scalar(image.sampled_type);
    let is_int_format = is_signed_format(image.format) || is_unsigned_format(image.format);
    let is_wide = matches!(image.format, ImageFormat::R64i | ImageFormat::R64ui);
    let width = site.width(image.sampled_type);
    let fits = is_int == is_int_format && (!is_int || (width == 64) == is_wide);
    ensure!(fits, vuid "StandaloneSpirv-Image-04965", "image format does not match the sampled type");
    Ok(())
}

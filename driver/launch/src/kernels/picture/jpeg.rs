//! JPEG pictures.

use super::bounded;
use runner::Image;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// Reads a file.
///
/// # Errors
/// When it is none, or is not whole.
pub(super) fn read(file: &[u8]) -> Result<Image, String> {
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGBA);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(file), options);
    decoder.decode_headers().map_err(|error| format!("{error:?}"))?;
    let (width, height) = decoder.dimensions().ok_or("the header is malformed")?;
    let size = |size: usize| u32::try_from(size).unwrap_or(u32::MAX);
    bounded(size(width), size(height))?;
    let texels = decoder.decode().map_err(|error| format!("{error:?}"))?;
    if texels.len() != 4 * width * height {
        return Err("the colors are not supported".to_owned());
    }
    Image::from_rgba8(size(width), size(height), &texels).map_err(|error| error.to_string())
}

//! Pictures in tests of programs: compared with a file, or written to it.

use super::expectation::{self, Mismatch, Update};
use super::job::Expectation;
use crate::kernels::compare::Tolerance;
use crate::kernels::contents::Contents;
use crate::kernels::element::Element;
use crate::kernels::picture;
use crate::kernels::resources::Resource;
use library::files::staged;
use runner::Image;
use std::path::Path;

/// How much a picture may differ from an expected one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PictureTolerance {
    steps: [f64; 4],
    texels: usize,
}

impl PictureTolerance {
    /// Every component may differ by this many steps of eight bits.
    pub fn steps(steps: f64) -> Self {
        Self::channels([steps; 4])
    }

    /// The components, red, green, blue and alpha, may differ by these numbers of steps.
    pub fn channels(steps: [f64; 4]) -> Self {
        PictureTolerance { steps, texels: 0 }
    }

    /// This many texels may differ by more.
    #[must_use]
    pub fn texels(self, texels: usize) -> Self {
        PictureTolerance { texels, ..self }
    }
}

/// Compares an image with a PNG file, as jobs do. With `UPDATE=1` in the environment, the file is written instead where they
/// differ. Otherwise the image and a picture of the differences are written beside the file.
///
/// ```no_run
/// # extern crate hlsl2spirv_launch as hlsl2spirv;
/// use hlsl2spirv::run::{Image, PictureTolerance, assert_picture};
///
/// let image = Image::from_rgba8(2, 1, &[255, 0, 0, 255, 0, 0, 255, 255]).unwrap();
/// assert_picture(&image, "tests/flag.png", PictureTolerance::steps(1.0).texels(10));
/// ```
///
/// # Panics
/// When more texels differ than may, or a file cannot be read or written.
#[track_caller]
pub fn assert_picture(image: &Image, file: impl AsRef<Path>, tolerance: PictureTolerance) {
    let is_update = std::env::var_os("UPDATE").is_some_and(|value| value != "0" && !value.is_empty());
    if let Err(text) = compared(image, file.as_ref(), tolerance, is_update) {
        panic!("{}", text.trim_end());
    }
}

/// Compares an image with a file. With `is_update` the file is written where they differ.
///
/// # Errors
/// With the differences, or what cannot be read or written.
fn compared(image: &Image, file: &Path, tolerance: PictureTolerance, is_update: bool) -> Result<(), String> {
    let name = file.display().to_string();
    let expectation = Expectation {
        name: "the image".to_owned(),
        contents: Contents::Picture(name.clone()),
        element: None,
        tolerance: Tolerance::default(),
        steps: tolerance.steps,
        texels: tolerance.texels,
    };
    let resource = Resource::Image(Box::new(image.clone()));
    let found = expectation::compare(&expectation, (&resource, Element::Uint(1)), Path::new(""), &mut Vec::new())?;
    match found {
        None => Ok(()),
        Some(Mismatch { update: Update::File(file, bytes), .. }) if is_update => {
            staged::write(&file, &bytes).map_err(|error| format!("cannot write '{name}': {error}"))
        }
        Some(Mismatch { text, .. }) => Err(text),
    }
}

/// Reads an image file: PNG, JPEG, Radiance, OpenEXR, a DirectDraw surface or a Khronos texture, with its levels and layers.
///
/// # Errors
/// When the file cannot be read, or is not what its name says.
pub fn read_image(file: impl AsRef<Path>) -> Result<Image, String> {
    picture::read(file.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_compared_or_written() {
        let folder = std::env::temp_dir().join(format!("asserted-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("a.png");
        let image = |red: u8| Image::from_rgba8(2, 1, &[red, 0, 0, 255, 9, 9, 9, 255]).unwrap();
        let none = PictureTolerance::default();
        assert!(compared(&image(100), &file, none, false).unwrap_err().contains("cannot find"));
        compared(&image(100), &file, none, true).unwrap();
        assert_picture(&image(100), &file, none);
        assert_eq!(read_image(&file).unwrap().bytes()[..4], [100, 0, 0, 255]);
        let error = compared(&image(102), &file, none, false).unwrap_err();
        assert!(error.contains("the image texel (0, 0) red: expected 100, found 102"), "{error}");
        assert!(folder.join("a.difference.png").exists());
        compared(&image(102), &file, PictureTolerance::steps(2.0), false).unwrap();
        compared(&image(200), &file, none.texels(1), false).unwrap();
        compared(&image(102), &file, PictureTolerance::channels([2.0, 0.0, 0.0, 0.0]), false).unwrap();
        let others = PictureTolerance::channels([1.0, 9.0, 9.0, 9.0]);
        assert!(compared(&image(102), &file, others, false).unwrap_err().contains("red: expected 100, found 102"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

//! Comparison of a job's results with the expected ones: numbers, files and pictures.

use super::job::Expectation;
use crate::kernels::compare::{Difference, differences};
use crate::kernels::contents::Contents;
use crate::kernels::element::Element;
use crate::kernels::picture;
use crate::kernels::resources::Resource;
use library::files::names::to_text;
use library::files::reading;
use runner::Image;
use runner::buffers::Bytes;
use std::path::{Path, PathBuf};

/// The number of differing elements of a buffer that a report shows.
const SHOWN: usize = 8;

/// The names of a texel's components.
const CHANNELS: [&str; 4] = ["red", "green", "blue", "alpha"];

/// A difference, and the update that would make the job pass.
pub(super) struct Mismatch {
    pub(super) text: String,
    /// The results, in the form in which the job file may expect them.
    pub(super) update: Update,
    /// The first texels of an image that differ.
    pub(super) texels: Vec<[u32; 2]>,
}

/// New expected results for a job file.
pub(super) enum Update {
    /// These numbers, in the file itself.
    Numbers(Element, Vec<u8>),
    /// These bytes of another file.
    File(PathBuf, Vec<u8>),
}

/// A resource after the run, with the type of its numbers.
pub type Found<'r> = (&'r Resource, Element);

/// Compares the contents of a binding with the expected ones; `None` if they are the same.
pub(super) fn compare(
    expectation: &Expectation,
    found: Found<'_>,
    folder: &Path,
    read: &mut Vec<String>,
) -> Result<Option<Mismatch>, String> {
    let path = |file: &str| folder.join(file);
    match (&expectation.contents, found.0) {
        (Contents::Picture(file), Resource::Image(image)) => pictures(expectation, image, &path(file), read),
        (Contents::File(file), Resource::Image(image)) if picture::is_named(file) => {
            pictures(expectation, image, &path(file), read)
        }
        (Contents::Numbers(_, bytes), _) => Ok(numbers(expectation, found, bytes, None)),
        (Contents::Zeros(count), _) => {
            let zeros = Bytes::zeros(*count as usize).map_err(|error| error.to_string())?;
            Ok(numbers(expectation, found, &zeros, None))
        }
        (Contents::File(file), _) => {
            let (file, name) = (path(file), to_text(path(file).as_os_str()).into_owned());
            let bytes = reading::read_data(&name).map_err(|error| format!("cannot read '{name}': {error}"))?;
            Ok(numbers(expectation, found, &bytes, Some(&file)))
        }
        (
            Contents::Members(_)
            | Contents::Picture(_)
            | Contents::Texture(_)
            | Contents::Image { .. }
            | Contents::Uninit(_)
            | Contents::Sampler(_),
            _,
        ) => Err(format!(
            "expected contents of '{}' must be numbers, zeros, a file, or a picture for an image",
            expectation.name
        )),
    }
}

fn numbers(expectation: &Expectation, found: Found<'_>, expected: &[u8], file: Option<&Path>) -> Option<Mismatch> {
    let (resource, own) = found;
    let element = expectation.element.unwrap_or(own);
    let bytes = resource.bytes();
    let (first, count) = differences(expected, bytes, element, expectation.tolerance, SHOWN);
    let name = &expectation.name;
    let line = |difference: &Difference| {
        let place = place(resource, element, difference.index);
        format!("\n{name}{}: {}", place.unwrap_or_else(|| format!("[{}]", difference.index)), difference.values())
    };
    let lines: String = first.iter().map(line).collect();
    let text = match count {
        0 => return None,
        1 => format!("an element of '{name}' differs{lines}\n"),
        count => format!("{count} elements of '{name}' differ{lines}\n"),
    };
    let texels = first.iter().filter_map(|difference| texel(resource, element, difference.index));
    let texels = texels.map(|([x, y, ..], _)| [x as u32, y as u32]).collect();
    let now = bytes[..expected.len().min(bytes.len())].to_vec();
    let update = match file {
        Some(file) => Update::File(file.to_owned(), now),
        None => Update::Numbers(element, now),
    };
    Some(Mismatch { text, update, texels })
}

/// The texel of a number in an image (x, y, z and layer), and the component.
fn texel(resource: &Resource, element: Element, index: usize) -> Option<([usize; 4], usize)> {
    let Resource::Image(image) = resource else { return None };
    let channels = image.format().channels as usize;
    if element.bytes() * channels != image.format().texel_bytes() {
        return None;
    }
    let [width, height, depth] = image.size().map(|size| size as usize);
    let texel = index / channels;
    let (layer, within) = (texel / (width * height * depth), texel % (width * height * depth));
    if layer >= image.layers() as usize {
        return None;
    }
    let (x, y, z) = (within % width, within / width % height, within / width / height);
    Some(([x, y, z, layer], index % channels))
}

/// The place of a number in an image: its texel, and the component if there are several.
fn place(resource: &Resource, element: Element, index: usize) -> Option<String> {
    let Resource::Image(image) = resource else { return None };
    let ([x, y, z, layer], component) = texel(resource, element, index)?;
    let (depth, channels) = (image.size()[2], image.format().channels as usize);
    let third = [(depth > 1).then_some(z), (image.layers() > 1).then_some(layer)];
    let third: String = third.into_iter().flatten().map(|number| format!(", {number}")).collect();
    let channel = if channels > 1 { format!(" {}", CHANNELS[component]) } else { String::new() };
    Some(format!(" texel ({x}, {y}{third}){channel}"))
}

/// Compares an image with a picture, in steps of eight bits. If too many texels differ, the result and a picture of the
/// differences are written beside the expected picture.
fn pictures(
    expectation: &Expectation,
    image: &Image,
    file: &Path,
    read: &mut Vec<String>,
) -> Result<Option<Mismatch>, String> {
    let name = &expectation.name;
    let update = || picture::encode(image).map(|bytes| Update::File(file.to_owned(), bytes));
    if !file.exists() {
        let text = format!("cannot find '{}' to compare '{name}' with\n", file.display());
        return Ok(Some(Mismatch { text, update: update()?, texels: Vec::new() }));
    }
    read.push(to_text(file.as_os_str()).into_owned());
    let expected = picture::read(file)?;
    let (size, wanted) = (image.size(), expected.size());
    if size[..2] != wanted[..2] {
        let shape = |size: [u32; 3]| format!("{} x {}", size[0], size[1]);
        let text =
            format!("size mismatch: '{name}' has {} texels, '{}' has {}\n", shape(size), file.display(), shape(wanted));
        return Ok(Some(Mismatch { text, update: update()?, texels: Vec::new() }));
    }
    let found = image.to_rgba8();
    let apart = apart(expected.bytes(), &found, expectation.steps);
    if apart.len() <= expectation.texels {
        return Ok(None);
    }
    let lines: String = apart.iter().take(SHOWN).map(|texel| texel.line(name, size[0] as usize)).collect();
    let counted = if apart.len() == 1 { "a texel".to_owned() } else { format!("{} texels", apart.len()) };
    let verb = if apart.len() == 1 { "differs" } else { "differ" };
    let shown = picture::show_difference(file, image, expected.bytes())?;
    let text = format!("{counted} of '{name}' {verb}{lines}\nsee '{}'\n", shown.display());
    let texels = apart.iter().take(SHOWN).map(|texel| texel.place(size[0])).collect();
    Ok(Some(Mismatch { text, update: update()?, texels }))
}

/// A texel that differs by more than the tolerance: its index, and the component that exceeds it most.
struct Apart {
    texel: usize,
    channel: usize,
    expected: u8,
    found: u8,
}

impl Apart {
    fn place(&self, width: u32) -> [u32; 2] {
        [self.texel as u32 % width, self.texel as u32 / width]
    }

    fn line(&self, name: &str, width: usize) -> String {
        let Apart { texel, channel, expected, found } = self;
        let (x, y, channel) = (texel % width, texel / width, CHANNELS[*channel]);
        format!("\n{name} texel ({x}, {y}) {channel}: expected {expected}, found {found}")
    }
}

/// The texels with a component that differs by more than it may, each with the one that exceeds its tolerance most.
fn apart(expected: &[u8], found: &[u8], steps: [f64; 4]) -> Vec<Apart> {
    let texels = expected.as_chunks::<4>().0.iter().zip(found.as_chunks::<4>().0).enumerate();
    let apart = texels.filter_map(|(texel, (expected, found))| {
        let excess = |at: usize| f64::from(expected[at].abs_diff(found[at])) - steps[at];
        let most = (0..4).max_by(|&a, &b| excess(a).total_cmp(&excess(b)).then(b.cmp(&a)))?;
        let is_far = excess(most) > 0.0;
        is_far.then(|| Apart { texel, channel: most, expected: expected[most], found: found[most] })
    });
    apart.collect()
}

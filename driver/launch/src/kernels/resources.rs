//! Buffers, images and samplers made of [`Contents`] and bound to a dispatch.

use super::contents::Contents;
use super::element::Element;
use super::{picture, scenes};
use library::files::names::to_text;
use library::files::reading;
use runner::buffers::Bytes;
use runner::image::Class;
use runner::interface::image_for;
use runner::{Binding, BindingKind, Dispatch, Error, Format, Image, KernelInfo, Marks, Place, Sampler, Written};
use std::path::Path;
use std::sync::Arc;
use trace::Scene;

/// A resource to bind.
#[derive(Clone, Debug)]
pub enum Resource {
    /// A buffer, and the type in which its contents were given.
    Buffer(Bytes, Element),
    /// An image or a buffer of texels.
    Image(Box<Image>),
    /// A sampler.
    Sampler(Sampler),
    /// An acceleration structure.
    Scene(Arc<Scene>),
}

/// A resource with the name under which it is bound, and the marks of its elements.
#[derive(Debug)]
pub struct Bound {
    /// The name of the binding.
    pub name: String,
    /// Its contents.
    pub resource: Resource,
    /// Which of its elements have values, and which a shader has written.
    pub marks: Marks,
}

impl Bound {
    /// As a shader that calls it `inner` has it: for results that are compared.
    pub fn shown<'b>(&'b self, inner: &'b str) -> Shown<'b> {
        (place(inner), &self.name, &self.resource, self.marks.is_uninitialised)
    }
}

/// A bound resource: its place, its name for messages, itself, and whether it was uninitialized.
pub(crate) type Shown<'b> = (Place<'b>, &'b str, &'b Resource, bool);

/// A binding as named on the command line and in job files: its name, or `set:binding`; with `[element]` after it if it
/// is an array.
pub fn place(name: &str) -> Place<'_> {
    let indexed = name.strip_suffix(']').and_then(|text| text.rsplit_once('['));
    let indexed = indexed.and_then(|(name, element)| Some((name, element.parse().ok()?)));
    let (numbers, element) = indexed.unwrap_or((name, 0));
    let numbers = numbers.split_once(':').and_then(|(set, binding)| Some((set.parse().ok()?, binding.parse().ok()?)));
    match numbers {
        Some((set, binding)) => Place::from((set, binding, element)),
        None => Place::from(name),
    }
}

/// The bytes of uninitialized buffers, where no checked run chooses others.
const UNINITIALISED: u8 = 0xCD;

/// The marks that a binding needs in checked runs.
pub fn marks(contents: &Contents, must_be_written: bool) -> Marks {
    let written = if must_be_written { Written::Required } else { Written::Free };
    Marks::new(matches!(contents, Contents::Uninit(_)), written)
}

impl Resource {
    /// Makes a resource for a binding. Files are relative to `folder`.
    ///
    /// # Errors
    /// When the kernel has no such binding, its kind differs, or a file cannot be read.
    pub fn new(info: &KernelInfo, name: &str, contents: &Contents, folder: &Path) -> Result<Self, String> {
        let binding = place(name).binding(info).map_err(|error| error.to_string())?;
        if binding.kind == BindingKind::Scene {
            return scene(name, contents, folder);
        }
        let of_texels = matches!(binding.kind, BindingKind::UniformTexelBuffer | BindingKind::StorageTexelBuffer);
        match contents {
            Contents::Zeros(count) if of_texels => image(binding, [*count, 1, 1], None, None),
            Contents::Zeros(count) => zeros(*count).map(|bytes| Resource::Buffer(bytes, Element::Uint(4))),
            Contents::Uninit(contents) => {
                let mut resource = Self::new(info, name, contents, folder)?;
                if let Resource::Buffer(bytes, _) = &mut resource {
                    bytes.fill(UNINITIALISED);
                }
                Ok(resource)
            }
            Contents::File(file) if picture::is_read(file) && binding.image.is_some() && !of_texels => {
                picture::read(&folder.join(file)).map(|image| Resource::Image(Box::new(image)))
            }
            Contents::File(file) if picture::is_named(file) => {
                let image = picture::read(&folder.join(file))?;
                Self::from_bytes(binding, Bytes::from(image.bytes()), Element::Uint(1), of_texels)
            }
            Contents::File(file) => {
                let bytes = read(&folder.join(file))?;
                Self::from_bytes(binding, Bytes::from(bytes.as_slice()), Element::Uint(4), of_texels)
            }
            Contents::Numbers(element, bytes) => Self::from_bytes(binding, bytes.clone(), *element, of_texels),
            Contents::Members(_) => Err(format!("the members of '{name}' have no layout")),
            Contents::Picture(file) => picture::read(&folder.join(file)).map(|image| Resource::Image(Box::new(image))),
            Contents::Texture(texture) => texture.read(folder).map(|image| Resource::Image(Box::new(image))),
            Contents::Image { size, format, texels } => image(binding, *size, *format, texels.as_ref()),
            Contents::Sampler(sampler) => Ok(Resource::Sampler(sampler.clone())),
        }
    }

    fn from_bytes(binding: &Binding, bytes: Bytes, element: Element, of_texels: bool) -> Result<Self, String> {
        if !of_texels {
            return Ok(Resource::Buffer(bytes, element));
        }
        let declared = binding.image.and_then(|(_, format)| Format::from_spirv(format));
        let format = declared.unwrap_or(match element {
            Element::Uint(_) => Format::R32_UINT,
            Element::Sint(_) => Format::R32_SINT,
            Element::Float(_) => Format::R32_FLOAT,
        });
        let count =
            u32::try_from(bytes.len() / format.texel_bytes()).map_err(|_| "the buffer is too large".to_owned())?;
        image(binding, [count, 1, 1], Some(format), Some(&bytes))
    }

    /// Binds it.
    ///
    /// # Errors
    /// When it does not fit the binding.
    pub fn bind<'b>(&'b mut self, dispatch: &mut Dispatch<'b>, name: &str) -> Result<(), Error> {
        match self {
            Resource::Buffer(bytes, _) => dispatch.buffer_mut(place(name), &mut bytes[..])?,
            Resource::Image(image) => dispatch.image(place(name), image)?,
            Resource::Sampler(sampler) => dispatch.sampler(place(name), sampler.clone())?,
            Resource::Scene(scene) => dispatch.scene(place(name), scene)?,
        };
        Ok(())
    }

    /// Binds it with its marks.
    ///
    /// # Errors
    /// When it does not fit the binding.
    pub fn bind_marked<'b>(
        &'b mut self,
        dispatch: &mut Dispatch<'b>,
        name: &str,
        marks: &'b mut Marks,
    ) -> Result<(), Error> {
        self.bind(dispatch, name)?;
        if marks.is_needed() {
            dispatch.marks(place(name), marks)?;
        }
        Ok(())
    }

    /// Returns whether it has contents to show, which samplers and acceleration structures do not.
    pub fn is_data(&self) -> bool {
        match self {
            Resource::Buffer(..) | Resource::Image(_) => true,
            Resource::Sampler(_) | Resource::Scene(_) => false,
        }
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Resource::Buffer(bytes, _) => bytes,
            Resource::Image(image) => image.bytes(),
            Resource::Sampler(_) | Resource::Scene(_) => &[],
        }
    }

    /// The default type of its numbers.
    pub fn element(&self) -> Element {
        match self {
            Resource::Buffer(_, element) => *element,
            Resource::Image(image) => {
                let bytes = image.format().texel_bytes() / image.format().channels as usize;
                match image.format().class() {
                    Class::Sint | Class::WideSint => Element::Sint(bytes),
                    Class::Uint | Class::WideUint => Element::Uint(bytes),
                    // Normalised bytes are printed as the stored integers.
                    Class::Float if bytes == 1 => Element::Uint(1),
                    Class::Float => Element::Float(bytes),
                }
            }
            Resource::Sampler(_) | Resource::Scene(_) => Element::Uint(4),
        }
    }

    /// The numbers in it as text, all of one type: a line per row of an image, lines of eight for buffers.
    pub fn lines(&self, element: Option<Element>) -> impl Iterator<Item = String> {
        let element = element.unwrap_or_else(|| self.element());
        let row = match self {
            Resource::Image(image) => image.size()[0] as usize * image.format().texel_bytes() / element.bytes(),
            Resource::Buffer(..) | Resource::Sampler(_) | Resource::Scene(_) => 8,
        };
        self.bytes().chunks(row.max(1) * element.bytes()).filter_map(move |line| {
            let numbers: Vec<_> = element.split(line).map(|bits| element.show(bits)).collect();
            (!numbers.is_empty()).then(|| numbers.join(" ") + "\n")
        })
    }
}

/// An acceleration structure for a binding that is one.
fn scene(name: &str, contents: &Contents, folder: &Path) -> Result<Resource, String> {
    let made = match contents {
        Contents::File(file) => scenes::of_file(&folder.join(file)),
        Contents::Members(value) => scenes::of_value(value, folder),
        Contents::Zeros(_)
        | Contents::Uninit(_)
        | Contents::Numbers(..)
        | Contents::Picture(_)
        | Contents::Texture(_)
        | Contents::Image { .. }
        | Contents::Sampler(_) => Err("an acceleration structure is a file or a scene".to_owned()),
    };
    let made = made.map_err(|error| format!("'{name}': {error}"))?;
    Ok(Resource::Scene(Arc::new(made)))
}

fn image(
    binding: &Binding,
    size: [u32; 3],
    format: Option<Format>,
    texels: Option<&Bytes>,
) -> Result<Resource, String> {
    let name = binding.names.first().map_or("the binding", String::as_str);
    let image = image_for(binding, size, format).map_err(|error| format!("'{name}': {error}"))?;
    let mut image = image.ok_or_else(|| format!("'{name}' is not an image"))?;
    if let Some(texels) = texels {
        let count = texels.len().min(image.bytes().len());
        image.bytes_mut()[..count].copy_from_slice(&texels[..count]);
    }
    Ok(Resource::Image(Box::new(image)))
}

fn zeros(count: u32) -> Result<Bytes, String> {
    Bytes::zeros(count as usize).map_err(|error| error.to_string())
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    reading::read_data(&to_text(path.as_os_str())).map_err(|error| format!("cannot read '{}': {error}", path.display()))
}

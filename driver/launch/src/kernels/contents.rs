//! Contents of bindings, as written on the command line and in job files.
//!
//! | text | contents |
//! |---|---|
//! | `zeros:64` | the given number of zero bytes; for a buffer of texels the given number of texels |
//! | `uninit:64` | the given number of uninitialized bytes, which checked runs watch; `uninit:64x64` for an image |
//! | `file:data.bin` | the bytes of a file; of one whose name ends in `.png` its texels |
//! | `u32:1,2,0xff` | numbers; also `i32 f32 f16 f64 u8 i8 u16 i16 u64 i64` |
//! | `f32:0.5*100,1` | `*`: a repeated number |
//! | `u32:0..16` | `..`: the integers from the first up to, without, the second |
//! | `f32:2;u32:5` | numbers of several types behind each other, for structs |
//! | `file:mesh.obj`, `file:scene.glb`, `file:scene.json`, `{tlas: […], blas: {…}}` | for acceleration structures: a scene |
//! | `{dt: 0.1, on: true}` | the members of a block by their names; `[{…}, {…}]` for a buffer of structs |
//! | `image:photo.png` | a picture; also `.jpg`, `.hdr`, `.exr`, and `.dds` and `.ktx2` with their levels |
//! | `image:64x64` | an image of zeros of the format that the shader declares |
//! | `image:2x2:r32float:f32:1,2,3,4` | an image of a format, with its texels |
//! | `sampler:linear,clamp` | a sampler: `nearest linear`, `wrap mirror clamp border mirror-once`, `unnormalised`, comparisons such as `less` |

use super::element::Element;
use super::members::{self, Members};
use super::textures::Texture;
use reflect::Descriptor;
use runner::buffers::Bytes;
use runner::image::{Address, Compare, Format, Sampler};
use serde_json::Value;

/// The contents of a binding.
#[derive(Clone, Debug, PartialEq)]
pub enum Contents {
    /// The given number of zeros.
    Zeros(u32),
    /// Uninitialized contents.
    Uninit(Box<Contents>),
    /// The bytes of a file.
    File(String),
    /// Numbers, the first of this type.
    Numbers(Element, Bytes),
    /// Members by their names, for which the layout of the module is needed.
    Members(Value),
    /// A picture.
    Picture(String),
    /// An image of files.
    Texture(Box<Texture>),
    /// An image.
    Image {
        /// Its size.
        size: [u32; 3],
        /// Its format; the one that the shader declares when not given.
        format: Option<Format>,
        /// The texels; zeros when not given.
        texels: Option<Bytes>,
    },
    /// A sampler.
    Sampler(Sampler),
}

/// The limit of numbers that are written out.
const MOST_BYTES: u64 = 1 << 30;

/// The limit of push constants.
const MOST_PUSH_BYTES: u32 = 1 << 20;

impl Contents {
    /// The file that they are.
    pub fn file(&self) -> Option<&str> {
        match self {
            Contents::File(path) | Contents::Picture(path) => Some(path),
            Contents::Zeros(_)
            | Contents::Numbers(..)
            | Contents::Members(_)
            | Contents::Texture(_)
            | Contents::Image { .. }
            | Contents::Uninit(_)
            | Contents::Sampler(_) => None,
        }
    }

    /// The bytes of numbers, for the data of records.
    ///
    /// # Errors
    /// When they are something else.
    pub(crate) fn into_numbers(self) -> Result<Vec<u8>, String> {
        match self {
            Contents::Numbers(_, bytes) => Ok(bytes.to_vec()),
            Contents::Zeros(_)
            | Contents::Uninit(_)
            | Contents::File(_)
            | Contents::Members(_)
            | Contents::Picture(_)
            | Contents::Texture(_)
            | Contents::Image { .. }
            | Contents::Sampler(_) => Err("expected members, numbers or a file".to_owned()),
        }
    }

    /// The files to read: the one that they are, or those of the meshes of a scene.
    pub fn files(&self) -> Vec<&str> {
        match self {
            Contents::Members(value) => meshes(value),
            Contents::Texture(texture) => texture.files().collect(),
            Contents::File(_)
            | Contents::Picture(_)
            | Contents::Zeros(_)
            | Contents::Numbers(..)
            | Contents::Image { .. }
            | Contents::Uninit(_)
            | Contents::Sampler(_) => self.file().into_iter().collect(),
        }
    }

    /// The contents with numbers instead of members, of the buffer at a set and binding. What describes a scene does not
    /// change.
    ///
    /// # Errors
    /// When the layout that the module has does not have them.
    pub fn laid_out(self, words: &[u32], set: u32, binding: u32) -> Result<Self, String> {
        let Contents::Members(value) = self else { return Ok(self) };
        let reflection = reflect::read(words).map_err(|error| error.to_string())?;
        let is_scene = |one: &reflect::Binding| {
            (one.set, one.binding) == (set, binding) && one.descriptor == Descriptor::AccelerationStructure
        };
        if reflection.bindings.iter().any(is_scene) {
            return Ok(Contents::Members(value));
        }
        let members = Members::of_binding(&reflection, set, binding);
        let members = members.ok_or_else(|| "only buffers have members".to_owned())?;
        Ok(Contents::Numbers(Element::Uint(4), Bytes::from(members.bytes(&value)?.as_slice())))
    }

    /// The bytes that they are as push constants of a module.
    ///
    /// # Errors
    /// When they are not numbers, or no members that the module has.
    pub fn pushed(&self, words: &[u32]) -> Result<Vec<u8>, String> {
        match self {
            Contents::Numbers(_, bytes) => Ok(bytes.to_vec()),
            Contents::Zeros(count) if *count <= MOST_PUSH_BYTES => Ok(vec![0; *count as usize]),
            Contents::Zeros(count) => Err(format!("{count} bytes of push constants exceed the limit")),
            Contents::Members(value) => {
                let reflection = reflect::read(words).map_err(|error| error.to_string())?;
                let members = Members::of_push_constants(&reflection);
                members.ok_or_else(|| "the shader has no push constants".to_owned())?.bytes(value)
            }
            Contents::Texture(_)
            | Contents::File(_)
            | Contents::Picture(_)
            | Contents::Image { .. }
            | Contents::Uninit(_)
            | Contents::Sampler(_) => Err("invalid contents for push constants".to_owned()),
        }
    }

    /// Reads the text.
    ///
    /// # Errors
    /// When it has none of the forms above.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.trim_start().starts_with(['{', '[']) {
            return members::parse(text).map(Contents::Members);
        }
        let (kind, rest) =
            text.split_once(':').ok_or_else(|| format!("missing type prefix in '{text}', e.g. f32:1,2,3; {FORMS}"))?;
        match kind {
            "uninit" => uninitialised(rest),
            "zeros" => rest.parse().map(Contents::Zeros).map_err(|_| format!("invalid size '{rest}'")),
            "file" => Ok(Contents::File(rest.to_owned())),
            "image" => image(rest),
            "sampler" => sampler(rest).map(Contents::Sampler),
            _ if Element::from_name(kind).is_some() => numbers(text),
            _ => Err(format!("unknown content kind '{kind}'; {FORMS}")),
        }
    }
}

/// The files of the meshes that the description of a scene names.
fn meshes(value: &Value) -> Vec<&str> {
    let (mut found, mut todo) = (Vec::new(), vec![value]);
    while let Some(value) = todo.pop() {
        match value {
            Value::Object(fields) => {
                let mesh = fields.get("mesh").and_then(Value::as_str);
                found.extend(mesh.map(|text| text.split_once('#').map_or(text, |(file, _)| file)));
                todo.extend(fields.values());
            }
            Value::Array(list) => todo.extend(list),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    found
}

const FORMS: &str =
    "use zeros:N, uninit:N, file:PATH, image:…, sampler:…, numbers such as u32:1,2,3, or members such as {x: 1}";

/// Reads `type:number,number;type:number`.
fn numbers(text: &str) -> Result<Contents, String> {
    let mut bytes = Vec::new();
    let mut first = None;
    for part in text.split(';') {
        let (name, list) =
            part.split_once(':').ok_or_else(|| format!("missing type prefix in '{part}', e.g. f32:1,2,3"))?;
        let element = Element::from_name(name.trim()).ok_or_else(|| format!("unknown type '{name}'"))?;
        first.get_or_insert(element);
        for item in list.split(',').filter(|item| !item.trim().is_empty()) {
            push_item(&mut bytes, element, item)?;
        }
    }
    let element = first.ok_or_else(|| "expected numbers".to_owned())?;
    Ok(Contents::Numbers(element, Bytes::from(bytes.as_slice())))
}

fn push_item(bytes: &mut Vec<u8>, element: Element, item: &str) -> Result<(), String> {
    let push = |bytes: &mut Vec<u8>, bits: u64| bytes.extend_from_slice(&bits.to_le_bytes()[..element.bytes()]);
    if let Some((number, times)) = item.split_once('*') {
        let bits = element.parse(number)?;
        let times: u64 = times.trim().parse().map_err(|_| format!("invalid repetition count '{times}'"))?;
        limit(bytes.len(), times, element)?;
        (0..times).for_each(|_| push(bytes, bits));
        return Ok(());
    }
    if let Some((from, to)) = item.split_once("..") {
        let end = |text: &str| text.trim().parse::<i64>().map_err(|_| format!("invalid integer '{text}'"));
        let (from, to) = (end(from)?, end(to)?);
        limit(bytes.len(), from.abs_diff(to), element)?;
        for value in from..to {
            push(bytes, element.parse(&value.to_string())?);
        }
        return Ok(());
    }
    push(bytes, element.parse(item)?);
    Ok(())
}

/// Checks that this many numbers fit after this many bytes.
fn limit(bytes: usize, count: u64, element: Element) -> Result<(), String> {
    let all = count.saturating_mul(element.bytes() as u64).saturating_add(bytes as u64);
    if all > MOST_BYTES { Err(format!("{count} numbers exceed the limit")) } else { Ok(()) }
}

/// Reads what follows `uninit:`: a number of bytes, or the size of an image.
fn uninitialised(text: &str) -> Result<Contents, String> {
    let contents = match text.parse() {
        Ok(count) => Contents::Zeros(count),
        Err(_) => image(text)?,
    };
    match contents {
        Contents::Zeros(_) | Contents::Image { texels: None, .. } => Ok(Contents::Uninit(Box::new(contents))),
        _ => Err(format!("invalid size 'uninit:{text}': expected a number of bytes or an image size")),
    }
}

/// Reads what follows `image:`.
fn image(text: &str) -> Result<Contents, String> {
    let mut parts = text.splitn(3, ':');
    let size = parts.next().unwrap_or_default();
    let Some(size) = dimensions(size) else { return Ok(Contents::Picture(text.to_owned())) };
    let format = match parts.next() {
        Some(name) => Some(Format::from_name(name).ok_or_else(|| format!("unknown format '{name}'"))?),
        None => None,
    };
    let texels = match parts.next().map(numbers).transpose()? {
        Some(Contents::Numbers(_, bytes)) => Some(bytes),
        _ => None,
    };
    Ok(Contents::Image { size, format, texels })
}

/// Reads `64`, `64x64` or `64x64x2`.
fn dimensions(text: &str) -> Option<[u32; 3]> {
    let mut size = [1; 3];
    for (index, part) in text.split('x').enumerate() {
        *size.get_mut(index)? = part.parse().ok().filter(|part| *part > 0)?;
    }
    Some(size)
}

/// Reads what follows `sampler:`.
fn sampler(text: &str) -> Result<Sampler, String> {
    let mut sampler = Sampler::nearest();
    for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        sampler = match word {
            "nearest" => sampler,
            "linear" => {
                let Sampler { address, compare, unnormalised, .. } = sampler;
                Sampler { address, compare, unnormalised, ..Sampler::linear() }
            }
            "wrap" => sampler.address(Address::Wrap),
            "mirror" => sampler.address(Address::Mirror),
            "clamp" => sampler.address(Address::Clamp),
            "border" => sampler.address(Address::Border),
            "mirror-once" => sampler.address(Address::MirrorOnce),
            "unnormalised" => Sampler { unnormalised: true, ..sampler },
            _ => match COMPARISONS.iter().find(|(name, _)| *name == word) {
                Some((_, compare)) => sampler.compare(*compare),
                None => return Err(format!("unknown sampler setting '{word}'")),
            },
        };
    }
    Ok(sampler)
}

/// The comparisons of samplers by name.
pub const COMPARISONS: &[(&str, Compare)] = &[
    ("never", Compare::Never),
    ("less", Compare::Less),
    ("equal", Compare::Equal),
    ("less-equal", Compare::LessEqual),
    ("greater", Compare::Greater),
    ("not-equal", Compare::NotEqual),
    ("greater-equal", Compare::GreaterEqual),
    ("always", Compare::Always),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        match Contents::parse(text) {
            Ok(Contents::Numbers(_, bytes)) => bytes.to_vec(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn numbers_are_read() {
        assert_eq!(bytes("u8:1, 2,0xff"), [1, 2, 255]);
        assert_eq!(bytes("i16:-1*3"), [255; 6]);
        assert_eq!(bytes("u8:3..6"), [3, 4, 5]);
        assert_eq!(bytes("f32:1;u32:2"), [0, 0, 128, 63, 2, 0, 0, 0]);
        assert_eq!(bytes("f16:1"), [0, 0x3c]);
        assert!(bytes("u32:").is_empty());
    }

    #[test]
    fn other_contents_are_read() {
        assert_eq!(Contents::parse("zeros:4"), Ok(Contents::Zeros(4)));
        assert_eq!(Contents::parse("image:a.png"), Ok(Contents::Picture("a.png".to_owned())));
        let plain = Contents::Image { size: [4, 2, 1], format: None, texels: None };
        assert_eq!(Contents::parse("image:4x2"), Ok(plain));
        let texels = Some(Bytes::from(&[1u32, 2][..]));
        let full = Contents::Image { size: [2, 1, 1], format: Some(Format::R32_UINT), texels };
        assert_eq!(Contents::parse("image:2x1:r32uint:u32:1,2"), Ok(full));
        let wanted = Sampler::linear().address(Address::Clamp).compare(Compare::Less);
        assert_eq!(Contents::parse("sampler:clamp,less,linear"), Ok(Contents::Sampler(wanted)));
    }

    #[test]
    fn mistakes_are_told() {
        let texts =
            ["u32:256,x", "u8:256", "i8:128", "u32:-1", "zeros:-1", "nothing", "u23:1", "image:2x2:rgb", "sampler:odd"];
        for text in texts.into_iter().chain(["u8:1*9999999999", "u8:0..9999999999", "u32:1;2"]) {
            assert!(Contents::parse(text).is_err(), "{text}");
        }
    }
}

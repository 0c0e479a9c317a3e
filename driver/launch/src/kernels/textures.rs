//! Images of several files: layers, faces of cubes, and levels.

use super::{levels, picture};
use runner::stages::fixed::ColorFormat;
use runner::{Format, Image};
use serde_json::{Map, Value};
use std::path::Path;

/// An image of files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    /// For each level the files of the layers or faces.
    files: Vec<Vec<String>>,
    /// True if the levels below the first are computed.
    has_mips: bool,
    /// True if the colors are sRGB, and become linear.
    is_srgb: bool,
    is_cube: bool,
    is_array: bool,
}

type Result<T> = std::result::Result<T, String>;

/// The fields of a texture.
const FIELDS: [&str; 4] = ["image", "levels", "srgb", "cube"];

impl Texture {
    /// Returns whether these fields are those of a texture, and not the members of a block.
    pub(crate) fn is_one(fields: &Map<String, Value>) -> bool {
        let is_file =
            |value: &Value| value.is_string() || value.as_array().is_some_and(|list| list.iter().all(Value::is_string));
        fields.get("image").is_some_and(is_file) && fields.keys().all(|name| FIELDS.contains(&name.as_str()))
    }

    /// Reads the fields of a texture.
    ///
    /// # Errors
    /// When one of them is something else.
    pub(crate) fn parse(fields: &Map<String, Value>) -> Result<Self> {
        let truth = |name: &str| match fields.get(name) {
            None => Ok(false),
            Some(value) => value.as_bool().ok_or_else(|| format!("'{name}' must be true or false")),
        };
        let list = |value: &Value, what: &str| -> Result<Vec<String>> {
            let list = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
            let names: Option<Vec<String>> = list.iter().map(|file| file.as_str().map(str::to_owned)).collect();
            names.filter(|names| !names.is_empty()).ok_or_else(|| format!("'{what}' must be a file or a list of files"))
        };
        let image = fields.get("image").ok_or("missing 'image'")?;
        let (is_srgb, is_cube) = (truth("srgb")?, truth("cube")?);
        let mut files = vec![list(image, "image")?];
        let mut has_mips = false;
        match fields.get("levels") {
            None => {}
            Some(Value::String(text)) if text == "all" => has_mips = true,
            Some(Value::Array(below)) => {
                for own in below {
                    files.push(list(own, "levels")?);
                }
            }
            Some(_) => return Err("'levels' must be \"all\" or a list of the files below the first level".to_owned()),
        }
        if let Some(other) = files.iter().find(|own| own.len() != files[0].len()) {
            return Err(format!("a level has {} files, the first one {}", other.len(), files[0].len()));
        }
        if is_cube && !files[0].len().is_multiple_of(6) {
            return Err("a cube has six files".to_owned());
        }
        Ok(Texture { files, has_mips, is_srgb, is_cube, is_array: image.is_array() && !is_cube })
    }

    /// The files that it is made of.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().flatten().map(String::as_str)
    }

    /// Reads the files, which are relative to a folder.
    ///
    /// # Errors
    /// When one of them cannot be read, or they do not fit each other.
    pub(crate) fn read(&self, folder: &Path) -> Result<Image> {
        let one = |file: &String| {
            let image = picture::read(&folder.join(file))?;
            if self.is_srgb { linear(&image, file) } else { Ok(image) }
        };
        let first = one(&self.files[0][0])?;
        let count = self.files[0].len();
        if count == 1
            && self.files.len() == 1
            && !self.is_cube
            && !self.is_array
            && !(self.has_mips && first.levels() == 1)
        {
            return Ok(first);
        }
        if first.layers() > 1 || first.levels() > 1 && (count > 1 || self.files.len() > 1) {
            return Err(format!("'{}' has layers or levels of its own", self.files[0][0]));
        }
        let mut image = self.empty(&first)?;
        for (level, files) in self.files.iter().enumerate() {
            let size = image.size().map(|size| (size >> level).max(1));
            for (layer, file) in files.iter().enumerate() {
                let own = if (level, layer) == (0, 0) { first.clone() } else { one(file)? };
                if own.size() != size || own.format() != image.format() {
                    let [width, height, _] = size;
                    return Err(format!(
                        "'{file}' is not an image of {width} x {height} texels of the first one's format"
                    ));
                }
                let bytes = own.bytes();
                let count = size.iter().map(|size| *size as usize).product::<usize>() * own.format().texel_bytes();
                image.set_values(level, layer as u32, &bytes[..count]);
            }
        }
        if self.has_mips {
            levels::fill(&mut image)?;
        }
        Ok(image)
    }

    /// The image without its texels.
    fn empty(&self, first: &Image) -> Result<Image> {
        let ([width, height, depth], format, count) = (first.size(), first.format(), self.files[0].len() as u32);
        if self.is_cube && width != height {
            return Err("the faces of the cube are not square".to_owned());
        }
        let image = match (self.is_cube, depth > 1) {
            (true, _) => Image::cube(format, width),
            (false, true) => Image::d3(format, width, height, depth),
            (false, false) => Image::d2(format, width, height),
        };
        let image = match (self.is_cube, count) {
            (true, 6) => image,
            (true, _) => image.and_then(|image| image.with_layers(count / 6)),
            (false, _) if self.is_array => image.and_then(|image| image.with_layers(count)),
            (false, _) => image,
        };
        let levels = if self.has_mips { u32::MAX } else { self.files.len() as u32 };
        image.and_then(|image| image.with_levels(levels)).map_err(|error| error.to_string())
    }
}

/// The image with linear colors.
fn linear(image: &Image, file: &str) -> Result<Image> {
    let srgb = ColorFormat::from_name("rgba8unorm-srgb").filter(|_| image.format() == Format::RGBA8_UNORM);
    let srgb = srgb.ok_or_else(|| format!("'srgb': '{file}' has not eight bits per component"))?;
    let [width, height, _] = image.size();
    let made = Image::d2(Format::RGBA32_FLOAT, width, height).and_then(|made| made.with_levels(image.levels()));
    let mut made = made.map_err(|error| error.to_string())?;
    if image.layers() > 1 || image.size()[2] > 1 {
        return Err(format!("'srgb': '{file}' has layers"));
    }
    let words: Vec<u32> = image.bytes().chunks_exact(4).flat_map(|texel| srgb.decode(srgb.load(texel))).collect();
    // The texels of all levels are behind each other in both.
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    made.bytes_mut()[..bytes.len()].copy_from_slice(&bytes);
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(folder: &Path, value: &Value) -> Result<Image> {
        let fields = value.as_object().ok_or("no object")?;
        assert!(Texture::is_one(fields));
        Texture::parse(fields)?.read(folder)
    }

    #[test]
    fn files_become_levels_and_layers() {
        let folder = std::env::temp_dir().join(format!("textures-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for (name, size, value) in [("a", 2, 188), ("b", 2, 0), ("c", 1, 7)] {
            let image = Image::from_rgba8(size, size, &vec![value; 4 * (size * size) as usize]).unwrap();
            std::fs::write(folder.join(format!("{name}.png")), picture::encode(&image).unwrap()).unwrap();
        }
        let plain = read(&folder, &json!({ "image": "a.png" })).unwrap();
        assert_eq!((plain.levels(), plain.layers(), plain.is_array()), (1, 1, false));
        let mips = read(&folder, &json!({ "image": ["a.png", "b.png"], "levels": "all" })).unwrap();
        assert_eq!((mips.levels(), mips.layers(), mips.is_array()), (2, 2, true));
        assert_eq!([0, 1].map(|layer| mips.texel(1, layer, [0; 3])[0]), [188.0f32 / 255.0, 0.0].map(f32::to_bits));
        let own = read(&folder, &json!({ "image": "a.png", "levels": ["c.png"] })).unwrap();
        assert_eq!(own.bytes()[16..], [7; 4]);
        let srgb = read(&folder, &json!({ "image": "a.png", "srgb": true })).unwrap();
        assert!((srgb.colour(1, 1)[0] - 0.503).abs() < 0.001);
        let cube =
            read(&folder, &json!({ "image": ["a.png", "b.png", "a.png", "b.png", "a.png", "b.png"], "cube": true }));
        assert_eq!(cube.unwrap().bytes()[16..20], [0; 4]);
        for (wrong, part) in [
            (json!({ "image": "a.png", "levels": ["b.png"] }), "not an image of 1 x 1 texels"),
            (json!({ "image": ["a.png", "c.png"] }), "not an image of 2 x 2 texels"),
            (json!({ "image": "a.png", "levels": 3 }), "'levels' must be"),
            (json!({ "image": "a.png", "cube": true }), "a cube has six files"),
            (json!({ "image": "d.png" }), "cannot read"),
        ] {
            let error = read(&folder, &wrong).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

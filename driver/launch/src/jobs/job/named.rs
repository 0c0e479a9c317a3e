//! Resources that say themselves what they are: targets, meshes, buffers and images that steps share.

use super::steps::{Pair, Step, StepKind, color};
use super::{Result, contents, known, object, string};
use crate::kernels::contents::Contents;
use runner::stages::fixed::{ColorFormat, DEPTH_STENCIL};
use serde_json::{Map, Value};

/// A resource.
#[derive(Debug)]
pub(crate) enum Named {
    Target(TargetWish),
    /// A file with a mesh, or a part of it: `a.glb#name`.
    Mesh(String),
    /// Vertices by the names of their attributes, and triangles of them.
    Vertices(Box<Vertices>),
    /// Bytes or an image, which no shader need have.
    Plain(Contents),
}

/// Texels that draws write.
#[derive(Clone, Debug)]
pub(crate) struct TargetWish {
    pub(crate) size: [u32; 2],
    pub(crate) layers: u32,
    /// True if it is an array even with one layer.
    pub(crate) is_array: bool,
    pub(crate) is_cube: bool,
    pub(crate) levels: u32,
    pub(crate) samples: u32,
    pub(crate) format: TargetFormat,
    /// The color or the depth before the first step.
    pub(crate) clear: [f64; 4],
    pub(crate) stencil: u8,
}

/// The format of a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TargetFormat {
    Color(ColorFormat),
    /// Depth, stencil or both, by the name.
    Depth(&'static str),
}

/// Vertices in a job file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vertices {
    /// The values of each attribute, a list for each vertex.
    pub(crate) attributes: Vec<(String, Vec<Vec<f64>>)>,
    /// None if the vertices are drawn in their order.
    pub(crate) indices: Option<Vec<u32>>,
    /// The number of vertices.
    pub(crate) count: u32,
}

/// The most targets, meshes and others of a job.
const MOST: usize = 1024;

impl Named {
    /// The files that are read for it.
    pub(super) fn files(&self) -> Vec<&str> {
        match self {
            Named::Mesh(file) => vec![file.split_once('#').map_or(file.as_str(), |(file, _)| file)],
            Named::Plain(contents) => contents.files(),
            Named::Target(_) | Named::Vertices(_) => Vec::new(),
        }
    }
}

/// The resources of a job.
pub(super) fn read(value: Option<&Value>) -> Result<Vec<(String, Named)>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let fields = object(value, "'resources'")?;
    if fields.len() > MOST {
        return Err(format!("more than {MOST} resources"));
    }
    let one = |(name, value): (&String, &Value)| {
        let named = object(value, "it").and_then(resource);
        named.map(|named| (name.clone(), named)).map_err(|error| format!("resource '{name}': {error}"))
    };
    fields.iter().map(one).collect()
}

/// Adds the targets that steps resolve to and nothing declares: as their sources, with one sample.
pub(super) fn add_resolved(steps: &[Step], named: &mut Vec<(String, Named)>) {
    for step in steps {
        let StepKind::Resolve(Pair { from, to }, _) = &step.kind else { continue };
        let of = |name: &String| named.iter().find(|(known, _)| known == name).map(|(_, named)| named);
        if let (None, Some(Named::Target(wish))) = (of(to), of(from)) {
            let wish = TargetWish { samples: 1, ..wish.clone() };
            named.push((to.clone(), Named::Target(wish)));
        }
    }
}

fn resource(fields: &Map<String, Value>) -> Result<Named> {
    const KINDS: [&str; 5] = ["target", "mesh", "vertices", "buffer", "image"];
    let kind = KINDS.iter().find(|kind| fields.contains_key(**kind));
    match *kind.ok_or_else(|| format!("missing kind of resource; expected one of {}", KINDS.join(", ")))? {
        "target" => target(fields).map(Named::Target),
        "mesh" => {
            known(fields, &[&["mesh"]])?;
            string(&fields["mesh"], "'mesh'").map(Named::Mesh)
        }
        "vertices" => vertices(fields).map(|vertices| Named::Vertices(Box::new(vertices))),
        "buffer" => {
            known(fields, &[&["buffer"]])?;
            let contents = contents(&fields["buffer"])?;
            match contents {
                Contents::Zeros(_) | Contents::Numbers(..) | Contents::File(_) => Ok(Named::Plain(contents)),
                _ => Err("'buffer' must be numbers, zeros or a file: only shaders know members".to_owned()),
            }
        }
        _ => contents(&Value::Object(fields.clone())).map(Named::Plain),
    }
}

fn target(fields: &Map<String, Value>) -> Result<TargetWish> {
    const NAMES: &[&str] = &["target", "format", "samples", "levels", "layers", "cube", "clear", "stencil"];
    known(fields, &[NAMES])?;
    let number = |name: &str, usual: u32| match fields.get(name) {
        None => Ok(usual),
        Some(value) => {
            let number = value.as_u64().and_then(|number| u32::try_from(number).ok()).filter(|number| *number > 0);
            number.ok_or_else(|| format!("'{name}' must be a number above 0"))
        }
    };
    let size = string(&fields["target"], "'target'")?;
    let parts = size.split_once('x').and_then(|(width, height)| Some([width.parse().ok()?, height.parse().ok()?]));
    let size: [u32; 2] = parts.ok_or_else(|| format!("invalid size '{size}': expected WIDTHxHEIGHT"))?;
    let format = fields.get("format").map_or(Ok("rgba8unorm".to_owned()), |value| string(value, "'format'"))?;
    let depth = DEPTH_STENCIL.iter().find(|row| row.0 == format).map(|row| TargetFormat::Depth(row.0));
    let format = depth.or_else(|| ColorFormat::from_name(&format).map(TargetFormat::Color));
    let format = format.ok_or_else(|| format!("unknown format '{}'", fields["format"].as_str().unwrap_or_default()))?;
    let is_cube = match fields.get("cube") {
        None => false,
        Some(value) => value.as_bool().ok_or("'cube' must be true or false")?,
    };
    let full = 32 - size[0].max(size[1]).leading_zeros();
    let levels = if fields.get("levels").and_then(Value::as_str) == Some("all") { full } else { number("levels", 1)? };
    if levels > full.max(1) {
        return Err(format!("'levels': a target of this size has at most {full}"));
    }
    let layers = number("layers", if is_cube { 6 } else { 1 })?;
    if is_cube && (!layers.is_multiple_of(6) || size[0] != size[1]) {
        return Err("a cube has six square faces".to_owned());
    }
    let samples = number("samples", 1)?;
    if samples > 1 && levels > 1 {
        return Err("a target with several samples has one level".to_owned());
    }
    let is_depth = matches!(format, TargetFormat::Depth(_));
    let usual = if is_depth { [1.0, 0.0, 0.0, 0.0] } else { [0.0; 4] };
    let clear = fields.get("clear").map_or(Ok(usual), color).map_err(|error| format!("'clear': {error}"))?;
    let stencil = fields.get("stencil").map_or(Some(0), Value::as_u64).and_then(|value| u8::try_from(value).ok());
    let stencil = stencil.ok_or("'stencil' must be from 0 to 255")?;
    let is_array = fields.contains_key("layers");
    Ok(TargetWish { size, layers, is_array, is_cube, levels, samples, format, clear, stencil })
}

/// `{"vertices": {"POSITION": [[0, 0, 0], …]}, "indices": [0, 1, 2]}`.
fn vertices(fields: &Map<String, Value>) -> Result<Vertices> {
    known(fields, &[&["vertices", "indices"]])?;
    let mut vertices = Vertices::default();
    let mut count = None;
    for (name, value) in object(&fields["vertices"], "'vertices'")? {
        let list = value.as_array().ok_or_else(|| format!("'{name}' must be a list with a value for each vertex"))?;
        let values = list
            .iter()
            .enumerate()
            .map(|(at, value)| components(value).map_err(|error| format!("'{name}': vertex {at}: {error}")));
        let values = values.collect::<Result<Vec<_>>>()?;
        if *count.get_or_insert(values.len()) != values.len() {
            return Err(format!("'{name}' has {} values, others have {}", values.len(), count.unwrap_or(0)));
        }
        vertices.attributes.push((name.clone(), values));
    }
    vertices.count = count.and_then(|count| u32::try_from(count).ok()).ok_or("there are no vertices")?;
    if let Some(value) = fields.get("indices") {
        let list = value.as_array().ok_or("'indices' must be a list")?;
        let index = |value: &Value| {
            let index = value.as_u64().and_then(|index| u32::try_from(index).ok());
            index.filter(|index| *index < vertices.count).ok_or_else(|| format!("there is no vertex {value}"))
        };
        vertices.indices = Some(list.iter().map(index).collect::<Result<_>>()?);
    }
    Ok(vertices)
}

fn components(value: &Value) -> Result<Vec<f64>> {
    let list = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    let all: Option<Vec<f64>> = list.iter().map(Value::as_f64).collect();
    all.filter(|all| (1..=4).contains(&all.len())).ok_or_else(|| "expected up to four numbers".to_owned())
}

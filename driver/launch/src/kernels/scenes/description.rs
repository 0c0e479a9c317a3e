//! Scenes as jobs describe them:
//!
//! ```json
//! {"tlas": [{"blas": "sphere", "transform": [[1, 0, 0, 2], [0, 1, 0, 0], [0, 0, 1, 0]], "id": 3, "mask": 255, "hit": 0,
//!            "flags": "cull-disable"}],
//!  "blas": {"sphere": {"mesh": "sphere.glb", "opaque": false},
//!           "boxes": {"aabbs": "f32:-1,-1,-1,1,1,1"},
//!           "mixed": [{"vertices": [0, 0, 0, 1, 0, 0, 0, 1, 0], "indices": "u32:0,1,2"}, {"mesh": "a.obj#name"}]}}
//! ```

use super::{Result, bottom, geometries, model};
use crate::kernels::contents::Contents;
use crate::kernels::element::Element;
use serde_json::{Map, Value};
use std::path::Path;
use trace::{Aabb, Boxes, Geometry, Instance, InstanceFlags, Micromap, Omm, Scene, Transform, Triangles};

type Fields = Map<String, Value>;

/// A file and the name of what is meant in it.
fn split(text: &str) -> (&str, Option<&str>) {
    match text.split_once('#') {
        Some((file, name)) => (file, Some(name)),
        None => (text, None),
    }
}

/// The scene that a description is.
///
/// # Errors
/// When it is malformed, or a file cannot be read.
pub(super) fn scene(value: &Value, folder: &Path) -> Result<Scene> {
    let fields = object(value, "a scene")?;
    let is_short = !fields.contains_key("blas");
    let one = Map::from_iter([("geometry".to_owned(), value.clone())]);
    let structures = match fields.get("blas") {
        Some(list) => {
            known(fields, &["tlas", "blas"])?;
            object(list, "'blas'")?
        }
        None => &one,
    };
    let mut bottoms = Vec::new();
    for (name, structure) in structures {
        let wrong = |error: String| if is_short { error } else { format!("blas '{name}': {error}") };
        let geometries = structure_of(structure, folder).map_err(wrong)?;
        bottoms.push(bottom(geometries).map_err(wrong)?);
    }
    let names: Vec<&str> = structures.keys().map(String::as_str).collect();
    let instances = match fields.get("tlas").filter(|_| !is_short) {
        None => (0..names.len()).map(Instance::new).collect(),
        Some(Value::Array(list)) => {
            let one = |(at, value): (usize, &Value)| {
                instance(value, &names).map_err(|error| format!("instance {at} of 'tlas': {error}"))
            };
            list.iter().enumerate().map(one).collect::<Result<_>>()?
        }
        Some(_) => return Err("'tlas' must be a list of instances".to_owned()),
    };
    Scene::new(bottoms, instances).map_err(|error| error.to_string())
}

fn object<'v>(value: &'v Value, what: &str) -> Result<&'v Fields> {
    value.as_object().ok_or_else(|| format!("{what} must be an object"))
}

fn known(fields: &Fields, names: &[&str]) -> Result<()> {
    match fields.keys().find(|key| !names.contains(&key.as_str())) {
        Some(unknown) => Err(format!("unknown field '{unknown}'; expected one of {}", names.join(", "))),
        None => Ok(()),
    }
}

fn instance(value: &Value, names: &[&str]) -> Result<Instance> {
    let fields = object(value, "it")?;
    known(fields, &["blas", "transform", "id", "mask", "hit", "flags"])?;
    let bottom = match fields.get("blas").and_then(Value::as_str) {
        Some(name) => names.iter().position(|known| *known == name).ok_or_else(|| format!("unknown blas '{name}'"))?,
        None if names.len() == 1 => 0,
        None => return Err("missing 'blas'".to_owned()),
    };
    let number = |name: &str, usual: u32, most: u32| match fields.get(name) {
        None => Ok(usual),
        Some(value) => {
            let number = value.as_u64().filter(|number| *number <= most.into());
            number.map(|number| number as u32).ok_or_else(|| format!("'{name}' must be a number up to {most}"))
        }
    };
    let transform = fields.get("transform").map_or(Ok(Transform::IDENTITY), transform)?;
    let (id, hit) = (number("id", 0, 0xFF_FFFF)?, number("hit", 0, 0xFF_FFFF)?);
    let (mask, flags) = (number("mask", 0xFF, 0xFF)? as u8, fields.get("flags").map_or(Ok(0), flags)?);
    Ok(Instance { bottom, transform, id, mask, hit, flags: InstanceFlags(flags) })
}

fn transform(value: &Value) -> Result<Transform> {
    let wrong = || "'transform' must be three rows of four numbers".to_owned();
    let rows = numbers(value).map_err(|_| wrong())?;
    let rows: [f32; 12] = rows.try_into().map_err(|_| wrong())?;
    let mut transform = Transform::IDENTITY;
    transform.0.as_flattened_mut().copy_from_slice(&rows);
    Ok(transform)
}

fn flags(value: &Value) -> Result<u32> {
    let text = match value {
        Value::String(text) => vec![text.as_str()],
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => Vec::new(),
    };
    let mut all = 0;
    for name in text.iter().flat_map(|text| text.split([',', ' '])).filter(|name| !name.is_empty()) {
        let found = InstanceFlags::NAMES.iter().find(|(known, _)| *known == name);
        let names = || InstanceFlags::NAMES.map(|(name, _)| name).join(", ");
        all |=
            found.map(|(_, bit)| *bit).ok_or_else(|| format!("unknown flag '{name}'; expected one of {}", names()))?;
    }
    Ok(all)
}

/// The geometries of a bottom-level structure: those of an object, or of each in a list.
fn structure_of(value: &Value, folder: &Path) -> Result<Vec<Geometry>> {
    let Value::Array(list) = value else { return geometry(value, folder) };
    let mut all = Vec::new();
    for (at, value) in list.iter().enumerate() {
        all.extend(geometry(value, folder).map_err(|error| format!("geometry {at}: {error}"))?);
    }
    Ok(all)
}

fn geometry(value: &Value, folder: &Path) -> Result<Vec<Geometry>> {
    let fields = object(value, "it")?;
    known(fields, &["mesh", "vertices", "indices", "aabbs", "opaque", "micromaps"])?;
    let is_opaque = match fields.get("opaque") {
        None => true,
        Some(value) => value.as_bool().ok_or_else(|| "'opaque' must be true or false".to_owned())?,
    };
    let mut found = match (fields.get("mesh"), fields.get("vertices"), fields.get("aabbs")) {
        (Some(mesh), None, None) => {
            let (file, name) = split(mesh.as_str().ok_or_else(|| "'mesh' must name a file".to_owned())?);
            let parts = model(&folder.join(file))?.parts(name);
            let parts = parts.ok_or_else(|| format!("'{}' is not in '{file}'", name.unwrap_or_default()))?;
            geometries(&parts, is_opaque)
        }
        (None, Some(vertices), None) => {
            let vertices = floats(vertices, "vertices", 3)?.as_chunks::<3>().0.to_vec();
            let indices = match fields.get("indices") {
                Some(indices) => words(indices, "indices")?,
                None => (0..vertices.len() as u32).collect(),
            };
            if !indices.len().is_multiple_of(3) {
                return Err("'indices' are not triangles: their number is not a multiple of three".to_owned());
            }
            let indices = indices.as_chunks::<3>().0.to_vec();
            vec![Geometry::Triangles(Triangles { vertices, indices, is_opaque, micromaps: None })]
        }
        (None, None, Some(boxes)) => {
            let corners = floats(boxes, "aabbs", 6)?;
            let aabb = |[a, b, c, d, e, f]: &[f32; 6]| Aabb { min: [*a, *b, *c], max: [*d, *e, *f] };
            vec![Geometry::Boxes(Boxes { boxes: corners.as_chunks().0.iter().map(aabb).collect(), is_opaque })]
        }
        _ => return Err("expected one of 'mesh', 'vertices' and 'aabbs'".to_owned()),
    };
    if let Some(micromaps) = fields.get("micromaps") {
        let own = opacity(micromaps).map_err(|error| format!("'micromaps': {error}"))?;
        let [Geometry::Triangles(triangles)] = &mut found[..] else {
            return Err("'micromaps' are for a single geometry of triangles".to_owned());
        };
        triangles.micromaps = Some(own);
    }
    Ok(found)
}

/// `{"maps": [{"level": 2, "states": 4, "data": "u8:..."}], "indices": "i32:..."}`.
fn opacity(value: &Value) -> Result<Omm> {
    let fields = object(value, "it")?;
    known(fields, &["maps", "indices"])?;
    let indices = fields.get("indices").ok_or_else(|| "missing 'indices'".to_owned())?;
    let indices = numbers_of(indices, "indices", Element::Sint(4))?;
    let mut maps = Vec::new();
    for (at, value) in fields.get("maps").and_then(Value::as_array).map_or(&[][..], Vec::as_slice).iter().enumerate() {
        let wrong = |error: String| format!("map {at}: {error}");
        let own = object(value, "it").map_err(wrong)?;
        known(own, &["level", "states", "data"]).map_err(wrong)?;
        let number = |name: &str| own.get(name).and_then(Value::as_u64);
        let level = number("level").and_then(|level| u32::try_from(level).ok());
        let level = level.ok_or_else(|| wrong("missing 'level'".to_owned()))?;
        let has_four_states = match number("states") {
            Some(2) => false,
            Some(4) | None => true,
            Some(_) => return Err(wrong("'states' must be 2 or 4".to_owned())),
        };
        let data = own.get("data").ok_or_else(|| wrong("missing 'data'".to_owned()))?;
        let data = numbers_of(data, "data", Element::Uint(1)).map_err(wrong)?;
        maps.push(Micromap { level, has_four_states, data });
    }
    let indices = indices.as_chunks::<4>().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect();
    Ok(Omm { maps, indices })
}

/// The bytes of numbers of a type: a text such as `f32:1,2`, or a list.
fn numbers_of(value: &Value, name: &str, element: Element) -> Result<Vec<u8>> {
    let wrong = |error: String| format!("'{name}': {error}");
    match value {
        Value::String(text) => match Contents::parse(text).map_err(wrong)? {
            Contents::Numbers(own, bytes) if own == element => Ok(bytes.to_vec()),
            _ => Err(format!("'{name}' must be numbers of another type")),
        },
        _ => {
            let mut bytes = Vec::new();
            for number in flat(value).ok_or_else(|| format!("'{name}' must be numbers"))? {
                let bits = element.parse(&number.to_string()).map_err(wrong)?;
                bytes.extend_from_slice(&bits.to_le_bytes()[..element.bytes()]);
            }
            Ok(bytes)
        }
    }
}

fn words(value: &Value, name: &str) -> Result<Vec<u32>> {
    let bytes = numbers_of(value, name, Element::Uint(4))?;
    Ok(bytes.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect())
}

fn floats(value: &Value, name: &str, multiple: usize) -> Result<Vec<f32>> {
    let bytes = numbers_of(value, name, Element::Float(4))?;
    let found: Vec<f32> = bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    match found.len().is_multiple_of(multiple) {
        true => Ok(found),
        false => Err(format!("'{name}' has {} numbers, which is not a multiple of {multiple}", found.len())),
    }
}

fn numbers(value: &Value) -> Result<Vec<f32>> {
    let list = flat(value).ok_or_else(|| "it is not a list of numbers".to_owned())?;
    Ok(list.iter().filter_map(|number| number.as_f64()).map(|number| number as f32).collect())
}

/// The numbers of a list, and of the lists in it.
fn flat(value: &Value) -> Option<Vec<&serde_json::Number>> {
    let mut found = Vec::new();
    for value in value.as_array()? {
        match value {
            Value::Number(number) => found.push(number),
            Value::Array(list) => {
                for value in list {
                    let Value::Number(number) = value else { return None };
                    found.push(number);
                }
            }
            Value::Null | Value::Bool(_) | Value::String(_) | Value::Object(_) => return None,
        }
    }
    Some(found)
}

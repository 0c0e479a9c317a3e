//! Acceleration structures: of files with meshes, and of descriptions in jobs.
//!
//! [`obj`] and [`gltf`] read files into a [`Model`]; [`description`] reads what jobs say. Building trees is the business of the
//! crate `trace`.

mod description;
mod gltf;
mod obj;

use library::files::names::to_text;
use library::files::reading::read_data;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use trace::{Bottom, Geometry, Instance, Scene, Transform, Triangles};

type Result<T> = std::result::Result<T, String>;

/// Triangles under a name.
struct Mesh {
    name: String,
    parts: Vec<Part>,
}

/// Triangles that become a geometry.
pub struct Part {
    name: String,
    /// The positions of the vertices.
    pub vertices: Vec<[f32; 3]>,
    /// The vertices of each triangle.
    pub indices: Vec<[u32; 3]>,
    /// The other attributes of the vertices.
    pub attributes: Attributes,
}

impl Part {
    /// Triangles without a name.
    pub fn new(vertices: Vec<[f32; 3]>, indices: Vec<[u32; 3]>, attributes: Attributes) -> Self {
        Part { name: String::new(), vertices, indices, attributes }
    }
}

/// What vertices have beside their positions: as many of each as vertices, or none.
#[derive(Clone, Default)]
pub struct Attributes {
    /// Normals.
    pub normals: Vec<[f32; 3]>,
    /// Texture coordinates.
    pub coordinates: Vec<[f32; 2]>,
    /// Colors.
    pub colors: Vec<[f32; 3]>,
}

/// A mesh at a place.
struct Node {
    name: String,
    mesh: usize,
    transform: Transform,
}

/// The contents of a file.
struct Model {
    meshes: Vec<Mesh>,
    nodes: Vec<Node>,
}

/// The scene of a file: of OBJ all triangles as they are, of glTF an instance for each node with a mesh, of JSON what it
/// describes.
///
/// # Errors
/// When the file cannot be read, or is none of these.
pub(crate) fn of_file(path: &Path) -> Result<Scene> {
    let name = path.display();
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) {
        let text = read(path)?;
        let value: Value = serde_json::from_slice(&text).map_err(|error| format!("{name}: {error}"))?;
        return of_value(&value, path.parent().unwrap_or(Path::new("")));
    }
    let Model { meshes, nodes } = model(path)?;
    let bottom = |mesh: &Mesh| bottom(geometries(&mesh.parts, true)).map_err(|error| format!("{name}: {error}"));
    let bottoms = meshes.iter().map(bottom).collect::<Result<Vec<_>>>()?;
    let instance =
        |(id, node): (usize, &Node)| Instance { transform: node.transform, id: id as u32, ..Instance::new(node.mesh) };
    let instances = nodes.iter().enumerate().map(instance).collect();
    Scene::new(bottoms, instances).map_err(|error| format!("{name}: {error}"))
}

/// The scene that a job describes. Files are relative to `folder`.
///
/// # Errors
/// When it is malformed, or a file cannot be read.
pub(crate) fn of_value(value: &Value, folder: &Path) -> Result<Scene> {
    description::scene(value, folder)
}

/// The triangles of a glTF file, where its nodes place them. Those that a node mirrors are turned around, as glTF says.
///
/// # Errors
/// When the file cannot be read, or is none.
pub fn placed(path: &Path) -> Result<Vec<Part>> {
    let model = model(path)?;
    let of_node = |node: &Node| {
        let mut parts = model.placed(node);
        if is_mirrored(&node.transform) {
            parts.iter_mut().flat_map(|part| &mut part.indices).for_each(|[_, b, c]| std::mem::swap(b, c));
        }
        parts
    };
    Ok(model.nodes.iter().flat_map(of_node).collect())
}

/// The triangles of an object of OBJ, or of a node or a mesh of glTF.
///
/// # Errors
/// When the file cannot be read, or has nothing of this name.
pub(crate) fn named(path: &Path, name: &str) -> Result<Vec<Part>> {
    let missing = || format!("{}: there is no mesh '{name}'", path.display());
    model(path)?.parts(Some(name)).ok_or_else(missing)
}

/// Reads a file with a mesh.
fn model(path: &Path) -> Result<Model> {
    let bytes = read(path)?;
    let name = path.display().to_string();
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("obj") => obj::read(&name, &bytes),
        Some("gltf" | "glb") => {
            let folder = path.parent().unwrap_or(Path::new(""));
            gltf::read(&bytes, |file| read(&folder.join(file))).map_err(|error| format!("{name}: {error}"))
        }
        _ => Err(format!("{name}: unknown kind of mesh; expected .obj, .gltf or .glb")),
    }
}

fn read(path: &Path) -> Result<Vec<u8>> {
    read_data(&to_text(path.as_os_str())).map_err(|error| format!("cannot read '{}': {error}", path.display()))
}

fn geometries(parts: &[Part], is_opaque: bool) -> Vec<Geometry> {
    let geometry = |part: &Part| {
        let (vertices, indices) = (part.vertices.clone(), part.indices.clone());
        Geometry::Triangles(Triangles { vertices, indices, is_opaque, micromaps: None })
    };
    parts.iter().map(geometry).collect()
}

fn bottom(geometries: Vec<Geometry>) -> Result<Arc<Bottom>> {
    Bottom::new(geometries).map(Arc::new).map_err(|error| error.to_string())
}

impl Model {
    /// The parts of a mesh, a node or a part with a name, or all of them; nodes are where they are placed.
    fn parts(self, name: Option<&str>) -> Option<Vec<Part>> {
        let Some(name) = name else {
            return Some(self.nodes.iter().flat_map(|node| self.placed(node)).collect());
        };
        let mut found: Vec<Part> =
            self.nodes.iter().filter(|node| node.name == name).flat_map(|node| self.placed(node)).collect();
        if found.is_empty() {
            let meshes = self.meshes.into_iter();
            let parts = meshes.flat_map(|mesh| {
                let is_it = mesh.name == name;
                mesh.parts.into_iter().filter(move |part| is_it || part.name == name)
            });
            found = parts.collect();
        }
        (!found.is_empty()).then_some(found)
    }

    fn placed(&self, node: &Node) -> Vec<Part> {
        let Some(mesh) = self.meshes.get(node.mesh) else { return Vec::new() };
        let place = |[x, y, z]: &[f32; 3]| node.transform.0.map(|[a, b, c, d]| a * x + b * y + c * z + d);
        let placed = |part: &Part| Part {
            name: part.name.clone(),
            vertices: part.vertices.iter().map(place).collect(),
            indices: part.indices.clone(),
            attributes: Attributes {
                normals: part.attributes.normals.iter().map(|normal| turned(&node.transform, *normal)).collect(),
                ..part.attributes.clone()
            },
        };
        mesh.parts.iter().map(placed).collect()
    }
}

/// The cross products of the rows of a transform's linear part: its inverse transposed, times the determinant.
fn cofactors(transform: &Transform) -> [[f32; 3]; 3] {
    let Transform([a, b, c]) = transform;
    let cross =
        |a: &[f32; 4], b: &[f32; 4]| [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    [cross(b, c), cross(c, a), cross(a, b)]
}

fn is_mirrored(transform: &Transform) -> bool {
    let ([first, ..], row) = (cofactors(transform), transform.0[0]);
    first[0] * row[0] + first[1] * row[1] + first[2] * row[2] < 0.0
}

/// A normal of a surface that is transformed.
fn turned(transform: &Transform, [x, y, z]: [f32; 3]) -> [f32; 3] {
    let sign = if is_mirrored(transform) { -1.0 } else { 1.0 };
    let normal = cofactors(transform).map(|[a, b, c]| sign * (a * x + b * y + c * z));
    let length = normal.iter().map(|part| part * part).sum::<f32>().sqrt();
    if length > 0.0 { normal.map(|part| part / length) } else { normal }
}

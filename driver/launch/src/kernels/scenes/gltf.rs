//! glTF 2.0: the triangles of meshes, and the nodes that place them. Materials, cameras and animations are ignored.

use super::{Attributes, Mesh, Model, Node, Part, Result};
use serde_json::Value;
use trace::Transform;

/// Extensions without which positions cannot be read.
const REFUSED: [&str; 4] =
    ["KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression", "KHR_mesh_quantization"];

/// The most nodes that are placed.
const MOST_NODES: usize = 1 << 20;

/// The numbers of primitives of triangles.
const TRIANGLES: u64 = 4;
const STRIP: u64 = 5;
const FAN: u64 = 6;

/// Reads a file: JSON, or the binary form. Other files that it names are read by `file`.
///
/// # Errors
/// When it is not glTF, or refers to what does not exist.
pub(super) fn read(bytes: &[u8], file: impl Fn(&str) -> Result<Vec<u8>>) -> Result<Model> {
    let (json, binary) = if bytes.starts_with(b"glTF") { chunks(bytes)? } else { (bytes, None) };
    let root: Value = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    let required = root["extensionsRequired"].as_array().map_or(&[][..], Vec::as_slice);
    if let Some(name) = required.iter().filter_map(Value::as_str).find(|name| REFUSED.contains(name)) {
        return Err(format!("extension {name} is not supported"));
    }
    let mut buffers = Vec::new();
    for (at, buffer) in list(&root, "buffers").iter().enumerate() {
        let contents = match buffer["uri"].as_str() {
            None if at == 0 => binary.map(<[u8]>::to_vec).ok_or_else(|| "buffer 0 has no contents".to_owned()),
            None => Err(format!("buffer {at} has no contents")),
            Some(uri) => match uri.split_once(";base64,") {
                Some((_, text)) => base64(text).ok_or_else(|| format!("buffer {at} is not valid base64")),
                None => file(&uri.replace("%20", " ")),
            },
        };
        buffers.push(contents?);
    }
    let reader = Reader { root: &root, buffers };
    let mut meshes = Vec::new();
    for (at, mesh) in list(&root, "meshes").iter().enumerate() {
        meshes.push(reader.mesh(mesh).map_err(|error| format!("mesh {at}: {error}"))?);
    }
    let nodes = reader.nodes(meshes.len())?;
    Ok(Model { meshes, nodes })
}

/// The two chunks of the binary form.
fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>)> {
    let word = |at: usize| {
        let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
        word.map(u32::from_le_bytes).ok_or_else(|| "the file is truncated".to_owned())
    };
    if word(4)? != 2 {
        return Err(format!("version {} is not supported", word(4)?));
    }
    let chunk = |at: usize| {
        let length = word(at)? as usize;
        let contents = bytes.get(at + 8..(at + 8).saturating_add(length));
        contents.ok_or_else(|| "the file is truncated".to_owned())
    };
    let json = chunk(12)?;
    let next = 20 + json.len().next_multiple_of(4);
    let binary = if next + 8 <= bytes.len() { Some(chunk(next)?) } else { None };
    Ok((json, binary))
}

fn base64(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for byte in text.bytes().filter(|byte| *byte != b'=') {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(digit);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|index| usize::try_from(index).ok())
}

fn name(value: &Value) -> String {
    value["name"].as_str().unwrap_or_default().to_owned()
}

struct Reader<'v> {
    root: &'v Value,
    buffers: Vec<Vec<u8>>,
}

impl Reader<'_> {
    fn mesh(&self, mesh: &Value) -> Result<Mesh> {
        let mut parts = Vec::new();
        for primitive in list(mesh, "primitives") {
            let mode = primitive["mode"].as_u64().unwrap_or(TRIANGLES);
            let Some(position) = index(&primitive["attributes"]["POSITION"]) else { continue };
            if !(TRIANGLES..=FAN).contains(&mode) {
                continue;
            }
            let vertices = self.positions(position)?;
            let indices = match index(&primitive["indices"]) {
                Some(accessor) => self.indices(accessor)?,
                None => (0..vertices.len() as u32).collect(),
            };
            let indices = triangles(&indices, mode);
            if let Some(vertex) = indices.iter().flatten().find(|vertex| **vertex as usize >= vertices.len()) {
                return Err(format!("vertex {vertex} does not exist; there are {} vertices", vertices.len()));
            }
            let attributes = self.attributes(&primitive["attributes"], vertices.len())?;
            parts.push(Part { name: String::new(), vertices, indices, attributes });
        }
        Ok(Mesh { name: name(mesh), parts })
    }

    /// The elements of an accessor, each of this many bytes.
    fn elements(&self, number: usize, bytes: usize) -> Result<Vec<&[u8]>> {
        let wrong = |reason: &str| format!("accessor {number}: {reason}");
        let accessor = list(self.root, "accessors").get(number).ok_or_else(|| wrong("it does not exist"))?;
        if !accessor["sparse"].is_null() {
            return Err(wrong("sparse accessors are not supported"));
        }
        let count = index(&accessor["count"]).ok_or_else(|| wrong("it has no count"))?;
        let view = index(&accessor["bufferView"]).and_then(|view| list(self.root, "bufferViews").get(view));
        let view = view.ok_or_else(|| wrong("it has no buffer view"))?;
        let offset = |value: &Value| index(&value["byteOffset"]).unwrap_or(0);
        let stride = index(&view["byteStride"]).unwrap_or(bytes);
        let buffer = index(&view["buffer"]).and_then(|buffer| self.buffers.get(buffer));
        let start = offset(view).checked_add(offset(accessor));
        let (Some(buffer), Some(start)) = (buffer, start) else { return Err(wrong("its buffer does not exist")) };
        let end = offset(view).saturating_add(index(&view["byteLength"]).unwrap_or(0)).min(buffer.len());
        // A stride of zero would make a small file a large mesh.
        if count > buffer.len() || stride < bytes {
            return Err(wrong("it goes beyond its buffer"));
        }
        let element = |at: usize| {
            let from = at.checked_mul(stride)?.checked_add(start)?;
            buffer[..end].get(from..from.checked_add(bytes)?)
        };
        (0..count).map(element).collect::<Option<_>>().ok_or_else(|| wrong("it goes beyond its buffer"))
    }

    /// The kind of an accessor's elements: `SCALAR` and their like, and the number of the components' type.
    fn kind(&self, number: usize) -> (&str, u64) {
        let accessor = list(self.root, "accessors").get(number).unwrap_or(&Value::Null);
        (accessor["type"].as_str().unwrap_or_default(), accessor["componentType"].as_u64().unwrap_or(0))
    }

    fn positions(&self, number: usize) -> Result<Vec<[f32; 3]>> {
        const FLOAT: u64 = 5126;
        if self.kind(number) != ("VEC3", FLOAT) {
            return Err(format!("accessor {number}: positions are not vectors of three floats"));
        }
        let float = |bytes: &[u8], at: usize| {
            let mut word = [0; 4];
            word.copy_from_slice(&bytes[4 * at..4 * at + 4]);
            f32::from_le_bytes(word)
        };
        let elements = self.elements(number, 12)?;
        Ok(elements.into_iter().map(|bytes| [0, 1, 2].map(|at| float(bytes, at))).collect())
    }

    /// What a primitive's vertices have beside their positions.
    fn attributes(&self, all: &Value, count: usize) -> Result<Attributes> {
        let fitting = |name: &str, found: usize| match found == count {
            true => Ok(()),
            false => Err(format!("{name} has {found} values for {count} vertices")),
        };
        let mut attributes = Attributes::default();
        if let Some(number) = index(&all["NORMAL"]) {
            attributes.normals = self.vectors(number, "NORMAL")?;
            fitting("NORMAL", attributes.normals.len())?;
        }
        if let Some(number) = index(&all["TEXCOORD_0"]) {
            attributes.coordinates = self.vectors(number, "TEXCOORD_0")?;
            fitting("TEXCOORD_0", attributes.coordinates.len())?;
        }
        if let Some(number) = index(&all["COLOR_0"]) {
            attributes.colors = self.vectors(number, "COLOR_0")?;
            fitting("COLOR_0", attributes.colors.len())?;
        }
        Ok(attributes)
    }

    /// The first components of vectors: floats, or unsigned integers that represent 0 to 1.
    fn vectors<const N: usize>(&self, number: usize, name: &str) -> Result<Vec<[f32; N]>> {
        let (kind, component) = self.kind(number);
        let count = ["VEC2", "VEC3", "VEC4"].iter().position(|known| *known == kind).map_or(0, |at| at + 2);
        let bytes = match component {
            5121 => 1,
            5123 => 2,
            5126 => 4,
            _ => 0,
        };
        if count < N || bytes == 0 {
            return Err(format!("accessor {number}: {name} does not have {N} numbers of a known type"));
        }
        let value = |part: &[u8]| match *part {
            [a] => f32::from(a) / 255.0,
            [a, b] => f32::from(u16::from_le_bytes([a, b])) / 65535.0,
            [a, b, c, d] => f32::from_le_bytes([a, b, c, d]),
            _ => 0.0,
        };
        let vector = |all: &[u8]| std::array::from_fn(|at| value(&all[at * bytes..(at + 1) * bytes]));
        Ok(self.elements(number, count * bytes)?.into_iter().map(vector).collect())
    }

    fn indices(&self, number: usize) -> Result<Vec<u32>> {
        let bytes = match self.kind(number) {
            ("SCALAR", 5121) => 1,
            ("SCALAR", 5123) => 2,
            ("SCALAR", 5125) => 4,
            _ => return Err(format!("accessor {number}: indices are not unsigned integers")),
        };
        let value = |bytes: &[u8]| bytes.iter().rev().fold(0u32, |all, byte| all << 8 | u32::from(*byte));
        Ok(self.elements(number, bytes)?.into_iter().map(value).collect())
    }

    /// The nodes of the scene that have meshes, with their transforms.
    fn nodes(&self, meshes: usize) -> Result<Vec<Node>> {
        let all = list(self.root, "nodes");
        let scene = index(&self.root["scene"]).unwrap_or(0);
        let mut todo: Vec<(usize, [[f64; 4]; 3])> = match list(self.root, "scenes").get(scene) {
            Some(scene) => list(scene, "nodes").iter().filter_map(index).map(|node| (node, IDENTITY)).collect(),
            None => {
                let children: Vec<usize> =
                    all.iter().flat_map(|node| list(node, "children")).filter_map(index).collect();
                (0..all.len()).filter(|node| !children.contains(node)).map(|node| (node, IDENTITY)).collect()
            }
        };
        // The first one is taken from the end.
        todo.reverse();
        let (mut nodes, mut steps) = (Vec::new(), 0);
        while let Some((number, around)) = todo.pop() {
            steps += 1;
            let Some(node) = all.get(number) else { return Err(format!("node {number} does not exist")) };
            if steps > MOST_NODES {
                return Err(format!("it has more than {MOST_NODES} nodes, or nodes that contain themselves"));
            }
            let own = product(&around, &local(node));
            todo.extend(list(node, "children").iter().rev().filter_map(index).map(|child| (child, own)));
            let Some(mesh) = index(&node["mesh"]) else { continue };
            if mesh >= meshes {
                return Err(format!("node {number}: mesh {mesh} does not exist"));
            }
            let transform = Transform(own.map(|row| row.map(|number| number as f32)));
            nodes.push(Node { name: name(node), mesh, transform });
        }
        Ok(nodes)
    }
}

const IDENTITY: [[f64; 4]; 3] = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

fn product(a: &[[f64; 4]; 3], b: &[[f64; 4]; 3]) -> [[f64; 4]; 3] {
    a.map(|row| {
        let sum = |column: usize| (0..3).map(|at| row[at] * b[at][column]).sum::<f64>();
        [sum(0), sum(1), sum(2), sum(3) + row[3]]
    })
}

/// The transform of a node: a matrix of columns, or translation, rotation and scale.
fn local(node: &Value) -> [[f64; 4]; 3] {
    let numbers = |name: &str| -> Vec<f64> { list(node, name).iter().filter_map(Value::as_f64).collect() };
    if let [matrix @ .., _, _, _, _] = &numbers("matrix")[..]
        && matrix.len() == 12
    {
        let all = numbers("matrix");
        return [0, 1, 2].map(|row| [0, 1, 2, 3].map(|column| all[4 * column + row]));
    }
    let of = |name: &str, usual: &[f64]| {
        let found = numbers(name);
        if found.len() == usual.len() { found } else { usual.to_vec() }
    };
    let (moved, turned, scale) =
        (of("translation", &[0.0; 3]), of("rotation", &[0.0, 0.0, 0.0, 1.0]), of("scale", &[1.0; 3]));
    let [x, y, z, w] = [0, 1, 2, 3].map(|at| turned[at]);
    let rotation = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    [0, 1, 2].map(|row| {
        let [a, b, c] = [0, 1, 2].map(|column| rotation[row][column] * scale[column]);
        [a, b, c, moved[row]]
    })
}

fn triangles(indices: &[u32], mode: u64) -> Vec<[u32; 3]> {
    match mode {
        STRIP => {
            let triangle = |(at, corners): (usize, &[u32])| match at % 2 {
                0 => [corners[0], corners[1], corners[2]],
                _ => [corners[1], corners[0], corners[2]],
            };
            indices.windows(3).enumerate().map(triangle).collect()
        }
        FAN => indices.windows(2).skip(1).map(|pair| [indices[0], pair[0], pair[1]]).collect(),
        _ => indices.as_chunks::<3>().0.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle that a node moves and another one scales.
    fn file(indices: &str) -> String {
        let positions: Vec<u8> =
            [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].iter().flat_map(|n| n.to_le_bytes()).collect();
        let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let data: Vec<u8> = positions.iter().copied().chain([0, 1, 2]).collect();
        let text: String = data
            .chunks(3)
            .flat_map(|chunk| {
                let bits = chunk.iter().fold(0u32, |all, byte| all << 8 | u32::from(*byte));
                [18, 12, 6, 0].map(|shift| char::from(digits[(bits >> shift & 63) as usize]))
            })
            .collect();
        format!(
            r#"{{"buffers": [{{"uri": "data:application/octet-stream;base64,{text}", "byteLength": 39}}],
            "bufferViews": [{{"buffer": 0, "byteLength": 36}}, {{"buffer": 0, "byteOffset": 36, "byteLength": 3}}],
            "accessors": [{{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3}},
                          {{"bufferView": 1, "componentType": 5121, "type": "SCALAR", "count": {indices}}}],
            "meshes": [{{"name": "one", "primitives": [{{"attributes": {{"POSITION": 0}}, "indices": 1}}]}}],
            "nodes": [{{"translation": [1, 2, 3], "children": [1], "mesh": 0}}, {{"scale": [2, 2, 2], "mesh": 0}}],
            "scenes": [{{"nodes": [0]}}]}}"#
        )
    }

    fn none(_: &str) -> Result<Vec<u8>> {
        Err("no files".to_owned())
    }

    #[test]
    fn nodes_place_meshes() {
        let model = read(file("3").as_bytes(), none).unwrap();
        assert_eq!(model.meshes[0].parts[0].indices, [[0, 1, 2]]);
        assert_eq!(model.meshes[0].parts[0].vertices[2], [0.0, 1.0, 0.0]);
        let [outer, inner] = &model.nodes[..] else { panic!("two nodes") };
        assert_eq!(outer.transform.0.map(|row| row[3]), [1.0, 2.0, 3.0]);
        assert_eq!(inner.transform.0[1], [0.0, 2.0, 0.0, 2.0]);
    }

    #[test]
    fn mistakes_name_what_is_wrong() {
        let wrong = |text: &str| read(text.as_bytes(), none).err().unwrap();
        assert_eq!(wrong(&file("9")), "mesh 0: accessor 1: it goes beyond its buffer");
        assert!(wrong("{\n\"meshes\": }").contains("line 2"));
        assert!(
            wrong(r#"{"extensionsRequired": ["KHR_draco_mesh_compression"]}"#).contains("KHR_draco_mesh_compression")
        );
        assert!(wrong(r#"{"buffers": [{"uri": "a.bin"}]}"#).contains("no files"));
        let cycle = r#"{"nodes": [{"children": [0]}], "scenes": [{"nodes": [0]}]}"#;
        assert!(wrong(cycle).contains("contain themselves"));
        assert_eq!(read(b"glTF\x02\0\0\0", none).err().unwrap(), "the file is truncated");
    }
}

//! Wavefront OBJ: vertices and faces. Objects and groups become parts; all else is ignored.

use super::{Attributes, Mesh, Model, Node, Part, Result};
use trace::Transform;

/// Reads a file.
///
/// # Errors
/// With the line, when a vertex or a face is none.
pub(super) fn read(file: &str, bytes: &[u8]) -> Result<Model> {
    let text = String::from_utf8_lossy(bytes);
    let (mut vertices, mut parts): (Vec<[f32; 3]>, Vec<Part>) = Default::default();
    let mut name = String::new();
    let mut logical = String::new();
    for (at, line) in text.lines().enumerate() {
        if let Some(start) = line.strip_suffix('\\') {
            logical.push_str(start);
            logical.push(' ');
            continue;
        }
        logical.push_str(line);
        let wrong = |reason: String| format!("{file}:{}: {reason}", at + 1);
        let without_comment = logical.split('#').next().unwrap_or_default();
        let mut words = without_comment.split_whitespace();
        match words.next() {
            Some("v") => vertices.push(vertex(words).map_err(wrong)?),
            Some("f") => {
                let corners = words.map(|word| corner(word, vertices.len())).collect::<Result<Vec<u32>>>();
                let corners = corners.map_err(wrong)?;
                if corners.len() < 3 {
                    return Err(wrong(format!("a face has {} vertices", corners.len())));
                }
                if parts.last().is_none_or(|part| part.name != name) {
                    let (vertices, indices, attributes) = (Vec::new(), Vec::new(), Attributes::default());
                    parts.push(Part { name: name.clone(), vertices, indices, attributes });
                }
                if let Some(part) = parts.last_mut() {
                    part.indices.extend(corners.windows(2).skip(1).map(|pair| [corners[0], pair[0], pair[1]]));
                }
            }
            Some("o" | "g") => name = words.collect::<Vec<_>>().join(" "),
            Some(_) | None => {}
        }
        logical.clear();
    }
    for part in &mut parts {
        compact(part, &vertices);
    }
    let mesh = Mesh { name: String::new(), parts };
    Ok(Model { meshes: vec![mesh], nodes: vec![Node { name: String::new(), mesh: 0, transform: Transform::IDENTITY }] })
}

fn vertex<'w>(mut words: impl Iterator<Item = &'w str>) -> Result<[f32; 3]> {
    let mut vertex = [0.0; 3];
    for number in &mut vertex {
        let word = words.next().ok_or("a vertex has fewer than three coordinates")?;
        let value = word.parse::<f32>().ok().filter(|value| value.is_finite());
        *number = value.ok_or_else(|| format!("invalid coordinate '{word}'"))?;
    }
    Ok(vertex)
}

/// The vertex of `7`, `7/1`, `7//3`, `7/1/3`, or of a negative number, which counts back from the last one.
fn corner(word: &str, count: usize) -> Result<u32> {
    let number = word.split('/').next().unwrap_or_default();
    let index: i64 = number.parse().map_err(|_| format!("invalid vertex '{word}'"))?;
    let at = if index < 0 { count as i64 + index } else { index - 1 };
    match u32::try_from(at) {
        Ok(found) if (at as usize) < count => Ok(found),
        _ => Err(format!("vertex {index} does not exist; there are {count} vertices so far")),
    }
}

/// Gives a part the vertices that it uses, in the order of their numbers.
fn compact(part: &mut Part, vertices: &[[f32; 3]]) {
    let mut used: Vec<u32> = part.indices.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    part.vertices = used.iter().map(|index| vertices[*index as usize]).collect();
    for index in part.indices.as_flattened_mut() {
        *index = used.binary_search(index).map_or(0, |at| at as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_become_triangles() {
        let text = "# a square\no square\nv 0 0 0\nv 1 0 0 1\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 \\\n 3//1 -1//1\n\
                    g other\nf 4 2 1 # a triangle\n";
        let model = read("a.obj", text.as_bytes()).unwrap();
        let [square, other] = &model.meshes[0].parts[..] else { panic!("two parts") };
        assert_eq!((square.name.as_str(), &square.indices[..]), ("square", &[[0, 1, 2], [0, 2, 3]][..]));
        assert_eq!((other.name.as_str(), &other.indices[..]), ("other", &[[2, 1, 0]][..]));
        assert_eq!(other.vertices, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    }

    #[test]
    fn mistakes_have_lines() {
        let wrong = |text: &str| read("a.obj", text.as_bytes()).err().unwrap();
        assert_eq!(wrong("v 0 0\n"), "a.obj:1: a vertex has fewer than three coordinates");
        assert_eq!(wrong("\nv 0 0 nan\n"), "a.obj:2: invalid coordinate 'nan'");
        assert_eq!(wrong("v 0 0 0\nf 1 1 2\n"), "a.obj:2: vertex 2 does not exist; there are 1 vertices so far");
        assert_eq!(wrong("v 0 0 0\nf 1 1\n"), "a.obj:2: a face has 2 vertices");
        assert_eq!(wrong("f x\n"), "a.obj:1: invalid vertex 'x'");
    }
}

//! Meshes of vertices: Wavefront OBJ, and the triangles of glTF.

use crate::kernels::scenes::{self, Part};
use base::ids::Map;
use runner::stages::rows::{Kind, Row};

/// The most vertices and corners of a mesh.
const MOST: usize = 1 << 26;

/// A mesh: attributes of distinct vertices, and triangles of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    positions: Vec<[f32; 3]>,
    colors: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    coordinates: Vec<[f32; 2]>,
    /// The vertices of the triangles, three for each.
    pub indices: Vec<u32>,
}

/// The lines of a file so far.
#[derive(Default)]
struct Lines {
    positions: Vec<[f32; 3]>,
    /// Colours behind positions; as many as positions, or none.
    colors: Vec<[f32; 3]>,
    coordinates: Vec<[f32; 2]>,
    normals: Vec<[f32; 3]>,
    /// The corners of triangles.
    corners: Vec<Corner>,
}

/// The numbers of a corner's position, coordinates and normal.
type Corner = (usize, Option<usize>, Option<usize>);

impl Mesh {
    /// Reads a file. Coordinates count from the upper edge of a picture, as in Direct3D; OBJ's count from the lower one.
    ///
    /// # Errors
    /// At the first line that is not understood.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = Lines::default();
        for (number, line) in (1..).zip(text.lines()) {
            lines.line(line).map_err(|error| format!("line {number}: {error}"))?;
            if lines.corners.len() > MOST || lines.positions.len() > MOST {
                return Err(format!("line {number}: the mesh has too many vertices"));
            }
        }
        match lines.corners.is_empty() {
            true => Err("the mesh has no faces".to_owned()),
            false => Ok(lines.mesh()),
        }
    }

    /// The triangles of parts, one after the other. Parts without an attribute that another one has get zeros; normals are
    /// computed where there are none.
    ///
    /// # Errors
    /// When there are none, or too many.
    pub fn of_parts(parts: &[Part]) -> Result<Self, String> {
        let has = |has: fn(&Part) -> bool| parts.iter().any(has);
        let (has_coordinates, has_colors) =
            (has(|part| !part.attributes.coordinates.is_empty()), has(|part| !part.attributes.colors.is_empty()));
        let mut mesh = Mesh::default();
        for part in parts {
            let (first, count) = (mesh.positions.len(), part.vertices.len());
            if first + count > MOST || mesh.indices.len() + 3 * part.indices.len() > MOST {
                return Err("the mesh has too many vertices".to_owned());
            }
            let own = &part.attributes;
            mesh.positions.extend(&part.vertices);
            mesh.normals.extend(filled(&own.normals, count));
            if has_coordinates {
                mesh.coordinates.extend(filled(&own.coordinates, count));
            }
            if has_colors {
                mesh.colors.extend(filled(&own.colors, count));
            }
            let start = mesh.indices.len();
            mesh.indices.extend(part.indices.iter().flatten().map(|index| first as u32 + index));
            if own.normals.is_empty() {
                let corners: Vec<Corner> =
                    mesh.indices[start..].iter().map(|index| (*index as usize, None, None)).collect();
                mesh.smooth(start, &corners);
            }
        }
        if mesh.indices.is_empty() { Err("the mesh has no triangles".to_owned()) } else { Ok(mesh) }
    }

    /// Its triangles with all attributes.
    pub fn into_part(self) -> Part {
        let attributes =
            scenes::Attributes { normals: self.normals, coordinates: self.coordinates, colors: self.colors };
        Part::new(self.positions, self.indices.as_chunks().0.to_vec(), attributes)
    }

    /// Fills in the words of an input of a vertex shader. What a vertex lacks is (0, 0, 0, 1).
    pub fn fetch(&self, row: &Row, vertices: &[u32], words: &mut [u32]) {
        match attribute(&row.name) {
            Some(Attribute::Position) => fetch(&self.positions, row, vertices, words),
            Some(Attribute::Normal) => fetch(&self.normals, row, vertices, words),
            Some(Attribute::Color) => fetch(&self.colors, row, vertices, words),
            Some(Attribute::Coordinates) => fetch(&self.coordinates, row, vertices, words),
            None => fetch::<0>(&[], row, vertices, words),
        }
    }

    /// Returns whether it has the attribute of an input.
    ///
    /// # Errors
    /// When it has none.
    pub fn has(&self, row: &Row) -> Result<(), String> {
        let found = match attribute(&row.name) {
            Some(Attribute::Position | Attribute::Normal) => true,
            Some(Attribute::Color) => !self.colors.is_empty(),
            Some(Attribute::Coordinates) => !self.coordinates.is_empty(),
            None => false,
        };
        found.then_some(()).ok_or_else(|| format!("the mesh has no values for '{}'", row.name))
    }
}

/// The values of all vertices: zeros where there are none.
fn filled<const N: usize>(values: &[[f32; N]], count: usize) -> impl Iterator<Item = [f32; N]> + '_ {
    (0..count).map(|at| values.get(at).copied().unwrap_or([0.0; N]))
}

/// Fills in the words of a component of vertices.
fn fetch<const N: usize>(values: &[[f32; N]], row: &Row, vertices: &[u32], words: &mut [u32]) {
    let component = row.component as usize;
    let missing = if component == 3 { 1.0 } else { 0.0 };
    for (word, vertex) in words.iter_mut().zip(vertices) {
        let value = values.get(*vertex as usize).and_then(|value| value.get(component)).copied().unwrap_or(missing);
        *word = match row.kind {
            Kind::Float => value.to_bits(),
            Kind::Uint | Kind::Bool => value as u32,
            Kind::Sint => (value as i32).cast_unsigned(),
        };
    }
}

/// An attribute of vertices.
#[derive(Clone, Copy)]
enum Attribute {
    Position,
    Normal,
    Color,
    Coordinates,
}

/// The attribute of an input: `POSITION`, `NORMAL`, `COLOR`, `TEXCOORD`, with or without the index 0.
fn attribute(name: &str) -> Option<Attribute> {
    let plain = name.strip_suffix('0').unwrap_or(name).to_ascii_lowercase();
    match plain.as_str() {
        "position" | "sv_position" => Some(Attribute::Position),
        "normal" => Some(Attribute::Normal),
        "color" | "colour" => Some(Attribute::Color),
        "texcoord" | "uv" => Some(Attribute::Coordinates),
        _ => None,
    }
}

impl Lines {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let line = line.split('#').next().unwrap_or("");
        let mut words = line.split_whitespace();
        let Some(keyword) = words.next() else { return Ok(()) };
        let words: Vec<&str> = words.collect();
        match keyword {
            "v" => {
                self.positions.push(numbers(&words)?);
                if words.len() >= 6 && self.colors.len() + 1 == self.positions.len() {
                    self.colors.push(numbers(&words[3..])?);
                }
            }
            "vt" => {
                let [u, v] = numbers::<2>(&words)?;
                self.coordinates.push([u, 1.0 - v]);
            }
            "vn" => self.normals.push(numbers(&words)?),
            "f" => self.face(&words)?,
            // Groups, materials, lines and curves are not drawn.
            _ => {}
        }
        Ok(())
    }

    /// A polygon as triangles that share its first corner.
    fn face(&mut self, words: &[&str]) -> Result<(), String> {
        if words.len() < 3 {
            return Err(format!("a face has {} corners", words.len()));
        }
        let corners = words.iter().map(|word| self.corner(word)).collect::<Result<Vec<_>, _>>()?;
        for pair in corners[1..].windows(2) {
            self.corners.extend([corners[0], pair[0], pair[1]]);
        }
        Ok(())
    }

    /// Reads `position/coordinates/normal`, of which the last two may lack.
    fn corner(&self, word: &str) -> Result<Corner, String> {
        let mut parts = word.split('/');
        let mut next = |count: usize| match parts.next().filter(|part| !part.is_empty()) {
            None => Ok(None),
            Some(part) => place(part, count).map(Some),
        };
        let position = next(self.positions.len())?.ok_or_else(|| format!("corner '{word}' has no position"))?;
        Ok((position, next(self.coordinates.len())?, next(self.normals.len())?))
    }

    fn mesh(self) -> Mesh {
        let (mut mesh, mut known) = (Mesh::default(), Map::<Corner, u32>::default());
        let has = |part: fn(&Corner) -> bool| self.corners.iter().any(part);
        let (has_coordinates, has_normals) = (has(|corner| corner.1.is_some()), has(|corner| corner.2.is_some()));
        let has_colors = self.colors.len() == self.positions.len();
        for corner in &self.corners {
            let index = *known.entry(*corner).or_insert_with(|| {
                mesh.positions.push(self.positions[corner.0]);
                if has_colors {
                    mesh.colors.push(self.colors[corner.0]);
                }
                if has_coordinates {
                    mesh.coordinates.push(corner.1.map_or([0.0; 2], |at| self.coordinates[at]));
                }
                mesh.normals.push(corner.2.map_or([0.0; 3], |at| self.normals[at]));
                mesh.positions.len() as u32 - 1
            });
            mesh.indices.push(index);
        }
        if !has_normals {
            mesh.smooth(0, &self.corners);
        }
        mesh
    }
}

impl Mesh {
    /// Normals of the triangles from an index on: at each position the mean of the faces around it, by their areas.
    fn smooth(&mut self, start: usize, corners: &[Corner]) {
        let mut sums = Map::<usize, [f32; 3]>::default();
        for (corners, indices) in corners.chunks_exact(3).zip(self.indices[start..].chunks_exact(3)) {
            let [a, b, c] = [0, 1, 2].map(|at: usize| self.positions[indices[at] as usize]);
            let (b, c) = (minus(b, a), minus(c, a));
            let normal = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
            for corner in corners {
                let sum = sums.entry(corner.0).or_default();
                (0..3).for_each(|axis| sum[axis] += normal[axis]);
            }
        }
        for (corner, index) in corners.iter().zip(&self.indices[start..]) {
            let sum = sums[&corner.0];
            let length = sum.iter().map(|part| part * part).sum::<f32>().sqrt();
            self.normals[*index as usize] = if length > 0.0 { sum.map(|part| part / length) } else { [0.0; 3] };
        }
    }
}

fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn numbers<const N: usize>(words: &[&str]) -> Result<[f32; N], String> {
    if words.len() < N {
        return Err(format!("expected {N} numbers, found {}", words.len()));
    }
    let mut numbers = [0.0; N];
    for (number, word) in numbers.iter_mut().zip(words) {
        *number = word.parse().map_err(|_| format!("'{word}' is not a number"))?;
    }
    Ok(numbers)
}

/// The place that a number of a corner means: from 1 on, or from -1 on from the end.
fn place(text: &str, count: usize) -> Result<usize, String> {
    let number: i64 = text.parse().map_err(|_| format!("'{text}' is not a number"))?;
    let place = if number < 0 { count as i64 + number } else { number - 1 };
    usize::try_from(place).ok().filter(|place| *place < count).ok_or_else(|| format!("there is no vertex {number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_vertices_once() {
        let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0 # last\nvt 0 0.25\nf 1/1 2/1 3/1 4/1\n";
        let mesh = Mesh::parse(text).unwrap();
        assert_eq!(mesh.indices, [0, 1, 2, 0, 2, 3]);
        assert_eq!(mesh.coordinates[0], [0.0, 0.75]);
        // Without normals in the file they are those of the faces.
        assert_eq!(mesh.normals, [[0.0, 0.0, 1.0]; 4]);
        let back = Mesh::parse("v 0 0 0\nv 1 0 0\nv 1 1 0\nvn 0 1 0\nf -3//1 -2//1 -1//1").unwrap();
        assert_eq!(back.normals, [[0.0, 1.0, 0.0]; 3]);
    }

    #[test]
    fn mistakes_have_a_line() {
        assert_eq!(Mesh::parse("v 0 0"), Err("line 1: expected 3 numbers, found 2".to_owned()));
        assert_eq!(Mesh::parse("v 0 0 0\nf 1 2 3"), Err("line 2: there is no vertex 2".to_owned()));
        assert_eq!(Mesh::parse("v 0 0 x"), Err("line 1: 'x' is not a number".to_owned()));
        assert_eq!(Mesh::parse("o empty"), Err("the mesh has no faces".to_owned()));
    }
}

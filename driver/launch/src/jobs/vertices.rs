//! The vertices of draws in jobs: meshes of files, values in the job, and inputs in buffers.
//!
//! It must not know how a draw runs.

use super::job::named::Vertices;
use super::job::steps::Input;
use crate::drawing::mesh::Mesh;
use crate::kernels::scenes;
use library::files::names::to_text;
use library::files::reading;
use runner::image::Class;
use runner::stages::fixed::ColorFormat;
use runner::stages::rows::{Kind, Row};
use std::path::Path;

/// What vertices are fetched from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// A mesh of a file.
    Mesh(Box<Mesh>),
    /// Values in the job.
    Values(Box<Vertices>),
}

type Result<T> = std::result::Result<T, String>;

impl Source {
    /// Reads a mesh: `a.obj`, `a.glb`, or `a.glb#name`.
    ///
    /// # Errors
    /// When the file cannot be read, or has no such part.
    pub(super) fn read(file: &str, folder: &Path) -> Result<Self> {
        let (file, part) = file.split_once('#').map_or((file, None), |(file, part)| (file, Some(part)));
        let path = folder.join(file);
        let name = to_text(path.as_os_str()).into_owned();
        let failed = |error: String| format!("'{name}': {error}");
        let is_obj = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("obj"));
        let mesh = match part {
            Some(part) => Mesh::of_parts(&scenes::named(&path, part)?).map_err(failed)?,
            None if is_obj => {
                let bytes = reading::read_data(&name).map_err(|error| format!("cannot read '{name}': {error}"))?;
                Mesh::parse(&String::from_utf8_lossy(&bytes)).map_err(failed)?
            }
            None => Mesh::of_parts(&scenes::placed(&path)?).map_err(failed)?,
        };
        Ok(Source::Mesh(Box::new(mesh)))
    }

    /// The indices of its triangles, if it has any.
    pub(super) fn indices(&self) -> Option<&[u32]> {
        match self {
            Source::Mesh(mesh) => Some(&mesh.indices),
            Source::Values(values) => values.indices.as_deref(),
        }
    }

    /// The number of vertices, where they are drawn in their order.
    pub(super) fn count(&self) -> u32 {
        match self {
            Source::Mesh(mesh) => mesh.indices.len() as u32,
            Source::Values(values) => values.indices.as_ref().map_or(values.count, |indices| indices.len() as u32),
        }
    }

    /// Checks that it has an input of a vertex shader.
    pub(super) fn has(&self, row: &Row) -> Result<()> {
        match self {
            Source::Mesh(mesh) => mesh.has(row),
            Source::Values(values) => {
                let found = values.attributes.iter().any(|(name, _)| is_named(row, name));
                found.then_some(()).ok_or_else(|| format!("the vertices have no values for '{}'", row.name))
            }
        }
    }

    /// Fills in the words of an input. What a vertex lacks is (0, 0, 0, 1).
    pub(super) fn fetch(&self, row: &Row, vertices: &[u32], words: &mut [u32]) {
        let values = match self {
            Source::Mesh(mesh) => return mesh.fetch(row, vertices, words),
            Source::Values(values) => values,
        };
        let Some((_, all)) = values.attributes.iter().find(|(name, _)| is_named(row, name)) else { return };
        let component = row.component as usize;
        for (word, vertex) in words.iter_mut().zip(vertices) {
            let value = all.get(*vertex as usize).and_then(|value| value.get(component)).copied();
            let value = value.unwrap_or(if component == 3 { 1.0 } else { 0.0 });
            *word = match row.kind {
                Kind::Float => (value as f32).to_bits(),
                Kind::Uint | Kind::Bool => value as u32,
                Kind::Sint => (value as i32).cast_unsigned(),
            };
        }
    }
}

/// Returns whether an input has a name: the semantic in any case, 0 being the index of one without.
fn is_named(row: &Row, name: &str) -> bool {
    let plain = |text: &str| text.strip_suffix('0').unwrap_or(text).to_ascii_lowercase();
    plain(&row.name) == plain(name)
}

/// An input in the bytes of a buffer.
#[derive(Debug)]
pub(super) struct Stream {
    name: String,
    /// The buffer, by its name.
    pub(super) buffer: String,
    format: ColorFormat,
    /// The bytes of an element, which are fewer than those of the format where it has three components.
    bytes: usize,
    components: usize,
    stride: usize,
    offset: usize,
    /// The number of instances with the same value.
    instances: Option<u32>,
}

/// Formats with three components: the names, those with four, and the bytes.
const THREE: &[(&str, &str, usize)] =
    &[("rgb32float", "rgba32float", 12), ("rgb32uint", "rgba32uint", 12), ("rgb32sint", "rgba32sint", 12)];

impl Stream {
    /// An input of a vertex shader with these rows.
    ///
    /// # Errors
    /// When the shader has no such input, or the format does not fit.
    pub(super) fn new(name: &str, input: &Input, rows: &[Row]) -> Result<Self> {
        let three = THREE.iter().find(|row| row.0 == input.format);
        let format = ColorFormat::from_name(three.map_or(input.format.as_str(), |row| row.1));
        let format = format.ok_or_else(|| format!("'inputs': '{name}': unknown format '{}'", input.format))?;
        let Some(row) = rows.iter().find(|row| is_named(row, name)) else {
            return Err(format!("'inputs': the vertex shader has no input '{name}'"));
        };
        let fits = match format.class() {
            Class::Float => row.kind == Kind::Float,
            Class::Uint | Class::WideUint => row.kind == Kind::Uint,
            Class::Sint | Class::WideSint => row.kind == Kind::Sint,
        };
        if !fits || row.bits > 32 {
            return Err(format!("'inputs': '{name}': the format {} does not fit what the shader reads", input.format));
        }
        let bytes = three.map_or(format.bytes(), |row| row.2);
        let components = match three {
            Some(_) => 3,
            None => (0..4).filter(|component| format.bits(*component) > 0).count(),
        };
        Ok(Stream {
            name: name.to_owned(),
            buffer: input.buffer.clone(),
            format,
            bytes,
            components,
            stride: input.stride.map_or(bytes, |stride| stride as usize),
            offset: input.offset as usize,
            instances: input.instances,
        })
    }

    /// Returns whether it is the source of an input.
    pub(super) fn is_of(&self, row: &Row) -> bool {
        is_named(row, &self.name)
    }

    /// Fills in the words of the input. What is behind the end of the buffer is 0, what the format lacks (0, 0, 0, 1).
    pub(super) fn fetch(
        &self,
        row: &Row,
        data: &[u8],
        vertices: &[u32],
        [first, instance]: [u32; 2],
        words: &mut [u32],
    ) {
        let component = row.component as usize;
        let one = if self.format.class() == Class::Float { 1f32.to_bits() } else { 1 };
        let lacking = if component == 3 { one } else { 0 };
        for (word, vertex) in words.iter_mut().zip(vertices) {
            let of_instance = |count: u32| first + (instance - first).checked_div(count).unwrap_or(0);
            let element = self.instances.map_or(*vertex, of_instance);
            let start = (element as usize).saturating_mul(self.stride).saturating_add(self.offset);
            let own = data.get(start..start.saturating_add(self.bytes));
            *word = match own {
                None => 0,
                Some(own) if component < self.components => self.format.decode(self.format.load(own))[component & 3],
                Some(_) => lacking,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use runner::stages::rows::{At, Interpolation, Place, Sampling};
    use std::sync::Arc;

    fn row(name: &str, component: u32) -> Row {
        Row {
            place: Place::Location { location: 0, component, index: 0 },
            kind: Kind::Float,
            bits: 32,
            part: 0,
            interpolation: Interpolation::Flat,
            sampling: Sampling::Center,
            at: At::Invocation,
            name: Arc::from(name),
            component,
            vertex: 0,
            is_patch: false,
            is_read: true,
            feedback: None,
        }
    }

    #[test]
    fn streams_have_strides_and_steps() {
        let input = Input {
            buffer: "b".to_owned(),
            format: "rg8unorm".to_owned(),
            stride: Some(3),
            offset: 1,
            instances: None,
        };
        let stream = Stream::new("COLOR", &input, &[row("COLOR0", 0)]).unwrap();
        let data = [9, 255, 0, 9, 0, 255, 9, 51];
        let fetched = |stream: &Stream, component: u32, instance: u32| {
            let mut words = [7; 3];
            stream.fetch(&row("color", component), &data, &[1, 0, 2], [0, instance], &mut words);
            words.map(f32::from_bits)
        };
        // The third element is not whole.
        assert_eq!(fetched(&stream, 0, 0), [0.0, 1.0, 0.0]);
        assert_eq!(fetched(&stream, 3, 0), [1.0, 1.0, 0.0]);
        let of_instances = Stream { instances: Some(2), ..stream };
        assert_eq!(fetched(&of_instances, 1, 3), [1.0; 3]);
    }

    #[test]
    fn formats_have_to_fit() {
        let input = |format: &str| {
            let format = format.to_owned();
            Input { buffer: "b".to_owned(), format, stride: None, offset: 0, instances: None }
        };
        assert!(Stream::new("COLOR", &input("rgb32float"), &[row("COLOR", 0)]).is_ok());
        assert!(Stream::new("COLOR", &input("rgba8uint"), &[row("COLOR", 0)]).unwrap_err().contains("does not fit"));
        assert!(Stream::new("COLOR", &input("rgb9"), &[row("COLOR", 0)]).unwrap_err().contains("unknown format"));
        assert!(Stream::new("COLOR", &input("r8unorm"), &[row("UV", 0)]).unwrap_err().contains("has no input 'COLOR'"));
    }
}

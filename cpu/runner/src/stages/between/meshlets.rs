//! Mesh shaders, with or without an amplification shader: groups that make vertices and primitives.
//!
//! It must not know how primitives are set up.

use super::MOST_WORDS;
use super::table::{Part, Table, primitive};
use crate::error::Error;
use crate::stages::drawing::Drawing;
use crate::stages::front::{FaultKind, Meshlets, Source, sources};
use crate::stages::pipeline::Invocations;
use crate::stages::rows::{BuiltIn, MESHED, Place, Row};
use crate::stages::{Stage, Work};

/// The most groups along an axis, and of all.
const MOST_GROUPS: u32 = 65_535;
const MOST_ALL: u64 = 1 << 22;
/// The most groups that run at once.
const AT_ONCE: usize = 256;

/// A group that is to run.
#[derive(Clone, Debug)]
struct Task {
    number: [u32; 3],
    of: [u32; 3],
    /// Where its payload is.
    payload: usize,
}

/// Groups along axes, one after the other.
fn grid(of: [u32; 3], payload: usize) -> impl Iterator<Item = Task> {
    let [x, y, z] = of;
    let numbers = (0..z).flat_map(move |z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z])));
    numbers.map(move |number| Task { number, of, payload })
}

/// Returns whether a grid has more groups than there may be.
pub(super) fn is_too_large(groups: [u32; 3]) -> bool {
    groups.iter().any(|count| *count > MOST_GROUPS)
        || groups.iter().map(|count| u64::from(*count)).product::<u64>() > MOST_ALL
}

/// The name of a thread of a group.
fn name(stage: &Stage, tasks: &[Task], at: usize) -> String {
    let threads = stage.interface().shape.threads.iter().product::<u32>().max(1) as usize;
    let kind = stage.interface().stage.name();
    let [x, y, z] = tasks[(at / threads).min(tasks.len() - 1)].number;
    format!("thread {} of {kind} group ({x},{y},{z})", at % threads)
}

impl Drawing<'_, '_> {
    /// Runs all groups.
    pub(super) fn all(&mut self, meshlets: &Meshlets, groups: [u32; 3]) -> Result<(), Error> {
        let mut tasks = grid(groups, 0);
        let Some(amplification) = &meshlets.amplification else { return self.meshlets(meshlets, tasks, &[]) };
        let rows = amplification.interface().outputs.len();
        let at_once = (MOST_WORDS / rows).clamp(1, AT_ONCE);
        loop {
            let some: Vec<Task> = tasks.by_ref().take(at_once).collect();
            if some.is_empty() {
                return Ok(());
            }
            let sources = sources(&amplification.interface().inputs, &[], "", 0)?;
            let outputs = self.run_groups(amplification, &sources, &some, &[])?;
            let (start, words) = meshlets.payload;
            let counts: Vec<[u32; 3]> = outputs.chunks(rows).map(|group| [group[1], group[2], group[3]]).collect();
            let payloads: Vec<u32> =
                outputs.chunks(rows).flat_map(|group| &group[start..start + words]).copied().collect();
            for (number, counts) in counts.into_iter().enumerate() {
                if is_too_large(counts) {
                    let ([x, y, z], [gx, gy, gz]) = (counts, some[number].number);
                    let text = format!(
                        "amplification group ({gx},{gy},{gz}) starts {x} x {y} x {z} mesh groups, more than {MOST_GROUPS} along an axis or {MOST_ALL} in all"
                    );
                    self.fault(FaultKind::Groups, amplification, text);
                    continue;
                }
                self.meshlets(meshlets, grid(counts, number * words), &payloads)?;
            }
        }
    }

    /// Runs groups of a stage, and returns their rows.
    fn run_groups(
        &mut self,
        stage: &Stage,
        sources: &[Source],
        tasks: &[Task],
        payloads: &[u32],
    ) -> Result<Vec<u32>, Error> {
        if (self.stop)() {
            return Err(Error::Deadline);
        }
        let inputs = self.inputs.get(tasks.len() * sources.len());
        for (task, words) in tasks.iter().zip(inputs.chunks_exact_mut(sources.len())) {
            for (source, word) in sources.iter().zip(words) {
                *word = match *source {
                    Source::Word(word) => word,
                    Source::Group(axis) => task.number[axis.min(2)],
                    Source::Groups(axis) => task.of[axis.min(2)],
                    Source::Payload(word) => payloads.get(task.payload + word).copied().unwrap_or(0),
                    Source::View => self.bases.view,
                    Source::Vertex { .. }
                    | Source::Patch(_)
                    | Source::Primitive
                    | Source::Instance
                    | Source::Coordinate(_) => 0,
                };
            }
        }
        let outputs = self.outputs.get(tasks.len() * stage.interface().output_rows());
        outputs.fill(0);
        let name = |at: usize| name(stage, tasks, at);
        (self.run)(stage, Work::rows(inputs, outputs, tasks.len()), &Invocations { name: &name, what: &|_| None })?;
        Ok(outputs.to_vec())
    }

    /// Runs groups of the mesh shader, and sets up what they make.
    fn meshlets(
        &mut self,
        meshlets: &Meshlets,
        mut tasks: impl Iterator<Item = Task>,
        payloads: &[u32],
    ) -> Result<(), Error> {
        let mesh = &meshlets.mesh;
        let rows = mesh.interface().output_rows();
        let at_once = (MOST_WORDS / rows).clamp(1, AT_ONCE);
        loop {
            let some: Vec<Task> = tasks.by_ref().take(at_once).collect();
            if some.is_empty() {
                return Ok(());
            }
            let outputs = self.run_groups(mesh, &meshlets.sources, &some, payloads)?;
            let mut parts = Vec::with_capacity(some.len());
            for (task, group) in some.iter().zip(outputs.chunks_exact(rows)) {
                let part = self.meshlet(meshlets, task, group);
                self.made = self.made.wrapping_add(part.primitives.len() as u32);
                parts.push(part);
            }
            self.set_up(&parts)?;
        }
    }

    /// The vertices and primitives of a group.
    fn meshlet(&mut self, meshlets: &Meshlets, task: &Task, group: &[u32]) -> Part {
        let interface = meshlets.mesh.interface();
        let (shape, own) = (&interface.shape, interface.outputs.len());
        let [x, y, z] = task.number;
        for (word, most, kind, what) in [
            (1, shape.vertices, FaultKind::Vertices, "vertices"),
            (2, shape.primitives, FaultKind::Primitives, "primitives"),
        ] {
            if group[word] > most {
                let text = format!(
                    "mesh group ({x},{y},{z}) makes {} {what}, more than the {most} of its output",
                    group[word]
                );
                self.fault(kind, &meshlets.mesh, text);
            }
        }
        let vertices = group[1].min(shape.vertices);
        let stride = shape.primitive.len();
        let (points, primitives) = group[MESHED..].split_at(shape.vertices as usize * own);
        self.statistics.vertices += u64::from(vertices);
        let mut part = Part { first: self.made, ..Part::default() };
        part.table.stride = own + stride;
        let needs = self.pipeline.needs_from(own);
        let add = |table: &mut Table, vertex: u32, primitive: Option<&[u32]>| {
            table.words.extend(&points[vertex as usize * own..][..own]);
            match primitive {
                Some(words) => table.words.extend(words),
                None => table.words.resize(table.words.len() + stride, 0),
            }
        };
        if !needs {
            (0..vertices).for_each(|vertex| add(&mut part.table, vertex, None));
        }
        let is_last = self.fixed_last();
        let count = shape.corners as usize;
        let indices = shape.primitive.iter().position(is_index).unwrap_or(0);
        for (number, words) in
            primitives.chunks_exact(stride.max(1)).take(group[2].min(shape.primitives) as usize).enumerate()
        {
            let corners = &words[indices..(indices + count).min(stride)];
            if let Some(index) = corners.iter().find(|index| **index >= vertices) {
                let text = format!(
                    "primitive {number} of mesh group ({x},{y},{z}) has the index {index}, and the group {vertices} vertices"
                );
                self.fault(FaultKind::Index, &meshlets.mesh, text);
                continue;
            }
            if corners.len() < count || meshlets.cull.is_some_and(|row| words[row] != 0) {
                continue;
            }
            if !needs {
                part.primitives.push(primitive(corners, is_last));
                continue;
            }
            let start = part.table.count() as u32;
            corners.iter().for_each(|corner| add(&mut part.table, *corner, Some(words)));
            let own: Vec<u32> = (start..).take(count).collect();
            part.primitives.push(primitive(&own, is_last));
        }
        part
    }
}

/// Returns whether a row of a primitive is its first index.
fn is_index(row: &Row) -> bool {
    let own =
        [BuiltIn::PrimitivePointIndicesEXT, BuiltIn::PrimitiveLineIndicesEXT, BuiltIn::PrimitiveTriangleIndicesEXT];
    matches!(row.place, Place::Builtin(builtin, 0) if own.contains(&builtin))
}

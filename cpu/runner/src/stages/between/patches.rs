//! Hull and domain shaders: patches, the tessellator, and the vertices of its points.
//!
//! It must not know how points are placed, or how primitives are set up.

use super::MOST_WORDS;
use super::primitives::Taken;
use super::table::{MOST_PRIMITIVES, Part, Table, primitive};
use crate::error::Error;
use crate::stages::Work;
use crate::stages::drawing::Drawing;
use crate::stages::front::{Patches, Primitives, Source};
use crate::stages::pipeline::Invocations;
use raster::Domain;

/// The most patches and points that run at once.
const PATCHES_AT_ONCE: usize = 256;
const POINTS_AT_ONCE: usize = 1 << 14;

/// Patches for a hull shader.
pub(super) struct Control<'c> {
    pub(super) table: &'c Table,
    /// The control points of each patch.
    pub(super) corners: &'c [u32],
    pub(super) first: u32,
    pub(super) instance: u32,
}

/// A patch that is cut.
struct Piece {
    /// Its number in the round.
    patch: usize,
    points: Vec<[f32; 2]>,
    indices: Vec<u32>,
}

impl Drawing<'_, '_> {
    /// Runs the stages for patches, and passes on the primitives.
    pub(super) fn patches(
        &mut self,
        patches: &Patches,
        geometry: Option<&Primitives>,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let size = patches.points as usize;
        let rows = patches.hull.interface().outputs.len();
        let at_once = (MOST_WORDS / rows).clamp(1, PATCHES_AT_ONCE);
        for (round, corners) in control.corners.chunks(size * at_once).enumerate() {
            if (self.stop)() {
                return Err(Error::Deadline);
            }
            let first = control.first.wrapping_add((round * at_once) as u32);
            let hulls = self.hulls(patches, control, corners, first)?;
            let mut pieces: Vec<Piece> = Vec::new();
            let mut points = 0;
            for (patch, words) in hulls.chunks_exact(rows).enumerate() {
                let factor = |row: Option<usize>| row.map_or(0.0, |row| f32::from_bits(words[row]));
                let cut = patches.tessellator.cut(patches.outer.map(factor), patches.inner.map(factor));
                points += cut.points.len();
                pieces.push(Piece { patch, points: cut.points, indices: cut.indices });
                if points >= POINTS_AT_ONCE {
                    self.pieces(patches, geometry, &hulls, first, control.instance, &std::mem::take(&mut pieces))?;
                    points = 0;
                }
            }
            self.pieces(patches, geometry, &hulls, first, control.instance, &pieces)?;
        }
        Ok(())
    }

    /// Runs the hull shader for some patches.
    fn hulls(
        &mut self,
        patches: &Patches,
        control: &Control<'_>,
        corners: &[u32],
        first: u32,
    ) -> Result<Vec<u32>, Error> {
        let (hull, size) = (&patches.hull, patches.points as usize);
        let count = corners.len() / size;
        let (rows, results) = (patches.hull_sources.len(), hull.interface().outputs.len());
        let inputs = self.inputs.get(count * rows);
        for (patch, words) in inputs.chunks_exact_mut(rows).enumerate() {
            let corners = &corners[patch * size..][..size];
            for (source, word) in patches.hull_sources.iter().zip(words) {
                *word = match *source {
                    Source::Word(word) => word,
                    Source::Vertex { row, vertex } => {
                        corners.get(vertex).map_or(0, |own| control.table.vertex(*own)[row])
                    }
                    Source::Primitive => first.wrapping_add(patch as u32),
                    Source::View => self.bases.view,
                    Source::Patch(_)
                    | Source::Instance
                    | Source::Coordinate(_)
                    | Source::Group(_)
                    | Source::Groups(_)
                    | Source::Payload(_) => 0,
                };
            }
        }
        let outputs = self.outputs.get(count * results);
        outputs.fill(0);
        let threads = hull.interface().shape.vertices.max(1) as usize;
        let name = |at: usize| {
            format!("control point {} of patch {}", at % threads, first.wrapping_add((at / threads) as u32))
        };
        (self.run)(hull, Work::rows(inputs, outputs, count), &Invocations { name: &name, what: &|_| None })?;
        Ok(outputs.to_vec())
    }

    /// Runs the domain shader for the points of some patches, and passes on their primitives.
    fn pieces(
        &mut self,
        patches: &Patches,
        geometry: Option<&Primitives>,
        hulls: &[u32],
        first: u32,
        instance: u32,
        pieces: &[Piece],
    ) -> Result<(), Error> {
        let points: Vec<(usize, [f32; 2])> =
            pieces.iter().flat_map(|piece| piece.points.iter().map(|point| (piece.patch, *point))).collect();
        let table = self.points(patches, hulls, first, &points)?;
        let count = patches.corners() as usize;
        let (mut corners, mut numbers, mut start) = (Vec::new(), Vec::new(), 0);
        for piece in pieces {
            corners.extend(piece.indices.iter().map(|index| start + index));
            numbers.extend(std::iter::repeat_n(first.wrapping_add(piece.patch as u32), piece.indices.len() / count));
            start += piece.points.len() as u32;
        }
        if let Some(geometry) = geometry {
            return self.primitives(geometry, &Taken { table: &table, corners: &corners, numbers: &numbers, instance });
        }
        let is_last = self.fixed_last();
        let mut parts = Vec::new();
        for corners in corners.chunks(MOST_PRIMITIVES * count) {
            let mut part = Part { first: self.made, instance, ..Part::default() };
            part.table.stride = table.stride;
            let own = corners.iter().copied();
            let (least, most) = (own.clone().min().unwrap_or(0), own.max().map_or(0, |most| most + 1));
            part.table.words = table.words[least as usize * table.stride..most as usize * table.stride].to_vec();
            for corners in corners.chunks_exact(count) {
                let own: Vec<u32> = corners.iter().map(|corner| corner - least).collect();
                part.primitives.push(primitive(&own, is_last));
            }
            self.made = self.made.wrapping_add(part.primitives.len() as u32);
            parts.push(part);
        }
        self.set_up(&parts)
    }

    /// Runs the domain shader.
    fn points(
        &mut self,
        patches: &Patches,
        hulls: &[u32],
        first: u32,
        points: &[(usize, [f32; 2])],
    ) -> Result<Table, Error> {
        let domain = &patches.domain;
        let interface = domain.interface();
        let lanes = interface.lanes as usize;
        let (rows, results) = (patches.domain_sources.len(), interface.outputs.len());
        let hull_rows = patches.hull.interface().outputs.len();
        let at_once = lanes * (MOST_WORDS / (lanes * rows.max(results))).max(1);
        let mut table = Table { stride: results, words: Vec::with_capacity(points.len() * results) };
        for points in points.chunks(at_once) {
            if (self.stop)() {
                return Err(Error::Deadline);
            }
            let groups = points.len().div_ceil(lanes);
            let inputs = self.inputs.get(groups * rows * lanes);
            inputs.fill(0);
            for (at, (patch, [u, v])) in points.iter().enumerate() {
                let start = at / lanes * rows * lanes + at % lanes;
                let words = &hulls[patch * hull_rows..][..hull_rows];
                for (row, source) in patches.domain_sources.iter().enumerate() {
                    inputs[start + row * lanes] = match *source {
                        Source::Word(word) => word,
                        Source::Patch(row) => words[row],
                        Source::Primitive => first.wrapping_add(*patch as u32),
                        Source::View => self.bases.view,
                        Source::Coordinate(0) => u.to_bits(),
                        Source::Coordinate(1) => v.to_bits(),
                        Source::Coordinate(_) if patches.tessellator.domain == Domain::Triangles => {
                            (1.0 - u - v).to_bits()
                        }
                        Source::Coordinate(_)
                        | Source::Vertex { .. }
                        | Source::Instance
                        | Source::Group(_)
                        | Source::Groups(_)
                        | Source::Payload(_) => 0,
                    };
                }
            }
            let outputs = self.outputs.get(groups * results * lanes);
            let name = |at: usize| {
                let (patch, [u, v]) = points.get(at).copied().unwrap_or_default();
                format!("point ({u},{v}) of patch {}", first.wrapping_add(patch as u32))
            };
            (self.run)(domain, Work::rows(inputs, outputs, groups), &Invocations { name: &name, what: &|_| None })?;
            table.gather(outputs, lanes, points.len());
        }
        self.statistics.vertices += points.len() as u64;
        Ok(if patches.has_number { numbered(&table, points, first) } else { table })
    }
}

/// The vertices with the number of their patch behind the others.
fn numbered(table: &Table, points: &[(usize, [f32; 2])], first: u32) -> Table {
    let mut words = Vec::with_capacity(table.words.len() + points.len());
    for (vertex, (patch, _)) in table.words.chunks_exact(table.stride).zip(points) {
        words.extend_from_slice(vertex);
        words.push(first.wrapping_add(*patch as u32));
    }
    Table { words, stride: table.stride + 1 }
}

//! Draws, with the stages between the vertices of a call and the fixed functions.
//!
//! `table` holds the vertices between two stages, the other modules run them in rounds of bounded memory. It must not know how a
//! pixel is shaded.

mod meshlets;
mod patches;
mod primitives;
mod table;

use super::Work;
use super::drawing::{Bases, Drawing, base_vertex, fill};
use super::front::{Between, Fault, Front};
use super::pipeline::{Draw, Fetch, Invocation, Invocations, Pipeline, Run, Stop};
use crate::error::Error;
use patches::Control;
use primitives::Taken;
use raster::{Batch, Batches, Call, Form, State, Statistics, Targets, Watch, Wholes};
use table::Table;

/// The words of rows that are written at once, about.
const MOST_WORDS: usize = 1 << 22;
/// The batches that are set up at once.
const BATCHES_AT_ONCE: usize = 32;

/// What is drawn by groups.
#[derive(Debug)]
pub struct Groups<'s> {
    /// The state.
    pub state: &'s State,
    /// The targets, of which those of colors are in the order of [`Pipeline::targets`].
    pub targets: &'s mut Targets,
    /// The number of groups along each axis.
    pub groups: [u32; 3],
    /// The pixel whose history is kept.
    pub watch: Option<&'s mut Watch>,
}

impl Pipeline {
    /// Draws.
    ///
    /// # Errors
    /// When state, targets and shaders do not fit, when a shader does not run, or when the draw is to stop.
    pub fn draw(
        &self,
        draw: Draw<'_>,
        fetch: &Fetch<'_>,
        run: &mut Run<'_>,
        stop: &Stop<'_>,
    ) -> Result<Statistics, Error> {
        self.draw_noting(draw, fetch, run, stop, &mut Vec::new())
    }

    /// Draws, and notes what shaders do that is not defined.
    ///
    /// # Errors
    /// As for [`Pipeline::draw`].
    pub fn draw_noting(
        &self,
        draw: Draw<'_>,
        fetch: &Fetch<'_>,
        run: &mut Run<'_>,
        stop: &Stop<'_>,
        faults: &mut Vec<Fault>,
    ) -> Result<Statistics, Error> {
        let Draw { state, targets, call, instances, number, watch, streams } = draw;
        if !self.has_position() && streams.is_none() {
            return Err(Error::NoPosition { by: self.last_stage() });
        }
        let fixed = raster::Pipeline::new(state.clone(), self.interface.clone(), targets).map_err(Error::Fixed)?;
        let mut drawing = Drawing::new(self, &fixed, targets, run, stop, watch, streams);
        for view in state.views() {
            drawing.made = 0;
            drawing.bases = Bases { vertex: base_vertex(&call), instance: instances.start, draw: number, view };
            let done = match &self.front {
                Front::None => drawing.batches(call, instances.clone(), fetch),
                Front::Between(between) => {
                    instances.clone().try_for_each(|instance| drawing.between(between, call, instance, fetch))
                }
                Front::Meshlets(_) => Err(Error::NotFit { why: "mesh shaders are drawn in groups".to_owned() }),
            };
            faults.append(&mut drawing.faults);
            done?;
        }
        drawing.end()
    }

    /// Draws groups of mesh or amplification shaders.
    ///
    /// # Errors
    /// As for [`Pipeline::draw`], or when there are too many groups.
    pub fn draw_groups(
        &self,
        draw: Groups<'_>,
        run: &mut Run<'_>,
        stop: &Stop<'_>,
        faults: &mut Vec<Fault>,
    ) -> Result<Statistics, Error> {
        let Groups { state, targets, groups, watch } = draw;
        let Front::Meshlets(meshlets) = &self.front else {
            return Err(Error::NotFit { why: "groups are drawn by mesh shaders".to_owned() });
        };
        if meshlets::is_too_large(groups) {
            return Err(Error::TooManyGroups(groups));
        }
        let fixed = raster::Pipeline::new(state.clone(), self.interface.clone(), targets).map_err(Error::Fixed)?;
        let mut drawing = Drawing::new(self, &fixed, targets, run, stop, watch, None);
        for view in state.views() {
            (drawing.made, drawing.bases.view) = (0, view);
            let done = drawing.all(meshlets, groups);
            faults.append(&mut drawing.faults);
            done?;
        }
        drawing.end()
    }
}

impl Drawing<'_, '_> {
    /// Draws the instances of vertices that become primitives.
    fn batches(&mut self, call: Call<'_>, instances: std::ops::Range<u32>, fetch: &Fetch<'_>) -> Result<(), Error> {
        let (fixed, view) = (self.fixed, self.bases.view);
        // An instance without vertices has a batch too, so that any number of them may be stopped.
        let of_instance = |instance: u32| {
            let batches = Batches::new(call, fixed.state()).map(move |batch| Batch { instance, view, ..batch });
            batches.chain((call.count == 0).then(Batch::default))
        };
        let mut batches = instances.flat_map(of_instance);
        loop {
            let some: Vec<Batch> = batches.by_ref().take(BATCHES_AT_ONCE).collect();
            if some.is_empty() {
                return Ok(());
            }
            self.front(&some, fetch)?;
        }
    }

    /// Runs the stages for an instance.
    pub(super) fn between(
        &mut self,
        between: &Between,
        call: Call<'_>,
        instance: u32,
        fetch: &Fetch<'_>,
    ) -> Result<(), Error> {
        // Instances without primitives take time as well.
        if (self.stop)() {
            return Err(Error::Deadline);
        }
        let form = match &between.patches {
            Some(patches) => Form::Patches(patches.points),
            None => Form::Primitives,
        };
        let size = form.size(call.topology);
        if let Some(taken) = self.pipeline.taken().filter(|taken| *taken != size) {
            let why =
                format!("the geometry shader takes primitives of {taken} vertices, those of the topology have {size}");
            return Err(Error::NotFit { why });
        }
        for whole in Wholes::new(call, form) {
            let table = self.vertices(&Batch { vertices: whole.vertices, instance, ..Batch::default() }, fetch)?;
            let (corners, first) = (&whole.corners[..], whole.first);
            match (&between.patches, &between.geometry) {
                (Some(patches), geometry) => {
                    let control = Control { table: &table, corners, first, instance };
                    self.patches(patches, geometry.as_ref(), &control)?;
                }
                (None, Some(geometry)) => {
                    let numbers: Vec<u32> =
                        (0..corners.len() as u32 / size).map(|number| first.wrapping_add(number)).collect();
                    self.primitives(geometry, &Taken { table: &table, corners, numbers: &numbers, instance })?;
                }
                (None, None) => {}
            }
        }
        Ok(())
    }

    /// Shades the vertices of a batch.
    fn vertices(&mut self, batch: &Batch, fetch: &Fetch<'_>) -> Result<Table, Error> {
        if (self.stop)() {
            return Err(Error::Deadline);
        }
        let vertex = &self.pipeline.vertex;
        let interface = vertex.interface();
        let lanes = interface.lanes as usize;
        let groups = batch.vertices.len().div_ceil(lanes);
        let mut table = Table { stride: interface.outputs.len(), ..Table::default() };
        if groups == 0 {
            return Ok(table);
        }
        let inputs = self.inputs.get(groups * interface.inputs.len() * lanes);
        fill(vertex, batch, self.bases, inputs, fetch);
        let outputs = self.outputs.get(groups * table.stride * lanes);
        let name = |at: usize| {
            let number = batch.vertices.get(at).unwrap_or(&0);
            format!("vertex {number} of instance {}", batch.instance)
        };
        let what = |at: usize| batch.vertices.get(at).map(|vertex| Invocation::Vertex(*vertex, batch.instance));
        (self.run)(vertex, Work::rows(inputs, outputs, groups), &Invocations { name: &name, what: &what })?;
        table.gather(outputs, lanes, batch.vertices.len());
        self.statistics.vertices += batch.vertices.len() as u64;
        Ok(table)
    }
}

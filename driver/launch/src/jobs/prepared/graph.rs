//! Work graphs in jobs.

use super::binding::{self, Names, Resources, Texture};
use super::programs::{Own, Program};
use super::{Bound, Shader, Shared};
use crate::graphs::{self, Noted};
use crate::jobs::job::steps::Graph;
use crate::kernels::resources::place;
use crate::kernels::{Clock, Problem};
use runner::stages::{EntryRecords, GraphLimits, GraphResources, GraphRun, WorkGraph};
use runner::{Dispatch, Error, Module};
use std::time::Duration;

/// A work graph that is ready to run.
pub(super) struct Graphed {
    pub(super) shader: Shader,
    graph: WorkGraph,
    entries: Vec<EntryRecords>,
    limits: GraphLimits,
}

/// The resources of a job, lent to each dispatch of a graph that has them.
struct Lent<'l> {
    names: &'l Names,
    pub bound: &'l mut [Bound],
    textures: &'l mut [Texture],
    pub push: &'l [u8],
    pub clock: &'l Clock,
}

impl GraphResources for Lent<'_> {
    fn bind<'b>(&'b mut self, module: &Module, dispatch: &mut Dispatch<'b>) -> Result<(), Error> {
        let has = |(name, _): &&(String, binding::Slot)| place(name).binding(module.info()).is_ok();
        let names: Names = self.names.iter().filter(has).cloned().collect();
        binding::bind(&names, Resources { bound: self.bound, textures: self.textures }, dispatch)?;
        if !self.push.is_empty() && module.info().push_bytes > 0 {
            dispatch.push_constants(self.push);
        }
        Ok(())
    }

    fn left(&self) -> Option<Duration> {
        self.clock.left()
    }
}

impl Graphed {
    /// Makes the records that a graph begins with.
    ///
    /// # Errors
    /// When they do not fit its nodes.
    pub(super) fn new(step: &Graph, shaders: Vec<Shader>, programs: &[Program]) -> Result<Self, String> {
        let mut shaders = shaders.into_iter();
        let shader = shaders.next().expect("a graph has a library");
        let Own::Graph(graph) = &programs[shader.program].own else {
            return Err("the library has no work graph".to_owned());
        };
        let entries = graphs::entries(graph, &step.records, &mut Vec::new())?;
        let limits = GraphLimits { waiting: step.waiting };
        Ok(Graphed { shader, graph: (**graph).clone(), entries, limits })
    }

    /// Runs the graph.
    pub(super) fn run(&self, programs: &[Program], shared: &mut Shared, clock: &Clock) -> Result<(), Problem> {
        let Graphed { shader, graph, entries, limits } = self;
        let mut textures = binding::textures(std::slice::from_ref(shader), programs, &shared.targets)?;
        let (names, bound, push) = (&shader.names, &mut shared.bound[..], &shader.push[..]);
        let mut lent = Lent { names, bound, textures: &mut textures, push, clock };
        let (GraphRun { printed, mut report, notes, .. }, ended) = graph.run(entries, *limits, &mut lent);
        shared.printed.push_str(&printed);
        let noted = Noted::new(&programs[shader.program].words, graph, notes);
        match (&mut report, &shared.checks) {
            (Some(report), Some(checks)) => noted.add_to(report, checks),
            (_, _) => shared.noted.extend(noted.warnings()),
        }
        shared.found(report);
        binding::stored(&textures, &mut shared.targets);
        Ok(ended?)
    }
}

//! Dispatches of jobs.

use super::binding::{self, Resources, Texture};
use super::programs::Program;
use super::{Shader, Shared};
use crate::kernels::{Clock, Problem};
use runner::{Debuggee, Dispatch, Lines};

/// A dispatch that is ready to run.
pub(super) struct Dispatched {
    pub(super) shader: Shader,
    groups: [u32; 3],
}

impl Dispatched {
    pub(super) fn new(shaders: Vec<Shader>, groups: [u32; 3]) -> Self {
        let mut shaders = shaders.into_iter();
        Dispatched { shader: shaders.next().expect("a dispatch has a shader"), groups }
    }

    fn textures(&self, programs: &[Program], shared: &Shared) -> Result<Vec<Texture>, String> {
        binding::textures(std::slice::from_ref(&self.shader), programs, &shared.targets)
    }

    fn dispatch<'b>(&'b self, programs: &'b [Program], resources: Resources<'b>) -> Result<Dispatch<'b>, Problem> {
        let mut dispatch = programs[self.shader.program].module().dispatch();
        binding::bind(&self.shader.names, resources, &mut dispatch)?;
        dispatch.push_constants(&self.shader.push);
        Ok(dispatch)
    }

    /// Runs the dispatch.
    pub(super) fn run(&self, programs: &[Program], shared: &mut Shared, clock: &Clock) -> Result<(), Problem> {
        let mut textures = self.textures(programs, shared)?;
        let resources = Resources { bound: &mut shared.bound, textures: &mut textures };
        let mut dispatch = self.dispatch(programs, resources)?;
        if let Some(left) = clock.left() {
            dispatch.deadline(left);
        }
        let ended = dispatch.run(self.groups);
        shared.printed.push_str(&dispatch.printed().to_string());
        shared.writes = dispatch.take_writes();
        dispatch.coverage().into_iter().for_each(|own| shared.coverage.join(own));
        let report = dispatch.report().cloned();
        drop(dispatch);
        shared.found(report);
        binding::stored(&textures, &mut shared.targets);
        Ok(ended?)
    }

    /// The dispatch under a debugger, and the lines that it will print.
    pub(super) fn debug(&self, programs: &[Program], shared: &mut Shared) -> Result<(Debuggee, Lines), Problem> {
        let mut textures = self.textures(programs, shared)?;
        let resources = Resources { bound: &mut shared.bound, textures: &mut textures };
        Ok(self.dispatch(programs, resources)?.debug(self.groups)?)
    }

    /// Takes the results of the dispatch after it was debugged.
    pub(super) fn adopt(&self, programs: &[Program], shared: &mut Shared, debuggee: Debuggee) -> Result<(), Problem> {
        let mut textures = self.textures(programs, shared)?;
        let resources = Resources { bound: &mut shared.bound, textures: &mut textures };
        let mut dispatch = self.dispatch(programs, resources)?;
        let ended = dispatch.adopt(debuggee);
        let report = dispatch.report().cloned();
        drop(dispatch);
        shared.found(report);
        binding::stored(&textures, &mut shared.targets);
        Ok(ended?)
    }
}

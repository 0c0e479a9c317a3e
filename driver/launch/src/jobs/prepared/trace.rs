//! Launches of rays in jobs.

use super::binding::{self, Resources, Texture};
use super::programs::{Own, Program};
use super::{Shader, Shared};
use crate::jobs::job::steps::Trace;
use crate::kernels::{Clock, Problem};
use crate::rays::{self, Noted, Wishes};
use check::Report;
use runner::stages::{Launch, RayPipeline, ShaderTable};
use runner::{Debuggee, Dispatch, Lines};

/// A launch that is ready to run.
pub(super) struct Traced {
    pub(super) shader: Shader,
    pipeline: RayPipeline,
    table: ShaderTable,
    size: [u32; 3],
}

impl Traced {
    /// Makes the shader table of a launch.
    ///
    /// # Errors
    /// When the library has not what the table names.
    pub(super) fn new(trace: &Trace, shaders: Vec<Shader>, programs: &[Program]) -> Result<Self, String> {
        let mut shaders = shaders.into_iter();
        let shader = shaders.next().expect("a launch has a library");
        let Own::Rays(pipeline) = &programs[shader.program].own else {
            return Err("the library has no ray pipeline".to_owned());
        };
        let Trace { size, hit, miss, callable, record } = trace;
        let [hit, miss, callable, record] = [hit, miss, callable, record].map(Clone::clone);
        let table = rays::table(&Wishes { hit, miss, callable, record }, pipeline)?;
        pipeline.launch(&table, *size).map_err(|error| error.to_string())?;
        Ok(Traced { shader, pipeline: (**pipeline).clone(), table, size: *size })
    }

    /// Returns whether the launch has an invocation with these numbers.
    pub(super) fn has(&self, ray: [u32; 3]) -> bool {
        ray.iter().zip(self.size).all(|(own, size)| *own < size)
    }

    /// The size of the launch.
    pub(super) fn size(&self) -> [u32; 3] {
        self.size
    }

    fn textures(&self, programs: &[Program], shared: &Shared) -> Result<Vec<Texture>, String> {
        binding::textures(std::slice::from_ref(&self.shader), programs, &shared.targets)
    }

    /// The kernel with all that it binds.
    fn dispatch<'b>(&'b self, resources: Resources<'b>, launch: &'b mut Launch) -> Result<Dispatch<'b>, Problem> {
        let Traced { shader, pipeline, .. } = self;
        let mut dispatch = pipeline.module().dispatch();
        binding::bind(&shader.names, resources, &mut dispatch)?;
        if !shader.push.is_empty() {
            dispatch.push_constants(&shader.push);
        }
        pipeline.bind(&mut dispatch, launch)?;
        Ok(dispatch)
    }

    /// Launches.
    pub(super) fn run(&self, programs: &[Program], shared: &mut Shared, clock: &Clock) -> Result<(), Problem> {
        let mut textures = self.textures(programs, shared)?;
        let mut launch = self.pipeline.launch(&self.table, self.size)?;
        let resources = Resources { bound: &mut shared.bound, textures: &mut textures };
        let mut dispatch = self.dispatch(resources, &mut launch)?;
        if let Some(left) = clock.left() {
            dispatch.deadline(left);
        }
        let ended = self.pipeline.run(&mut dispatch, self.size);
        shared.printed.push_str(&dispatch.printed().to_string());
        dispatch.coverage().into_iter().for_each(|own| shared.coverage.join(own));
        let report = dispatch.report().cloned();
        drop(dispatch);
        self.take(&launch, report, programs, shared);
        binding::stored(&textures, &mut shared.targets);
        Ok(ended?)
    }

    /// The launch under a debugger, and the lines that it will print.
    pub(super) fn debug(&self, programs: &[Program], shared: &mut Shared) -> Result<(Debuggee, Lines), Problem> {
        let mut textures = self.textures(programs, shared)?;
        let mut launch = self.pipeline.launch(&self.table, self.size)?;
        let resources = Resources { bound: &mut shared.bound, textures: &mut textures };
        let mut dispatch = self.dispatch(resources, &mut launch)?;
        Ok(self.pipeline.debug(&mut dispatch, self.size)?)
    }

    /// Takes the results of the launch after it was debugged.
    pub(super) fn adopt(&self, programs: &[Program], shared: &mut Shared, debuggee: Debuggee) -> Result<(), Problem> {
        let mut textures = self.textures(programs, shared)?;
        let mut launch = self.pipeline.launch(&self.table, self.size)?;
        let resources = Resources { bound: &mut shared.bound, textures: &mut textures };
        let mut dispatch = self.dispatch(resources, &mut launch)?;
        let ended = dispatch.adopt(debuggee);
        let report = dispatch.report().cloned();
        drop(dispatch);
        self.take(&launch, report, programs, shared);
        binding::stored(&textures, &mut shared.targets);
        Ok(ended?)
    }

    /// Takes what a launch has noted and what its checks have found.
    fn take(&self, launch: &Launch, mut report: Option<Report>, programs: &[Program], shared: &mut Shared) {
        let noted = Noted::new(&programs[self.shader.program].words, &self.pipeline, launch);
        match (&mut report, &shared.checks) {
            (Some(report), Some(checks)) => {
                report.name_threads(&rays::name);
                noted.add_to(report, checks);
            }
            (_, _) => shared.noted.extend(noted.warnings()),
        }
        shared.found(report);
    }
}

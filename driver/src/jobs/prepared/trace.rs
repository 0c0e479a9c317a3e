//! Launches of rays in jobs.

use super::binding;
use super::programs::{Own, Program};
use super::{Shader, Shared};
use crate::jobs::job::steps::Trace;
use crate::kernels::{Clock, Problem};
use crate::rays::{self, Noted, Wishes};
use runner::stages::{RayPipeline, ShaderTable};

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

    /// Launches.
    pub(super) fn run(&self, programs: &[Program], shared: &mut Shared, clock: &Clock) -> Result<(), Problem> {
        let Traced { shader, pipeline, table, size } = self;
        let mut textures = binding::textures(std::slice::from_ref(shader), programs, &shared.targets)?;
        let mut launch = pipeline.launch(table, *size)?;
        let mut dispatch = pipeline.module().dispatch();
        binding::bind(&shader.names, (&mut shared.bound, &mut textures), &mut dispatch)?;
        if !shader.push.is_empty() {
            dispatch.push_constants(&shader.push);
        }
        if let Some(left) = clock.left() {
            dispatch.deadline(left);
        }
        pipeline.bind(&mut dispatch, &mut launch)?;
        let ended = pipeline.run(&mut dispatch, *size);
        shared.printed.push_str(&dispatch.printed().to_string());
        dispatch.coverage().into_iter().for_each(|own| shared.coverage.join(own));
        let mut report = dispatch.report().cloned();
        drop(dispatch);
        let noted = Noted::new(&programs[shader.program].words, pipeline, &launch);
        match (&mut report, &shared.checks) {
            (Some(report), Some(checks)) => {
                report.name_threads(&rays::name);
                noted.add_to(report, checks);
            }
            (_, _) => shared.noted.extend(noted.warnings()),
        }
        shared.found(report);
        binding::stored(&textures, &mut shared.targets);
        Ok(ended?)
    }
}

//! Jobs that are ready to run: shaders, resources, and the steps in order.
//!
//! [`programs`] compiles, [`kept`] holds what jobs have in common, [`binding`] makes resources and finds what shaders bind; [`dispatch`], [`draw`], [`graph`],
//! [`trace`] and [`transfer`] are steps of their kinds.

mod binding;
mod dispatch;
mod draw;
mod graph;
mod kept;
mod programs;
mod trace;
mod transfer;

pub(super) use binding::Bound;
pub(super) use draw::{Seen, Watched};
pub(super) use programs::{Kept, Way};

use super::job::named::Named;
use super::job::steps::{Step, StepKind};
use super::job::{Code, Job};
use super::targets::{self, Target};
use super::vertices::Source;
use crate::kernels::resources::Resource;
use crate::kernels::run_differences::Results;
use crate::kernels::{Clock, Problem};
use binding::{Names, Slot, check_names, indices_of};
use check::coverage::Coverage;
use check::{Checks, Report, Trial};
use dispatch::Dispatched;
use draw::Drawn;
use graph::Graphed;
use programs::Program;
use runner::{Debuggee, Engine, LastWrites, Lines, Module, Written};
use std::path::Path;
use trace::Traced;
use transfer::Moved;

/// A job, ready to run.
pub(super) struct Prepared {
    programs: Vec<Program>,
    steps: Vec<Ready>,
    shared: Shared,
    /// The compiler's warnings.
    pub(super) warnings: String,
    /// True if steps are named by their number.
    is_list: bool,
}

/// What the steps of a job share.
pub(super) struct Shared {
    pub(super) bound: Vec<Bound>,
    pub(super) targets: Vec<Target>,
    meshes: Vec<(String, Source)>,
    /// The checks, if there are any.
    checks: Option<Checks>,
    /// The findings of checks, if there are any.
    pub(super) report: Option<Report>,
    /// The last writer of each element in the last dispatch.
    writes: Option<LastWrites>,
    /// The counts of executed lines, if they were requested.
    pub(super) coverage: Coverage,
    printed: String,
    /// Warnings of launches of rays and of work graphs.
    pub(super) noted: Vec<String>,
    /// The pixel whose history is kept.
    pub(super) watched: Option<Watched>,
}

impl Shared {
    /// Adds to what checks have found.
    fn found(&mut self, report: Option<Report>) {
        match (&mut self.report, report) {
            (Some(known), Some(report)) => known.join(report),
            (known, report) => *known = known.take().or(report),
        }
    }
}

/// A shader of a step: its number among the programs of the job, what it binds, and its push constants.
struct Shader {
    program: usize,
    names: Names,
    push: Vec<u8>,
}

/// A step that is ready to run.
enum Ready {
    Dispatch(Dispatched),
    Draw(Box<Drawn>),
    Trace(Box<Traced>),
    Graph(Box<Graphed>),
    Move(Moved),
}

/// A job of a single dispatch that is ready to run, here or elsewhere.
pub struct Single {
    /// The module.
    pub words: Vec<u32>,
    /// Its compiled kernel, with its bindings.
    pub kernel: Module,
    /// Specialisation constants by number, as bits.
    pub constants: Vec<(u32, u64)>,
    /// The resources to bind, by name.
    pub resources: Vec<(String, Resource)>,
    /// The push constants.
    pub push: Vec<u8>,
    /// The number of workgroups along each axis.
    pub groups: [u32; 3],
}

impl Single {
    /// Compiles a job and makes its resources.
    pub(super) fn new(job: &Job, folder: &Path, way: Way<'_>, clock: &Clock) -> Result<Self, Problem> {
        let [Step { kind: StepKind::Dispatch(groups), .. }] = &job.steps[..] else {
            return Err(Problem::Other("job has several dispatches".to_owned()));
        };
        let (programs, _) = programs::compile(job, false, folder, way, clock, &mut Vec::new())?;
        let bound = binding::bound(job, &programs, folder)?;
        let push = job.steps[0].pushed(&programs[0].words)?;
        let resources = bound.into_iter().map(|bound| (bound.own.name, bound.own.resource)).collect();
        let Program { words, own, code: Code { constants, .. }, .. } = &programs[0];
        let kernel = own.module().clone();
        Ok(Single { words: words.clone(), kernel, constants: constants.clone(), resources, push, groups: *groups })
    }
}

impl Prepared {
    /// Compiles the shaders of a job and makes its resources. Records the files that it reads.
    pub(super) fn new(
        job: &Job,
        folder: &Path,
        way: Way<'_>,
        clock: &Clock,
        read: &mut Vec<String>,
    ) -> Result<Self, Problem> {
        read.extend(job.files(folder));
        Self::made(job, false, folder, way, clock, read)
    }

    /// Compiles the shaders of a job, with pixel shaders that record which line wrote, and makes its resources.
    pub(super) fn lined(job: &Job, folder: &Path, way: Way<'_>, clock: &Clock) -> Result<Self, Problem> {
        Self::made(job, true, folder, way, clock, &mut Vec::new())
    }

    fn made(
        job: &Job,
        is_lined: bool,
        folder: &Path,
        way: Way<'_>,
        clock: &Clock,
        read: &mut Vec<String>,
    ) -> Result<Self, Problem> {
        let (programs, warnings) = programs::compile(job, is_lined, folder, way, clock, read)?;
        for (at, step) in job.steps.iter().enumerate() {
            let own = indices_of(&programs, step);
            check_names(job, step, &programs, &own).map_err(|error| placed(job, at, error))?;
        }
        job.aliases.iter().try_for_each(|(inner, outer)| {
            binding::check_name(job, outer).map_err(|error| format!("binding '{inner}': {error}"))
        })?;
        let wishes = job.named.iter().filter_map(|(name, named)| match named {
            Named::Target(wish) => Some((name.as_str(), wish)),
            Named::Mesh(_) | Named::Vertices(_) | Named::Plain(_) => None,
        });
        let shared = Shared {
            bound: binding::bound(job, &programs, folder)?,
            targets: targets::all(wishes)?,
            meshes: meshes(job, folder)?,
            checks: match &way.options.engine {
                Engine::Interpreter(checking) => Some(checking.checks.clone()),
                Engine::Compiled => None,
            },
            report: None,
            writes: None,
            coverage: Coverage::default(),
            printed: String::new(),
            noted: Vec::new(),
            watched: None,
        };
        let mut steps = Vec::new();
        for (at, step) in job.steps.iter().enumerate() {
            steps.push(ready(job, at, step, &programs, &shared).map_err(|error| placed(job, at, error))?);
        }
        Ok(Prepared { programs, steps, shared, warnings, is_list: job.is_list && job.has_draws() })
    }

    /// The resources, and what has been found.
    pub(super) fn shared(&mut self) -> &mut Shared {
        &mut self.shared
    }

    /// The target of a name, and those that steps resolve or copy to it.
    pub(super) fn sources(&self, name: &str) -> Vec<usize> {
        let mut all: Vec<usize> =
            self.shared.targets.iter().position(|target| target.name == name).into_iter().collect();
        // What a source has comes from steps before.
        for step in self.steps.iter().rev() {
            if let Ready::Move(moved) = step {
                let more: Vec<usize> = all.iter().filter_map(|target| moved.source(*target)).collect();
                all.extend(more);
            }
        }
        all
    }

    /// Runs the steps in order and returns their output; the second result is the error, if any.
    pub(super) fn run(&mut self, clock: &Clock) -> (String, Result<(), Problem>) {
        for at in 0..self.steps.len() {
            if let Err(problem) = self.step(at, clock) {
                let problem = match problem {
                    // Findings say why.
                    Problem::Run(runner::Error::Endless) => problem,
                    problem if self.is_list => Problem::Other(format!("step {}: {problem}", at + 1)),
                    problem => problem,
                };
                return (std::mem::take(&mut self.shared.printed), Err(problem));
            }
        }
        (std::mem::take(&mut self.shared.printed), Ok(()))
    }

    /// Runs a step.
    fn step(&mut self, at: usize, clock: &Clock) -> Result<(), Problem> {
        let Prepared { programs, steps, shared, .. } = self;
        for (index, bound) in shared.bound.iter_mut().enumerate() {
            let is_last = !steps[at + 1..].iter().any(|later| later.binds(index));
            let own = &mut bound.own.marks.written;
            *own = match own {
                Written::Free => Written::Free,
                Written::Noted | Written::Required if is_last => Written::Required,
                Written::Noted | Written::Required => Written::Noted,
            };
        }
        match &steps[at] {
            Ready::Dispatch(dispatched) => dispatched.run(programs, shared, clock),
            Ready::Draw(drawn) => drawn.run(programs, shared, clock),
            Ready::Trace(traced) => traced.run(programs, shared, clock),
            Ready::Graph(graphed) => graphed.run(programs, shared, clock),
            Ready::Move(moved) => moved.run(shared).map_err(Problem::Other),
        }
    }

    /// The number of the next step that is debugged from a step on: a dispatch or a launch of rays; for a ray, a launch that
    /// has it. Others before it run.
    ///
    /// # Errors
    /// When one of them fails.
    pub(super) fn next_debugged(&mut self, from: usize, ray: Option<[u32; 3]>) -> Result<Option<usize>, Problem> {
        for at in from..self.steps.len() {
            let is_it = match &self.steps[at] {
                Ready::Dispatch(_) => ray.is_none(),
                Ready::Trace(traced) => ray.is_none_or(|ray| traced.has(ray)),
                Ready::Draw(_) | Ready::Graph(_) | Ready::Move(_) => false,
            };
            if is_it {
                return Ok(Some(at));
            }
            self.step(at, &Clock::start(None))?;
        }
        Ok(None)
    }

    /// The sizes of the launches of rays.
    pub(super) fn launches(&self) -> Vec<[u32; 3]> {
        let size = |step: &Ready| match step {
            Ready::Trace(traced) => Some(traced.size()),
            Ready::Dispatch(_) | Ready::Draw(_) | Ready::Graph(_) | Ready::Move(_) => None,
        };
        self.steps.iter().filter_map(size).collect()
    }

    /// A step under a debugger, and the lines that it will print.
    pub(super) fn debug(&mut self, step: usize) -> Result<(Debuggee, Lines), Problem> {
        match &self.steps[step] {
            Ready::Dispatch(dispatched) => dispatched.debug(&self.programs, &mut self.shared),
            Ready::Trace(traced) => traced.debug(&self.programs, &mut self.shared),
            Ready::Draw(_) | Ready::Graph(_) | Ready::Move(_) => Err(not_debugged()),
        }
    }

    /// Takes the results of a step that was debugged.
    pub(super) fn adopt(&mut self, step: usize, debuggee: Debuggee) -> Result<(), Problem> {
        match &self.steps[step] {
            Ready::Dispatch(dispatched) => dispatched.adopt(&self.programs, &mut self.shared, debuggee),
            Ready::Trace(traced) => traced.adopt(&self.programs, &mut self.shared, debuggee),
            Ready::Draw(_) | Ready::Graph(_) | Ready::Move(_) => Err(not_debugged()),
        }
    }

    /// The results of the last dispatch, and takes who has written what; none where something else is the last step.
    pub(super) fn results(&mut self, trial: Trial) -> Option<Results> {
        let writes = self.shared.writes.take();
        let Ready::Dispatch(dispatched) = self.steps.last()? else { return None };
        let bound = dispatched.shader.names.iter().filter_map(|(name, slot)| match slot {
            Slot::Bound(index) => Some(self.shared.bound[*index].own.shown(name)),
            Slot::Target(_) => None,
        });
        Some(Results::new(trial, self.programs[dispatched.shader.program].module().info(), bound, writes))
    }
}

fn not_debugged() -> Problem {
    Problem::Other("only dispatches and launches of rays are debugged".to_owned())
}

impl Job {
    /// Returns whether there are steps beside dispatches.
    fn has_draws(&self) -> bool {
        self.steps.iter().any(|step| !matches!(step.kind, StepKind::Dispatch(_)))
    }
}

/// An error of a step, with the number of the step where the job lists several kinds of them.
fn placed(job: &Job, at: usize, error: String) -> String {
    if job.has_draws() { format!("step {}: {error}", at + 1) } else { error }
}

/// The meshes of a job.
fn meshes(job: &Job, folder: &Path) -> Result<Vec<(String, Source)>, String> {
    let mesh = |(name, named): &(String, Named)| {
        let source = match named {
            Named::Mesh(file) => Source::read(file, folder).map_err(|error| format!("resource '{name}': {error}")),
            Named::Vertices(vertices) => Ok(Source::Values(vertices.clone())),
            Named::Target(_) | Named::Plain(_) => return None,
        };
        Some(source.map(|source| (name.clone(), source)))
    };
    job.named.iter().filter_map(mesh).collect()
}

/// Makes a step ready.
fn ready(job: &Job, at: usize, step: &Step, programs: &[Program], shared: &Shared) -> Result<Ready, String> {
    let own = indices_of(programs, step);
    let shader = |index: &usize| {
        let names = binding::bindings(job, step, &programs[*index], &shared.bound, &shared.targets)?;
        Ok(Shader { program: *index, names, push: pushed(step, &programs[*index])? })
    };
    let shaders = own.iter().map(shader).collect::<Result<Vec<_>, String>>()?;
    if step.push.is_some() && step.codes.len() > 1 && shaders.iter().all(|shader| shader.push.is_empty()) {
        return Err("'push': the shaders have no push constants".to_owned());
    }
    match &step.kind {
        StepKind::Dispatch(groups) => Ok(Ready::Dispatch(Dispatched::new(shaders, *groups))),
        StepKind::Draw(draw) => {
            let drawn = Drawn::new(at, draw, shaders, programs, shared)?;
            Ok(Ready::Draw(Box::new(drawn)))
        }
        StepKind::Trace(trace) => Ok(Ready::Trace(Box::new(Traced::new(trace, shaders, programs)?))),
        StepKind::Graph(graph) => Ok(Ready::Graph(Box::new(Graphed::new(graph, shaders, programs)?))),
        StepKind::Clear(_) | StepKind::Copy(_) | StepKind::Resolve(..) | StepKind::Mips(_) => {
            Moved::new(&step.kind, shared).map(Ready::Move)
        }
    }
}

/// The push constants of a shader of a step; none where another one of the step has them.
fn pushed(step: &Step, program: &Program) -> Result<Vec<u8>, String> {
    match step.codes.len() > 1 && program.info().push_bytes == 0 {
        true => Ok(Vec::new()),
        false => step.pushed(&program.words),
    }
}

impl Ready {
    /// Returns whether it binds a resource.
    fn binds(&self, index: usize) -> bool {
        let shaders = match self {
            Ready::Dispatch(dispatched) => std::slice::from_ref(&dispatched.shader),
            Ready::Draw(drawn) => &drawn.shaders,
            Ready::Trace(traced) => std::slice::from_ref(&traced.shader),
            Ready::Graph(graphed) => std::slice::from_ref(&graphed.shader),
            Ready::Move(_) => &[],
        };
        shaders.iter().flat_map(|shader| &shader.names).any(|(_, slot)| *slot == Slot::Bound(index))
    }
}

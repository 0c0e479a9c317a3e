//! Jobs that are ready to run: kernels, resources, and the dispatches in order.

use super::job::{Code, Job, Step};
use crate::kernels::contents::Contents;
use crate::kernels::element::Element;
use crate::kernels::members::element_of;
use crate::kernels::resources::{self, Resource, marks, place};
use crate::kernels::run_differences::Results;
use crate::kernels::{self, Clock, Problem, Source, checked};
use crate::options::args;
use check::Trial;
use check::coverage::Coverage;
use runner::{Debuggee, Dispatch, LastWrites, Lines, Module, Options, Written};
use std::path::Path;

/// A job, ready to run.
pub(super) struct Prepared {
    steps: Vec<Ready>,
    pub(super) bound: Vec<Bound>,
    /// The compiler's warnings.
    pub(super) warnings: String,
    /// The findings of checks, if there are any.
    pub(super) report: Option<check::Report>,
    /// The last writer of each element in the last dispatch.
    writes: Option<LastWrites>,
    /// The counts of executed lines, if they were requested.
    pub(super) coverage: Coverage,
}

/// A resource of a job.
pub(super) struct Bound {
    pub(super) own: resources::Bound,
    /// The scalar type of a buffer as the module declares it.
    declared: Option<Element>,
}

impl std::ops::Deref for Bound {
    type Target = resources::Bound;

    fn deref(&self) -> &Self::Target {
        &self.own
    }
}

impl Bound {
    /// Returns whether it has contents, which samplers do not.
    pub(super) fn is_data(&self) -> bool {
        self.resource.is_data()
    }

    /// The type of its numbers: for a buffer the declared one, or bits if several are declared.
    pub(super) fn element(&self) -> Element {
        match &self.resource {
            Resource::Buffer(..) => self.declared.unwrap_or(Element::Uint(4)),
            Resource::Image(_) | Resource::Sampler(_) | Resource::Scene(_) => self.resource.element(),
        }
    }
}

/// A dispatch that is ready to run.
struct Ready {
    kernel: Module,
    push: Vec<u8>,
    groups: [u32; 3],
    /// Names in the shader, with indices of the bound resources.
    bind: Vec<(String, usize)>,
}

/// A kernel with its words.
struct Kernel<'j> {
    code: &'j Code,
    words: Vec<u32>,
    module: Module,
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
    pub(super) fn new(job: &Job, folder: &Path, base: &Options, clock: &Clock) -> Result<Self, Problem> {
        let (kernels, _) = compile(job, folder, base, clock, &mut Vec::new())?;
        let [Kernel { code, words, module }] = &kernels[..] else {
            return Err(Problem::Other("job has several dispatches".to_owned()));
        };
        let (bound, [step]) = (bound(job, &kernels, folder)?, &job.steps[..]) else {
            return Err(Problem::Other("job has several dispatches".to_owned()));
        };
        let resources = bound.into_iter().map(|bound| (bound.own.name, bound.own.resource)).collect();
        let (words, kernel, constants) = (words.clone(), module.clone(), code.constants.clone());
        let push = step.pushed(&words)?;
        Ok(Single { words, kernel, constants, resources, push, groups: step.dispatch })
    }
}

impl Prepared {
    /// Compiles the kernels of a job and makes its resources. Records the files that it reads.
    pub(super) fn new(
        job: &Job,
        folder: &Path,
        base: &Options,
        clock: &Clock,
        read: &mut Vec<String>,
    ) -> Result<Self, Problem> {
        read.extend(job.files(folder));
        let (kernels, warnings) = compile(job, folder, base, clock, read)?;
        job.steps.iter().try_for_each(|step| check_names(job, step, &kernel_of(&kernels, step).module))?;
        let bound = bound(job, &kernels, folder)?;
        let ready = |step: &Step| {
            let Kernel { words, module, .. } = kernel_of(&kernels, step);
            let bind = bindings(job, step, module, &bound)?;
            Ok(Ready { kernel: module.clone(), push: step.pushed(words)?, groups: step.dispatch, bind })
        };
        let steps = job.steps.iter().map(ready).collect::<Result<_, String>>()?;
        Ok(Prepared { steps, bound, warnings, report: None, writes: None, coverage: Coverage::default() })
    }

    /// Runs the dispatches in order and returns their output; the second result is the error, if any.
    pub(super) fn run(&mut self, clock: &Clock) -> (String, Result<(), Problem>) {
        let mut printed = String::new();
        for (at, step) in self.steps.iter().enumerate() {
            for (index, bound) in self.bound.iter_mut().enumerate() {
                let is_last = !self.steps[at + 1..].iter().any(|later| later.binds(index));
                let own = &mut bound.own.marks.written;
                *own = match own {
                    Written::Free => Written::Free,
                    Written::Noted | Written::Required if is_last => Written::Required,
                    Written::Noted | Written::Required => Written::Noted,
                };
            }
            let (report, ended) =
                step.run(&mut self.bound, clock, &mut printed, (&mut self.writes, &mut self.coverage));
            match (&mut self.report, report) {
                (Some(known), Some(report)) => known.join(report),
                (known, report) => *known = known.take().or(report),
            }
            if let Err(problem) = ended {
                return (printed, Err(problem));
            }
        }
        (printed, Ok(()))
    }

    /// A dispatch under a debugger, and the lines that it will print.
    pub(super) fn debug(&mut self, step: usize) -> Result<(Debuggee, Lines), Problem> {
        let Prepared { steps, bound, .. } = self;
        let step = &steps[step];
        let mut dispatch = step.kernel.dispatch();
        step.bind(&mut dispatch, bound)?;
        Ok(dispatch.debug(step.groups)?)
    }

    /// Takes the results of a dispatch that was debugged.
    pub(super) fn adopt(&mut self, step: usize, debuggee: Debuggee) -> Result<(), Problem> {
        let Prepared { steps, bound, report, .. } = self;
        let step = &steps[step];
        let mut dispatch = step.kernel.dispatch();
        step.bind(&mut dispatch, bound)?;
        let ended = dispatch.adopt(debuggee);
        match (report.as_mut(), dispatch.report().cloned()) {
            (Some(known), Some(own)) => known.join(own),
            (_, own) => *report = report.take().or(own),
        }
        Ok(ended?)
    }

    /// The results of the last dispatch, and takes who has written what.
    pub(super) fn results(&mut self, trial: Trial) -> Option<Results> {
        let step = self.steps.last()?;
        let writes = self.writes.take();
        let bound = step.bind.iter().map(|(name, index)| self.bound[*index].own.shown(name));
        Some(Results::new(trial, step.kernel.info(), bound, writes))
    }
}

impl Ready {
    fn binds(&self, index: usize) -> bool {
        self.bind.iter().any(|(_, bound)| *bound == index)
    }

    /// Runs the dispatch. The first result is what checks have found.
    fn run(
        &self,
        bound: &mut [Bound],
        clock: &Clock,
        printed: &mut String,
        (writes, coverage): (&mut Option<LastWrites>, &mut Coverage),
    ) -> (Option<check::Report>, Result<(), Problem>) {
        let mut dispatch = self.kernel.dispatch();
        if let Err(error) = self.bind(&mut dispatch, bound) {
            return (None, Err(error.into()));
        }
        if let Some(left) = clock.left() {
            dispatch.deadline(left);
        }
        let ended = dispatch.run(self.groups);
        printed.push_str(&dispatch.printed().to_string());
        *writes = dispatch.take_writes();
        dispatch.coverage().into_iter().for_each(|own| coverage.join(own));
        (dispatch.report().cloned(), ended.map_err(Problem::Run))
    }

    fn bind<'b>(&self, dispatch: &mut Dispatch<'b>, bound: &'b mut [Bound]) -> Result<(), runner::Error> {
        for (index, bound) in bound.iter_mut().enumerate() {
            if let Some((name, _)) = self.bind.iter().find(|(_, resource)| *resource == index) {
                let resources::Bound { resource, marks, .. } = &mut bound.own;
                resource.bind_marked(dispatch, name, marks)?;
            }
        }
        dispatch.push_constants(&self.push);
        Ok(())
    }
}

/// Compiles all kernels of a job, each once.
fn compile<'j>(
    job: &'j Job,
    folder: &Path,
    base: &Options,
    clock: &Clock,
    read: &mut Vec<String>,
) -> Result<(Vec<Kernel<'j>>, String), Problem> {
    let (mut kernels, mut warnings): (Vec<Kernel<'_>>, String) = Default::default();
    for step in &job.steps {
        let code = &step.code;
        if kernels.iter().any(|kernel| kernel.code == code) {
            continue;
        }
        let (file, entry, mut options) = (folder.join(&code.source), code.entry.clone(), code.options.clone());
        options.extend(checked::options_of(&base.engine));
        let source = clock.within(move || kernels::words(&file, entry.as_deref(), |_, _| Ok(args::parse(&options))))?;
        if let Err(Problem::Compile(failure)) = &source {
            read.extend(failure.dependencies.visited.iter().cloned());
        }
        let Source { words, files, warnings: told } = source?;
        read.extend(files);
        // Entry points of one file have the same warnings.
        if !warnings.contains(&told) {
            warnings.push_str(&told);
        }
        let (constants, group_memory) = (code.constants.clone(), code.group_memory.clone());
        let local_size = code.group_size.unwrap_or(base.local_size);
        let options = Options { constants, group_memory, local_size, deadline: clock.left(), ..base.clone() };
        let module = kernels::module(&words, code.entry.as_deref(), &options)?;
        kernels.push(Kernel { code, words, module });
    }
    Ok((kernels, warnings))
}

fn kernel_of<'k, 'j>(kernels: &'k [Kernel<'j>], step: &Step) -> &'k Kernel<'j> {
    kernels.iter().find(|kernel| *kernel.code == step.code).expect("every kernel has been compiled")
}

/// Makes the resources of a job, each for the first dispatch that has a binding for it.
fn bound(job: &Job, kernels: &[Kernel<'_>], folder: &Path) -> Result<Vec<Bound>, String> {
    let one = |(name, contents): &(String, Contents)| {
        let users = job.steps.iter().flat_map(|step| {
            let kernel = kernel_of(kernels, step);
            names(step, name).map(move |inner| (kernel, inner))
        });
        let mut users = users.filter(|(kernel, inner)| place(inner).binding(kernel.module.info()).is_ok());
        let (kernel, inner) = match (users.next(), &job.steps[..]) {
            (Some(user), _) => user,
            // The error lists the names that there are.
            (None, [step]) if !job.is_list => (kernel_of(kernels, step), name.as_str()),
            (None, _) => return Err(format!("unknown binding '{name}'")),
        };
        let info = kernel.module.info();
        let at = place(inner).binding(info).map_err(|error| error.to_string())?;
        let contents = contents.clone().laid_out(&kernel.words, at.set, at.binding);
        let contents = contents.map_err(|error| format!("'{name}': {error}"))?;
        let resource = Resource::new(info, inner, &contents, folder)?;
        let reflection = reflect::read(&kernel.words).ok();
        let declared = reflection.as_ref().and_then(|found| element_of(found, at.set, at.binding));
        let marks = marks(&contents, job.written.contains(name));
        Ok(Bound { own: resources::Bound { name: name.clone(), resource, marks }, declared })
    };
    job.bindings.iter().map(one).collect()
}

/// The names of a resource in a dispatch: its own, unless the dispatch renames it.
fn names<'s>(step: &'s Step, name: &'s str) -> impl Iterator<Item = &'s str> {
    let given = step.bind.iter().filter(move |(_, outer)| outer == name).map(|(inner, _)| inner.as_str());
    let is_given = step.bind.iter().any(|(inner, outer)| outer == name || inner == name);
    given.chain((!is_given).then_some(name))
}

/// The bindings of a dispatch, with the resources of the job.
fn bindings(job: &Job, step: &Step, module: &Module, bound: &[Bound]) -> Result<Vec<(String, usize)>, String> {
    let mut all = Vec::new();
    for (index, bound) in bound.iter().enumerate() {
        let known = |inner: &&str| !job.is_list || place(inner).binding(module.info()).is_ok();
        let mut found = names(step, &bound.name).filter(known);
        all.extend(found.next().map(|inner| (inner.to_owned(), index)));
        if found.next().is_some() {
            return Err(format!("'{}' is bound twice in one dispatch", bound.name));
        }
    }
    Ok(all)
}

/// Checks that names in a dispatch's `bind` exist in the job and in the shader.
fn check_names(job: &Job, step: &Step, module: &Module) -> Result<(), String> {
    for (inner, outer) in &step.bind {
        if place(inner).binding(module.info()).is_err() {
            return Err(format!("'bind': unknown binding '{inner}' in the shader"));
        }
        if !job.bindings.iter().any(|(name, _)| name == outer) {
            return Err(format!("'bind': unknown binding '{outer}' in the job, for '{inner}'"));
        }
    }
    Ok(())
}

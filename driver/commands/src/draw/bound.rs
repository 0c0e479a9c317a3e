//! The resources of a draw: what the caller binds to its stages, and blocks of constants that are filled in for each frame.

use super::search::Sought;
use super::sources::Shader;
use arguments::draw::DrawArguments;
use base::clock::Moment;
use check::Report;
use launch::drawing::constants::{self, Frame};
use launch::kernels::contents::Contents;
use launch::kernels::resources::{Bound, Resource, marks, place};
use launch::kernels::sampler_states::{self, Samplers};
use launch::kernels::{Clock, Problem};
use library::files::reading;
use runner::stages::rows::Stage as Kind;
use runner::stages::{Invocations, Stage, Work};
use runner::{Binding, BindingKind, Dispatch, Error, Marks};
use std::path::Path;
use std::time::Duration;

/// A shader that is ready to run.
pub(super) struct Ready {
    pub(super) shader: Shader,
    pub(super) stage: Stage,
}

/// What the caller binds.
#[derive(Default)]
pub(super) struct Given {
    pub(super) bindings: Vec<(String, Contents)>,
    pub(super) push: Option<Contents>,
}

impl Given {
    /// What the command line binds.
    ///
    /// # Errors
    /// When something there is not contents under a name.
    pub(super) fn parse(arguments: &DrawArguments) -> Result<Self, String> {
        let binding = |text: &String| {
            let split = text.split_once('=');
            let (name, contents) = split.ok_or_else(|| format!("'--bind {text}': expected NAME=CONTENTS"))?;
            Ok::<_, String>((name.to_owned(), Contents::parse(contents)?))
        };
        let bindings = arguments.running.bind.iter().map(binding).collect::<Result<_, _>>()?;
        let push = arguments.running.push.as_deref().map(Contents::parse).transpose()?;
        Ok(Given { bindings, push })
    }
}

/// The resources of a draw.
pub(super) struct Resources {
    /// What the caller binds.
    bound: Vec<Bound>,
    /// What is filled in for the frame.
    filled: Vec<Bound>,
    /// The push constants of the caller, if there are any.
    given_push: Option<Contents>,
    /// The push constants of each stage, in the order of the stages.
    push: Vec<Option<Vec<u8>>>,
    /// The blocks that the caller has been told about.
    told: Vec<String>,
    /// What has been filled in, in words that the caller has not been told yet.
    notes: Vec<String>,
    /// What shaders have printed.
    pub(super) printed: String,
    pub(super) report: Option<Report>,
    /// The time that the stages have taken, in the order in which they run first.
    pub(super) spent: Vec<(Kind, Duration)>,
    /// What is wanted of a draw for a debugger.
    pub(super) sought: Option<Sought>,
}

impl Resources {
    /// Makes the resources that the caller binds, and samplers with states in the source.
    ///
    /// # Errors
    /// When no stage has such a binding, or the contents do not fit it.
    pub(super) fn new(given: Given, samplers: &Samplers, stages: &[Ready]) -> Result<Self, Problem> {
        let bound = given.bindings.into_iter().map(|(name, contents)| bound(&name, contents, stages));
        let mut bound = bound.collect::<Result<_, _>>()?;
        let infos = stages.iter().map(|ready| ready.stage.module().info());
        infos.for_each(|info| sampler_states::add_unbound(&mut bound, info, samplers));
        Ok(Resources {
            bound,
            filled: Vec::new(),
            given_push: given.push,
            push: Vec::new(),
            told: Vec::new(),
            notes: Vec::new(),
            printed: String::new(),
            report: None,
            spent: Vec::new(),
            sought: None,
        })
    }

    /// What has been filled in since the last call, a line for each block.
    pub(super) fn notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Fills in what is open for a frame.
    ///
    /// # Errors
    /// When push constants of the caller do not fit.
    pub(super) fn fill(&mut self, stages: &[Ready], frame: &Frame) -> Result<(), Problem> {
        (self.filled, self.push) = (Vec::new(), Vec::new());
        for ready in stages {
            for binding in ready.stage.bindings().filter(|binding| is_block(binding)) {
                self.fill_block(ready, binding, frame)?;
            }
            let push = self.push_constants(ready, frame)?;
            self.push.push(push);
        }
        Ok(())
    }

    fn fill_block(&mut self, ready: &Ready, binding: &Binding, frame: &Frame) -> Result<(), Problem> {
        let (info, at) = (ready.stage.module().info(), (binding.set, binding.binding));
        let is_here = |bound: &Bound| place(&bound.name).binding(info).is_ok_and(|own| (own.set, own.binding) == at);
        if self.bound.iter().chain(&self.filled).any(is_here) {
            return Ok(());
        }
        let Some(filled) = constants::of_binding(&ready.shader.reflection, at, frame) else { return Ok(()) };
        let name = format!("{}:{}", at.0, at.1);
        let contents = filled.contents.laid_out(&ready.shader.words, at.0, at.1)?;
        let resource = Resource::new(info, &name, &contents, Path::new(""))?;
        self.tell(binding.names.first().unwrap_or(&name), &filled.members, &filled.zeros);
        self.filled.push(Bound { name, resource, marks: Marks::default() });
        Ok(())
    }

    fn push_constants(&mut self, ready: &Ready, frame: &Frame) -> Result<Option<Vec<u8>>, Problem> {
        if ready.stage.module().info().push_bytes == 0 {
            return Ok(None);
        }
        if let Some(given) = &self.given_push {
            return Ok(Some(match given {
                Contents::File(path) => {
                    reading::read_data(path).map_err(|error| format!("cannot read '{path}': {error}"))?
                }
                contents => contents.pushed(&ready.shader.words)?,
            }));
        }
        let Some(filled) = constants::of_push_constants(&ready.shader.reflection, frame) else { return Ok(None) };
        self.tell("push constants", &filled.members, &filled.zeros);
        Ok(Some(filled.contents.pushed(&ready.shader.words)?))
    }

    /// Says once what a block was filled with.
    fn tell(&mut self, name: &str, members: &[String], zeros: &[String]) {
        if self.told.iter().any(|told| told == name) {
            return;
        }
        let rest = if zeros.is_empty() { String::new() } else { format!("; {} set to 0", zeros.join(", ")) };
        self.notes.push(format!("'{name}' is not bound: filled in {}{rest}", members.join(", ")));
        self.told.push(name.to_owned());
    }

    /// The push constants of a stage, by its number.
    pub(super) fn pushed(&self, number: usize) -> Option<&[u8]> {
        self.push.get(number)?.as_deref()
    }

    /// Runs a stage, which is that of a number.
    ///
    /// # Errors
    /// When something does not fit, or the shader does not end.
    pub(super) fn run(
        &mut self,
        number: usize,
        (stage, clock): (&Stage, &Clock),
        work: Work<'_>,
        invocations: &Invocations<'_>,
    ) -> Result<(), Error> {
        if let Some(sought) = &mut self.sought {
            let bound = self.bound.iter().chain(&self.filled);
            sought.look(number, stage, &work, invocations, bound);
            if !sought.runs(stage, &work, invocations) {
                return if sought.is_done() { Err(Error::Stopped) } else { Ok(()) };
            }
        }
        let mut dispatch: Dispatch<'_> = stage.module().dispatch();
        for Bound { name, resource, marks } in self.bound.iter_mut().chain(&mut self.filled) {
            // A resource of another stage is none of this one.
            if place(name).binding(stage.module().info()).is_ok() {
                resource.bind_marked(&mut dispatch, name, marks)?;
            }
        }
        if let Some(Some(push)) = self.push.get(number) {
            dispatch.push_constants(push);
        }
        if let Some(left) = clock.left() {
            dispatch.deadline(left);
        }
        let start = Moment::now();
        let ended = stage.run_work(&mut dispatch, work);
        spend(&mut self.spent, stage.interface().stage, start.elapsed());
        self.printed.push_str(&dispatch.printed().to_string());
        if let Some(mut own) = dispatch.report().cloned() {
            own.name_threads(&|local, group| (invocations.name)(stage.invocation(local, group)));
            match &mut self.report {
                Some(report) => report.join(own),
                None => self.report = Some(own),
            }
        }
        ended
    }
}

/// Adds to the time of a stage.
fn spend(all: &mut Vec<(Kind, Duration)>, kind: Kind, time: Duration) {
    match all.iter_mut().find(|(own, _)| *own == kind) {
        Some((_, spent)) => *spent += time,
        None => all.push((kind, time)),
    }
}

/// Returns whether a binding is a block of constants.
fn is_block(binding: &Binding) -> bool {
    binding.kind == BindingKind::UniformBuffer && binding.count == 1
}

/// Makes a resource, for the first stage with such a binding.
fn bound(name: &str, contents: Contents, stages: &[Ready]) -> Result<Bound, Problem> {
    let mut missing = None;
    for ready in stages {
        let info = ready.stage.module().info();
        let at = match place(name).binding(info) {
            Ok(at) => at,
            Err(error) => {
                missing.get_or_insert(error);
                continue;
            }
        };
        let contents = contents.laid_out(&ready.shader.words, at.set, at.binding);
        let contents = contents.map_err(|error| format!("'{name}': {error}"))?;
        let resource = Resource::new(info, name, &contents, Path::new(""))?;
        return Ok(Bound { name: name.to_owned(), resource, marks: marks(&contents, false) });
    }
    Err(missing.map_or_else(|| Problem::Other(format!("unknown binding '{name}'")), Problem::Run))
}

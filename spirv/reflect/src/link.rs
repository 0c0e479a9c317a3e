//! Links the stages of a pipeline: checks the interface of each stage against that of the stage before it, and merges
//! their descriptor sets and push constants. It works on documents, whatever they were read from.

mod blocks;
mod interface;
mod model;
mod sets;
mod text;

pub use model::{
    Finding, FindingKind, Interface, Match, Pipeline, PipelineStage, Place, SetBinding, SetLayout, Severity, StageRange,
};
pub use text::text;

use crate::model::{EntryPoint, FORMAT, Generator, Reflection, Variable};
use blocks::Block;

/// An entry point of a module as a stage of a pipeline.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'a> {
    file: &'a str,
    reflection: &'a Reflection,
    entry: &'a EntryPoint,
}

impl<'a> Stage<'a> {
    /// The entry point with this name, or the only one of the module if no name is given.
    ///
    /// # Errors
    /// When there is no such entry point, or several and no name: a sentence that lists them.
    pub fn new(file: &'a str, reflection: &'a Reflection, name: Option<&str>) -> Result<Stage<'a>, String> {
        let entries = &reflection.entry_points;
        let found = match name {
            Some(name) => entries.iter().position(|entry| entry.name == name),
            None if entries.len() == 1 => Some(0),
            None => None,
        };
        let list = || entries.iter().map(|entry| format!("'{}'", entry.name)).collect::<Vec<_>>().join(", ");
        match (found, name) {
            (Some(number), _) => Ok(Stage { file, reflection, entry: &entries[number] }),
            (None, _) if entries.is_empty() => Err("the module has no entry point".to_owned()),
            (None, Some(name)) => Err(format!("unknown entry point '{name}'; expected one of {}", list())),
            (None, None) => Err(format!("several entry points, specify one of: {}", list())),
        }
    }

    /// The struct with this name.
    fn block<'b>(&'b self, name: &'b str) -> Block<'b> {
        Block { reflection: self.reflection, name }
    }
}

/// Stages in the order in which a pipeline runs them, each with the kind of pipeline that it belongs to.
const ORDER: &[(&str, Kind)] = &[
    ("task", Kind::Mesh),
    ("mesh", Kind::Mesh),
    ("vertex", Kind::Primitives),
    ("tessellation_control", Kind::Primitives),
    ("tessellation_evaluation", Kind::Primitives),
    ("geometry", Kind::Primitives),
    ("fragment", Kind::Graphics),
    ("compute", Kind::Compute),
    ("kernel", Kind::Compute),
    ("raygeneration", Kind::Rays),
    ("intersection", Kind::Rays),
    ("anyhit", Kind::Rays),
    ("closesthit", Kind::Rays),
    ("miss", Kind::Rays),
    ("callable", Kind::Rays),
];

/// Kinds of pipelines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Graphics with vertex shaders.
    Primitives,
    /// Graphics with mesh shaders.
    Mesh,
    /// Graphics of either kind.
    Graphics,
    Compute,
    Rays,
}

impl Kind {
    /// Returns whether stages of both kinds may be in one pipeline.
    fn joins(self, other: Kind) -> bool {
        use Kind::{Graphics, Mesh, Primitives};
        self == other || matches!((self, other), (Graphics, Primitives | Mesh) | (Primitives | Mesh, Graphics))
    }
}

/// The rank of a stage among all, and its kind of pipeline.
fn rank(stage: &Stage<'_>) -> (usize, Option<Kind>) {
    let at = ORDER.iter().position(|(name, _)| *name == stage.entry.stage);
    (at.unwrap_or(ORDER.len()), at.map(|at| ORDER[at].1))
}

/// Links stages, in any order, to a pipeline.
pub fn link(stages: &[Stage<'_>]) -> Pipeline {
    let mut sorted = stages.to_vec();
    sorted.sort_by_key(|stage| rank(stage).0);
    let mut linker = Linker { stages: &sorted, findings: Vec::new() };
    linker.stages_fit();
    let interfaces = linker.interfaces();
    let sets = linker.sets();
    let push_constants = linker.push_constants();
    Pipeline {
        format: FORMAT,
        generator: Generator { name: "hlsl2spirv".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
        stages: sorted.iter().map(of_pipeline).collect(),
        interfaces,
        sets,
        push_constants,
        findings: linker.findings,
    }
}

fn of_pipeline(stage: &Stage<'_>) -> PipelineStage {
    PipelineStage {
        file: stage.file.to_owned(),
        entry_point: stage.entry.name.clone(),
        stage: stage.entry.stage.clone(),
    }
}

/// The stages in order, and the findings so far.
struct Linker<'a> {
    stages: &'a [Stage<'a>],
    findings: Vec<Finding>,
}

impl Linker<'_> {
    fn find(&mut self, severity: Severity, kind: FindingKind, message: String, places: Vec<Place>) {
        self.findings.push(Finding { severity, kind, message, places });
    }

    /// Checks that the stages are those of one pipeline.
    fn stages_fit(&mut self) {
        for (at, stage) in self.stages.iter().enumerate().skip(1) {
            let before = &self.stages[at - 1];
            let (rank_before, kind_before) = rank(before);
            let (own, kind) = rank(stage);
            let places = || vec![entry_place(at, stage), entry_place(at - 1, before)];
            let is_ray = kind == Some(Kind::Rays);
            if own == rank_before && !is_ray {
                let message = format!("pipeline has two {} shaders", stage.entry.stage);
                self.find(Severity::Error, FindingKind::Stages, message, places());
            } else if !kind.zip(kind_before).is_some_and(|(one, other)| one.joins(other)) {
                let message =
                    format!("{} and {} shaders cannot be in one pipeline", before.entry.stage, stage.entry.stage);
                self.find(Severity::Error, FindingKind::Stages, message, places());
            }
        }
        let has = |name: &str| self.stages.iter().position(|stage| stage.entry.stage == name);
        let (control, evaluation) = (has("tessellation_control"), has("tessellation_evaluation"));
        if let (Some(at), None) | (None, Some(at)) = (control, evaluation) {
            let stage = &self.stages[at];
            let missing = if control.is_some() { "tessellation_evaluation" } else { "tessellation_control" };
            let message = format!("a {} shader requires a {missing} shader", stage.entry.stage);
            let places = vec![entry_place(at, stage)];
            self.find(Severity::Error, FindingKind::Stages, message, places);
        }
    }
}

/// An entry point as a place.
fn entry_place(at: usize, stage: &Stage<'_>) -> Place {
    let span = stage.entry.hlsl.as_ref().and_then(|fact| fact.span.clone());
    Place { stage: at, what: format!("entry point '{}'", stage.entry.name), span }
}

/// An input or output as a place.
fn variable_place(at: usize, direction: &str, variable: &Variable) -> Place {
    let span = variable.hlsl.as_ref().and_then(|fact| fact.span.clone());
    Place { stage: at, what: format!("{direction} {}", called(variable)), span }
}

/// The name of an input or output for people: its semantic, its builtin, or what the module calls it.
fn called(variable: &Variable) -> String {
    match (&variable.semantic, &variable.builtin) {
        (Some(semantic), _) => match variable.semantic_index {
            Some(index) if index > 0 => format!("'{semantic}{index}'"),
            _ => format!("'{semantic}'"),
        },
        (None, Some(builtin)) => format!("'{builtin}'"),
        (None, None) if variable.name.is_empty() => "without a name".to_owned(),
        (None, None) => format!("'{}'", variable.name),
    }
}

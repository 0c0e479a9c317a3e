//! The interface between two stages: which output each input reads, by the rules of Vulkan's interface matching.

use super::{FindingKind, Interface, Linker, Match, Severity, called, entry_place, variable_place};
use crate::interface::locations;
use crate::model::{Kind, Mode, Type, Variable};
use std::collections::BTreeMap;

/// Pairs of stages between which variables pass. Payloads, which pass from task to mesh shaders, are not variables.
const PAIRS: &[&str] = &["vertex", "tessellation_control", "tessellation_evaluation", "geometry", "mesh", "fragment"];

/// A builtin that a stage must not read unless the stage before it writes it.
struct Written {
    builtin: &'static str,
    /// The stages that read it.
    readers: &'static [&'static str],
    /// The stages before these that must write it; empty for all.
    writers: &'static [&'static str],
    severity: Severity,
}

const PER_VERTEX: &[&str] = &["tessellation_control", "tessellation_evaluation", "geometry"];

/// GLSL declares all members of `gl_PerVertex` at once, read or not, so that some are warnings only.
const WRITTEN: &[Written] = &[
    Written { builtin: "Position", readers: PER_VERTEX, writers: &[], severity: Severity::Error },
    Written { builtin: "PointSize", readers: PER_VERTEX, writers: &[], severity: Severity::Warning },
    Written { builtin: "ClipDistance", readers: PER_VERTEX, writers: &[], severity: Severity::Warning },
    Written { builtin: "CullDistance", readers: PER_VERTEX, writers: &[], severity: Severity::Warning },
    Written { builtin: "ClipDistance", readers: &["fragment"], writers: &[], severity: Severity::Error },
    Written { builtin: "CullDistance", readers: &["fragment"], writers: &[], severity: Severity::Error },
    Written {
        builtin: "PrimitiveId",
        readers: &["fragment"],
        writers: &["geometry", "mesh"],
        severity: Severity::Error,
    },
    Written {
        builtin: "TessLevelOuter",
        readers: &["tessellation_evaluation"],
        writers: &[],
        severity: Severity::Error,
    },
    Written {
        builtin: "TessLevelInner",
        readers: &["tessellation_evaluation"],
        writers: &[],
        severity: Severity::Error,
    },
];

/// Groups of modes of which both tessellation stages must have the same one, if both have any.
const TESSELLATION: &[&[&str]] = &[
    &["Triangles", "Quads", "Isolines"],
    &["SpacingEqual", "SpacingFractionalEven", "SpacingFractionalOdd"],
    &["VertexOrderCw", "VertexOrderCcw"],
    &["OutputVertices"],
];

/// Modes of a geometry shader's input, with the primitives.
const TOPOLOGIES: &[(&str, &str)] = &[
    ("InputPoints", "points"),
    ("InputLines", "lines"),
    ("InputLinesAdjacency", "lines with adjacency"),
    ("Triangles", "triangles"),
    ("InputTrianglesAdjacency", "triangles with adjacency"),
];

/// Place of a variable: location and component.
type Slot = (u32, u32);

fn slot(variable: &Variable) -> Option<Slot> {
    Some((variable.location?, variable.component.unwrap_or(0)))
}

fn at(slot: Slot) -> String {
    match slot {
        (location, 0) => format!("location {location}"),
        (location, component) => format!("location {location}, component {component}"),
    }
}

impl Linker<'_> {
    /// Checks each stage against the one before it.
    pub(super) fn interfaces(&mut self) -> Vec<Interface> {
        let is_linked = |at: &usize| PAIRS.contains(&self.stages[*at].entry.stage.as_str());
        let linked: Vec<usize> = (0..self.stages.len()).filter(is_linked).collect();
        let pairs =
            linked.windows(2).filter(|pair| self.stages[pair[0]].entry.stage != self.stages[pair[1]].entry.stage);
        let pairs: Vec<(usize, usize)> = pairs.map(|pair| (pair[0], pair[1])).collect();
        pairs.into_iter().map(|(from, to)| self.interface(from, to)).collect()
    }

    fn interface(&mut self, from: usize, to: usize) -> Interface {
        let (writer, reader) = (self.stages[from].entry, self.stages[to].entry);
        self.builtins(from, to);
        self.modes(from, to);
        // Of two colours of dual-source blending, only those of fragment shaders, no stage reads any.
        let outputs: BTreeMap<Slot, &Variable> =
            writer.outputs.iter().filter_map(|one| Some((slot(one)?, one))).collect();
        let mut matches = Vec::new();
        for input in &reader.inputs {
            let Some(place) = slot(input) else { continue };
            match outputs.get(&place) {
                Some(output) => {
                    self.pair(from, to, output, input);
                    matches.push(Match {
                        location: place.0,
                        component: place.1,
                        output: called(output).replace('\'', ""),
                        input: called(input).replace('\'', ""),
                        ty: spelled(&input.ty),
                    });
                }
                None => self.missing(from, to, input, place),
            }
        }
        let read: Vec<Slot> = reader.inputs.iter().filter_map(slot).collect();
        let unread = outputs.iter().filter(|(place, _)| !read.contains(place));
        let unread = unread.map(|(place, one)| format!("{} at {}", called(one).replace('\'', ""), at(*place)));
        Interface { from, to, matches, unread: unread.collect() }
    }

    /// An input that no output starts where it starts.
    fn missing(&mut self, from: usize, to: usize, input: &Variable, place: Slot) {
        let writer = self.stages[from].entry;
        let covers = |one: &&Variable| {
            let Some((first, _)) = slot(one) else { return false };
            (first..first.saturating_add(locations(&one.ty).max(1))).contains(&place.0)
        };
        let (name, here) = (called(input), variable_place(to, "input", input));
        match writer.outputs.iter().find(covers) {
            Some(output) => {
                let start = slot(output).unwrap_or_default();
                let message = format!(
                    "mismatch: input {name} starts at {}, but the output of the {} shader starts at {}",
                    at(place),
                    writer.stage,
                    at(start)
                );
                let places = vec![here, variable_place(from, "output", output)];
                self.find(Severity::Error, FindingKind::Location, message, places);
            }
            None => {
                let message = format!("the {} shader does not write input {name} at {}", writer.stage, at(place));
                let places = vec![here, entry_place(from, &self.stages[from])];
                self.find(Severity::Error, FindingKind::Missing, message, places);
            }
        }
    }

    /// An output and an input at one place.
    fn pair(&mut self, from: usize, to: usize, output: &Variable, input: &Variable) {
        let writer = &self.stages[from].entry.stage;
        let name = format!("input {} at {}", called(input), at(slot(input).unwrap_or_default()));
        let mut found: Vec<(Severity, FindingKind, String)> = Vec::new();
        let (ours, theirs) = (spelled(&input.ty), spelled(&output.ty));
        match fit(&output.ty, &input.ty) {
            Fit::Same => {}
            Fit::Larger => found.push((
                Severity::Warning,
                FindingKind::Type,
                format!(
                    "type mismatch: {name} is {ours}, but the {writer} shader writes {theirs}, which requires maintenance4 or Vulkan 1.3"
                ),
            )),
            Fit::Different => found.push((
                Severity::Error,
                FindingKind::Type,
                format!("type mismatch: {name} is {ours}, but the {writer} shader writes {theirs}"),
            )),
        }
        let per = |is: bool, what: &str| if is { format!("per {what}") } else { format!("not per {what}") };
        let marks = [
            (FindingKind::Patch, "patch", output.per_patch, input.per_patch),
            (FindingKind::Primitive, "primitive", output.per_primitive, input.per_primitive),
        ];
        for (kind, what, written, read) in marks.into_iter().filter(|(_, _, written, read)| written != read) {
            let message = format!("mismatch: {name} is {}, but the output is {}", per(read, what), per(written, what));
            found.push((Severity::Error, kind, message));
        }
        // Nothing is interpolated before the fragment shader.
        let is_last = self.stages[to].entry.stage == "fragment";
        if is_last && !output.interpolation.is_empty() && output.interpolation != input.interpolation {
            let of = |list: &[String]| if list.is_empty() { "the default".to_owned() } else { list.join(", ") };
            let (written, read) = (of(&output.interpolation), of(&input.interpolation));
            let message = format!("interpolation of {name} is {read}, which overrides {written} of the output");
            found.push((Severity::Warning, FindingKind::Interpolation, message));
        }
        let semantic =
            |one: &Variable| one.semantic.as_ref().map(|name| (name.to_ascii_uppercase(), one.semantic_index));
        if let (Some(written), Some(read)) = (semantic(output), semantic(input))
            && written != read
        {
            let message = format!("{name} reads the output {}, which has a different semantic", called(output));
            found.push((Severity::Warning, FindingKind::Semantic, message));
        }
        for (severity, kind, message) in found {
            let places = vec![variable_place(to, "input", input), variable_place(from, "output", output)];
            self.find(severity, kind, message, places);
        }
    }

    /// Builtins that the reader needs from the writer.
    fn builtins(&mut self, from: usize, to: usize) {
        let (writer, reader) = (self.stages[from].entry, self.stages[to].entry);
        let is_here = |row: &&Written| {
            row.readers.contains(&reader.stage.as_str())
                && (row.writers.is_empty() || row.writers.contains(&writer.stage.as_str()))
        };
        for row in WRITTEN.iter().filter(is_here) {
            let named = |one: &&Variable| one.builtin.as_deref() == Some(row.builtin);
            let Some(input) = reader.inputs.iter().find(named) else { continue };
            let here = variable_place(to, "input", input);
            match writer.outputs.iter().find(named) {
                None => {
                    let message =
                        format!("the {} shader does not write {}, which the input reads", writer.stage, row.builtin);
                    let places = vec![here, entry_place(from, &self.stages[from])];
                    self.find(row.severity, FindingKind::Builtin, message, places);
                }
                Some(output) if fit(&output.ty, &input.ty) == Fit::Different => {
                    let (ours, theirs) = (spelled(&input.ty), spelled(&output.ty));
                    let message = format!(
                        "type mismatch: {} is {ours}, but the {} shader writes {theirs}",
                        row.builtin, writer.stage
                    );
                    let places = vec![here, variable_place(from, "output", output)];
                    self.find(row.severity, FindingKind::Builtin, message, places);
                }
                Some(_) => {}
            }
        }
    }

    /// Execution modes that must agree.
    fn modes(&mut self, from: usize, to: usize) {
        let (writer, reader) = (self.stages[from].entry, self.stages[to].entry);
        let mode =
            |modes: &[Mode], group: &[&str]| modes.iter().find(|one| group.contains(&one.name.as_str())).cloned();
        let mut messages = Vec::new();
        if writer.stage == "tessellation_control" && reader.stage == "tessellation_evaluation" {
            for group in TESSELLATION {
                let (Some(first), Some(second)) = (mode(&writer.modes, group), mode(&reader.modes, group)) else {
                    continue;
                };
                if first != second {
                    messages.push(format!(
                        "mismatch: the tessellation_evaluation shader has {}, but the tessellation_control shader has {}",
                        shown(&second),
                        shown(&first)
                    ));
                }
            }
        }
        if writer.stage == "tessellation_evaluation" && reader.stage == "geometry" {
            let has = |name: &str| writer.modes.iter().any(|mode| mode.name == name);
            let made = if has("PointMode") {
                "points"
            } else if has("Isolines") {
                "lines"
            } else {
                "triangles"
            };
            let taken = TOPOLOGIES.iter().find(|(name, _)| reader.modes.iter().any(|mode| mode.name == *name));
            if let Some((_, taken)) = taken.filter(|(_, taken)| *taken != made) {
                messages.push(format!(
                    "mismatch: the geometry shader takes {taken}, but the tessellation generates {made}"
                ));
            }
        }
        for message in messages {
            let places = vec![entry_place(to, &self.stages[to]), entry_place(from, &self.stages[from])];
            self.find(Severity::Error, FindingKind::Mode, message, places);
        }
    }
}

fn shown(mode: &Mode) -> String {
    let operands = mode.operands.iter().filter_map(|operand| operand.number()).map(|number| format!(" {number}"));
    operands.fold(mode.name.clone(), |text, operand| text + &operand)
}

/// Comparison of an output's type with an input's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    Same,
    /// The output has more components, which later versions of Vulkan allow.
    Larger,
    Different,
}

fn fit(output: &Type, input: &Type) -> Fit {
    let shape = |ty: &Type| {
        let matrix = ty.matrix.as_ref().map(|matrix| (matrix.rows, matrix.columns));
        (ty.scalar, matrix, ty.dims.iter().map(|dim| dim.count.number()).collect::<Vec<_>>(), ty.kind == Kind::Struct)
    };
    if shape(output) != shape(input) {
        return Fit::Different;
    }
    match output.components.unwrap_or(1).cmp(&input.components.unwrap_or(1)) {
        std::cmp::Ordering::Equal => Fit::Same,
        std::cmp::Ordering::Greater if output.matrix.is_none() && output.dims.is_empty() => Fit::Larger,
        _ => Fit::Different,
    }
}

/// A type for people.
fn spelled(ty: &Type) -> String {
    let dims = ty.dims.iter().map(|dim| dim.count.number().map_or("[]".to_owned(), |count| format!("[{count}]")));
    dims.fold(ty.name.clone(), |text, dim| text + &dim)
}

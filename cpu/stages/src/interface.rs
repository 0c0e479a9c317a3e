//! The variables of an entry point as rows: each number in them, in order.

use crate::EVALUATION;
use crate::builtins::{self, Source};
use crate::error::{Result, invalid, unsupported};
use crate::rows::{At, Feedback, Interpolation, Kind, Place, Row, Sampling, Stage};
use abi::LowerError;
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use dialect::spirv::index::{Decorated, Index};
use rustc_hash::FxHashMap;
use spirv::{BuiltIn, Decoration, Op, StorageClass};
use std::sync::Arc;

/// The most rows of a stage in one direction.
const MOST_ROWS: usize = 8192;
/// The most types in one another.
const DEEPEST: u32 = 32;

/// A variable of the interface.
pub(crate) struct Variable {
    pub(crate) id: u32,
    /// The type of its value.
    pub(crate) ty: u32,
    pub(crate) kind: VariableKind,
}

/// The source or the destination of a variable's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VariableKind {
    /// Rows from this one on.
    Input(u32),
    /// Rows from this one on.
    Output(u32),
    /// A built-in variable of compute shaders.
    Machine(BuiltIn),
    /// True in helper invocations.
    Helper,
    /// The number of the invocation among those of all groups.
    Global,
    /// An array with an element for each vertex of a mesh shader, whose rows begin here.
    Vertices(u32),
    /// An array with an element for each primitive of a mesh shader, whose rows begin here.
    Primitives(u32),
    /// The payload that an amplification shader writes, or a mesh shader reads: rows from this one on.
    Payload(u32),
}

/// The variables of an entry point, and their rows.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) variables: Vec<Variable>,
    pub(crate) inputs: Vec<Row>,
    pub(crate) outputs: Vec<Row>,
    /// The rows of a primitive of a mesh shader.
    pub(crate) primitive: Vec<Row>,
    /// The vertices in the primitives or patches that the stage takes.
    pub(crate) taken: u32,
    /// Inputs that are evaluated at other places.
    pub(crate) evaluated: Vec<Evaluated>,
    /// The first of the rows of [`Place::Evaluation`], if there are any.
    pub(crate) evaluation: Option<u32>,
}

/// An input that is evaluated at other places.
pub(crate) struct Evaluated {
    /// The variable.
    pub(crate) id: u32,
    /// The type of its value.
    pub(crate) ty: u32,
    /// The first rows of its values at the three corners.
    pub(crate) corners: [u32; 3],
    pub(crate) interpolation: Interpolation,
}

/// What the decorations around a number say of it.
#[derive(Clone, Copy, Default)]
struct Given {
    location: Option<u32>,
    component: u32,
    index: u32,
    builtin: Option<BuiltIn>,
    interpolation: Interpolation,
    sampling: Sampling,
    is_patch: bool,
    per_primitive: bool,
    at: At,
    /// True for an array with the values of each vertex.
    per_vertex: bool,
    /// The stream, the buffer and the stride that take it.
    feedback: Feedback,
    /// The row from which on its words follow the offset there; none where no buffer takes it.
    fed_from: Option<usize>,
}

/// Collects the interface of an entry point.
///
/// # Errors
/// When a variable has no place, or is one that the stage does not have here.
pub(crate) fn collect(index: &Index<'_>, entry: &Inst, stage: Stage, elsewhere: &[u32]) -> Result<Found> {
    let mut found = Found::new(stage);
    let names = names(index);
    let mut ids: Vec<u32> = entry.ids_from(3).collect();
    ids.sort_unstable_by_key(|id| index.position(*id));
    ids.dedup();
    for id in ids {
        let Some(inst) = index.def(id).filter(|inst| inst.op == Op::Variable) else { continue };
        let storage = inst.value(0);
        let is_payload = storage == StorageClass::TaskPayloadWorkgroupEXT as u32;
        let is_output = storage == StorageClass::Output as u32 || is_payload && stage == Stage::Amplification;
        if !is_output && !is_payload && storage != StorageClass::Input as u32 {
            continue;
        }
        let Some(pointer) = index.def(inst.type_id()).filter(|ty| ty.op == Op::TypePointer) else {
            return invalid(inst, "variable has no pointer type");
        };
        let ty = pointer.id(1);
        let given = Given::default().with(index.decorations(id), None, 0);
        let name = semantic(names.get(&id).copied().unwrap_or(""));
        let walk = Walk { index, stage, is_output, is_payload, inst, name, rows: Vec::new(), components: 0, vertex: 0 };
        let kind = found.add(walk.clone(), ty, given)?;
        found.variables.push(Variable { id, ty, kind });
        if elsewhere.contains(&id) && matches!(kind, VariableKind::Input(_)) {
            let mut corners = [0; 3];
            for (number, start) in (0..).zip(&mut corners) {
                let mut walk = walk.clone();
                walk.value(ty, Given { at: At::Corner(number), ..given }, 0)?;
                *start = found.inputs.len() as u32;
                found.inputs.append(&mut walk.rows);
            }
            let interpolation = given.interpolation;
            found.evaluated.push(Evaluated { id, ty, corners, interpolation });
        }
    }
    if !found.evaluated.is_empty() {
        found.evaluation = Some(found.inputs.len() as u32);
        found.inputs.extend((0..EVALUATION).map(|word| Row::of_word(Place::Evaluation(word))));
    }
    Ok(found)
}

impl Found {
    fn new(stage: Stage) -> Self {
        let mut inputs = vec![Row::mask()];
        if matches!(stage, Stage::Amplification | Stage::Mesh) {
            inputs.extend((0..3).map(|axis| Row::of_word(Place::Builtin(BuiltIn::WorkgroupId, axis))));
        }
        let mut outputs = vec![Row::mask()];
        if stage == Stage::Amplification {
            outputs.extend((0..3).map(|axis| Row::of_word(Place::Count(axis))));
        }
        let (variables, evaluated) = (Vec::new(), Vec::new());
        Found { variables, inputs, outputs, primitive: Vec::new(), taken: 0, evaluated, evaluation: None }
    }

    /// Adds the rows of a variable.
    fn add(&mut self, mut walk: Walk<'_, '_>, ty: u32, mut given: Given) -> Result<VariableKind> {
        given.is_patch |= matches!(given.builtin, Some(BuiltIn::TessLevelOuter | BuiltIn::TessLevelInner));
        if let Some(builtin) = given.builtin {
            match (walk.source(builtin)?, builtin) {
                (_, BuiltIn::InvocationId) if walk.stage == Stage::Hull => {
                    return Ok(VariableKind::Machine(BuiltIn::LocalInvocationIndex));
                }
                // All grids have these rows.
                (Source::Row, BuiltIn::WorkgroupId) => return Ok(VariableKind::Input(1)),
                (Source::Machine, _) => return Ok(VariableKind::Machine(builtin)),
                (Source::Helper, _) => return Ok(VariableKind::Helper),
                (Source::Global, _) => return Ok(VariableKind::Global),
                (Source::Row, _) => {}
            }
        }
        let element = walk.arrayed(ty, given);
        let is_mesh = walk.stage == Stage::Mesh && walk.is_output;
        match element {
            Some((element, _)) if is_mesh => walk.value(element, given, 0).map(drop)?,
            None if is_mesh => return invalid(walk.inst, "output of a mesh shader is not an array"),
            Some((element, count)) => {
                for vertex in 0..count {
                    (walk.vertex, walk.components) = (vertex, 0);
                    walk.value(element, given, 0)?;
                }
                self.taken = if walk.is_output { self.taken } else { count };
            }
            None => walk.value(ty, given, 0).map(drop)?,
        }
        let per_primitive = is_mesh && walk.rows.first().is_some_and(|row| is_of_primitive(row, given));
        let (is_output, is_payload) = (walk.is_output, walk.is_payload);
        let rows = match is_output {
            true if per_primitive => &mut self.primitive,
            true => &mut self.outputs,
            false => &mut self.inputs,
        };
        let start = rows.len() as u32;
        rows.append(&mut walk.rows);
        if rows.len() > MOST_ROWS {
            return Err(LowerError::TooLarge(format!("it has more than {MOST_ROWS} inputs or outputs")));
        }
        Ok(match is_output {
            _ if is_payload => VariableKind::Payload(start),
            true if per_primitive => VariableKind::Primitives(start),
            true if is_mesh => VariableKind::Vertices(start),
            true => VariableKind::Output(start),
            false => VariableKind::Input(start),
        })
    }
}

/// Returns whether a row of a mesh shader is one of primitives.
fn is_of_primitive(row: &Row, given: Given) -> bool {
    let own = [
        BuiltIn::PrimitivePointIndicesEXT,
        BuiltIn::PrimitiveLineIndicesEXT,
        BuiltIn::PrimitiveTriangleIndicesEXT,
        BuiltIn::CullPrimitiveEXT,
        BuiltIn::PrimitiveId,
        BuiltIn::Layer,
        BuiltIn::ViewportIndex,
        BuiltIn::PrimitiveShadingRateKHR,
    ];
    given.per_primitive || matches!(row.place, Place::Builtin(builtin, _) if own.contains(&builtin))
}

/// The names of a module's ids.
fn names<'m>(index: &Index<'m>) -> FxHashMap<u32, &'m str> {
    let names = index.insts[..index.globals].iter().filter(|inst| inst.op == Op::Name);
    names.map(|inst| (inst.id(0), inst.text(1))).collect()
}

/// The semantic in the name of a variable, as compilers of HLSL write it, or the name.
fn semantic(name: &str) -> Arc<str> {
    let own = ["in.var.", "out.var.", "entryPointParam_"].iter().find_map(|prefix| name.strip_prefix(prefix));
    own.unwrap_or(name).into()
}

impl Given {
    /// With the decorations of a variable, or of a member of a struct, in front of which there are rows of it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn with(mut self, decorations: &[Decorated<'_>], member: Option<u32>, rows: usize) -> Given {
        for one in decorations.iter().filter(|one| one.member == member) {
            match one.kind {
                Decoration::Location => (self.location, self.component) = (Some(one.number(0)), 0),
                Decoration::Component => {}
                Decoration::Index => self.index = one.number(0),
                Decoration::BuiltIn => self.builtin = BuiltIn::from_u32(one.number(0)),
                Decoration::Flat => self.interpolation = Interpolation::Flat,
                Decoration::NoPerspective => self.interpolation = Interpolation::NoPerspective,
                Decoration::Centroid => self.sampling = Sampling::Centroid,
                Decoration::Sample => self.sampling = Sampling::Sample,
                Decoration::Patch => self.is_patch = true,
                Decoration::PerPrimitiveEXT => self.per_primitive = true,
                Decoration::PerVertexKHR => self.per_vertex = true,
                Decoration::Stream => self.feedback.stream = one.number(0),
                Decoration::XfbBuffer => self.feedback.buffer = one.number(0),
                Decoration::XfbStride => self.feedback.stride = one.number(0),
                Decoration::Offset => (self.feedback.offset, self.fed_from) = (one.number(0), Some(rows)),
                _ => {}
            }
        }
        let component = decorations.iter().find(|one| one.member == member && one.kind == Decoration::Component);
        self.component = component.map_or(self.component, |one| one.number(0).min(3));
        self
    }
}

/// A walk over the numbers of a variable.
#[derive(Clone)]
struct Walk<'w, 'm> {
    index: &'w Index<'m>,
    stage: Stage,
    is_output: bool,
    is_payload: bool,
    /// The variable.
    inst: &'m Inst,
    name: Arc<str>,
    rows: Vec<Row>,
    /// The numbers so far.
    components: u32,
    /// The vertex or control point whose element it is.
    vertex: u32,
}

impl Walk<'_, '_> {
    fn source(&self, builtin: BuiltIn) -> Result<Source> {
        match builtins::source(builtin, self.stage, self.is_output) {
            Some(source) => Ok(source),
            None => {
                let what = if self.is_output { "written" } else { "read" };
                let why = format!("not {what} by {} shaders on the CPU", self.stage.name());
                unsupported(self.inst, format!("the builtin {builtin:?}"), why)
            }
        }
    }

    /// The type and the number of the elements of a variable that has one for each vertex, control point or primitive.
    fn arrayed(&self, ty: u32, given: Given) -> Option<(u32, u32)> {
        let has_vertices = match self.stage {
            Stage::Hull => !given.is_patch,
            Stage::Domain | Stage::Geometry => !self.is_output && !given.is_patch,
            Stage::Mesh => self.is_output,
            Stage::Vertex | Stage::Amplification | Stage::Pixel => false,
        };
        let def = self.index.def(ty).filter(|def| def.op == Op::TypeArray && has_vertices)?;
        let count = self.count(def).ok()?;
        Some((def.id(0), count))
    }

    /// Adds the rows of a value. Returns the number of locations that it takes.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn value(&mut self, ty: u32, given: Given, depth: u32) -> Result<u32> {
        let index = self.index;
        let Some(def) = index.def(ty).filter(|_| depth < DEEPEST) else {
            return invalid(self.inst, "variable of the interface has no type that can be passed on");
        };
        let at =
            |locations: u32| Given { location: given.location.map(|first| first.saturating_add(locations)), ..given };
        match def.op {
            Op::TypeBool => self.number(given, Kind::Bool, 32),
            Op::TypeInt if def.literal(1) == 1 => self.number(given, Kind::Sint, def.literal(0)),
            Op::TypeInt => self.number(given, Kind::Uint, def.literal(0)),
            Op::TypeFloat if def.operands.len() == 1 => self.number(given, Kind::Float, def.literal(0)),
            Op::TypeVector => self.vector(def, given, depth),
            Op::TypeArray if given.per_vertex => {
                // The vertices have the same locations.
                let own = Given { per_vertex: false, interpolation: Interpolation::Flat, ..given };
                let mut locations = 0;
                for vertex in 0..self.count(def)?.min(3) {
                    self.components = 0;
                    locations = self.value(def.id(0), Given { at: At::Vertex(vertex), ..own }, depth + 1)?;
                }
                Ok(locations)
            }
            Op::TypeMatrix | Op::TypeArray => {
                let count = self.count(def)?;
                let mut locations = 0u32;
                for _ in 0..count {
                    // A built-in array goes on, and has no locations.
                    locations = locations.saturating_add(self.value(def.id(0), at(locations), depth + 1)?);
                }
                Ok(locations)
            }
            Op::TypeStruct => {
                let mut locations = 0u32;
                for (member, ty) in (0..).zip(def.ids_from(0)) {
                    let own = at(locations).with(index.decorations(def.result_id()), Some(member), self.rows.len());
                    if let Some(builtin) = own.builtin
                        && self.source(builtin)? != Source::Row
                    {
                        return unsupported(self.inst, format!("the builtin {builtin:?}"), "member of a block");
                    }
                    if own.builtin.is_some() {
                        self.components = 0;
                    }
                    locations = locations.saturating_add(self.value(ty, own, depth + 1)?);
                }
                Ok(locations)
            }
            _ => invalid(self.inst, "variable of the interface has no type that can be passed on"),
        }
    }

    /// The number of columns or elements of a type.
    fn count(&self, def: &Inst) -> Result<u32> {
        if def.op == Op::TypeMatrix {
            return Ok(def.literal(1).min(4));
        }
        match self.index.def(def.id(1)).filter(|length| length.op == Op::Constant) {
            Some(length) if length.literal(0) as usize <= MOST_ROWS => Ok(length.literal(0)),
            Some(_) => Err(LowerError::TooLarge(format!("it has more than {MOST_ROWS} inputs or outputs"))),
            None => unsupported(self.inst, "the array", "its length is a specialization constant"),
        }
    }

    fn vector(&mut self, def: &Inst, given: Given, depth: u32) -> Result<u32> {
        let mut component = given.component;
        let mut locations = 1;
        for _ in 0..def.literal(1).min(4) {
            let location = given.location.map(|first| first.saturating_add(locations - 1));
            let before = self.rows.len();
            self.value(def.id(0), Given { location, component, ..given }, depth + 1)?;
            component += (self.rows.len() - before) as u32;
            if component > 3 && given.location.is_some() {
                (component, locations) = (0, locations + 1);
            }
        }
        // Behind the last component no location begins.
        let is_full = component == 0 && locations > 1;
        Ok(if is_full { locations - 1 } else { locations })
    }

    fn number(&mut self, given: Given, kind: Kind, bits: u32) -> Result<u32> {
        if self.rows.len() >= MOST_ROWS {
            return Err(LowerError::TooLarge(format!("it has more than {MOST_ROWS} inputs or outputs")));
        }
        if ![8, 16, 32, 64].contains(&bits) {
            return invalid(self.inst, "number of the interface has a width that is not defined");
        }
        let interpolation = if kind == Kind::Float && bits != 64 { given.interpolation } else { Interpolation::Flat };
        for part in 0..bits.div_ceil(32) {
            let place = match (given.builtin, given.location) {
                _ if self.is_payload => Place::Payload(self.rows.len() as u32),
                (Some(builtin), _) => Place::Builtin(builtin, self.components),
                (None, Some(location)) => {
                    let (component, index) = (given.component + part, given.index);
                    Place::Location { location, component, index }
                }
                (None, None) => return invalid(self.inst, format!("'{}' has no location", self.name)),
            };
            let feedback = given.fed_from.filter(|_| self.is_output).map(|from| {
                let behind = 4 * (self.rows.len() - from) as u32;
                Feedback { offset: given.feedback.offset.saturating_add(behind), ..given.feedback }
            });
            let (name, sampling, component) = (Arc::clone(&self.name), given.sampling, self.components);
            let (vertex, is_patch, at) = (self.vertex, given.is_patch, given.at);
            let row = Row {
                place,
                kind,
                bits,
                part,
                interpolation,
                sampling,
                at,
                name,
                component,
                vertex,
                is_patch,
                is_read: true,
                feedback,
            };
            self.rows.push(row);
        }
        self.components += 1;
        Ok(1)
    }
}

//! Execution modes from the attributes of an entry function.

use super::{EntryDecl, ParamDecl};
use crate::diagnostics::{
    ConflictingAttributes, EarlyFeature, EmptyWorkgroup, ExtraVertices, InvalidAttributeValue, InvalidDeclaration,
    InvalidGroupsharedLimit, LargeWorkgroup, MissingStageAttribute, RepeatedGroupsharedLimit, SeveralPrimitives,
    StageLimit,
};
use crate::hir::node::Launch;
use crate::hir::ty::{Object, StreamKind, Type};
use crate::hir::{Module, StageVariable};
use crate::tables::attributes::{ATTRIBUTES, Fact};
use base::diag::{Diagnostic, Sink};
use base::ids::Arena;
use base::intern::Interner;
use frontend::ast::Modifier;
use frontend::language::Stage;
use spirv::ExecutionMode as Mode;
use std::cmp::Ordering;
use std::ops::RangeInclusive;

/// Execution modes with their literals.
type Modes = Vec<(Mode, Vec<u32>)>;

/// Direct3D's limit of invocations in a workgroup.
const fn max_workgroup(stage: Stage) -> u64 {
    if matches!(stage, Stage::Mesh | Stage::Amplification) { 128 } else { 1024 }
}

/// The control points of a patch.
const CONTROL_POINTS: RangeInclusive<u32> = 1..=32;
/// The vertices that a geometry shader emits.
const EMITTED: RangeInclusive<u32> = 1..=1024;
/// The instances of a geometry shader. Devices of Vulkan have different limits.
const INSTANCES: RangeInclusive<u32> = 1..=u32::MAX;

/// The modes from an entry function's attributes and parameters, in source order.
pub(super) fn of_entry(module: &Module, names: &Interner, entry: &EntryDecl<'_>, sink: &mut Sink) -> Modes {
    let mut reader = Reader { module, names, entry, sink, modes: Vec::new() };
    reader.read();
    reader.modes
}

/// The value of a mode with one literal; 0 if the mode is absent.
pub(super) fn count(modes: &Modes, mode: Mode) -> u32 {
    modes.iter().find(|(found, _)| *found == mode).and_then(|(_, literals)| literals.first().copied()).unwrap_or(0)
}

/// Adds the modes that follow from a pixel shader's outputs.
pub(super) fn with_depth(mut modes: Modes, names: &Interner, variables: &Arena<StageVariable>) -> Modes {
    for (_, variable) in variables.iter().filter(|(_, variable)| variable.output) {
        let name = names.resolve(variable.semantic.name);
        let kind = match name.to_ascii_lowercase().as_str() {
            "sv_depth" => None,
            "sv_depthgreaterequal" => Some(Mode::DepthGreater),
            "sv_depthlessequal" => Some(Mode::DepthLess),
            _ => continue,
        };
        if variable.builtin != Some(spirv::BuiltIn::FragDepth) {
            continue;
        }
        for mode in [Some(Mode::DepthReplacing), kind].into_iter().flatten().map(|mode| (mode, Vec::new())) {
            if !modes.contains(&mode) {
                modes.push(mode);
            }
        }
    }
    modes
}

struct Reader<'a> {
    module: &'a Module,
    names: &'a Interner,
    entry: &'a EntryDecl<'a>,
    sink: &'a mut Sink,
    modes: Modes,
}

impl Reader<'_> {
    fn read(&mut self) {
        match self.entry.stage {
            Stage::Pixel => self.pixel(),
            Stage::Compute | Stage::Amplification => self.workgroup(),
            Stage::Node => self.node(),
            Stage::Geometry => self.geometry(),
            Stage::Hull => self.hull(),
            Stage::Domain => self.domain(true),
            Stage::Mesh => self.mesh(),
            Stage::Vertex
            | Stage::Library
            | Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable => {}
        }
        // DXC declares the last one first.
        for extra in self.entry.attributes.all(Fact::SpvExecutionMode).rev() {
            let Some(number) = extra.uint(0) else { continue };
            match Mode::from_u32(number) {
                Some(mode) if self.modes.contains(&(mode, Vec::new())) => {}
                Some(mode) => self.modes.push((mode, Vec::new())),
                None => {
                    let what = format!("unknown execution mode {number}");
                    self.sink.report(extra.span, InvalidDeclaration { what });
                }
            }
        }
    }

    fn push(&mut self, mode: Mode, literals: impl Into<Vec<u32>>) {
        self.modes.push((mode, literals.into()));
    }

    fn pixel(&mut self) {
        self.push(Mode::OriginUpperLeft, []);
        let rows = [
            (Fact::EarlyDepthStencil, Mode::EarlyFragmentTests),
            (Fact::PostDepthCoverage, Mode::PostDepthCoverage),
            (Fact::EarlyAndLateTests, Mode::EarlyAndLateFragmentTestsAMD),
            (Fact::DepthUnchanged, Mode::DepthUnchanged),
            (Fact::StencilRefUnchangedFront, Mode::StencilRefUnchangedFrontAMD),
            (Fact::StencilRefGreaterEqualFront, Mode::StencilRefGreaterFrontAMD),
            (Fact::StencilRefLessEqualFront, Mode::StencilRefLessFrontAMD),
            (Fact::StencilRefUnchangedBack, Mode::StencilRefUnchangedBackAMD),
            (Fact::StencilRefGreaterEqualBack, Mode::StencilRefGreaterBackAMD),
            (Fact::StencilRefLessEqualBack, Mode::StencilRefLessBackAMD),
        ];
        for (fact, mode) in rows {
            if self.entry.attributes.has(fact) {
                self.push(mode, []);
            }
        }
        if self.entry.attributes.has(Fact::WaveOpsIncludeHelperLanes) {
            self.push(Mode::MaximallyReconvergesKHR, []);
            self.push(Mode::RequireFullQuadsKHR, []);
        }
        self.one_of([
            Fact::StencilRefUnchangedFront,
            Fact::StencilRefGreaterEqualFront,
            Fact::StencilRefLessEqualFront,
        ]);
        self.one_of([Fact::StencilRefUnchangedBack, Fact::StencilRefGreaterEqualBack, Fact::StencilRefLessEqualBack]);
    }

    /// Reports attributes that exclude each other.
    fn one_of(&mut self, facts: [Fact; 3]) {
        let mut found = facts.into_iter().filter_map(|fact| self.entry.attributes.find(fact).map(|read| (fact, read)));
        let (Some((first, other)), Some((second, read))) = (found.next(), found.next()) else { return };
        let name = |fact| ATTRIBUTES.iter().find(|row| row.fact == fact).map_or("", |row| row.name);
        let (first, second) = (format!("vk::{}", name(first)), format!("vk::{}", name(second)));
        let report = self.sink.report(read.span, ConflictingAttributes { first, second });
        report.note_at(other.span, "the conflicting one is here");
    }

    fn workgroup(&mut self) {
        let returns = !matches!(self.module.ty(self.entry.ret.ty), Type::Void | Type::Error);
        let Some(size) = self.entry.attributes.find(Fact::NumThreads) else {
            let report = self.report_missing("numthreads");
            if returns {
                report.note("a compute shader returns void; is this a shader of another stage?");
            }
            return;
        };
        let dims: Vec<u32> = (0..3).filter_map(|index| size.uint(index)).collect();
        let total: u128 = dims.iter().map(|&dim| u128::from(dim)).product();
        if total == 0 {
            self.sink.report(size.span, EmptyWorkgroup {});
        } else if total > u128::from(max_workgroup(self.entry.stage)) {
            let limit = max_workgroup(self.entry.stage).to_string();
            self.sink.report(size.span, LargeWorkgroup { total: total.to_string(), limit });
        }
        self.push(Mode::LocalSize, dims);
    }

    fn node(&mut self) {
        let launch = super::node::launch_of(self.names, self.entry);
        let size = self.entry.attributes.find(Fact::NumThreads);
        match (launch, size) {
            (Some(Launch::Thread), None) => self.push(Mode::LocalSize, [1, 1, 1]),
            (Some(Launch::Thread), Some(size)) if (0..3).any(|at| size.uint(at) != Some(1)) => {
                let what = "workgroup size of a thread node must be 1".to_owned();
                self.sink.report(size.span, InvalidDeclaration { what });
            }
            _ => self.workgroup(),
        }
        if matches!(launch, Some(Launch::Coalescing | Launch::Thread)) {
            self.push(Mode::CoalescingAMDX, []);
        }
    }

    fn geometry(&mut self) {
        match self.limited(Fact::MaxVertexCount, "the number of vertices that a geometry shader emits", EMITTED) {
            Some(count) => self.push(Mode::OutputVertices, [count]),
            None => self.missing("maxvertexcount"),
        }
        let instances = self.limited(Fact::Instance, "the number of instances of a geometry shader", INSTANCES);
        self.push(Mode::Invocations, [instances.unwrap_or(1)]);
        self.only_primitive("input", input_primitive);
        for param in &self.entry.params {
            self.primitive_vertices(param);
        }
        let module = self.module;
        self.only_primitive("output", |param| match module.ty(param.ty) {
            Type::Object(Object::Stream(StreamKind::Point, _)) => Some(Mode::OutputPoints),
            Type::Object(Object::Stream(StreamKind::Line, _)) => Some(Mode::OutputLineStrip),
            Type::Object(Object::Stream(StreamKind::Triangle, _)) => Some(Mode::OutputTriangleStrip),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => None,
        });
    }

    /// The number of an attribute; reports one that the stage does not allow.
    fn limited(&mut self, fact: Fact, what: &str, allowed: RangeInclusive<u32>) -> Option<u32> {
        let read = self.entry.attributes.find(fact)?;
        let number = read.uint(0)?;
        if !allowed.contains(&number) {
            let allowed = match *allowed.end() {
                u32::MAX => format!("at least {}", allowed.start()),
                end => format!("from {} to {end}", allowed.start()),
            };
            self.sink.report(read.span, StageLimit { what: what.to_owned(), allowed, found: number.to_string() });
        }
        Some(number)
    }

    /// Checks that a parameter has as many vertices as its primitive.
    fn primitive_vertices(&mut self, param: &ParamDecl) {
        let (Some(corners), Type::Array(_, found)) = (corners(param), self.module.ty(param.ty)) else { return };
        let (wanted, given) = (corners.to_string(), found.to_string());
        match found.cmp(&corners) {
            Ordering::Less => {
                let what = "the number of vertices of this primitive".to_owned();
                self.sink.report(param.span, StageLimit { what, allowed: wanted, found: given });
            }
            Ordering::Equal => {}
            // DXC accepts it.
            Ordering::Greater => {
                self.sink.report(param.span, ExtraVertices { corners: wanted, found: given });
            }
        }
    }

    /// Adds the mode on which all parameters of a direction must agree.
    fn only_primitive(&mut self, direction: &str, mode_of: impl Fn(&ParamDecl) -> Option<Mode>) {
        let params = &self.entry.params;
        let mut modes = params.iter().filter_map(|param| Some((mode_of(param)?, param.span)));
        let Some((mode, first)) = modes.next() else {
            let what = format!("geometry shader requires an {direction} primitive type");
            self.sink.report(self.entry.span, InvalidDeclaration { what });
            return;
        };
        if let Some((_, span)) = modes.find(|(other, _)| *other != mode) {
            let report = self.sink.report(span, SeveralPrimitives { direction: direction.to_owned() });
            report.note_at(first, "the first one is here");
        }
        self.push(mode, []);
    }

    fn hull(&mut self) {
        self.domain(false);
        let partitioning: &[(&str, Mode)] = &[
            ("integer", Mode::SpacingEqual),
            ("fractional_even", Mode::SpacingFractionalEven),
            ("fractional_odd", Mode::SpacingFractionalOdd),
        ];
        if self.entry.attributes.has(Fact::Partitioning) {
            self.choose(Fact::Partitioning, "partitioning", partitioning);
        }
        let topology: &[(&str, Mode)] =
            &[("point", Mode::PointMode), ("triangle_cw", Mode::VertexOrderCw), ("triangle_ccw", Mode::VertexOrderCcw)];
        let line = self.entry.attributes.find(Fact::OutputTopology).and_then(|read| read.string(0));
        if line.is_none_or(|text| self.names.resolve(text) != "line") {
            self.choose(Fact::OutputTopology, "outputtopology", topology);
        }
        match self.limited(Fact::OutputControlPoints, "the number of output control points", CONTROL_POINTS) {
            Some(count) => self.push(Mode::OutputVertices, [count]),
            None => self.missing("outputcontrolpoints"),
        }
    }

    fn domain(&mut self, required: bool) {
        let domains: &[(&str, Mode)] = &[("tri", Mode::Triangles), ("quad", Mode::Quads), ("isoline", Mode::Isolines)];
        if required || self.entry.attributes.has(Fact::Domain) {
            self.choose(Fact::Domain, "domain", domains);
        }
    }

    fn mesh(&mut self) {
        self.workgroup();
        let topology: &[(&str, Mode)] =
            &[("point", Mode::OutputPoints), ("line", Mode::OutputLinesEXT), ("triangle", Mode::OutputTrianglesEXT)];
        self.choose(Fact::OutputTopology, "outputtopology", topology);
        for (modifier, mode) in
            [(Modifier::Vertices, Mode::OutputVertices), (Modifier::Indices, Mode::OutputPrimitivesEXT)]
        {
            let param = self.entry.params.iter().find(|param| param.modifier == Some(modifier));
            let length =
                param.and_then(
                    |param| if let Type::Array(_, length) = self.module.ty(param.ty) { Some(length) } else { None },
                );
            if let Some(length) = length {
                self.push(mode, [length]);
            }
        }
    }

    /// Adds the mode that an attribute's string names.
    fn choose(&mut self, fact: Fact, name: &str, choices: &[(&str, Mode)]) {
        let Some(read) = self.entry.attributes.find(fact) else {
            self.missing(name);
            return;
        };
        let value = read.string(0).map_or("", |text| self.names.resolve(text));
        match choices.iter().find(|(text, _)| text.eq_ignore_ascii_case(value)) {
            Some((_, mode)) => self.modes.push((*mode, Vec::new())),
            None => {
                let names: Vec<&str> = choices.iter().map(|(text, _)| *text).collect();
                self.sink
                    .report(read.span, InvalidAttributeValue { name: name.to_owned(), value: value.to_owned() })
                    .note(format!("expected one of: {}", names.join(", ")));
            }
        }
    }

    fn missing(&mut self, name: &str) {
        self.report_missing(name);
    }

    fn report_missing(&mut self, name: &str) -> &mut Diagnostic {
        let entry = self.entry;
        let stage = entry.stage.row().attribute.to_owned();
        self.sink.report(entry.span, MissingStageAttribute { name: name.to_owned(), stage })
    }
}

/// The number of vertices of an input primitive.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other modes are not input primitives")]
fn corners(param: &ParamDecl) -> Option<u32> {
    match input_primitive(param)? {
        Mode::InputPoints => Some(1),
        Mode::InputLines => Some(2),
        Mode::Triangles => Some(3),
        Mode::InputLinesAdjacency => Some(4),
        Mode::InputTrianglesAdjacency => Some(6),
        _ => None,
    }
}

/// The input primitive of a geometry shader, from the modifier of its vertex parameter.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other modifiers are not input primitives")]
pub(super) fn input_primitive(param: &ParamDecl) -> Option<Mode> {
    match param.modifier? {
        Modifier::Point => Some(Mode::InputPoints),
        Modifier::Line => Some(Mode::InputLines),
        Modifier::LineAdj => Some(Mode::InputLinesAdjacency),
        Modifier::Triangle => Some(Mode::Triangles),
        Modifier::TriangleAdj => Some(Mode::InputTrianglesAdjacency),
        _ => None,
    }
}

/// `[GroupSharedLimit(…)]` in bytes.
pub(super) fn groupshared_limit(module: &Module, entry: &EntryDecl<'_>, sink: &mut Sink) -> Option<u32> {
    let said = entry.attributes.find(Fact::GroupSharedLimit)?;
    if module.shader_model < (6, 10) {
        let what = "'GroupSharedLimit'".to_owned();
        sink.report(said.span, EarlyFeature { what, model: "6.10".to_owned() });
    }
    if entry.attributes.all(Fact::GroupSharedLimit).nth(1).is_some() {
        sink.report(said.span, RepeatedGroupsharedLimit {});
    }
    let limit = said.uint(0).filter(|limit| limit.is_multiple_of(4));
    if limit.is_none() {
        let limit = said.uint(0).map_or_else(|| "that many".to_owned(), |limit| limit.to_string());
        sink.report(said.span, InvalidGroupsharedLimit { limit });
    }
    limit
}

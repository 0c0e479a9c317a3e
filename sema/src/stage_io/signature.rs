//! Signatures of entry points, stage by stage: results, parameters of ray tracing stages, and attributes. Semantics are
//! checked where variables are made.

use super::{EntryDecl, ParamDecl};
use crate::attributes::Read;
use crate::diagnostics::{
    EntryParameterCount, EntryParameterMode, EntryParameterType, EntryResult, IgnoredAttribute, StageAttribute,
    UnqualifiedPayload,
};
use crate::hir::Module;
use crate::hir::display::type_name;
use crate::hir::expr::ParamMode;
use crate::hir::ty::{Type, TypeId};
use crate::options::Options;
use crate::tables::attributes::{ATTRIBUTES, Fact};
use base::diag::Sink;
use base::intern::Interner;
use base::source::Span;
use frontend::language::{STAGES, Stage};

/// The signature of a stage.
struct Signature {
    stage: Stage,
    has_result: bool,
    params: Params,
}

/// The parameters of a stage.
enum Params {
    /// Any; semantics or the rules of the stage decide.
    ByMeaning,
    /// Exactly these, by position.
    ByPlace(&'static [RayParam]),
}

/// A parameter of a stage of ray tracing: a struct of numbers.
struct RayParam {
    name: &'static str,
    mode: ParamMode,
    is_ray_payload: bool,
}

const PAYLOAD: RayParam = RayParam { name: "payload", mode: ParamMode::InOut, is_ray_payload: true };
const HIT_ATTRIBUTES: RayParam = RayParam { name: "attributes", mode: ParamMode::In, is_ray_payload: false };
const CALLABLE_DATA: RayParam = RayParam { name: "callable data", mode: ParamMode::InOut, is_ray_payload: false };

/// All stages. Outputs of a geometry shader besides its streams have a diagnostic of their own.
const SIGNATURES: &[Signature] = {
    const fn row(stage: Stage, has_result: bool, params: Params) -> Signature {
        Signature { stage, has_result, params }
    }
    use Params::{ByMeaning, ByPlace};
    &[
        row(Stage::Pixel, true, ByMeaning),
        row(Stage::Vertex, true, ByMeaning),
        row(Stage::Geometry, true, ByMeaning),
        row(Stage::Hull, true, ByMeaning),
        row(Stage::Domain, true, ByMeaning),
        row(Stage::Compute, false, ByMeaning),
        row(Stage::RayGeneration, false, ByPlace(&[])),
        row(Stage::Intersection, false, ByPlace(&[])),
        row(Stage::AnyHit, false, ByPlace(&[PAYLOAD, HIT_ATTRIBUTES])),
        row(Stage::ClosestHit, false, ByPlace(&[PAYLOAD, HIT_ATTRIBUTES])),
        row(Stage::Miss, false, ByPlace(&[PAYLOAD])),
        row(Stage::Callable, false, ByPlace(&[CALLABLE_DATA])),
        row(Stage::Mesh, false, ByMeaning),
        row(Stage::Amplification, false, ByMeaning),
        row(Stage::Node, false, ByMeaning),
    ]
};

/// Reports results, parameters and attributes that the stage of an entry point does not have.
pub(super) fn check(module: &Module, names: &Interner, options: &Options, entry: &EntryDecl<'_>, sink: &mut Sink) {
    let mut checker = Checker { module, names, options, entry, sink };
    for read in &entry.attributes.list {
        checker.attribute(read);
    }
    let Some(signature) = SIGNATURES.iter().find(|row| row.stage == entry.stage) else { return };
    if !signature.has_result {
        checker.no_result();
    }
    if let Params::ByPlace(params) = signature.params {
        checker.params(params);
    }
}

struct Checker<'a> {
    module: &'a Module,
    names: &'a Interner,
    options: &'a Options,
    entry: &'a EntryDecl<'a>,
    sink: &'a mut Sink,
}

impl Checker<'_> {
    fn stage(&self) -> String {
        self.entry.stage.row().attribute.to_owned()
    }

    /// DXC refuses three kinds of attributes on other stages, and ignores the others.
    fn attribute(&mut self, read: &Read) {
        let Some(row) = ATTRIBUTES.iter().find(|row| row.fact == read.fact) else { return };
        if row.stages.is_empty() || row.stages.contains(&self.entry.stage) {
            return;
        }
        let stages: Vec<&str> =
            STAGES.iter().filter(|it| row.stages.contains(&it.stage)).map(|it| it.attribute).collect();
        let (name, stages) = (row.name.to_owned(), enumerated(&stages));
        if matches!(row.fact, Fact::WaveSize | Fact::GroupSharedLimit) || row.stages == [Stage::Node] {
            self.sink.report(read.span, StageAttribute { name, stages });
        } else {
            let note = format!("it applies to {stages} entry points; this is a {} entry point", self.stage());
            self.sink.report(read.span, IgnoredAttribute { name }).note(note);
        }
    }

    fn no_result(&mut self) {
        if matches!(self.module.ty(self.entry.ret.ty), Type::Void | Type::Error) {
            return;
        }
        let lacks_size = !self.entry.attributes.has(Fact::NumThreads);
        let is_workgroup = matches!(self.entry.stage, Stage::Compute | Stage::Amplification | Stage::Mesh);
        // Such a function looks like one of another stage, as the message about its size says.
        if !(is_workgroup && lacks_size) {
            self.sink.report(self.entry.ret.span, EntryResult { stage: self.stage() });
        }
    }

    fn params(&mut self, wanted: &[RayParam]) {
        let found = &self.entry.params;
        if found.len() != wanted.len() {
            let span = found.get(wanted.len()).map_or(self.entry.span, |param| param.span);
            let report = EntryParameterCount { stage: self.stage(), wanted: list(wanted), found: count(found.len()) };
            self.sink.report(span, report);
            return;
        }
        for (param, wanted) in found.iter().zip(wanted) {
            self.param(param, wanted);
        }
    }

    fn param(&mut self, param: &ParamDecl, wanted: &RayParam) {
        let (role, name) = (wanted.name.to_owned(), self.names.resolve(param.name).to_owned());
        if !holds_numbers(self.module, param.ty) {
            let ty = type_name(self.module, self.names, param.ty);
            self.sink.report(param.span, EntryParameterType { role, name, ty });
        } else if param.mode != wanted.mode {
            self.sink.report(param.span, EntryParameterMode { role, name, mode: word(wanted.mode).to_owned() });
        } else if wanted.is_ray_payload {
            check_payload(self.module, self.options, self.names, param.ty, param.span, self.sink);
        }
    }
}

/// Reports a payload whose struct has no access qualifiers where the shader model requires them.
pub(crate) fn check_payload(
    module: &Module,
    options: &Options,
    names: &Interner,
    ty: TypeId,
    span: Span,
    sink: &mut Sink,
) {
    if let Type::Struct(id) = module.ty(ty)
        && options.has_payload_qualifiers()
        && !module.structs[id].is_payload
    {
        let report = sink.report(span, UnqualifiedPayload { ty: type_name(module, names, ty) });
        report.note_at(module.structs[id].span, "struct declared here");
    }
}

/// Returns whether a type is a struct of numbers, which ray tracing stages can pass on.
pub(crate) fn holds_numbers(module: &Module, ty: TypeId) -> bool {
    match module.ty(ty) {
        Type::Struct(id) => module.structs[id].fields.iter().all(|field| is_data(module, field.ty)),
        Type::Error => true,
        Type::Void
        | Type::String
        | Type::Scalar(_)
        | Type::Vector(..)
        | Type::Matrix { .. }
        | Type::Array(..)
        | Type::RuntimeArray(_)
        | Type::Enum(_)
        | Type::Object(_)
        | Type::BufferPointer(..)
        | Type::Spirv(_)
        | Type::Transient(_) => false,
    }
}

fn is_data(module: &Module, ty: TypeId) -> bool {
    match module.ty(module.element_of_arrays(ty)) {
        Type::Error
        | Type::Scalar(_)
        | Type::Vector(..)
        | Type::Matrix { .. }
        | Type::Enum(_)
        | Type::BufferPointer(..)
        | Type::Spirv(_) => true,
        Type::Struct(_) => holds_numbers(module, module.element_of_arrays(ty)),
        Type::Void | Type::String | Type::Array(..) | Type::RuntimeArray(_) | Type::Object(_) | Type::Transient(_) => {
            false
        }
    }
}

/// `a, b and c`
fn enumerated(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn word(mode: ParamMode) -> &'static str {
    match mode {
        ParamMode::In => "in",
        ParamMode::Out => "out",
        ParamMode::InOut => "inout",
        ParamMode::Reference => "groupshared",
    }
}

/// The parameters in words.
fn list(params: &[RayParam]) -> String {
    let words: Vec<String> = params.iter().map(|param| format!("'{}' {}", word(param.mode), param.name)).collect();
    if words.is_empty() { "no parameters".to_owned() } else { words.join(" and ") }
}

fn count(params: usize) -> String {
    match params {
        0 => "none".to_owned(),
        1 => "1 parameter".to_owned(),
        more => format!("{more} parameters"),
    }
}

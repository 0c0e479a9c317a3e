//! The manuals of the language, from the tables of `sema`: intrinsics and methods, attributes, semantics.

use super::{GENERATED, cell};
use sema::hir::expr::ParamMode;
use sema::tables::attributes::{ATTRIBUTES, ArgKind, AttributeRow, Place};
use sema::tables::intrinsics::{
    Elem, ElemSet, INTRINSICS, Intrinsic, Lowering, Param, ParamType, Shape, ShapeSet, Stages,
};
use sema::tables::methods::{METHODS, Method, Objects};
use sema::tables::semantics::{SEMANTICS, Use};
use std::fmt::Write;

/// `docs/intrinsics.md`.
pub(super) fn intrinsics() -> String {
    let mut out = format!(
        "# Intrinsic functions and methods\n\n{GENERATED}\n## Functions\n\n\
         | function | arguments | stages | since | meaning |\n|---|---|---|---|---|\n"
    );
    for row in INTRINSICS {
        let (signature, arguments) = (signature(row), arguments(row));
        let meaning = match row.lowering {
            Lowering::Unsupported(reason) => format!("{} Refused: {reason}.", row.doc),
            _ => row.doc.to_owned(),
        };
        let since = format!("{}.{}", row.since.0, row.since.1);
        let stages = stages(row.stages);
        let _ = writeln!(out, "| `{signature}` | {} | {stages} | {since} | {} |", cell(&arguments), cell(&meaning));
    }
    out.push_str("\n## Methods\n\n| method | objects | stages | meaning |\n|---|---|---|---|\n");
    for row in METHODS {
        let (call, objects) = (call(row), objects(row.objects));
        let _ = writeln!(out, "| `{call}` | {objects} | {} | {} |", stages(row.stages), cell(row.doc));
    }
    out
}

fn signature(row: &Intrinsic) -> String {
    let more = row.variadic.then_some("…");
    let names: Vec<_> = row.params.iter().map(|param| param.name).chain(more).collect();
    format!("{}({})", row.name, names.join(", "))
}

fn arguments(row: &Intrinsic) -> String {
    row.params.iter().map(|param| format!("{}: {}", param.name, parameter(param))).collect::<Vec<_>>().join("; ")
}

fn parameter(param: &Param) -> String {
    let mode = match param.mode {
        ParamMode::In => "",
        ParamMode::Out => "out ",
        ParamMode::InOut => "inout ",
        ParamMode::Reference => "place of ",
    };
    let ty = match param.ty {
        ParamType::Number(elem, shape) => format!("{} {}", element(elem), self::shape(shape)),
        ParamType::Struct => "struct".to_owned(),
        ParamType::RayDesc => "RayDesc".to_owned(),
        ParamType::AccelerationStructure => "RaytracingAccelerationStructure".to_owned(),
        ParamType::BufferPointer => "vk::BufferPointer".to_owned(),
        ParamType::String => "string".to_owned(),
        ParamType::TypeArgument => "the type argument".to_owned(),
    };
    format!("{mode}{ty}")
}

fn element(elem: Elem) -> String {
    let set = match elem {
        Elem::Group(_, set) => set,
        Elem::Exact(scalar) => return format!("{scalar:?}").to_lowercase(),
        Elem::SameAs(index) => return format!("as argument {},", index + 1),
    };
    match set {
        ElemSet::FloatLike => "float",
        ElemSet::AnyFloat => "float of any width",
        ElemSet::DoubleOnly => "double",
        ElemSet::Float32Only => "32-bit float",
        ElemSet::AnyInt => "integer",
        ElemSet::UIntOnly => "unsigned integer",
        ElemSet::AnyInt32 | ElemSet::Int32Only => "32-bit integer",
        ElemSet::AnyInt64 | ElemSet::Int64Only => "64-bit integer",
        ElemSet::AnyInt16Or32 => "16- or 32-bit integer",
        ElemSet::SInt16Or32Only => "signed 16- or 32-bit integer",
        ElemSet::Numeric => "number",
        ElemSet::Numeric32Only => "32-bit number",
        ElemSet::Numeric16Only => "16-bit number",
        ElemSet::Any => "number or bool",
    }
    .to_owned()
}

fn shape(shape: Shape) -> String {
    match shape {
        Shape::Scalar => "scalar".to_owned(),
        Shape::Group(_, ShapeSet::Any) => "of any shape".to_owned(),
        Shape::Group(_, ShapeSet::Vector) => "vector".to_owned(),
        Shape::Group(_, ShapeSet::Matrix) => "matrix".to_owned(),
        Shape::Group(_, ShapeSet::SquareMatrix) => "square matrix".to_owned(),
        Shape::Vector(size) => format!("vector of {size}"),
        Shape::Factor => "factor".to_owned(),
    }
}

fn stages(stages: Stages) -> String {
    match stages {
        Stages::Any => "all".to_owned(),
        Stages::Only(stages) => stages.iter().map(|stage| stage.row().attribute).collect::<Vec<_>>().join(", "),
    }
}

fn call(row: &Method) -> String {
    let required: Vec<_> = row.params.iter().map(|role| role.name()).collect();
    let mut out = format!("{}({}", row.name, required.join(", "));
    for (index, role) in row.optional.iter().enumerate() {
        let comma = if index == 0 && required.is_empty() { "" } else { ", " };
        let _ = write!(out, "[{comma}{}", role.name());
    }
    out.push_str(&"]".repeat(row.optional.len()));
    out + ")"
}

fn objects(objects: Objects) -> String {
    let names = Objects::NAMES.iter().filter(|(object, _)| objects.contains(*object)).map(|(_, name)| *name);
    names.collect::<Vec<_>>().join(", ")
}

/// `docs/attributes.md`.
pub(super) fn attributes() -> String {
    let mut out = format!("# Attributes\n\n{GENERATED}\n| attribute | places | meaning |\n|---|---|---|\n");
    for row in ATTRIBUTES {
        let places: Vec<_> = row.places.iter().map(|&place| self::place(place)).collect();
        let effect = if row.ignored { " (read, without effect)" } else { "" };
        let _ = writeln!(out, "| `{}` | {} | {}{effect} |", attribute(row), places.join(", "), cell(row.doc));
    }
    out
}

fn attribute(row: &AttributeRow) -> String {
    let argument = |kind: &ArgKind| match kind {
        ArgKind::Int => "integer",
        ArgKind::Number => "number",
        ArgKind::Str => "\"text\"",
        ArgKind::Expr => "expression",
    };
    let mut arguments: Vec<_> = row.args.iter().map(argument).map(str::to_owned).collect();
    arguments.iter_mut().skip(row.required).for_each(|optional| *optional = format!("[{optional}]"));
    if row.variadic {
        arguments.push("…".to_owned());
    }
    let list = if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(", ")) };
    if row.scope.is_empty() {
        format!("[{}{list}]", row.name)
    } else {
        format!("[[{}::{}{list}]]", row.scope, row.name)
    }
}

fn place(place: Place) -> &'static str {
    match place {
        Place::Global => "global",
        Place::Field => "field",
        Place::Function => "function",
        Place::Param => "parameter",
        Place::Local => "local variable",
        Place::Struct => "struct",
        Place::If => "if",
        Place::Loop => "loop",
        Place::Switch => "switch",
        Place::Statement => "statement",
    }
}

/// `docs/semantics.md`.
pub(super) fn semantics() -> String {
    let mut out =
        format!("# System-value semantics\n\n{GENERATED}\n| semantic | since | meaning | where |\n|---|---|---|---|\n");
    for row in SEMANTICS {
        let uses: Vec<_> =
            row.uses.iter().map(|(point, what)| format!("{}: {}", point.describe(), use_name(*what))).collect();
        let _ = writeln!(out, "| `{}` | 6.{} | {} | {} |", row.display, row.min_minor, cell(row.doc), uses.join("; "));
    }
    out
}

fn use_name(what: Use) -> String {
    match what {
        Use::Located => "located".to_owned(),
        Use::Builtin(builtin) => format!("`{builtin:?}`"),
        Use::Target => "located by its index".to_owned(),
    }
}

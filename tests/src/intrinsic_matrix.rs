//! Calls of every intrinsic function with every kind of argument that its row allows: they compile, and the module is
//! valid; and one in every stage, where it may be refused, at its place. A new row is tested without a new file.

use crate::compiler;
use base::diag::Severity;
use driver::NoIncludes;
use frontend::language::{STAGES, Stage};
use libtest_mimic::{Failed, Trial};
use sema::hir::expr::ParamMode;
use sema::hir::ty::Scalar;
use sema::tables::intrinsics::{
    Elem, ElemSet, Expand, INTRINSICS, Inputs, Intrinsic, Lowering, Need, Param, ParamType, Ret, Shape, ShapeSet,
    Stages,
};

pub(crate) fn trials() -> Vec<Trial> {
    let trial = |(index, row): (usize, &'static Intrinsic)| {
        let name = format!("intrinsics::{}_{index}", row.name.replace("vk::", "vk_"));
        Trial::test(name, move || check(row)).with_ignored_flag(skipped(row).is_some())
    };
    let staged = |(index, row): (usize, &'static Intrinsic)| {
        let name = format!("intrinsics::{}_{index} in each stage", row.name.replace("vk::", "vk_"));
        Trial::test(name, move || check_stages(row)).with_ignored_flag(skipped(row).is_some())
    };
    let rows = || INTRINSICS.iter().enumerate();
    rows().map(trial).chain(rows().map(staged)).collect()
}

/// The options of all modules.
const OPTIONS: [&str; 6] = [
    "-T",
    "lib_6_10",
    "-enable-16bit-types",
    "-disable-payload-qualifiers",
    "-no-warnings",
    "-fspv-target-env=vulkan1.3",
];

/// The first choice of arguments in each stage: a valid module, or an error with a place.
fn check_stages(row: &Intrinsic) -> Result<(), Failed> {
    let first: Vec<Choice> = choices(row).into_iter().take(1).collect();
    for stage in STAGES.iter().map(|row| row.stage).filter(|&stage| stage != Stage::Library) {
        let text = shader(row, &first, stage);
        let options: Vec<&str> = OPTIONS.into_iter().chain(["-fcgl"]).collect();
        let Err(failure) = compiler::compiler(&options)?.compile("matrix.hlsl", &text, &NoIncludes) else { continue };
        let mut errors = failure.report.messages().filter(|message| message.severity >= Severity::Error);
        if errors.any(|message| message.code.starts_with("E59") || message.location.is_none()) {
            return Err(format!("{failure}\nfor\n{text}").into());
        }
    }
    Ok(())
}

/// The reason why a row cannot be called here.
fn skipped(row: &Intrinsic) -> Option<&'static str> {
    match row.lowering {
        Lowering::Expand(Expand::Mesh(_)) => Some("needs a stage with outputs"),
        Lowering::Expand(Expand::Inputs(Inputs::GetAttributeAtVertex)) => {
            Some("needs an input that is not interpolated")
        }
        _ if row.params.iter().any(|param| param.ty == ParamType::BufferPointer) => Some("needs a pointer"),
        _ if row.params.iter().any(|param| param.ty == ParamType::SharedMemory) => Some("needs an object"),
        Lowering::Expand(Expand::Spelled(_)) => Some("needs a mode of the stage"),
        _ if row.ret == Ret::PointerTo => Some("needs a pointer"),
        _ => None,
    }
}

fn check(row: &Intrinsic) -> Result<(), Failed> {
    let text = shader(row, &choices(row), stage(row));
    // An operand that must be an input variable becomes one by legalisation.
    let level = if matches!(row.lowering, Lowering::Interpolate(_)) { "-O1" } else { "-fcgl" };
    let options: Vec<&str> = OPTIONS.into_iter().chain([level]).collect();
    let result = compiler::compiler(&options)?.compile("matrix.hlsl", &text, &NoIncludes);
    match (result, row.lowering) {
        (Ok(_), Lowering::Unsupported(_)) => Err("a row without lowering compiles".into()),
        (Err(failure), Lowering::Unsupported(_)) => {
            let ours = failure.report.messages().any(|message| message.code.starts_with("E59"));
            if !ours { Ok(()) } else { Err(format!("{failure}\nfor\n{text}").into()) }
        }
        (Err(failure), _) => Err(format!("{failure}\nfor\n{text}").into()),
        (Ok(_), _) => Ok(()),
    }
}

/// What arguments and entry points need.
const DECLARATIONS: &str = "struct Data { float4 value; };
struct Vertex { float4 at : SV_Position; };
struct Constants { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
Constants constants() { return (Constants)1; }
RaytracingAccelerationStructure scene;
static RayDesc ray;
static float seed;
";

/// A program with one function for each of some kinds of arguments.
fn shader(row: &Intrinsic, choices: &[Choice], stage: Stage) -> String {
    let mut text = DECLARATIONS.to_owned();
    let mut calls = String::new();
    for (index, choice) in choices.iter().enumerate() {
        let function = function(row, choice, index);
        text.push_str(&function.text);
        calls.push_str(&format!("    call{index}({});\n", function.passed));
    }
    let (attributes, params) = entry(stage);
    text + &format!("{attributes}\nvoid main({params}) {{\n{calls}}}\n")
}

fn stage(row: &Intrinsic) -> Stage {
    match row.stages {
        Stages::Any => Stage::Compute,
        Stages::Only(stages) => stages[0],
    }
}

/// The attributes and parameters of an entry point; inputs are there for interpolation functions.
fn entry(stage: Stage) -> (String, &'static str) {
    let attribute = stage.row().attribute;
    let others = match stage {
        Stage::Compute | Stage::Amplification => " [numthreads(4, 1, 1)]",
        Stage::Node => " [NodeLaunch(\"thread\")]",
        Stage::Mesh => " [numthreads(4, 1, 1)] [outputtopology(\"triangle\")]",
        Stage::Geometry => " [maxvertexcount(3)]",
        Stage::Domain => " [domain(\"tri\")]",
        Stage::Hull => {
            " [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] \
             [outputcontrolpoints(3)] [patchconstantfunc(\"constants\")]"
        }
        _ => "",
    };
    let params = match stage {
        Stage::AnyHit | Stage::ClosestHit => "inout Data data, BuiltInTriangleIntersectionAttributes hit",
        Stage::Miss | Stage::Callable => "inout Data data",
        Stage::Pixel => "float4 input : INPUT",
        Stage::Mesh => "out vertices Vertex vertices[3], out indices uint3 triangles[1]",
        Stage::Geometry => "triangle Vertex input[3], inout TriangleStream<Vertex> stream",
        Stage::Domain => "Constants constants, OutputPatch<Vertex, 3> patch, float3 at : SV_DomainLocation",
        Stage::Hull => "InputPatch<Vertex, 3> patch, uint point : SV_OutputControlPointID",
        _ => "",
    };
    (format!("[shader(\"{attribute}\")]{others}"), params)
}

/// The element types and shapes of a row's groups: `(group, text)`.
#[derive(Clone, Debug, Default)]
struct Choice {
    elems: Vec<(u8, &'static str)>,
    shapes: Vec<(u8, &'static str)>,
    factors: Vec<&'static str>,
}

/// All choices for the groups of a row.
fn choices(row: &Intrinsic) -> Vec<Choice> {
    let mut all = vec![Choice::default()];
    for param in row.params {
        let ParamType::Number(elem, shape) = param.ty else { continue };
        if let Elem::Group(group, set) = elem
            && all[0].elems.iter().all(|(known, _)| *known != group)
        {
            all = multiplied(&all, elements(set), |choice, elem| choice.elems.push((group, elem)));
        }
        match shape {
            Shape::Group(group, set) if all[0].shapes.iter().all(|(known, _)| *known != group) => {
                all = multiplied(&all, shapes(set), |choice, shape| choice.shapes.push((group, shape)));
            }
            Shape::Factor => all = multiplied(&all, &["", "3", "3x3"], |choice, shape| choice.factors.push(shape)),
            Shape::Scalar | Shape::Vector(_) | Shape::Exactly(_) | Shape::Group(..) => {}
        }
    }
    all
}

fn multiplied(all: &[Choice], ways: &[&'static str], with: impl Fn(&mut Choice, &'static str)) -> Vec<Choice> {
    let extended = |choice: &Choice, way| {
        let mut choice = choice.clone();
        with(&mut choice, way);
        choice
    };
    all.iter().flat_map(|choice| ways.iter().map(|way| extended(choice, way)).collect::<Vec<_>>()).collect()
}

fn elements(set: ElemSet) -> &'static [&'static str] {
    match set {
        ElemSet::FloatLike => &["float", "half"],
        ElemSet::AnyFloat => &["float", "half", "double"],
        ElemSet::DoubleOnly => &["double"],
        ElemSet::Float32Only => &["float"],
        ElemSet::AtomicFloat => &["float", "double"],
        ElemSet::AnyInt => &["int", "uint", "int8_t", "uint8_t"],
        ElemSet::AnyInt32 | ElemSet::Int32Only => &["int", "uint"],
        ElemSet::UIntOnly => &["uint"],
        ElemSet::AnyInt64 | ElemSet::Int64Only => &["int64_t", "uint64_t"],
        ElemSet::AnyInt16Or32 => &["int", "uint", "int16_t", "uint16_t"],
        ElemSet::SInt16Or32Only => &["int", "int16_t"],
        ElemSet::Numeric | ElemSet::Numeric32Only => &["float", "int", "uint"],
        ElemSet::Numeric16Only => &["half", "int16_t", "uint16_t"],
        ElemSet::Any => &["float", "int", "uint", "bool"],
    }
}

fn shapes(set: ShapeSet) -> &'static [&'static str] {
    match set {
        ShapeSet::Any => &["", "3", "2x3"],
        ShapeSet::Vector => &["", "2", "4"],
        ShapeSet::Matrix => &["2x3", "4x4"],
        ShapeSet::SquareMatrix => &["2x2", "3x3"],
    }
}

/// A function with one call.
struct Function {
    text: String,
    /// The arguments that `main` passes.
    passed: &'static str,
}

fn function(row: &Intrinsic, choice: &Choice, index: usize) -> Function {
    let (mut shared, mut locals, mut args) = (String::new(), String::new(), Vec::new());
    let interpolates = matches!(row.lowering, Lowering::Interpolate(_));
    let mut factors = choice.factors.iter();
    for (position, param) in row.params.iter().enumerate() {
        let name = format!("v{index}_{position}");
        let (ty, value) = argument(row, param, choice, &mut factors);
        match (param.ty, param.mode) {
            (ParamType::String, _) => args.push("\"text\"".to_owned()),
            (ParamType::AccelerationStructure, _) => args.push("scene".to_owned()),
            (ParamType::RayDesc, _) => args.push("ray".to_owned()),
            (ParamType::HitObject, _) => args.push("dx::HitObject::MakeNop()".to_owned()),
            (ParamType::RayQuery, _) => {
                locals.push_str(&format!("    RayQuery<RAY_FLAG_NONE> {name};\n"));
                args.push(name);
            }
            _ if matches!(param.need, Need::Constant | Need::PowerOfTwo) => args.push("1".to_owned()),
            _ if interpolates && position == 0 => args.push("input".to_owned()),
            (_, ParamMode::Reference) => {
                shared.push_str(&format!("groupshared {ty} {name};\n"));
                args.push(name);
            }
            _ => {
                locals.push_str(&format!("    {ty} {name} = {value};\n"));
                args.push(name);
            }
        }
    }
    let explicit = if row.ret == Ret::TypeArgument { "<float>" } else { "" };
    let call = format!("{}{explicit}({})", row.name, args.join(", "));
    let (param, passed) = if interpolates { ("float4 input", "input") } else { ("", "") };
    let text = format!("{shared}void call{index}({param}) {{\n{locals}    {call};\n}}\n");
    Function { text, passed }
}

/// The type of an argument, and a value of it.
fn argument<'a>(
    row: &Intrinsic,
    param: &Param,
    choice: &Choice,
    factors: &mut impl Iterator<Item = &'a &'static str>,
) -> (String, String) {
    let ParamType::Number(elem, shape) = param.ty else {
        let ty = if param.ty == ParamType::TypeArgument { "float" } else { "Data" };
        return (ty.to_owned(), format!("({ty})seed"));
    };
    let shape = match shape {
        Shape::Scalar => String::new(),
        Shape::Vector(size) | Shape::Exactly(size) => size.to_string(),
        Shape::Group(group, _) => named(&choice.shapes, group).to_owned(),
        Shape::Factor => factors.next().copied().unwrap_or_default().to_owned(),
    };
    let ty = format!("{}{shape}", element(row, elem, choice));
    let value = format!("({ty})seed");
    (ty, value)
}

fn element(row: &Intrinsic, elem: Elem, choice: &Choice) -> &'static str {
    match elem {
        Elem::Group(group, _) => named(&choice.elems, group),
        Elem::Exact(scalar) => scalar_name(scalar),
        Elem::SameAs(position) => match row.params[usize::from(position)].ty {
            ParamType::Number(elem, _) => element(row, elem, choice),
            _ => "float",
        },
    }
}

fn named(choices: &[(u8, &'static str)], group: u8) -> &'static str {
    choices.iter().find(|(known, _)| *known == group).map_or("", |(_, text)| text)
}

fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::Int => "int",
        Scalar::UInt => "uint",
        Scalar::Half => "half",
        Scalar::Double => "double",
        Scalar::Int8 => "int8_t",
        Scalar::UInt8 => "uint8_t",
        Scalar::Int16 => "int16_t",
        Scalar::UInt16 => "uint16_t",
        Scalar::Int64 => "int64_t",
        Scalar::UInt64 => "uint64_t",
        _ => "float",
    }
}

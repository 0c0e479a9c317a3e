//! Every row of the intrinsics' table, called with each shape that it takes, becomes valid words.

use base::diag::Sink;
use base::ids::Arena;
use base::intern::Interner;
use base::source::{SourceMap, Span};
use base::target::TargetEnv;
use frontend::language::Stage;
use hlsl2spirv_codegen::Options;
use sema::hir::expr::{Arg, Category, Expr, ExprId, ExprKind, ParamMode};
use sema::hir::stmt::{Stmt, StmtKind};
use sema::hir::ty::{Scalar, Type, TypeId};
use sema::hir::{Body, EntryPoint, Function, Local, Module};
use sema::tables::intrinsics::{
    Debugging, Elem, ElemSet, Expand, INTRINSICS, Inputs, Intrinsic, Lowering, Memory, ParamType, Ret, Shape, ShapeSet,
    Stages,
};
use std::io::Write;
use std::process::{Command, Stdio};

/// The shape that the parameters of one group have in a call.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Scalar,
    Vector(u8),
    Matrix(u8, u8),
}

impl Form {
    fn ty(self, elem: Scalar) -> Type {
        match self {
            Form::Scalar => Type::Scalar(elem),
            Form::Vector(count) => Type::Vector(elem, count.into()),
            Form::Matrix(rows, columns) => Type::Matrix { elem, rows, columns },
        }
    }

    fn transposed(self) -> Form {
        match self {
            Form::Matrix(rows, columns) => Form::Matrix(columns, rows),
            other => other,
        }
    }
}

fn forms(row: &Intrinsic) -> Vec<Form> {
    // Its result is not a matrix for a matrix.
    if row.name == "WaveMatch" {
        return vec![Form::Scalar, Form::Vector(3)];
    }
    let shape = row.params.iter().find_map(|param| match param.ty {
        ParamType::Number(_, Shape::Group(_, shapes)) => Some(shapes),
        _ => None,
    });
    match shape {
        Some(ShapeSet::Any) => vec![Form::Scalar, Form::Vector(1), Form::Vector(3), Form::Matrix(2, 3)],
        Some(ShapeSet::Vector) => vec![Form::Vector(3)],
        Some(ShapeSet::Matrix) => vec![Form::Matrix(2, 3), Form::Matrix(1, 3)],
        Some(ShapeSet::SquareMatrix) => vec![Form::Matrix(3, 3)],
        None => vec![Form::Scalar],
    }
}

fn elems(row: &Intrinsic) -> Vec<Scalar> {
    let set = row.params.iter().find_map(|param| match param.ty {
        ParamType::Number(Elem::Group(_, set), _) => Some(set),
        _ => None,
    });
    match set {
        Some(ElemSet::FloatLike | ElemSet::Float32Only | ElemSet::AtomicFloat) => vec![Scalar::Float],
        Some(ElemSet::AnyFloat) => vec![Scalar::Float],
        Some(ElemSet::DoubleOnly) => vec![Scalar::Double],
        Some(ElemSet::AnyInt | ElemSet::AnyInt32 | ElemSet::Int32Only) => vec![Scalar::Int, Scalar::UInt],
        Some(ElemSet::UIntOnly) => vec![Scalar::UInt],
        Some(ElemSet::AnyInt64 | ElemSet::Int64Only) => vec![Scalar::Int64, Scalar::UInt64],
        Some(ElemSet::AnyInt16Or32 | ElemSet::SInt16Or32Only) => vec![Scalar::Int],
        Some(ElemSet::Numeric | ElemSet::Numeric32Only) => vec![Scalar::Float, Scalar::Int, Scalar::UInt],
        Some(ElemSet::Numeric16Only) => Vec::new(),
        Some(ElemSet::Any) => vec![Scalar::Float, Scalar::Int, Scalar::UInt, Scalar::Bool],
        None => vec![Scalar::Float],
    }
}

/// Makes one compute or pixel shader with one call.
struct Maker {
    module: Module,
    names: Interner,
    body: Body,
}

impl Maker {
    fn expr(&mut self, ty: TypeId, category: Category, kind: ExprKind) -> ExprId {
        self.body.exprs.alloc(Expr { ty, category, span: Span::NONE, kind })
    }

    fn place(&mut self, ty: TypeId) -> ExprId {
        let name = self.names.intern(&format!("v{}", self.body.locals.len()));
        let local = self.body.locals.alloc(Local {
            name,
            ty,
            span: Span::NONE,
            precise: false,
            coherent: false,
            decorations: Vec::new(),
        });
        self.expr(ty, Category::Place, ExprKind::Local(local))
    }

    fn argument(&mut self, ty: Type, mode: ParamMode) -> Arg {
        let ty = self.module.types.intern(ty);
        let place = self.place(ty);
        let expr = match mode {
            ParamMode::In => self.expr(ty, Category::Value, ExprKind::Load(place)),
            ParamMode::Out | ParamMode::InOut | ParamMode::Reference => place,
        };
        Arg::unconverted(mode, expr, ty)
    }
}

/// The types of the parameters and the result, unless the row needs more than numbers.
fn signature(row: &Intrinsic, form: Form, elem: Scalar) -> Option<(Vec<Type>, Type)> {
    let mut types: Vec<(Form, Scalar)> = Vec::new();
    for (index, param) in row.params.iter().enumerate() {
        let ParamType::Number(elems, shape) = param.ty else { return None };
        let elem = match elems {
            Elem::Group(..) => elem,
            Elem::Exact(exact) => exact,
            Elem::SameAs(other) => types[usize::from(other)].1,
        };
        let form = match shape {
            Shape::Scalar => Form::Scalar,
            Shape::Group(..) => form,
            Shape::Vector(count) | Shape::Exactly(count) => Form::Vector(count),
            Shape::Factor => [Form::Matrix(2, 3), Form::Matrix(3, 4)][index],
        };
        types.push((form, elem));
    }
    let ret = match row.ret {
        Ret::Void => Type::Void,
        Ret::SameAs(index) => types[usize::from(index)].0.ty(types[usize::from(index)].1),
        Ret::ShapeOf(index, elem) => types[usize::from(index)].0.ty(elem),
        Ret::ElemOf(index) => Type::Scalar(types[usize::from(index)].1),
        Ret::FourOf(index) => Type::Vector(types[usize::from(index)].1, 4),
        Ret::Scalar(elem) => Type::Scalar(elem),
        Ret::Vector(elem, count) => Type::Vector(elem, count.into()),
        Ret::Matrix(rows, columns) => Form::Matrix(rows, columns).ty(Scalar::Float),
        Ret::Product => Form::Matrix(2, 4).ty(elem),
        Ret::Transposed => types[0].0.transposed().ty(types[0].1),
        Ret::TypeArgument | Ret::PointerTo | Ret::Positions | Ret::HitObject => return None,
    };
    Some((types.iter().map(|&(form, elem)| form.ty(elem)).collect(), ret))
}

fn stage(row: &Intrinsic) -> Option<Stage> {
    match row.stages {
        Stages::Any if matches!(row.lowering, Lowering::Barrier { .. }) => Some(Stage::Compute),
        Stages::Any => Some(Stage::Pixel),
        Stages::Only(stages) => stages.iter().copied().find(|stage| matches!(stage, Stage::Pixel | Stage::Compute)),
    }
}

fn is_tested(row: &Intrinsic) -> bool {
    match row.lowering {
        // The operand must be a constant.
        _ if row.name == "vk::ReadClock" => false,
        // Validators older than its extension refuse it.
        Lowering::Expand(Expand::Debugging(Debugging::Abort)) => false,
        // The first argument names memory that other invocations see, or an input.
        Lowering::Atomic { .. } | Lowering::Interpolate(_) | Lowering::Unsupported(_) => false,
        Lowering::Expand(expand) => !matches!(
            expand,
            Expand::Inputs(Inputs::GetAttributeAtVertex)
                | Expand::Memory(Memory::BarrierFlags)
                | Expand::Mesh(_)
                | Expand::Spelled(_)
        ),
        Lowering::Op { .. }
        | Lowering::Whole(_)
        | Lowering::Derivative(_)
        | Lowering::Wave { .. }
        | Lowering::Barrier { .. }
        | Lowering::BuiltIn { .. } => true,
    }
}

/// The words of a shader that calls the intrinsic, or nothing where the row is not for numbers alone.
fn emit(row: &'static Intrinsic, form: Form, elem: Scalar) -> Option<Vec<u32>> {
    let (params, ret) = signature(row, form, elem)?;
    let stage = stage(row)?;
    let module = Module { shader_model: (6, 6), native_16bit: true, ..Module::default() };
    let mut maker = Maker { module, names: Interner::new(), body: Body::default() };
    let args = params.iter().zip(row.params).map(|(&ty, param)| maker.argument(ty, param.mode)).collect();
    let ret = maker.module.types.intern(ret);
    let call = maker.expr(ret, Category::Value, ExprKind::Intrinsic { intrinsic: row, args });
    let kind = if maker.module.types[ret] == Type::Void {
        StmtKind::Expr(call)
    } else {
        let place = maker.place(ret);
        let assign = maker.expr(ret, Category::Place, ExprKind::Assign { place, value: call });
        StmtKind::Expr(assign)
    };
    let stmt = maker.body.stmts.alloc(Stmt { span: Span::NONE, kind });
    let void = maker.module.types.intern(Type::Void);
    let name = maker.names.intern("main");
    let function = maker.module.functions.alloc(Function {
        name,
        span: Span::NONE,
        end_span: Span::NONE,
        this: None,
        params: Vec::new(),
        ret: void,
        precise: false,
        coherent: false,
        modifies_object: false,
        no_inline: false,
        exported: false,
        instruction: None,
        decorations: Vec::new(),
        body: maker.body,
        block: Some(vec![stmt].into()),
    });
    let mode = match stage {
        Stage::Pixel => (spirv::ExecutionMode::OriginUpperLeft, Vec::new()),
        _ => (spirv::ExecutionMode::LocalSize, vec![1, 1, 1]),
    };
    maker.module.entry_points.push(EntryPoint {
        id_modes: Vec::new(),
        function,
        name,
        stage,
        span: Span::NONE,
        modes: vec![mode],
        variables: Arena::new(),
        params: Vec::new(),
        ret: None,
        hull: None,
        wave_size: Vec::new(),
        node: None,
        groupshared_limit: None,
    });
    // Validators older than an extension refuse its numbers.
    let allowed = ["SPV_NV_shader_subgroup_partitioned", "SPV_KHR_shader_clock", "SPV_KHR_ray_query"];
    let allowed = allowed.iter().map(|name| (*name).to_owned()).collect();
    let mut options = Options::default();
    (options.target, options.allowed_extensions) = (TargetEnv::Vulkan1_3, Some(allowed));
    let mut sink = Sink::default();
    let output = hlsl2spirv_codegen::emit(&maker.module, &maker.names, &SourceMap::new(), &options, &mut sink);
    Some(output.unwrap_or_else(|| panic!("{} {form:?} {elem:?}: {:?}", row.name, sink.diagnostics())).words)
}

/// The validator's message; `None` if it accepts the module.
fn complaint(words: &[u32]) -> Option<String> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut child = Command::new("spirv-val")
        .args(["--target-env", "vulkan1.3", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(&bytes).ok()?;
    let output = child.wait_with_output().ok()?;
    (!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn every_row_becomes_valid_words() {
    let mut complaints = Vec::new();
    let mut count = 0;
    for row in INTRINSICS.iter().filter(|row| is_tested(row)) {
        for form in forms(row) {
            for elem in elems(row) {
                let Some(words) = emit(row, form, elem) else { continue };
                count += 1;
                complaints.extend(complaint(&words).map(|text| format!("{} {form:?} {elem:?}: {text}", row.name)));
            }
        }
    }
    assert!(count > 300, "only {count} calls were made");
    assert!(complaints.is_empty(), "{} of {count}:\n{}", complaints.len(), complaints.join("\n"));
}

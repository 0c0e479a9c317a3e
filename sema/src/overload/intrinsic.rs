//! Overloads of intrinsics: the first row that takes the arguments.

use super::{Choice, OverloadError, TypeArguments, mode_word, passes};
use crate::convert::{Shape as TypeShape, combine, concrete, concrete_scalar, numeric};
use crate::hir::Module;
use crate::hir::display::scalar_name;
use crate::hir::expr::ParamMode;
use crate::hir::ty::{ElemClass, Object, Scalar, Type, TypeId};
use crate::tables::intrinsics::{self, Elem, ElemSet, Intrinsic, Param, ParamType, Ret, Shape, ShapeSet};
use base::intern::Interner;
use frontend::language::HlslVersion;

/// Chooses the overload of an intrinsic.
///
/// # Errors
/// When there is no intrinsic of this name, or none that takes the arguments.
pub fn pick_intrinsic(
    module: &mut Module,
    names: &Interner,
    version: HlslVersion,
    name: &str,
    type_args: TypeArguments,
    args: &[TypeId],
) -> Result<Choice<Intrinsic>, OverloadError> {
    let rows = intrinsics::find(name);
    if rows.is_empty() {
        return Err(OverloadError::Unknown);
    }
    let takes = |row: &Intrinsic| row.params.len() == args.len() || row.variadic && row.params.len() < args.len();
    if !rows.iter().any(takes) {
        return Err(OverloadError::Count(rows.iter().map(|row| row.params.len()).collect()));
    }
    let mut fitting = rows.iter().filter(|row| takes(row));
    let found = fitting.find_map(|row| match_row(module, names, version, row, type_args, args));
    found.ok_or_else(|| OverloadError::Types(rows.iter().map(intrinsic_signature).collect()))
}

/// What the arguments of one call have in common.
#[derive(Default)]
struct Unified {
    /// The common element type of each group.
    elems: [Option<Scalar>; GROUPS],
    /// The smallest shape of each group, scalars aside.
    shapes: [Option<TypeShape>; GROUPS],
}

/// More groups than any row has.
const GROUPS: usize = 4;

fn match_row(
    module: &mut Module,
    names: &Interner,
    version: HlslVersion,
    row: &'static Intrinsic,
    type_args: TypeArguments,
    args: &[TypeId],
) -> Option<Choice<Intrinsic>> {
    let error = module.types.intern(Type::Error);
    if args.contains(&error) {
        return Some(Choice { row, params: args.iter().map(|_| (ParamMode::In, error)).collect(), ret: error });
    }
    let unified = unify(module, row, args)?;
    let product = product_shapes(module, row, args);
    let mut params = Vec::with_capacity(args.len());
    for (index, (param, &arg)) in row.params.iter().zip(args).enumerate() {
        let ty = match (param.ty, product) {
            (ParamType::Number(elem, Shape::Factor), Some(product)) => {
                let shape = if index == 0 { product.lhs } else { product.rhs };
                let elem = resolve_elem(module, row, &unified, args, elem)?;
                module.types.intern(shape.of(elem))
            }
            _ => param_type(module, names, row, param, &unified, type_args, args, arg)?,
        };
        if !passes(module, version, param.mode, arg, ty) {
            return None;
        }
        params.push((param.mode, ty));
    }
    for &arg in &args[row.params.len()..] {
        params.push((ParamMode::In, concrete(module, arg)));
    }
    let ret = result_type(module, row, &params, product, type_args)?;
    Some(Choice { row, params, ret })
}

/// Brings the arguments of each group together; nothing where they do not fit.
fn unify(module: &Module, row: &Intrinsic, args: &[TypeId]) -> Option<Unified> {
    let mut unified = Unified::default();
    for (param, &arg) in row.params.iter().zip(args) {
        let ParamType::Number(elem, shape) = param.ty else { continue };
        let (arg_elem, arg_shape) = numeric(module, arg)?;
        if let Elem::Group(group, set) = elem {
            if is_only(set) && !accepts(set, arg_elem, module.native_16bit) {
                return None;
            }
            let slot = &mut unified.elems[usize::from(group)];
            *slot = Some(slot.map_or(arg_elem, |common| combine(common, arg_elem, module.native_16bit)));
        }
        unify_shape(&mut unified, shape, arg_shape)?;
    }
    Some(unified)
}

fn unify_shape(unified: &mut Unified, wanted: Shape, arg: TypeShape) -> Option<()> {
    match wanted {
        Shape::Scalar => (arg.count() == 1).then_some(()),
        Shape::Vector(n) => match arg {
            TypeShape::Scalar => Some(()),
            TypeShape::Vector(count) => (count >= n).then_some(()),
            TypeShape::Matrix(..) => None,
        },
        Shape::Factor => Some(()),
        Shape::Group(group, set) => {
            let arg = shape_in_set(set, arg)?;
            if arg == TypeShape::Scalar {
                return Some(());
            }
            let slot = &mut unified.shapes[usize::from(group)];
            *slot = Some(match *slot {
                None => arg,
                Some(common) => smaller(common, arg)?,
            });
            Some(())
        }
    }
}

/// The shape as a member of the set; scalars join every set of vectors.
fn shape_in_set(set: ShapeSet, arg: TypeShape) -> Option<TypeShape> {
    match (set, arg) {
        (ShapeSet::Any, _) | (ShapeSet::Vector, TypeShape::Scalar | TypeShape::Vector(_)) => Some(arg),
        (ShapeSet::Matrix, TypeShape::Matrix(..)) => Some(arg),
        (ShapeSet::SquareMatrix, TypeShape::Matrix(rows, columns)) => {
            let size = rows.min(columns);
            Some(TypeShape::Matrix(size, size))
        }
        (ShapeSet::Vector, TypeShape::Matrix(..))
        | (ShapeSet::Matrix | ShapeSet::SquareMatrix, TypeShape::Scalar | TypeShape::Vector(_)) => None,
    }
}

/// What two vectors or two matrices have in common.
fn smaller(a: TypeShape, b: TypeShape) -> Option<TypeShape> {
    match (a, b) {
        (TypeShape::Vector(a), TypeShape::Vector(b)) => Some(TypeShape::Vector(a.min(b))),
        (TypeShape::Matrix(a_rows, a_columns), TypeShape::Matrix(b_rows, b_columns)) => {
            Some(TypeShape::Matrix(a_rows.min(b_rows), a_columns.min(b_columns)))
        }
        _ => None,
    }
}

/// The shapes of a product's factors and result.
#[derive(Clone, Copy)]
struct Product {
    lhs: TypeShape,
    rhs: TypeShape,
    result: TypeShape,
}

/// The factors, cut where their inner sizes differ. A vector counts as a row on the left and as a column on the right.
fn product_shapes(module: &Module, row: &Intrinsic, args: &[TypeId]) -> Option<Product> {
    use TypeShape::{Matrix, Scalar, Vector};
    let (Ret::Product, &[lhs, rhs]) = (row.ret, args) else { return None };
    let ((_, lhs), (_, rhs)) = (numeric(module, lhs)?, numeric(module, rhs)?);
    let product = |lhs, rhs, result| Product { lhs, rhs, result };
    Some(match (lhs, rhs) {
        (Scalar, _) => product(lhs, rhs, rhs),
        (_, Scalar) => product(lhs, rhs, lhs),
        (Vector(a), Vector(b)) => product(Vector(a.min(b)), Vector(a.min(b)), Scalar),
        (Vector(a), Matrix(rows, columns)) => {
            product(Vector(a.min(rows)), Matrix(a.min(rows), columns), Vector(columns))
        }
        (Matrix(rows, columns), Vector(b)) => {
            product(Matrix(rows, columns.min(b)), Vector(columns.min(b)), Vector(rows))
        }
        (Matrix(rows, a), Matrix(b, columns)) => {
            product(Matrix(rows, a.min(b)), Matrix(a.min(b), columns), Matrix(rows, columns))
        }
    })
}

#[allow(clippy::too_many_arguments, reason = "all that a call consists of")]
fn param_type(
    module: &mut Module,
    names: &Interner,
    row: &Intrinsic,
    param: &Param,
    unified: &Unified,
    type_args: TypeArguments,
    args: &[TypeId],
    arg: TypeId,
) -> Option<TypeId> {
    let fits = match param.ty {
        ParamType::Number(elem, shape) => {
            let elem = resolve_elem(module, row, unified, args, elem)?;
            return Some(module.types.intern(resolve_shape(unified, shape).of(elem)));
        }
        ParamType::TypeArgument => return Some(type_args.ty.unwrap_or_else(|| concrete(module, arg))),
        ParamType::Struct => matches!(module.ty(arg), Type::Struct(_)),
        ParamType::RayDesc => is_struct_named(module, names, arg, "RayDesc"),
        ParamType::AccelerationStructure => module.ty(arg) == Type::Object(Object::AccelerationStructure),
        ParamType::BufferPointer => matches!(module.ty(arg), Type::BufferPointer(..)),
        ParamType::SharedMemory => is_shared_memory(module.ty(arg)),
        ParamType::String => module.ty(arg) == Type::String,
    };
    fits.then_some(arg)
}

/// Whether other invocations may see what is written to an object of this type.
fn is_shared_memory(ty: Type) -> bool {
    match ty {
        Type::Object(Object::Node(node)) => node.kind.is_readable(),
        Type::Object(object) => object.is_writable(),
        _ => false,
    }
}

/// Whether the type is the struct of this name.
pub(super) fn is_struct_named(module: &Module, names: &Interner, ty: TypeId, name: &str) -> bool {
    matches!(module.ty(ty), Type::Struct(id) if names.resolve(module.structs[id].name) == name)
}

fn resolve_elem(module: &Module, row: &Intrinsic, unified: &Unified, args: &[TypeId], elem: Elem) -> Option<Scalar> {
    match elem {
        Elem::Exact(scalar) => Some(scalar),
        Elem::Group(group, set) => {
            legal_elem(set, unified.elems[usize::from(group)].unwrap_or(default_elem(set)), module.native_16bit)
        }
        Elem::SameAs(index) => match row.params[usize::from(index)].ty {
            ParamType::Number(Elem::SameAs(_), _) => None,
            ParamType::Number(other, _) => resolve_elem(module, row, unified, args, other),
            _ => numeric(module, args[usize::from(index)]).map(|(elem, _)| elem),
        },
    }
}

fn resolve_shape(unified: &Unified, shape: Shape) -> TypeShape {
    match shape {
        Shape::Scalar | Shape::Factor => TypeShape::Scalar,
        Shape::Vector(n) => TypeShape::Vector(n),
        Shape::Group(group, _) => unified.shapes[usize::from(group)].unwrap_or(TypeShape::Scalar),
    }
}

/// The common element type as a member of the set.
fn legal_elem(set: ElemSet, elem: Scalar, native_16bit: bool) -> Option<Scalar> {
    let class = elem.class();
    if elem.is_literal() {
        // A literal float is no literal integer, but nothing is lost where the set has no floats at all.
        let concrete = concrete_scalar(elem);
        let legal = if accepts(set, concrete, native_16bit) { concrete } else { default_elem(set) };
        return Some(if class == ElemClass::Float && set == ElemSet::DoubleOnly { Scalar::Double } else { legal });
    }
    if accepts(set, elem, native_16bit) {
        return Some(elem);
    }
    (!is_only(set)).then_some(default_elem(set))
}

/// Whether types outside of the set are refused instead of converted.
const fn is_only(set: ElemSet) -> bool {
    match set {
        ElemSet::DoubleOnly
        | ElemSet::Float32Only
        | ElemSet::UIntOnly
        | ElemSet::Int32Only
        | ElemSet::Int64Only
        | ElemSet::SInt16Or32Only
        | ElemSet::Numeric32Only
        | ElemSet::Numeric16Only => true,
        ElemSet::FloatLike
        | ElemSet::AnyFloat
        | ElemSet::AnyInt
        | ElemSet::AnyInt32
        | ElemSet::AnyInt64
        | ElemSet::AnyInt16Or32
        | ElemSet::Numeric
        | ElemSet::Any => false,
    }
}

/// What types outside of the set are converted to.
pub(super) const fn default_elem(set: ElemSet) -> Scalar {
    match set {
        ElemSet::FloatLike
        | ElemSet::AnyFloat
        | ElemSet::Float32Only
        | ElemSet::Numeric
        | ElemSet::Numeric32Only
        | ElemSet::Any => Scalar::Float,
        ElemSet::DoubleOnly => Scalar::Double,
        ElemSet::AnyInt | ElemSet::AnyInt32 | ElemSet::AnyInt16Or32 | ElemSet::Int32Only | ElemSet::SInt16Or32Only => {
            Scalar::Int
        }
        ElemSet::UIntOnly => Scalar::UInt,
        ElemSet::AnyInt64 | ElemSet::Int64Only => Scalar::Int64,
        ElemSet::Numeric16Only => Scalar::Half,
    }
}

/// Whether the element type is a member of the set. A literal is one wherever any type of its family is, and an integer
/// literal wherever a float is, too.
pub(super) fn accepts(set: ElemSet, elem: Scalar, native_16bit: bool) -> bool {
    use Scalar::{Double, Float, Half, Int, Int16, Int64, Min10Float, Min16Float, UInt, UInt16, UInt64};
    let bits = elem.bits(native_16bit);
    let integer = matches!(elem, Int | UInt | Int16 | UInt16 | Int64 | UInt64);
    if elem.is_literal() {
        return true;
    }
    match set {
        ElemSet::FloatLike => matches!(elem, Float | Half | Min10Float | Min16Float),
        ElemSet::AnyFloat => elem.class() == ElemClass::Float,
        ElemSet::DoubleOnly => elem == Double,
        ElemSet::Float32Only => elem == Float,
        ElemSet::AnyInt => integer,
        ElemSet::UIntOnly => matches!(elem, UInt | UInt64),
        ElemSet::AnyInt32 | ElemSet::Int32Only => matches!(elem, Int | UInt),
        ElemSet::AnyInt64 | ElemSet::Int64Only => matches!(elem, Int64 | UInt64),
        ElemSet::AnyInt16Or32 => integer && bits <= 32,
        ElemSet::SInt16Or32Only => matches!(elem, Int | Int16),
        ElemSet::Numeric => elem.class() != ElemClass::Bool,
        ElemSet::Numeric32Only => matches!(elem, Float | Int | UInt) || elem == Half && bits == 32,
        ElemSet::Numeric16Only => matches!(elem, Half | Int16 | UInt16) && bits == 16,
        ElemSet::Any => true,
    }
}

fn result_type(
    module: &mut Module,
    row: &Intrinsic,
    params: &[(ParamMode, TypeId)],
    product: Option<Product>,
    type_args: TypeArguments,
) -> Option<TypeId> {
    let param = |module: &Module, index: u8| numeric(module, params.get(usize::from(index))?.1);
    let ty = match row.ret {
        Ret::Void => Type::Void,
        Ret::SameAs(index) => return params.get(usize::from(index)).map(|&(_, ty)| ty),
        Ret::ShapeOf(index, elem) => param(module, index)?.1.of(elem),
        Ret::ElemOf(index) => Type::Scalar(param(module, index)?.0),
        Ret::FourOf(index) => Type::Vector(param(module, index)?.0, 4),
        Ret::Scalar(elem) => Type::Scalar(elem),
        Ret::Vector(elem, n) => Type::Vector(elem, n),
        Ret::Matrix(rows, columns) => Type::Matrix { elem: Scalar::Float, rows, columns },
        Ret::Product => product?.result.of(param(module, 0)?.0),
        Ret::Transposed => match param(module, 0)? {
            (elem, TypeShape::Matrix(rows, columns)) => TypeShape::Matrix(columns, rows).of(elem),
            (_, TypeShape::Scalar | TypeShape::Vector(_)) => return None,
        },
        Ret::TypeArgument => match type_args.ty {
            Some(ty) => return Some(ty),
            None => Type::Scalar(Scalar::UInt),
        },
        Ret::PointerTo => match module.ty(params.first()?.1) {
            Type::BufferPointer(_, align) => Type::BufferPointer(type_args.ty?, type_args.align.unwrap_or(align)),
            _ => return None,
        },
    };
    Some(module.types.intern(ty))
}

/// A row as a declaration, for notes and documentation.
pub fn intrinsic_signature(row: &Intrinsic) -> String {
    let mut params: Vec<String> = row.params.iter().map(|param| param_text(row, param)).collect();
    if row.variadic {
        params.push("...".to_owned());
    }
    format!("{} {}({})", ret_text(row), row.name, params.join(", "))
}

fn param_text(row: &Intrinsic, param: &Param) -> String {
    let ty = match param.ty {
        ParamType::Number(elem, shape) => elem_text(row, elem).to_owned() + &shape_text(shape),
        ParamType::Struct => "struct".to_owned(),
        ParamType::RayDesc => "RayDesc".to_owned(),
        ParamType::AccelerationStructure => "RaytracingAccelerationStructure".to_owned(),
        ParamType::BufferPointer => "vk::BufferPointer<T>".to_owned(),
        ParamType::SharedMemory => "object".to_owned(),
        ParamType::String => "string".to_owned(),
        ParamType::TypeArgument => "T".to_owned(),
    };
    format!("{}{ty} {}", mode_word(param.mode), param.name)
}

fn elem_text(row: &Intrinsic, elem: Elem) -> &'static str {
    match elem {
        Elem::Exact(scalar) => scalar_name(scalar),
        Elem::Group(_, set) => set_text(set),
        Elem::SameAs(index) => match row.params[usize::from(index)].ty {
            ParamType::Number(Elem::SameAs(_), _) => "T",
            ParamType::Number(other, _) => elem_text(row, other),
            _ => "T",
        },
    }
}

const fn set_text(set: ElemSet) -> &'static str {
    match set {
        ElemSet::FloatLike => "float",
        ElemSet::AnyFloat => "anyfloat",
        ElemSet::DoubleOnly => "double",
        ElemSet::Float32Only => "float32",
        ElemSet::AnyInt => "anyint",
        ElemSet::UIntOnly => "uint",
        ElemSet::AnyInt32 | ElemSet::Int32Only => "int32",
        ElemSet::AnyInt64 | ElemSet::Int64Only => "int64",
        ElemSet::AnyInt16Or32 => "int16or32",
        ElemSet::SInt16Or32Only => "sint16or32",
        ElemSet::Numeric => "numeric",
        ElemSet::Numeric32Only => "numeric32",
        ElemSet::Numeric16Only => "numeric16",
        ElemSet::Any => "any",
    }
}

fn shape_text(shape: Shape) -> String {
    match shape {
        Shape::Scalar => String::new(),
        Shape::Vector(n) => n.to_string(),
        Shape::Factor | Shape::Group(_, ShapeSet::Any) => "<>".to_owned(),
        Shape::Group(_, ShapeSet::Vector) => "<N>".to_owned(),
        Shape::Group(_, ShapeSet::Matrix) => "<R, C>".to_owned(),
        Shape::Group(_, ShapeSet::SquareMatrix) => "<N, N>".to_owned(),
    }
}

fn ret_text(row: &Intrinsic) -> String {
    let param = |index: u8| row.params.get(usize::from(index)).map(|param| param.ty);
    let elem = |index: u8| match param(index) {
        Some(ParamType::Number(elem, _)) => elem_text(row, elem).to_owned(),
        Some(_) | None => "T".to_owned(),
    };
    let shape = |index: u8| match param(index) {
        Some(ParamType::Number(_, shape)) => shape_text(shape),
        Some(_) | None => String::new(),
    };
    match row.ret {
        Ret::Void => "void".to_owned(),
        Ret::SameAs(index) => elem(index) + &shape(index),
        Ret::ShapeOf(index, scalar) => scalar_name(scalar).to_owned() + &shape(index),
        Ret::ElemOf(index) => elem(index),
        Ret::FourOf(index) => elem(index) + "4",
        Ret::Scalar(scalar) => scalar_name(scalar).to_owned(),
        Ret::Vector(scalar, n) => format!("{}{n}", scalar_name(scalar)),
        Ret::Matrix(rows, columns) => format!("float{rows}x{columns}"),
        Ret::Product => "numeric<>".to_owned(),
        Ret::Transposed => "any<C, R>".to_owned(),
        Ret::TypeArgument => "T".to_owned(),
        Ret::PointerTo => "vk::BufferPointer<T>".to_owned(),
    }
}

//! Overloads of intrinsics: the first row that takes the arguments.

use super::elements::{accepts, facts, legal};
use super::signature::intrinsic_signature;
use super::{Call, Choice, OverloadError, Params, TypeArguments, passes};
use crate::convert::{Shape as TypeShape, combine, concrete, numeric};
use crate::hir::Module;
use crate::hir::expr::ParamMode;
use crate::hir::ty::{Object, Scalar, Type, TypeId};
use crate::tables::intrinsics::{Elem, Intrinsic, Param, ParamType, Ret, Shape, ShapeSet};
use base::intern::Interner;

/// Chooses the overload of an intrinsic among the rows of its name.
///
/// # Errors
/// When there is no intrinsic of this name, or none that takes the arguments.
pub fn pick_intrinsic(
    module: &mut Module,
    rows: &'static [Intrinsic],
    call: &Call<'_>,
) -> Result<Choice<Intrinsic>, OverloadError> {
    find_intrinsic(module, rows, call).ok_or_else(|| {
        let signatures = || rows.iter().map(intrinsic_signature).collect();
        if rows.is_empty() {
            OverloadError::Unknown
        } else if rows.iter().any(|row| takes(row, call.args.len())) {
            OverloadError::Types(signatures(), None)
        } else {
            OverloadError::Count(rows.iter().map(|row| row.params.len()).collect(), signatures())
        }
    })
}

/// The overload of an intrinsic that takes the arguments.
pub fn find_intrinsic(module: &mut Module, rows: &'static [Intrinsic], call: &Call<'_>) -> Option<Choice<Intrinsic>> {
    let mut fitting = rows.iter().filter(|row| takes(row, call.args.len()));
    fitting.find_map(|row| match_row(module, call, row))
}

const fn takes(row: &Intrinsic, count: usize) -> bool {
    row.params.len() == count || row.variadic && row.params.len() < count
}

/// The unification of the arguments of one call.
#[derive(Default)]
struct Unified {
    /// The common element type of each group.
    elems: [Option<Scalar>; GROUPS],
    /// The smallest shape of each group, scalars aside.
    shapes: [Option<TypeShape>; GROUPS],
}

/// The limit of groups per row.
const GROUPS: usize = 4;

fn match_row(module: &mut Module, call: &Call<'_>, row: &'static Intrinsic) -> Option<Choice<Intrinsic>> {
    if let Some(unknown) = Choice::of_unknown(module, call, row) {
        return Some(unknown);
    }
    let args = call.args;
    let unified = unify(module, row, args)?;
    let product = product_shapes(module, row, args);
    let mut params = Params::new();
    for (index, (param, &arg)) in row.params.iter().zip(args).enumerate() {
        let ty = match (param.ty, product) {
            (ParamType::Number(elem, Shape::Factor), Some(product)) => {
                let shape = if index == 0 { product.lhs } else { product.rhs };
                let elem = resolve_elem(module, row, &unified, args, elem)?;
                module.types.intern(shape.of(elem))
            }
            _ => param_type(module, call, row, param, arg, &unified)?,
        };
        if !passes(module, call.version, param.mode, arg, ty) {
            return None;
        }
        params.push((param.mode, ty));
    }
    for &arg in &args[row.params.len()..] {
        params.push((ParamMode::In, concrete(module, arg)));
    }
    let ret = result_type(module, row, &params, product, call.type_args)?;
    Some(Choice { row, params, ret })
}

/// Unifies the arguments of each group; `None` if they do not fit.
fn unify(module: &Module, row: &Intrinsic, args: &[TypeId]) -> Option<Unified> {
    let mut unified = Unified::default();
    for (param, &arg) in row.params.iter().zip(args) {
        let ParamType::Number(elem, shape) = param.ty else { continue };
        let (arg_elem, arg_shape) = numeric(module, arg)?;
        if let Elem::Group(group, set) = elem {
            if facts(set).is_only && !accepts(set, arg_elem, module.native_16bit) {
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
            TypeShape::Vector(count) => (count >= n.into()).then_some(()),
            TypeShape::Matrix(..) => None,
        },
        Shape::Exactly(n) => matches!(arg, TypeShape::Scalar | TypeShape::Vector(_))
            .then_some(())
            .filter(|()| arg.count() == 1 || arg.count() == n.into()),
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

/// The common shape of two vectors or two matrices.
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

/// The factors, truncated to a common inner size. A vector counts as a row on the left and as a column on the right.
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
            let inner = a.min(rows.into()) as u8;
            product(Vector(inner.into()), Matrix(inner, columns), Vector(columns.into()))
        }
        (Matrix(rows, columns), Vector(b)) => {
            let inner = b.min(columns.into()) as u8;
            product(Matrix(rows, inner), Vector(inner.into()), Vector(rows.into()))
        }
        (Matrix(rows, a), Matrix(b, columns)) => {
            product(Matrix(rows, a.min(b)), Matrix(a.min(b), columns), Matrix(rows, columns))
        }
    })
}

/// The type of a parameter; `None` if the argument is not a number and of the wrong type.
fn param_type(
    module: &mut Module,
    call: &Call<'_>,
    row: &Intrinsic,
    param: &Param,
    arg: TypeId,
    unified: &Unified,
) -> Option<TypeId> {
    let fits = match param.ty {
        ParamType::Number(elem, shape) => {
            let elem = resolve_elem(module, row, unified, call.args, elem)?;
            return Some(module.types.intern(resolve_shape(unified, shape).of(elem)));
        }
        ParamType::TypeArgument => return Some(call.type_args.ty.unwrap_or_else(|| concrete(module, arg))),
        ParamType::Struct => matches!(module.ty(arg), Type::Struct(_)),
        ParamType::RayDesc => is_struct_named(module, call.names, arg, "RayDesc"),
        ParamType::AccelerationStructure => module.ty(arg) == Type::Object(Object::AccelerationStructure),
        ParamType::RayQuery => matches!(module.ty(arg), Type::Object(Object::RayQuery(..))),
        ParamType::HitObject => module.ty(arg) == Type::Object(Object::HitObject),
        ParamType::BufferPointer => matches!(module.ty(arg), Type::BufferPointer(..)),
        ParamType::SharedMemory => is_shared_memory(module.ty(arg)),
        ParamType::String => module.ty(arg) == Type::String,
    };
    fits.then_some(arg)
}

/// Returns whether writes to an object of this type are visible to other invocations.
fn is_shared_memory(ty: Type) -> bool {
    match ty {
        Type::Object(Object::Node(node)) => node.kind.is_readable(),
        Type::Object(object) => object.is_writable(),
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
        | Type::BufferPointer(..)
        | Type::Spirv(_)
        | Type::Transient(_) => false,
    }
}

/// Returns whether the type is the struct of this name.
pub(super) fn is_struct_named(module: &Module, names: &Interner, ty: TypeId, name: &str) -> bool {
    matches!(module.ty(ty), Type::Struct(id) if names.resolve(module.structs[id].name) == name)
}

fn resolve_elem(module: &Module, row: &Intrinsic, unified: &Unified, args: &[TypeId], elem: Elem) -> Option<Scalar> {
    match elem {
        Elem::Exact(scalar) => Some(scalar),
        Elem::Group(group, set) => {
            legal(set, unified.elems[usize::from(group)].unwrap_or(facts(set).usual), module.native_16bit)
        }
        Elem::SameAs(index) => match row.params[usize::from(index)].ty {
            ParamType::Number(Elem::SameAs(_), _) => None,
            ParamType::Number(other, _) => resolve_elem(module, row, unified, args, other),
            ParamType::Struct
            | ParamType::RayDesc
            | ParamType::AccelerationStructure
            | ParamType::RayQuery
            | ParamType::HitObject
            | ParamType::BufferPointer
            | ParamType::SharedMemory
            | ParamType::String
            | ParamType::TypeArgument => numeric(module, args[usize::from(index)]).map(|(elem, _)| elem),
        },
    }
}

fn resolve_shape(unified: &Unified, shape: Shape) -> TypeShape {
    match shape {
        Shape::Scalar | Shape::Factor => TypeShape::Scalar,
        Shape::Vector(n) | Shape::Exactly(n) => TypeShape::Vector(n.into()),
        Shape::Group(group, _) => unified.shapes[usize::from(group)].unwrap_or(TypeShape::Scalar),
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
        // The checker declares the struct.
        Ret::Void | Ret::Positions => Type::Void,
        Ret::HitObject => Type::Object(Object::HitObject),
        Ret::SameAs(index) => return params.get(usize::from(index)).map(|&(_, ty)| ty),
        Ret::ShapeOf(index, elem) => param(module, index)?.1.of(elem),
        Ret::ElemOf(index) => Type::Scalar(param(module, index)?.0),
        Ret::FourOf(index) => Type::Vector(param(module, index)?.0, 4),
        Ret::Scalar(elem) => Type::Scalar(elem),
        Ret::Vector(elem, n) => Type::Vector(elem, n.into()),
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
        Ret::PointerTo => {
            if let Type::BufferPointer(_, align) = module.ty(params.first()?.1) {
                Type::BufferPointer(type_args.ty?, type_args.align.unwrap_or(align))
            } else {
                return None;
            }
        }
    };
    Some(module.types.intern(ty))
}

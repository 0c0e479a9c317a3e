//! Overloads of methods: the first row of the object that takes the arguments.

use super::intrinsic::is_struct_named;
use super::{Call, Choice, Misfit, OverloadError, Params, TypeArguments, mode_word, passes};
use crate::convert::{concrete, numeric};
use crate::hir::Module;
use crate::hir::display::type_name;
use crate::hir::expr::ParamMode;
use crate::hir::ty::{Access, ElemClass, Node, Object, Scalar, Texture, TextureDim, Type, TypeId};
use crate::tables::methods::{AtomicCell, Method, MethodRet, Role, find_methods};
use base::intern::Interner;

/// Chooses the overload of a method of an object.
///
/// # Errors
/// When the object has no method of this name, or none that takes the arguments.
pub fn pick_method(
    module: &mut Module,
    object: TypeId,
    name: &str,
    call: &Call<'_>,
) -> Result<Choice<Method>, OverloadError> {
    let ty = module.ty(object);
    let rows: Vec<&'static Method> = find_methods(ty, name).collect();
    if rows.is_empty() {
        return Err(OverloadError::Unknown);
    }
    let counts = |row: &Method| {
        let total = row.roles(is_combined(ty)).count();
        total - row.optional.len()..=total
    };
    if !rows.iter().any(|row| counts(row).contains(&call.args.len())) {
        let signatures = rows.iter().map(|row| method_signature(module, call.names, ty, row)).collect();
        return Err(OverloadError::Count(rows.iter().flat_map(|row| counts(row)).collect(), signatures));
    }
    let fitting: Vec<&'static Method> =
        rows.iter().copied().filter(|row| counts(row).contains(&call.args.len())).collect();
    if let Some(found) = fitting.iter().find_map(|row| match_row(module, call, ty, row)) {
        return Ok(found);
    }
    let misfit = match fitting.as_slice() {
        [only] => misfit(module, call, ty, only),
        _ => None,
    };
    Err(OverloadError::Types(rows.iter().map(|row| method_signature(module, call.names, ty, row)).collect(), misfit))
}

/// The first argument that a row does not take.
fn misfit(module: &mut Module, call: &Call<'_>, object: Type, row: &'static Method) -> Option<Misfit> {
    let void = module.types.intern(Type::Void);
    let is_layered = matches!(object, Type::Object(Object::Texture(texture)) if texture.arrayed);
    for (index, (role, &arg)) in row.roles(is_combined(object)).zip(call.args).enumerate() {
        let mode = if role.is_out() { ParamMode::Out } else { ParamMode::In };
        let fits = role_type(module, call, object, role, arg, None)
            .is_some_and(|ty| passes(module, call.version, mode, arg, ty));
        if !fits {
            let has_slice = is_layered && matches!(role, Role::Coord | Role::Texel);
            let meaning = if has_slice { ", with the slice of the array after the position" } else { "" };
            return Some(Misfit { index, wanted: role_text(module, call.names, object, role, void), meaning });
        }
    }
    None
}

/// Returns whether the object is a texture that holds its sampler.
pub fn is_combined(object: Type) -> bool {
    matches!(object, Type::Object(Object::Texture(Texture { combined: true, .. })))
}

fn match_row(module: &mut Module, call: &Call<'_>, object: Type, row: &'static Method) -> Option<Choice<Method>> {
    if let Some(unknown) = Choice::of_unknown(module, call, row) {
        return Some(unknown);
    }
    let args = call.args;
    let first_out = row.roles(is_combined(object)).position(Role::is_out).and_then(|index| args.get(index).copied());
    let mut params = Params::new();
    for (role, &arg) in row.roles(is_combined(object)).zip(args) {
        let ty = role_type(module, call, object, role, arg, first_out)?;
        let mode = if role.is_out() { ParamMode::Out } else { ParamMode::In };
        if !passes(module, call.version, mode, arg, ty) {
            return None;
        }
        params.push((mode, ty));
    }
    let ret = result_type(module, object, row, call.type_args)?;
    Some(Choice { row, params, ret })
}

/// The type of the parameter with this role; `None` if the argument is an object of the wrong type. `first_out` is
/// the first written argument.
fn role_type(
    module: &mut Module,
    call: &Call<'_>,
    object: Type,
    role: Role,
    arg: TypeId,
    first_out: Option<TypeId>,
) -> Option<TypeId> {
    let fits = match wanted(module, object, role, arg, first_out) {
        Wanted::Numbers(elem, count) => return Some(module.types.intern(vector_or_scalar(elem, count))),
        Wanted::Element => return element_type(object),
        Wanted::Stored => return Some(call.type_args.ty.unwrap_or_else(|| stored_type(module, arg))),
        Wanted::Sampler => module.ty(arg) == Type::Object(Object::Sampler { comparison: false }),
        Wanted::AnySampler => matches!(module.ty(arg), Type::Object(Object::Sampler { .. })),
        Wanted::ComparisonSampler => module.ty(arg) == Type::Object(Object::Sampler { comparison: true }),
        Wanted::AccelerationStructure => module.ty(arg) == Type::Object(Object::AccelerationStructure),
        Wanted::Ray => is_struct_named(module, call.names, arg, "RayDesc"),
        Wanted::Struct => matches!(module.ty(arg), Type::Struct(_)),
    };
    fits.then_some(arg)
}

/// The type that `Store` writes without a type argument; literals have 32 bits.
fn stored_type(module: &mut Module, arg: TypeId) -> TypeId {
    if matches!(module.ty(arg), Type::Scalar(Scalar::LiteralInt)) {
        module.types.intern(Type::Scalar(Scalar::UInt))
    } else {
        concrete(module, arg)
    }
}

/// A vector, or a scalar for one component.
fn vector_or_scalar(elem: Scalar, count: u8) -> Type {
    if count == 1 { Type::Scalar(elem) } else { Type::Vector(elem, count.into()) }
}

/// The type that a role requires.
enum Wanted {
    /// This many numbers.
    Numbers(Scalar, u8),
    /// The object's element type.
    Element,
    /// The argument's own type, or the type argument.
    Stored,
    Sampler,
    AnySampler,
    ComparisonSampler,
    AccelerationStructure,
    Ray,
    /// Any struct.
    Struct,
}

fn wanted(module: &Module, object: Type, role: Role, arg: TypeId, first_out: Option<TypeId>) -> Wanted {
    let texture = if let Type::Object(Object::Texture(texture)) = object { Some(texture) } else { None };
    let dims = texture.map_or(1, dimensions);
    let layers = u8::from(texture.is_some_and(|texture| texture.arrayed));
    let (elem, count) = match role {
        Role::Coord => (Scalar::Float, dims + layers),
        Role::Position | Role::Ddx | Role::Ddy => (Scalar::Float, dims),
        Role::Compare | Role::Bias | Role::Lod | Role::Clamp | Role::HitT => (Scalar::Float, 1),
        Role::Offset | Role::Offset1 | Role::Offset2 | Role::Offset3 | Role::Offset4 => (Scalar::Int, dims),
        Role::Texel => (Scalar::Int, dims + layers + u8::from(texture.is_some_and(has_levels))),
        Role::Sample | Role::Element => (Scalar::Int, 1),
        Role::Mip | Role::ByteOffset | Role::RayFlags | Role::InstanceMask => (Scalar::UInt, 1),
        Role::Status | Role::Count | Role::Stride | Role::Records | Role::Record => (Scalar::UInt, 1),
        Role::Original(AtomicCell::Word) => (Scalar::UInt, 1),
        Role::Original(AtomicCell::Wide) => (wide(atomic_elem(module, arg, None)), 1),
        Role::AtomicValue(AtomicCell::Word) | Role::AtomicCompare(AtomicCell::Word) => {
            (atomic_elem(module, arg, first_out), 1)
        }
        Role::AtomicValue(AtomicCell::Wide) | Role::AtomicCompare(AtomicCell::Wide) => {
            (wide(atomic_elem(module, arg, first_out)), 1)
        }
        Role::AtomicValue(AtomicCell::Float)
        | Role::AtomicCompare(AtomicCell::Float)
        | Role::Original(AtomicCell::Float) => (Scalar::Float, 1),
        Role::Width | Role::Height | Role::Depth | Role::Layers | Role::Levels | Role::Samples => {
            (size_elem(module, first_out.unwrap_or(arg)), 1)
        }
        Role::Uint2 => (Scalar::UInt, 2),
        Role::Uint3 => (Scalar::UInt, 3),
        Role::Uint4 => (Scalar::UInt, 4),
        Role::Sampler => return Wanted::Sampler,
        Role::AnySampler => return Wanted::AnySampler,
        Role::ComparisonSampler => return Wanted::ComparisonSampler,
        Role::Value => return Wanted::Element,
        Role::Stored => return Wanted::Stored,
        Role::AccelerationStructure => return Wanted::AccelerationStructure,
        Role::Ray => return Wanted::Ray,
        Role::Attributes => return Wanted::Struct,
    };
    Wanted::Numbers(elem, count)
}

/// The number of coordinates of a texture, without layers and levels.
pub const fn dimensions(texture: Texture) -> u8 {
    match texture.dim {
        TextureDim::D1 | TextureDim::Buffer => 1,
        TextureDim::D2 | TextureDim::Subpass => 2,
        TextureDim::D3 | TextureDim::Cube => 3,
    }
}

/// Returns whether coordinates of a texel end with a level.
const fn has_levels(texture: Texture) -> bool {
    let plain = !texture.multisampled && !matches!(texture.dim, TextureDim::Buffer | TextureDim::Subpass);
    plain && matches!(texture.access, Access::Read)
}

/// Signed if the argument is: this decides the order of values.
fn atomic_elem(module: &Module, arg: TypeId, original: Option<TypeId>) -> Scalar {
    match (numeric(module, arg), original.and_then(|original| numeric(module, original))) {
        // A literal takes the type of the object, or of the buffer's words.
        (Some((Scalar::LiteralInt, _)), Some((elem, _))) if elem.class() == ElemClass::SInt => Scalar::Int,
        (Some((Scalar::LiteralInt, _)), _) => Scalar::UInt,
        (Some((elem, _)), _) if elem.class() == ElemClass::SInt => Scalar::Int,
        (Some(_) | None, _) => Scalar::UInt,
    }
}

/// The integer of 64 bits with the same sign.
fn wide(elem: Scalar) -> Scalar {
    if elem.class() == ElemClass::SInt { Scalar::Int64 } else { Scalar::UInt64 }
}

/// Sizes are floats if the first argument for one is a float.
fn size_elem(module: &Module, arg: TypeId) -> Scalar {
    match numeric(module, arg) {
        Some((elem, _)) if elem.class() == ElemClass::Float => Scalar::Float,
        Some(_) | None => Scalar::UInt,
    }
}

/// The element type of an object.
fn element_type(object: Type) -> Option<TypeId> {
    match object {
        Type::Object(Object::Texture(texture)) => Some(texture.elem),
        Type::Object(Object::StructuredBuffer { elem, .. } | Object::Stream(_, elem))
        | Type::BufferPointer(elem, _)
        | Type::Object(Object::Node(Node { record: elem, .. })) => Some(elem),
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
        | Type::Spirv(_)
        | Type::Transient(_) => None,
    }
}

fn result_type(module: &mut Module, object: Type, row: &Method, type_args: TypeArguments) -> Option<TypeId> {
    let ty = match row.ret {
        // The checker declares the struct.
        MethodRet::Void | MethodRet::Positions => Type::Void,
        MethodRet::Elem => return element_type(object),
        MethodRet::Elem4 => Type::Vector(numeric(module, element_type(object)?)?.0, 4),
        MethodRet::Scalar(elem) => Type::Scalar(elem),
        MethodRet::Vector(elem, count) => Type::Vector(elem, count.into()),
        MethodRet::Matrix(rows, columns) => Type::Matrix { elem: Scalar::Float, rows, columns },
        MethodRet::Records(kind) => Type::Object(Object::Node(Node { kind, record: element_type(object)? })),
        MethodRet::TypeArgument => match type_args.ty {
            Some(ty) => return Some(ty),
            None => Type::Scalar(Scalar::UInt),
        },
    };
    Some(module.types.intern(ty))
}

/// A row as a declaration, with the types for this object.
pub fn method_signature(module: &mut Module, names: &Interner, object: Type, row: &Method) -> String {
    let void = module.types.intern(Type::Void);
    let required = row.roles(is_combined(object)).count() - row.optional.len();
    let mut text = String::new();
    for (index, role) in row.roles(is_combined(object)).enumerate() {
        let bracket = if index >= required { "[" } else { "" };
        let comma = if index > 0 { ", " } else { "" };
        let mode = mode_word(if role.is_out() { ParamMode::Out } else { ParamMode::In });
        let ty = role_text(module, names, object, role, void);
        text.push_str(&format!("{bracket}{comma}{mode}{ty} {}", role.name()));
    }
    let ret = if matches!(row.ret, MethodRet::TypeArgument) {
        "T".to_owned()
    } else if matches!(row.ret, MethodRet::Positions) {
        "BuiltInTrianglePositions".to_owned()
    } else {
        result_type(module, object, row, TypeArguments::default())
            .map_or_else(|| "T".to_owned(), |ty| type_name(module, names, ty))
    };
    format!("{ret} {}({text}{})", row.name, "]".repeat(row.optional.len()))
}

fn role_text(module: &mut Module, names: &Interner, object: Type, role: Role, void: TypeId) -> String {
    let ty = match wanted(module, object, role, void, None) {
        Wanted::Numbers(elem, count) => Some(module.types.intern(vector_or_scalar(elem, count))),
        Wanted::Element => element_type(object),
        Wanted::Stored => None,
        Wanted::Sampler | Wanted::AnySampler => return "SamplerState".to_owned(),
        Wanted::ComparisonSampler => return "SamplerComparisonState".to_owned(),
        Wanted::AccelerationStructure => return "RaytracingAccelerationStructure".to_owned(),
        Wanted::Ray => return "RayDesc".to_owned(),
        Wanted::Struct => return "struct".to_owned(),
    };
    ty.map_or_else(|| "T".to_owned(), |ty| type_name(module, names, ty))
}

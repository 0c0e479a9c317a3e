//! Rows of intrinsics as declarations, for notes and documentation. It must not know any call.

use super::elements::facts;
use super::mode_word;
use crate::hir::display::scalar_name;
use crate::tables::intrinsics::{Elem, Intrinsic, Param, ParamType, Ret, Shape, ShapeSet};

/// A row as a declaration.
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
        ParamType::RayQuery => "RayQuery<flags>".to_owned(),
        ParamType::HitObject => "dx::HitObject".to_owned(),
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
        Elem::Group(_, set) => facts(set).text,
        Elem::SameAs(index) => match number(row, index) {
            None | Some((Elem::SameAs(_), _)) => "T",
            Some((other, _)) => elem_text(row, other),
        },
    }
}

fn shape_text(shape: Shape) -> String {
    match shape {
        Shape::Scalar => String::new(),
        Shape::Vector(n) | Shape::Exactly(n) => n.to_string(),
        Shape::Factor | Shape::Group(_, ShapeSet::Any) => "<>".to_owned(),
        Shape::Group(_, ShapeSet::Vector) => "<N>".to_owned(),
        Shape::Group(_, ShapeSet::Matrix) => "<R, C>".to_owned(),
        Shape::Group(_, ShapeSet::SquareMatrix) => "<N, N>".to_owned(),
    }
}

/// The element and shape rules of a numeric parameter.
fn number(row: &Intrinsic, index: u8) -> Option<(Elem, Shape)> {
    match row.params.get(usize::from(index))?.ty {
        ParamType::Number(elem, shape) => Some((elem, shape)),
        ParamType::Struct
        | ParamType::RayDesc
        | ParamType::AccelerationStructure
        | ParamType::RayQuery
        | ParamType::HitObject
        | ParamType::BufferPointer
        | ParamType::SharedMemory
        | ParamType::String
        | ParamType::TypeArgument => None,
    }
}

fn ret_text(row: &Intrinsic) -> String {
    let elem = |index: u8| number(row, index).map_or("T", |(elem, _)| elem_text(row, elem)).to_owned();
    let shape = |index: u8| number(row, index).map_or_else(String::new, |(_, shape)| shape_text(shape));
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
        Ret::Positions => "BuiltInTrianglePositions".to_owned(),
        Ret::HitObject => "dx::HitObject".to_owned(),
        Ret::TypeArgument => "T".to_owned(),
        Ret::PointerTo => "vk::BufferPointer<T>".to_owned(),
    }
}

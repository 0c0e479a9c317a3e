//! The types that MLIR spells by their shape: cooperative matrices, and tensors of SPV_ARM_tensors.
//!
//! In words their sizes are ids of constants. A type whose constants are not all plain numbers without a sign has no
//! shape here, and is spelled by its instruction.

use super::attrs;
use super::enums::Kind;
use super::types::{Length, SpirvType};
use crate::ir::types::Sign;
use crate::ir::{Attr, AttrId, Context, Type, TypeId};
use spirv::Op;

/// A cooperative matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// The type of its components.
    pub elem: TypeId,
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub columns: u32,
    /// The scope of the invocations that it is spread over.
    pub scope: u32,
    /// Its use in a product.
    pub matrix_use: u32,
}

/// A tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// The type of its elements.
    pub elem: TypeId,
    /// Its lengths.
    pub lengths: Lengths,
}

/// The lengths of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lengths {
    /// Nothing is known.
    Unranked,
    /// Their number is known.
    Ranked(u32),
    /// All are known.
    Known(Vec<u32>),
}

/// A type with a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shaped {
    /// A cooperative matrix.
    Matrix(Matrix),
    /// A tensor.
    Tensor(Tensor),
}

/// The tensors that this module takes have at most this rank.
const MAX_RANK: u32 = 32;

impl Shaped {
    /// The shape of a type.
    pub fn of(ctx: &Context, ty: &SpirvType) -> Option<Shaped> {
        let SpirvType::Other { op, params, decorations } = ty else { return None };
        if !decorations.is_empty() {
            return None;
        }
        match op {
            Op::TypeCooperativeMatrixKHR => matrix(ctx, params).map(Shaped::Matrix),
            Op::TypeTensorARM => tensor(ctx, params).map(Shaped::Tensor),
            _ => None,
        }
    }

    /// The type with this shape.
    pub fn to_type(&self, ctx: &mut Context) -> SpirvType {
        let (op, params) = match self {
            Shaped::Matrix(Matrix { elem, rows, columns, scope, matrix_use }) => {
                let mut params = vec![ctx.attr(Attr::Type(*elem))];
                params.extend([*scope, *rows, *columns, *matrix_use].map(|number| ctx.i32_attr(number)));
                (Op::TypeCooperativeMatrixKHR, params)
            }
            Shaped::Tensor(Tensor { elem, lengths }) => {
                let mut params = vec![ctx.attr(Attr::Type(*elem))];
                match lengths {
                    Lengths::Unranked => {}
                    Lengths::Ranked(rank) => params.push(ctx.i32_attr(*rank)),
                    Lengths::Known(known) => {
                        params.push(ctx.i32_attr(known.len() as u32));
                        params.push(list(ctx, known));
                    }
                }
                (Op::TypeTensorARM, params)
            }
        };
        SpirvType::Other { op, params: params.into(), decorations: Vec::new() }
    }
}

fn matrix(ctx: &Context, params: &[AttrId]) -> Option<Matrix> {
    let [elem, scope, rows, columns, matrix_use] = params else { return None };
    let elem = elem_of(ctx, *elem)?;
    let [scope, rows, columns, matrix_use] = [scope, rows, columns, matrix_use].map(|attr| plain(ctx, *attr));
    let (scope, matrix_use) = (scope?, matrix_use?);
    let has_names =
        Kind::Scope.table().get(scope).is_some() && Kind::CooperativeMatrixUse.table().get(matrix_use).is_some();
    has_names.then_some(Matrix { elem, rows: rows?, columns: columns?, scope, matrix_use })
}

fn tensor(ctx: &Context, params: &[AttrId]) -> Option<Tensor> {
    let (elem, rest) = params.split_first()?;
    let lengths = match rest {
        [] => Lengths::Unranked,
        [rank] => Lengths::Ranked(plain(ctx, *rank).filter(|rank| (1..=MAX_RANK).contains(rank))?),
        [rank, lengths] => {
            let known = numbers(ctx, *lengths)?;
            (plain(ctx, *rank)? as usize == known.len()).then_some(Lengths::Known(known))?
        }
        _ => return None,
    };
    Some(Tensor { elem: elem_of(ctx, *elem)?, lengths })
}

fn elem_of(ctx: &Context, attr: AttrId) -> Option<TypeId> {
    match ctx[attr] {
        Attr::Type(elem) if matches!(ctx[elem], Type::Int { .. } | Type::Float { .. }) => Some(elem),
        _ => None,
    }
}

/// The number of a constant of 32 bits without a sign.
fn plain(ctx: &Context, attr: AttrId) -> Option<u32> {
    match ctx[attr] {
        Attr::Int { bits, ty } if ctx[ty] == (Type::Int { width: 32, sign: Sign::Signless }) => Some(bits as u32),
        _ => None,
    }
}

/// The numbers of a constant array of them.
fn numbers(ctx: &Context, attr: AttrId) -> Option<Vec<u32>> {
    let Attr::Dict(items) = &ctx[attr] else { return None };
    let [(attrs::VALUE, value), (attrs::TYPE, ty)] = items[..] else { return None };
    let (Attr::Array(parts), Attr::Type(ty)) = (&ctx[value], &ctx[ty]) else { return None };
    let Type::Spirv(SpirvType::Array { stride: None, .. }) = ctx[*ty] else { return None };
    parts.iter().map(|part| plain(ctx, *part)).collect()
}

fn list(ctx: &mut Context, numbers: &[u32]) -> AttrId {
    let parts: Vec<AttrId> = numbers.iter().map(|number| ctx.i32_attr(*number)).collect();
    let elem = ctx.int(32);
    let len = Length::Const(numbers.len() as u64);
    let ty = ctx.ty(Type::Spirv(SpirvType::Array { elem, len, stride: None }));
    let pair = [(attrs::VALUE, ctx.attr(Attr::Array(parts.into()))), (attrs::TYPE, ctx.attr(Attr::Type(ty)))];
    ctx.attr(Attr::Dict(pair.into()))
}

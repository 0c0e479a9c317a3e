//! Structs of the source beside those of the words, member by member.

use super::Join;
use ::reflect::{Amount, BitField, Kind, Literal, Member, Order, Reflection, Scalar, Struct, Type};
use base::ids::{Map, Set};
use sema::facts::{self, Value};
use sema::hir::ty::{ElemClass, MatrixOrder};

/// The structs of a document while facts are added to them.
pub(super) struct Memory {
    structs: Vec<Struct>,
    by_name: Map<String, usize>,
    seen: Set<(usize, usize)>,
}

impl Memory {
    /// Takes the structs out of a document; [`Memory::settle`] puts them back.
    pub(super) fn new(reflection: &mut Reflection) -> Memory {
        let structs = std::mem::take(&mut reflection.types);
        let by_name = structs.iter().enumerate().map(|(at, one)| (one.name.clone(), at)).collect();
        Memory { structs, by_name, seen: Set::default() }
    }

    pub(super) fn settle(self, reflection: &mut Reflection) {
        reflection.types = self.structs;
    }

    /// A struct of the words, by its name, and one of the source.
    pub(super) fn structure(&mut self, join: &mut Join<'_>, name: Option<&str>, source: usize) {
        let Some(&at) = name.and_then(|name| self.by_name.get(name)) else {
            join.differences.push(format!("unknown struct {name:?}"));
            return;
        };
        if !self.seen.insert((at, source)) {
            return;
        }
        let facts = &join.facts.structs[source];
        let name = self.structs[at].name.clone();
        join.same(|| format!("the members of '{name}'"), facts.members.len(), self.structs[at].members.len());
        self.structs[at].hlsl = Some(join.struct_fact(facts));
        let mut members = std::mem::take(&mut self.structs[at].members);
        for (fact, member) in facts.members.iter().zip(&mut members) {
            self.member(join, &name, fact, member);
        }
        self.structs[at].members = members;
    }

    fn member(&mut self, join: &mut Join<'_>, owner: &str, source: &facts::Member, member: &mut Member) {
        let what = || format!("{owner}.{}", source.name);
        join.same(|| format!("the offset of {}", what()), u64::from(source.offset), member.offset);
        self.value(join, what, &source.value, &member.ty);
        if member.name.is_empty() {
            member.name.clone_from(&source.name);
        }
        tell(join, source, member);
    }

    /// A value of the source and its type in the words.
    pub(super) fn value(&mut self, join: &mut Join<'_>, what: impl Fn() -> String, source: &Value, found: &Type) {
        let ours = source.dims.iter().map(|(count, stride)| (Amount::Fixed((*count).into()), Some(u64::from(*stride))));
        let theirs = found.dims.iter().map(|dim| (dim.count, dim.stride));
        if !ours.clone().eq(theirs.clone()) {
            let (ours, theirs): (Vec<_>, Vec<_>) = (ours.collect(), theirs.collect());
            join.same(|| format!("the dimensions of {}", what()), ours, theirs);
        }
        if let Some(structure) = source.structure {
            return self.structure(join, found.structure.as_deref().filter(|_| found.kind == Kind::Struct), structure);
        }
        let Some((class, width)) = source.scalar else { return };
        join.same(|| format!("the numbers of {}", what()), Some(scalar(class, width)), found.scalar);
        match (source.matrix, &found.matrix) {
            (Some((rows, columns, stride, order)), Some(matrix)) => {
                let order = Some(majorness(order));
                let ours = (u32::from(rows), u32::from(columns), Some(u64::from(stride)), order);
                join.same(
                    || format!("the matrix {}", what()),
                    ours,
                    (matrix.rows, matrix.columns, matrix.stride, matrix.order),
                );
            }
            (None, None) => {
                let components = found.components.unwrap_or(1);
                join.same(|| format!("the components of {}", what()), source.components, components);
            }
            (ours, theirs) => {
                join.same(|| format!("the form of {}", what()), ours.is_some(), theirs.is_some());
            }
        }
    }
}

/// Adds what only the source has.
pub(super) fn tell(join: &Join<'_>, source: &facts::Member, member: &mut Member) {
    let mut fact = join.fact(&source.value.ty, source.span);
    fact.semantic.clone_from(&source.semantic);
    fact.enumeration = source.value.enumeration.map(|at| join.facts.enums[at].name.clone());
    if !source.bit_fields.is_empty() {
        fact.ty = None;
    }
    member.bit_fields = source.bit_fields.iter().map(bit_field).collect();
    member.hlsl = Some(fact);
}

fn bit_field(source: &facts::BitField) -> BitField {
    let mut made = BitField::default();
    (made.name, made.ty) = (source.name.clone(), source.ty.clone());
    (made.offset, made.width) = (source.bits.offset, source.bits.width);
    made
}

pub(super) fn majorness(order: MatrixOrder) -> Order {
    match order {
        MatrixOrder::RowMajor => Order::RowMajor,
        MatrixOrder::ColumnMajor => Order::ColumnMajor,
    }
}

/// The numbers that memory holds: bools are unsigned integers there.
pub(super) fn scalar(class: ElemClass, width: u32) -> Scalar {
    match (class, width) {
        (ElemClass::Bool, _) | (ElemClass::UInt, 32) => Scalar::Uint32,
        (ElemClass::UInt, 8) => Scalar::Uint8,
        (ElemClass::UInt, 16) => Scalar::Uint16,
        (ElemClass::UInt, _) => Scalar::Uint64,
        (ElemClass::SInt, 8) => Scalar::Int8,
        (ElemClass::SInt, 16) => Scalar::Int16,
        (ElemClass::SInt, 32) => Scalar::Int32,
        (ElemClass::SInt, _) => Scalar::Int64,
        (ElemClass::Float, 16) => Scalar::Float16,
        (ElemClass::Float, 32) => Scalar::Float32,
        (ElemClass::Float, _) => Scalar::Float64,
    }
}

/// The default of a specialization constant, which the source has in two's complement, or as the bits of a `double`.
pub(super) fn literal(ty: Scalar, bits: u64) -> Literal {
    let number = f64::from_bits(bits);
    let bits = match ty {
        Scalar::Float16 => base::half::bits(number).into(),
        Scalar::Float32 => (number as f32).to_bits().into(),
        Scalar::Int8 | Scalar::Uint8 => bits & u64::from(u8::MAX),
        Scalar::Int16 | Scalar::Uint16 => bits & u64::from(u16::MAX),
        Scalar::Int32 | Scalar::Uint32 => bits & u64::from(u32::MAX),
        _ => bits,
    };
    Literal::of_bits(ty, bits)
}

//! Types and constants.

use super::limits::MAX_COMPONENTS;
use super::{Reader, Ref, Result, refuse};
use crate::jit::numbers;
use crate::jit::numbers::{AGGREGATES, ALIAS, EXPRESSION, FLOAT, FUNCTION, INT, POISON, UNDEF, VARIABLE, ZERO};
use dialect::ir::types::FloatKind;
use dialect::ir::{Attr, AttrId, OpId, Type, TypeId, ValueId};
use dialect::llvm::ops::{self, Opcode};
use dialect::llvm::types;
use std::ffi::{CStr, c_uint};

/// The limit of nesting of types and constants.
const MAX_DEPTH: usize = 64;
/// The limit of parts in a constant.
const MAX_PARTS: u64 = 1 << 20;

impl Reader<'_> {
    /// A type.
    pub(super) fn ty(&mut self, ty: Ref) -> Result<TypeId> {
        self.type_at(ty, 0)
    }

    fn type_at(&mut self, ty: Ref, depth: usize) -> Result<TypeId> {
        if let Some(known) = self.types.get(&ty) {
            return Ok(*known);
        }
        if depth > MAX_DEPTH {
            return refuse(format!("types are nested more than {MAX_DEPTH} levels deep"));
        }
        let api = self.api;
        let ieee = |width| Type::Float { width, kind: FloatKind::Ieee };
        // The numbers are those of `LLVMTypeKind`.
        let made = match api.type_kind(ty) {
            0 => Type::None,
            1 => ieee(16),
            2 => ieee(32),
            3 => ieee(64),
            18 => Type::Float { width: 16, kind: FloatKind::Bf16 },
            8 => {
                let made = self.builder.int(api.int_width(ty));
                self.builder.ty(made).clone()
            }
            10 => self.structure(ty, depth)?,
            11 => {
                let elem = self.type_at(api.element_type(ty), depth + 1)?;
                Type::Llvm(types::LlvmType::Array { elem, len: api.array_length(ty) })
            }
            12 => {
                let made = types::ptr_in(&mut self.builder.module.ctx, api.space(ty));
                self.builder.ty(made).clone()
            }
            13 => {
                let elem = self.type_at(api.element_type(ty), depth + 1)?;
                let len = api.vector_size(ty);
                if u64::from(len) > MAX_COMPONENTS {
                    return refuse(format!("a vector has more than {MAX_COMPONENTS} components"));
                }
                Type::Vector { elem, len }
            }
            20 => self.target(ty, depth)?,
            kind => return refuse(format!("a type is not supported (LLVM's kind {kind})")),
        };
        let made = self.builder.module.ctx.ty(made);
        self.types.insert(ty, made);
        Ok(made)
    }

    fn structure(&mut self, ty: Ref, depth: usize) -> Result<Type> {
        if self.api.is_opaque(ty) != 0 {
            return refuse("a struct has no members");
        }
        if self.api.is_packed(ty) != 0 {
            return refuse("a packed struct is not supported");
        }
        let mut fields = Vec::new();
        for at in 0..self.api.element_count(ty) {
            fields.push(self.type_at(self.api.struct_element(ty, at), depth + 1)?);
        }
        Ok(Type::Llvm(types::LlvmType::Struct(fields.into())))
    }

    fn target(&mut self, ty: Ref, depth: usize) -> Result<Type> {
        let api = self.api;
        let found = api.target_name(ty).zip(api.target_types(ty)).zip(api.target_numbers(ty));
        let Some(((name, types), numbers)) = found else {
            return refuse("target types require LLVM 20 or later");
        };
        // SAFETY: the name is a C string that the type holds.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
        let mut params = Vec::new();
        for at in 0..types {
            if let Some(param) = api.target_type(ty, at) {
                params.push(self.type_at(param, depth + 1)?);
            }
        }
        let numbers = (0..numbers).filter_map(|at| api.target_number(ty, at)).collect();
        Ok(Type::Llvm(types::LlvmType::Target { name: name.into(), types: params.into(), numbers }))
    }

    /// Value in the dialect of a value of LLVM.
    pub(super) fn value(&mut self, value: Ref) -> Result<ValueId> {
        self.value_at(value, 0)
    }

    fn value_at(&mut self, value: Ref, depth: usize) -> Result<ValueId> {
        if let Some(known) = self.values.get(&value) {
            return Ok(*known);
        }
        let ty = self.ty(self.api.type_of(value))?;
        let made = match self.api.value_kind(value) {
            FUNCTION | VARIABLE | ALIAS => {
                let Some(name) = self.names.get(&value).cloned() else { return refuse("unknown address") };
                let symbol = self.builder.module.ctx.name(&name);
                self.builder.address_of(symbol, ty)
            }
            EXPRESSION => self.expression(value, ty, depth)?,
            UNDEF => self.builder.undef(ty),
            POISON => self.builder.poison(ty),
            kind if ZERO.contains(&kind) => self.builder.zero(ty),
            kind if kind == INT || kind == FLOAT || AGGREGATES.contains(&kind) => {
                let attr = self.constant_attr(value, 0)?;
                let attr = self.builder.module.ctx[attr].clone();
                self.builder.constant(attr, ty)
            }
            kind => return refuse(format!("an operand is not supported (LLVM's kind {kind})")),
        };
        self.values.insert(value, made);
        Ok(made)
    }

    /// A constant expression, which becomes an op at the start of the function.
    fn expression(&mut self, value: Ref, ty: TypeId, depth: usize) -> Result<ValueId> {
        if depth > MAX_DEPTH {
            return refuse(format!("constants are nested more than {MAX_DEPTH} levels deep"));
        }
        let opcode = self.api.constant_opcode(value);
        let Some(row) = numbers::plain(opcode) else {
            return refuse(format!("an expression of constants is not supported (LLVM's opcode {opcode})"));
        };
        let mut operands = Vec::new();
        for at in 0..self.api.operand_count(value) {
            operands.push(self.value_at(self.api.operand(value, at as c_uint), depth + 1)?);
        }
        let op = self.builder.at_start(row, &operands, ty);
        if row == Opcode::Gep {
            self.gep(op, value)?;
        }
        Ok(self.builder.module[op].results[0])
    }

    /// A constant as an attribute.
    pub(super) fn constant_attr(&mut self, value: Ref, depth: usize) -> Result<AttrId> {
        if depth > MAX_DEPTH {
            return refuse(format!("constants are nested more than {MAX_DEPTH} levels deep"));
        }
        let ty = self.ty(self.api.type_of(value))?;
        let attr = match self.api.value_kind(value) {
            INT => match self.api.int_width(self.api.type_of(value)) {
                0..=64 => Attr::Int { bits: self.api.int_value(value), ty },
                width => return refuse(format!("unsupported integer width {width}")),
            },
            FLOAT => Attr::Float { bits: self.float_bits(value, ty), ty },
            UNDEF | POISON => Attr::Undef,
            kind if ZERO.contains(&kind) => self.zero_attr(ty),
            kind if AGGREGATES.contains(&kind) => self.parts(value, ty, depth)?,
            FUNCTION | VARIABLE | ALIAS => match self.names.get(&value).cloned() {
                Some(name) => Attr::Symbol(self.builder.module.ctx.name(&name)),
                None => return refuse("unknown address"),
            },
            EXPRESSION => self.computed(value, ty, depth)?,
            _ => return refuse("initializer is computed from addresses"),
        };
        Ok(self.builder.module.ctx.attr(attr))
    }

    /// A constant expression as an attribute: its op by name, its operands, and types.
    fn computed(&mut self, value: Ref, ty: TypeId, depth: usize) -> Result<Attr> {
        let opcode = self.api.constant_opcode(value);
        let Some(row) = numbers::plain(opcode).map(Opcode::row) else {
            return refuse(format!("an expression of constants is not supported (LLVM's opcode {opcode})"));
        };
        let mut operands = Vec::new();
        for at in 0..self.api.operand_count(value) {
            operands.push(self.constant_attr(self.api.operand(value, at as c_uint), depth + 1)?);
        }
        let elem = match row.op {
            Opcode::Gep => Some(self.ty(self.api.gep_type(value))?),
            _ => None,
        };
        let ctx = &mut self.builder.module.ctx;
        let mut parts = vec![
            (ops::EXPRESSION, ctx.str_attr(row.ir_name)),
            (ops::OPERANDS, ctx.attr(Attr::Array(operands.into()))),
            (ops::FUNCTION_TYPE, ctx.attr(Attr::Type(ty))),
        ];
        parts.extend(elem.map(|elem| (ops::ELEM_TYPE, ctx.attr(Attr::Type(elem)))));
        Ok(Attr::Dict(parts.into()))
    }

    /// A zero: of scalars as a number, of all other types as `Attr::Null`.
    fn zero_attr(&self, ty: TypeId) -> Attr {
        match self.builder.ty(ty) {
            Type::Int { .. } => Attr::Int { bits: 0, ty },
            Type::Float { .. } => Attr::Float { bits: 0, ty },
            _ => Attr::Null,
        }
    }

    fn parts(&mut self, value: Ref, ty: TypeId, depth: usize) -> Result<Attr> {
        let count = self.builder.parts(ty).unwrap_or(0);
        if count > MAX_PARTS {
            return refuse(format!("constant has more than {MAX_PARTS} elements"));
        }
        let mut parts = Vec::new();
        for at in 0..count {
            parts.push(self.constant_attr(self.api.aggregate_element(value, at as c_uint), depth + 1)?);
        }
        Ok(match self.builder.ty(ty) {
            Type::Vector { .. } => Attr::Dense { elems: parts.into(), ty },
            _ => Attr::Array(parts.into()),
        })
    }

    /// The bits of a float, which LLVM gives as a double.
    fn float_bits(&self, value: Ref, ty: TypeId) -> u64 {
        let mut loses = 0;
        let bits = self.api.float_value(value, &raw mut loses).to_bits();
        match self.builder.ty(ty) {
            Type::Float { kind: FloatKind::Bf16, .. } => narrowed(bits, 8, 7),
            Type::Float { width: 16, .. } => narrowed(bits, 5, 10),
            Type::Float { width: 32, .. } => narrowed(bits, 8, 23),
            _ => bits,
        }
    }

    /// The attributes of a `getelementptr`.
    pub(super) fn gep(&mut self, op: OpId, value: Ref) -> Result<()> {
        let elem = self.ty(self.api.gep_type(value))?;
        let elem = self.builder.module.ctx.attr(Attr::Type(elem));
        self.builder.module[op].set_attr(ops::ELEM_TYPE, elem);
        if self.api.is_in_bounds(value) != 0 {
            let unit = self.builder.module.ctx.attr(Attr::Unit);
            self.builder.module[op].set_attr(ops::INBOUNDS, unit);
        }
        Ok(())
    }
}

/// A double in an encoding with fewer bits of exponent and mantissa, in which it is exact.
fn narrowed(bits: u64, exponent: i64, mantissa: i64) -> u64 {
    let sign = bits >> 63 << (exponent + mantissa);
    let (raw, fraction) = (bits >> 52 & 0x7FF, bits & ((1 << 52) - 1));
    let highest = (1 << exponent) - 1;
    let scaled = raw as i64 - 1023 + (highest >> 1);
    if raw == 0x7FF {
        sign | (highest as u64) << mantissa | fraction >> (52 - mantissa)
    } else if raw == 0 || scaled < 1 - mantissa {
        sign
    } else if scaled >= 1 {
        sign | (scaled as u64) << mantissa | fraction >> (52 - mantissa)
    } else {
        // Subnormal numbers have an explicit leading one.
        sign | (fraction | 1 << 52) >> (52 - mantissa + 1 - scaled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_bits() {
        for bits in [0u32, 1, 0x7F_FFFF, 0x80_0000, 0x3F80_0000, 0x7F7F_FFFF, 0x7F80_0000, 0x7FC0_1000, 0xC049_0FDB] {
            let wide = match f32::from_bits(bits) {
                number if number.is_nan() => 0x7FF << 52 | u64::from(bits & 0x7F_FFFF) << 29,
                number => f64::from(number).to_bits(),
            };
            assert_eq!(narrowed(wide, 8, 23), u64::from(bits), "{bits:x}");
        }
        assert_eq!(narrowed(1.0f64.to_bits(), 5, 10), 0x3C00);
        assert_eq!(narrowed(2f64.powi(-24).to_bits(), 5, 10), 1);
        assert_eq!(narrowed((-65504.0f64).to_bits(), 5, 10), 0xFBFF);
    }
}

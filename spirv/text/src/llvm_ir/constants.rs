//! Constants as LLVM IR spells them.

use super::Printer;
use dialect::ir::types::FloatKind;
use dialect::ir::{Attr, AttrId, Module, Type, TypeId};
use dialect::llvm::types::{self, LlvmType};
use std::fmt::Write;

/// Returns whether a component is zero, and positive.
fn is_zero(module: &Module, attr: AttrId) -> bool {
    matches!(module.ctx[attr], Attr::Int { bits: 0, .. } | Attr::Float { bits: 0, .. } | Attr::Bool(false))
}

impl Printer<'_> {
    /// A constant of a type, without the type.
    pub(super) fn constant(&mut self, attr: AttrId, ty: TypeId) {
        let module = self.module;
        // Writing to a string does not fail.
        let _ = match &module.ctx[attr] {
            Attr::Int { bits, ty } => match module.ctx[*ty] {
                Type::Int { width: 1, .. } => write!(self.out, "{}", *bits != 0),
                Type::Int { width, .. } if width < 64 => {
                    write!(self.out, "{}", ((bits << (64 - width)) as i64) >> (64 - width))
                }
                _ => write!(self.out, "{}", *bits as i64),
            },
            Attr::Bool(value) => write!(self.out, "{value}"),
            Attr::Float { bits, ty } => match module.ctx[*ty] {
                Type::Float { width: 16, kind: FloatKind::Bf16 } => write!(self.out, "0xR{bits:04X}"),
                Type::Float { width: 16, .. } => write!(self.out, "0xH{bits:04X}"),
                Type::Float { width: 32, .. } => write!(self.out, "0x{:016X}", wide_bits(*bits as u32)),
                _ => write!(self.out, "0x{bits:016X}"),
            },
            // As LLVM prints it.
            Attr::Dense { elems, .. } if self.portable.is_some() && elems.iter().all(|elem| is_zero(module, *elem)) => {
                write!(self.out, "zeroinitializer")
            }
            Attr::Dense { elems, ty } => {
                self.elements(elems, module.ctx.scalar_of(*ty));
                Ok(())
            }
            Attr::Array(parts) => {
                self.parts(parts, ty);
                Ok(())
            }
            Attr::Undef if self.portable.is_some() => write!(self.out, "undef"),
            Attr::Undef => write!(self.out, "poison"),
            _ if types::space(&module.ctx, ty).is_some() => write!(self.out, "null"),
            _ => write!(self.out, "zeroinitializer"),
        };
    }

    fn elements(&mut self, elems: &[AttrId], scalar: TypeId) {
        let element = |printer: &mut Self, elem: &AttrId| {
            printer.ty(scalar);
            printer.put(" ");
            printer.constant(*elem, scalar);
        };
        if let Some(only) =
            elems.first().filter(|first| self.portable.is_none() && elems.iter().all(|elem| elem == *first))
        {
            self.put("splat (");
            element(self, only);
            return self.put(")");
        }
        self.put("<");
        self.put_all(elems, ", ", element);
        self.put(">");
    }

    /// The parts of an array or a struct, each with its type.
    fn parts(&mut self, parts: &[AttrId], ty: TypeId) {
        let module = self.module;
        let is_array = matches!(module.ctx[ty], Type::Llvm(LlvmType::Array { .. }));
        self.put(if is_array { "[" } else { "{ " });
        self.put_all(parts.iter().enumerate(), ", ", |printer, (at, part)| {
            let own = types::field(&module.ctx, ty, at as u32).unwrap_or(ty);
            printer.ty(own);
            printer.put(" ");
            printer.constant(*part, own);
        });
        self.put(if is_array { "]" } else { " }" });
    }
}

/// A single as the bits of a double, as the syntax requires. The payload of a NaN is kept.
fn wide_bits(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        let (sign, payload) = (u64::from(bits >> 31), u64::from(bits & 0x7F_FFFF));
        return sign << 63 | 0x7FF << 52 | payload << 29;
    }
    f64::from(value).to_bits()
}

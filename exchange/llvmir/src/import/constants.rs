//! Constants of LLVM as constants of SPIR-V.

use super::output::{Global, Shape};
use super::state::Import;
use crate::error::{Result, refuse};
use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, Type, TypeId};
use dialect::llvm::ops;
use dialect::llvm::types::{self, LlvmType};
use dialect::spirv::facts;
use spirv::Op;

impl Import<'_> {
    /// A constant of a type.
    pub(super) fn constant(&mut self, attr: AttrId, ty: TypeId) -> Result<Global> {
        let made = self.ty(ty)?;
        match &self.module.ctx[attr] {
            Attr::Int { bits, .. } if self.out.is_sampler(made) => self.literal_sampler(made, *bits as u32),
            Attr::Int { bits, .. } | Attr::Float { bits, .. } => Ok(self.out.number(made, *bits)),
            Attr::Bool(value) => Ok(self.out.number(made, u64::from(*value))),
            Attr::Undef => Ok(self.out.undef(made)),
            Attr::Null => Ok(self.out.null(made)),
            Attr::Dense { elems: parts, .. } | Attr::Array(parts) => self.composite(parts, ty, made),
            Attr::Symbol(name) => {
                let variable = self.variable_named(*name)?;
                Ok(self.cast_constant(variable, made))
            }
            Attr::Dict(_) => self.expression(attr, made),
            Attr::Unit | Attr::Literal(_) | Attr::Str(_) | Attr::Type(_) | Attr::Enum { .. } | Attr::Operand(_) => {
                refuse("a constant is not supported")
            }
        }
    }

    fn composite(&mut self, parts: &[AttrId], ty: TypeId, made: TypeId) -> Result<Global> {
        let mut elems = Vec::with_capacity(parts.len());
        for (at, part) in parts.iter().enumerate() {
            let own = match &self.module.ctx[ty] {
                Type::Vector { elem, .. } | Type::Llvm(LlvmType::Array { elem, .. }) => Some(*elem),
                _ => types::field(&self.module.ctx, ty, at as u32),
            };
            let Some(own) = own else { return refuse("a constant has more parts than its type") };
            elems.push(self.constant(*part, own)?);
        }
        if elems.iter().any(|elem| matches!(elem, Global::Variable(..) | Global::SpecConstant(..))) {
            let elems: Vec<Global> = elems.into_iter().map(|elem| self.part(elem)).collect();
            return Ok(self.out.spec_composite(made, &elems));
        }
        let undefined = self.out.module.ctx.attr(Attr::Undef);
        let elems: Vec<AttrId> = elems.into_iter().map(|elem| constant_attr(elem).unwrap_or(undefined)).collect();
        // A vector whose components have no values may be any.
        let is_undefined = parts.iter().all(|part| self.module.ctx[*part] == Attr::Undef);
        Ok(match self.out.shape(made) {
            Shape::Vector(..) if is_undefined => self.out.undef(made),
            Shape::Vector(..) => self.out.constant(Attr::Dense { elems: elems.into(), ty: made }, made),
            _ => self.out.constant(Attr::Array(elems.into()), made),
        })
    }

    /// An address as a constant: a variable is none, but what is computed of it is.
    fn part(&mut self, part: Global) -> Global {
        let Global::Variable(_, ty) = part else { return part };
        let size = self.out.size();
        let zero = self.out.number(size, 0);
        self.out.spec_operation(Op::InBoundsPtrAccessChain, ty, &[part, zero])
    }

    /// A variable, which is made now if it has not been yet.
    fn variable_named(&mut self, name: Symbol) -> Result<Global> {
        if let Some(known) = self.variables.get(&name).copied() {
            return Ok(known);
        }
        if !self.unmade.contains_key(&name) {
            return refuse(match self.functions.contains_key(&name) {
                true => "the address of a function is not supported",
                false => "variables that begin with the addresses of each other are not supported",
            });
        }
        self.make_global(name)
    }

    fn cast_constant(&mut self, value: Global, ty: TypeId) -> Global {
        if value.ty() == ty { value } else { self.out.spec_operation(Op::Bitcast, ty, &[value]) }
    }

    /// A constant expression.
    fn expression(&mut self, attr: AttrId, made: TypeId) -> Result<Global> {
        let module = self.module;
        let Attr::Dict(parts) = &module.ctx[attr] else { return refuse("a constant is not supported") };
        let part = |key: &str| parts.iter().find(|(name, _)| *name == key).map(|(_, attr)| &module.ctx[*attr]);
        let (Some(Attr::Str(op)), Some(Attr::Array(operands))) = (part(ops::EXPRESSION), part(ops::OPERANDS)) else {
            return refuse("a constant is not supported");
        };
        let operands = operands.iter().map(|operand| self.operand(*operand)).collect::<Result<Vec<_>>>()?;
        let op = match (&**op, operands.as_slice()) {
            ("getelementptr", [base, indices @ ..]) => {
                let Some(Attr::Type(elem)) = part(ops::ELEM_TYPE) else { return refuse("it has no type") };
                let elem = self.ty(*elem)?;
                let place = self.place(*base, elem, indices)?;
                return Ok(self.cast_constant(place, made));
            }
            ("addrspacecast", [base]) => {
                let Shape::Pointer(class, _) = self.out.shape(base.ty()) else { return refuse("it is not an address") };
                let bytes = self.bytes(class);
                let base = self.cast_constant(*base, bytes);
                let op = self.out.between_spaces(bytes, made)?;
                return Ok(self.out.spec_operation(op, made, &[base]));
            }
            ("bitcast", [_]) => Op::Bitcast,
            ("ptrtoint", [_]) => Op::ConvertPtrToU,
            ("inttoptr", [_]) => Op::ConvertUToPtr,
            ("trunc", [_]) => Op::UConvert,
            ("add", [_, _]) => Op::IAdd,
            ("sub", [_, _]) => Op::ISub,
            (op, _) => return refuse(format!("the expression of constants '{op}' is not supported")),
        };
        Ok(self.out.spec_operation(op, made, &operands))
    }

    /// An operand of an expression, whose type is its own.
    fn operand(&mut self, attr: AttrId) -> Result<Global> {
        let module = self.module;
        match &module.ctx[attr] {
            Attr::Symbol(name) => self.variable_named(*name),
            Attr::Int { ty, .. } | Attr::Float { ty, .. } => self.constant(attr, *ty),
            Attr::Dict(parts) => {
                let ty = parts.iter().find(|(name, _)| *name == ops::FUNCTION_TYPE).map(|(_, attr)| &module.ctx[*attr]);
                let Some(Attr::Type(ty)) = ty else { return refuse("a constant is not supported") };
                let ty = self.ty(*ty)?;
                self.expression(attr, ty)
            }
            _ => refuse("a constant is not supported"),
        }
    }

    /// An address behind another one.
    fn place(&mut self, base: Global, elem: TypeId, indices: &[Global]) -> Result<Global> {
        let Shape::Pointer(class, _) = self.out.shape(base.ty()) else { return refuse("it is not an address") };
        let ty = self.out.pointer(class, elem);
        let base = self.cast_constant(base, ty);
        let mut pointee = elem;
        for index in indices.iter().skip(1) {
            pointee = match self.out.shape(pointee) {
                Shape::Array(elem) | Shape::Vector(elem, _) => elem,
                Shape::Struct(members) => {
                    let at = constant_attr(*index).and_then(|attr| facts::number(&self.out.module, attr));
                    let member = at.and_then(|at| members.get(at as usize).copied());
                    let Some(member) = member else { return refuse("a struct has no such member") };
                    member
                }
                _ => return refuse("an index into a value that has no parts"),
            };
        }
        let ty = self.out.pointer(class, pointee);
        let operands: Vec<Global> = std::iter::once(base).chain(indices.iter().copied()).collect();
        Ok(self.out.spec_operation(Op::InBoundsPtrAccessChain, ty, &operands))
    }
}

/// The value of a constant that has one.
fn constant_attr(constant: Global) -> Option<AttrId> {
    match constant {
        Global::Constant(attr, _) => Some(attr),
        Global::Undef(_) | Global::Variable(..) | Global::SpecConstant(..) => None,
    }
}

//! Checks modules of the LLVM dialect: types, attributes, blocks and dominance.

use super::enums::{self, BinOp, Enumerated, FloatPredicate, IntPredicate, Intrinsic, Ordering, Signature};
use super::ops::{self, Cast, Form, Row};
use super::types::{self, LlvmType};
use crate::diagnostics::{Code, Error, Result};
use crate::ir::types::Sign;
use crate::ir::walk::{self, Dominators};
use crate::ir::{BlockId, Def, Module, OpId, Type, TypeId, ValueId};
use crate::spirv::facts;
use base::ids::Set;
use base::intern::Symbol;
use rustc_hash::FxHashMap;

/// Checks a module.
///
/// # Errors
/// The first rule that an op breaks.
pub fn verify(module: &Module) -> Result<()> {
    let mut names = Set::default();
    let symbols = facts::symbols(module);
    for op in module.top_ops() {
        let name = facts::symbol_of(module, *op, ops::SYM_NAME);
        if name.is_none_or(|name| !names.insert(name)) {
            return error(module, *op, "symbols of a module must have unique names");
        }
        match ops::row(module, *op).map(|row| row.form) {
            Some(Form::Func) => function(module, &symbols, *op)?,
            Some(Form::Global) if facts::type_of(module, *op, ops::ELEM_TYPE).is_some() => {}
            _ => return error(module, *op, "module contains an op other than functions and variables"),
        }
    }
    Ok(())
}

fn error<T>(module: &Module, op: OpId, message: &str) -> Result<T> {
    Err(Error::in_module(Code::Verify, format!("'{}': {message}", module[op].info.name)))
}

fn function(module: &Module, symbols: &FxHashMap<Symbol, OpId>, func: OpId) -> Result<()> {
    let ty = facts::type_of(module, func, ops::FUNCTION_TYPE).map(|ty| module.ctx[ty].clone());
    let Some(Type::Function { params, result }) = ty else { return error(module, func, "it has no function type") };
    let Some(region) = module[func].regions.first() else { return Ok(()) };
    let Some(entry) = module[*region].blocks.first().copied() else {
        return error(module, func, "a function has blocks");
    };
    let args: Vec<TypeId> = module[entry].args.iter().map(|arg| module.type_of(*arg)).collect();
    if *args != *params {
        return error(module, func, "the entry block's arguments are not the parameters");
    }
    let blocks = &module[*region].blocks;
    let places = blocks.iter().flat_map(|block| module[*block].ops.iter().enumerate());
    let position = places.map(|(at, op)| (*op, at)).collect();
    let doms = Dominators::new(entry, |block| walk::successors(module, block));
    let check = Check { module, symbols, position, result, doms };
    blocks.iter().try_for_each(|block| check.block(*block))
}

struct Check<'m> {
    module: &'m Module,
    symbols: &'m FxHashMap<Symbol, OpId>,
    /// The position of each op in its block.
    position: FxHashMap<OpId, usize>,
    result: TypeId,
    doms: Dominators,
}

impl Check<'_> {
    fn block(&self, block: BlockId) -> Result<()> {
        let ops = &self.module[block].ops;
        for (at, op) in ops.iter().enumerate() {
            if self.module[*op].is_terminator() != (at + 1 == ops.len()) {
                return error(self.module, *op, "block must have exactly one terminator, at its end");
            }
            self.op(block, at, *op)?;
        }
        match ops.is_empty() {
            true => Err(Error::in_module(Code::Verify, "a block is empty")),
            false => Ok(()),
        }
    }

    fn op(&self, block: BlockId, at: usize, op: OpId) -> Result<()> {
        let Some(row) = ops::row(self.module, op) else {
            return error(self.module, op, "the op is not one of the LLVM dialect");
        };
        if self.module[op].uses().any(|value| !self.sees(block, at, value)) {
            return error(self.module, op, "definition of an operand does not dominate its use");
        }
        for successor in &self.module[op].successors {
            let types = |values: &[ValueId]| values.iter().map(|value| self.ty(*value)).collect::<Vec<_>>();
            if types(&successor.args) != types(&self.module[successor.block].args) {
                return error(self.module, op, "branch operands do not match the block arguments");
            }
        }
        match self.form(row, op) {
            true => Ok(()),
            false => error(self.module, op, "invalid operands, attributes or results"),
        }
    }

    fn sees(&self, block: BlockId, at: usize, value: ValueId) -> bool {
        match self.module[value].def {
            Def::Arg(home, _) => home == block || self.dominates(home, block),
            Def::Result(op, _) => match self.module[op].block {
                Some(home) if home == block => self.position.get(&op).is_some_and(|place| *place < at),
                Some(home) => self.dominates(home, block),
                None => false,
            },
        }
    }

    fn dominates(&self, home: BlockId, block: BlockId) -> bool {
        !self.doms.reaches(block) || self.doms.dominates(home, block)
    }

    fn ty(&self, value: ValueId) -> TypeId {
        self.module.type_of(value)
    }

    fn is_int(&self, ty: TypeId) -> bool {
        matches!(self.module.ctx[self.module.ctx.scalar_of(ty)], Type::Int { .. })
    }

    fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.module.ctx[self.module.ctx.scalar_of(ty)], Type::Float { .. })
    }

    fn is_bool(&self, ty: TypeId) -> bool {
        self.is_int(ty) && self.width(ty) == 1
    }

    fn is_ptr(&self, value: ValueId) -> bool {
        types::space(&self.module.ctx, self.ty(value)).is_some()
    }

    fn width(&self, ty: TypeId) -> u32 {
        match self.module.ctx[self.module.ctx.scalar_of(ty)] {
            Type::Int { width, .. } | Type::Float { width, .. } => width,
            _ => 0,
        }
    }

    fn lanes(&self, ty: TypeId) -> u32 {
        match self.module.ctx[ty] {
            Type::Vector { len, .. } => len,
            _ => 0,
        }
    }

    /// Returns whether an op has a value of an enumeration.
    fn chooses<E: Enumerated>(&self, op: OpId, name: &str) -> bool {
        enums::value_of::<E>(self.module, op, name).is_some()
    }

    fn has(&self, op: OpId, name: &str) -> bool {
        self.module.attr(op, name).is_some()
    }

    fn form(&self, row: &Row, op: OpId) -> bool {
        let data = &self.module[op];
        let result = data.results.first().map(|value| self.ty(*value));
        let counts = data.results.len() <= 1;
        counts
            && match (row.form, data.operands.as_slice(), result) {
                (Form::IntBinary, [a, b], Some(ty)) => self.ty(*a) == ty && self.ty(*b) == ty && self.is_int(ty),
                (Form::FloatBinary, [a, b], Some(ty)) => self.ty(*a) == ty && self.ty(*b) == ty && self.is_float(ty),
                (Form::FloatUnary, [a], Some(ty)) => self.ty(*a) == ty && self.is_float(ty),
                (Form::Unary, [a], Some(ty)) => self.ty(*a) == ty,
                (Form::IntCompare, [a, b], Some(ty)) => {
                    let comparable = self.is_int(self.ty(*a)) || self.is_ptr(*a);
                    comparable && self.compares(*a, *b, ty) && self.chooses::<IntPredicate>(op, ops::PREDICATE)
                }
                (Form::FloatCompare, [a, b], Some(ty)) => {
                    let comparable = self.is_float(self.ty(*a)) && self.compares(*a, *b, ty);
                    comparable && self.chooses::<FloatPredicate>(op, ops::PREDICATE)
                }
                (Form::Cast(cast), [a], Some(ty)) => self.cast(cast, self.ty(*a), ty),
                (Form::Select, [c, a, b], Some(ty)) => {
                    let lanes = self.lanes(self.ty(*c));
                    self.is_bool(self.ty(*c))
                        && self.ty(*a) == ty
                        && self.ty(*b) == ty
                        && (lanes == 0 || lanes == self.lanes(ty))
                }
                (Form::Constant, [], Some(_)) => self.has(op, ops::VALUE),
                (Form::Symbolic, [], Some(_)) => true,
                (Form::AddressOf, [], Some(_)) => self.has(op, ops::SYMBOL),
                (Form::Call, _, _) => self.call(op, result),
                (Form::CallPointer, [callee, ..], _) => self.is_ptr(*callee),
                (Form::Intrinsic, operands, result) => self.intrinsic(op, operands, result),
                _ => self.memory(row.form, op, result) || self.parts(row.form, op, result) || self.end(row.form, op),
            }
    }

    fn compares(&self, a: ValueId, b: ValueId, ty: TypeId) -> bool {
        self.ty(a) == self.ty(b) && self.is_bool(ty) && self.lanes(ty) == self.lanes(self.ty(a))
    }

    fn cast(&self, cast: Cast, from: TypeId, to: TypeId) -> bool {
        let narrows = self.width(from) > self.width(to);
        let widens = self.width(from) < self.width(to);
        let ptr = |ty: TypeId| types::space(&self.module.ctx, ty).is_some();
        let same_lanes = self.lanes(from) == self.lanes(to);
        match cast {
            Cast::IntNarrow => self.is_int(from) && self.is_int(to) && narrows && same_lanes,
            Cast::IntWiden => self.is_int(from) && self.is_int(to) && widens && same_lanes,
            Cast::FloatNarrow => self.is_float(from) && self.is_float(to) && narrows && same_lanes,
            Cast::FloatWiden => self.is_float(from) && self.is_float(to) && widens && same_lanes,
            Cast::FloatToInt => self.is_float(from) && self.is_int(to) && same_lanes,
            Cast::IntToFloat => self.is_int(from) && self.is_float(to) && same_lanes,
            Cast::PtrToInt => ptr(from) && self.is_int(to),
            Cast::IntToPtr => self.is_int(from) && ptr(to),
            Cast::Space => ptr(from) && ptr(to) && from != to,
            Cast::Bits => {
                let bits = |ty: TypeId| self.width(ty) * self.lanes(ty).max(1);
                let space = |ty: TypeId| types::space(&self.module.ctx, ty);
                // A pointer that used to be typed is cast to its own type.
                bits(from) == bits(to)
                    && (bits(from) > 0 || from == to || space(from).is_some_and(|own| space(to) == Some(own)))
            }
        }
    }

    fn call(&self, op: OpId, result: Option<TypeId>) -> bool {
        let name = facts::symbol_of(self.module, op, ops::SYMBOL);
        let callee = name.and_then(|name| self.symbols.get(&name).copied());
        let ty = callee.and_then(|callee| facts::type_of(self.module, callee, ops::FUNCTION_TYPE));
        let Some(Type::Function { params, result: returns }) = ty.map(|ty| &self.module.ctx[ty]) else { return false };
        let args = self.module[op].operands.iter().map(|value| self.ty(*value));
        args.eq(params.iter().copied()) && result.is_none_or(|ty| ty == *returns)
    }

    fn intrinsic(&self, op: OpId, operands: &[ValueId], result: Option<TypeId>) -> bool {
        let Some(intrinsic) = enums::value_of::<Intrinsic>(self.module, op, ops::INTRINSIC) else { return false };
        let signature = intrinsic.signature();
        let types: Vec<TypeId> = operands.iter().map(|value| self.ty(*value)).collect();
        let is_flag = |ty: TypeId| self.module.ctx[ty] == Type::Int { width: 1, sign: Sign::Signless };
        let all_are = |ty: TypeId| types.iter().all(|other| *other == ty);
        types.len() == signature.arity()
            && match (signature, types.as_slice(), result) {
                (Signature::Floats(_), _, Some(ty)) => all_are(ty) && self.is_float(ty),
                (Signature::Ints(_), _, Some(ty)) => all_are(ty) && self.is_int(ty),
                (Signature::IntAndFlag, [value, flag], Some(ty)) => *value == ty && self.is_int(ty) && is_flag(*flag),
                (Signature::FloatToInt, [value], Some(ty)) => self.cast(Cast::FloatToInt, *value, ty),
                (Signature::IntsToOne, [value], Some(ty)) => self.is_int(*value) && self.is_component(ty, *value),
                (Signature::FloatsFrom, [start, value], Some(ty)) => {
                    *start == ty && self.is_float(ty) && self.is_component(ty, *value)
                }
                (Signature::MaskedLoad | Signature::Gather, [from, align, mask, other], Some(ty)) => {
                    *other == ty && self.is_masked(signature, ty, *from, *mask) && self.width(*align) == 32
                }
                (Signature::MaskedStore | Signature::Scatter, [value, to, align, mask], None) => {
                    self.is_masked(signature, *value, *to, *mask) && self.width(*align) == 32
                }
                (Signature::Fill, [_, byte, count, flag], None) => {
                    let widths = (self.width(*byte), self.width(*count));
                    self.is_ptr(operands[0]) && widths == (8, 64) && is_flag(*flag)
                }
                (Signature::Copy, [_, _, count, flag], None) => {
                    self.is_ptr(operands[0]) && self.is_ptr(operands[1]) && self.is_int(*count) && is_flag(*flag)
                }
                (Signature::Clock, [], Some(ty)) => self.is_int(ty) && self.width(ty) == 64,
                _ => false,
            }
    }

    fn is_component(&self, ty: TypeId, vector: TypeId) -> bool {
        self.lanes(vector) > 0 && self.module.ctx.scalar_of(vector) == ty
    }

    /// Returns whether addresses and mask are those of an access to a vector.
    fn is_masked(&self, signature: Signature, vector: TypeId, addresses: TypeId, mask: TypeId) -> bool {
        let lanes = self.lanes(vector);
        let is_one = matches!(signature, Signature::MaskedLoad | Signature::MaskedStore);
        let is_ptr = self.module.ctx[self.module.ctx.scalar_of(addresses)] == Type::Llvm(LlvmType::Ptr);
        let wanted = if is_one { 0 } else { lanes };
        lanes > 0 && is_ptr && self.lanes(addresses) == wanted && self.is_bool(mask) && self.lanes(mask) == lanes
    }

    fn memory(&self, form: Form, op: OpId, result: Option<TypeId>) -> bool {
        let atomic_width = |value: &ValueId| matches!(self.width(self.ty(*value)), 8 | 16 | 32 | 64);
        match (form, self.module[op].operands.as_slice(), result) {
            (Form::Alloca, [count], Some(_)) => {
                self.is_int(self.ty(*count)) && facts::type_of(self.module, op, ops::ELEM_TYPE).is_some()
            }
            (Form::Gep, [base, indices @ ..], Some(_)) => {
                let is_typed = facts::type_of(self.module, op, ops::ELEM_TYPE).is_some();
                let are_ints = indices.iter().all(|index| self.is_int(self.ty(*index)));
                self.is_ptr(*base) && are_ints && (is_typed || indices.len() == 1)
            }
            (Form::Load, [address], Some(_)) => self.is_ptr(*address) && self.has(op, ops::ALIGNMENT),
            (Form::Store, [_, address], None) => self.is_ptr(*address) && self.has(op, ops::ALIGNMENT),
            (Form::AtomicRmw, [address, value], Some(ty)) => {
                self.is_ptr(*address)
                    && self.ty(*value) == ty
                    && atomic_width(value)
                    && self.chooses::<BinOp>(op, ops::BIN_OP)
                    && self.chooses::<Ordering>(op, ops::ORDERING)
            }
            (Form::Cmpxchg, [address, expected, new], Some(_)) => {
                self.is_ptr(*address)
                    && self.ty(*expected) == self.ty(*new)
                    && (atomic_width(new) || self.width(self.ty(*new)) == 128)
            }
            (Form::Fence, [], None) => self.chooses::<Ordering>(op, ops::ORDERING),
            _ => false,
        }
    }

    fn parts(&self, form: Form, op: OpId, result: Option<TypeId>) -> bool {
        let step = |ty: TypeId, index: u32| types::field(&self.module.ctx, ty, index);
        let part = |ty: TypeId| types::positions(self.module, op).into_iter().try_fold(ty, step);
        let element = |ty: TypeId| self.module.ctx.scalar_of(ty);
        match (form, self.module[op].operands.as_slice(), result) {
            (Form::ExtractElement, [vector, index], Some(ty)) => {
                let from = self.ty(*vector);
                self.lanes(from) > 0 && element(from) == ty && self.is_index(*index, self.lanes(from))
            }
            (Form::InsertElement, [vector, value, index], Some(ty)) => {
                let from = self.ty(*vector);
                let fits = from == ty && self.lanes(ty) > 0 && element(ty) == self.ty(*value);
                fits && self.is_index(*index, self.lanes(from))
            }
            (Form::Shuffle, [a, b], Some(ty)) => {
                let (mask, from) = (facts::array_of(self.module, op, ops::MASK), self.ty(*a));
                let limit = 2 * u64::from(self.lanes(from));
                let in_range =
                    mask.iter().filter_map(|lane| facts::number(self.module, *lane)).all(|lane| lane < limit);
                let fits = from == self.ty(*b) && mask.len() == self.lanes(ty) as usize;
                fits && in_range && element(ty) == element(from)
            }
            (Form::ExtractValue, [aggregate], Some(ty)) => part(self.ty(*aggregate)) == Some(ty),
            (Form::InsertValue, [aggregate, value], Some(ty)) => {
                self.ty(*aggregate) == ty && part(ty) == Some(self.ty(*value))
            }
            _ => false,
        }
    }

    /// Returns whether a value can be the index of one of this many components; a constant must be in range.
    fn is_index(&self, value: ValueId, lanes: u32) -> bool {
        let constant = self.module.defining_op(value).and_then(|op| facts::number_of(self.module, op, ops::VALUE));
        self.is_int(self.ty(value)) && constant.is_none_or(|index| index < u64::from(lanes))
    }

    fn end(&self, form: Form, op: OpId) -> bool {
        let data = &self.module[op];
        match (form, data.operands.as_slice(), data.successors.len()) {
            (Form::Br, [], 1) | (Form::Unreachable, [], 0) => true,
            (Form::CondBr, [condition], 2) => self.is_bool(self.ty(*condition)) && self.lanes(self.ty(*condition)) == 0,
            (Form::Switch, [selector], count) => {
                let cases = facts::array_of(self.module, op, ops::CASES);
                let distinct: Set<_> = cases.iter().collect();
                self.is_int(self.ty(*selector)) && cases.len() + 1 == count && distinct.len() == cases.len()
            }
            (Form::Return, [], 0) => self.module.ctx[self.result] == Type::None,
            (Form::Return, [value], 0) => self.ty(*value) == self.result,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::build::Builder;
    use super::*;
    use crate::ir::Successor;
    use crate::llvm::ops::Opcode;

    fn body(fill: impl FnOnce(&mut Builder, &[ValueId])) -> Result<()> {
        let mut b = Builder::new();
        let i32 = b.int(32);
        let params = b.begin("f", &[i32, i32], i32, false);
        fill(&mut b, &params);
        b.finish();
        verify(&b.module)
    }

    #[test]
    fn well_formed_functions_pass() {
        let result = body(|b, params| {
            let (yes, no) = (b.new_block(&[]), b.new_block(&[]));
            let condition = b.icmp(IntPredicate::Ult, params[0], params[1]);
            b.cond_br(condition, Successor::new(yes), Successor::new(no));
            b.block = yes;
            let sum = b.add(params[0], params[1]);
            b.ret(Some(sum));
            b.block = no;
            b.ret(Some(params[0]));
        });
        assert_eq!(result, Ok(()));
    }

    #[test]
    fn broken_rules_are_named() {
        let wrong_type = body(|b, params| {
            let wide = b.i64(1);
            let sum = b.value(Opcode::Add, &[params[0], wide], b.type_of(params[0]));
            b.ret(Some(sum));
        });
        assert!(wrong_type.is_err_and(|error| error.message.contains("llvm.add")));
        let no_end = body(|b, params| {
            b.add(params[0], params[1]);
        });
        assert!(no_end.is_err());
        let not_dominated = body(|b, params| {
            let (side, after) = (b.new_block(&[]), b.new_block(&[]));
            let condition = b.icmp(IntPredicate::Eq, params[0], params[1]);
            b.cond_br(condition, Successor::new(side), Successor::new(after));
            b.block = side;
            let value = b.add(params[0], params[1]);
            b.br(after, &[]);
            b.block = after;
            b.ret(Some(value));
        });
        assert!(not_dominated.is_err_and(|error| error.message.contains("dominate")));
    }
}

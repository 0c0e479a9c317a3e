//! Instructions as ops of the LLVM dialect.

use super::constants::SPELLED;
use super::state::{Export, number};
use crate::error::{Result, refuse};
use crate::mangle::Param;
use crate::tables::{BINARY, CALLS, COMPARISONS, Comparison};
use dialect::ir::{Attr, BlockId, OpId, Successor, Type, TypeId, ValueId};
use dialect::llvm::enums;
use dialect::llvm::ops::{self, Opcode};
use dialect::spirv::access::id_of;
use dialect::spirv::decode::{Inst, Operand};
use dialect::spirv::enums::Kind;
use isa::{Class, ConversionKind};
use rustc_hash::FxHashMap;
use spirv::{MemoryAccess, Op, StorageClass};

/// The state of exporting a function.
pub(super) struct Body<'e, 'i> {
    pub(super) export: &'e mut Export<'i>,
    /// The values of ids: pointers that do not say what they lead to are the same as those they are made of.
    pub(super) values: FxHashMap<u32, ValueId>,
    pub(super) blocks: FxHashMap<u32, BlockId>,
    /// The values that variables begin with, the variables and their alignment: they are stored after the last
    /// variable.
    initial: Vec<(ValueId, ValueId, u32)>,
    /// For builtins that are vectors and of which components alone are read: the builtin's function.
    components: FxHashMap<u32, String>,
}

impl<'e, 'i> Body<'e, 'i> {
    pub(super) fn new(
        export: &'e mut Export<'i>,
        values: FxHashMap<u32, ValueId>,
        components: FxHashMap<u32, String>,
    ) -> Self {
        Body { export, values, blocks: FxHashMap::default(), initial: Vec::new(), components }
    }

    // Values and types.

    /// The SPIR-V type of a value.
    pub(super) fn type_of(&self, value: u32) -> Result<u32> {
        Ok(self.export.def(value)?.ty.unwrap_or(0))
    }

    /// The type of an instruction's result.
    pub(super) fn result_type(&mut self, inst: &Inst) -> Result<TypeId> {
        match inst.ty {
            Some(ty) => self.export.ty(ty),
            None => Ok(self.export.builder.module.ctx.none()),
        }
    }

    pub(super) fn value(&mut self, value: u32) -> Result<ValueId> {
        if let Some(known) = self.values.get(&value) {
            return Ok(*known);
        }
        let inst = self.export.def(value)?;
        let made = match inst.op {
            Op::Variable if number(inst.operands.first()) == StorageClass::Input as u64 => {
                return refuse("the address of a builtin is not supported");
            }
            Op::Variable if number(inst.operands.first()) != StorageClass::Function as u64 => {
                let (symbol, ty) = (self.export.symbol(value)?, self.export.ty(inst.ty.unwrap_or(0))?);
                self.export.builder.address_of(symbol, ty)
            }
            Op::SpecConstantOp | Op::SpecConstantComposite => {
                return refuse("specialization constant expressions are not supported");
            }
            op if SPELLED.contains(&op) => self.export.constant_value(value)?,
            _ => return refuse(format!("%{value} is used before it is defined")),
        };
        self.values.insert(value, made);
        Ok(made)
    }

    /// The value of an instruction's operand.
    pub(super) fn operand(&mut self, inst: &Inst, at: usize) -> Result<ValueId> {
        self.value(id_of(inst.operands.get(at)))
    }

    fn operands(&mut self, inst: &Inst, count: usize) -> Result<Vec<ValueId>> {
        (0..count).map(|at| self.operand(inst, at)).collect()
    }

    fn block(&self, inst: &Inst, at: usize) -> Result<Successor> {
        match self.blocks.get(&id_of(inst.operands.get(at))) {
            Some(block) => Ok(Successor::new(*block)),
            None => refuse("branch target is not a block of the function"),
        }
    }

    // Ops.

    /// The op that an instruction becomes.
    pub(super) fn define(&mut self, inst: &Inst, opcode: Opcode, operands: &[ValueId]) -> Result<OpId> {
        let ty = self.result_type(inst)?;
        let op = self.export.builder.op(opcode, operands);
        let value = self.export.builder.module.add_result(op, ty);
        self.values.insert(inst.result.unwrap_or(0), value);
        Ok(op)
    }

    pub(super) fn set(&mut self, op: OpId, name: &'static str, attr: Attr) {
        self.export.set(op, name, attr);
    }

    fn terminate(&mut self, opcode: Opcode, operands: &[ValueId], successors: Vec<Successor>) -> OpId {
        let op = self.export.builder.op(opcode, operands);
        self.export.builder.module[op].successors = successors;
        op
    }

    /// A value under another name: of its own type.
    pub(super) fn copy(&mut self, inst: &Inst) -> Result<()> {
        let value = self.operand(inst, 0)?;
        self.define(inst, Opcode::Freeze, &[value]).map(drop)
    }

    /// Stores the values that variables begin with, once the variables are all there.
    fn flush_initial(&mut self, inst: &Inst) {
        if !matches!(inst.op, Op::Variable | Op::Label | Op::Line | Op::NoLine) {
            for (value, variable, align) in std::mem::take(&mut self.initial) {
                self.export.builder.store(value, variable, align);
            }
        }
    }

    pub(super) fn inst(&mut self, inst: &'i Inst) -> Result<()> {
        self.flush_initial(inst);
        let op = inst.op;
        if let Some((_, opcode)) = BINARY.iter().find(|(known, _)| *known == op) {
            let left = self.operand(inst, 0)?;
            let right = self.of_width(id_of(inst.operands.get(1)), id_of(inst.operands.first()))?;
            let made = self.define(inst, *opcode, &[left, right])?;
            self.liberties(inst, made);
            return Ok(());
        }
        if let Some((_, comparison)) = COMPARISONS.iter().find(|(known, _)| *known == op) {
            let operands = self.operands(inst, 2)?;
            return self.compare(inst, *comparison, &operands);
        }
        if let Some((_, call)) = CALLS.iter().find(|(known, _)| *known == op) {
            return self.instruction(inst, *call);
        }
        match op {
            Op::Label => {
                self.export.builder.loc = None;
                self.export.builder.block = self.blocks[&inst.result.unwrap_or(0)];
            }
            Op::Line => self.export.builder.loc = Some(self.export.loc(inst)),
            Op::NoLine => self.export.builder.loc = None,
            Op::FunctionEnd | Op::SelectionMerge | Op::LoopMerge | Op::Undef | Op::Phi => {}
            Op::CopyObject if self.export.says_something(inst.result.unwrap_or(0)) => self.annotated(inst)?,
            Op::CopyObject => self.alias(inst)?,
            Op::Return | Op::ReturnValue | Op::Unreachable | Op::Branch | Op::BranchConditional | Op::Switch => {
                self.end(inst)?;
            }
            Op::FNegate => drop(self.same(inst, Opcode::FNeg, 1)?),
            Op::SNegate => {
                let ty = self.result_type(inst)?;
                let (zero, value) = (self.export.builder.zero(ty), self.operand(inst, 0)?);
                self.define(inst, Opcode::Sub, &[zero, value])?;
            }
            Op::Not | Op::LogicalNot => {
                let ty = self.result_type(inst)?;
                let (value, ones) = (self.operand(inst, 0)?, self.export.builder.iconst(ty, u64::MAX));
                self.define(inst, Opcode::Xor, &[value, ones])?;
            }
            Op::IsNan => {
                let value = self.operand(inst, 0)?;
                self.compare(inst, Comparison::Float(enums::FloatPredicate::Uno), &[value, value])?;
            }
            Op::Select => drop(self.same(inst, Opcode::Select, 3)?),
            Op::VectorTimesScalar => self.times_scalar(inst)?,
            Op::FunctionCall => self.call(inst)?,
            Op::ExtInst => self.extended(inst)?,
            Op::Bitcast if self.is_renamed(inst)? => self.alias(inst)?,
            _ => match isa::class(op) {
                Class::Conversion(ConversionKind::Number | ConversionKind::Pointer | ConversionKind::Bits) => {
                    self.convert(inst)?;
                }
                _ => return self.composite_or_memory(inst),
            },
        }
        Ok(())
    }

    /// An op on the values of the first operands.
    fn same(&mut self, inst: &Inst, opcode: Opcode, count: usize) -> Result<OpId> {
        let operands = self.operands(inst, count)?;
        self.define(inst, opcode, &operands)
    }

    fn alias(&mut self, inst: &Inst) -> Result<()> {
        let value = self.operand(inst, 0)?;
        self.values.insert(inst.result.unwrap_or(0), value);
        Ok(())
    }

    /// Checks for a bitcast of pointers whose types are the same in LLVM IR.
    fn is_renamed(&mut self, inst: &Inst) -> Result<bool> {
        let is_pointer = |body: &Self, ty: u32| body.export.def(ty).is_ok_and(|inst| inst.op == Op::TypePointer);
        let value = self.operand(inst, 0)?;
        let ty = self.result_type(inst)?;
        let from = self.type_of(id_of(inst.operands.first()))?;
        let are_pointers = is_pointer(self, from) && is_pointer(self, inst.ty.unwrap_or(0));
        Ok(are_pointers && self.export.builder.type_of(value) == ty)
    }

    fn compare(&mut self, inst: &Inst, comparison: Comparison, operands: &[ValueId]) -> Result<()> {
        let opcode = match comparison {
            Comparison::Int(_) => Opcode::ICmp,
            Comparison::Float(_) => Opcode::FCmp,
        };
        let op = self.define(inst, opcode, operands)?;
        let ctx = &mut self.export.builder.module.ctx;
        let predicate = match comparison {
            Comparison::Int(predicate) => enums::attr(ctx, predicate),
            Comparison::Float(predicate) => enums::attr(ctx, predicate),
        };
        self.export.builder.module[op].set_attr(ops::PREDICATE, predicate);
        Ok(())
    }

    fn end(&mut self, inst: &Inst) -> Result<()> {
        match inst.op {
            Op::ReturnValue => {
                let value = self.operand(inst, 0)?;
                self.terminate(Opcode::Return, &[value], Vec::new());
            }
            Op::Unreachable => drop(self.terminate(Opcode::Unreachable, &[], Vec::new())),
            Op::Branch => {
                let to = self.block(inst, 0)?;
                self.terminate(Opcode::Br, &[], vec![to]);
            }
            Op::BranchConditional => {
                let (condition, ways) = (self.operand(inst, 0)?, vec![self.block(inst, 1)?, self.block(inst, 2)?]);
                self.terminate(Opcode::CondBr, &[condition], ways);
            }
            Op::Switch => self.switch(inst)?,
            _ => drop(self.terminate(Opcode::Return, &[], Vec::new())),
        }
        Ok(())
    }

    fn switch(&mut self, inst: &Inst) -> Result<()> {
        let selector = self.operand(inst, 0)?;
        let ty = self.export.builder.type_of(selector);
        let mut ways = vec![self.block(inst, 1)?];
        let mut cases = Vec::new();
        for at in (2..inst.operands.len()).step_by(2) {
            let attr = Attr::Int { bits: number(inst.operands.get(at)), ty };
            cases.push(self.export.builder.module.ctx.attr(attr));
            ways.push(self.block(inst, at + 1)?);
        }
        let op = self.terminate(Opcode::Switch, &[selector], ways);
        self.set(op, ops::CASES, Attr::Array(cases.into()));
        Ok(())
    }

    fn composite_or_memory(&mut self, inst: &Inst) -> Result<()> {
        match inst.op {
            Op::CompositeExtract => self.extract(inst),
            Op::CompositeInsert => self.insert(inst),
            Op::VectorShuffle => self.shuffle(inst),
            Op::VectorExtractDynamic => self.same(inst, Opcode::ExtractElement, 2).map(drop),
            Op::VectorInsertDynamic => self.same(inst, Opcode::InsertElement, 3).map(drop),
            Op::Variable => self.variable(inst),
            Op::Load => self.load(inst),
            Op::CopyMemorySized => self.copy_bytes(inst),
            Op::Store => {
                let operands = [self.operand(inst, 1)?, self.operand(inst, 0)?];
                let op = self.export.builder.op(Opcode::Store, &operands);
                self.access(inst, op, self.type_of(id_of(inst.operands.get(1)))?)
            }
            Op::InBoundsPtrAccessChain | Op::PtrAccessChain | Op::InBoundsAccessChain | Op::AccessChain => {
                self.chain(inst)
            }
            op => refuse(format!("Op{op:?} cannot be exported to LLVM IR")),
        }
    }

    fn times_scalar(&mut self, inst: &Inst) -> Result<()> {
        let (vector, factor) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let ty = self.result_type(inst)?;
        let count = self.export.builder.lanes(ty);
        let (undef, first) = (self.export.builder.undef(ty), self.export.builder.i32(0));
        let one = self.export.builder.value(Opcode::InsertElement, &[undef, factor, first], ty);
        let all = self.export.builder.value(Opcode::ShuffleVector, &[one, undef], ty);
        if let Some(op) = self.export.builder.module.defining_op(all) {
            self.mask(op, vec![0; count as usize]);
        }
        self.define(inst, Opcode::FMul, &[vector, all]).map(drop)
    }

    /// Gives a shuffle its components.
    fn mask(&mut self, op: OpId, lanes: Vec<u32>) {
        let ctx = &mut self.export.builder.module.ctx;
        let lanes = lanes.into_iter().map(|lane| match lane {
            u32::MAX => ctx.attr(Attr::Undef),
            lane => ctx.attr(Attr::Literal(lane)),
        });
        let lanes = Attr::Array(lanes.collect());
        self.set(op, ops::MASK, lanes);
    }

    // Composites.

    /// Indices one after the other: LLVM has an instruction for vectors, and another for all else.
    fn extract(&mut self, inst: &Inst) -> Result<()> {
        let composite = id_of(inst.operands.first());
        if let Some(builtin) = self.components.get(&composite).cloned() {
            let index = self.export.builder.i32(number(inst.operands.get(1)) as u32);
            return self.mangled(inst, &builtin, &[index], &[Param::Scalar("i")], false);
        }
        let mut value = self.value(composite)?;
        for index in &inst.operands[1..] {
            value = self.part(value, number(Some(index)))?;
        }
        self.values.insert(inst.result.unwrap_or(0), value);
        Ok(())
    }

    /// A part of a composite.
    fn part(&mut self, value: ValueId, index: u64) -> Result<ValueId> {
        let ty = self.export.builder.type_of(value);
        if let Type::Vector { elem, .. } = *self.export.builder.ty(ty) {
            let index = self.export.builder.i32(index as u32);
            return Ok(self.export.builder.value(Opcode::ExtractElement, &[value, index], elem));
        }
        let Some(part) = dialect::llvm::types::field(&self.export.builder.module.ctx, ty, index as u32) else {
            return refuse("composite index out of bounds");
        };
        let op = self.export.builder.op(Opcode::ExtractValue, &[value]);
        self.set(op, ops::POSITION, Attr::Literal(index as u32));
        Ok(self.export.builder.module.add_result(op, part))
    }

    fn insert(&mut self, inst: &Inst) -> Result<()> {
        let (part, whole) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let indices: Vec<u32> = inst.operands[2..].iter().map(|index| number(Some(index)) as u32).collect();
        let mut ty = self.export.builder.type_of(whole);
        if let (Type::Vector { .. }, [index]) = (self.export.builder.ty(ty), &indices[..]) {
            let index = self.export.builder.i32(*index);
            return self.define(inst, Opcode::InsertElement, &[whole, part, index]).map(drop);
        }
        for index in &indices {
            ty = match dialect::llvm::types::field(&self.export.builder.module.ctx, ty, *index) {
                Some(part) => part,
                None => return refuse("inserting a component of a vector in a composite is not supported"),
            };
        }
        let op = self.define(inst, Opcode::InsertValue, &[whole, part])?;
        let ctx = &mut self.export.builder.module.ctx;
        let indices = indices.into_iter().map(|index| ctx.attr(Attr::Literal(index))).collect();
        self.set(op, ops::POSITION, Attr::Array(indices));
        Ok(())
    }

    fn shuffle(&mut self, inst: &Inst) -> Result<()> {
        let op = self.same(inst, Opcode::ShuffleVector, 2)?;
        let lanes = inst.operands[2..].iter().map(|index| number(Some(index)) as u32).collect();
        self.mask(op, lanes);
        Ok(())
    }

    // Memory.

    fn variable(&mut self, inst: &Inst) -> Result<()> {
        let one = self.export.builder.i32(1);
        let op = self.define(inst, Opcode::Alloca, &[one])?;
        let elem = self.export.pointee(inst.ty.unwrap_or(0))?;
        let elem = self.export.ty(elem)?;
        self.set(op, ops::ELEM_TYPE, Attr::Type(elem));
        self.set(op, ops::ALIGNMENT, Attr::Literal(16));
        if let Some(initial) = inst.operands.get(1) {
            let align = self.export.align(self.type_of(id_of(Some(initial)))?)?;
            let (value, variable) = (self.value(id_of(Some(initial)))?, self.value(inst.result.unwrap_or(0))?);
            self.initial.push((value, variable, align as u32));
        }
        Ok(())
    }

    /// Sets the volatility and alignment of an access; the default is the alignment of its type.
    fn access(&mut self, inst: &Inst, op: OpId, ty: u32) -> Result<()> {
        let found = inst.operands.iter().find_map(|operand| match operand {
            Operand::Enum(Kind::MemoryAccess, bits, params) => Some((*bits, params.first())),
            _ => None,
        });
        let (bits, align) = found.unwrap_or((0, None));
        if bits & MemoryAccess::VOLATILE.bits() != 0 {
            self.set(op, ops::VOLATILE, Attr::Unit);
        }
        let is_aligned = bits & MemoryAccess::ALIGNED.bits() != 0;
        let align = if is_aligned { number(align) } else { self.export.align(ty)? };
        self.set(op, ops::ALIGNMENT, Attr::Literal(align as u32));
        Ok(())
    }

    fn load(&mut self, inst: &Inst) -> Result<()> {
        let pointer = id_of(inst.operands.first());
        let variable = self.export.def(pointer)?;
        if variable.op == Op::Variable && number(variable.operands.first()) == StorageClass::Input as u64 {
            if self.components.contains_key(&inst.result.unwrap_or(0)) {
                return Ok(());
            }
            return self.builtin(inst, pointer);
        }
        let op = self.same(inst, Opcode::Load, 1)?;
        self.access(inst, op, inst.ty.unwrap_or(0))
    }

    fn chain(&mut self, inst: &Inst) -> Result<()> {
        let base = id_of(inst.operands.first());
        let pointee = self.export.pointee(self.type_of(base)?)?;
        let pointee = self.export.ty(pointee)?;
        let mut operands = vec![self.value(base)?];
        if matches!(inst.op, Op::InBoundsAccessChain | Op::AccessChain) {
            operands.push(self.export.builder.i32(0));
        }
        for index in &inst.operands[1..] {
            operands.push(self.value(id_of(Some(index)))?);
        }
        let op = self.define(inst, Opcode::Gep, &operands)?;
        self.set(op, ops::ELEM_TYPE, Attr::Type(pointee));
        if matches!(inst.op, Op::InBoundsPtrAccessChain | Op::InBoundsAccessChain) {
            self.set(op, ops::INBOUNDS, Attr::Unit);
        }
        Ok(())
    }
}

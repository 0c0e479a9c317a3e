//! Memory: variables, addresses, accesses.

use super::function::Body;
use super::output::Shape;
use super::types;
use crate::error::{Result, refuse};
use dialect::ir::{OpId, Type, TypeId, ValueId};
use dialect::llvm::enums::{self, BinOp, Ordering};
use dialect::llvm::ops::{self, Opcode};
use dialect::llvm::types::LlvmType;
use dialect::spirv::facts;
use dialect::spirv::operands::Arg;
use spirv::{MemoryAccess, MemorySemantics, Op, Scope, StorageClass};

/// LLVM's names of the scopes of atomic accesses.
const SCOPES: &[(&str, Scope)] = &[
    ("singlethread", Scope::Invocation),
    ("work_item", Scope::Invocation),
    ("subgroup", Scope::Subgroup),
    ("workgroup", Scope::Workgroup),
    ("device", Scope::Device),
    ("all_svm_devices", Scope::CrossDevice),
];

/// LLVM's atomic operations in SPIR-V: on integers, and on floating point.
const ATOMICS: &[(BinOp, Op, Option<Op>)] = &[
    (BinOp::Xchg, Op::AtomicExchange, Some(Op::AtomicExchange)),
    (BinOp::Add, Op::AtomicIAdd, None),
    (BinOp::Sub, Op::AtomicISub, None),
    (BinOp::And, Op::AtomicAnd, None),
    (BinOp::Or, Op::AtomicOr, None),
    (BinOp::Xor, Op::AtomicXor, None),
    (BinOp::Max, Op::AtomicSMax, None),
    (BinOp::Min, Op::AtomicSMin, None),
    (BinOp::UMax, Op::AtomicUMax, None),
    (BinOp::UMin, Op::AtomicUMin, None),
    (BinOp::FAdd, Op::AtomicFAddEXT, Some(Op::AtomicFAddEXT)),
    // The operand is negated.
    (BinOp::FSub, Op::AtomicFAddEXT, Some(Op::AtomicFAddEXT)),
    (BinOp::FMax, Op::AtomicFMaxEXT, Some(Op::AtomicFMaxEXT)),
    (BinOp::FMin, Op::AtomicFMinEXT, Some(Op::AtomicFMinEXT)),
];

/// The semantics of an order of memory.
fn semantics(ordering: Ordering) -> MemorySemantics {
    match ordering {
        Ordering::Monotonic => MemorySemantics::RELAXED,
        Ordering::Acquire => MemorySemantics::ACQUIRE,
        Ordering::Release => MemorySemantics::RELEASE,
        Ordering::AcqRel => MemorySemantics::ACQUIRE_RELEASE,
        Ordering::SeqCst => MemorySemantics::SEQUENTIALLY_CONSISTENT,
    }
}

impl Body<'_, '_> {
    /// The pointer before a cast to generic: not every consumer supports all functions on generic pointers.
    fn specific(&self, mut value: ValueId) -> ValueId {
        let module = self.import.module;
        let is_generic = |value| match &module.ctx[module.type_of(value)] {
            Type::Llvm(LlvmType::PtrIn(space)) => matches!(types::class_of(*space), Ok(StorageClass::Generic)),
            _ => false,
        };
        while let Some(op) = module.defining_op(value).filter(|_| is_generic(value))
            && ops::row(module, op).is_some_and(|row| row.op == Opcode::AddrSpaceCast)
        {
            value = module[op].operands[0];
        }
        value
    }

    /// A pointer value as one that leads to this type.
    pub(super) fn pointer(&mut self, value: ValueId, pointee: TypeId) -> Result<ValueId> {
        let id = self.value(self.specific(value))?;
        match self.shape_of(id) {
            // A builtin is read as it is, or its first component is.
            Shape::Pointer(StorageClass::Input, own) if own != pointee => {
                if self.import.out.scalar(own) != pointee {
                    return refuse("a builtin is read as something else than it is");
                }
                let (ty, zero) = (self.import.out.pointer(StorageClass::Input, pointee), self.u32(0));
                Ok(self.make(Op::InBoundsAccessChain, ty, &[id, zero]))
            }
            Shape::Pointer(..) => Ok(self.leading_to(id, pointee)),
            _ => refuse("it is not an address"),
        }
    }

    pub(super) fn alloca(&mut self, op: OpId) -> Result<ValueId> {
        let module = self.import.module;
        let Some(elem) = facts::type_of(module, op, ops::ELEM_TYPE) else { return refuse("it has no type") };
        let mut ty = self.import.ty(elem)?;
        ty = self.import.in_memory(ty)?;
        // In memory a vector of three is one of four, as which it may be written.
        if let Shape::Vector(part, 3) = self.import.out.shape(ty) {
            ty = self.import.out.vector(part, 4);
        }
        let count = module[op].operands[0];
        match self.number(count) {
            // Memory of nothing is never accessed.
            Some(0 | 1) => {}
            Some(count) => ty = self.import.out.array(ty, count),
            None => {
                let (count, pointer) = (self.data(count)?, self.import.out.pointer(StorageClass::Function, ty));
                return Ok(self.make(Op::VariableLengthArrayINTEL, pointer, &[count]));
            }
        }
        Ok(self.variable(ty))
    }

    /// A boolean, which is a byte in memory. Vectors of them are bits there.
    fn is_truth(&self, ty: TypeId) -> Result<bool> {
        match self.import.out.shape(ty) {
            Shape::Vector(elem, _) if self.import.out.shape(elem) == Shape::Bool => {
                refuse("vectors of booleans in memory are not supported")
            }
            shape => Ok(shape == Shape::Bool),
        }
    }

    /// The component of a builtin at this distance from its start.
    fn part_of_builtin(&mut self, base: ValueId, own: TypeId, bytes: u64) -> Result<ValueId> {
        let scalar = self.import.out.scalar(own);
        let size = self.import.out.size_of(scalar).map_or(0, |(size, _)| size);
        let Shape::Vector(_, len) = self.import.out.shape(own) else {
            return refuse("a builtin is read as something else than it is");
        };
        let at = bytes.checked_div(size).filter(|at| at * size == bytes && *at < u64::from(len));
        let Some(at) = at else { return refuse("a builtin is read as something else than it is") };
        let (ty, at) = (self.import.out.pointer(StorageClass::Input, scalar), self.u32(at as u32));
        Ok(self.make(Op::InBoundsAccessChain, ty, &[base, at]))
    }

    /// An address with an offset; `None` where the offset is zero.
    pub(super) fn gep(&mut self, op: OpId) -> Result<Option<ValueId>> {
        let module = self.import.module;
        let Some(elem) = facts::type_of(module, op, ops::ELEM_TYPE) else { return refuse("it has no type") };
        let elem = self.import.ty(elem)?;
        let elem = self.import.in_memory(elem)?;
        let (base, indices) = (module[op].operands[0], &module[op].operands[1..]);
        if let ([only], true) = (indices, self.number(indices[0]) == Some(0)) {
            debug_assert!(self.number(*only).is_some());
            return Ok(None);
        }
        let base = self.value(base)?;
        let Shape::Pointer(class, own) = self.shape_of(base) else { return refuse("it is not an address") };
        if let (StorageClass::Input, [only]) = (class, indices)
            && let (Some(count), Some((size, _))) = (self.number(*only), self.import.out.size_of(elem))
        {
            return self.part_of_builtin(base, own, count.wrapping_mul(size)).map(Some);
        }
        let base = if class == StorageClass::Input { base } else { self.leading_to(base, elem) };
        let mut operands = vec![base];
        let mut pointee = if class == StorageClass::Input { own } else { elem };
        let is_builtin = class == StorageClass::Input;
        if is_builtin && (own != elem || self.number(indices[0]) != Some(0)) {
            return refuse("a builtin is read as something else than it is");
        }
        for (at, index) in indices.iter().enumerate() {
            let id = self.data(*index)?;
            if at > 0 {
                pointee = self.step(pointee, *index)?;
            }
            if !(is_builtin && at == 0) {
                operands.push(id);
            }
        }
        let is_in_bounds = module.attr(op, ops::INBOUNDS).is_some();
        let made = match (is_builtin, is_in_bounds) {
            (true, _) => Op::InBoundsAccessChain,
            (false, true) => Op::InBoundsPtrAccessChain,
            (false, false) => Op::PtrAccessChain,
        };
        let ty = self.import.out.pointer(class, pointee);
        Ok(Some(self.make(made, ty, &operands)))
    }

    /// The type of the part that an index selects.
    fn step(&mut self, ty: TypeId, index: ValueId) -> Result<TypeId> {
        match self.import.out.shape(ty) {
            Shape::Array(elem) | Shape::Vector(elem, _) => Ok(elem),
            Shape::Struct(members) => {
                let member = self.number(index).and_then(|index| members.get(index as usize).copied());
                member.map_or_else(|| refuse("a struct has no such member"), Ok)
            }
            _ => refuse("an index into a value that has no parts"),
        }
    }

    /// The operands that say how memory is accessed.
    fn access(&self, op: OpId) -> [Arg; 2] {
        let module = self.import.module;
        let align = facts::number_of(module, op, ops::ALIGNMENT).unwrap_or(1) as u32;
        let mut access = MemoryAccess::ALIGNED;
        if module.attr(op, ops::VOLATILE).is_some() {
            access |= MemoryAccess::VOLATILE;
        }
        [Arg::Word(access.bits()), Arg::Word(align)]
    }

    pub(super) fn load(&mut self, op: OpId) -> Result<ValueId> {
        let module = self.import.module;
        let made = self.result_type(op)?;
        let is_truth = self.is_truth(made)?;
        let ty = if is_truth { self.import.out.int(8) } else { made };
        let pointer = self.pointer(module[op].operands[0], ty)?;
        let value = match self.order(op)? {
            Some(order) => self.make(Op::AtomicLoad, ty, &[pointer, order[0], order[1]]),
            None => {
                let [access, align] = self.access(op);
                self.make(Op::Load, ty, &[pointer.into(), access, align])
            }
        };
        Ok(if is_truth { self.truth_of(value) } else { value })
    }

    pub(super) fn store(&mut self, op: OpId) -> Result<()> {
        let module = self.import.module;
        let mut value = self.data(module[op].operands[0])?;
        if self.is_truth(self.type_of(value))? {
            let byte = self.import.out.int(8);
            value = self.as_number(value, byte, 1);
        }
        let ty = self.type_of(value);
        let pointer = self.pointer(module[op].operands[1], ty)?;
        if let Some(order) = self.order(op)? {
            self.effect(Op::AtomicStore, &[pointer, order[0], order[1], value]);
            return Ok(());
        }
        let [access, align] = self.access(op);
        self.effect(Op::Store, &[pointer.into(), value.into(), access, align]);
        Ok(())
    }

    /// Scope and semantics of an access that is atomic.
    fn order(&mut self, op: OpId) -> Result<Option<[ValueId; 2]>> {
        let module = self.import.module;
        let Some(ordering) = enums::value_of::<Ordering>(module, op, ops::ORDERING) else { return Ok(None) };
        let scope = match module.attr(op, ops::SYNC_SCOPE).map(|attr| &module.ctx[attr]) {
            Some(dialect::ir::Attr::Str(name)) => match SCOPES.iter().find(|(known, _)| **known == **name) {
                Some((_, scope)) => *scope,
                None => return refuse(format!("SPIR-V has no scope '{name}'")),
            },
            _ => Scope::CrossDevice,
        };
        let (scope, semantics) = (scope as u32, semantics(ordering).bits());
        Ok(Some([self.u32(scope), self.u32(semantics)]))
    }

    pub(super) fn atomic_rmw(&mut self, op: OpId) -> Result<ValueId> {
        let module = self.import.module;
        let value = self.data(module[op].operands[1])?;
        let ty = self.type_of(value);
        let pointer = self.pointer(module[op].operands[0], ty)?;
        let operation = enums::value_of::<BinOp>(module, op, ops::BIN_OP);
        let is_difference = operation == Some(BinOp::FSub);
        let value = if is_difference { self.make(Op::FNegate, ty, &[value]) } else { value };
        let row = ATOMICS.iter().find(|(known, ..)| Some(*known) == operation);
        let made = row.and_then(|(_, int, float)| match self.import.out.shape(ty) {
            Shape::Float(_) => *float,
            Shape::Int(_) => Some(*int),
            _ => None,
        });
        match (made, self.order(op)?) {
            (Some(made), Some(order)) => Ok(self.make(made, ty, &[pointer, order[0], order[1], value])),
            _ => refuse("SPIR-V has no such atomic operation"),
        }
    }

    /// LLVM gives the old value with whether it was the expected one.
    pub(super) fn cmpxchg(&mut self, op: OpId) -> Result<ValueId> {
        let module = self.import.module;
        let operands = &module[op].operands;
        let (expected, new) = (self.data(operands[1])?, self.data(operands[2])?);
        let ty = self.type_of(new);
        let pointer = self.pointer(operands[0], ty)?;
        let Some([scope, semantics]) = self.order(op)? else { return refuse("it has no order") };
        let failed = match enums::value_of::<Ordering>(module, op, ops::ORDERING) {
            Some(Ordering::SeqCst) => semantics,
            Some(Ordering::Acquire | Ordering::AcqRel) => self.u32(MemorySemantics::ACQUIRE.bits()),
            _ => self.u32(0),
        };
        let operands = [pointer, scope, semantics, failed, new, expected];
        let old = self.make(Op::AtomicCompareExchange, ty, &operands);
        let bool = self.import.out.bool();
        let same = self.make(Op::IEqual, bool, &[old, expected]);
        let pair = self.import.out.structure(&[ty, bool]);
        let undefined = self.undef(pair);
        let half = self.make(Op::CompositeInsert, pair, &[old.into(), undefined.into(), Arg::Word(0)]);
        Ok(self.make(Op::CompositeInsert, pair, &[same.into(), half.into(), Arg::Word(1)]))
    }

    pub(super) fn fence(&mut self, op: OpId) -> Result<()> {
        let Some([scope, _]) = self.order(op)? else { return refuse("it has no order") };
        let ordering = enums::value_of::<Ordering>(self.import.module, op, ops::ORDERING);
        let both = MemorySemantics::WORKGROUP_MEMORY | MemorySemantics::CROSS_WORKGROUP_MEMORY;
        let semantics = ordering.map_or(both, |ordering| semantics(ordering) | both);
        let semantics = self.u32(semantics.bits());
        self.effect(Op::MemoryBarrier, &[scope, semantics]);
        Ok(())
    }
}

//! Buffers: their elements, variables that are buffers, casts and atomic operations.

use super::Emitter;
use crate::tree::{Fact, MemRef, Node, Ty, Value};
use dialect::diagnostics::Result;
use dialect::ir::{Attr, AttrId, Type, TypeId, ValueId};
use dialect::spirv::attrs;
use dialect::spirv::enums::Kind;
use dialect::spirv::facts;
use dialect::spirv::ops::{self, Mlir};
use spirv::{MemoryAccess, MemorySemantics, Op, Scope, StorageClass};

/// The kinds of `memref.atomic_rmw`, in the order of their numbers in the generic form.
const ATOMICS: &[(&str, Option<Op>)] = &[
    ("addf", Some(Op::AtomicFAddEXT)),
    ("addi", Some(Op::AtomicIAdd)),
    ("assign", Some(Op::AtomicExchange)),
    ("maximumf", None),
    ("maxs", Some(Op::AtomicSMax)),
    ("maxu", Some(Op::AtomicUMax)),
    ("minimumf", None),
    ("mins", Some(Op::AtomicSMin)),
    ("minu", Some(Op::AtomicUMin)),
    ("mulf", None),
    ("muli", None),
    ("ori", Some(Op::AtomicOr)),
    ("andi", Some(Op::AtomicAnd)),
    ("maxnumf", Some(Op::AtomicFMaxEXT)),
    ("minnumf", Some(Op::AtomicFMinEXT)),
    ("xori", Some(Op::AtomicXor)),
];

/// `memref.load`.
pub(crate) fn load(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let buffer = emit.buffer_of(node, 0)?;
    let pointer = emit.element(node, 0, &node.operands[1..])?;
    let ty = emit.result_type(node, 0)?;
    let stored = emit.stored(&buffer.elem)?;
    let op = emit.op(ops::core(Op::Load), &[pointer]);
    emit.access(op, node, &buffer)?;
    let value = emit.module.add_result(op, stored);
    let value = if stored == ty {
        value
    } else {
        let zero = emit.int(0, stored);
        emit.value(Op::INotEqual, &[value, zero], ty)
    };
    emit.give(node, &[value]);
    Ok(())
}

/// `memref.store`.
pub(crate) fn store(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let buffer = emit.buffer_of(node, 1)?;
    let value = emit.operand(node, 0)?;
    let pointer = emit.element(node, 1, &node.operands[2..])?;
    let stored = emit.stored(&buffer.elem)?;
    let value = if emit.type_of(value) == stored {
        value
    } else {
        let width = emit.width(stored);
        emit.as_number(value, 1, width)
    };
    let op = emit.op(ops::core(Op::Store), &[pointer, value]);
    emit.access(op, node, &buffer)
}

/// `vector.load`: elements one by one, since a buffer of scalars has no vectors.
pub(crate) fn load_vector(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let buffer = emit.buffer_of(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    let (elem, len) = emit.run_of(&buffer, node.results.first().copied(), ty)?;
    let first = emit.linear(node, 0, &node.operands[1..])?;
    let mut parts = Vec::new();
    for at in 0..len {
        let pointer = emit.behind(node, 0, first, at)?;
        let op = emit.op(ops::core(Op::Load), &[pointer]);
        emit.access(op, node, &buffer)?;
        parts.push(emit.module.add_result(op, elem));
    }
    let value = if len == 1 { parts[0] } else { emit.value(Op::CompositeConstruct, &parts, ty) };
    emit.give(node, &[value]);
    Ok(())
}

/// `vector.store`.
pub(crate) fn store_vector(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let buffer = emit.buffer_of(node, 1)?;
    let vector = emit.operand(node, 0)?;
    let ty = emit.type_of(vector);
    emit.run_of(&buffer, node.operands.first().copied(), ty)?;
    let first = emit.linear(node, 1, &node.operands[2..])?;
    for (at, part) in (0..).zip(emit.components(vector)) {
        let pointer = emit.behind(node, 1, first, at)?;
        let op = emit.op(ops::core(Op::Store), &[pointer, part]);
        emit.access(op, node, &buffer)?;
    }
    Ok(())
}

/// `memref.atomic_rmw`.
pub(crate) fn atomic(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let buffer = emit.buffer_of(node, 1)?;
    let by_name = node.word("kind").and_then(|word| ATOMICS.iter().find(|(name, _)| *name == word));
    let number = || node.fact("kind")?.number().and_then(|number| usize::try_from(number).ok());
    let Some((name, op)) = by_name.or_else(|| ATOMICS.get(number()?)).copied() else {
        return emit.error("unknown atomic operation");
    };
    let Some(op) = op else { return emit.error(format!("SPIR-V has no atomic operation '{name}'")) };
    let value = emit.operand(node, 0)?;
    let pointer = emit.element(node, 1, &node.operands[2..])?;
    let storage = emit.storage(&buffer)?;
    let scope = if storage == StorageClass::Workgroup { Scope::Workgroup } else { Scope::Device };
    let memory = match storage {
        StorageClass::Workgroup => MemorySemantics::WORKGROUP_MEMORY,
        StorageClass::CrossWorkgroup => MemorySemantics::CROSS_WORKGROUP_MEMORY,
        StorageClass::StorageBuffer | StorageClass::Uniform | StorageClass::PhysicalStorageBuffer => {
            MemorySemantics::UNIFORM_MEMORY
        }
        StorageClass::Generic => MemorySemantics::WORKGROUP_MEMORY | MemorySemantics::CROSS_WORKGROUP_MEMORY,
        _ => return emit.error("atomic operations are not supported on this memory"),
    };
    let semantics = (MemorySemantics::ACQUIRE_RELEASE | memory).bits();
    let scope = emit.enumerant(Kind::Scope, scope as u32);
    let semantics = emit.enumerant(Kind::MemorySemantics, semantics);
    let ty = emit.result_type(node, 0)?;
    let given = emit.with(op, &[(attrs::SCOPE, scope), (attrs::SEMANTICS, semantics)], &[pointer, value], ty);
    emit.give(node, &[given]);
    Ok(())
}

/// `memref.alloc` of a workgroup, `memref.alloca` of an invocation.
pub(crate) fn allocate(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let Some(result) = node.results.first().copied() else { return emit.error("the op has too few results") };
    let value = emit.variable(result)?;
    emit.give(node, &[value]);
    Ok(())
}

/// `memref.memory_space_cast`, between the storage classes of kernels.
pub(crate) fn cast_space(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    let storages = [emit.type_of(operand), ty].map(|ty| facts::storage_of(&emit.module, ty));
    let value = match storages {
        [from, to] if from == to => operand,
        _ if !emit.target.is_kernel => return emit.error("pointers of shaders have no other storage class"),
        [_, Some(StorageClass::Generic)] => emit.value(Op::PtrCastToGeneric, &[operand], ty),
        [Some(StorageClass::Generic), _] => emit.value(Op::GenericCastToPtr, &[operand], ty),
        _ => {
            let pointee = facts::pointer(&emit.module, ty).map(|(pointee, _)| pointee);
            let Some(pointee) = pointee else { return emit.error("the result is not a pointer") };
            let generic = emit.pointer(pointee, StorageClass::Generic);
            let generic = emit.value(Op::PtrCastToGeneric, &[operand], generic);
            emit.value(Op::GenericCastToPtr, &[generic], ty)
        }
    };
    emit.give(node, &[value]);
    Ok(())
}

/// `memref.cast`: where both types are the same pointer.
pub(crate) fn cast(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    if emit.type_of(operand) != emit.result_type(node, 0)? {
        return emit.error("the buffers are different pointers in SPIR-V");
    }
    emit.give(node, &[operand]);
    Ok(())
}

/// `memref.extract_aligned_pointer_as_index`, where pointers are numbers.
pub(crate) fn address(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let buffer = emit.buffer_of(node, 0)?;
    if !emit.target.is_kernel && emit.storage(&buffer)? != StorageClass::PhysicalStorageBuffer {
        return emit.error("pointers of shaders are not numbers");
    }
    let operand = emit.operand(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    let value = emit.value(Op::ConvertPtrToU, &[operand], ty);
    emit.give(node, &[value]);
    Ok(())
}

/// `memref.reinterpret_cast` of kernels: where the result starts at an element that its type does not say, the pointer is
/// to that one.
pub(crate) fn recast(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    let layout = match node.results.first().map(|value| emit.tree_type(*value)).as_deref() {
        Some(Ty::MemRef(buffer)) => buffer.layout.clone(),
        _ => return emit.error("the result is not a buffer"),
    };
    let offset = node.numbers("static_offsets").and_then(|offsets| offsets.first().copied());
    let value = match (offset, node.operands.get(1)) {
        _ if emit.type_of(operand) != ty => return emit.error("the buffers are different pointers in SPIR-V"),
        (Some(offset), _) if layout.map_or(Some(0), |layout| layout.offset) == u64::try_from(offset).ok() => operand,
        _ if !emit.target.is_kernel => return emit.error("pointers of shaders point to the first element"),
        (Some(offset @ 0..), _) => {
            let index = emit.module.ctx.int(emit.target.index);
            let offset = emit.int(offset as u64, index);
            emit.value(Op::InBoundsPtrAccessChain, &[operand, offset], ty)
        }
        (_, Some(offset)) => {
            let offset = emit.of(*offset)?;
            emit.value(Op::InBoundsPtrAccessChain, &[operand, offset], ty)
        }
        (_, None) => return emit.error("the first element is not known"),
    };
    emit.give(node, &[value]);
    Ok(())
}

/// `tensor.extract`: from a variable that has the tensor.
pub(crate) fn element_of_tensor(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let tensor = emit.operand(node, 0)?;
    let Ty::Tensor { shape, .. } = &*emit.operand_type(node, 0)? else {
        return emit.error("the operand is not a tensor");
    };
    let indices = emit.all(&node.operands[1..])?;
    if indices.len() != shape.len() {
        return emit.error(format!("the tensor has {} dimensions", shape.len()));
    }
    let index = emit.module.ctx.int(emit.target.index);
    let mut linear = emit.int(0, index);
    for (at, len) in indices.into_iter().zip(shape) {
        let len = emit.int(*len, index);
        let row = emit.value(Op::IMul, &[linear, len], index);
        linear = emit.value(Op::IAdd, &[row, at], index);
    }
    let whole = emit.pointer(emit.type_of(tensor), StorageClass::Function);
    let variable = emit.local(whole);
    emit.op(ops::core(Op::Store), &[variable, tensor]);
    let ty = emit.result_type(node, 0)?;
    let part = emit.pointer(ty, StorageClass::Function);
    let pointer = emit.value(Op::AccessChain, &[variable, linear], part);
    let value = emit.value(Op::Load, &[pointer], ty);
    emit.give(node, &[value]);
    Ok(())
}

/// `memref.dim` of a known length.
pub(crate) fn length(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let buffer = emit.buffer_of(node, 0)?;
    let index = emit.operand(node, 1)?;
    let at = emit.module.defining_op(index).and_then(|op| emit.module.attr(op, attrs::VALUE));
    let at = at.and_then(|attr| facts::number(&emit.module, attr));
    let Some(Some(len)) = at.and_then(|at| buffer.shape.get(at as usize).copied()) else {
        return emit.error("the length of this dimension is not known");
    };
    let ty = emit.result_type(node, 0)?;
    let value = emit.int(len, ty);
    emit.give(node, &[value]);
    Ok(())
}

impl Emitter<'_> {
    /// The type of an operand that is a buffer.
    fn buffer_of(&self, node: &Node, at: usize) -> Result<MemRef> {
        match &*self.operand_type(node, at)? {
            Ty::MemRef(buffer) => Ok(buffer.clone()),
            _ => self.error("the operand is not a buffer"),
        }
    }

    /// The element type and the number of elements that a vector takes of a buffer.
    fn run_of(&mut self, buffer: &MemRef, vector: Option<Value>, ty: TypeId) -> Result<(TypeId, u64)> {
        let elem = self.stored(&buffer.elem)?;
        let own = self.module.ctx.scalar_of(ty);
        let is_dense = self.strides(buffer)?.last().is_none_or(|stride| *stride == Some(1));
        let is_row = vector.is_some_and(|vector| match &*self.tree_type(vector) {
            Ty::Vector { shape, .. } => shape.len() <= 1,
            _ => false,
        });
        if elem != own || !is_dense || !is_row {
            return self.error("the vector is not a row of the buffer's elements");
        }
        let len = match self.module.ctx[ty] {
            Type::Vector { len, .. } => u64::from(len),
            _ => 1,
        };
        Ok((elem, len))
    }

    /// The number of an element, from its indices.
    fn linear(&mut self, node: &Node, at: usize, indices: &[Value]) -> Result<ValueId> {
        let buffer = self.buffer_of(node, at)?;
        if indices.len() != buffer.shape.len() {
            return self.error(format!("the buffer has {} dimensions", buffer.shape.len()));
        }
        let Some(strides) = self.strides(&buffer)?.into_iter().collect::<Option<Vec<u64>>>() else {
            return self.error("a distance between elements is known at run time alone");
        };
        let Some(offset) = buffer.layout.map_or(Some(0), |layout| layout.offset) else {
            return self.error("the first element is known at run time alone");
        };
        let ty = self.module.ctx.int(self.target.index);
        let mut sum = (offset != 0).then(|| self.int(offset, ty));
        for (index, stride) in indices.iter().zip(strides) {
            let mut part = self.of(*index)?;
            if stride != 1 {
                let stride = self.int(stride, ty);
                part = self.value(Op::IMul, &[part, stride], ty);
            }
            sum = Some(match sum {
                Some(sum) => self.value(Op::IAdd, &[sum, part], ty),
                None => part,
            });
        }
        Ok(match sum {
            Some(sum) => sum,
            None => self.int(0, ty),
        })
    }

    /// The pointer to an element.
    fn element(&mut self, node: &Node, at: usize, indices: &[Value]) -> Result<ValueId> {
        let linear = self.linear(node, at, indices)?;
        self.behind(node, at, linear, 0)
    }

    /// The pointer to the element that is the given number of behind another one.
    fn behind(&mut self, node: &Node, at: usize, first: ValueId, more: u64) -> Result<ValueId> {
        let buffer = self.buffer_of(node, at)?;
        let base = self.operand(node, at)?;
        let index = self.type_of(first);
        let linear = match more {
            0 => first,
            _ => {
                let more = self.int(more, index);
                self.value(Op::IAdd, &[first, more], index)
            }
        };
        let elem = self.stored(&buffer.elem)?;
        let Some((pointee, storage)) = facts::pointer(&self.module, self.type_of(base)) else {
            return self.error("the buffer is not a pointer");
        };
        let ty = self.pointer(elem, storage);
        if pointee == elem {
            return Ok(self.value(Op::PtrAccessChain, &[base, linear], ty));
        }
        if self.target.is_kernel {
            return Ok(self.value(Op::AccessChain, &[base, linear], ty));
        }
        let zero = self.int(0, index);
        Ok(self.value(Op::AccessChain, &[base, zero, linear], ty))
    }

    /// Gives a load or a store its memory operands.
    fn access(&mut self, op: dialect::ir::OpId, node: &Node, buffer: &MemRef) -> Result<()> {
        let mut bits = MemoryAccess::NONE;
        let mut params: Vec<AttrId> = Vec::new();
        if self.storage(buffer)? == StorageClass::PhysicalStorageBuffer {
            bits |= MemoryAccess::ALIGNED;
            let elem = self.stored(&buffer.elem)?;
            let bytes = self.bytes(elem);
            params.push(self.module.ctx.i32_attr(bytes));
        }
        let is_nontemporal = match node.fact("nontemporal") {
            Some(Fact::Unit) => true,
            Some(Fact::Word(word)) => word == "true",
            Some(Fact::Typed(fact, _)) => matches!(&**fact, Fact::Word(word) if word == "true"),
            _ => false,
        };
        if is_nontemporal {
            bits |= MemoryAccess::NONTEMPORAL;
        }
        if bits.is_empty() {
            return Ok(());
        }
        let kind = Kind::MemoryAccess;
        let attr = Attr::Enum { kind: kind.id(), value: bits.bits(), params: params.into() };
        let attr = self.module.ctx.attr(attr);
        self.module[op].set_attr(kind.table().snake, attr);
        Ok(())
    }

    /// A variable that a buffer is: of the module for workgroups, of the function for invocations.
    pub(super) fn variable(&mut self, value: Value) -> Result<ValueId> {
        let ty = self.tree_type(value);
        let Ty::MemRef(buffer) = &*ty else { return self.error("the memory is not a buffer") };
        if self.length(buffer)?.is_none() {
            return self.error("the size of this memory is known at run time alone");
        }
        let storage = self.storage(buffer)?;
        let pointer = self.ty(&ty)?;
        match storage {
            StorageClass::Workgroup => {
                let name = format!("__workgroup_mem__{}", self.globals.len());
                let symbol = self.global(&name, pointer, None);
                Ok(self.address(symbol, pointer))
            }
            StorageClass::Function => Ok(self.local(pointer)),
            _ => self.error("allocation is supported in workgroup and private memory only"),
        }
    }

    /// A variable of the function, at its start.
    fn local(&mut self, pointer: TypeId) -> ValueId {
        let op = self.detached(ops::core(Op::Variable));
        let value = self.module.add_result(op, pointer);
        self.module[op].block = Some(self.entry);
        self.module[self.entry].ops.insert(self.locals, op);
        self.locals += 1;
        value
    }

    /// Declares a variable of the module.
    pub(super) fn global(&mut self, name: &str, pointer: TypeId, fact: Option<(&'static str, AttrId)>) -> AttrId {
        let op = self.detached(ops::mlir(Mlir::GlobalVariable));
        let name = self.module.ctx.name(name);
        let symbol = self.module.ctx.symbol_attr(name);
        let ty = self.module.ctx.attr(Attr::Type(pointer));
        self.module[op].attrs = [(attrs::SYM_NAME, symbol), (attrs::TYPE, ty)].into();
        if let Some((name, attr)) = fact {
            self.module[op].set_attr(name, attr);
        }
        self.module[op].block = Some(self.module.body());
        self.globals.push(op);
        symbol
    }

    /// The pointer to a variable of the module.
    pub(super) fn address(&mut self, symbol: AttrId, pointer: TypeId) -> ValueId {
        let op = self.op(ops::mlir(Mlir::AddressOf), &[]);
        self.module[op].set_attr(attrs::SYMBOL, symbol);
        self.module.add_result(op, pointer)
    }
}

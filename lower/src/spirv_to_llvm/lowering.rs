//! The state of lowering a kernel: what types, values and blocks of the module are in the LLVM dialect.

use super::place::Place;
use crate::constants::{self, Value};
use crate::error::{LowerError, Result, invalid, unsupported};
use crate::interface::Interface;
use crate::layout::{Layouts, Shape};
use crate::spmd::frame::{Scratch, Slot};
use crate::spmd::plan::{self, Plan};
use dialect::ir::{Attr, AttrId, BlockId, Module, OpId, Type, TypeId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::types as llvm_types;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{abi, attrs};
use rustc_hash::FxHashMap;
use spirv::{Op, StorageClass};

/// Variables that are larger than this live in scratch memory, not on the stack.
const MAX_STACK_BYTES: u64 = 4096;
/// All variables on the stack together are at most this large.
const MAX_STACK_TOTAL: u64 = 65536;
/// All values that are taken apart have together at most this many parts.
const MAX_PARTS: u64 = 1 << 17;

/// Structs have at most this many members, those of structs inside counted too.
const MAX_TYPE_WEIGHT: u64 = 4096;

/// The values that a function for one lane starts from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Env {
    pub(crate) ctx: ValueId,
    pub(crate) scratch: ValueId,
    /// The number of the workgroup along each axis.
    pub(crate) group: [ValueId; 3],
    /// The number of the lane in its workgroup.
    pub(crate) lane: ValueId,
    /// Where what is the same for the whole function is computed.
    pub(crate) setup: BlockId,
}

/// The state.
pub(crate) struct Lowering<'m> {
    /// The module, with the entry point normalised.
    pub(crate) source: &'m Module,
    pub(crate) layouts: &'m Layouts<'m>,
    pub(crate) plan: &'m Plan,
    pub(crate) interface: &'m Interface,
    pub(crate) local_size: [u32; 3],
    pub(crate) wave: u32,
    /// Whether four lanes in a row are two by two in the workgroup.
    pub(crate) has_quads: bool,
    /// Whether no product and sum may become one op.
    pub(crate) is_exact: bool,
    /// What grows.
    pub(crate) b: Builder,
    pub(crate) scratch: Scratch,
    /// Where the values that live across regions are.
    frame: FxHashMap<ValueId, Slot>,
    /// Where the variables are that do not live on the stack.
    slots: FxHashMap<OpId, Slot>,
    /// Where the variables that a workgroup shares are.
    shared: FxHashMap<OpId, u64>,
    pub(crate) groupshared_bytes: u64,
    /// The variables that hold addresses or resources, which must never be read before they are written.
    pub(crate) opaque_variables: Vec<OpId>,
    types: FxHashMap<TypeId, TypeId>,
    /// How many members the structs inside of types have.
    weights: FxHashMap<TypeId, u64>,
    parts: u64,

    // The function that grows.
    pub(crate) env: Option<Env>,
    pub(crate) is_first_region: bool,
    pub(crate) blocks: FxHashMap<BlockId, BlockId>,
    pub(crate) values: FxHashMap<ValueId, ValueId>,
    pub(crate) variables: FxHashMap<OpId, ValueId>,
    pub(crate) addresses: FxHashMap<OpId, Place>,
    /// Memory for the operands and the result of an image operation.
    pub(crate) image_memory: Option<(ValueId, ValueId)>,

    // The block that grows.
    pub(crate) block: Option<BlockId>,
    pub(crate) local: FxHashMap<ValueId, ValueId>,
    pub(crate) places: FxHashMap<ValueId, Place>,
    pub(crate) needs_runtime: bool,
    /// Whether addresses are looked up.
    pub(crate) needs_blocks: bool,
}

impl<'m> Lowering<'m> {
    pub(crate) fn new(
        source: &'m Module,
        layouts: &'m Layouts<'m>,
        plan: &'m Plan,
        interface: &'m Interface,
        (local_size, wave): ([u32; 3], u32),
    ) -> Self {
        Lowering {
            source,
            layouts,
            plan,
            interface,
            local_size,
            wave,
            has_quads: false,
            is_exact: false,
            b: Builder::new(),
            scratch: Scratch::new(local_size.iter().product()),
            frame: FxHashMap::default(),
            slots: FxHashMap::default(),
            shared: FxHashMap::default(),
            groupshared_bytes: 0,
            opaque_variables: Vec::new(),
            types: FxHashMap::default(),
            weights: FxHashMap::default(),
            parts: 0,
            env: None,
            is_first_region: true,
            blocks: FxHashMap::default(),
            values: FxHashMap::default(),
            variables: FxHashMap::default(),
            addresses: FxHashMap::default(),
            image_memory: None,
            block: None,
            local: FxHashMap::default(),
            places: FxHashMap::default(),
            needs_runtime: false,
            needs_blocks: false,
        }
    }

    /// Gives the values that cross regions and the variables that need it their places in scratch memory.
    pub(crate) fn lay_out(&mut self, func: OpId) -> Result<()> {
        for value in &self.plan.crossing {
            let shape = Shape::of(self.source.type_of(*value));
            let slot = self.scratch.slot(self.layouts.size(shape)?)?;
            self.frame.insert(*value, slot);
        }
        let mut stack = 0u64;
        let private = self.interface.variables.values();
        let private = private.filter(|(_, variable)| *variable == crate::interface::Variable::Private);
        let mut own: Vec<OpId> = private.map(|(op, _)| *op).collect();
        own.extend(dialect::ir::walk::ops_in(self.source, func).into_iter().filter(|op| self.is_variable(*op)));
        for op in own {
            let (size, is_opaque) = self.measure(op).map_err(|error| error.at(self.source, op))?;
            if is_opaque {
                self.opaque_variables.push(op);
            }
            stack = stack.saturating_add(size);
            if self.plan.regions.len() > 1 || size > MAX_STACK_BYTES || stack > MAX_STACK_TOTAL {
                let slot = self.scratch.slot(size)?;
                self.slots.insert(op, slot);
            }
        }
        for (op, variable) in self.interface.variables.values() {
            if *variable == crate::interface::Variable::Workgroup {
                let (size, is_opaque) = self.measure(*op).map_err(|error| error.at(self.source, *op))?;
                if is_opaque {
                    // Nobody has put any there before it is read.
                    let reason = "pointers and resources do not lie in memory that a workgroup shares";
                    return unsupported("a variable", reason).map_err(|error| error.at(self.source, *op));
                }
                self.groupshared_bytes += size;
                let start = self.scratch.shared(size)?;
                self.shared.insert(*op, start);
            }
        }
        Ok(())
    }

    /// The size of a variable, and whether it holds addresses or resources.
    fn measure(&self, op: OpId) -> Result<(u64, bool)> {
        let pointee = self.pointee(op)?;
        Ok((self.layouts.size(Shape::of(pointee))?, self.holds_opaque(pointee)))
    }

    pub(crate) fn is_variable(&self, op: OpId) -> bool {
        matches!(ops::code(self.source, op), Some(Code::Core(Op::Variable | Op::UntypedVariableKHR)))
    }

    /// What a variable holds.
    pub(crate) fn pointee(&self, op: OpId) -> Result<TypeId> {
        if ops::code(self.source, op) == Some(Code::Core(Op::UntypedVariableKHR)) {
            let ty = abi::type_of(self.source, op, attrs::TYPE);
            return ty.map_or_else(|| invalid("a variable does not say what it holds"), Ok);
        }
        if let Some(ty) = abi::type_of(self.source, op, attrs::DATA_TYPE) {
            return Ok(ty);
        }
        let ty = match self.source[op].results.first() {
            Some(value) => Some(self.source.type_of(*value)),
            None => abi::type_of(self.source, op, attrs::TYPE),
        };
        match ty.and_then(|ty| abi::pointer(self.source, ty)) {
            Some((pointee, _)) => Ok(pointee),
            None => invalid("a variable has no pointer type"),
        }
    }

    /// The variables that a workgroup shares and that start as zeros: where they are, and how large.
    pub(crate) fn zeroed_shared(&self) -> Vec<(u64, u64)> {
        let variables = self.interface.variables.values().map(|(op, _)| *op);
        let zeroed = variables.filter(|op| self.source.attr(*op, attrs::INITIALIZER).is_some());
        zeroed
            .filter_map(|op| {
                let start = *self.shared.get(&op)?;
                Some((start, self.layouts.size(Shape::of(self.pointee(op).ok()?)).ok()?))
            })
            .collect()
    }

    /// Where a variable that a workgroup shares is in scratch memory.
    pub(crate) fn shared_start(&self, op: OpId) -> u64 {
        self.shared.get(&op).copied().unwrap_or(0)
    }

    pub(crate) fn env(&self) -> Result<Env> {
        self.env.map_or_else(|| invalid("code stands outside of a function"), Ok)
    }

    /// Runs `make` at the start of the function, where its results reach everything.
    pub(crate) fn in_setup<T>(&mut self, make: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let setup = self.env()?.setup;
        let block = std::mem::replace(&mut self.b.block, setup);
        let made = make(self);
        self.b.block = block;
        made
    }

    /// The address of a lane's place in a slot.
    pub(crate) fn slot_address(&mut self, slot: Slot, lane: ValueId) -> Result<ValueId> {
        let scratch = self.env()?.scratch;
        let i64 = self.b.int(64);
        let lane = self.b.int_cast(lane, i64, false);
        let size = self.b.i64(slot.size);
        let offset = self.b.mul(lane, size);
        let start = self.b.i64(slot.start);
        let offset = self.b.add(start, offset);
        Ok(self.b.gep(scratch, offset))
    }

    /// The slot of a value that crosses regions.
    pub(crate) fn frame_slot(&self, value: ValueId) -> Option<Slot> {
        self.frame.get(&value).copied()
    }

    /// Memory of one variable: on the stack, or a place in scratch memory.
    pub(crate) fn variable_address(&mut self, op: OpId) -> Result<ValueId> {
        if let Some(address) = self.variables.get(&op) {
            return Ok(*address);
        }
        let address = match self.slots.get(&op).copied() {
            Some(slot) => self.in_setup(|this| {
                let lane = this.env()?.lane;
                this.slot_address(slot, lane)
            })?,
            None => {
                let size = self.layouts.size(Shape::of(self.pointee(op)?))?;
                let byte = self.b.int(8);
                let bytes = llvm_types::array(&mut self.b.module.ctx, byte, size.max(1));
                self.b.alloca(bytes, 16)
            }
        };
        self.variables.insert(op, address);
        Ok(address)
    }

    // Types.

    /// What a type is as the type of a value.
    pub(crate) fn ty(&mut self, ty: TypeId) -> Result<TypeId> {
        if let Some(known) = self.types.get(&ty) {
            return Ok(*known);
        }
        let made = self.new_type(ty)?;
        // Types are spelled out in text, so one that holds another many times over must not grow without bounds.
        let weight = match &self.source.ctx[ty] {
            Type::Spirv(SpirvType::Struct { members, .. }) => {
                let weights = members.iter().map(|member| self.weights.get(&member.ty).copied().unwrap_or(1));
                weights.sum::<u64>().max(1)
            }
            Type::Spirv(SpirvType::Array { elem, .. }) => self.weights.get(elem).copied().unwrap_or(1),
            _ => 1,
        };
        if weight > MAX_TYPE_WEIGHT {
            return Err(LowerError::TooLarge(format!("a struct has more than {MAX_TYPE_WEIGHT} members inside")));
        }
        self.weights.insert(ty, weight);
        self.types.insert(ty, made);
        Ok(made)
    }

    fn new_type(&mut self, ty: TypeId) -> Result<TypeId> {
        match &self.source.ctx[ty] {
            Type::None => Ok(self.b.module.ctx.none()),
            Type::Int { width, .. } => Ok(self.b.int(*width)),
            Type::Float { width, kind: dialect::ir::types::FloatKind::Ieee } => Ok(self.b.float(*width)),
            Type::Float { .. } => unsupported("a type", "numbers of this encoding are not known"),
            Type::Vector { elem, len } => {
                let elem = self.ty(*elem)?;
                Ok(self.b.module.ctx.vector(elem, *len))
            }
            Type::Spirv(spirv) => match abi::storage_of(self.source, ty) {
                Some(storage) => Ok(self.pointer_type(storage)),
                None => self.new_spirv_type(spirv),
            },
            Type::Function { .. } | Type::Llvm(_) => unsupported("a type", "it has no values"),
        }
    }

    /// The address of a descriptor, a number, or an address with how far from there it leads and how far it may.
    fn pointer_type(&mut self, storage: StorageClass) -> TypeId {
        let (ptr, i64) = (self.b.ptr(), self.b.int(64));
        match storage {
            StorageClass::UniformConstant => ptr,
            StorageClass::PhysicalStorageBuffer => i64,
            _ => llvm_types::structure(&mut self.b.module.ctx, &[ptr, i64, i64]),
        }
    }

    fn new_spirv_type(&mut self, ty: &SpirvType) -> Result<TypeId> {
        match ty {
            SpirvType::Array { elem, len, .. } => {
                let len = self.layouts.array_len(len)?;
                let elem = self.ty(*elem)?;
                Ok(llvm_types::array(&mut self.b.module.ctx, elem, len))
            }
            SpirvType::Struct { members, .. } => {
                let fields = members.iter().map(|member| self.ty(member.ty)).collect::<Result<Vec<_>>>()?;
                Ok(llvm_types::structure(&mut self.b.module.ctx, &fields))
            }
            SpirvType::Matrix { column, columns } => {
                let column = self.ty(*column)?;
                Ok(llvm_types::array(&mut self.b.module.ctx, column, u64::from(*columns)))
            }
            SpirvType::Image(_) | SpirvType::Sampler => Ok(self.b.ptr()),
            SpirvType::SampledImage(_) => {
                let ptr = self.b.ptr();
                Ok(llvm_types::structure(&mut self.b.module.ctx, &[ptr, ptr]))
            }
            SpirvType::Pointer { .. }
            | SpirvType::RuntimeArray { .. }
            | SpirvType::StructRef(_)
            | SpirvType::Other { .. } => unsupported("a type", "values of it do not exist in compute shaders"),
        }
    }

    /// The type of a value of the module.
    pub(crate) fn type_of(&mut self, value: ValueId) -> Result<TypeId> {
        self.ty(self.source.type_of(value))
    }

    /// The type of an op's result.
    pub(crate) fn result_type(&mut self, op: OpId) -> Result<TypeId> {
        match self.source[op].results.first() {
            Some(value) => self.type_of(*value),
            None => invalid("an op has no result"),
        }
    }

    /// Counts the parts of aggregates that are taken apart, so that no module grows without bounds.
    pub(crate) fn count_part(&mut self) -> Result<()> {
        self.parts += 1;
        match self.parts > MAX_PARTS {
            true => Err(LowerError::TooLarge("it moves too large values".to_owned())),
            false => Ok(()),
        }
    }

    // Values.

    /// Ops whose attributes and operands are wanted: an operand as a value of the LLVM dialect.
    pub(crate) fn operand(&mut self, op: OpId, index: usize) -> Result<ValueId> {
        match self.source[op].operands.get(index) {
            Some(value) => self.value(*value),
            None => invalid(format!("'{}' has too few operands", self.source[op].info.name)),
        }
    }

    /// An operand that must be an integer or a vector of integers.
    pub(crate) fn int_operand(&mut self, op: OpId, index: usize) -> Result<ValueId> {
        let value = self.operand(op, index)?;
        let ty = self.b.type_of(value);
        match self.b.ty(self.b.module.ctx.scalar_of(ty)) {
            Type::Int { .. } => Ok(value),
            _ => invalid(format!("an operand of '{}' is not an integer", self.name(op))),
        }
    }

    /// All operands.
    pub(crate) fn operands(&mut self, op: OpId) -> Result<Vec<ValueId>> {
        (0..self.source[op].operands.len()).map(|index| self.operand(op, index)).collect()
    }

    /// What a value of the module is here.
    pub(crate) fn value(&mut self, value: ValueId) -> Result<ValueId> {
        if let Some(known) = self.local.get(&value) {
            return Ok(*known);
        }
        let made = if plan::is_remade(self.source, value) {
            self.remake(value)?
        } else if self.frame.contains_key(&value) && self.source.block_of(value) != self.block {
            self.reload(value)?
        } else {
            match self.values.get(&value) {
                Some(known) => return Ok(*known),
                None => return invalid("a value is used where it is not defined"),
            }
        };
        self.local.insert(value, made);
        Ok(made)
    }

    fn reload(&mut self, value: ValueId) -> Result<ValueId> {
        let lane = self.env()?.lane;
        self.reload_of(value, lane)
    }

    /// A value that crosses regions, of some lane.
    pub(crate) fn reload_of(&mut self, value: ValueId, lane: ValueId) -> Result<ValueId> {
        let Some(slot) = self.frame_slot(value) else { return invalid("a value has no place in the frame") };
        let address = self.slot_address(slot, lane)?;
        let memory = self.private_memory(address, self.source.type_of(value));
        self.load_memory(&memory)
    }

    /// A value in the frame for a lane.
    pub(crate) fn spill_of(&mut self, value: ValueId, made: ValueId, lane: ValueId) -> Result<()> {
        let Some(slot) = self.frame_slot(value) else { return Ok(()) };
        let address = self.slot_address(slot, lane)?;
        let memory = self.private_memory(address, self.source.type_of(value));
        self.store_memory(&memory, made)
    }

    /// Notes what a value of the module is, and keeps it in the frame when it lives on in other regions.
    pub(crate) fn define(&mut self, value: ValueId, made: ValueId) -> Result<()> {
        self.values.insert(value, made);
        let lane = self.env()?.lane;
        self.spill_of(value, made, lane)
    }

    fn remake(&mut self, value: ValueId) -> Result<ValueId> {
        let Some(op) = self.source.defining_op(value) else {
            return invalid("a block argument is made anew");
        };
        let ty = self.source.type_of(value);
        match ops::code(self.source, op) {
            Some(Code::Mlir(Mlir::Constant)) => match self.source.attr(op, attrs::VALUE) {
                Some(attr) => self.constant(attr, ty),
                None => invalid("a constant has no value"),
            },
            Some(Code::Mlir(Mlir::ReferenceOf)) => match abi::symbol_of(self.source, op, attrs::SYMBOL) {
                Some(name) => self.spec_constant(name, ty),
                None => invalid("a reference names nothing"),
            },
            Some(Code::Core(Op::Undef)) => self.null_value(ty),
            _ => super::image::resource(self, op),
        }
    }

    /// The zero of a type; the null descriptor for resources.
    pub(crate) fn null_value(&mut self, ty: TypeId) -> Result<ValueId> {
        let made = self.ty(ty)?;
        match &self.source.ctx[ty] {
            Type::Spirv(SpirvType::Image(_) | SpirvType::Sampler) => self.descriptor(crate::abi::NULL_SLOT),
            Type::Spirv(SpirvType::SampledImage(_)) => {
                let desc = self.descriptor(crate::abi::NULL_SLOT)?;
                Ok(self.b.aggregate(made, &[desc, desc]))
            }
            Type::Spirv(SpirvType::Array { elem, .. }) if self.holds_opaque(*elem) => {
                let elem = self.null_value(*elem)?;
                let count = self.b.parts(made).unwrap_or(0);
                let mut value = self.b.poison(made);
                for index in 0..count {
                    self.count_part()?;
                    value = self.b.insert_value(value, elem, index as u32);
                }
                Ok(value)
            }
            Type::Spirv(SpirvType::Struct { members, .. }) if self.holds_opaque(ty) => {
                let parts = members.iter().map(|member| {
                    self.count_part()?;
                    self.null_value(member.ty)
                });
                let parts = parts.collect::<Result<Vec<_>>>()?;
                Ok(self.b.aggregate(made, &parts))
            }
            _ => Ok(self.b.zero(made)),
        }
    }

    /// Whether there are addresses or resources in values of a type.
    pub(crate) fn holds_opaque(&self, ty: TypeId) -> bool {
        let mut seen = base::ids::Set::default();
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            if plan::is_opaque(self.source, ty) {
                return true;
            }
            match &self.source.ctx[ty] {
                Type::Spirv(SpirvType::Array { elem, .. }) if seen.insert(*elem) => stack.push(*elem),
                Type::Spirv(SpirvType::Struct { members, .. }) if seen.insert(ty) => {
                    stack.extend(members.iter().map(|member| member.ty));
                }
                _ => {}
            }
        }
        false
    }

    fn spec_constant(&mut self, name: base::intern::Symbol, ty: TypeId) -> Result<ValueId> {
        let value = self.layouts.constants.value(name)?;
        self.spec_value(&value, ty)
    }

    fn spec_value(&mut self, value: &Value, ty: TypeId) -> Result<ValueId> {
        match value {
            Value::Scalar { bits, .. } => self.scalar(*bits, ty),
            Value::Zero => self.null_value(ty),
            Value::Parts(parts) => {
                let made = parts.iter().enumerate().map(|(index, part)| {
                    self.count_part()?;
                    let part_ty = part_type(self.source, ty, index as u32)?;
                    self.spec_value(part, part_ty)
                });
                let made = made.collect::<Result<Vec<_>>>()?;
                self.of_parts(&made, ty)
            }
        }
    }

    fn scalar(&mut self, bits: u64, ty: TypeId) -> Result<ValueId> {
        let ty = self.ty(ty)?;
        let attr = match self.b.ty(ty) {
            Type::Float { .. } => Attr::Float { bits, ty },
            _ => Attr::Int { bits, ty },
        };
        Ok(self.b.constant(attr, ty))
    }

    /// A constant of a type.
    pub(crate) fn constant(&mut self, attr: AttrId, ty: TypeId) -> Result<ValueId> {
        if let Some(bits) = constants::bits_of(self.source, attr) {
            return self.scalar(bits, ty);
        }
        match &self.source.ctx[attr] {
            Attr::Dense { elems, .. } | Attr::Array(elems) => {
                let elems = elems.to_vec();
                self.composite(&elems, ty)
            }
            Attr::Symbol(name) => self.spec_constant(*name, ty),
            Attr::Dict(_) if abi::replicated(&self.source.ctx[attr]).is_some() => self.replicated(attr, ty),
            Attr::Dict(items) => match items.iter().find(|(name, _)| *name == attrs::VALUE) {
                Some((_, attr)) => self.constant(*attr, ty),
                None => invalid("a constant has no value"),
            },
            Attr::Null | Attr::Undef => {
                let ty = self.ty(ty)?;
                Ok(self.b.zero(ty))
            }
            _ => invalid("a constant has no value"),
        }
    }

    fn composite(&mut self, elems: &[AttrId], ty: TypeId) -> Result<ValueId> {
        let mut parts = Vec::new();
        for (index, elem) in elems.iter().enumerate() {
            self.count_part()?;
            let part = part_type(self.source, ty, index as u32)?;
            parts.push(self.constant(*elem, part)?);
        }
        self.of_parts(&parts, ty)
    }

    /// A composite all of whose parts are the same constant.
    fn replicated(&mut self, attr: AttrId, ty: TypeId) -> Result<ValueId> {
        let made = self.ty(ty)?;
        let Some(part) = abi::replicated(&self.source.ctx[attr]) else { return invalid("a constant has no value") };
        let part_ty = part_type(self.source, ty, 0)?;
        let part = self.constant(part, part_ty)?;
        let mut parts = Vec::new();
        for _ in 0..self.b.parts(made).unwrap_or(0) {
            self.count_part()?;
            parts.push(part);
        }
        self.of_parts(&parts, ty)
    }

    /// A composite of constants.
    fn of_parts(&mut self, parts: &[ValueId], ty: TypeId) -> Result<ValueId> {
        let made = self.ty(ty)?;
        if self.b.parts(made) != Some(parts.len() as u64) {
            return invalid("a constant has more or fewer parts than its type");
        }
        if let Type::Vector { .. } = self.b.ty(made)
            && let Some(vector) = self.constant_vector(parts, made)
        {
            return Ok(vector);
        }
        Ok(self.b.aggregate(made, parts))
    }

    fn constant_vector(&mut self, parts: &[ValueId], ty: TypeId) -> Option<ValueId> {
        let attr = |value: &ValueId| {
            let op = self.b.module.defining_op(*value)?;
            self.b.module.attr(op, dialect::llvm::ops::VALUE)
        };
        let elems: Vec<AttrId> = parts.iter().map(attr).collect::<Option<_>>()?;
        Some(self.b.constant(Attr::Dense { elems: elems.into(), ty }, ty))
    }

    /// The bits of an integer constant.
    pub(crate) fn const_index(&mut self, value: ValueId) -> Result<Option<u64>> {
        let value = self.value(value)?;
        Ok(self.b.const_of(value))
    }

    // Attributes.

    /// The number in an op's attribute.
    pub(crate) fn number(&self, op: OpId, name: &str) -> Option<u64> {
        abi::number_of(self.source, op, name)
    }

    /// Literal indices.
    pub(crate) fn indices(&self, op: OpId) -> Vec<u32> {
        let indices = abi::array_of(self.source, op, attrs::INDICES);
        indices.iter().filter_map(|attr| abi::number(self.source, *attr)).map(|index| index as u32).collect()
    }

    pub(crate) fn name(&self, op: OpId) -> &'static str {
        self.source[op].info.name
    }
}

/// The type of a part of a composite type.
pub(crate) fn part_type(module: &Module, ty: TypeId, index: u32) -> Result<TypeId> {
    match &module.ctx[ty] {
        Type::Vector { elem, .. } => Ok(*elem),
        Type::Spirv(SpirvType::Matrix { column, .. }) => Ok(*column),
        Type::Spirv(SpirvType::Array { elem, .. }) => Ok(*elem),
        Type::Spirv(SpirvType::Struct { members, .. }) => match members.get(index as usize) {
            Some(member) => Ok(member.ty),
            None => invalid("a struct has no such member"),
        },
        _ => invalid("a part is taken of what has none"),
    }
}

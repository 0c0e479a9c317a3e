//! Makes functions of the LLVM dialect: constants are uniqued per function, arithmetic on them is folded.

use super::ops::{self, Opcode};
use super::types::{self, LlvmType};
use crate::ir::types::FloatKind;
use crate::ir::{Attr, AttrId, BlockId, Module, OpId, Successor, Type, TypeId, ValueId};
use rustc_hash::FxHashMap;

/// A module that grows, and the block of its current function at whose end ops are put.
#[derive(Debug)]
pub struct Builder {
    /// The module.
    pub module: Module,
    /// The function that grows.
    pub func: OpId,
    /// The block that grows.
    pub block: BlockId,
    entry: BlockId,
    /// Constants and stack slots, which go to the start of the function.
    prologue: Vec<OpId>,
    constants: FxHashMap<(Opcode, AttrId, TypeId), ValueId>,
    declared: FxHashMap<String, OpId>,
    /// The liberties that arithmetic takes, as text.
    fastmath: Option<AttrId>,
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// An empty module.
    pub fn new() -> Self {
        let module = Module::new(Opcode::Module.info());
        let (func, block) = (module.root, module.body());
        let (prologue, constants, declared) = (Vec::new(), FxHashMap::default(), FxHashMap::default());
        Builder { module, func, block, entry: block, prologue, constants, declared, fastmath: None }
    }

    // Types.

    /// `iN`.
    pub fn int(&mut self, width: u32) -> TypeId {
        self.module.ctx.int(width)
    }

    /// `fN`.
    pub fn float(&mut self, width: u32) -> TypeId {
        self.module.ctx.float(width)
    }

    /// The type of addresses.
    pub fn ptr(&mut self) -> TypeId {
        types::ptr(&mut self.module.ctx)
    }

    /// The type of a value.
    pub fn type_of(&self, value: ValueId) -> TypeId {
        self.module.type_of(value)
    }

    /// What a type is.
    pub fn ty(&self, ty: TypeId) -> &Type {
        &self.module.ctx[ty]
    }

    /// The width of an integer or number, or of the components of a vector.
    pub fn width(&self, ty: TypeId) -> u32 {
        match self.module.ctx[self.module.ctx.scalar_of(ty)] {
            Type::Int { width, .. } | Type::Float { width, .. } => width,
            _ => 0,
        }
    }

    /// The number of components of a vector; 1 for everything else.
    pub fn lanes(&self, ty: TypeId) -> u32 {
        match self.module.ctx[ty] {
            Type::Vector { len, .. } => len,
            _ => 1,
        }
    }

    // Functions and blocks.

    /// Starts a function and its entry block; the arguments of that block are its parameters.
    pub fn begin(&mut self, name: &str, params: &[TypeId], result: TypeId, internal: bool) -> Vec<ValueId> {
        let func = self.declare(name, params, result);
        if internal {
            let unit = self.module.ctx.attr(Attr::Unit);
            self.module[func].set_attr(ops::INTERNAL, unit);
        }
        let region = self.module.add_region(func);
        let entry = self.module.add_block(region);
        (self.func, self.entry, self.block) = (func, entry, entry);
        self.constants.clear();
        params.iter().map(|ty| self.module.add_arg(entry, *ty)).collect()
    }

    /// Ends the current function.
    pub fn finish(&mut self) {
        let prologue = std::mem::take(&mut self.prologue);
        for op in &prologue {
            self.module[*op].block = Some(self.entry);
        }
        self.module[self.entry].ops.splice(0..0, prologue);
    }

    /// The function with this name, declared when it is not there yet.
    pub fn declare(&mut self, name: &str, params: &[TypeId], result: TypeId) -> OpId {
        if let Some(op) = self.declared.get(name) {
            return *op;
        }
        let ctx = &mut self.module.ctx;
        let symbol = ctx.name(name);
        let ty = ctx.ty(Type::Function { params: params.into(), result });
        let attrs = vec![(ops::SYM_NAME, ctx.symbol_attr(symbol)), (ops::FUNCTION_TYPE, ctx.attr(Attr::Type(ty)))];
        let op = self.module.add_op(Opcode::Func.info());
        self.module[op].attrs = attrs;
        let body = self.module.body();
        self.module.append(body, op);
        self.declared.insert(name.to_owned(), op);
        op
    }

    /// Tells the optimiser something about the current function.
    pub fn passthrough(&mut self, names: &[&str]) {
        let names: Vec<AttrId> = names.iter().map(|name| self.module.ctx.str_attr(name)).collect();
        let attr = self.module.ctx.attr(Attr::Array(names.into()));
        let func = self.func;
        self.module[func].set_attr(ops::PASSTHROUGH, attr);
    }

    /// A new block of the current function.
    pub fn new_block(&mut self, args: &[TypeId]) -> BlockId {
        let region = self.module[self.func].regions[0];
        let block = self.module.add_block(region);
        for ty in args {
            self.module.add_arg(block, *ty);
        }
        block
    }

    /// The arguments of a block.
    pub fn args(&self, block: BlockId) -> &[ValueId] {
        &self.module[block].args
    }

    /// Whether the current block has its end.
    pub fn has_ended(&self) -> bool {
        self.module.terminator(self.block).is_some()
    }

    /// The liberties that arithmetic takes from here on, such as `contract`.
    pub fn set_fastmath(&mut self, flags: Option<&str>) {
        self.fastmath = flags.map(|flags| self.module.ctx.str_attr(flags));
    }

    // Ops.

    /// An op at the end of the current block.
    pub fn op(&mut self, op: Opcode, operands: &[ValueId]) -> OpId {
        let id = self.module.add_op(op.info());
        self.module[id].operands.extend_from_slice(operands);
        self.module.append(self.block, id);
        id
    }

    /// The same, with a result.
    pub fn value(&mut self, op: Opcode, operands: &[ValueId], ty: TypeId) -> ValueId {
        let id = self.op(op, operands);
        self.module.add_result(id, ty)
    }

    fn with_text(&mut self, value: ValueId, name: &'static str, text: &str) {
        let attr = self.module.ctx.str_attr(text);
        self.set(value, name, attr);
    }

    fn set(&mut self, value: ValueId, name: &'static str, attr: AttrId) {
        if let Some(op) = self.module.defining_op(value) {
            self.module[op].set_attr(name, attr);
        }
    }

    fn shared(&mut self, op: Opcode, attr: Attr, ty: TypeId) -> ValueId {
        let attr = self.module.ctx.attr(attr);
        if let Some(value) = self.constants.get(&(op, attr, ty)) {
            return *value;
        }
        let id = self.module.add_op(op.info());
        if op == Opcode::Constant {
            self.module[id].set_attr(ops::VALUE, attr);
        }
        self.prologue.push(id);
        let value = self.module.add_result(id, ty);
        self.constants.insert((op, attr, ty), value);
        value
    }

    /// An integer constant, or a vector of it.
    pub fn iconst(&mut self, ty: TypeId, bits: u64) -> ValueId {
        let scalar = self.module.ctx.scalar_of(ty);
        let attr = Attr::Int { bits: bits & mask(self.width(ty)), ty: scalar };
        self.splat(attr, ty)
    }

    /// A numeric constant, or a vector of it.
    pub fn fconst(&mut self, ty: TypeId, value: f64) -> ValueId {
        let scalar = self.module.ctx.scalar_of(ty);
        let bits = match self.width(ty) {
            64 => value.to_bits(),
            32 => u64::from((value as f32).to_bits()),
            _ => u64::from(half_bits(value as f32)),
        };
        self.splat(Attr::Float { bits, ty: scalar }, ty)
    }

    /// A constant from its attribute: a scalar's, or a vector's.
    pub fn constant(&mut self, attr: Attr, ty: TypeId) -> ValueId {
        self.shared(Opcode::Constant, attr, ty)
    }

    fn splat(&mut self, scalar: Attr, ty: TypeId) -> ValueId {
        let lanes = self.lanes(ty);
        if lanes == 1 {
            return self.constant(scalar, ty);
        }
        let scalar = self.module.ctx.attr(scalar);
        self.constant(Attr::Dense { elems: vec![scalar; lanes as usize].into(), ty }, ty)
    }

    /// An `i32` constant.
    pub fn i32(&mut self, value: u32) -> ValueId {
        let ty = self.int(32);
        self.iconst(ty, u64::from(value))
    }

    /// An `i64` constant.
    pub fn i64(&mut self, value: u64) -> ValueId {
        let ty = self.int(64);
        self.iconst(ty, value)
    }

    /// The zero of any type.
    pub fn zero(&mut self, ty: TypeId) -> ValueId {
        match self.module.ctx[self.module.ctx.scalar_of(ty)] {
            Type::Int { .. } => self.iconst(ty, 0),
            Type::Float { .. } => self.fconst(ty, 0.0),
            _ => self.shared(Opcode::Zero, Attr::Null, ty),
        }
    }

    /// A value that must not matter.
    pub fn poison(&mut self, ty: TypeId) -> ValueId {
        self.shared(Opcode::Poison, Attr::Undef, ty)
    }

    /// The bits of a scalar integer constant.
    pub fn const_of(&self, value: ValueId) -> Option<u64> {
        let op = self.module.defining_op(value)?;
        match self.module.ctx[self.module.attr(op, ops::VALUE)?] {
            Attr::Int { bits, .. } => Some(bits),
            _ => None,
        }
    }

    /// An op on two integers or two numbers.
    pub fn binary(&mut self, op: Opcode, a: ValueId, b: ValueId) -> ValueId {
        let ty = self.type_of(a);
        if let (Some(x), Some(y)) = (self.const_of(a), self.const_of(b))
            && let Some(bits) = fold(op, x, y, self.width(ty))
        {
            return self.iconst(ty, bits);
        }
        if self.const_of(b) == Some(0) && matches!(op, Opcode::Add | Opcode::Sub | Opcode::Or | Opcode::Xor) {
            return a;
        }
        if self.const_of(a) == Some(0) && matches!(op, Opcode::Add | Opcode::Or | Opcode::Xor) {
            return b;
        }
        if self.const_of(b) == Some(1) && matches!(op, Opcode::Mul | Opcode::UDiv) {
            return a;
        }
        let value = self.value(op, &[a, b], ty);
        if let (ops::Form::FloatBinary, Some(flags)) = (op.row().form, self.fastmath) {
            self.set(value, ops::FASTMATH, flags);
        }
        value
    }

    /// An op on one value.
    pub fn unary(&mut self, op: Opcode, value: ValueId) -> ValueId {
        let ty = self.type_of(value);
        self.value(op, &[value], ty)
    }

    /// `a + b`.
    pub fn add(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.binary(Opcode::Add, a, b)
    }

    /// `a * b`.
    pub fn mul(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.binary(Opcode::Mul, a, b)
    }

    /// A comparison of integers.
    pub fn icmp(&mut self, predicate: &str, a: ValueId, b: ValueId) -> ValueId {
        self.compare(Opcode::ICmp, predicate, a, b)
    }

    /// A comparison of numbers.
    pub fn fcmp(&mut self, predicate: &str, a: ValueId, b: ValueId) -> ValueId {
        self.compare(Opcode::FCmp, predicate, a, b)
    }

    fn compare(&mut self, op: Opcode, predicate: &str, a: ValueId, b: ValueId) -> ValueId {
        let bool = self.module.ctx.bool();
        let ty = self.module.ctx[self.type_of(a)].clone();
        let ty = match ty {
            Type::Vector { len, .. } => self.module.ctx.vector(bool, len),
            _ => bool,
        };
        let value = self.value(op, &[a, b], ty);
        self.with_text(value, ops::PREDICATE, predicate);
        value
    }

    /// A conversion to `ty`; the value itself when it has that type.
    pub fn cast(&mut self, op: Opcode, value: ValueId, ty: TypeId) -> ValueId {
        if self.type_of(value) == ty {
            return value;
        }
        if let (Opcode::Trunc | Opcode::ZExt, Some(bits)) = (op, self.const_of(value)) {
            return self.iconst(ty, bits);
        }
        self.value(op, &[value], ty)
    }

    /// An integer as one of another width, read as signed or not.
    pub fn int_cast(&mut self, value: ValueId, ty: TypeId, signed: bool) -> ValueId {
        let (from, to) = (self.width(self.type_of(value)), self.width(ty));
        let op = match (from < to, signed) {
            (false, _) => Opcode::Trunc,
            (true, true) => Opcode::SExt,
            (true, false) => Opcode::ZExt,
        };
        if from == to { value } else { self.cast(op, value, ty) }
    }

    /// `condition ? a : b`.
    pub fn select(&mut self, condition: ValueId, a: ValueId, b: ValueId) -> ValueId {
        let ty = self.type_of(a);
        self.value(Opcode::Select, &[condition, a, b], ty)
    }

    /// Memory on the stack that lives as long as the function runs, whatever block asks for it.
    pub fn alloca(&mut self, elem: TypeId, align: u32) -> ValueId {
        let (one, ptr) = (self.i32(1), self.ptr());
        let ctx = &mut self.module.ctx;
        let attrs =
            vec![(ops::ELEM_TYPE, ctx.attr(Attr::Type(elem))), (ops::ALIGNMENT, ctx.attr(Attr::Literal(align)))];
        let op = self.module.add_op(Opcode::Alloca.info());
        self.module[op].attrs = attrs;
        self.module[op].operands.push(one);
        self.prologue.push(op);
        self.module.add_result(op, ptr)
    }

    /// An address moved by a number of bytes.
    pub fn gep(&mut self, base: ValueId, bytes: ValueId) -> ValueId {
        if self.const_of(bytes) == Some(0) {
            return base;
        }
        let ptr = self.ptr();
        self.value(Opcode::Gep, &[base, bytes], ptr)
    }

    /// The same, by a constant.
    pub fn gep_const(&mut self, base: ValueId, bytes: u64) -> ValueId {
        let bytes = self.i64(bytes);
        self.gep(base, bytes)
    }

    /// Reads memory.
    pub fn load(&mut self, address: ValueId, ty: TypeId, align: u32) -> ValueId {
        let value = self.value(Opcode::Load, &[address], ty);
        let align = self.module.ctx.attr(Attr::Literal(align));
        self.set(value, ops::ALIGNMENT, align);
        value
    }

    /// Says that what a load reads never changes.
    pub fn mark_invariant(&mut self, value: ValueId) {
        let unit = self.module.ctx.attr(Attr::Unit);
        self.set(value, ops::INVARIANT, unit);
    }

    /// Writes memory.
    pub fn store(&mut self, value: ValueId, address: ValueId, align: u32) -> OpId {
        let op = self.op(Opcode::Store, &[value, address]);
        let align = self.module.ctx.attr(Attr::Literal(align));
        self.module[op].set_attr(ops::ALIGNMENT, align);
        op
    }

    /// Makes an access atomic.
    pub fn order(&mut self, op: OpId, ordering: &str) {
        let attr = self.module.ctx.str_attr(ordering);
        self.module[op].set_attr(ops::ORDERING, attr);
    }

    /// Makes the op that defines a value atomic.
    pub fn order_value(&mut self, value: ValueId, ordering: &str) {
        if let Some(op) = self.module.defining_op(value) {
            self.order(op, ordering);
        }
    }

    /// Reads and writes memory as one.
    pub fn atomic_rmw(&mut self, bin_op: &str, address: ValueId, operand: ValueId) -> ValueId {
        let ty = self.type_of(operand);
        let value = self.value(Opcode::AtomicRmw, &[address, operand], ty);
        self.with_text(value, ops::BIN_OP, bin_op);
        self.order_value(value, "monotonic");
        value
    }

    /// Writes `new` if memory holds `expected`; the result is what it held.
    pub fn cmpxchg(&mut self, address: ValueId, expected: ValueId, new: ValueId) -> ValueId {
        let (ty, bool) = (self.type_of(new), self.module.ctx.bool());
        let pair = types::structure(&mut self.module.ctx, &[ty, bool]);
        let value = self.value(Opcode::Cmpxchg, &[address, expected, new], pair);
        self.order_value(value, "monotonic");
        self.extract_value(value, 0)
    }

    /// A fence.
    pub fn fence(&mut self, ordering: &str) {
        let op = self.op(Opcode::Fence, &[]);
        self.order(op, ordering);
    }

    /// A component of a vector.
    pub fn extract(&mut self, vector: ValueId, index: ValueId) -> ValueId {
        let ty = self.module.ctx.scalar_of(self.type_of(vector));
        self.value(Opcode::ExtractElement, &[vector, index], ty)
    }

    /// A component of a vector, or the scalar itself.
    pub fn component(&mut self, vector: ValueId, index: u32) -> ValueId {
        if self.lanes(self.type_of(vector)) == 1 {
            return vector;
        }
        let index = self.i32(index);
        self.extract(vector, index)
    }

    /// A vector with a component replaced.
    pub fn insert(&mut self, vector: ValueId, component: ValueId, index: ValueId) -> ValueId {
        let ty = self.type_of(vector);
        self.value(Opcode::InsertElement, &[vector, component, index], ty)
    }

    /// A vector of these components, or the only one.
    pub fn vector(&mut self, components: &[ValueId]) -> ValueId {
        if let [only] = components {
            return *only;
        }
        let scalar = self.type_of(components[0]);
        let ty = self.module.ctx.vector(scalar, components.len() as u32);
        let mut vector = self.poison(ty);
        for (index, component) in components.iter().enumerate() {
            let index = self.i32(index as u32);
            vector = self.insert(vector, *component, index);
        }
        vector
    }

    /// A vector of `lanes` times the same scalar; the scalar itself when there is one lane.
    pub fn broadcast(&mut self, scalar: ValueId, lanes: u32) -> ValueId {
        self.vector(&vec![scalar; lanes.max(1) as usize])
    }

    /// Components of two vectors.
    pub fn shuffle(&mut self, a: ValueId, b: ValueId, mask: &[Option<u32>]) -> ValueId {
        let scalar = self.module.ctx.scalar_of(self.type_of(a));
        let ty = self.module.ctx.vector(scalar, mask.len() as u32);
        let value = self.value(Opcode::ShuffleVector, &[a, b], ty);
        let elems = mask.iter().map(|index| match index {
            Some(index) => self.module.ctx.attr(Attr::Literal(*index)),
            None => self.module.ctx.attr(Attr::Undef),
        });
        let elems: Vec<AttrId> = elems.collect();
        let attr = self.module.ctx.attr(Attr::Array(elems.into()));
        self.set(value, ops::MASK, attr);
        value
    }

    /// A part of an aggregate; a component of a vector.
    pub fn extract_value(&mut self, aggregate: ValueId, index: u32) -> ValueId {
        let ty = self.type_of(aggregate);
        let Some(part) = types::field(&self.module.ctx, ty, index) else { return self.component(aggregate, index) };
        let value = self.value(Opcode::ExtractValue, &[aggregate], part);
        let index = self.module.ctx.attr(Attr::Literal(index));
        self.set(value, ops::POSITION, index);
        value
    }

    /// An aggregate or vector with a part replaced.
    pub fn insert_value(&mut self, aggregate: ValueId, part: ValueId, index: u32) -> ValueId {
        let ty = self.type_of(aggregate);
        if types::field(&self.module.ctx, ty, index).is_none() {
            let index = self.i32(index);
            return self.insert(aggregate, part, index);
        }
        let value = self.value(Opcode::InsertValue, &[aggregate, part], ty);
        let index = self.module.ctx.attr(Attr::Literal(index));
        self.set(value, ops::POSITION, index);
        value
    }

    /// An aggregate or vector of these parts.
    pub fn aggregate(&mut self, ty: TypeId, parts: &[ValueId]) -> ValueId {
        let mut value = self.poison(ty);
        for (index, part) in parts.iter().enumerate() {
            value = self.insert_value(value, *part, index as u32);
        }
        value
    }

    /// How many parts a value of this type has: an aggregate's or a vector's; nothing for scalars and addresses.
    pub fn parts(&self, ty: TypeId) -> Option<u64> {
        match &self.module.ctx[ty] {
            Type::Vector { len, .. } => Some(u64::from(*len)),
            Type::Llvm(LlvmType::Array { len, .. }) => Some(*len),
            Type::Llvm(LlvmType::Struct(fields)) => Some(fields.len() as u64),
            Type::Llvm(LlvmType::Ptr) | Type::None | Type::Int { .. } | Type::Float { .. } => None,
            Type::Function { .. } | Type::Spirv(_) => None,
        }
    }

    /// Calls a function of the host or the module, which is declared when it is not there.
    pub fn call(&mut self, name: &str, args: &[ValueId], result: TypeId) -> Option<ValueId> {
        let params: Vec<TypeId> = args.iter().map(|arg| self.type_of(*arg)).collect();
        self.declare(name, &params, result);
        let symbol = self.module.ctx.name(name);
        let op = self.op(Opcode::Call, args);
        let attr = self.module.ctx.symbol_attr(symbol);
        self.module[op].set_attr(ops::SYMBOL, attr);
        let is_void = self.module.ctx[result] == Type::None;
        (!is_void).then(|| self.module.add_result(op, result))
    }

    /// Calls the function at an address.
    pub fn call_pointer(&mut self, function: ValueId, args: &[ValueId], result: TypeId) -> Option<ValueId> {
        let operands: Vec<ValueId> = std::iter::once(function).chain(args.iter().copied()).collect();
        let op = self.op(Opcode::CallPointer, &operands);
        let is_void = self.module.ctx[result] == Type::None;
        (!is_void).then(|| self.module.add_result(op, result))
    }

    /// Calls an intrinsic by its full name.
    pub fn intrinsic(&mut self, name: &str, args: &[ValueId], result: TypeId) -> ValueId {
        let value = self.value(Opcode::Intrinsic, args, result);
        self.with_text(value, ops::INTRINSIC, name);
        value
    }

    /// Calls an intrinsic that gives nothing.
    pub fn intrinsic_void(&mut self, name: &str, args: &[ValueId]) {
        let op = self.op(Opcode::Intrinsic, args);
        let attr = self.module.ctx.str_attr(name);
        self.module[op].set_attr(ops::INTRINSIC, attr);
    }

    /// Calls an intrinsic whose name ends in the type of its first operand, which is its result's.
    pub fn math(&mut self, name: &str, args: &[ValueId]) -> ValueId {
        let ty = self.type_of(args[0]);
        let name = format!("llvm.{name}.{}", self.mangled(ty));
        let value = self.intrinsic(&name, args, ty);
        if let (Type::Float { .. }, Some(flags)) = (self.ty(self.module.ctx.scalar_of(ty)), self.fastmath) {
            self.set(value, ops::FASTMATH, flags);
        }
        value
    }

    /// A type as the names of intrinsics have it.
    pub fn mangled(&self, ty: TypeId) -> String {
        match self.module.ctx[ty] {
            Type::Int { width, .. } => format!("i{width}"),
            Type::Float { width, kind: FloatKind::Bf16 } => format!("bf{width}"),
            Type::Float { width, .. } => format!("f{width}"),
            Type::Vector { elem, len } => format!("v{len}{}", self.mangled(elem)),
            Type::Llvm(LlvmType::Ptr) => "p0".to_owned(),
            Type::None | Type::Function { .. } | Type::Spirv(_) | Type::Llvm(_) => String::new(),
        }
    }

    // Terminators.

    /// Goes on in a block.
    pub fn br(&mut self, block: BlockId, args: &[ValueId]) {
        let op = self.op(Opcode::Br, &[]);
        self.module[op].successors.push(Successor { block, args: args.to_vec() });
    }

    /// Goes on in one of two blocks.
    pub fn cond_br(&mut self, condition: ValueId, yes: Successor, no: Successor) -> OpId {
        let op = self.op(Opcode::CondBr, &[condition]);
        self.module[op].successors = vec![yes, no];
        op
    }

    /// The same, with the second way almost never taken.
    pub fn likely(&mut self, condition: ValueId, yes: Successor, no: Successor) {
        let op = self.cond_br(condition, yes, no);
        let weights = [1000u32, 1].map(|weight| self.module.ctx.attr(Attr::Literal(weight)));
        let attr = self.module.ctx.attr(Attr::Array(weights.into()));
        self.module[op].set_attr(ops::WEIGHTS, attr);
    }

    /// Goes on in the block that an integer selects; the first successor is the default.
    pub fn switch(&mut self, selector: ValueId, cases: &[u64], successors: Vec<Successor>) {
        let ty = self.type_of(selector);
        let mask = mask(self.width(ty));
        let cases: Vec<AttrId> =
            cases.iter().map(|case| self.module.ctx.attr(Attr::Int { bits: case & mask, ty })).collect();
        let attr = self.module.ctx.attr(Attr::Array(cases.into()));
        let op = self.op(Opcode::Switch, &[selector]);
        self.module[op].set_attr(ops::CASES, attr);
        self.module[op].successors = successors;
    }

    /// Leaves the function.
    pub fn ret(&mut self, value: Option<ValueId>) {
        self.op(Opcode::Return, value.as_slice());
    }
}

/// The low bits that an integer of this width has.
pub fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

fn fold(op: Opcode, x: u64, y: u64, width: u32) -> Option<u64> {
    if width > 64 {
        return None;
    }
    let bits = match op {
        Opcode::Add => x.wrapping_add(y),
        Opcode::Sub => x.wrapping_sub(y),
        Opcode::Mul => x.wrapping_mul(y),
        Opcode::And => x & y,
        Opcode::Or => x | y,
        Opcode::Xor => x ^ y,
        Opcode::Shl if y < u64::from(width) => x << y,
        Opcode::LShr if y < u64::from(width) => x >> y,
        _ => return None,
    };
    Some(bits & mask(width))
}

/// The nearest half-precision number, by its bits; ties go to even.
pub fn half_bits(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let magnitude = bits & 0x7FFF_FFFF;
    if magnitude >= 0x7F80_0000 {
        return sign | if magnitude > 0x7F80_0000 { 0x7E00 } else { 0x7C00 };
    }
    if magnitude >= 0x4780_0000 {
        return sign | 0x7C00;
    }
    // Numbers below the normal range are multiples of 2^-24, which adding a big number rounds to.
    if magnitude < 0x3880_0000 {
        let rounded = f32::from_bits(magnitude) + 0.5;
        return sign | (rounded.to_bits() - 0.5f32.to_bits()) as u16;
    }
    let odd = magnitude >> 13 & 1;
    sign | ((magnitude - 0x3800_0000 + 0xFFF + odd) >> 13) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_rounded_to_the_nearest() {
        for (value, bits) in [
            (0.0, 0),
            (1.0, 0x3C00),
            (-2.0, 0xC000),
            (65504.0, 0x7BFF),
            (65520.0, 0x7C00),
            (6.0e-8, 1),
            (0.1, 0x2E66),
            (1.0e-9, 0),
        ] {
            assert_eq!(half_bits(value), bits, "{value}");
        }
    }

    #[test]
    fn constants_are_shared_and_folded() {
        let mut b = Builder::new();
        let void = b.module.ctx.none();
        b.begin("f", &[], void, false);
        let (two, three) = (b.i32(2), b.i32(3));
        let sum = b.add(two, three);
        assert_eq!(b.const_of(sum), Some(5));
        let five = b.i32(5);
        assert_eq!(five, sum);
        b.ret(None);
        b.finish();
        assert_eq!(super::super::verify::verify(&b.module), Ok(()));
    }
}

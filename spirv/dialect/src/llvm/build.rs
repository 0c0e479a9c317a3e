//! The builder of the LLVM dialect: constants are uniqued per function, arithmetic on them is folded.

mod arrays;
mod code;
mod masks;

pub use arrays::MOST_ELEMENTS;
pub use masks::Masks;

use super::enums::{self, Enumerated, FastMath};
use super::ops::{self, Opcode};
use super::types;
use crate::ir::{Attr, AttrId, BlockId, LocId, Module, OpId, Type, TypeId, ValueId};
use crate::spirv::facts;
use base::half;
use base::intern::Symbol;
use rustc_hash::FxHashMap;

/// The limit of numbers in vectors of shaders.
const SHORT: u32 = 4;

/// A module under construction, and the block at whose end ops are inserted.
#[derive(Debug)]
pub struct Builder {
    /// The module.
    pub module: Module,
    /// The current function.
    pub func: OpId,
    /// The current block.
    pub block: BlockId,
    /// The location that new ops of the block get.
    pub loc: Option<LocId>,
    entry: BlockId,
    /// Constants and stack slots, which go to the start of the function.
    prologue: Vec<OpId>,
    constants: FxHashMap<(Opcode, AttrId, TypeId), ValueId>,
    declared: FxHashMap<String, OpId>,
    /// The fast-math flags of arithmetic.
    fastmath: Option<AttrId>,
    masks: Masks,
    /// True if arithmetic of short vectors is made number by number.
    is_apart: bool,
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
        let (loc, fastmath, masks, is_apart, entry) = (None, None, Masks::default(), false, block);
        Builder { module, func, block, loc, entry, prologue, constants, declared, fastmath, masks, is_apart }
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

    /// The contents of a type.
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
        self.drop_unused_aggregates();
        let prologue = std::mem::take(&mut self.prologue);
        for op in &prologue {
            self.module[*op].block = Some(self.entry);
        }
        self.module[self.entry].ops.splice(0..0, prologue);
    }

    /// The stack slots of the current function, with their types.
    pub fn stack_slots(&self) -> Vec<(ValueId, TypeId)> {
        let slot =
            |op: &OpId| Some((*self.module[*op].results.first()?, facts::type_of(&self.module, *op, ops::ELEM_TYPE)?));
        self.prologue.iter().filter_map(slot).collect()
    }

    /// The function with this name, declared if it is not there yet.
    pub fn declare(&mut self, name: &str, params: &[TypeId], result: TypeId) -> OpId {
        if let Some(op) = self.declared.get(name) {
            return *op;
        }
        let ctx = &mut self.module.ctx;
        let symbol = ctx.name(name);
        let ty = ctx.ty(Type::Function { params: params.into(), result });
        let attrs = [(ops::SYM_NAME, ctx.symbol_attr(symbol)), (ops::FUNCTION_TYPE, ctx.attr(Attr::Type(ty)))];
        let op = self.module.add_op(Opcode::Func.info());
        self.module[op].attrs = attrs.into();
        let body = self.module.body();
        self.module.append(body, op);
        self.declared.insert(name.to_owned(), op);
        op
    }

    /// A global variable.
    pub fn global(&mut self, name: &str, elem: TypeId, space: u32) -> OpId {
        let ctx = &mut self.module.ctx;
        let symbol = ctx.name(name);
        let attrs = [
            (ops::SYM_NAME, ctx.symbol_attr(symbol)),
            (ops::ELEM_TYPE, ctx.attr(Attr::Type(elem))),
            (ops::SPACE, ctx.attr(Attr::Literal(space))),
        ];
        let op = self.module.add_op(Opcode::Global.info());
        self.module[op].attrs = attrs.into();
        let body = self.module.body();
        self.module.append(body, op);
        op
    }

    /// The address of a function or a global variable.
    pub fn address_of(&mut self, symbol: Symbol, ty: TypeId) -> ValueId {
        let value = self.shared(Opcode::AddressOf, Attr::Symbol(symbol), ty);
        let attr = self.module.ctx.symbol_attr(symbol);
        self.set(value, ops::SYMBOL, attr);
        value
    }

    /// An undefined value of a type.
    pub fn undef(&mut self, ty: TypeId) -> ValueId {
        self.shared(Opcode::Undef, Attr::Undef, ty)
    }

    /// An op of constants alone, at the start of the current function.
    pub fn at_start(&mut self, op: Opcode, operands: &[ValueId], ty: TypeId) -> OpId {
        let id = self.module.add_op(op.info());
        self.module[id].operands.extend_from_slice(operands);
        self.prologue.push(id);
        self.module.add_result(id, ty);
        id
    }

    /// Adds LLVM attributes to the current function.
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

    /// Returns whether the current block is terminated.
    pub fn has_ended(&self) -> bool {
        self.module.terminator(self.block).is_some()
    }

    /// From here on, arithmetic of floats is made for each number of short vectors by itself, or for all at once: of
    /// several, some may be constant or the same in each iteration of a loop.
    pub fn set_apart(&mut self, is_apart: bool) {
        self.is_apart = is_apart;
    }

    /// The fast-math flags of arithmetic from here on.
    pub fn set_fastmath(&mut self, liberty: Option<FastMath>) {
        self.fastmath = liberty.map(|liberty| enums::attr(&mut self.module.ctx, liberty));
    }

    // Ops.

    /// An op at the end of the current block.
    pub fn op(&mut self, op: Opcode, operands: &[ValueId]) -> OpId {
        let id = self.module.add_op(op.info());
        self.module[id].operands.extend_from_slice(operands);
        self.module[id].loc = self.loc;
        self.module.append(self.block, id);
        id
    }

    /// An op with a result at the end of the current block.
    pub fn value(&mut self, op: Opcode, operands: &[ValueId], ty: TypeId) -> ValueId {
        let id = self.op(op, operands);
        self.module.add_result(id, ty)
    }

    fn choose<E: Enumerated>(&mut self, op: OpId, name: &'static str, choice: E) {
        let attr = enums::attr(&mut self.module.ctx, choice);
        self.module[op].set_attr(name, attr);
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

    /// An integer constant, or a splat of it if the type is a vector or an array.
    pub fn iconst(&mut self, ty: TypeId, bits: u64) -> ValueId {
        let ty = self.element_type(ty);
        let scalar = self.module.ctx.scalar_of(ty);
        let attr = Attr::Int { bits: bits & mask(self.width(ty)), ty: scalar };
        self.splat(attr, ty)
    }

    /// A floating-point constant, or a splat of it if the type is a vector or an array.
    pub fn fconst(&mut self, ty: TypeId, value: f64) -> ValueId {
        let ty = self.element_type(ty);
        let scalar = self.module.ctx.scalar_of(ty);
        let bits = half::bits_in(self.width(ty), value);
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

    /// A poison value, whose uses must not matter.
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

    /// An op on two integers or two floats.
    pub fn binary(&mut self, op: Opcode, a: ValueId, b: ValueId) -> ValueId {
        if let Some(made) = self.elementwise(&[a, b], &|this, own| this.binary(op, own[0], own[1])) {
            return made;
        }
        let ty = self.type_of(a);
        let is_float = op.row().form == ops::Form::FloatBinary;
        if self.is_apart && is_float && (2..=SHORT).contains(&self.lanes(ty)) {
            let lanes = 0..self.lanes(ty);
            let parts = lanes.map(|lane| [a, b].map(|value| self.component(value, lane))).collect::<Vec<_>>();
            let parts: Vec<_> = parts.into_iter().map(|[a, b]| self.binary(op, a, b)).collect();
            return self.vector(&parts);
        }
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
        if let Some(joined) = self.joined(op, [a, b]) {
            return joined;
        }
        let value = self.value(op, &[a, b], ty);
        if let (ops::Form::FloatBinary, Some(flags)) = (op.row().form, self.fastmath) {
            self.set(value, ops::FASTMATH, flags);
        }
        value
    }
}

/// The low `width` bits.
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
        Opcode::UDiv if y != 0 => x / y,
        Opcode::URem if y != 0 => x % y,
        _ => return None,
    };
    Some(bits & mask(width))
}

#[cfg(test)]
mod tests {
    use super::*;

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

//! The state of rewriting one function, and the methods that make its ops.

use crate::place::{Place, Resource};
use crate::requirements::Needs;
use crate::types::{self, Types};
use crate::uniform::Uniform;
use crate::uses::Uses;
use base::ids::Map;
use base::intern::Symbol;
use base::target::Waves;
use dialect::ir::{Attr, AttrId, BlockId, LocId, Module, OpId, OpInfo, Type, TypeId, ValueId};
use dialect::spirv::attrs;
use dialect::spirv::ops::{self, Mlir};
use dialect::spirv::types::SpirvType;
use rustc_hash::FxHashMap;
use spirv::{BuiltIn, Op, OpenclStd100Op as CLOp, StorageClass};

/// Facts about a function before it is rewritten.
pub(crate) struct Facts {
    /// The wave operations of the target.
    pub(crate) waves: Waves,
    /// A kernel may read and write one image.
    pub(crate) read_write_images: bool,
    /// The workgroup's size, where it is known.
    pub(crate) local_size: Option<[u32; 3]>,
    /// Values that are the same for all invocations of a wave.
    pub(crate) uniform: Uniform,
    /// The variables and images that the function uses.
    pub(crate) uses: Uses,
}

/// The ops that have been made, until they are put into their blocks.
#[derive(Default)]
struct Made {
    /// The constants of the function, which stand first.
    constants: Vec<OpId>,
    /// The ops after the constants, at the start of the function.
    prologue: Vec<OpId>,
    /// The block that grows.
    block: Vec<OpId>,
    /// New ops go to the prologue.
    in_prologue: bool,
    /// The source location of the op being rewritten.
    loc: Option<LocId>,
}

/// A function on its way to a kernel.
pub(crate) struct Rewriter<'m> {
    pub(crate) module: &'m mut Module,
    pub(crate) types: &'m mut Types,
    pub(crate) needs: &'m mut Needs,
    /// The types that values had in the shader.
    pub(crate) old: Vec<TypeId>,
    /// The kernel's values by the shader's values.
    pub(crate) values: FxHashMap<ValueId, ValueId>,
    /// The places that pointers lead to.
    pub(crate) places: FxHashMap<ValueId, Place>,
    /// The shader's resources as arguments of the kernel.
    pub(crate) resources: Map<Symbol, Resource>,
    /// The private variables that the function has now.
    pub(crate) privates: Map<Symbol, Place>,
    pub(crate) facts: Facts,
    /// The builtins that have been read.
    pub(crate) loaded: FxHashMap<u32, ValueId>,
    constants: FxHashMap<(AttrId, TypeId), ValueId>,
    made: Made,
}

impl<'m> Rewriter<'m> {
    pub(crate) fn new(module: &'m mut Module, types: &'m mut Types, needs: &'m mut Needs, facts: Facts) -> Self {
        let old = module.values.iter().map(|(_, value)| value.ty).collect();
        Rewriter {
            module,
            types,
            needs,
            old,
            values: FxHashMap::default(),
            places: FxHashMap::default(),
            resources: Map::default(),
            privates: Map::default(),
            facts,
            loaded: FxHashMap::default(),
            constants: FxHashMap::default(),
            made: Made::default(),
        }
    }

    // Values.

    /// The kernel's value for a value of the shader.
    pub(crate) fn resolve(&self, value: ValueId) -> ValueId {
        self.values.get(&value).copied().unwrap_or(value)
    }

    /// The kernel's value for an operand.
    pub(crate) fn operand(&self, op: OpId, at: usize) -> ValueId {
        self.resolve(self.module[op].operands[at])
    }

    /// The kernel's values for the operands.
    pub(crate) fn operands(&self, op: OpId) -> Vec<ValueId> {
        self.module[op].operands.iter().map(|value| self.resolve(*value)).collect()
    }

    /// The type of a value in the kernel.
    pub(crate) fn type_of(&self, value: ValueId) -> TypeId {
        self.module.type_of(value)
    }

    /// The type that a value had in the shader.
    pub(crate) fn old_type(&self, value: ValueId) -> TypeId {
        self.old.get(value.index()).copied().unwrap_or_else(|| self.module.type_of(value))
    }

    /// The type of an op's result in the shader, and in the kernel.
    pub(crate) fn result_types(&mut self, op: OpId) -> (TypeId, TypeId) {
        let old = self.module[op].results.first().map_or_else(|| TypeId::new(0), |value| self.old_type(*value));
        (old, self.types.value(&mut self.module.ctx, old))
    }

    /// A value represents the result of an op, which goes.
    pub(crate) fn replace(&mut self, op: OpId, value: ValueId) {
        if let Some(result) = self.module[op].results.first().copied() {
            if self.module[value].name.is_none() {
                self.module[value].name = self.module[result].name;
            }
            self.values.insert(result, value);
        }
    }

    /// The op's result leads there; the op goes.
    pub(crate) fn lead(&mut self, op: OpId, place: Place) {
        if let Some(result) = self.module[op].results.first().copied() {
            self.places.insert(result, place);
        }
    }

    // Ops.

    /// Makes what follows in a block, for an op of the shader.
    pub(crate) fn stand_for(&mut self, op: OpId) {
        self.made.loc = self.module[op].loc;
    }

    /// Starts a block.
    pub(crate) fn begin(&mut self) {
        self.made.block.clear();
    }

    /// The ops that the block has now.
    pub(crate) fn end(&mut self, block: BlockId) {
        let ops = std::mem::take(&mut self.made.block);
        self.put(block, ops);
    }

    /// Puts what the function starts with into its first block.
    pub(crate) fn finish(&mut self, entry: BlockId) {
        let Made { constants, prologue, .. } = std::mem::take(&mut self.made);
        let rest = std::mem::take(&mut self.module[entry].ops);
        self.put(entry, constants.into_iter().chain(prologue).chain(rest).collect());
    }

    fn put(&mut self, block: BlockId, ops: Vec<OpId>) {
        for op in &ops {
            self.module[*op].block = Some(block);
        }
        self.module[block].ops = ops;
    }

    /// Makes ops at the start of the function.
    pub(crate) fn at_start<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.made.in_prologue, true);
        let made = make(self);
        self.made.in_prologue = before;
        made
    }

    /// An op that stays is the next one.
    pub(crate) fn push(&mut self, op: OpId) {
        match self.made.in_prologue {
            true => self.made.prologue.push(op),
            false => self.made.block.push(op),
        }
    }

    /// An op without a result.
    pub(crate) fn effect(&mut self, info: &'static OpInfo, operands: &[ValueId]) -> OpId {
        let op = self.module.add_op(info);
        self.module[op].operands.extend_from_slice(operands);
        self.module[op].loc = self.made.loc;
        self.push(op);
        op
    }

    /// An op with a result.
    pub(crate) fn make(&mut self, info: &'static OpInfo, operands: &[ValueId], ty: TypeId) -> ValueId {
        let op = self.effect(info, operands);
        self.module.add_result(op, ty)
    }

    /// A core instruction with a result.
    pub(crate) fn core(&mut self, op: Op, operands: &[ValueId], ty: TypeId) -> ValueId {
        self.make(ops::core(op), operands, ty)
    }

    /// A core instruction whose result has the type of its first operand.
    pub(crate) fn same(&mut self, op: Op, operands: &[ValueId]) -> ValueId {
        let ty = self.type_of(operands[0]);
        self.core(op, operands, ty)
    }

    /// A comparison.
    pub(crate) fn compare(&mut self, op: Op, operands: &[ValueId]) -> ValueId {
        let ty = self.type_of(operands[0]);
        let bool = self.module.ctx.bool();
        let ty = self.module.ctx.with_scalar(ty, bool);
        self.core(op, operands, ty)
    }

    /// A select; a scalar condition applies to all components.
    pub(crate) fn select(&mut self, condition: ValueId, yes: ValueId, no: ValueId) -> ValueId {
        let lanes = types::lanes(&self.module.ctx, self.type_of(yes));
        let condition = self.splat(condition, lanes);
        let ty = self.type_of(yes);
        self.core(Op::Select, &[condition, yes, no], ty)
    }

    /// A function of OpenCL.
    ///
    /// # Panics
    /// When there is no such function, which the tables of the grammar rule out.
    pub(crate) fn cl(&mut self, function: CLOp, operands: &[ValueId], ty: TypeId) -> ValueId {
        let row = ops::by_cl(function as u32).expect("the grammar has it");
        self.make(&row.info, operands, ty)
    }

    /// A function of OpenCL whose result has the type of its first operand.
    pub(crate) fn cl_same(&mut self, function: CLOp, operands: &[ValueId]) -> ValueId {
        let ty = self.type_of(operands[0]);
        self.cl(function, operands, ty)
    }

    /// A composite of parts.
    pub(crate) fn construct(&mut self, parts: &[ValueId], ty: TypeId) -> ValueId {
        self.core(Op::CompositeConstruct, parts, ty)
    }

    /// A part of a composite.
    pub(crate) fn extract(&mut self, composite: ValueId, at: u32) -> ValueId {
        let ty = self.type_of(composite);
        let Some(part) = dialect::spirv::facts::part_type(&self.module.ctx, ty, at as usize) else { return composite };
        let op = self.effect(ops::core(Op::CompositeExtract), &[composite]);
        let index = self.module.ctx.attr(Attr::Literal(at));
        let indices = self.module.ctx.attr(Attr::Array([index].into()));
        self.module[op].attrs.push((attrs::INDICES, indices));
        self.module.add_result(op, part)
    }

    /// The components of a vector, or the scalar itself.
    pub(crate) fn components(&mut self, value: ValueId) -> Vec<ValueId> {
        match types::lanes(&self.module.ctx, self.type_of(value)) {
            1 => vec![value],
            lanes => (0..lanes).map(|lane| self.extract(value, lane)).collect(),
        }
    }

    /// A vector of components, or the only one itself.
    pub(crate) fn vector(&mut self, components: &[ValueId]) -> ValueId {
        let [first, _, ..] = components else { return components[0] };
        let elem = self.type_of(*first);
        let ty = self.module.ctx.vector(elem, components.len() as u32);
        self.construct(components, ty)
    }

    /// A splat of a value, unless it is a vector already.
    pub(crate) fn splat(&mut self, value: ValueId, lanes: u32) -> ValueId {
        let own = types::lanes(&self.module.ctx, self.type_of(value));
        if own == lanes { value } else { self.vector(&vec![value; lanes as usize]) }
    }

    /// The bits of a value as another type.
    pub(crate) fn bitcast(&mut self, value: ValueId, ty: TypeId) -> ValueId {
        if self.type_of(value) == ty { value } else { self.core(Op::Bitcast, &[value], ty) }
    }

    /// An unsigned integer in a type of another width.
    pub(crate) fn resize(&mut self, value: ValueId, ty: TypeId, is_signed: bool) -> ValueId {
        let op = if is_signed { Op::SConvert } else { Op::UConvert };
        if self.type_of(value) == ty { value } else { self.core(op, &[value], ty) }
    }

    // Constants and types.

    /// A constant of the function.
    pub(crate) fn constant(&mut self, attr: AttrId, ty: TypeId) -> ValueId {
        if let Some(value) = self.constants.get(&(attr, ty)) {
            return *value;
        }
        let op = self.module.add_op(ops::mlir(Mlir::Constant));
        self.module[op].attrs.push((attrs::VALUE, attr));
        self.made.constants.push(op);
        let value = self.module.add_result(op, ty);
        self.constants.insert((attr, ty), value);
        value
    }

    /// The constant of a type, or of a vector of it, with these bits in each component.
    pub(crate) fn bits(&mut self, ty: TypeId, bits: u64) -> ValueId {
        let ctx = &mut self.module.ctx;
        let scalar = ctx.scalar_of(ty);
        let one = match ctx[scalar] {
            Type::Int { width: 1, .. } => Attr::Bool(bits != 0),
            Type::Int { width, .. } if width < 64 => Attr::Int { bits: bits & ((1 << width) - 1), ty: scalar },
            Type::Int { .. } => Attr::Int { bits, ty: scalar },
            _ => Attr::Float { bits, ty: scalar },
        };
        let mut attr = ctx.attr(one);
        if let Type::Vector { len, .. } = ctx[ty] {
            attr = ctx.attr(Attr::Dense { elems: vec![attr; len as usize].into(), ty });
        }
        self.constant(attr, ty)
    }

    /// The constant number of a type, or of a vector of it.
    pub(crate) fn number(&mut self, ty: TypeId, number: f64) -> ValueId {
        let width = types::width(&self.module.ctx, ty);
        self.bits(ty, base::half::bits_in(width, number))
    }

    /// A constant of 32 bits.
    pub(crate) fn word(&mut self, value: u32) -> ValueId {
        let ty = self.module.ctx.int(32);
        self.bits(ty, u64::from(value))
    }

    /// The type of sizes and offsets.
    pub(crate) fn size_type(&mut self) -> TypeId {
        self.module.ctx.int(64)
    }

    /// A constant size.
    pub(crate) fn size(&mut self, bytes: u64) -> ValueId {
        let ty = self.size_type();
        self.bits(ty, bytes)
    }

    /// The type of pointers.
    pub(crate) fn pointer_type(&mut self, pointee: TypeId, storage: StorageClass) -> TypeId {
        self.module.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee, storage, stride: None }))
    }

    /// A variable of the function.
    pub(crate) fn variable(&mut self, ty: TypeId) -> ValueId {
        let ty = self.pointer_type(ty, StorageClass::Function);
        self.at_start(|rewriter| rewriter.make(ops::core(Op::Variable), &[], ty))
    }

    /// The value of a builtin, as kernels have it: vectors of sizes, and words.
    pub(crate) fn builtin(&mut self, builtin: BuiltIn, is_vector: bool) -> ValueId {
        if let Some(value) = self.loaded.get(&(builtin as u32)) {
            return *value;
        }
        let ty = match is_vector {
            true => {
                let size = self.size_type();
                self.module.ctx.vector(size, 3)
            }
            false => self.module.ctx.int(32),
        };
        let pointer = self.pointer_type(ty, StorageClass::Input);
        let name = self.needs.builtin(self.module, builtin, pointer);
        let value = self.at_start(|rewriter| {
            let address = rewriter.effect(ops::mlir(Mlir::AddressOf), &[]);
            let symbol = rewriter.module.ctx.symbol_attr(name);
            rewriter.module[address].attrs.push((attrs::SYMBOL, symbol));
            let address = rewriter.module.add_result(address, pointer);
            rewriter.core(Op::Load, &[address], ty)
        });
        self.loaded.insert(builtin as u32, value);
        value
    }
}

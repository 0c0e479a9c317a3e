//! Modules: the arenas of ops, blocks, regions and values, and their containment.

use super::context::Context;
use super::ids::{AttrId, BlockId, NamedAttr, OpId, RegionId, TypeId, ValueId, tag};
use super::op::{Op, OpInfo};
use super::places::Places;
use base::ids::{Arena, Id};
use base::intern::Symbol;
use rustc_hash::FxHashMap;
use std::ops::{Index, IndexMut};

/// The definition of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Def {
    /// A result of an op.
    Result(OpId, u32),
    /// An argument of a block.
    Arg(BlockId, u32),
}

/// A value: defined once, used anywhere its definition dominates.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its type.
    pub ty: TypeId,
    /// Its definition.
    pub def: Def,
    /// Its name in the source, if it has one.
    pub name: Option<Symbol>,
}

/// A basic block: ops in order, the last a terminator.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The arguments, for which predecessors pass values.
    pub args: Vec<ValueId>,
    /// The ops.
    pub ops: Vec<OpId>,
    /// The region that holds the block.
    pub region: Option<RegionId>,
    /// Its name in the source, if it has one.
    pub name: Option<Symbol>,
}

/// A control-flow graph; its first block is the entry.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// The blocks.
    pub blocks: Vec<BlockId>,
    /// The op that holds the region.
    pub op: Option<OpId>,
}

/// A module of either dialect: the entities it owns, and its root op.
#[derive(Clone, Debug)]
pub struct Module {
    /// Types, attributes and names.
    pub ctx: Context,
    /// All ops, those taken out of their block included.
    pub ops: Arena<Op, tag::Op>,
    /// All blocks.
    pub blocks: Arena<Block, tag::Block>,
    /// All regions.
    pub regions: Arena<Region, tag::Region>,
    /// All values.
    pub values: Arena<Value, tag::Value>,
    /// The root op, which contains all others.
    pub root: OpId,
    /// The order of declarations in the words that the module was read from.
    pub places: Places,
    /// Attributes of block arguments: most have none.
    arg_attrs: FxHashMap<ValueId, Vec<NamedAttr>>,
    /// By number of an op, whether a region was added to it: a walk over many ops reads this, not the ops.
    holders: Vec<bool>,
}

impl Module {
    /// A module with the single op `root`, which has one region with one empty block.
    pub fn new(root: &'static OpInfo) -> Self {
        let mut module = Module {
            ctx: Context::default(),
            ops: Arena::default(),
            blocks: Arena::default(),
            regions: Arena::default(),
            values: Arena::default(),
            root: Id::new(0),
            places: Places::default(),
            arg_attrs: FxHashMap::default(),
            holders: Vec::new(),
        };
        module.root = module.add_op(root);
        let region = module.add_region(module.root);
        module.add_block(region);
        module
    }

    /// The block with the ops of the module.
    pub fn body(&self) -> BlockId {
        self.regions[self.ops[self.root].regions[0]].blocks[0]
    }

    /// The ops of the module, in order.
    pub fn top_ops(&self) -> &[OpId] {
        &self.blocks[self.body()].ops
    }

    /// A new op that is in no block yet.
    pub fn add_op(&mut self, info: &'static OpInfo) -> OpId {
        self.ops.alloc(Op::new(info))
    }

    /// A new, empty region of `op`.
    pub fn add_region(&mut self, op: OpId) -> RegionId {
        let region = self.regions.alloc(Region { blocks: Vec::new(), op: Some(op) });
        self.ops[op].regions.push(region);
        if op.index() >= self.holders.len() {
            self.holders.resize((op.index() + 1).max(2 * self.holders.len()), false);
        }
        self.holders[op.index()] = true;
        region
    }

    /// Returns whether an op may hold regions: one was added to it.
    #[inline]
    pub(super) fn may_hold_regions(&self, op: OpId) -> bool {
        self.holders.get(op.index()) == Some(&true)
    }

    /// A new, empty block at the end of `region`.
    pub fn add_block(&mut self, region: RegionId) -> BlockId {
        let block = self.blocks.alloc(Block { region: Some(region), ..Block::default() });
        self.regions[region].blocks.push(block);
        block
    }

    /// A new argument of `block`.
    pub fn add_arg(&mut self, block: BlockId, ty: TypeId) -> ValueId {
        let index = self.blocks[block].args.len() as u32;
        let value = self.values.alloc(Value { ty, def: Def::Arg(block, index), name: None });
        self.blocks[block].args.push(value);
        value
    }

    /// The attributes of a block argument. Those of a result are its op's.
    pub fn arg_attrs(&self, arg: ValueId) -> &[NamedAttr] {
        self.arg_attrs.get(&arg).map_or(&[], Vec::as_slice)
    }

    /// Sets the attributes of a block argument.
    pub fn set_arg_attrs(&mut self, arg: ValueId, attrs: Vec<NamedAttr>) {
        if attrs.is_empty() {
            self.arg_attrs.remove(&arg);
        } else {
            self.arg_attrs.insert(arg, attrs);
        }
    }

    /// A new result of `op`.
    pub fn add_result(&mut self, op: OpId, ty: TypeId) -> ValueId {
        let index = self.ops[op].results.len() as u32;
        let value = self.values.alloc(Value { ty, def: Def::Result(op, index), name: None });
        self.ops[op].results.push(value);
        value
    }

    /// Renumbers the results of an op after some were removed.
    pub fn renumber_results(&mut self, op: OpId) {
        for (at, value) in self.ops[op].results.iter().enumerate() {
            self.values[*value].def = Def::Result(op, at as u32);
        }
    }

    /// Renumbers the arguments of a block after some were removed.
    pub fn renumber_args(&mut self, block: BlockId) {
        for (at, value) in self.blocks[block].args.iter().enumerate() {
            self.values[*value].def = Def::Arg(block, at as u32);
        }
    }

    /// Puts an op at the end of a block.
    pub fn append(&mut self, block: BlockId, op: OpId) {
        self.blocks[block].ops.push(op);
        self.ops[op].block = Some(block);
    }

    /// Removes an op from its block; its id stays valid.
    pub fn detach(&mut self, op: OpId) {
        let Some(block) = self.ops[op].block.take() else { return };
        let ops = &mut self.blocks[block].ops;
        // Most often it is the terminator.
        if let Some(at) = ops.iter().rposition(|other| *other == op) {
            ops.remove(at);
        }
    }

    /// The last op of a block.
    #[inline]
    pub fn terminator(&self, block: BlockId) -> Option<OpId> {
        self.blocks[block].ops.last().copied().filter(|op| self.ops[*op].is_terminator())
    }

    /// The type of a value.
    pub fn type_of(&self, value: ValueId) -> TypeId {
        self.values[value].ty
    }

    /// The op that defines a value, unless a block argument does.
    pub fn defining_op(&self, value: ValueId) -> Option<OpId> {
        match self.values[value].def {
            Def::Result(op, _) => Some(op),
            Def::Arg(..) => None,
        }
    }

    /// The block in which a value is defined; `None` for a result of an op that is in no block.
    pub fn block_of(&self, value: ValueId) -> Option<BlockId> {
        match self.values[value].def {
            Def::Result(op, _) => self.ops[op].block,
            Def::Arg(block, _) => Some(block),
        }
    }

    /// The op whose region holds `op`.
    pub fn parent_op(&self, op: OpId) -> Option<OpId> {
        self.regions[self.blocks[self.ops[op].block?].region?].op
    }

    /// The attribute `name` of `op`.
    #[inline]
    pub fn attr(&self, op: OpId, name: &str) -> Option<AttrId> {
        self.ops[op].attr(name)
    }
}

impl Index<OpId> for Module {
    type Output = Op;
    #[inline]
    fn index(&self, id: OpId) -> &Op {
        &self.ops[id]
    }
}
impl IndexMut<OpId> for Module {
    #[inline]
    fn index_mut(&mut self, id: OpId) -> &mut Op {
        &mut self.ops[id]
    }
}
impl Index<BlockId> for Module {
    type Output = Block;
    #[inline]
    fn index(&self, id: BlockId) -> &Block {
        &self.blocks[id]
    }
}
impl IndexMut<BlockId> for Module {
    #[inline]
    fn index_mut(&mut self, id: BlockId) -> &mut Block {
        &mut self.blocks[id]
    }
}
impl Index<RegionId> for Module {
    type Output = Region;
    #[inline]
    fn index(&self, id: RegionId) -> &Region {
        &self.regions[id]
    }
}
impl IndexMut<RegionId> for Module {
    #[inline]
    fn index_mut(&mut self, id: RegionId) -> &mut Region {
        &mut self.regions[id]
    }
}
impl Index<ValueId> for Module {
    type Output = Value;
    #[inline]
    fn index(&self, id: ValueId) -> &Value {
        &self.values[id]
    }
}
impl IndexMut<ValueId> for Module {
    #[inline]
    fn index_mut(&mut self, id: ValueId) -> &mut Value {
        &mut self.values[id]
    }
}

//! Ops, and the rows of the tables that describe them.

use super::context::LocId;
use super::ids::{AttrId, BlockId, RegionId, ValueId};
use super::named::Attrs;
use super::traits::Traits;
use super::values::Values;
use crate::spirv::code::Code;
use std::fmt;

/// A row of a dialect's op table: what is true of every op of one kind.
pub struct OpInfo {
    /// The name as printed, with the dialect's prefix.
    pub name: &'static str,
    /// The position in the dialect's table.
    pub index: u32,
    /// What it is, if it is an op of the SPIR-V dialect.
    pub code: Option<Code>,
    /// Facts about every such op.
    pub traits: Traits,
    /// One sentence about what it does.
    pub doc: &'static str,
}

impl fmt::Debug for OpInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for OpInfo {
    fn eq(&self, other: &OpInfo) -> bool {
        std::ptr::eq(self, other) || (self.index == other.index && self.name == other.name)
    }
}
impl Eq for OpInfo {}

/// Where a terminator goes, and what it hands to that block's arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The block.
    pub block: BlockId,
    /// One value per argument of the block.
    pub args: Vec<ValueId>,
}

impl Successor {
    /// A successor that hands nothing over.
    pub fn new(block: BlockId) -> Self {
        Successor { block, args: Vec::new() }
    }
}

/// An op of either dialect.
#[derive(Clone, Debug)]
pub struct Op {
    /// Its row.
    pub info: &'static OpInfo,
    /// The values it uses.
    pub operands: Values,
    /// The values it defines.
    pub results: Values,
    /// What else is known about it, in a fixed order.
    pub attrs: Attrs,
    /// The regions it holds.
    pub regions: Vec<RegionId>,
    /// Where it may go, for terminators.
    pub successors: Vec<Successor>,
    /// The block it stands in.
    pub block: Option<BlockId>,
    /// The source it comes from.
    pub loc: Option<LocId>,
    /// The offset of the word at which it was read from a module of words.
    pub word: Option<u32>,
}

impl Op {
    /// An op that uses, defines and holds nothing, and stands nowhere yet.
    pub fn new(info: &'static OpInfo) -> Self {
        Op {
            info,
            operands: Values::new(),
            results: Values::new(),
            attrs: Attrs::new(),
            regions: Vec::new(),
            successors: Vec::new(),
            block: None,
            loc: None,
            word: None,
        }
    }

    /// The attribute with this name.
    pub fn attr(&self, name: &str) -> Option<AttrId> {
        self.attrs.iter().find(|(key, _)| *key == name).map(|(_, attr)| *attr)
    }

    /// Sets or replaces an attribute.
    pub fn set_attr(&mut self, name: &'static str, attr: AttrId) {
        match self.attrs.iter_mut().find(|(key, _)| *key == name) {
            Some((_, old)) => *old = attr,
            None => self.attrs.push((name, attr)),
        }
    }

    /// Whether the op ends a block.
    pub fn is_terminator(&self) -> bool {
        self.info.traits.has(Traits::TERMINATOR)
    }

    /// Every value that the op uses: its operands, then what it hands to its successors.
    #[inline]
    pub fn uses(&self) -> impl Iterator<Item = ValueId> + '_ {
        self.operands.iter().copied().chain(self.successors.iter().flat_map(|successor| successor.args.iter().copied()))
    }

    /// The places of [`Op::uses`].
    #[inline]
    pub fn uses_mut(&mut self) -> impl Iterator<Item = &mut ValueId> + '_ {
        let passed = self.successors.iter_mut().flat_map(|successor| successor.args.iter_mut());
        self.operands.iter_mut().chain(passed)
    }
}

//! Ops, and the rows of the tables that describe them.

use super::context::LocId;
use super::ids::{AttrId, BlockId, NamedAttr, RegionId, ValueId};
use super::values::Values;
use std::fmt;
use std::ops::BitOr;

/// Facts about an op that hold whatever its operands are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Traits(pub u32);

impl Traits {
    /// No facts.
    pub const NONE: Traits = Traits(0);
    /// Only computes its results: it may be removed, repeated and moved within the reach of its operands.
    pub const PURE: Traits = Traits(1);
    /// Its two operands may be exchanged.
    pub const COMMUTATIVE: Traits = Traits(1 << 1);
    /// Ends a block.
    pub const TERMINATOR: Traits = Traits(1 << 2);
    /// Its regions cannot use values from outside.
    pub const ISOLATED: Traits = Traits(1 << 3);
    /// Defines a name in the module.
    pub const SYMBOL: Traits = Traits(1 << 4);
    /// Invocations wait for each other, or one sees what others have written.
    pub const CONVERGENT: Traits = Traits(1 << 5);

    /// Whether all of `other` hold.
    pub const fn has(self, other: Traits) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Traits {
    type Output = Traits;
    fn bitor(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }
}

/// A row of a dialect's op table: what is true of every op of one kind.
pub struct OpInfo {
    /// The name as printed, with the dialect's prefix.
    pub name: &'static str,
    /// The position in the dialect's table.
    pub index: u32,
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
        std::ptr::eq(self, other) || self.name == other.name
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
    pub attrs: Vec<NamedAttr>,
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
    pub fn uses(&self) -> impl Iterator<Item = ValueId> + '_ {
        self.operands.iter().copied().chain(self.successors.iter().flat_map(|successor| successor.args.iter().copied()))
    }

    /// The places of [`Op::uses`].
    pub fn uses_mut(&mut self) -> impl Iterator<Item = &mut ValueId> + '_ {
        let passed = self.successors.iter_mut().flat_map(|successor| successor.args.iter_mut());
        self.operands.iter_mut().chain(passed)
    }
}

//! Ops, and the rows of the tables that describe them.

use super::context::LocId;
use super::ids::{AttrId, BlockId, NamedAttr, RegionId, ValueId};
use super::traits::Traits;
use crate::spirv::code::Code;
use base::short::Short;
use rustc_hash::FxHashMap;
use std::fmt;

/// A list of used values: most ops have a few.
pub type Values = Short<ValueId, 5>;
/// A list of defined values: seldom more than one.
pub type Results = Short<ValueId, 3>;
/// A list of regions: most ops have none.
pub type Regions = Short<RegionId, 3>;
/// A list of named attributes: most ops have one at most.
pub type Attrs = Short<NamedAttr, 1>;

/// A row of a dialect's op table: the properties of every op of one kind.
pub struct OpInfo {
    /// The name as printed, with the dialect's prefix.
    pub name: &'static str,
    /// The position in the dialect's table.
    pub index: u32,
    /// The instruction, if it is an op of the SPIR-V dialect.
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

/// A successor of a terminator, with the arguments for the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The block.
    pub block: BlockId,
    /// One value per argument of the block.
    pub args: Values,
}

impl Successor {
    /// A successor without arguments.
    pub fn new(block: BlockId) -> Self {
        Successor { block, args: Values::new() }
    }
}

/// The targets of a terminator's successors, for comparison with each other: a switch may have many.
#[derive(Debug)]
pub struct Targets {
    /// The first successor to each block, and the number of them; `None` if the successors are few.
    blocks: Option<FxHashMap<BlockId, (usize, usize)>>,
}

/// This many successors are compared one by one.
const FEW: usize = 8;

impl Targets {
    /// The targets of these successors.
    pub fn of(successors: &[Successor]) -> Self {
        let by_block = || {
            let mut blocks: FxHashMap<BlockId, (usize, usize)> = FxHashMap::default();
            for (at, successor) in successors.iter().enumerate() {
                blocks.entry(successor.block).or_insert((at, 0)).1 += 1;
            }
            blocks
        };
        let blocks = (successors.len() > FEW).then(by_block);
        Targets { blocks }
    }

    /// Returns whether one of the successors, as they are now, leads to a block.
    pub fn has(&self, successors: &[Successor], block: BlockId) -> bool {
        match &self.blocks {
            Some(blocks) => blocks.get(&block).is_some_and(|(_, count)| *count > 0),
            None => successors.iter().any(|successor| successor.block == block),
        }
    }

    /// The first successor with the same target as another one, if it is not that one.
    pub fn twin(&self, successors: &[Successor], at: usize) -> Option<usize> {
        let block = successors[at].block;
        let first = match &self.blocks {
            Some(blocks) => blocks.get(&block).map(|(first, _)| *first),
            None => successors[..at].iter().position(|other| other.block == block),
        };
        first.filter(|first| *first < at)
    }

    /// Records that a successor has changed its target to one that had none.
    pub fn turn(&mut self, at: usize, from: BlockId, to: BlockId) {
        if let Some(blocks) = &mut self.blocks {
            blocks.entry(from).and_modify(|(_, count)| *count -= 1);
            blocks.insert(to, (at, 1));
        }
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
    pub results: Results,
    /// Other properties, in a fixed order.
    pub attrs: Attrs,
    /// The regions it holds.
    pub regions: Regions,
    /// The successors of a terminator.
    pub successors: Vec<Successor>,
    /// The block that contains it.
    pub block: Option<BlockId>,
    /// Its source location.
    pub loc: Option<LocId>,
    /// The offset of the word at which it was read.
    pub word: Option<u32>,
}

impl Op {
    /// An op without operands, results and regions, in no block yet.
    pub fn new(info: &'static OpInfo) -> Self {
        Op {
            info,
            operands: Values::new(),
            results: Results::new(),
            attrs: Attrs::new(),
            regions: Regions::new(),
            successors: Vec::new(),
            block: None,
            loc: None,
            word: None,
        }
    }

    /// The attribute with this name.
    #[inline]
    pub fn attr(&self, name: &str) -> Option<AttrId> {
        // Names are constants, so equal ones are mostly the same text.
        let is_named = |key: &'static str| std::ptr::eq(key, name) || key == name;
        self.attrs.iter().find(|(key, _)| is_named(key)).map(|(_, attr)| *attr)
    }

    /// Sets or replaces an attribute.
    pub fn set_attr(&mut self, name: &'static str, attr: AttrId) {
        match self.attrs.iter_mut().find(|(key, _)| *key == name) {
            Some((_, old)) => *old = attr,
            None => self.attrs.push((name, attr)),
        }
    }

    /// Returns whether the op ends a block.
    pub fn is_terminator(&self) -> bool {
        self.info.traits.has(Traits::TERMINATOR)
    }

    /// Every value that the op uses: its operands, then the arguments for its successors.
    #[inline]
    pub fn uses(&self) -> Uses<'_> {
        Uses { values: self.operands.iter(), successors: self.successors.iter() }
    }

    /// Mutable access to [`Op::uses`].
    #[inline]
    pub fn uses_mut(&mut self) -> impl Iterator<Item = &mut ValueId> + '_ {
        let passed = self.successors.iter_mut().flat_map(|successor| successor.args.iter_mut());
        self.operands.iter_mut().chain(passed)
    }
}

/// The values that an op uses. Most ops have no successors, and this is little more than a list.
#[derive(Clone, Debug)]
pub struct Uses<'o> {
    values: std::slice::Iter<'o, ValueId>,
    successors: std::slice::Iter<'o, Successor>,
}

impl Iterator for Uses<'_> {
    type Item = ValueId;

    #[inline]
    fn next(&mut self) -> Option<ValueId> {
        loop {
            if let Some(value) = self.values.next() {
                return Some(*value);
            }
            self.values = self.successors.next()?.args.iter();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_take_little_room() {
        assert_eq!(size_of::<Values>(), size_of::<Vec<ValueId>>());
        assert_eq!(size_of::<Attrs>(), size_of::<Vec<NamedAttr>>() + 8);
        assert_eq!([size_of::<Results>(), size_of::<Regions>()], [16; 2]);
    }
}

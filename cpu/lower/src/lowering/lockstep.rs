//! State of a function that runs the lanes of a wave together.

use crate::spmd::uniform_regions::UniformRegions;
use crate::spmd::variance::Variance;
use base::ids::Set;
use dialect::ir::ValueId;
use rustc_hash::FxHashMap;
use spirv::BuiltIn;
use std::rc::Rc;

/// The way in which patterns see values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// As they are: scalars, or vectors of all lanes.
    Natural,
    /// All as vectors of all lanes; of vectors in the source this component.
    Each(u32),
    /// All as divergent ones: a vector of all lanes for each scalar part.
    Whole,
    /// Values of this lane of the wave.
    Lane(ValueId),
}

/// Memory of values that are uniform in a workgroup: those of the previous region, which all waves read, and those that this
/// region writes. Both begin with the number of lanes that a region is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    pub(crate) from: ValueId,
    pub(crate) to: ValueId,
}

/// The current function, where it runs a wave as vectors.
#[derive(Debug)]
pub(crate) struct Wide {
    /// The number of lanes.
    pub(crate) lanes: u32,
    pub(crate) mode: Mode,
    /// The number of the first lane in the workgroup.
    pub(crate) first: ValueId,
    /// The number of lanes of the waves that run the region: all of the workgroup, or the first ones.
    pub(crate) limit: u64,
    pub(crate) region: usize,
    pub(crate) variance: Rc<Variance>,
    /// Facts about regions that all waves run uniformly, and where their values are.
    pub(crate) uniform: Option<Rc<UniformRegions>>,
    pub(crate) passed: Option<Passed>,
    /// The lanes that run the current block.
    pub(crate) mask: ValueId,
    /// The components of the builtins that have been used.
    pub(super) builtins: FxHashMap<BuiltIn, Vec<ValueId>>,
    /// Results of patterns for the current op.
    pub(crate) made: Vec<ValueId>,
    /// Slots of values that other blocks use in the same iteration.
    pub(super) slots: FxHashMap<ValueId, ValueId>,
    /// Where each lane's last value is, for uses behind a loop.
    pub(super) kept: FxHashMap<ValueId, ValueId>,
    /// The values that need a place of either kind.
    pub(crate) wants_slot: Set<ValueId>,
    pub(crate) wants_kept: Set<ValueId>,
    /// Where the lanes' values are, side by side, during a loop over lanes.
    pub(super) rows: FxHashMap<ValueId, Vec<ValueId>>,
    /// The values of the current lane, in a block that runs lane by lane.
    pub(crate) alone: FxHashMap<ValueId, ValueId>,
    /// Its indices in 64 bits, which are known to be in range.
    pub(crate) in_range: FxHashMap<ValueId, ValueId>,
}

impl Wide {
    pub(crate) fn new(lanes: u32, region: usize, variance: Rc<Variance>, [first, mask]: [ValueId; 2]) -> Self {
        Wide {
            lanes,
            mode: Mode::Natural,
            first,
            limit: u64::MAX,
            region,
            variance,
            uniform: None,
            passed: None,
            mask,
            builtins: FxHashMap::default(),
            made: Vec::new(),
            slots: FxHashMap::default(),
            kept: FxHashMap::default(),
            wants_slot: Set::default(),
            wants_kept: Set::default(),
            rows: FxHashMap::default(),
            alone: FxHashMap::default(),
            in_range: FxHashMap::default(),
        }
    }
}

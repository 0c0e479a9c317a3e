//! The places of a kernel's values and variables: in scratch memory those that lanes share and, for each slot of the frame,
//! one place per lane; on the stack the rest.

use crate::error::{LowerError, Result, unsupported};
use crate::facts;
use crate::interface::{Interface, Variable};
use crate::layout::{Layouts, Shape};
use crate::spmd::accumulate::ACCUMULATES;
use crate::spmd::plan::Plan;
use crate::spmd::uniform_regions::UniformRegions;
use abi::SCRATCH_ALIGN;
use base::ids::Set;
use dialect::ir::{Module, OpId, ValueId, walk};
use dialect::spirv::attrs;
use dialect::spirv::ops::{self, Code};
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;

/// The guard block for loads that are out of range, which is always zero.
pub(crate) const ZERO: u64 = 0;
/// The guard block for stores that are out of range, which is never read.
pub(crate) const SINK: u64 = 256;
/// The size of either.
pub(crate) const GUARD_BYTES: u64 = 256;
/// The limit of scratch memory.
const MAX_BYTES: u64 = 256 << 20;

/// Variables that are larger than this live in scratch memory, not on the stack.
const MAX_STACK_BYTES: u64 = 4096;
/// All variables on the stack together are at most this large.
const MAX_STACK_TOTAL: u64 = 65536;

/// Offset of the values that are passed from region to region, after the number of lanes that a region is for and its
/// padding.
const PASSED: u64 = 16;

/// Hands out scratch memory.
#[derive(Clone, Debug)]
struct Scratch {
    bytes: u64,
    lanes: u64,
}

/// A slot of the frame: one place per lane, one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    /// Where the first lane's place is.
    pub(crate) start: u64,
    /// The size of a place.
    pub(crate) size: u64,
}

impl Scratch {
    fn new(lanes: u32) -> Scratch {
        Scratch { bytes: SINK + GUARD_BYTES, lanes: u64::from(lanes) }
    }

    /// Memory that all lanes share.
    fn shared(&mut self, size: u64) -> Result<u64> {
        let start = self.bytes;
        self.bytes = start.saturating_add(size.saturating_add(SCRATCH_ALIGN - 1) / SCRATCH_ALIGN * SCRATCH_ALIGN);
        if self.bytes > MAX_BYTES {
            return Err(LowerError::TooLarge(format!(
                "it requires more than {MAX_BYTES} bytes of memory per workgroup"
            )));
        }
        Ok(start)
    }

    /// A place per lane.
    fn slot(&mut self, size: u64) -> Result<Slot> {
        // Places are aligned for any scalar.
        let size = size.max(1).saturating_add(7) / 8 * 8;
        Ok(Slot { start: self.shared(size.saturating_mul(self.lanes))?, size })
    }
}

/// Where the values and variables of a kernel are.
#[derive(Debug)]
pub(crate) struct Storage {
    /// Where the values that live across regions are.
    frame: FxHashMap<ValueId, Slot>,
    /// Where those of them are that all lanes of a workgroup have, in memory that is handed from region to region.
    passed: FxHashMap<ValueId, u64>,
    /// The size of that memory.
    pub(crate) passed_bytes: u64,
    /// Where the variables are that do not live on the stack.
    slots: FxHashMap<OpId, Slot>,
    /// Where the variables that a workgroup shares are.
    shared: FxHashMap<OpId, u64>,
    /// The variables that hold addresses or resources, which must never be read before they are written.
    pub(crate) opaque_variables: Set<OpId>,
    /// The variables of the function to which a whole value is stored before they are used otherwise.
    pub(crate) stored_first: FxHashSet<OpId>,
    /// Memory that a workgroup shares and finds zero when it starts: where it is, and how large.
    pub(crate) zeroed: Vec<(u64, u64)>,
    /// Memory that is zero before the first workgroup of a thread, and belongs to the thread.
    pub(crate) accumulated: Vec<(u64, u64)>,
    /// Where the states of the lanes are.
    pub(crate) states: u64,
    /// The groupshared part of scratch memory, in bytes.
    pub(crate) groupshared_bytes: u64,
    /// The size of scratch memory, in bytes.
    pub(crate) scratch_bytes: u64,
}

/// Allocator of places.
struct Planner<'m> {
    module: &'m Module,
    layouts: &'m Layouts<'m>,
    scratch: Scratch,
    made: Storage,
}

impl Storage {
    /// Gives the values that cross regions and the variables of a kernel their places.
    pub(crate) fn new(
        module: &Module,
        layouts: &Layouts<'_>,
        plan: &Plan,
        interface: &Interface,
        func: OpId,
        lanes: u32,
        uniform: Option<&UniformRegions>,
    ) -> Result<Storage> {
        let made = Storage {
            frame: FxHashMap::default(),
            passed: FxHashMap::default(),
            passed_bytes: PASSED,
            slots: FxHashMap::default(),
            shared: FxHashMap::default(),
            opaque_variables: Set::default(),
            stored_first: stored_first(module, func),
            zeroed: Vec::new(),
            accumulated: Vec::new(),
            states: 0,
            groupshared_bytes: 0,
            scratch_bytes: 0,
        };
        let mut planner = Planner { module, layouts, scratch: Scratch::new(lanes), made };
        // What a workgroup shares comes before places that depend on the lane: LLVM sees that writing these changes nothing of
        // what is read from the same address of it each time.
        planner.shared_variables(interface)?;
        planner.frame(plan, uniform)?;
        planner.own_variables(plan, interface, func)?;
        planner.made.states = planner.scratch.shared(4 * u64::from(lanes))?;
        planner.made.scratch_bytes = planner.scratch.bytes;
        Ok(planner.made)
    }

    /// Returns whether a value crosses regions.
    pub(crate) fn crosses(&self, value: ValueId) -> bool {
        self.frame.contains_key(&value) || self.passed.contains_key(&value)
    }

    /// The offset of a value in the memory that regions pass on, if it has one.
    pub(crate) fn passed(&self, value: ValueId) -> Option<u64> {
        self.passed.get(&value).copied()
    }

    /// The slot of a value that crosses regions.
    pub(crate) fn frame_slot(&self, value: ValueId) -> Option<Slot> {
        self.frame.get(&value).copied()
    }

    /// The slot of a variable that does not live on the stack.
    pub(crate) fn variable_slot(&self, op: OpId) -> Option<Slot> {
        self.slots.get(&op).copied()
    }

    /// Where a variable that a workgroup shares is in scratch memory.
    pub(crate) fn shared_start(&self, op: OpId) -> u64 {
        self.shared.get(&op).copied().unwrap_or(0)
    }
}

impl Planner<'_> {
    fn frame(&mut self, plan: &Plan, uniform: Option<&UniformRegions>) -> Result<()> {
        for value in &plan.crossing {
            let size = self.layouts.size(Shape::of(self.module.type_of(*value)))?;
            if uniform.is_some_and(|uniform| uniform.passed.contains(value)) {
                self.made.passed.insert(*value, self.made.passed_bytes);
                self.made.passed_bytes += size.next_multiple_of(PASSED);
                continue;
            }
            let slot = self.scratch.slot(size)?;
            self.made.frame.insert(*value, slot);
        }
        match self.made.passed_bytes > MAX_STACK_TOTAL {
            true => Err(LowerError::TooLarge(format!("more than {MAX_STACK_TOTAL} bytes are live across barriers"))),
            false => Ok(()),
        }
    }

    /// The variables of each invocation: in the frame where they live across regions or are large.
    fn own_variables(&mut self, plan: &Plan, interface: &Interface, func: OpId) -> Result<()> {
        let private = interface.variables.values().filter(|(_, variable)| *variable == Variable::Private);
        let mut own: Vec<OpId> = private.map(|(op, _)| *op).collect();
        own.extend(walk::ops_in(self.module, func).into_iter().filter(|op| facts::is_variable(self.module, *op)));
        let mut stack = 0u64;
        for op in own {
            let (size, is_opaque) = self.measure(op).map_err(|error| error.at(self.module, op))?;
            if is_opaque {
                self.made.opaque_variables.insert(op);
            }
            stack = stack.saturating_add(size);
            if plan.regions.len() > 1 || size > MAX_STACK_BYTES || stack > MAX_STACK_TOTAL {
                let slot = self.scratch.slot(size)?;
                self.made.slots.insert(op, slot);
            }
        }
        Ok(())
    }

    fn shared_variables(&mut self, interface: &Interface) -> Result<()> {
        let shared = interface.variables.values().filter(|(_, variable)| *variable == Variable::Workgroup);
        for (op, _) in shared {
            if self.module.attr(*op, "aliased").is_some() {
                let reason = "blocks in workgroup memory that share their bytes are not supported";
                return unsupported("a variable", reason).map_err(|error| error.at(self.module, *op));
            }
            let (size, is_opaque) = self.measure(*op).map_err(|error| error.at(self.module, *op))?;
            if is_opaque {
                // No address has been stored there before the first load.
                let reason = "pointers and resources cannot be stored in workgroup memory";
                return unsupported("a variable", reason).map_err(|error| error.at(self.module, *op));
            }
            let start = self.scratch.shared(size)?;
            self.made.shared.insert(*op, start);
            if self.module.attr(*op, ACCUMULATES).is_some() {
                self.made.accumulated.push((start, size));
                continue;
            }
            self.made.groupshared_bytes += size;
            if self.module.attr(*op, attrs::INITIALIZER).is_some() {
                self.made.zeroed.push((start, size));
            }
        }
        Ok(())
    }

    /// The size of a variable, and whether it holds addresses or resources.
    fn measure(&self, op: OpId) -> Result<(u64, bool)> {
        let pointee = facts::pointee(self.module, op)?;
        if facts::holds_runtime_array(self.module, pointee) {
            return unsupported("a variable", "run-time arrays are supported in buffers only");
        }
        let is_opaque = match self.layouts.is_of_c {
            true => facts::holds_resource(self.module, pointee),
            false => facts::holds_opaque(self.module, pointee),
        };
        Ok((self.layouts.size(Shape::of(pointee))?, is_opaque))
    }
}

/// The variables of a function to which a whole value is stored before they are used otherwise, in the block in which
/// they begin.
fn stored_first(module: &Module, func: OpId) -> FxHashSet<OpId> {
    let (mut begun, mut found) = (FxHashMap::<ValueId, OpId>::default(), FxHashSet::default());
    for op in walk::ops_in(module, func) {
        let stores = ops::code(module, op) == Some(Code::Core(Op::Store));
        for (at, value) in module[op].uses().enumerate() {
            let Some(variable) = begun.remove(&value) else { continue };
            let is_whole = stores && at == 0 && module[op].block == module[variable].block;
            let stored = module[op].operands.get(1).map(|stored| module.type_of(*stored));
            if is_whole && stored == facts::pointee(module, variable).ok() {
                found.insert(variable);
            }
        }
        if let (true, Some(result)) = (facts::is_variable(module, op), module[op].results.first()) {
            begun.insert(*result, op);
        }
    }
    found
}

//! Redundant load and store elimination: loads of memory that was just written or read become that value; stores of the
//! value that is already there go, and so do stores that the next one overwrites.
//!
//! A known value of memory holds until something may write there: a store through a pointer that may alias, an atomic,
//! a barrier, a call. Two pointers into one variable do not alias when an index differs. Variables of an invocation,
//! and those of a workgroup, do not alias each other; buffers may. Facts from before a selection hold in it; those of
//! one of its blocks are forgotten after it. Nothing is known at a loop header.

mod available;
mod place;

use crate::debug;
use crate::edit::{self, Replaced};
use crate::facts::memory::ReadOnly;
use crate::rules;
use available::Known;
use dialect::ir::{BlockId, Module, OpId, RegionId, ValueId, walk};
use dialect::spirv::effects::{self, Effects, Memory};
use dialect::spirv::enums::Kind;
use dialect::spirv::{attrs, facts, ops};
use place::{Globals, Place, Places, Space};
use rustc_hash::FxHashMap;
use spirv::{MemoryAccess, Op};

/// Eliminates redundant loads and stores in all functions.
pub(crate) fn reuse(module: &mut Module) {
    let (globals, read_only) = (Globals::of(module), ReadOnly::of(module));
    for func in edit::functions(module) {
        let Some(region) = edit::structured_body(module, func).filter(|_| has_accesses(module, func)) else { continue };
        let mut pass = Pass {
            places: Places::new(&globals),
            read_only: &read_only,
            known: Known::default(),
            last: FxHashMap::default(),
            replaced: Replaced::with_room(module),
            gone: Vec::new(),
            module,
        };
        pass.region(region, false);
        pass.finish(func);
    }
}

/// Returns whether there is a store, or a load from writable memory: without them there is nothing to do.
fn has_accesses(module: &Module, func: OpId) -> bool {
    walk::ops(module, func).any(|op| edit::core(module, op) == Some(Op::Store))
}

struct Pass<'m> {
    module: &'m mut Module,
    places: Places<'m>,
    read_only: &'m ReadOnly,
    known: Known,
    /// The last store to a variable in this block since anything else may have read it.
    last: FxHashMap<place::Root, (ValueId, OpId)>,
    replaced: Replaced,
    /// Stores that are overwritten.
    gone: Vec<OpId>,
}

impl Pass<'_> {
    fn finish(&mut self, func: OpId) {
        for op in std::mem::take(&mut self.gone) {
            self.module[op].block = None;
        }
        for region in walk::regions_inside_out(self.module, func) {
            for block in self.module[region].blocks.clone() {
                let mut ops = std::mem::take(&mut self.module[block].ops);
                ops.retain(|op| self.module[*op].block.is_some());
                ops.iter().for_each(|op| self.replaced.apply(self.module, *op));
                self.module[block].ops = ops;
            }
        }
    }

    /// Visits the blocks of a region, each before its successors.
    fn region(&mut self, region: RegionId, is_loop: bool) {
        let blocks = &self.module[region].blocks;
        // These dominate all others.
        let lasting = [Some(blocks[0]), blocks.get(1).copied().filter(|_| is_loop)];
        let outer = self.known.mark();
        for block in walk::reverse_post_order(blocks[0], |block| walk::successors(self.module, block)) {
            let mark = self.known.mark();
            self.block(block);
            if !lasting.contains(&Some(block)) {
                self.known.forget(mark, &self.places);
            }
        }
        self.known.forget(outer, &self.places);
    }

    fn block(&mut self, block: BlockId) {
        self.last.clear();
        for op in self.module[block].ops.clone() {
            self.replaced.apply(self.module, op);
            self.op(op);
        }
    }

    fn op(&mut self, op: OpId) {
        if let [region] = self.module[op].regions[..] {
            let is_loop = edit::is_loop(self.module, op);
            if is_loop {
                self.known.lose_all();
            }
            self.region(region, is_loop);
            return self.last.clear();
        }
        let effects = effects::of_op(self.module, op);
        let is_nothing = effects.is_pure() || edit::is_reference(self.module, op) || debug::is_note(self.module, op);
        if is_nothing {
            return;
        }
        match edit::core(self.module, op) {
            Some(Op::Load) if is_plain(self.module, op, effects) => self.load(op),
            Some(Op::Store) if is_plain(self.module, op, effects) => self.store(op),
            core => self.other(op, core, effects),
        }
    }

    fn load(&mut self, op: OpId) {
        if self.read_only.is_read(self.module, op) {
            return;
        }
        let (pointer, result) = (self.module[op].operands[0], self.module[op].results[0]);
        let Some(place) = self.places.of(self.module, pointer) else { return self.last.clear() };
        let ty = self.module.type_of(result);
        if let Some(value) = self.known.value(pointer, &place).filter(|value| self.module.type_of(*value) == ty) {
            self.replaced.replace(result, value);
            self.module[op].block = None;
            return;
        }
        if self.extract(op, &place) {
            return;
        }
        self.looked_at(&place);
        self.known.learn(pointer, &place, result);
    }

    /// Replaces a load of a part by an extraction from the known value of the whole variable.
    fn extract(&mut self, op: OpId, place: &Place) -> bool {
        let whole = self.places.whole(place).and_then(|whole| {
            let value = self.places.of(self.module, whole).and_then(|place| self.known.value(whole, &place))?;
            Some((value, place::literal_path(self.module, self.module.type_of(value), place)?))
        });
        let Some((value, (indices, ty))) = whole else { return false };
        if ty != self.module.type_of(self.module[op].results[0]) {
            return false;
        }
        let indices = rules::index_attr(self.module, &indices);
        let data = &mut self.module[op];
        data.info = ops::core(Op::CompositeExtract);
        data.operands = [value].into();
        data.attrs = [(attrs::INDICES, indices)].into();
        true
    }

    fn store(&mut self, op: OpId) {
        let [pointer, value] = self.module[op].operands[..] else { return };
        let Some(place) = self.places.of(self.module, pointer) else { return self.write(pointer) };
        if self.known.value(pointer, &place) == Some(value) {
            self.module[op].block = None;
            return;
        }
        if let Some((_, before)) = self.last.get(&place.root).filter(|(before, _)| *before == pointer) {
            self.gone.push(*before);
        }
        self.last.insert(place.root, (pointer, op));
        self.known.write(self.module, pointer, &place, &mut self.places);
        self.known.learn(pointer, &place, value);
    }

    fn other(&mut self, op: OpId, core: Option<Op>, effects: Effects) {
        self.last.clear();
        if effects.kept || effects.convergent {
            self.known.lose_shared();
        }
        match effects.writes {
            Memory::Nothing => {}
            // It orders memory that others see; an invocation's own memory keeps its values.
            Memory::Anything if matches!(core, Some(Op::ControlBarrier | Op::MemoryBarrier)) => {}
            Memory::Anything => self.known.lose_all(),
            Memory::Through(at) => match self.module[op].operands.get(usize::from(at)).copied() {
                Some(target) => self.write(target),
                None => self.known.lose_all(),
            },
        }
    }

    /// Handles a write through a pointer, or into an image.
    fn write(&mut self, target: ValueId) {
        self.last.clear();
        if let Some(place) = self.places.of(self.module, target) {
            return self.known.write(self.module, target, &place, &mut self.places);
        }
        match facts::storage_of(self.module, self.module.type_of(target)).map(Space::may_be_own) {
            Some(true) => self.known.lose_all(),
            // Texels may be those of a buffer.
            Some(false) | None => self.known.lose_shared(),
        }
    }

    fn looked_at(&mut self, place: &Place) {
        match place.space {
            Space::Buffer => self.last.clear(),
            Space::Own | Space::Workgroup => drop(self.last.remove(&place.root)),
        }
    }
}

/// Returns whether an access is neither volatile nor visible to others.
fn is_plain(module: &Module, op: OpId, effects: Effects) -> bool {
    let said = facts::number_of(module, op, Kind::MemoryAccess.table().snake).unwrap_or(0) as u32;
    let harmless = MemoryAccess::ALIGNED | MemoryAccess::NONTEMPORAL;
    !effects.kept && said & !harmless.bits() == 0
}

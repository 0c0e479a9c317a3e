//! Live-out values: those defined inside a region and used after it become results of its op.

use crate::ir::walk::{self, Dominators};
use crate::ir::{AttrId, BlockId, Def, Module, OpId, OpInfo, RegionId, Type, TypeId, ValueId};
use crate::spirv::attrs;
use crate::spirv::ops::{self, Code, Mlir};
use crate::spirv::types::SpirvType;
use rustc_hash::FxHashMap;
use spirv::Op;

/// A use of a value: an op and the index among all its uses.
type Use = (OpId, usize);

struct Yields<'m> {
    module: &'m mut Module,
    func: OpId,
    uses: FxHashMap<ValueId, Vec<Use>>,
    undefs: FxHashMap<TypeId, ValueId>,
}

/// Makes every value that outlives its region a result of the region's op, inner regions first.
pub(super) fn yield_live_values(module: &mut Module, func: OpId) {
    // Front ends keep values that outlive a construct in variables.
    if walk::ops(module, func).all(|op| module[op].uses().all(|value| is_within_reach(module, func, value, op))) {
        return;
    }
    let mut pass = Yields { module, func, uses: FxHashMap::default(), undefs: FxHashMap::default() };
    pass.note_uses();
    for region in walk::regions_inside_out(pass.module, func) {
        if pass.module[region].op != Some(func) {
            pass.region(region);
        }
    }
}

/// Returns whether a value is visible at an op: its region encloses the op.
fn is_within_reach(module: &Module, func: OpId, value: ValueId, op: OpId) -> bool {
    let region_of = |block: Option<BlockId>| block.and_then(|block| module[block].region);
    let Some(wanted) = region_of(module.block_of(value)) else { return true };
    if module[wanted].op == Some(func) {
        return true;
    }
    let mut region = region_of(module[op].block);
    while let Some(around) = region.filter(|around| *around != wanted) {
        region = module[around].op.filter(|op| *op != func).and_then(|op| region_of(module[op].block));
    }
    region.is_some()
}

impl Yields<'_> {
    fn note_uses(&mut self) {
        for op in walk::ops(self.module, self.func) {
            for (at, value) in self.module[op].uses().enumerate() {
                self.uses.entry(value).or_default().push((op, at));
            }
        }
    }

    /// Visits the values of a region from the last to the first, since a rematerialised op uses earlier ones.
    fn region(&mut self, region: RegionId) {
        let blocks = self.module[region].blocks.clone();
        let dominators = Dominators::new(blocks[0], |block| walk::successors(self.module, block));
        for block in blocks.iter().rev() {
            for op in self.module[*block].ops.clone().into_iter().rev() {
                for value in self.module[op].results.clone() {
                    self.value(region, *block, value, &dominators);
                }
            }
            for value in self.module[*block].args.clone() {
                self.value(region, *block, value, &dominators);
            }
        }
    }

    fn value(&mut self, region: RegionId, block: BlockId, value: ValueId, dominators: &Dominators) {
        let Some(uses) = self.uses.get(&value) else { return };
        let (inside, outside): (Vec<Use>, Vec<Use>) = uses.iter().partition(|(op, _)| self.is_inside(*op, region));
        if outside.is_empty() {
            return;
        }
        let Some(host) = self.module[region].op else { return };
        self.uses.insert(value, inside);
        let replacement = self.outlive(region, host, block, value, dominators);
        for (op, at) in &outside {
            if let Some(place) = self.module.ops[*op].uses_mut().nth(*at) {
                *place = replacement;
            }
        }
        self.uses.entry(replacement).or_default().extend(outside);
    }

    fn is_inside(&self, op: OpId, region: RegionId) -> bool {
        let mut current = op;
        loop {
            let Some(around) = self.module[current].block.and_then(|block| self.module[block].region) else {
                return false;
            };
            if around == region {
                return true;
            }
            match self.module[around].op {
                Some(op) if op != self.func => current = op,
                _ => return false,
            }
        }
    }

    /// The replacement of a value after the op whose region defines it.
    fn outlive(
        &mut self,
        region: RegionId,
        host: OpId,
        block: BlockId,
        value: ValueId,
        dominators: &Dominators,
    ) -> ValueId {
        let merge = *self.module[region].blocks.last().unwrap_or(&block);
        let ty = self.module.type_of(value);
        let reaches_end = dominators.dominates(block, merge);
        if !reaches_end
            && is_opaque(self.module, ty)
            && let Def::Result(op, _) = self.module[value].def
            && self.module[op].regions.is_empty()
        {
            return self.repeat(host, op);
        }
        let yielded = match (reaches_end, dominators.reaches(merge)) {
            (true, _) => value,
            (false, false) => self.undef(ty),
            (false, true) => self.merge_argument(region, merge, block, value, dominators),
        };
        if let Some(end) = self.module.terminator(merge) {
            let at = self.module[end].operands.len();
            self.module[end].operands.push(yielded);
            self.uses.entry(yielded).or_default().push((end, at));
        }
        self.module.add_result(host, ty)
    }

    /// An argument of the merge block: the value on edges that it reaches, undefined on others.
    fn merge_argument(
        &mut self,
        region: RegionId,
        merge: BlockId,
        block: BlockId,
        value: ValueId,
        dominators: &Dominators,
    ) -> ValueId {
        let ty = self.module.type_of(value);
        let undef = self.undef(ty);
        for from in self.module[region].blocks.clone() {
            let arg = if dominators.dominates(block, from) { value } else { undef };
            let Some(terminator) = self.module.terminator(from) else { continue };
            let mut places = Vec::new();
            let mut at = self.module[terminator].operands.len();
            for successor in &mut self.module[terminator].successors {
                at += successor.args.len();
                if successor.block == merge {
                    successor.args.push(arg);
                    places.push(at);
                    at += 1;
                }
            }
            self.shift_uses(terminator, &places);
            self.uses.entry(arg).or_default().extend(places.into_iter().map(|at| (terminator, at)));
        }
        self.module.add_arg(merge, ty)
    }

    /// Updates the recorded uses of a terminator after its arguments have shifted by one.
    fn shift_uses(&mut self, terminator: OpId, places: &[usize]) {
        let count = self.module[terminator].uses().count();
        let Some(first) = places.first() else { return };
        if first + 1 == count {
            return;
        }
        let used: Vec<ValueId> = self.module[terminator].uses().collect();
        for value in &used {
            if let Some(uses) = self.uses.get_mut(value) {
                uses.retain(|(op, _)| *op != terminator);
            }
        }
        for (at, value) in used.iter().enumerate() {
            if !places.contains(&at) {
                self.uses.entry(*value).or_default().push((terminator, at));
            }
        }
    }

    /// Rematerialises an op after the region: pointers and images cannot go through phis.
    fn repeat(&mut self, host: OpId, op: OpId) -> ValueId {
        let mut copy = self.module[op].clone();
        copy.results.clear();
        let ty = self.module.type_of(self.module[op].results[0]);
        let copy = self.module.ops.alloc(copy);
        let result = self.module.add_result(copy, ty);
        if let Some(block) = self.module[host].block {
            self.module[copy].block = Some(block);
            let at = self.module[block].ops.iter().position(|other| *other == host).unwrap_or(0);
            self.module[block].ops.insert(at + 1, copy);
        }
        for (at, value) in self.module[copy].operands.clone().into_iter().enumerate() {
            self.uses.entry(value).or_default().push((copy, at));
        }
        result
    }

    fn undef(&mut self, ty: TypeId) -> ValueId {
        if let Some(value) = self.undefs.get(&ty) {
            return *value;
        }
        let region = self.module[self.func].regions[0];
        let entry = self.module[region].blocks[0];
        let existing = self.module[entry].ops.iter().take_while(|op| is_prologue(self.module, **op)).find(|op| {
            let is_undef = ops::code(self.module, **op) == Some(ops::Code::Core(Op::Undef));
            is_undef && self.module[**op].results.iter().any(|value| self.module.type_of(*value) == ty)
        });
        let value = match existing {
            Some(op) => self.module[*op].results[0],
            None => shared_op(self.module, region, ops::core(Op::Undef), None, ty),
        };
        self.undefs.insert(ty, value);
        value
    }
}

/// Returns whether values of a type cannot be selected at run time.
fn is_opaque(module: &Module, ty: TypeId) -> bool {
    match &module.ctx[ty] {
        Type::Spirv(spirv) => match spirv {
            SpirvType::Pointer { .. }
            | SpirvType::Image(_)
            | SpirvType::Sampler
            | SpirvType::SampledImage(_)
            | SpirvType::Other { .. } => true,
            SpirvType::Array { .. }
            | SpirvType::RuntimeArray { .. }
            | SpirvType::Struct { .. }
            | SpirvType::StructRef(_)
            | SpirvType::Matrix { .. } => false,
        },
        Type::None | Type::Int { .. } | Type::Float { .. } | Type::Vector { .. } | Type::Function { .. } => false,
        Type::Llvm(_) => false,
    }
}

/// A new constant or undefined value at the start of a function.
pub(super) fn shared_op(
    module: &mut Module,
    region: RegionId,
    info: &'static OpInfo,
    value: Option<AttrId>,
    ty: TypeId,
) -> ValueId {
    let op = module.add_op(info);
    module[op].attrs.extend(value.map(|attr| (attrs::VALUE, attr)));
    let entry = module[region].blocks[0];
    module[op].block = Some(entry);
    let at = module[entry].ops.iter().take_while(|op| is_prologue(module, **op)).count();
    module[entry].ops.insert(at, op);
    module.add_result(op, ty)
}

/// Returns whether an op is a constant or a reference to a declaration.
fn is_prologue(module: &Module, op: OpId) -> bool {
    matches!(
        ops::code(module, op),
        Some(Code::Mlir(Mlir::Constant | Mlir::AddressOf | Mlir::ReferenceOf) | Code::Core(Op::Undef))
    )
}

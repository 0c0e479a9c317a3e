//! Load size reduction: loads of structs and arrays of which only parts are used become loads of these parts, each in
//! the place of the whole.
//!
//! A vector is loaded as a whole. Local variables are left to other passes.

use crate::debug;
use crate::edit::{self, Pool};
use crate::options::Options;
use crate::rules;
use base::ids::Map;
use dialect::ir::{Attr, Module, OpId, RegionId, Type, TypeId, ValueId, walk};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, effects, enums::Kind, facts, ops};
use rustc_hash::FxHashMap;
use spirv::{Op, StorageClass};

/// Makes loads smaller, if the options ask for it.
pub(crate) fn narrow(module: &mut Module, options: &Options) {
    if !options.reduce_loads {
        return;
    }
    for func in edit::functions(module) {
        if let Some(region) = edit::body(module, func) {
            function(module, func, region);
        }
    }
}

fn function(module: &mut Module, func: OpId, region: RegionId) {
    let loads = candidates(module, func);
    if loads.is_empty() {
        return;
    }
    let mut pool = Pool::of(module, region);
    let mut instead: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
    let mut replaced = edit::Replaced::default();
    for (value, extracts) in loads {
        let Some(load) = module.defining_op(value) else { continue };
        let mut parts = Parts { load, known: FxHashMap::default(), made: Vec::new() };
        for extract in extracts {
            if let Some(whole) = parts.take(module, &mut pool, extract) {
                replaced.replace(module[extract].results[0], whole);
                instead.insert(extract, Vec::new());
            }
        }
        // The load goes as dead code, with its debug notes.
        parts.made.push(load);
        instead.insert(load, parts.made);
    }
    for op in walk::ops_in(module, func) {
        replaced.apply(module, op);
    }
    edit::put_in_place(module, &instead);
    pool.finish(module);
}

/// The loads to make smaller, with the ops that extract from them.
fn candidates(module: &Module, func: OpId) -> Map<ValueId, Vec<OpId>> {
    let mut found: Map<ValueId, Vec<OpId>> = Map::default();
    for op in walk::ops_in(module, func) {
        for (at, value) in module[op].uses().enumerate() {
            let takes_part = at == 0 && edit::core(module, op) == Some(Op::CompositeExtract);
            if takes_part && !rules::indices(module, op).is_empty() {
                found.entry(value).and_modify(|extracts| extracts.push(op));
            } else if !debug::is_note(module, op) {
                found.swap_remove(&value);
            }
        }
        if let (true, Some(value)) = (is_large_load(module, op), module[op].results.first()) {
            found.insert(*value, Vec::new());
        }
    }
    found.retain(|_, extracts| !extracts.is_empty());
    found
}

fn is_large_load(module: &Module, op: OpId) -> bool {
    if edit::core(module, op) != Some(Op::Load) || effects::of_op(module, op).kept {
        return false;
    }
    let pointer = module.type_of(module[op].operands[0]);
    // Memory operands, an alignment for one, need not hold for the parts.
    let is_plain = module.attr(op, Kind::MemoryAccess.table().snake).is_none();
    is_plain
        && facts::pointer(module, pointer)
            .is_some_and(|(ty, storage)| storage != StorageClass::Function && is_parted(module, ty))
}

/// Returns whether a type has parts that are loaded one by one.
fn is_parted(module: &Module, ty: TypeId) -> bool {
    let is_of = |ty: &SpirvType| matches!(ty, SpirvType::Struct { .. } | SpirvType::Array { .. });
    matches!(&module.ctx[ty], Type::Spirv(ty) if is_of(ty))
}

/// The parts of a load.
struct Parts {
    load: OpId,
    known: FxHashMap<Vec<u32>, ValueId>,
    made: Vec<OpId>,
}

impl Parts {
    /// Makes an op extract from a part that is loaded alone; returns the part, if that is the whole result.
    fn take(&mut self, module: &mut Module, pool: &mut Pool, extract: OpId) -> Option<ValueId> {
        let indices = rules::indices(module, extract);
        let mut ty = module.type_of(module[self.load].results[0]);
        let mut depth = 0;
        while depth < indices.len() && (depth == 0 || is_parted(module, ty) || is_matrix(module, ty)) {
            ty = facts::part_type(&module.ctx, ty, indices[depth] as usize)?;
            depth += 1;
        }
        let part = self.part(module, pool, &indices[..depth], ty);
        if depth == indices.len() {
            return Some(part);
        }
        let rest = rules::index_attr(module, &indices[depth..]);
        module[extract].operands[0] = part;
        module[extract].set_attr(attrs::INDICES, rest);
        None
    }

    fn part(&mut self, module: &mut Module, pool: &mut Pool, indices: &[u32], ty: TypeId) -> ValueId {
        if let Some(known) = self.known.get(indices) {
            return *known;
        }
        let base = module[self.load].operands[0];
        let storage = facts::storage_of(module, module.type_of(base)).unwrap_or(StorageClass::Uniform);
        let pointer = module.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee: ty, storage, stride: None }));
        let path = indices.iter().map(|index| index_value(module, pool, *index)).collect::<Vec<_>>();
        let chain = self.op(module, Op::AccessChain, [vec![base], path].concat());
        if let Some(from) = module.defining_op(base).filter(|from| edit::is_chain(module, *from)) {
            module[chain].attrs = module[from].attrs.clone();
        }
        let address = module.add_result(chain, pointer);
        let load = self.op(module, Op::Load, vec![address]);
        module[load].attrs = module[self.load].attrs.clone();
        let value = module.add_result(load, ty);
        self.known.insert(indices.to_vec(), value);
        value
    }

    fn op(&mut self, module: &mut Module, core: Op, operands: Vec<ValueId>) -> OpId {
        let op = module.add_op(ops::core(core));
        let like = &module[self.load];
        let (loc, word, block) = (like.loc, like.word, like.block);
        let made = &mut module[op];
        (made.operands, made.loc, made.word, made.block) = (operands.into(), loc, word, block);
        self.made.push(op);
        op
    }
}

fn is_matrix(module: &Module, ty: TypeId) -> bool {
    matches!(module.ctx[ty], Type::Spirv(SpirvType::Matrix { .. }))
}

fn index_value(module: &mut Module, pool: &mut Pool, index: u32) -> ValueId {
    let ty = module.ctx.int(32);
    let attr = module.ctx.attr(Attr::Int { bits: u64::from(index), ty });
    pool.constant(module, attr, ty)
}

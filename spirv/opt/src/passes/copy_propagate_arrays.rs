//! Array copy propagation: local copies of read-only memory are replaced by that memory.
//!
//! A variable with a dynamic index stays a variable: a parameter that is an array of a constant buffer, an input with a
//! value per vertex. If it is written once, before all reads, the copy is redundant. The copy may have another layout
//! and be composed from loaded parts: these are followed back to the memory. An array of pointers to the buffers of an
//! array is a copy of that array in the same sense: an element is the pointer to the buffer with this index.

use crate::debug::{self, Notes};
use crate::edit::{self, Pool, Replaced};
use crate::facts::memory::ReadOnly;
use crate::passes::gvn::is_alike;
use crate::rules;
use base::ids::Map;
use dialect::ir::{Attr, Module, OpId, RegionId, Type, TypeId, ValueId, walk};
use dialect::spirv::ops;
use dialect::spirv::types::{Length, SpirvType};
use dialect::spirv::{effects, facts};
use rustc_hash::FxHashMap;
use spirv::{Decoration, Op, StorageClass};

/// Compositions are followed through this many ops.
const MAX_DEPTH: usize = 16;

/// Replaces copies of read-only memory in all functions.
pub(crate) fn forward(module: &mut Module) {
    let (read_only, notes) = (ReadOnly::of(module), Notes::of(module));
    for func in edit::functions(module) {
        if let Some(region) = edit::structured_body(module, func) {
            function(module, func, region, &read_only, notes.as_ref());
        }
    }
}

fn function(module: &mut Module, func: OpId, region: RegionId, read_only: &ReadOnly, notes: Option<&Notes>) {
    if !edit::start(module, region).iter().any(|op| copied(module, *op).is_some()) {
        return;
    }
    let ops = walk::ops_in(module, func);
    let mut survey = Survey {
        module,
        read_only,
        copies: Map::default(),
        pointers: FxHashMap::default(),
        origins: FxHashMap::default(),
    };
    for op in &ops {
        survey.op(*op);
    }
    let Survey { copies, pointers, .. } = survey;
    let mut rewrite = Rewrite {
        pool: Pool::of(module, region),
        pointers,
        replaced: Replaced::default(),
        moved: FxHashMap::default(),
        instead: FxHashMap::default(),
        notes,
        module,
    };
    for (variable, copy) in &copies {
        if let Some(held) = copy.held.as_ref().filter(|_| copy.is_indexed && !copy.is_refused) {
            rewrite.variable(*variable, held);
        }
    }
    if rewrite.instead.is_empty() {
        return;
    }
    for op in &ops {
        rewrite.op(*op);
    }
    edit::put_in_place(rewrite.module, &rewrite.instead);
    rewrite.pool.finish(rewrite.module);
}

/// A variable that may hold a copy.
#[derive(Default)]
struct Copy {
    held: Option<Held>,
    /// True if a dynamic index leads into it: other passes handle the rest.
    is_indexed: bool,
    is_refused: bool,
}

/// The contents of a variable from an op on.
struct Held {
    store: OpId,
    value: ValueId,
    memory: Memory,
}

/// A part of a global variable.
#[derive(Clone)]
struct Memory {
    base: ValueId,
    path: Vec<Index>,
    /// True if a descriptor on the way differs between the lanes of a wave: so it does for every other access.
    is_nonuniform: bool,
    /// The type of that part.
    ty: TypeId,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Index {
    Value(ValueId),
    Number(u32),
}

/// The variable that an op makes, if it may hold a copy.
fn copied(module: &Module, op: OpId) -> Option<ValueId> {
    let variable = module[op].results.first().copied()?;
    let is_empty = edit::core(module, op) == Some(Op::Variable) && module[op].operands.is_empty();
    (is_empty && is_parted(module, variable)).then_some(variable)
}

struct Survey<'m> {
    module: &'m Module,
    read_only: &'m ReadOnly,
    copies: Map<ValueId, Copy>,
    /// Pointers into the copies, each with the pointer to the same part of the original memory.
    pointers: FxHashMap<ValueId, (ValueId, TypeId)>,
    /// The memory that values were loaded from.
    origins: FxHashMap<ValueId, Option<Memory>>,
}

impl Survey<'_> {
    fn op(&mut self, op: OpId) {
        if edit::core(self.module, op) == Some(Op::Variable) {
            self.copies.extend(copied(self.module, op).map(|variable| (variable, Copy::default())));
            return;
        }
        for (at, value) in self.module[op].uses().enumerate() {
            let variable = self.pointers.get(&value).map_or(value, |(variable, _)| *variable);
            if self.copies.contains_key(&variable) && !(at == 0 && self.is_plain(op, value, variable)) {
                self.copies[&variable].is_refused = true;
            }
        }
    }

    /// Returns whether an op only writes the whole variable for the first time, or reads after that.
    fn is_plain(&mut self, op: OpId, pointer: ValueId, variable: ValueId) -> bool {
        let is_kept = effects::of_op(self.module, op).kept;
        match edit::core(self.module, op) {
            Some(Op::Store) if pointer == variable && !is_kept => self.store(op, variable),
            Some(Op::Load) if !is_kept => self.is_after(op, variable) && self.fits(op, pointer),
            Some(Op::AccessChain | Op::InBoundsAccessChain) => self.is_after(op, variable) && self.chain(op, pointer),
            _ => false,
        }
    }

    fn store(&mut self, store: OpId, variable: ValueId) -> bool {
        let value = self.module[store].operands[1];
        let is_first = self.copies[&variable].held.is_none();
        let Some(memory) = self.origin(value, 0).filter(|_| is_first) else { return false };
        self.pointers.insert(variable, (variable, memory.ty));
        self.copies[&variable].held = Some(Held { store, value, memory });
        true
    }

    /// Returns whether an op is dominated by the store.
    fn is_after(&self, op: OpId, variable: ValueId) -> bool {
        let Some(held) = &self.copies[&variable].held else { return false };
        let block = self.module[held.store].block;
        let mut current = Some(op);
        while let Some(around) = current {
            if self.module[around].block == block {
                return true;
            }
            current = self.module.parent_op(around);
        }
        false
    }

    /// Returns whether a load can be rebuilt from the original memory.
    fn fits(&self, load: OpId, pointer: ValueId) -> bool {
        let result = self.module[load].results.first().map(|result| self.module.type_of(*result));
        let is_whole = self.copies.contains_key(&pointer);
        let found = self.pointers.get(&pointer).map(|(_, ty)| *ty);
        let fits = |(ty, found)| is_alike(self.module, found, ty) || points_to(self.module, ty, found);
        is_whole || result.zip(found).is_some_and(fits)
    }

    fn chain(&mut self, chain: OpId, pointer: ValueId) -> bool {
        let Some((variable, ty)) = self.pointers.get(&pointer).copied() else { return false };
        let Some(part) = part_at(self.module, ty, &self.module[chain].operands[1..]) else { return false };
        self.pointers.extend(self.module[chain].results.iter().map(|result| (*result, (variable, part))));
        self.copies[&variable].is_indexed = true;
        true
    }

    /// The memory that a value is a whole copy of.
    fn origin(&mut self, value: ValueId, depth: usize) -> Option<Memory> {
        if let Some(known) = self.origins.get(&value) {
            return known.clone();
        }
        let op = self.module.defining_op(value).filter(|_| depth < MAX_DEPTH)?;
        let first = self.module[op].operands.first().copied();
        let found = match (edit::core(self.module, op), first) {
            (Some(Op::Load), Some(pointer)) => self.loaded(op, pointer),
            (Some(Op::CopyLogical | Op::CopyObject), Some(from)) => self.origin(from, depth + 1),
            (Some(Op::CompositeExtract), Some(from)) => {
                let indices = rules::indices(self.module, op);
                self.origin(from, depth + 1).and_then(|memory| part_of(self.module, memory, &indices))
            }
            (Some(Op::CompositeConstruct), Some(_)) => self.constructed(op, value, depth),
            (Some(Op::AccessChain | Op::InBoundsAccessChain), Some(_)) => self.addressed(value, false),
            _ => None,
        };
        self.origins.insert(value, found.clone());
        found
    }

    fn loaded(&self, load: OpId, pointer: ValueId) -> Option<Memory> {
        // The memory operands of this access need not hold for others.
        if !self.read_only.is_read(self.module, load) {
            return None;
        }
        let is_nonuniform = self.nonuniform(load)?;
        self.addressed(pointer, is_nonuniform)
    }

    /// The memory at a pointer.
    fn addressed(&self, pointer: ValueId, mut is_nonuniform: bool) -> Option<Memory> {
        let mut path = Vec::new();
        let mut base = pointer;
        while let Some(chain) = self.module.defining_op(base).filter(|op| edit::is_chain(self.module, *op)) {
            is_nonuniform |= self.nonuniform(chain)?;
            let (next, indices) = self.module[chain].operands.split_first()?;
            path.extend(indices.iter().rev().map(|index| Index::Value(*index)));
            base = *next;
        }
        path.reverse();
        let (ty, _) = facts::pointer(self.module, self.module.type_of(pointer))?;
        Some(Memory { base, path, is_nonuniform, ty })
    }

    /// Returns whether an access is decorated with `NonUniform`, or nothing if it has any other attribute.
    fn nonuniform(&self, access: OpId) -> Option<bool> {
        match self.module[access].attrs.as_slice() {
            [] => Some(false),
            [(name, _)] if *name == edit::decoration(Decoration::NonUniform) => Some(true),
            _ => None,
        }
    }

    /// The memory whose parts, in order, a composition consists of.
    fn constructed(&mut self, op: OpId, value: ValueId, depth: usize) -> Option<Memory> {
        let (module, mut whole) = (self.module, None);
        let count = parts(module, module.type_of(value)).filter(|count| *count == module[op].operands.len() as u64)?;
        for (at, part) in module[op].operands.iter().enumerate() {
            let mut memory = self.origin(*part, depth + 1)?;
            let number = match memory.path.pop()? {
                Index::Number(number) => u64::from(number),
                Index::Value(value) => edit::constant_number(module, value)?,
            };
            let (base, path, is_nonuniform) =
                whole.get_or_insert_with(|| (memory.base, memory.path.clone(), memory.is_nonuniform));
            if number != at as u64 || *base != memory.base || *path != memory.path {
                return None;
            }
            *is_nonuniform |= memory.is_nonuniform;
        }
        let (base, path, is_nonuniform) = whole?;
        let ty = type_at(module, base, &path)?;
        (parts(module, ty) == Some(count)).then_some(Memory { base, path, is_nonuniform, ty })
    }
}

/// Returns whether a variable is a composite that chains lead into.
fn is_parted(module: &Module, variable: ValueId) -> bool {
    let pointee = facts::pointer(module, module.type_of(variable)).map(|(ty, _)| ty);
    pointee.is_some_and(|ty| parts(module, ty).is_some())
}

/// Returns whether a type is that of pointers to another one.
fn points_to(module: &Module, ty: TypeId, pointee: TypeId) -> bool {
    facts::pointer(module, ty).is_some_and(|(found, _)| found == pointee)
}

fn parts(module: &Module, ty: TypeId) -> Option<u64> {
    match &module.ctx[ty] {
        Type::Spirv(SpirvType::Struct { members, .. }) => Some(members.len() as u64),
        Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) => Some(*len),
        Type::Spirv(SpirvType::Matrix { columns, .. }) => Some(u64::from(*columns)),
        Type::None
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Vector { .. }
        | Type::Function { .. }
        | Type::Spirv(_)
        | Type::Llvm(_) => None,
    }
}

fn part_of(module: &Module, mut memory: Memory, indices: &[u32]) -> Option<Memory> {
    for index in indices {
        memory.ty = facts::part_type(&module.ctx, memory.ty, *index as usize)?;
        memory.path.push(Index::Number(*index));
    }
    Some(memory)
}

fn type_at(module: &Module, base: ValueId, path: &[Index]) -> Option<TypeId> {
    let (mut ty, _) = facts::pointer(module, module.type_of(base))?;
    for index in path {
        let number = match index {
            Index::Number(number) => Some(u64::from(*number)),
            Index::Value(value) => edit::constant_number(module, *value),
        };
        ty = part(module, ty, number)?;
    }
    Some(ty)
}

fn part_at(module: &Module, ty: TypeId, indices: &[ValueId]) -> Option<TypeId> {
    indices.iter().try_fold(ty, |ty, index| part(module, ty, edit::constant_number(module, *index)))
}

/// The type of a part. All elements of an array, and all columns of a matrix, have the same one.
fn part(module: &Module, ty: TypeId, number: Option<u64>) -> Option<TypeId> {
    match &module.ctx[ty] {
        Type::Spirv(SpirvType::Struct { .. }) => facts::part_type(&module.ctx, ty, number? as usize),
        Type::Spirv(SpirvType::RuntimeArray { elem, .. }) => Some(*elem),
        Type::None
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Vector { .. }
        | Type::Function { .. }
        | Type::Spirv(_)
        | Type::Llvm(_) => facts::part_type(&module.ctx, ty, 0),
    }
}

/// The replacement of a variable.
struct Moved {
    /// The original memory, with the indices of the part.
    start: Vec<ValueId>,
    is_nonuniform: bool,
    /// The stored value.
    value: ValueId,
}

struct Rewrite<'m> {
    module: &'m mut Module,
    pool: Pool,
    pointers: FxHashMap<ValueId, (ValueId, TypeId)>,
    replaced: Replaced,
    moved: FxHashMap<ValueId, Moved>,
    instead: FxHashMap<OpId, Vec<OpId>>,
    /// What makes debug notes.
    notes: Option<&'m Notes>,
}

impl Rewrite<'_> {
    /// Drops a variable and its store.
    fn variable(&mut self, variable: ValueId, held: &Held) {
        let mut start = vec![held.memory.base];
        for index in &held.memory.path {
            let value = match index {
                Index::Value(value) => *value,
                Index::Number(number) => self.number(*number),
            };
            start.push(value);
        }
        let known = debug::Known::of(self.module, variable);
        let loc = self.module[held.store].loc;
        let notes = match self.notes {
            Some(notes) => notes.at(self.module, &known, held.value, loc),
            None => Vec::new(),
        };
        self.instead.insert(held.store, notes);
        self.instead.extend(self.module.defining_op(variable).map(|op| (op, Vec::new())));
        self.moved.insert(variable, Moved { start, is_nonuniform: held.memory.is_nonuniform, value: held.value });
    }

    fn number(&mut self, number: u32) -> ValueId {
        let ty = self.module.ctx.int(32);
        let attr = self.module.ctx.attr(Attr::Int { bits: u64::from(number), ty });
        self.pool.constant(self.module, attr, ty)
    }

    /// Replaces loads of the whole by the stored value, and rebases chains on the original memory.
    fn op(&mut self, op: OpId) {
        self.replaced.apply(self.module, op);
        let (first, result) = (self.module[op].operands.first().copied(), self.module[op].results.first().copied());
        let (Some(first), Some(result)) = (first, result) else { return };
        let moved = self.moved.get(&first);
        if let (Some(moved), Some(Op::Load)) = (moved, edit::core(self.module, op)) {
            self.replaced.replace(result, moved.value);
            self.instead.insert(op, Vec::new());
            return;
        }
        let at = self.pointers.get(&result).or_else(|| self.pointers.get(&first));
        let Some((variable, _)) = at.copied() else { return };
        let Some(Moved { start, is_nonuniform, .. }) = self.moved.get(&variable) else { return };
        if *is_nonuniform {
            let unit = self.module.ctx.attr(Attr::Unit);
            self.module[op].set_attr(edit::decoration(Decoration::NonUniform), unit);
        }
        if edit::core(self.module, op) == Some(Op::Load) {
            self.load(op, first, result);
            return;
        }
        let Some((_, pointee)) = self.pointers.get(&result).copied() else { return };
        let storage = facts::storage_of(self.module, self.module.type_of(start[0])).unwrap_or(StorageClass::Uniform);
        let pointer = Type::Spirv(SpirvType::Pointer { pointee, storage, stride: None });
        self.module[result].ty = self.module.ctx.ty(pointer);
        if first == variable {
            let operands = start.iter().chain(&self.module[op].operands[1..]).copied().collect();
            self.module[op].operands = operands;
            self.module[op].info = ops::core(Op::AccessChain);
        }
    }

    /// Replaces the load of a pointer from a copy that consists of pointers by the pointer into the original memory.
    fn load(&mut self, op: OpId, from: ValueId, result: ValueId) {
        let found = self.pointers.get(&from).map(|(_, ty)| *ty);
        if found.is_some_and(|ty| points_to(self.module, self.module.type_of(result), ty)) {
            self.replaced.replace(result, from);
            self.instead.insert(op, Vec::new());
        }
    }
}

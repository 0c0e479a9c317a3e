//! Helpers of all passes: queries on ops, and edits of a function in place.

use dialect::ir::{Attr, AttrId, BlockId, Module, NamedAttr, OpId, OpInfo, RegionId, Successor, Type, TypeId, ValueId};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::{Length, SpirvType};
use dialect::spirv::{attrs, enums::Kind, facts};
use rustc_hash::FxHashMap;
use spirv::{Decoration, Op};

/// Chains of access chains are followed this far.
const MAX_CHAIN: usize = 1 << 16;

/// The functions of a module that have a body, in order.
pub(crate) fn functions(module: &Module) -> Vec<OpId> {
    let is_body = |op: &OpId| body(module, *op).is_some();
    module.top_ops().iter().copied().filter(is_body).collect()
}

/// The region of a function with blocks.
pub(crate) fn body(module: &Module, func: OpId) -> Option<RegionId> {
    let is_func = ops::code(module, func) == Some(Code::Mlir(Mlir::Func));
    let region = module[func].regions.first().copied().filter(|_| is_func)?;
    (!module[region].blocks.is_empty()).then_some(region)
}

/// The region of a structured function: a single block, whose control flow is selections and loops.
pub(crate) fn structured_body(module: &Module, func: OpId) -> Option<RegionId> {
    body(module, func).filter(|region| module[*region].blocks.len() == 1)
}

/// The ops of the entry block, where variables are.
pub(crate) fn start(module: &Module, body: RegionId) -> &[OpId] {
    module[body].blocks.first().map_or(&[], |block| &module[*block].ops)
}

/// Returns whether a function has variables.
pub(crate) fn has_variables(module: &Module, body: RegionId) -> bool {
    start(module, body).iter().any(|op| core(module, *op) == Some(Op::Variable))
}

/// The core instruction of an op.
pub(crate) fn core(module: &Module, op: OpId) -> Option<Op> {
    ops::code(module, op).and_then(Code::core)
}

/// Returns whether an op is a function of an extended instruction set.
pub(crate) fn is_extended(module: &Module, op: OpId) -> bool {
    matches!(ops::code(module, op), Some(Code::Gl(_) | Code::Cl(_)))
}

/// Returns whether an op holds regions: a selection or a loop.
pub(crate) fn is_construct(module: &Module, op: OpId) -> bool {
    matches!(ops::code(module, op), Some(Code::Mlir(Mlir::Selection | Mlir::Loop)))
}

/// Returns whether an op terminates a selection or a loop and yields its results.
pub(crate) fn is_merge(module: &Module, op: OpId) -> bool {
    ops::code(module, op) == Some(Code::Mlir(Mlir::Merge))
}

/// Returns whether an op is a loop.
pub(crate) fn is_loop(module: &Module, op: OpId) -> bool {
    ops::code(module, op) == Some(Code::Mlir(Mlir::Loop))
}

/// Returns whether an op is a constant or the address of a declaration, which may be anywhere.
pub(crate) fn is_reference(module: &Module, op: OpId) -> bool {
    matches!(
        ops::code(module, op),
        Some(Code::Mlir(Mlir::Constant | Mlir::AddressOf | Mlir::ReferenceOf) | Code::Core(Op::Undef))
    )
}

/// The number of parts of a struct or an array, if it has some and at most this many.
pub(crate) fn part_count(module: &Module, ty: TypeId, most: u64) -> Option<u64> {
    let count = match &module.ctx[ty] {
        Type::Spirv(SpirvType::Struct { members, .. }) => members.len() as u64,
        Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) => *len,
        Type::None
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Vector { .. }
        | Type::Function { .. }
        | Type::Spirv(_)
        | Type::Llvm(_) => return None,
    };
    (1..=most).contains(&count).then_some(count)
}

/// The name of a decoration's attribute.
pub(crate) fn decoration(decoration: Decoration) -> &'static str {
    Kind::Decoration.table().get(decoration as u32).map_or("", |row| row.snake)
}

/// The constant that defines a value.
pub(crate) fn constant(module: &Module, value: ValueId) -> Option<AttrId> {
    let op = module.defining_op(value)?;
    (ops::code(module, op) == Some(Code::Mlir(Mlir::Constant))).then(|| module.attr(op, attrs::VALUE))?
}

/// The bits of a value that is an integer or boolean constant.
pub(crate) fn constant_number(module: &Module, value: ValueId) -> Option<u64> {
    match module.ctx[constant(module, value)?] {
        Attr::Int { bits, .. } => Some(bits),
        Attr::Bool(value) => Some(u64::from(value)),
        Attr::Unit
        | Attr::Float { .. }
        | Attr::Literal(_)
        | Attr::Str(_)
        | Attr::Type(_)
        | Attr::Symbol(_)
        | Attr::Array(_)
        | Attr::Dense { .. }
        | Attr::Enum { .. }
        | Attr::Dict(_)
        | Attr::Operand(_)
        | Attr::Null
        | Attr::Undef => None,
    }
}

/// Returns whether a value is `OpUndef`.
pub(crate) fn is_undefined(module: &Module, value: ValueId) -> bool {
    module.defining_op(value).is_some_and(|op| core(module, op) == Some(Op::Undef))
}

/// The terminator of a selection or a loop, which yields its results.
pub(crate) fn merge_op(module: &Module, construct: OpId) -> Option<OpId> {
    let region = module[construct].regions.first()?;
    let block = module[*region].blocks.last()?;
    module[*block].ops.last().copied()
}

/// The index of the successor that a terminator always takes, if the number of its condition is this one.
pub(crate) fn taken(module: &Module, end: OpId, number: Option<u64>) -> Option<usize> {
    let successors = &module[end].successors;
    let is_switch = core(module, end).filter(|core| matches!(core, Op::BranchConditional | Op::Switch))? == Op::Switch;
    if successors.len() > 1 && successors[1..].iter().all(|other| *other == successors[0]) {
        return Some(0);
    }
    let number = number?;
    if !is_switch {
        return Some(usize::from(number == 0)).filter(|at| *at < successors.len());
    }
    let cases = facts::array_of(module, end, attrs::CASES);
    let found = cases.iter().position(|case| facts::number(module, *case) == Some(number));
    // A construct with a single path is written as a switch without cases.
    Some(found.map_or(0, |at| at + 1)).filter(|at| *at < successors.len())
}

/// The back edges to the header of a loop: terminators, and the positions of the successors.
pub(crate) fn back_edges(module: &Module, region: RegionId, header: BlockId) -> Vec<(OpId, usize)> {
    let blocks = &module[region].blocks;
    let ends = blocks[1..].iter().filter_map(|block| module.terminator(*block));
    let edges = ends.flat_map(|end| {
        let successors = module[end].successors.iter().enumerate();
        successors.filter(|(_, successor)| successor.block == header).map(move |(at, _)| (end, at))
    });
    edges.collect()
}

/// Moves ops of another block to the end of a list.
pub(crate) fn adopt(module: &mut Module, block: BlockId, ops: &[OpId]) {
    for op in ops {
        module[*op].block = Some(block);
    }
}

/// Replaces ops by lists of ops, which may contain the op itself.
pub(crate) fn put_in_place(module: &mut Module, instead: &FxHashMap<OpId, Vec<OpId>>) {
    let mut blocks: Vec<BlockId> = instead.keys().filter_map(|op| module[*op].block).collect();
    blocks.sort_unstable();
    blocks.dedup();
    if blocks.is_empty() {
        return;
    }
    let mut is_replaced = vec![false; module.ops.len()];
    instead.keys().for_each(|op| is_replaced[op.index()] = true);
    for block in blocks {
        let ops = std::mem::take(&mut module[block].ops);
        let mut kept = Vec::with_capacity(ops.len());
        for op in ops {
            // Most ops of a block stay, and need no search.
            let replacement = if is_replaced[op.index()] { instead.get(&op) } else { None };
            match replacement {
                None => kept.push(op),
                Some(ops) => {
                    module[op].block = None;
                    adopt(module, block, ops);
                    kept.extend(ops);
                }
            }
        }
        module[block].ops = kept;
    }
}

/// Gives an op without a result a unique name.
pub(crate) fn rename(module: &mut Module, op: OpId) -> base::intern::Symbol {
    // No source can spell it, and the op's number makes it unique.
    let name = module.ctx.name(&format!("__{}", u32::MAX - op.raw()));
    let attr = module.ctx.symbol_attr(name);
    module[op].set_attr(attrs::SYM_NAME, attr);
    name
}

/// The variable that a pointer is based on, through access chains.
pub(crate) fn root(module: &Module, pointer: ValueId) -> ValueId {
    let mut current = pointer;
    // A chain comes after its base, so that this ends; the bound is for modules that break the rule.
    for _ in 0..MAX_CHAIN {
        match module.defining_op(current).filter(|op| is_chain(module, *op)) {
            Some(op) => current = module[op].operands[0],
            None => break,
        }
    }
    current
}

/// Returns whether an op is an access chain.
pub(crate) fn is_chain(module: &Module, op: OpId) -> bool {
    let is_path = matches!(core(module, op), Some(Op::AccessChain | Op::InBoundsAccessChain | Op::CopyObject));
    is_path && !module[op].operands.is_empty()
}

/// The global variable that a value is the address of.
pub(crate) fn global(module: &Module, value: ValueId) -> Option<base::intern::Symbol> {
    let op = module.defining_op(value)?;
    let is_address = ops::code(module, op) == Some(Code::Mlir(Mlir::AddressOf));
    is_address.then(|| facts::symbol_of(module, op, attrs::SYMBOL))?
}

/// Identity of a constant or reference at the start of a function: its row in the table of ops, its attribute and its
/// type.
type Key = (u32, Option<AttrId>, TypeId);

/// The constants and references of a function; each exists once, at the start of the entry block.
#[derive(Debug)]
pub(crate) struct Pool {
    entry: BlockId,
    /// Those that the function already has, read at the first request: many passes make none.
    unread: Vec<OpId>,
    known: FxHashMap<Key, ValueId>,
    fresh: Vec<OpId>,
}

impl Pool {
    /// The pool of a function.
    pub(crate) fn of(module: &Module, region: RegionId) -> Pool {
        let entry = module[region].blocks[0];
        let ops = &module[entry].ops;
        let mut unread = Vec::with_capacity(ops.len().min(64));
        unread.extend(ops.iter().copied().filter(|op| is_reference(module, *op)));
        Pool { entry, unread, known: FxHashMap::default(), fresh: Vec::new() }
    }

    /// The value with a key.
    fn find(&mut self, module: &Module, key: &Key) -> Option<ValueId> {
        self.known.reserve(self.unread.len());
        for op in self.unread.drain(..) {
            if let Some(value) = module[op].results.first() {
                self.known.entry(key_of(module, op)).or_insert(*value);
            }
        }
        self.known.get(key).copied()
    }

    /// A constant.
    pub(crate) fn constant(&mut self, module: &mut Module, attr: AttrId, ty: TypeId) -> ValueId {
        self.make(module, ops::mlir(Mlir::Constant), Some((attrs::VALUE, attr)), ty)
    }

    /// `OpUndef` of a type.
    pub(crate) fn undefined(&mut self, module: &mut Module, ty: TypeId) -> ValueId {
        self.make(module, ops::core(Op::Undef), None, ty)
    }

    /// The address of a global variable.
    pub(crate) fn address(&mut self, module: &mut Module, name: base::intern::Symbol, pointer: TypeId) -> ValueId {
        let name = module.ctx.symbol_attr(name);
        self.make(module, ops::mlir(Mlir::AddressOf), Some((attrs::SYMBOL, name)), pointer)
    }

    /// The equivalent here of a constant or reference of another function.
    pub(crate) fn same(&mut self, module: &mut Module, op: OpId) -> Option<ValueId> {
        let source = *module[op].results.first()?;
        let key = key_of(module, op);
        if let Some(value) = self.find(module, &key) {
            return Some(value);
        }
        let mut copy = module[op].clone();
        copy.results.clear();
        copy.block = Some(self.entry);
        let copy = module.ops.alloc(copy);
        let value = module.add_result(copy, key.2);
        module[value].name = module[source].name;
        self.fresh.push(copy);
        self.known.insert(key, value);
        Some(value)
    }

    fn make(&mut self, module: &mut Module, info: &'static OpInfo, attr: Option<NamedAttr>, ty: TypeId) -> ValueId {
        let key = (info.index, attr.map(|(_, attr)| attr), ty);
        if let Some(value) = self.find(module, &key) {
            return value;
        }
        let op = module.add_op(info);
        module[op].attrs.extend(attr);
        module[op].block = Some(self.entry);
        let value = module.add_result(op, ty);
        self.fresh.push(op);
        self.known.insert(key, value);
        value
    }

    /// Adds an op at the start of the function: a variable.
    pub(crate) fn push(&mut self, module: &mut Module, op: OpId) {
        module[op].block = Some(self.entry);
        self.fresh.push(op);
    }

    /// Inserts what was made at the start of the function.
    pub(crate) fn finish(self, module: &mut Module) {
        module[self.entry].ops.splice(0..0, self.fresh);
    }
}

fn key_of(module: &Module, op: OpId) -> Key {
    // `OpUndef` has no key but its type.
    let named = |name| module.attr(op, name);
    let attr = if module[op].attrs.is_empty() { None } else { named(attrs::VALUE).or_else(|| named(attrs::SYMBOL)) };
    let ty = module[op].results.first().map_or(TypeId::new(0), |value| module.type_of(*value));
    (module[op].info.index, attr, ty)
}

/// A dense map from values to numbers, without hashing. It is as long as the module has values, so that one serves all
/// functions.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    numbers: Vec<u32>,
    /// The initial capacity, allocated with the first number.
    room: usize,
}

/// No number.
const NONE: u32 = u32::MAX;

impl Numbers {
    /// An empty map, with room for the values that a module has now and for some more.
    pub(crate) fn with_room(module: &Module) -> Numbers {
        let count = module.values.len();
        Numbers { numbers: Vec::new(), room: count + count / 8 }
    }

    /// The number of a value.
    #[inline]
    pub(crate) fn of(&self, value: ValueId) -> Option<u32> {
        self.numbers.get(value.index()).copied().filter(|number| *number != NONE)
    }

    /// Sets the number of a value; `u32::MAX` is reserved.
    #[inline]
    pub(crate) fn set(&mut self, value: ValueId, number: u32) {
        if value.index() >= self.numbers.len() {
            // Grows by doubling: passes go up through the values of a module.
            let least = self.room.max(2 * self.numbers.len());
            self.numbers.resize((value.index() + 1).max(least), NONE);
        }
        self.numbers[value.index()] = number;
    }

    /// Takes the number of a value away.
    pub(crate) fn forget(&mut self, value: ValueId) {
        if let Some(number) = self.numbers.get_mut(value.index()) {
            *number = NONE;
        }
    }

    /// Returns whether no value has ever had a number.
    pub(crate) fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }
}

/// A map from values to their replacements.
#[derive(Debug, Default)]
pub(crate) struct Replaced {
    /// The index of each value's replacement.
    values: Numbers,
}

impl Replaced {
    /// A map in which nothing is replaced, with room for the values of a module.
    pub(crate) fn with_room(module: &Module) -> Replaced {
        Replaced { values: Numbers::with_room(module) }
    }

    /// Replaces `old` by `new` from here on.
    pub(crate) fn replace(&mut self, old: ValueId, new: ValueId) {
        let new = self.resolve(new);
        if old == new {
            return;
        }
        self.values.set(old, new.raw());
    }

    /// The final replacement of a value. Paths are compressed on the way.
    #[inline]
    pub(crate) fn resolve(&mut self, value: ValueId) -> ValueId {
        // Most values have no replacement.
        match self.next(value) {
            None => value,
            Some(next) => self.follow(value, next),
        }
    }

    #[inline(never)]
    fn follow(&mut self, value: ValueId, next: ValueId) -> ValueId {
        let mut end = next;
        while let Some(next) = self.next(end) {
            end = next;
        }
        let mut current = value;
        while let Some(next) = self.next(current) {
            self.values.set(current, end.raw());
            current = next;
        }
        end
    }

    #[inline]
    fn next(&self, value: ValueId) -> Option<ValueId> {
        self.values.of(value).map(ValueId::new)
    }

    /// Returns whether nothing is replaced.
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Replaces the operands of an op.
    #[inline]
    pub(crate) fn apply(&mut self, module: &mut Module, op: OpId) {
        if self.is_empty() {
            return;
        }
        let op = &mut module[op];
        self.apply_to(&mut op.operands);
        // Few ops have successors.
        if !op.successors.is_empty() {
            self.apply_to_successors(&mut op.successors);
        }
    }

    #[inline(never)]
    fn apply_to_successors(&mut self, successors: &mut [Successor]) {
        successors.iter_mut().for_each(|successor| self.apply_to(&mut successor.args));
    }

    #[inline]
    fn apply_to(&mut self, values: &mut [ValueId]) {
        for value in values {
            // Most stay, and need no write.
            if let Some(next) = self.next(*value) {
                *value = self.follow(*value, next);
            }
        }
    }
}

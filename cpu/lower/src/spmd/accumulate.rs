//! Atomic operations on buffers by which all workgroups change the same elements, as at the end of a histogram, with results that
//! nothing uses: each lane joins its operands in memory of the thread, and the buffer is changed once, after the last of the
//! workgroups that a thread takes.
//!
//! No workgroup can observe that: the kernel has no other access to such a buffer. What is done after the last workgroup is a
//! region of its own, behind a barrier at the end of the kernel, which leaves the buffer as it is for lanes without operands.

use super::normalise::{Copy, jump};
use super::recompute;
use super::variance::{self, Lanes};
use crate::facts;
use crate::interface::{Interface, Variable};
use base::ids::Set;
use base::intern::Symbol;
use dialect::ir::{Attr, BlockId, Module, OpId, Type, TypeId, ValueId, walk};
use dialect::spirv::effects::{self, Memory};
use dialect::spirv::enums::Kind;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::{Length, SpirvType};
use dialect::spirv::{attrs, facts as module_facts};
use isa::Class;
use rustc_hash::FxHashMap;
use spirv::{Op, Scope, StorageClass};

/// The attribute of variables in which lanes accumulate: they are zero before the first workgroup, and keep their values from one to
/// the next.
pub(crate) const ACCUMULATES: &str = "accumulates";
/// The limit of operations in an index.
const MOST_OPS: usize = 32;
/// Arrays have elements for whole waves of any width.
const WAVE: u32 = 128;

/// The operations that can be accumulated.
pub(crate) struct Found {
    /// The atomic operations.
    ops: Vec<OpId>,
    /// A value that is the lane's number.
    lane: ValueId,
}

/// The operation that joins operands, which leaves the other one as it is if one of them is zero.
fn joined(code: Op) -> Option<Op> {
    match code {
        Op::AtomicIAdd | Op::AtomicISub => Some(Op::IAdd),
        Op::AtomicOr => Some(Op::BitwiseOr),
        Op::AtomicXor => Some(Op::BitwiseXor),
        _ => None,
    }
}

struct Finder<'m> {
    module: &'m Module,
    interface: &'m Interface,
    lanes: Lanes,
    /// The values that are used.
    used: Set<ValueId>,
}

/// Buffers and images that an op accesses.
enum Touched {
    Nothing,
    Slot(u32),
    Any,
}

/// Returns whether a function has such operations at all.
pub(crate) fn may_find(module: &Module, func: OpId) -> bool {
    let code = |op: OpId| ops::code(module, op).and_then(Code::core);
    walk::ops_in(module, func).into_iter().any(|op| code(op).is_some_and(|code| joined(code).is_some()))
}

/// Returns whether there are variables of each invocation, which live on the stack as long as a kernel is in one part.
pub(crate) fn has_own_variables(module: &Module, func: OpId, interface: &Interface) -> bool {
    let mut private = interface.variables.values().filter(|(_, variable)| *variable == Variable::Private);
    private.any(|(op, _)| !interface.tables.contains(op))
        || walk::ops_in(module, func).into_iter().any(|op| facts::is_variable(module, op))
}

/// Finds what can be accumulated in a function that ends at one place.
pub(crate) fn find(module: &Module, func: OpId, interface: &Interface, lanes: Lanes) -> Option<Found> {
    let ops = walk::ops_in(module, func);
    the_end(module, func)?;
    let used = ops.iter().flat_map(|op| module[*op].uses()).collect();
    let finder = Finder { module, interface, lanes, used };
    let (mut found, mut others) = (Vec::new(), Set::default());
    // Different operations cannot change their order.
    let mut codes = FxHashMap::<u32, Op>::default();
    for op in &ops {
        match (finder.slot(*op), finder.touched(*op)) {
            (Some((slot, code)), _) if *codes.entry(slot).or_insert(code) == code => found.push((*op, slot)),
            (Some((slot, _)), _) => _ = others.insert(slot),
            (None, Touched::Nothing) => {}
            (None, Touched::Slot(slot)) => _ = others.insert(slot),
            (None, Touched::Any) => return None,
        }
    }
    let ops_of: Vec<OpId> = found.into_iter().filter(|(_, slot)| !others.contains(slot)).map(|(op, _)| op).collect();
    let mut results = ops.iter().flat_map(|op| module[*op].results.iter().copied());
    let lane = results.find(|value| variance::is_lane_number(module, interface, lanes, *value))?;
    (!ops_of.is_empty()).then_some(Found { ops: ops_of, lane })
}

/// The only op at which a function ends.
fn the_end(module: &Module, func: OpId) -> Option<OpId> {
    let ends = module[module[func].regions[0]].blocks.iter().filter_map(|block| module.terminator(*block));
    let mut ends = ends.filter(|end| module[*end].successors.is_empty());
    let (end, None) = (ends.next()?, ends.next()) else { return None };
    (ops::code(module, end) == Some(Code::Core(Op::Return))).then_some(end)
}

impl Finder<'_> {
    /// The slot of the buffer that an operation changes, and how it joins operands, if it can be accumulated.
    fn slot(&self, op: OpId) -> Option<(u32, Op)> {
        let module = self.module;
        let code = joined(ops::code(module, op)?.core()?)?;
        let ([pointer, operand], [result]) = (&module[op].operands[..], &module[op].results[..]) else { return None };
        let ty = module.type_of(*result);
        let is_word = matches!(module.ctx[ty], Type::Int { width: 32, .. }) && module.type_of(*operand) == ty;
        if !is_word || self.used.contains(result) || effects::is_volatile(module, op) {
            return None;
        }
        let chain = module.defining_op(*pointer)?;
        let Some(Code::Core(Op::AccessChain | Op::InBoundsAccessChain)) = ops::code(module, chain) else { return None };
        let (base, indices) = module[chain].operands.split_first()?;
        let root = module.defining_op(*base)?;
        let name = module_facts::symbol_of(module, root, attrs::SYMBOL)?;
        let (variable, Variable::Buffer { slot, array: None }) = self.interface.variables.get(&name)? else {
            return None;
        };
        let mut left = MOST_OPS;
        let is_same = indices.iter().all(|index| self.is_same(*index, &mut left));
        (is_same && module.attr(*variable, "aliased").is_none()).then_some((*slot, code))
    }

    /// Returns whether a lane has the same value in all workgroups.
    fn is_same(&self, value: ValueId, left: &mut usize) -> bool {
        let module = self.module;
        let Some(op) = module.defining_op(value).filter(|_| *left > 0) else { return false };
        *left -= 1;
        facts::constant(module, value).is_some()
            || variance::is_lane_number(module, self.interface, self.lanes, value)
            || (recompute::cost(module, op).is_some()
                && !variance::is_builtin(module, self.interface, value)
                && module[op].operands.iter().all(|operand| self.is_same(*operand, left)))
    }

    fn touched(&self, op: OpId) -> Touched {
        let code = ops::code(self.module, op).and_then(Code::core);
        let effects = effects::of_op(self.module, op);
        for memory in [effects.reads, effects.writes] {
            match memory {
                Memory::Nothing => {}
                Memory::Anything if code.is_some_and(|code| isa::class(code) == Class::Barrier) => {}
                Memory::Anything => return Touched::Any,
                Memory::Through(at) => match self.module[op].operands.get(usize::from(at)) {
                    Some(pointer) => match self.slot_at(*pointer) {
                        Touched::Nothing => {}
                        touched @ (Touched::Slot(_) | Touched::Any) => return touched,
                    },
                    None => return Touched::Any,
                },
            }
        }
        Touched::Nothing
    }

    fn slot_at(&self, pointer: ValueId) -> Touched {
        let Some(root) = facts::root(self.module, pointer) else { return Touched::Any };
        if facts::is_variable(self.module, root) {
            return Touched::Nothing;
        }
        let name = module_facts::symbol_of(self.module, root, attrs::SYMBOL);
        match name.and_then(|name| self.interface.variables.get(&name)) {
            Some((_, Variable::Buffer { slot, .. } | Variable::Resource { slot, .. })) => Touched::Slot(*slot),
            Some((_, Variable::Workgroup | Variable::Private | Variable::Builtin(_) | Variable::Push)) => {
                Touched::Nothing
            }
            None => Touched::Any,
        }
    }
}

/// Accumulates in a workgroup of this many lanes; gives the block that follows the last workgroup.
pub(crate) fn apply(module: &mut Module, func: OpId, found: &Found, lanes: u32) -> Option<BlockId> {
    let (end, region) = (the_end(module, func)?, module[func].regions[0]);
    let last = module.add_block(region);
    let at_end = module[end].block?;
    module.detach(end);
    let barrier = module.add_op(ops::core(Op::ControlBarrier));
    let scope = module.ctx.enum_attr(Kind::Scope.id(), Scope::Workgroup as u32);
    module[barrier].attrs = [(attrs::SCOPE, scope), (attrs::SCOPE_2, scope)].into();
    for op in &found.ops {
        let ty = module.type_of(module[*op].operands[1]);
        let array = Array::new(module, ty, lanes);
        array.join(module, *op, found.lane)?;
        array.change(module, *op, found.lane, last);
    }
    module.append(at_end, barrier);
    jump(module, at_end, last, Vec::new());
    module.append(last, end);
    Some(last)
}

/// An array with what each lane has accumulated.
struct Array {
    name: Symbol,
    /// The types of its address, and of an element and its address.
    whole: TypeId,
    element: TypeId,
    number: TypeId,
}

impl Array {
    fn new(module: &mut Module, number: TypeId, lanes: u32) -> Array {
        let len = Length::Const(u64::from(lanes.next_multiple_of(WAVE)));
        let array = module.ctx.ty(Type::Spirv(SpirvType::Array { elem: number, len, stride: None }));
        let storage = StorageClass::Workgroup;
        let pointer = |pointee| Type::Spirv(SpirvType::Pointer { pointee, storage, stride: None });
        let (whole, element) = (module.ctx.ty(pointer(array)), module.ctx.ty(pointer(number)));
        let variable = module.add_op(ops::mlir(Mlir::GlobalVariable));
        let name = module.ctx.name(&format!("__accumulated{}", module.ops.len()));
        let symbol = module.ctx.symbol_attr(name);
        let (ty, unit) = (module.ctx.attr(Attr::Type(whole)), module.ctx.attr(Attr::Unit));
        module[variable].attrs = [(attrs::SYM_NAME, symbol), (attrs::TYPE, ty), (ACCUMULATES, unit)].into();
        let top = module.body();
        module.append(top, variable);
        Array { name, whole, element, number }
    }

    /// Joins the operand of an atomic operation with the element of the lane, in place of that operation.
    fn join(&self, module: &mut Module, op: OpId, lane: ValueId) -> Option<()> {
        let (block, operand) = (module[op].block?, module[op].operands[1]);
        let code = joined(ops::code(module, op)?.core()?)?;
        for own in std::mem::take(&mut module[block].ops) {
            if own != op {
                module.append(block, own);
                continue;
            }
            let element = self.element(module, block, lane);
            let old = self.load(module, block, element);
            let new = add(module, block, code, &[old, operand]);
            let new = module.add_result(new, self.number);
            add(module, block, Op::Store, &[element, new]);
        }
        Some(())
    }

    /// Changes the buffer by what the lane has accumulated.
    fn change(&self, module: &mut Module, op: OpId, lane: ValueId, block: BlockId) {
        let element = self.element(module, block, lane);
        let value = self.load(module, block, element);
        let pointer = module[op].operands[0];
        let pointer = again(module, block, pointer, &mut Copy::default());
        let mut data = module[op].clone();
        let ty = data.results.first().map_or(self.number, |result| module.type_of(*result));
        data.results.clear();
        data.operands = [pointer, value].into_iter().collect();
        let new = module.ops.alloc(data);
        module.append(block, new);
        module.add_result(new, ty);
    }

    /// The address of the element of a lane.
    fn element(&self, module: &mut Module, block: BlockId, lane: ValueId) -> ValueId {
        let lane = again(module, block, lane, &mut Copy::default());
        let address = module.add_op(ops::mlir(Mlir::AddressOf));
        let symbol = module.ctx.symbol_attr(self.name);
        module[address].set_attr(attrs::SYMBOL, symbol);
        module.append(block, address);
        let address = module.add_result(address, self.whole);
        let chain = add(module, block, Op::InBoundsAccessChain, &[address, lane]);
        module.add_result(chain, self.element)
    }

    fn load(&self, module: &mut Module, block: BlockId, element: ValueId) -> ValueId {
        let load = add(module, block, Op::Load, &[element]);
        module.add_result(load, self.number)
    }
}

fn add(module: &mut Module, block: BlockId, op: Op, operands: &[ValueId]) -> OpId {
    let op = module.add_op(ops::core(op));
    module[op].operands.extend_from_slice(operands);
    module.append(block, op);
    op
}

/// Computes a value again at the end of a block, from constants and builtins. It takes a bounded number of operations.
fn again(module: &mut Module, block: BlockId, value: ValueId, copy: &mut Copy) -> ValueId {
    if let (Some(op), None) = (module.defining_op(value), copy.values.get(&value)) {
        for operand in module[op].operands.clone() {
            again(module, block, operand, copy);
        }
        copy.op(module, op, block);
    }
    copy.value(value)
}

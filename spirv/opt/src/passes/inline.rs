//! Inlining.
//!
//! A structured function has one return, so that a call becomes the ops of a block, whatever the callee's source looks
//! like. Calls stay when the callee is marked `DontInline`, is recursive, never returns, or would end the invocation in
//! a part of a loop where SPIR-V does not allow that. A large function with many calls that only computes from read-only
//! memory, as one that returns a constant buffer, is inlined once for all of them (`shared.rs`). If the module would
//! become too large, calls of large functions stay as well, unless they pass what functions of SPIR-V cannot take.
//!
//! The plan comes first, callees before callers: which calls are inlined, and the size of each function. Then the
//! remaining functions are filled from the top: each op of a callee is cloned once per final place, and never in
//! between. A callee with one final place, as most have, is moved there.

mod shared;

use self::shared::Sharing;
use crate::copy::{Copy, Substitutes};
use crate::debug::{self, Declared, Graph};
use crate::edit::{self, Pool, Replaced};
use crate::error::{MAX_GROWTH, too_large};
use crate::facts::handles::{Scope, Types};
use base::ids::{Map, Set};
use base::intern::Symbol;
use dialect::diagnostics::Result;
use dialect::ir::{Attr, BlockId, Module, OpId, RegionId, ValueId, walk};
use dialect::spirv::enums::Kind;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{attrs, facts};
use rustc_hash::FxHashMap;
use spirv::{FunctionControl, Op, StorageClass};

/// Selections and loops nest at most this deep after inlining; the writer's limit is twice that.
const MAX_NESTING: u32 = 511;

/// The reason given in the error for a module that is too large.
const GROWTH: &str = "this call is inlined";

/// Larger functions are not inlined in modules that would be too large otherwise.
const SMALL: usize = 1_000;

/// A larger function with at least this many calls is inlined once for all of them, if it can be.
const MANY: usize = 8;

/// Inlines all calls of a scope that it can.
pub(crate) fn inline(module: &mut Module, scope: Scope) -> Result<()> {
    let mut plan = Plan::fitting(module, scope)?;
    let mut graph = Graph::of(module);
    let rest = std::mem::take(&mut plan.rest);
    plan.find_moved(&rest);
    let mut values = Substitutes::with_room(module);
    for func in rest {
        expand(module, &plan, func, &mut graph, &mut values);
    }
    drop_moved(module, &plan.moved);
    Ok(())
}

/// Drops functions whose bodies were moved.
fn drop_moved(module: &mut Module, moved: &Set<OpId>) {
    let names: Set<Symbol> = moved.iter().filter_map(|func| facts::name_of(module, *func)).collect();
    let body = module.body();
    module[body].ops.retain(|op| !moved.contains(op));
    debug::forget(module, |name| names.contains(&name));
}

/// A function that can be inlined: a block that ends with a return. The figures count its own inlined calls.
#[derive(Clone, Copy, Debug)]
struct Callee {
    func: OpId,
    block: BlockId,
    /// The greatest depth of selections and loops.
    height: u32,
    /// True if it may end the invocation.
    ends: bool,
    /// True if it may return to its caller.
    returns: bool,
    /// The number of its ops.
    size: usize,
    /// True if one inlined body serves all its calls in a function.
    is_shared: bool,
}

/// The decision about each call, and its effect on each function.
#[derive(Debug)]
struct Plan {
    types: Types,
    /// Functions up to this size are inlined whatever their arguments are.
    small: usize,
    /// Says which functions are inlined once for all their calls.
    sharing: Sharing,
    /// The number of calls of each function.
    calls: FxHashMap<OpId, usize>,
    /// The ops of these functions.
    shared: usize,
    functions: FxHashMap<Symbol, OpId>,
    /// The decision about each function, callees first.
    planned: Map<OpId, Planned>,
    /// The calls that are inlined.
    inlined: FxHashMap<OpId, Callee>,
    /// Limit of the ops of all functions together.
    most: usize,
    /// Functions with calls that stay.
    called: Set<OpId>,
    /// Functions with a single final place.
    moved: Set<OpId>,
    /// Functions that stay: all but those whose every call is inlined.
    rest: Vec<OpId>,
}

#[derive(Debug, Default)]
struct Planned {
    callee: Option<Callee>,
    size: usize,
    /// True if bodies that serve all calls come on top of the size.
    shares: bool,
    /// The blocks with calls that are inlined.
    sites: Vec<BlockId>,
    /// The callees of these calls, once per call.
    callees: Vec<OpId>,
    /// The call with the largest growth, and that growth.
    growth: Option<(usize, OpId)>,
}

impl Plan {
    /// The first plan that does not make the module too large.
    fn fitting(module: &Module, scope: Scope) -> Result<Plan> {
        let plans: &[(Scope, usize)] = match scope {
            Scope::Everything => &[(scope, usize::MAX), (Scope::Handles, SMALL)],
            Scope::Handles => &[],
        };
        let mut plans = plans.iter().map(|(scope, small)| Plan::of(module, *scope, *small));
        plans.find(Result::is_ok).unwrap_or_else(|| Plan::of(module, Scope::Handles, 0))
    }

    fn of(module: &Module, scope: Scope, small: usize) -> Result<Plan> {
        let named = edit::functions(module).into_iter().filter_map(|op| Some((facts::name_of(module, op)?, op)));
        let functions = named.collect();
        let (planned, called, moved, rest) = (Map::default(), Set::default(), Set::default(), Vec::new());
        let most = module.ops.len() + MAX_GROWTH;
        let types = scope.types(module);
        let (inlined, calls) = (FxHashMap::default(), FxHashMap::default());
        let sharing = Sharing::default();
        let mut plan =
            Plan { types, small, sharing, calls, shared: 0, functions, planned, inlined, most, called, moved, rest };
        for func in plan.bottom_up(module) {
            let planned = plan.function(module, func)?;
            plan.planned.insert(func, planned);
        }
        plan.rest = plan.staying(module)?;
        Ok(plan)
    }

    /// All functions in post-order of the call graph; recursion is cut somewhere. Counts the calls.
    fn bottom_up(&mut self, module: &Module) -> Vec<OpId> {
        let mut order: Set<OpId> = Set::default();
        let mut open: Set<OpId> = Set::default();
        for func in edit::functions(module) {
            let mut stack = vec![(func, false)];
            while let Some((func, is_done)) = stack.pop() {
                if is_done {
                    order.insert(func);
                } else if !order.contains(&func) && open.insert(func) {
                    stack.push((func, true));
                    for op in walk::ops(module, func) {
                        let Some(callee) = self.target(module, op) else { continue };
                        *self.calls.entry(callee).or_default() += 1;
                        stack.push((callee, false));
                    }
                }
            }
        }
        order.into_iter().collect()
    }

    fn target(&self, module: &Module, op: OpId) -> Option<OpId> {
        let is_call = edit::core(module, op) == Some(Op::FunctionCall);
        let name = is_call.then(|| facts::symbol_of(module, op, attrs::SYMBOL))??;
        self.functions.get(&name).copied()
    }

    fn function(&mut self, module: &Module, func: OpId) -> Result<Planned> {
        let mut planned = Planned { size: walk::ops(module, func).count(), ..Planned::default() };
        let Some(region) = edit::structured_body(module, func) else {
            let calls = walk::ops(module, func).filter_map(|op| self.target(module, op));
            self.called.extend(calls.collect::<Vec<_>>());
            return Ok(planned);
        };
        let block = module[region].blocks[0];
        let end = module.terminator(block).and_then(|op| edit::core(module, op));
        let returns = matches!(end, Some(Op::Return | Op::ReturnValue));
        let mut callee = Callee { func, block, height: 0, ends: false, returns, size: 0, is_shared: false };
        let mut stack = vec![Site { region, depth: 0, in_continue: false }];
        while let Some(site) = stack.pop() {
            callee.height = callee.height.max(site.depth);
            for block in &module[site.region].blocks {
                self.block(module, *block, &site, &mut callee, &mut planned, &mut stack)?;
            }
        }
        callee.size = planned.size;
        let is_called_often = || self.calls.get(&func).is_some_and(|calls| *calls >= MANY);
        let is_costly = callee.size > SMALL && self.small > 0 && is_called_often();
        callee.is_shared = is_costly && self.sharing.allows(module, block);
        if callee.is_shared {
            self.shared += callee.size;
        }
        let control = facts::number_of(module, func, Kind::FunctionControl.table().snake).unwrap_or(0) as u32;
        let is_own = control & FunctionControl::DONT_INLINE.bits() != 0;
        planned.callee = Some(callee).filter(|_| !is_own);
        Ok(planned)
    }

    /// Decides about the calls of a block.
    fn block(
        &mut self,
        module: &Module,
        block: BlockId,
        site: &Site,
        callee: &mut Callee,
        planned: &mut Planned,
        stack: &mut Vec<Site>,
    ) -> Result<()> {
        let in_continue = site.in_continue || continues(module, site.region) == Some(block);
        for op in &module[block].ops {
            callee.ends |= ends_invocation(module, *op);
            for region in &module[*op].regions {
                stack.push(Site { region: *region, depth: site.depth + 1, in_continue });
            }
            let Some(target) = self.target(module, *op) else { continue };
            let inner = self.planned.get(&target).and_then(|planned| planned.callee);
            let fits = |inner: &Callee| {
                (inner.size <= self.small || inner.is_shared || self.passes_scope(module, *op, target))
                    && site.depth + inner.height <= MAX_NESTING
                    && !(inner.ends && in_continue)
            };
            let Some(inner) = inner.filter(fits) else {
                self.called.insert(target);
                continue;
            };
            self.inlined.insert(*op, inner);
            planned.shares |= inner.is_shared || self.planned[&target].shares;
            if !inner.is_shared {
                planned.callees.push(target);
                planned.grow(*op, inner.size);
            }
            if planned.sites.last() != Some(&block) {
                planned.sites.push(block);
            }
            if planned.size > self.most {
                return too_large(module, *op, GROWTH);
            }
            callee.height = callee.height.max(site.depth + inner.height);
            callee.ends |= inner.ends;
            // The rest of the block is unreachable.
            if !inner.returns {
                callee.returns &= block != callee.block;
                break;
            }
        }
        Ok(())
    }

    /// Returns whether an argument is in the scope: a resource, or memory that functions of SPIR-V cannot take.
    fn passes_scope(&self, module: &Module, call: OpId, target: OpId) -> bool {
        let is_own = |ty| match facts::pointer(module, ty) {
            Some((pointee, storage)) => {
                matches!(storage, StorageClass::Function | StorageClass::Private) && !self.types.has(pointee)
            }
            None => !self.types.has(ty),
        };
        let params = edit::body(module, target).map(|region| module[module[region].blocks[0]].args.as_slice());
        let given = module[call].operands.iter().chain(&module[call].results).chain(params.unwrap_or_default());
        !given.into_iter().all(|value| is_own(module.type_of(*value)))
    }

    /// The functions that stay, if they are not too large together.
    fn staying(&self, module: &Module) -> Result<Vec<OpId>> {
        let mut gone: Set<OpId> = Set::default();
        let targets = self.inlined.keys().filter_map(|call| self.target(module, *call));
        gone.extend(targets);
        let named = self.named(module);
        let stays = |func: &OpId| !gone.contains(func) || named.contains(func) || self.called.contains(func);
        let rest: Vec<OpId> = self.planned.keys().copied().filter(stays).collect();
        let mut total = 0;
        for func in &rest {
            let planned = &self.planned[func];
            total += planned.size + if planned.shares { self.shared } else { 0 };
            if let (true, Some((_, call))) = (total > self.most, planned.growth) {
                return too_large(module, call, GROWTH);
            }
        }
        Ok(rest)
    }

    /// Finds the functions with a single final place.
    fn find_moved(&mut self, rest: &[OpId]) {
        let stays: Set<OpId> = rest.iter().copied().collect();
        // The number of final places of each function, up to two.
        let mut places: FxHashMap<OpId, u8> = stays.iter().map(|func| (*func, 1)).collect();
        for (func, planned) in self.planned.iter().rev() {
            let own = places.get(func).copied().unwrap_or(0);
            for callee in &planned.callees {
                let count = places.entry(*callee).or_insert(0);
                *count = (*count + own).min(2);
            }
        }
        let in_one = |func: &OpId| !stays.contains(func) && places.get(func) == Some(&1);
        self.moved = self.planned.keys().copied().filter(in_one).collect();
    }

    /// The functions that something else than a call names.
    fn named(&self, module: &Module) -> Set<OpId> {
        let mut named = Set::default();
        for op in walk::ops(module, module.root) {
            let is_own = matches!(
                ops::code(module, op),
                Some(Code::Mlir(Mlir::Func | Mlir::ExtInst | Mlir::Constant) | Code::Core(Op::FunctionCall))
            );
            if is_own {
                continue;
            }
            for (_, attr) in &module[op].attrs {
                let items =
                    if let Attr::Array(items) = &module.ctx[*attr] { &items[..] } else { std::slice::from_ref(attr) };
                for item in items {
                    if let Attr::Symbol(name) = module.ctx[*item] {
                        named.extend(self.functions.get(&name));
                    }
                }
            }
        }
        named
    }
}

impl Planned {
    /// Adds the size of a callee.
    fn grow(&mut self, call: OpId, size: usize) {
        self.size += size;
        self.growth = self.growth.max(Some((size, call)));
    }
}

/// A region and its surroundings.
struct Site {
    region: RegionId,
    depth: u32,
    in_continue: bool,
}

/// The continue block of a loop.
fn continues(module: &Module, region: RegionId) -> Option<BlockId> {
    let is_loop = module[region].op.is_some_and(|op| edit::is_loop(module, op));
    module[region].blocks.iter().rev().nth(1).copied().filter(|_| is_loop)
}

fn ends_invocation(module: &Module, op: OpId) -> bool {
    let is_end = module[op].is_terminator() && module[op].successors.is_empty();
    is_end
        && !matches!(
            ops::code(module, op),
            Some(Code::Mlir(Mlir::Merge) | Code::Core(Op::Return | Op::ReturnValue | Op::Unreachable))
        )
}

/// Replaces the inlined calls of a function by bodies.
fn expand(module: &mut Module, plan: &Plan, func: OpId, graph: &mut Graph, values: &mut Substitutes) {
    let Some(region) = edit::structured_body(module, func) else { return };
    let sites: Set<BlockId> = plan.planned[&func].sites.iter().copied().collect();
    if sites.is_empty() {
        return;
    }
    let (pool, replaced) = (Pool::of(module, region), Replaced::with_room(module));
    let start = module[region].blocks[0];
    let mut filling = Filling {
        module,
        plan,
        graph,
        pool,
        values,
        replaced,
        declared: Declared::default(),
        copied: FxHashMap::default(),
        sites,
        start,
        hoisted: Vec::new(),
        returned: FxHashMap::default(),
    };
    while let Some(block) = filling.sites.pop() {
        filling.block(block);
    }
    let Filling { module, pool, mut replaced, declared, hoisted, .. } = filling;
    shared::put_first(module, start, hoisted);
    declared.finish(module);
    pool.finish(module);
    for op in walk::ops_in(module, func) {
        replaced.apply(module, op);
    }
}

/// A function while its calls are inlined.
struct Filling<'m> {
    module: &'m mut Module,
    plan: &'m Plan,
    graph: &'m mut Graph,
    pool: Pool,
    values: &'m mut Substitutes,
    replaced: Replaced,
    declared: Declared,
    /// Cloned calls that are inlined as well.
    copied: FxHashMap<OpId, Callee>,
    /// The blocks with such calls.
    sites: Set<BlockId>,
    /// The block that the function starts with.
    start: BlockId,
    /// The bodies that serve all calls, for the start of the function.
    hoisted: Vec<OpId>,
    /// The values that these bodies return, by their functions.
    returned: FxHashMap<OpId, ValueId>,
}

impl Filling<'_> {
    fn block(&mut self, block: BlockId) {
        let mut rest = std::mem::take(&mut self.module[block].ops);
        rest.reverse();
        let mut kept = Vec::with_capacity(rest.len());
        while let Some(op) = rest.pop() {
            let is_call = edit::core(self.module, op) == Some(Op::FunctionCall);
            let planned = || self.plan.inlined.get(&op).copied();
            let callee = if is_call { planned().or_else(|| self.copied.remove(&op)) } else { None };
            let Some(callee) = callee else {
                kept.push(op);
                continue;
            };
            if callee.is_shared {
                self.shared(&callee, op);
                continue;
            }
            let body = self.body(&callee, op, block);
            self.module[op].block = None;
            if !callee.returns {
                rest.clear();
            }
            rest.extend(body.into_iter().rev());
        }
        self.module[block].ops = kept;
    }

    /// Replaces a call by what its function's one body in this function returns.
    fn shared(&mut self, callee: &Callee, call: OpId) {
        self.module[call].block = None;
        let Some(result) = self.module[call].results.first().copied() else { return };
        if let Some(returned) = self.returned.get(&callee.func) {
            self.replaced.replace(result, *returned);
            return;
        }
        let body = self.body(callee, call, self.start);
        self.hoisted.extend(body);
        let returned = self.replaced.resolve(result);
        self.returned.insert(callee.func, returned);
    }

    /// The ops of the callee, which will be in `block` in place of the call.
    fn body(&mut self, callee: &Callee, call: OpId, block: BlockId) -> Vec<OpId> {
        let module = &mut *self.module;
        let inlining = self.graph.call(module, call);
        let params = module[callee.block].args.clone();
        let arguments: Vec<(ValueId, ValueId)> =
            params.into_iter().zip(module[call].operands.iter().copied()).collect();
        let copy = Copy::new(&mut self.pool, self.values, inlining);
        let moves = self.plan.moved.contains(&callee.func);
        let mut copy = if moves { copy.moving() } else { copy };
        for (param, argument) in &arguments {
            self.declared.take_over(module, *param, *argument, copy.call());
        }
        copy.map(arguments.into_iter());
        let from = &mut module[callee.block].ops;
        let mut ops = if moves { std::mem::take(from) } else { from.clone() };
        let end = if callee.returns { ops.pop() } else { None };
        let mut body = Vec::new();
        copy.ops(module, &ops, block, &mut body);
        let calls = copy.finish(module);
        let returned = end.and_then(|end| module[end].operands.first()).map(|value| copy.value(*value));
        if let (Some(result), Some(value)) = (module[call].results.first().copied(), returned) {
            self.replaced.replace(result, value);
        }
        for (copy, original) in calls {
            self.copied_call(copy, original, block);
        }
        body
    }

    fn copied_call(&mut self, copy: OpId, original: OpId, block: BlockId) {
        let Some(callee) = self.plan.inlined.get(&original) else { return };
        self.copied.insert(copy, *callee);
        self.sites.extend(self.module[copy].block.filter(|own| *own != block));
    }
}

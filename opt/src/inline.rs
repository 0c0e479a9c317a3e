//! Calls to the bodies of what they call, callees first.
//!
//! In a structured function every way ends at one return, so that a call becomes the ops of a block, whatever the callee's
//! source looks like. Calls stay where they are when the callee must not be inlined, is recursive, never returns, or
//! would end the invocation in a part of a loop where words do not allow that.

use crate::copy::Copy;
use crate::debug::Graph;
use crate::edit::{self, Pool, Replaced};
use crate::{MAX_OPS, too_large};
use base::ids::Map;
use base::intern::Symbol;
use dialect::diagnostics::Result;
use dialect::ir::{BlockId, Module, OpId, RegionId, ValueId, walk};
use dialect::spirv::enums::Kind;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{abi, attrs};
use rustc_hash::FxHashMap;
use spirv::{FunctionControl, Op};

/// Selections and loops nest at most this deep behind inlining; the writer's limit is twice that.
const MAX_NESTING: u32 = 128;

/// Inlines all calls that can be.
pub(crate) fn inline(module: &mut Module) -> Result<()> {
    let functions: FxHashMap<Symbol, OpId> =
        edit::functions(module).iter().filter_map(|op| Some((abi::name_of(module, *op)?, *op))).collect();
    let mut pass = Pass { graph: Graph::of(module), functions, callees: FxHashMap::default(), ops: module.ops.len() };
    for func in pass.bottom_up(module) {
        pass.function(module, func)?;
        let callee = callee(module, func);
        pass.callees.insert(func, callee);
    }
    Ok(())
}

/// What can be inlined: a block that ends with a return.
#[derive(Clone, Debug)]
struct Callee {
    block: BlockId,
    /// The most selections and loops around an op.
    height: u32,
    /// Whether it may end the invocation.
    ends: bool,
    /// Whether it comes back to its caller at all.
    returns: bool,
    /// How many ops it holds.
    size: usize,
}

fn callee(module: &Module, func: OpId) -> Option<Callee> {
    let region = edit::structured_body(module, func)?;
    let block = module[region].blocks[0];
    let control = abi::number_of(module, func, Kind::FunctionControl.table().snake).unwrap_or(0) as u32;
    let end = module.terminator(block).and_then(|op| edit::core(module, op));
    if control & FunctionControl::DONT_INLINE.bits() != 0 {
        return None;
    }
    let returns = matches!(end, Some(Op::Return | Op::ReturnValue));
    let mut found = Callee { block, height: 0, ends: false, returns, size: 0 };
    let mut stack = vec![(region, 0)];
    while let Some((region, depth)) = stack.pop() {
        found.height = found.height.max(depth);
        for block in &module[region].blocks {
            for op in &module[*block].ops {
                found.size += 1;
                found.ends |= ends_invocation(module, *op);
                stack.extend(module[*op].regions.iter().map(|region| (*region, depth + 1)));
            }
        }
    }
    Some(found)
}

fn ends_invocation(module: &Module, op: OpId) -> bool {
    let is_end = module[op].is_terminator() && module[op].successors.is_empty();
    is_end
        && !matches!(
            ops::code(module, op),
            Some(Code::Mlir(Mlir::Merge) | Code::Core(Op::Return | Op::ReturnValue | Op::Unreachable))
        )
}

struct Pass {
    graph: Graph,
    functions: FxHashMap<Symbol, OpId>,
    callees: FxHashMap<OpId, Option<Callee>>,
    /// How many ops the module holds, those that are gone included.
    ops: usize,
}

/// A block of the caller with calls in it.
struct Site {
    block: BlockId,
    depth: u32,
    in_continue: bool,
}

impl Pass {
    /// All functions, each behind those that it calls; a function that calls itself comes somewhere.
    fn bottom_up(&self, module: &Module) -> Vec<OpId> {
        let mut order = Map::default();
        let mut open: Map<OpId, ()> = Map::default();
        for func in edit::functions(module) {
            let mut stack = vec![(func, false)];
            while let Some((func, is_done)) = stack.pop() {
                if is_done {
                    order.insert(func, ());
                } else if !order.contains_key(&func) && open.insert(func, ()).is_none() {
                    stack.push((func, true));
                    stack.extend(self.called(module, func).into_iter().map(|callee| (callee, false)));
                }
            }
        }
        order.keys().copied().collect()
    }

    fn called(&self, module: &Module, func: OpId) -> Vec<OpId> {
        walk::ops_in(module, func).into_iter().filter_map(|op| self.target(module, op)).collect()
    }

    fn target(&self, module: &Module, op: OpId) -> Option<OpId> {
        let is_call = edit::core(module, op) == Some(Op::FunctionCall);
        let name = is_call.then(|| abi::symbol_of(module, op, attrs::SYMBOL))??;
        self.functions.get(&name).copied()
    }

    fn function(&mut self, module: &mut Module, func: OpId) -> Result<()> {
        let Some(region) = edit::structured_body(module, func) else { return Ok(()) };
        let sites = self.sites(module, region);
        if sites.is_empty() {
            return Ok(());
        }
        let mut pool = Pool::of(module, region);
        let mut replaced = Replaced::default();
        for site in sites {
            self.site(module, &site, &mut pool, &mut replaced)?;
        }
        pool.finish(module);
        for op in walk::ops_in(module, func) {
            replaced.apply(module, op);
        }
        Ok(())
    }

    fn sites(&self, module: &Module, region: RegionId) -> Vec<Site> {
        let mut sites = Vec::new();
        let mut stack = vec![(region, 0, false)];
        while let Some((region, depth, in_continue)) = stack.pop() {
            let blocks = &module[region].blocks;
            let host = module[region].op.filter(|op| edit::is_loop(module, *op));
            let continues = host.and_then(|_| blocks.iter().rev().nth(1).copied());
            for block in blocks {
                let in_continue = in_continue || continues == Some(*block);
                if module[*block].ops.iter().any(|op| self.target(module, *op).is_some()) {
                    sites.push(Site { block: *block, depth, in_continue });
                }
                let regions = module[*block].ops.iter().flat_map(|op| &module[*op].regions);
                stack.extend(regions.map(|region| (*region, depth + 1, in_continue)));
            }
        }
        sites
    }

    fn site(&mut self, module: &mut Module, site: &Site, pool: &mut Pool, replaced: &mut Replaced) -> Result<()> {
        let mut kept = Vec::new();
        for op in std::mem::take(&mut module[site.block].ops) {
            let target = self.target(module, op);
            let callee = target.and_then(|target| self.callees.get(&target).cloned().flatten());
            let fits =
                |callee: &Callee| site.depth + callee.height <= MAX_NESTING && !(callee.ends && site.in_continue);
            let Some(callee) = callee.filter(fits) else {
                kept.push(op);
                continue;
            };
            self.ops += callee.size;
            if self.ops > MAX_OPS {
                return too_large("its calls are inlined");
            }
            let mut copy = Copy::new(pool, self.graph.call(module, op));
            let returned = body(module, &mut copy, &callee, op, site.block, &mut kept);
            if let (Some(result), Some(value)) = (module[op].results.first().copied(), returned) {
                replaced.replace(result, value);
            }
            module[op].block = None;
            if !callee.returns {
                break;
            }
        }
        module[site.block].ops = kept;
        Ok(())
    }
}

/// Appends the ops of the callee to `kept`, which will stand in `block`; what the call returns.
fn body(
    module: &mut Module,
    copy: &mut Copy<'_>,
    callee: &Callee,
    call: OpId,
    block: BlockId,
    kept: &mut Vec<OpId>,
) -> Option<ValueId> {
    let params = module[callee.block].args.clone();
    let arguments: Vec<(ValueId, ValueId)> = params.into_iter().zip(module[call].operands.iter().copied()).collect();
    for (param, argument) in &arguments {
        copy.declare(module, *param, *argument);
    }
    copy.map(arguments.into_iter());
    let mut ops = module[callee.block].ops.clone();
    let end = if callee.returns { ops.pop() } else { None };
    copy.ops(module, &ops, block, kept);
    copy.finish(module);
    end.and_then(|end| module[end].operands.first()).map(|value| copy.value(*value))
}

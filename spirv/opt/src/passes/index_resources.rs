//! Resources that control flow or a variable selects among the elements of one array become the indices of the elements: a
//! resource has to be known where it is used, an index has not.
//!
//! A web is a set of values that block arguments, results of constructs, selects, copies and local variables connect. If all
//! resources that enter a web are elements of the same array, its values and variables become indices, and the element
//! is addressed at each use. Any other web stays, and is reported later.

use crate::debug;
use crate::edit::{self, Pool};
use crate::facts::handles::{Scope, Types, is_handle};
use crate::passes::descriptor_scalar_replacement::innermost;
use crate::rules;
use base::intern::Symbol;
use dialect::ir::{Attr, Def, Module, NamedAttr, OpId, RegionId, Type, TypeId, ValueId, walk};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{facts, ops};
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Decoration, Op, StorageClass};
use std::ops::Range;

/// Selects indices instead of resources.
pub(crate) fn select(module: &mut Module) {
    let types = Scope::Handles.types(module);
    if !has_arrays(module, &types) {
        return;
    }
    for func in edit::functions(module) {
        if let Some(region) = edit::structured_body(module, func) {
            function(module, func, region);
        }
    }
}

/// Returns whether a module has arrays of resources at all.
fn has_arrays(module: &Module, types: &Types) -> bool {
    module.ctx.types().any(|(_, ty)| {
        let Type::Spirv(SpirvType::Array { elem, .. } | SpirvType::RuntimeArray { elem, .. }) = ty else {
            return false;
        };
        types.has(*elem)
    })
}

fn function(module: &mut Module, func: OpId, region: RegionId) {
    let webs = Webs::of(module, func, region);
    let plans = webs.plans(module, func);
    if plans.is_empty() {
        return;
    }
    let mut rewrite = Rewrite { pool: Pool::of(module, region), webs, plans, instead: FxHashMap::default() };
    for op in walk::ops_in(module, func) {
        rewrite.op(module, op);
    }
    rewrite.retype(module, func);
    rewrite.pool.finish(module);
    edit::put_in_place(module, &rewrite.instead);
}

/// The webs of a function.
#[derive(Default)]
struct Webs {
    /// The number of each value.
    numbers: FxHashMap<ValueId, usize>,
    /// By number: the value, and one of the same web that is nearer to its leader.
    values: Vec<(ValueId, usize)>,
    /// Parameters of the function, which can hold any resource.
    params: Vec<ValueId>,
}

/// The replacement of a web by indices.
struct Plan {
    /// The elements that enter it.
    elements: FxHashMap<ValueId, Element>,
    /// The type of the indices.
    index: TypeId,
    /// The path to an element, without the index.
    path: Path,
    /// True if an index may differ between invocations.
    is_nonuniform: bool,
}

/// A resource that enters a web.
enum Element {
    /// The element of an array, by the value of its index.
    Of(ValueId),
    /// Any: an uninitialized variable.
    Undefined,
}

/// How an element of an array is addressed.
#[derive(Clone, PartialEq, Eq)]
struct Path {
    array: Symbol,
    /// The type of the array's address.
    address: TypeId,
    /// The type of the pointer to an element.
    pointer: TypeId,
    /// The attributes and the type of the load, if resources of this type are loaded.
    load: Option<(Vec<NamedAttr>, TypeId)>,
}

impl Webs {
    fn of(module: &Module, func: OpId, region: RegionId) -> Webs {
        let params = module[module[region].blocks[0]].args.clone();
        let mut webs = Webs { params, ..Webs::default() };
        for op in walk::ops_in(module, func) {
            for (from, to) in passed(module, op) {
                webs.join(from, to);
            }
        }
        // Parents come before their children, so that afterwards each parent is a leader.
        for number in 0..webs.values.len() {
            webs.values[number].1 = webs.values[webs.values[number].1].1;
        }
        webs
    }

    fn number(&mut self, value: ValueId) -> usize {
        let next = self.values.len();
        let number = *self.numbers.entry(value).or_insert(next);
        if number == next {
            self.values.push((value, next));
        }
        number
    }

    fn leader_of(&self, mut number: usize) -> usize {
        while self.values[number].1 != number {
            number = self.values[number].1;
        }
        number
    }

    fn join(&mut self, a: ValueId, b: ValueId) {
        let (a, b) = (self.number(a), self.number(b));
        let (a, b) = (self.leader_of(a), self.leader_of(b));
        self.values[a.max(b)].1 = a.min(b);
    }

    /// The web of a value, as the number of its leader.
    fn web(&self, value: ValueId) -> Option<usize> {
        self.numbers.get(&value).map(|number| self.leader_of(*number))
    }

    /// The webs that can become indices.
    fn plans(&self, module: &Module, func: OpId) -> FxHashMap<usize, Plan> {
        let mut members: FxHashMap<usize, Vec<ValueId>> = FxHashMap::default();
        for (number, (value, _)) in self.values.iter().enumerate() {
            members.entry(self.leader_of(number)).or_default().push(*value);
        }
        let kept = if members.is_empty() { FxHashSet::default() } else { self.used_otherwise(module, func) };
        let plans = members.into_iter().filter(|(web, _)| !kept.contains(web));
        plans.filter_map(|(web, values)| Some((web, self.plan(module, &values)?))).collect()
    }

    /// The webs with a variable that is used for more than loads and stores, or an array for more than its elements.
    fn used_otherwise(&self, module: &Module, func: OpId) -> FxHashSet<usize> {
        let mut found = FxHashSet::default();
        for op in walk::ops(module, func).filter(|op| !debug::is_note(module, *op)) {
            for (at, value) in module[op].uses().enumerate() {
                let Some(web) = self.web(edit::root(module, value)) else { continue };
                let ty = module.type_of(value);
                let is_variable = facts::storage_of(module, ty) == Some(StorageClass::Function);
                let is_place = at == 0 && (edit::is_chain(module, op) || access(module, op).is_some());
                let is_array = is_held(module, ty) && !is_resource(module, ty);
                let is_passed = || passed(module, op).iter().any(|(from, _)| *from == value);
                if is_variable && !is_place || is_array && !is_passed() {
                    found.insert(web);
                }
            }
        }
        found
    }

    fn plan(&self, module: &Module, values: &[ValueId]) -> Option<Plan> {
        let (mut elements, mut path, mut index) = (FxHashMap::default(), None, None);
        let mut is_nonuniform = false;
        for value in values {
            is_nonuniform |= module.defining_op(*value).is_some_and(|op| is_marked(module, op));
            if self.params.contains(value) {
                return None;
            }
            if is_connected(module, *value) {
                continue;
            }
            if edit::is_undefined(module, *value) {
                elements.insert(*value, Element::Undefined);
                continue;
            }
            let (own, number, is_own_nonuniform) = element(module, *value)?;
            is_nonuniform |= is_own_nonuniform;
            if path.get_or_insert_with(|| own.clone()) != &own {
                return None;
            }
            index = index.or(Some(module.type_of(number)));
            elements.insert(*value, Element::Of(number));
        }
        let is_selected = elements.len() < values.len();
        is_selected.then_some(Plan { elements, index: index?, path: path?, is_nonuniform })
    }
}

/// The resources that an op passes on, with the values and variables that they become.
fn passed(module: &Module, op: OpId) -> Vec<(ValueId, ValueId)> {
    let mut pairs = Vec::new();
    let mut add = |from: ValueId, to: ValueId| {
        if is_held(module, module.type_of(from)) {
            pairs.push((from, to));
        }
    };
    for successor in &module[op].successors {
        successor.args.iter().zip(&module[successor.block].args).for_each(|(from, to)| add(*from, *to));
    }
    if edit::is_merge(module, op) {
        let results = module.parent_op(op).map(|construct| &module[construct].results);
        module[op].operands.iter().zip(results.into_iter().flatten()).for_each(|(from, to)| add(*from, *to));
    }
    if let Some(from) = copied(module, op) {
        module[op].operands[from].iter().for_each(|from| add(*from, module[op].results[0]));
    }
    if let Some((variable, resource)) = access(module, op) {
        add(resource, variable);
    }
    pairs
}

/// The operands that the result of an op consists of, or that it is one of.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn copied(module: &Module, op: OpId) -> Option<Range<usize>> {
    let count = module[op].operands.len();
    let operands = match edit::core(module, op)? {
        Op::Select => 1..count,
        Op::CopyObject | Op::CompositeConstruct => 0..count,
        Op::CompositeExtract => 0..1,
        _ => return None,
    };
    is_held(module, module.type_of(module[op].results[0])).then_some(operands)
}

/// The local variable and the resource of a load or a store.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn access(module: &Module, op: OpId) -> Option<(ValueId, ValueId)> {
    let resource = match edit::core(module, op)? {
        Op::Load => module[op].results[0],
        Op::Store => module[op].operands[1],
        _ => return None,
    };
    let variable = edit::root(module, module[op].operands[0]);
    let is_local = facts::storage_of(module, module.type_of(variable)) == Some(StorageClass::Function);
    (is_local && is_held(module, module.type_of(resource))).then_some((variable, resource))
}

/// Returns whether values of a type are resources, or arrays of them.
fn is_held(module: &Module, ty: TypeId) -> bool {
    is_resource(module, innermost(module, ty))
}

/// Returns whether values of a type are single resources.
fn is_resource(module: &Module, ty: TypeId) -> bool {
    let is_own = matches!(facts::storage_of(module, ty), Some(StorageClass::Function | StorageClass::Private));
    is_handle(&module.ctx[ty]) && !is_own
}

/// Returns whether a value of a web comes from others of it.
fn is_connected(module: &Module, value: ValueId) -> bool {
    match module[value].def {
        Def::Arg(..) => true,
        Def::Result(op, _) => {
            let is_variable = edit::core(module, op) == Some(Op::Variable) && module[op].operands.is_empty();
            let is_loaded = access(module, op).is_some_and(|(_, resource)| resource == value);
            is_variable || is_loaded || edit::is_construct(module, op) || copied(module, op).is_some()
        }
    }
}

/// The element of a global array that a value is: its path, its index, and whether that may differ between invocations.
fn element(module: &Module, value: ValueId) -> Option<(Path, ValueId, bool)> {
    let op = module.defining_op(value)?;
    let is_load = edit::core(module, op) == Some(Op::Load);
    let chain = if is_load { module.defining_op(*module[op].operands.first()?)? } else { op };
    let is_path = matches!(edit::core(module, chain), Some(Op::AccessChain | Op::InBoundsAccessChain));
    let &[base, index] = module[chain].operands.as_slice() else { return None };
    let is_number = matches!(module.ctx[module.type_of(index)], Type::Int { width: 32, .. });
    let array = edit::global(module, base).filter(|_| is_path && is_number)?;
    let marks = |attrs: &[NamedAttr]| attrs.iter().filter(|(name, _)| *name != nonuniform()).copied().collect();
    let load = is_load.then(|| (marks(&module[op].attrs), module.type_of(value)));
    let pointer = module.type_of(module[chain].results[0]);
    let path = Path { array, address: module.type_of(base), pointer, load };
    let marked_index = module.defining_op(index).is_some_and(|index| is_marked(module, index));
    Some((path, index, marked_index || is_marked(module, chain) || is_marked(module, op)))
}

fn nonuniform() -> &'static str {
    edit::decoration(Decoration::NonUniform)
}

fn is_marked(module: &Module, op: OpId) -> bool {
    module.attr(op, nonuniform()).is_some()
}

struct Rewrite {
    pool: Pool,
    webs: Webs,
    plans: FxHashMap<usize, Plan>,
    instead: FxHashMap<OpId, Vec<OpId>>,
}

impl Rewrite {
    /// The web of a value, if it becomes indices.
    fn planned(&self, value: ValueId) -> Option<usize> {
        self.webs.web(value).filter(|web| self.plans.contains_key(web))
    }

    fn op(&mut self, module: &mut Module, op: OpId) {
        let in_web = |value: ValueId| self.planned(edit::root(module, value)).is_some();
        if debug::is_note(module, op) {
            if module[op].uses().any(in_web) {
                self.instead.insert(op, Vec::new());
            }
            return;
        }
        let passes: FxHashSet<ValueId> = passed(module, op).into_iter().map(|(from, _)| from).collect();
        let mut before = Vec::new();
        let operands = module[op].operands.clone();
        for (at, value) in operands.iter().copied().enumerate() {
            let Some(web) = self.planned(value) else { continue };
            if passes.contains(&value) {
                module[op].operands[at] = self.index(module, web, value, &mut before);
            } else if is_resource(module, module.type_of(value)) && !self.plans[&web].elements.contains_key(&value) {
                self.address(module, web, op, at, &mut before);
            }
        }
        for edge in 0..module[op].successors.len() {
            for at in 0..module[op].successors[edge].args.len() {
                let value = module[op].successors[edge].args[at];
                if let Some(web) = self.planned(value) {
                    module[op].successors[edge].args[at] = self.index(module, web, value, &mut before);
                }
            }
        }
        if !before.is_empty() {
            before.iter().for_each(|new| module[*new].loc = module[op].loc);
            before.push(op);
            self.instead.insert(op, before);
        }
    }

    /// The index that a value of a web becomes.
    fn index(&mut self, module: &mut Module, web: usize, value: ValueId, before: &mut Vec<OpId>) -> ValueId {
        let plan = &self.plans[&web];
        let number = match plan.elements.get(&value) {
            None => return value,
            Some(Element::Undefined) => return self.zero(module, web, value),
            Some(Element::Of(number)) => *number,
        };
        if module.type_of(number) == plan.index {
            return number;
        }
        if let Some(constant) = edit::constant_number(module, number) {
            return self.constant(module, constant, plan.index);
        }
        let cast = module.add_op(ops::core(Op::Bitcast));
        module[cast].operands.push(number);
        before.push(cast);
        module.add_result(cast, plan.index)
    }

    fn zero(&mut self, module: &mut Module, web: usize, undefined: ValueId) -> ValueId {
        let ty = indices(module, module.type_of(undefined), self.plans[&web].index);
        match rules::null(module, ty) {
            Some(zero) => self.pool.constant(module, zero, ty),
            None => self.pool.undefined(module, ty),
        }
    }

    fn constant(&mut self, module: &mut Module, bits: u64, ty: TypeId) -> ValueId {
        let attr = module.ctx.attr(Attr::Int { bits, ty });
        self.pool.constant(module, attr, ty)
    }

    /// Addresses the element by its index where an op uses it.
    fn address(&mut self, module: &mut Module, web: usize, op: OpId, at: usize, before: &mut Vec<OpId>) {
        let plan = &self.plans[&web];
        let index = module[op].operands[at];
        let base = self.pool.address(module, plan.path.array, plan.path.address);
        let unit = plan.is_nonuniform.then(|| module.ctx.attr(Attr::Unit));
        let mark = |module: &mut Module, op: OpId| {
            unit.into_iter().for_each(|unit| module[op].set_attr(nonuniform(), unit));
        };
        if edit::is_chain(module, op) {
            let rest = module[op].operands[1..].to_vec();
            module[op].operands = [base, index].into_iter().chain(rest).collect();
            return mark(module, op);
        }
        let chain = module.add_op(ops::core(Op::AccessChain));
        module[chain].operands.extend([base, index]);
        let mut resource = module.add_result(chain, plan.path.pointer);
        before.push(chain);
        mark(module, chain);
        if let Some((attrs, ty)) = &plan.path.load {
            let load = module.add_op(ops::core(Op::Load));
            module[load].operands.push(resource);
            module[load].attrs.extend(attrs.iter().copied());
            resource = module.add_result(load, *ty);
            before.push(load);
            mark(module, load);
        }
        module[op].operands[at] = resource;
        if edit::core(module, op) == Some(Op::SampledImage) {
            mark(module, op);
        }
    }

    /// Gives the values, the variables and the paths into them the type of indices.
    fn retype(&self, module: &mut Module, func: OpId) {
        let values = self.webs.values.iter().map(|(value, _)| *value);
        let chains = walk::ops_in(module, func).into_iter().filter(|op| edit::is_chain(module, *op));
        let results: Vec<ValueId> = chains.filter_map(|op| module[op].results.first().copied()).collect();
        let is_local = |module: &Module, value: ValueId| {
            facts::storage_of(module, module.type_of(value)) == Some(StorageClass::Function)
        };
        // Roots are found before any type changes.
        let mut webs = Vec::new();
        for value in results.into_iter().filter(|value| is_local(module, *value)) {
            webs.extend(self.planned(edit::root(module, value)).map(|web| (value, web)));
        }
        for value in values {
            let web = self.planned(value).filter(|web| !self.plans[web].elements.contains_key(&value));
            webs.extend(web.map(|web| (value, web)));
        }
        for (value, web) in webs {
            module[value].ty = indices(module, module[value].ty, self.plans[&web].index);
        }
    }
}

/// A type with indices instead of resources.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other types are resources")]
fn indices(module: &mut Module, ty: TypeId, index: TypeId) -> TypeId {
    let made = match module.ctx[ty].clone() {
        Type::Spirv(SpirvType::Pointer { pointee, storage: storage @ StorageClass::Function, stride }) => {
            SpirvType::Pointer { pointee: indices(module, pointee, index), storage, stride }
        }
        Type::Spirv(SpirvType::Array { elem, len, stride }) => {
            SpirvType::Array { elem: indices(module, elem, index), len, stride }
        }
        _ => return index,
    };
    module.ctx.ty(Type::Spirv(made))
}

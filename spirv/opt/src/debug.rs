//! Debug information through all passes.
//!
//! Scopes and lines are part of an op's location, so that they follow the op. While passes run, the declaration of a
//! variable is an attribute of the variable, and its value at a place is a note: an op that keeps nothing alive.
//! [`fold`] brings a module into this form and [`unfold`] writes it back.

mod scopes;

pub(crate) use scopes::Scopes;

use crate::edit;
use base::ids::Map;
use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, BlockId, Def, Loc, LocId, Module, OpId, ValueId, walk};
use dialect::spirv::debug::{instruction, set_of};
use dialect::spirv::decode::DEBUG_SETS;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{attrs, facts};
use rustc_hash::{FxHashMap, FxHashSet};
use scopes::Declarations;
use spirv::{NonsemanticShaderDebuginfo100Op as Inst, Op};

/// On a variable: its debug declarations.
const DECLARES: &str = "debug_declares";
/// On a function: the operands of its `DebugFunctionDefinition`.
const DEFINITION: &str = "debug_definition";

/// Limit of the chains, one behind the other, that lead from a variable to an argument.
const MAX_CHAIN: usize = 64;

/// Returns whether an op is a note of a variable's value, which keeps nothing alive.
pub(crate) fn is_note(module: &Module, op: OpId) -> bool {
    instruction(module, op) == Some(Inst::DebugValue)
}

/// Returns whether an instruction set takes literals where the other one takes constants.
fn is_opencl(module: &Module, set: AttrId) -> bool {
    matches!(&module.ctx[set], Attr::Str(set) if **set == *DEBUG_SETS[0])
}

/// A variable of the source that is (a part of) a variable of the module.
#[derive(Clone, Debug)]
pub(crate) struct Declare {
    local: AttrId,
    expression: AttrId,
    scope: Option<AttrId>,
    /// The parts of the module's variable that lead to what is the source's.
    within: Vec<AttrId>,
    /// The indices that lead to the part of the source's variable.
    indices: Vec<AttrId>,
}

impl Declare {
    /// The declaration of a part; `None` if it is not the source's variable.
    pub(crate) fn part(&self, module: &mut Module, at: usize) -> Option<Declare> {
        let (mut part, index) = (self.clone(), module.ctx.i32_attr(at as u32));
        if part.within.is_empty() {
            part.indices.push(index);
            return Some(part);
        }
        (part.within.remove(0) == index).then_some(part)
    }

    /// Returns whether the whole variable of the module is meant.
    fn is_whole(&self) -> bool {
        self.within.is_empty()
    }

    fn read(module: &Module, attr: AttrId) -> Option<Declare> {
        let Attr::Array(items) = &module.ctx[attr] else { return None };
        let [local, expression, scope, within, ref indices @ ..] = **items else { return None };
        let scope = Some(scope).filter(|scope| module.ctx[*scope] != Attr::Unit);
        let Attr::Array(within) = &module.ctx[within] else { return None };
        Some(Declare { local, expression, scope, within: within.to_vec(), indices: indices.to_vec() })
    }

    fn attr(&self, module: &mut Module) -> AttrId {
        let scope = self.scope.unwrap_or_else(|| module.ctx.attr(Attr::Unit));
        let within = module.ctx.attr(Attr::Array(self.within.clone().into()));
        let items = [self.local, self.expression, scope, within].into_iter().chain(self.indices.iter().copied());
        module.ctx.attr(Attr::Array(items.collect()))
    }
}

/// The debug declarations of a variable or a parameter.
pub(crate) fn declares(module: &Module, value: ValueId) -> Vec<Declare> {
    let found = match module[value].def {
        Def::Result(op, _) => module.attr(op, DECLARES),
        Def::Arg(..) => module.arg_attrs(value).iter().find(|(name, _)| *name == DECLARES).map(|(_, attr)| *attr),
    };
    match found.map(|attr| &module.ctx[attr]) {
        Some(Attr::Array(items)) => items.iter().filter_map(|attr| Declare::read(module, *attr)).collect(),
        _ => Vec::new(),
    }
}

/// Sets the debug declarations of a variable or a parameter.
pub(crate) fn set_declares(module: &mut Module, value: ValueId, declares: &[Declare]) {
    let items: Vec<AttrId> = declares.iter().map(|declare| declare.attr(module)).collect();
    let attr = module.ctx.attr(Attr::Array(items.into()));
    match module[value].def {
        Def::Result(op, _) => module[op].set_attr(DECLARES, attr),
        Def::Arg(..) => {
            let mut attrs = module.arg_attrs(value).to_vec();
            attrs.retain(|(name, _)| *name != DECLARES);
            attrs.push((DECLARES, attr));
            module.set_arg_attrs(value, attrs);
        }
    }
}

/// The variable or parameter that a pointer points into, and the parts that lead there.
fn part_of_variable(module: &mut Module, mut pointer: ValueId) -> Option<(ValueId, Vec<AttrId>)> {
    let mut path = Vec::new();
    for _ in 0..MAX_CHAIN {
        let definition = module.defining_op(pointer);
        let Some(op) = definition.filter(|op| edit::core(module, *op) != Some(Op::Variable)) else {
            path.reverse();
            return Some((pointer, path));
        };
        if !matches!(edit::core(module, op), Some(Op::AccessChain | Op::InBoundsAccessChain)) {
            return None;
        }
        let operands = module[op].operands.clone();
        for index in operands[1..].iter().rev() {
            let number = edit::constant_number(module, *index)?;
            path.push(module.ctx.i32_attr(u32::try_from(number).ok()?));
        }
        pointer = operands[0];
    }
    None
}

/// Declarations that call arguments inherit from parameters.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    by_value: Map<ValueId, Vec<Declare>>,
}

impl Declared {
    /// Lets an argument inherit the declarations of its parameter, in the scope of the call.
    pub(crate) fn take_over(
        &mut self,
        module: &mut Module,
        param: ValueId,
        argument: ValueId,
        call: Option<&mut Inlining<'_>>,
    ) {
        let mut own = declares(module, param);
        if own.is_empty() {
            return;
        }
        let Some((variable, path)) = part_of_variable(module, argument) else { return };
        if let Some(call) = call {
            own = call.declares(module, own);
        }
        own.iter_mut().for_each(|declare| declare.within.splice(0..0, path.iter().copied()).for_each(drop));
        self.by_value.entry(variable).or_insert_with(|| declares(module, variable)).extend(own);
    }

    /// Writes the inherited declarations to the arguments.
    pub(crate) fn finish(self, module: &mut Module) {
        for (value, declares) in self.by_value {
            set_declares(module, value, &declares);
        }
    }
}

/// The debug declarations of a variable, by the call that they are inlined from.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Its own declaration.
    own: Option<Declare>,
    /// Declarations of parameters of inlined functions hold in that call alone.
    by_call: FxHashMap<Option<AttrId>, Vec<Declare>>,
}

impl Known {
    /// The declarations of a variable.
    pub(crate) fn of(module: &Module, variable: ValueId) -> Known {
        let mut all = declares(module, variable).into_iter().filter(Declare::is_whole);
        let mut known = Known { own: all.next(), by_call: FxHashMap::default() };
        for declare in all {
            known.by_call.entry(call_of(module, declare.scope)).or_default().push(declare);
        }
        known
    }

    /// The inlined calls with parameters that are this variable.
    pub(crate) fn calls(&self) -> impl Iterator<Item = AttrId> {
        self.by_call.keys().filter_map(|call| *call)
    }

    /// The declarations that hold at a location.
    fn at(&self, module: &Module, loc: Option<LocId>) -> impl Iterator<Item = &Declare> {
        let call = loc.map(|loc| call_of(module, module.ctx.loc_of(loc).scope));
        self.own.iter().chain(call.and_then(|call| self.by_call.get(&call)).into_iter().flatten())
    }
}

/// The inlined call that a scope is in.
fn call_of(module: &Module, scope: Option<AttrId>) -> Option<AttrId> {
    match scope.map(|scope| &module.ctx[scope]) {
        Some(Attr::Array(items)) => items.get(1).copied(),
        _ => None,
    }
}

/// What makes notes.
#[derive(Debug)]
pub(crate) struct Notes {
    /// The debug instruction set.
    set: AttrId,
    declarations: Declarations,
    scopes: Scopes,
}

impl Notes {
    /// The maker of a module's notes, if the module has debug information.
    pub(crate) fn of(module: &mut Module) -> Option<Notes> {
        let set = set_of(module)?;
        Some(Notes { set, declarations: Declarations::of(module), scopes: Scopes::of(module) })
    }

    /// Notes for the value that a variable has from a location on.
    pub(crate) fn at(&self, module: &mut Module, known: &Known, value: ValueId, loc: Option<LocId>) -> Vec<OpId> {
        let declares: Vec<Declare> = known.at(module, loc).cloned().collect();
        let mut notes = Vec::with_capacity(declares.len());
        for declare in &declares {
            let near = self.place(module, declare, loc);
            notes.push(self.note(module, declare, value, near));
        }
        notes
    }

    /// Notes for the parameters that have the value of a variable where an inlined call begins.
    pub(crate) fn entering(&self, module: &mut Module, known: &Known, call: AttrId, value: ValueId) -> Vec<OpId> {
        let mut notes = Vec::new();
        for declare in known.by_call.get(&Some(call)).into_iter().flatten() {
            let nowhere = module.ctx.nowhere();
            let near = self.declarations.place(module, declare.local, nowhere);
            notes.push(self.note(module, declare, value, near));
        }
        notes
    }

    /// The place of a note, which is in the function of the variable: an argument is a parameter's value where the parameter
    /// is declared, and what a callee writes is a value of the caller's variable where the call is.
    fn place(&self, module: &mut Module, declare: &Declare, loc: Option<LocId>) -> Loc {
        let Some(loc) = loc else { return module.ctx.nowhere() };
        let near = module.ctx.loc_of(loc);
        match call_of(module, near.scope) == call_of(module, declare.scope) || near.range.is_none() {
            true => near,
            false if self.scopes.is_inside(module, declare.scope, near.scope) => {
                self.declarations.place(module, declare.local, near)
            }
            false => self.scopes.call_site(module, near, declare.scope).unwrap_or(near),
        }
    }

    fn note(&self, module: &mut Module, declare: &Declare, value: ValueId, near: Loc) -> OpId {
        let held = module.ctx.attr(Attr::Operand(0));
        let args = [declare.local, held, declare.expression].into_iter().chain(declare.indices.iter().copied());
        let args = module.ctx.attr(Attr::Array(args.collect()));
        let op = make(module, self.set, Inst::DebugValue, args);
        module[op].operands.push(value);
        module[op].loc = Some(module.ctx.loc(Loc { scope: declare.scope, ..near }));
        op
    }
}

/// The inlined call that an op's location is in.
pub(crate) fn call_at(module: &Module, op: OpId) -> Option<AttrId> {
    call_of(module, scope_at(module, op))
}

/// The debug scope of an op.
pub(crate) fn scope_at(module: &Module, op: OpId) -> Option<AttrId> {
    module[op].loc.and_then(|loc| module.ctx.loc_of(loc).scope)
}

/// The note that a part of what another note tells of has a value.
pub(crate) fn part_note(module: &mut Module, whole: OpId, at: usize, value: ValueId) -> OpId {
    let op = module.add_op(module[whole].info);
    let (attrs, loc) = (module[whole].attrs.clone(), module[whole].loc);
    (module[op].attrs, module[op].loc) = (attrs, loc);
    let index = module.ctx.i32_attr(at as u32);
    let args = facts::array_of(module, whole, attrs::ARGS).iter().copied().chain([index]).collect();
    let args = module.ctx.attr(Attr::Array(args));
    module[op].set_attr(attrs::ARGS, args);
    module[op].operands.push(value);
    op
}

/// A debug instruction whose result nothing names.
fn make(module: &mut Module, set: AttrId, inst: Inst, args: AttrId) -> OpId {
    let op = module.add_op(ops::mlir(Mlir::ExtInst));
    let number = module.ctx.i32_attr(inst as u32);
    module[op].attrs.extend([(attrs::SET, set), (attrs::INSTRUCTION, number), (attrs::ARGS, args)]);
    op
}

/// Moves declarations and definitions out of the blocks of all functions, into attributes.
pub(crate) fn fold(module: &mut Module) {
    if set_of(module).is_none() {
        return;
    }
    for func in edit::functions(module) {
        let Some(region) = edit::body(module, func) else { continue };
        for block in module[region].blocks.clone() {
            fold_block(module, func, block);
        }
    }
}

fn fold_block(module: &mut Module, func: OpId, block: BlockId) {
    let mut ops = std::mem::take(&mut module[block].ops);
    ops.retain(|op| {
        let found = instruction(module, *op);
        let args = found.and_then(|_| static_args(module, *op));
        match (found, args) {
            (Some(Inst::DebugDeclare), Some(args)) => declare(module, *op, args),
            (Some(Inst::DebugFunctionDefinition), Some(args)) => module[func].set_attr(DEFINITION, args),
            _ => return true,
        }
        module[*op].block = None;
        false
    });
    module[block].ops = ops;
}

/// The operands of an instruction as attributes. Constants that the function uses as well are operands.
fn static_args(module: &mut Module, op: OpId) -> Option<AttrId> {
    let args = module.attr(op, attrs::ARGS)?;
    if module[op].operands.is_empty() {
        return Some(args);
    }
    let fixed = |attr: &AttrId| {
        if let Attr::Operand(at) = module.ctx[*attr] {
            module[op].operands.get(at as usize).and_then(|value| edit::constant(module, *value))
        } else {
            None
        }
    };
    let items: Vec<AttrId> =
        facts::array_of(module, op, attrs::ARGS).iter().map(|attr| fixed(attr).unwrap_or(*attr)).collect();
    Some(module.ctx.attr(Attr::Array(items.into())))
}

/// Attaches a declaration to its variable; declarations of anything else are dropped.
fn declare(module: &mut Module, op: OpId, args: AttrId) {
    let scope = scope_at(module, op);
    let Attr::Array(items) = &module.ctx[args] else { return };
    let [local, variable, expression, ref indices @ ..] = **items else { return };
    let indices = indices.to_vec();
    let Attr::Operand(at) = module.ctx[variable] else { return };
    let Some(value) = module[op].operands.get(at as usize).copied() else { return };
    let is_variable = module.defining_op(value).is_none_or(|op| edit::core(module, op) == Some(Op::Variable));
    if is_variable {
        let mut all = declares(module, value);
        all.push(Declare { local, expression, scope, within: Vec::new(), indices });
        set_declares(module, value, &all);
    }
}

/// `DebugInlinedAt` for calls that inlining has replaced.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    set: Option<AttrId>,
    /// The operands of each `DebugInlinedAt`.
    inlined: FxHashMap<Symbol, Vec<AttrId>>,
}

impl Graph {
    pub(crate) fn of(module: &Module) -> Graph {
        let ops = module.top_ops().iter().filter(|op| instruction(module, **op) == Some(Inst::DebugInlinedAt));
        let args = |op: &OpId| Some((facts::name_of(module, *op)?, facts::array_of(module, *op, attrs::ARGS).to_vec()));
        Graph { set: set_of(module), inlined: ops.filter_map(args).collect() }
    }

    /// The debug scopes for one inlined call. `None` if the call has no scope.
    pub(crate) fn call(&mut self, module: &mut Module, call: OpId) -> Option<Inlining<'_>> {
        let (set, loc) = (self.set?, module.ctx.loc_of(module[call].loc?));
        let Attr::Array(scope) = &module.ctx[loc.scope?] else { return None };
        let scope = scope.to_vec();
        let line = match loc.range.map(|range| &module.ctx[range]) {
            Some(Attr::Array(items)) => *items.get(1)?,
            _ if is_opencl(module, set) => module.ctx.attr(Attr::Literal(loc.line)),
            _ => module.ctx.i32_attr(loc.line),
        };
        let site = [line].into_iter().chain(scope).collect();
        Some(Inlining { graph: self, set, site, own: None, chains: FxHashMap::default(), locs: FxHashMap::default() })
    }

    fn inlined_at(&mut self, module: &mut Module, set: AttrId, args: Vec<AttrId>) -> Symbol {
        let attr = module.ctx.attr(Attr::Array(args.clone().into()));
        let op = make(module, set, Inst::DebugInlinedAt, attr);
        let body = module.body();
        module.append(body, op);
        let name = edit::rename(module, op);
        self.inlined.insert(name, args);
        name
    }
}

/// One inlined call: the locations of the cloned ops.
#[derive(Debug)]
pub(crate) struct Inlining<'g> {
    graph: &'g mut Graph,
    set: AttrId,
    /// The line of the call, its scope, and where that is inlined.
    site: Vec<AttrId>,
    /// The `DebugInlinedAt` of this call.
    own: Option<Symbol>,
    /// New `DebugInlinedAt`s for those that the callee had.
    chains: FxHashMap<Symbol, Symbol>,
    locs: FxHashMap<LocId, LocId>,
}

impl Inlining<'_> {
    /// Moves the location of a cloned op into the caller.
    pub(crate) fn place(&mut self, module: &mut Module, copy: OpId) {
        if let Some(loc) = module[copy].loc {
            module[copy].loc = Some(self.loc(module, loc));
        }
        if module[copy].attr(DECLARES).is_some()
            && let Some(variable) = module[copy].results.first().copied()
        {
            let declares = self.declares(module, declares(module, variable));
            set_declares(module, variable, &declares);
        }
    }

    /// Declarations of the callee, in the scope of the caller.
    pub(crate) fn declares(&mut self, module: &mut Module, declares: Vec<Declare>) -> Vec<Declare> {
        let placed = declares.into_iter().map(|declare| {
            let scope = declare.scope.map(|scope| self.scope(module, scope));
            Declare { scope, ..declare }
        });
        placed.collect()
    }

    fn loc(&mut self, module: &mut Module, loc: LocId) -> LocId {
        if let Some(known) = self.locs.get(&loc) {
            return *known;
        }
        let mut place = module.ctx.loc_of(loc);
        place.scope = place.scope.map(|scope| self.scope(module, scope));
        let new = module.ctx.loc(place);
        self.locs.insert(loc, new);
        new
    }

    fn scope(&mut self, module: &mut Module, scope: AttrId) -> AttrId {
        let Attr::Array(items) = &module.ctx[scope] else { return scope };
        let (Some(lexical), inner) = (items.first().copied(), items.get(1).copied()) else { return scope };
        let at = match inner.map(|inner| &module.ctx[inner]) {
            Some(Attr::Symbol(inner)) => self.chain(module, *inner),
            _ => self.own(module),
        };
        let at = module.ctx.symbol_attr(at);
        module.ctx.attr(Attr::Array([lexical, at].into()))
    }

    fn own(&mut self, module: &mut Module) -> Symbol {
        match self.own {
            Some(own) => own,
            None => {
                let own = self.graph.inlined_at(module, self.set, self.site.clone());
                self.own = Some(own);
                own
            }
        }
    }

    /// Extends a `DebugInlinedAt` of the callee by this call.
    fn chain(&mut self, module: &mut Module, inner: Symbol) -> Symbol {
        let (mut chain, mut current) = (Vec::new(), Some(inner));
        while let Some(name) = current.filter(|name| !self.chains.contains_key(name)) {
            let args = self.graph.inlined.get(&name).cloned().unwrap_or_default();
            current =
                args.get(2).and_then(|attr| if let Attr::Symbol(name) = module.ctx[*attr] { Some(name) } else { None });
            chain.push((name, args));
        }
        let mut end = match current.and_then(|name| self.chains.get(&name)) {
            Some(end) => *end,
            None => self.own(module),
        };
        for (name, mut args) in chain.into_iter().rev() {
            args.truncate(2);
            args.push(module.ctx.symbol_attr(end));
            end = self.graph.inlined_at(module, self.set, args);
            self.chains.insert(name, end);
        }
        end
    }
}

/// Replaces what is gone by `DebugInfoNone` in debug instructions.
pub(crate) fn forget(module: &mut Module, is_gone: impl Fn(Symbol) -> bool) {
    let Some(set) = set_of(module) else { return };
    let mut none = first_none(module);
    for op in module.top_ops().to_vec() {
        if instruction(module, op).is_none() {
            continue;
        }
        let args = facts::array_of(module, op, attrs::ARGS).to_vec();
        let names_gone = |attr: &AttrId| matches!(module.ctx[*attr], Attr::Symbol(name) if is_gone(name));
        let gone: Vec<bool> = args.iter().map(names_gone).collect();
        if !gone.contains(&true) {
            continue;
        }
        let name = *none.get_or_insert_with(|| make_none(module, set));
        let nothing = module.ctx.symbol_attr(name);
        let kept = args.into_iter().zip(gone).map(|(arg, is_gone)| if is_gone { nothing } else { arg });
        let args = module.ctx.attr(Attr::Array(kept.collect()));
        module[op].set_attr(attrs::ARGS, args);
    }
}

/// The `DebugInfoNone` that comes before all its uses.
fn first_none(module: &mut Module) -> Option<Symbol> {
    let is_none = |op: &OpId| instruction(module, *op) == Some(Inst::DebugInfoNone);
    let at = module.top_ops().iter().position(is_none)?;
    let body = module.body();
    module[body].ops[..=at].rotate_right(1);
    let name = facts::name_of(module, module[body].ops[0])?;
    put_first(module, name);
    Some(name)
}

/// Moves a declaration before all others.
fn put_first(module: &mut Module, name: Symbol) {
    module.places.declared.insert(dialect::ir::Declared::Symbol(name), 0);
}

fn make_none(module: &mut Module, set: AttrId) -> Symbol {
    let args = module.ctx.attr(Attr::Array(Box::default()));
    let op = make(module, set, Inst::DebugInfoNone, args);
    let body = module.body();
    module[op].block = Some(body);
    module[body].ops.insert(0, op);
    let name = edit::rename(module, op);
    put_first(module, name);
    name
}

/// Writes declarations and definitions back into the blocks of all functions.
pub(crate) fn unfold(module: &mut Module) {
    let Some(set) = set_of(module) else { return };
    let mut named = FxHashSet::default();
    for func in edit::functions(module) {
        let Some(region) = edit::body(module, func) else { continue };
        let entry = module[region].blocks[0];
        let head = head(module, set, func, entry);
        let is_late = |op: &OpId| !edit::is_reference(module, *op) && edit::core(module, *op) != Some(Op::Variable);
        let at = module[entry].ops.iter().position(is_late).unwrap_or(module[entry].ops.len());
        edit::adopt(module, entry, &head);
        module[entry].ops.splice(at..at, head);
        for op in walk::ops_in(module, func) {
            module[op].attrs.retain(|(name, _)| *name != DECLARES);
            named.extend(inlined_at(module, op));
        }
    }
    drop_unnamed(module, named);
}

/// The definition of a function and the declarations of its remaining variables.
fn head(module: &mut Module, set: AttrId, func: OpId, entry: BlockId) -> Vec<OpId> {
    let mut made = Vec::new();
    if let Some(args) = module.attr(func, DEFINITION) {
        module[func].attrs.retain(|(name, _)| *name != DEFINITION);
        made.push(make(module, set, Inst::DebugFunctionDefinition, args));
    }
    let mut values = module[entry].args.clone();
    values.extend(module[entry].ops.iter().flat_map(|op| &module[*op].results));
    for value in values {
        for declare in declares(module, value).iter().filter(|declare| declare.is_whole()) {
            made.extend(declaration(module, set, declare, value));
        }
    }
    made
}

fn declaration(module: &mut Module, set: AttrId, declare: &Declare, value: ValueId) -> Option<OpId> {
    // `OpenCL.DebugInfo.100` has no declarations of parts.
    if is_opencl(module, set) && !declare.indices.is_empty() {
        return None;
    }
    let variable = module.ctx.attr(Attr::Operand(0));
    let args = [declare.local, variable, declare.expression].into_iter().chain(declare.indices.iter().copied());
    let args = module.ctx.attr(Attr::Array(args.collect()));
    let op = make(module, set, Inst::DebugDeclare, args);
    module[op].operands.push(value);
    let place = Loc { scope: declare.scope, ..module.ctx.nowhere() };
    module[op].loc = Some(module.ctx.loc(place));
    Some(op)
}

/// The `DebugInlinedAt` of an op's scope, if the scope will be written.
fn inlined_at(module: &Module, op: OpId) -> Option<Symbol> {
    let is_merge = ops::code(module, op) == Some(Code::Mlir(Mlir::Merge));
    if is_merge || edit::is_construct(module, op) || edit::core(module, op) == Some(Op::Variable) {
        return None;
    }
    let scope = scope_at(module, op)?;
    let Attr::Array(items) = &module.ctx[scope] else { return None };
    symbol(module, *items.get(1)?)
}

/// Drops each `DebugInlinedAt` of which no clone is left.
fn drop_unnamed(module: &mut Module, mut named: FxHashSet<Symbol>) {
    let mut gone = FxHashSet::default();
    // A `DebugInlinedAt` names the outer one, which comes before it.
    for op in module.top_ops().iter().rev() {
        if instruction(module, *op) != Some(Inst::DebugInlinedAt) {
            continue;
        }
        if facts::name_of(module, *op).is_some_and(|name| named.contains(&name)) {
            named.extend(facts::array_of(module, *op, attrs::ARGS).get(2).and_then(|attr| symbol(module, *attr)));
        } else {
            gone.insert(*op);
        }
    }
    let body = module.body();
    module[body].ops.retain(|op| !gone.contains(op));
}

fn symbol(module: &Module, attr: AttrId) -> Option<Symbol> {
    if let Attr::Symbol(name) = module.ctx[attr] { Some(name) } else { None }
}

//! The rules of SPIR-V and of its environments: one group per file, and `tables` for those that are rows.

pub(crate) mod arithmetic;
pub(crate) mod attachments;
pub(crate) mod availability;
pub(crate) mod blocks;
pub(crate) mod branches;
pub(crate) mod builtins;
pub(crate) mod calls;
pub(crate) mod classes;
pub(crate) mod composites;
pub(crate) mod constants;
pub(crate) mod constructs;
pub(crate) mod convert;
pub(crate) mod cooperative;
pub(crate) mod coverage;
pub(crate) mod debug;
pub(crate) mod declare;
pub(crate) mod decorations;
pub(crate) mod flow;
pub(crate) mod gl;
pub(crate) mod groups;
pub(crate) mod heaps;
pub(crate) mod ids;
pub(crate) mod image;
pub(crate) mod image_types;
pub(crate) mod interface;
pub(crate) mod layout;
pub(crate) mod level_zero;
pub(crate) mod memory;
pub(crate) mod mesh;
pub(crate) mod modes;
pub(crate) mod pointers;
pub(crate) mod rays;
pub(crate) mod scopes;
pub(crate) mod shapes;
pub(crate) mod signatures;
pub(crate) mod tables;
#[cfg(test)]
mod tests;
pub(crate) mod variables;

use self::coverage::Coverage;
use crate::index::fault::{Check, blame};
use crate::index::module::Module;
use crate::index::program::Program;
use crate::index::site::{Rule, Site};
use crate::index::uses::Uses;
use crate::violation::Violation;
use dialect::spirv::decode::Inst;
use spirv::Op;

/// Applies all rules, in the order in which they are reported.
///
/// # Errors
/// The first rule that is broken.
pub(crate) fn check(module: &Module<'_>) -> Result<(), Violation> {
    let mut ids = ids::Ids::default();
    let mut layout = layout::Layout::default();
    let mut availability = availability::Availability::default();
    each(module, |_, inst| {
        ids.check(module, inst)?;
        layout.check(module, inst)?;
        availability.check(module, inst)
    })?;
    at_end(module, layout.finish())?;
    let program = Program::new(module);
    let mut state = State::default();
    let mut function = None;
    each(module, |at, inst| {
        if inst.op == Op::Function {
            function = program.functions.binary_search_by_key(&at, |one| one.first).ok();
        }
        let around = function.map(|number| &program.functions[number]);
        let site = Site { module, program: &program, at, inst, function: around, operation: inst.op, skip: 0 };
        if inst.op == Op::FunctionEnd {
            function = None;
        }
        instruction(&site, &mut state)
    })?;
    for function in &program.functions {
        at_end(module, flow::check(module, &program, function))?;
    }
    at_end(module, flow::maximal_reconvergence(module, &program))?;
    at_end(module, pointers::check(module, &program))?;
    at_end(module, modes::check(module, &program))?;
    at_end(module, decorations::check(module, &decorations::Stores::new(module)))?;
    at_end(module, blocks::check(module))?;
    at_end(module, interface::check(module, &program))?;
    at_end(module, level_zero::finish(module, &program))?;
    at_end(module, mesh::check(module, &program))?;
    at_end(module, builtins::check(module, &program))
}

/// State of the rules from one instruction to the next.
#[derive(Default)]
struct State {
    declared: declare::Declared,
    adjacent: branches::Adjacent,
    texts: debug::Texts,
    rules: ByOpcode,
}

/// The rules of each opcode that has been seen.
#[derive(Default)]
struct ByOpcode {
    /// For each opcode the index of its rules, plus 1.
    indices: Vec<u16>,
    rules: Vec<Vec<Rule>>,
}

impl ByOpcode {
    /// The rules of an opcode.
    fn of(&mut self, module: &Module<'_>, op: Op) -> &[Rule] {
        let opcode = op as usize;
        if opcode >= self.indices.len() {
            self.indices.resize(opcode + 1, 0);
        }
        if self.indices[opcode] == 0 {
            let own = GROUPS.iter().filter_map(|group| group(op));
            self.rules.push(own.chain(attachments::for_all(module)).collect());
            self.indices[opcode] = self.rules.len() as u16;
        }
        &self.rules[usize::from(self.indices[opcode]) - 1]
    }
}

/// Groups of rules: each returns its rule for an opcode, if it has one.
const GROUPS: &[fn(Op) -> Option<Rule>] = &[
    constants::rule,
    shapes::rule,
    arithmetic::rule,
    convert::rule,
    composites::rule,
    memory::rule,
    heaps::rule,
    cooperative::rule,
    calls::rule,
    image::rule,
    attachments::rule,
    branches::rule,
    scopes::rule,
    gl::rule,
    rays::rule,
    groups::rule,
    debug::rule,
    signatures::rule,
];

/// The rules of one instruction: its position, its ids, and those of its opcode.
fn instruction(site: &Site<'_, '_>, state: &mut State) -> Check {
    let uses = Uses::of(site, site.inst);
    state.adjacent.check(site)?;
    // Types come before functions, as the layout requires.
    if site.at < site.globals {
        state.declared.check(site)?;
    }
    state.texts.check(site)?;
    declare::function_type_uses(site, uses)?;
    classes::class_stages(site, uses)?;
    classes::small_uses(site)?;
    calls::function_uses(site, uses)?;
    image::sampled_image_uses(site, uses)?;
    level_zero::check(site)?;
    state.rules.of(site, site.operation).iter().try_for_each(|rule| rule(site))
}

/// Applies rules to each instruction.
fn each<'m>(module: &Module<'m>, mut rule: impl FnMut(usize, &'m Inst) -> Check) -> Result<(), Violation> {
    for (at, inst) in module.insts.iter().enumerate() {
        let found = rule(at, inst);
        if found.is_err() {
            return at_end(module, blame(found, at));
        }
    }
    Ok(())
}

/// Turns a fault into a violation.
fn at_end(module: &Module<'_>, check: Check) -> Result<(), Violation> {
    check.map_err(|fault| Violation {
        message: fault.message.into_owned(),
        vuid: fault.vuid.map(Into::into),
        instruction: fault.at,
        offset: fault.at.and_then(|at| module.insts.get(at)).map(|inst| inst.offset),
        is_unknown: false,
    })
}

/// What checks the types of an instruction; `None` when no table says it.
pub(crate) fn coverage(op: Op) -> Option<Coverage> {
    match GROUPS.iter().any(|group| group(op).is_some()) {
        true => Some(Coverage::Rule),
        false => coverage::without_rule(op),
    }
}

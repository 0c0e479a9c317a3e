//! The validator: whether words are a module of SPIR-V, by the rules of SPIR-V and of the environment that takes it.
//!
//! What is checked are decoded instructions, in the order in which they stand, not an IR that has already thrown away
//! order, duplicates and numbers. [`module::Module`] and [`program::Program`] are the index; each other file is a group of
//! rules over it. Time and memory are linear in the words, and nothing recurses on the depth of the input. HLSL, regions
//! and passes are not known here.

mod access;
mod arithmetic;
mod attachments;
mod available;
mod blocks;
mod branches;
mod builtins;
mod calls;
mod classes;
mod composites;
mod constants;
mod constructs;
mod convert;
mod cooperative;
mod debug;
mod declare;
mod decorations;
pub mod environment;
mod facts;
mod fault;
mod flow;
mod gl;
mod graph;
mod groups;
mod heaps;
mod ids;
mod image;
mod image_types;
mod imports;
mod interface;
mod layout;
mod level_zero;
mod memory;
mod mesh;
mod modes;
mod module;
mod pointers;
mod program;
mod rays;
mod scopes;
mod sets;
mod shapes;
mod site;
mod tables;
mod ty;
mod types;
mod uses;
mod variables;
mod view;

pub use environment::Environment;
pub use level_zero::LevelZeroRule;

use dialect::diagnostics::{Code, Place};
use dialect::spirv::decode::{self, Inst};
use facts::Facts;
use fault::Check;
use module::Module;
use program::Program;
use rustc_hash::FxHashMap;
use site::{Rule, Site};
use spirv::Op;
use uses::Uses;

/// The layouts that blocks may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum BlockLayout {
    /// std140 for uniform blocks, std430 for others.
    #[default]
    Standard,
    /// The same, but vectors may start where their components may (VK_KHR_relaxed_block_layout).
    Relaxed,
    /// std430 for all blocks (VK_KHR_uniform_buffer_standard_layout).
    UniformStandard,
    /// Everything may start where its scalars may (VK_EXT_scalar_block_layout).
    Scalar,
    /// Nothing is looked at.
    Any,
}

/// How strictly a module is looked at.
#[derive(Clone, Debug)]
pub struct Options {
    /// Who takes it.
    pub environment: Environment,
    /// The layouts that its blocks may have.
    pub layout: BlockLayout,
    /// The same for shared memory with an explicit layout.
    pub scalar_workgroup_layout: bool,
    /// Whether the module still waits for passes that make it legal.
    pub before_legalisation: bool,
    /// Whether pointers may be stored and loaded in logical addressing.
    pub relaxed_logical_pointers: bool,
    /// Whether a struct may be stored as another one with the same layout.
    pub relaxed_struct_stores: bool,
    /// Whether `LocalSizeId` is there before Vulkan 1.3.
    pub allow_local_size_id: bool,
    /// Whether images may be sampled with offsets that are no constants.
    pub allow_offset_operand: bool,
    /// Whether accesses through addresses may be aligned to less than their scalars, as a source may have asked.
    pub allow_any_alignment: bool,
    /// Whether places for debuggers may lie outside of the text that is there, as `#line` may have put them.
    pub allow_any_place: bool,
    /// Whether operations on bits take integers of all widths (VK_KHR_maintenance9).
    pub allow_wide_bit_operations: bool,
    /// All ids are below this.
    pub max_bound: u32,
}

impl Options {
    /// The rules of an environment to the letter.
    pub fn new(environment: Environment) -> Options {
        Options {
            environment,
            layout: BlockLayout::Standard,
            scalar_workgroup_layout: false,
            before_legalisation: false,
            relaxed_logical_pointers: false,
            relaxed_struct_stores: false,
            allow_local_size_id: false,
            allow_offset_operand: false,
            allow_any_alignment: false,
            allow_any_place: false,
            allow_wide_bit_operations: false,
            max_bound: decode::MAX_BOUND,
        }
    }

    /// Whether pointers may be stored and loaded in logical addressing, as they are before passes take them away.
    fn has_free_pointers(&self) -> bool {
        self.relaxed_logical_pointers || self.before_legalisation
    }
}

/// What is wrong with a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub message: String,
    /// The name of the rule in the Vulkan specification, if it has one.
    pub vuid: Option<String>,
    /// The number of the instruction, from 0, when one is to blame.
    pub instruction: Option<usize>,
    /// The offset of the instruction's first word.
    pub offset: Option<u32>,
    /// Whether the module may be right: it uses what this validator does not know.
    pub is_unknown: bool,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(vuid) = &self.vuid {
            write!(f, "[{vuid}] ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Violation {}

/// Checks a module.
///
/// # Errors
/// The first rule that is broken.
pub fn validate(words: &[u32], options: &Options) -> Result<(), Violation> {
    let (header, insts) = decode::decode(words).map_err(undecodable)?;
    let minor = header.version.1;
    if header.version > options.environment.spirv {
        return Err(general(format!("the environment takes no modules of SPIR-V 1.{minor}")));
    }
    if header.bound > options.max_bound {
        return Err(general(format!("the bound {} is above {}", header.bound, options.max_bound)));
    }
    let mut module = Module::new(header, &insts, options);
    module.types = types::gather(&module);
    module.facts = types::gather_facts(&module);
    module.has_small_types = module.facts.iter().any(|facts| facts.meets(Facts::SMALL));
    if module.has_too_many_decorations {
        let message = "groups decorate more than this validator looks at".to_owned();
        return Err(Violation { is_unknown: true, ..general(message) });
    }
    rules(&module)
}

fn general(message: String) -> Violation {
    Violation { message, vuid: None, instruction: None, offset: None, is_unknown: false }
}

fn undecodable(error: dialect::diagnostics::Error) -> Violation {
    let offset = match error.place {
        Place::Word(offset) => Some(offset),
        Place::Text { .. } | Place::Module => None,
    };
    // A newer grammar may know it.
    let is_unknown = matches!(error.code, Code::UnknownInstruction | Code::UnknownValue);
    Violation { offset, is_unknown, ..general(error.message) }
}

fn rules(module: &Module<'_>) -> Result<(), Violation> {
    let mut ids = ids::Ids::default();
    let mut layout = layout::Layout::default();
    let mut available = available::Available::default();
    each(module, |_, inst| {
        ids.check(module, inst)?;
        layout.check(module, inst)?;
        available.check(module, inst)
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

/// What rules remember from one instruction to the next.
#[derive(Default)]
struct State {
    declared: declare::Declared,
    adjacent: branches::Adjacent,
    texts: debug::Texts,
    /// The rules of each opcode that has been met.
    rules: FxHashMap<Op, Vec<Rule>>,
}

/// Groups of rules: each knows which opcodes it has one for.
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
];

/// The rules of one instruction: those about what stands around it and what it names, and those of its opcode.
fn instruction(site: &Site<'_, '_>, state: &mut State) -> Check {
    let uses = Uses::of(site, site.inst);
    state.adjacent.check(site)?;
    state.declared.check(site)?;
    state.texts.check(site)?;
    declare::function_type_uses(site, uses)?;
    classes::class_stages(site, uses)?;
    classes::small_uses(site)?;
    calls::function_uses(site, uses)?;
    image::sampled_image_uses(site, uses)?;
    level_zero::check(site)?;
    let of_opcode = || GROUPS.iter().filter_map(|group| group(site.operation)).collect();
    let rules = state.rules.entry(site.operation).or_insert_with(of_opcode);
    rules.iter().try_for_each(|rule| rule(site))
}

/// Applies rules to each instruction.
fn each<'m>(module: &Module<'m>, mut rule: impl FnMut(usize, &'m Inst) -> Check) -> Result<(), Violation> {
    for (at, inst) in module.insts.iter().enumerate() {
        let found = rule(at, inst);
        if found.is_err() {
            return at_end(module, fault::blame(found, at));
        }
    }
    Ok(())
}

/// The violation that a fault is.
fn at_end(module: &Module<'_>, check: Check) -> Result<(), Violation> {
    check.map_err(|fault| Violation {
        message: fault.message.into_owned(),
        vuid: fault.vuid.map(Into::into),
        instruction: fault.at,
        offset: fault.at.and_then(|at| module.insts.get(at)).map(|inst| inst.offset),
        is_unknown: false,
    })
}

//! The module of a node's kernel: the declarations that its functions need, the functions, and the main function.

use super::Kernel;
use super::functions::Rewriting;
use super::graph::{self, NodeLaunch};
use super::reach::{self, array_of};
use super::state::{Inputs, State};
use crate::code::Code;
use crate::error::Result;
use crate::words;
use dialect::spirv::access::{Access, id_of};
use dialect::spirv::decode::Inst;
use dialect::spirv::index::Index;
use isa::Class;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass};
use std::collections::BTreeSet;

/// The words of the header.
const HEADER: usize = 5;
/// The version of SPIR-V whose entry points list all variables.
const LEAST_VERSION: u32 = 0x0001_0400;

/// Converts a node.
///
/// # Errors
/// When it has something that is not run.
pub(super) fn convert(words: &[u32], index: &Index<'_>, entry: &str, is_exact: bool) -> Result<Option<Kernel>> {
    let nodes = graph::read(index)?;
    let Some(node) = nodes.iter().find(|node| node.entry == entry) else { return Ok(None) };
    let reached = reach::reached(index, node.function);
    let globals = reach::globals(index, &reached);
    let is_packed = node.launch == NodeLaunch::Thread;
    let mut code = Code::new(index, words, 1);
    keep_local(&mut code, &globals);
    let state = State::new(&mut code, node, is_packed);
    let inputs = Inputs::new(&code, &globals);
    let locals = reached.iter().flat_map(|function| &index.insts[function.clone()]).filter_map(|inst| inst.result);
    let locals: FxHashSet<u32> = locals.collect();
    let mut gone = Gone { ids: gone(index, &globals, &locals), types: FxHashSet::default() };
    let mut moved = FxHashMap::default();
    let uint = code.uint();
    for (variable, ty) in
        inputs.records.iter().map(|id| (*id, uint)).chain(inputs.builtins.iter().map(|own| (own.0, own.1)))
    {
        let pointer = code.pointer(StorageClass::Private, ty);
        words::push(&mut code.types.added, Op::Variable, &[pointer, variable, StorageClass::Private as u32]);
        code.variables.push(variable);
        gone.ids.insert(variable);
        moved.insert(variable, StorageClass::Private);
    }
    let types = types(&mut code);
    gone.types.extend(types.keys());
    let slots = inputs.records.iter().copied().collect();
    let mut rewriting = Rewriting { node, state: &state, sites: Vec::new(), types, moved, slots };
    for function in reached.clone() {
        rewriting.write(&mut code, function)?;
    }
    let sites = rewriting.sites;
    let main = state.write_main(&mut code, node, &inputs);
    let point = Point { main, entry, threads: state.threads(node), names: &state.names, is_exact };
    let (words, origins) = output(code, &gone, &point);
    let State { log_words, slots, .. } = state;
    Ok(Some(Kernel { words, is_packed, log_words, slots, sites, origins }))
}

/// Lets the kernel read the numbers of an invocation in its workgroup where the node does.
fn keep_local(code: &mut Code<'_>, globals: &BTreeSet<u32>) {
    let uint = code.uint();
    let own = [(BuiltIn::LocalInvocationIndex, uint), (BuiltIn::LocalInvocationId, code.vector(uint, 3))];
    for id in globals {
        let Some(def) = code.index.def(*id) else { continue };
        let builtin = code.index.decoration(*id, Decoration::BuiltIn).map(|own| own.number(0));
        let found = own.iter().find(|(known, _)| builtin == Some(*known as u32));
        if let Some((builtin, _)) = found.filter(|(_, ty)| code.pointee(def).is_ok_and(|own| own == *ty)) {
            code.keep_machine(*builtin, *id);
        }
    }
}

/// What the kernel does not have.
struct Gone {
    /// Variables, functions and what is in them, arrays of records and texts; their names and decorations go with them.
    ids: FxHashSet<u32>,
    /// Types that are others in the kernel.
    types: FxHashSet<u32>,
}

/// The variables and functions that a node does not name, and what only modules of nodes have.
fn gone(index: &Index<'_>, used: &BTreeSet<u32>, locals: &FxHashSet<u32>) -> FxHashSet<u32> {
    let is_gone = |inst: &Inst| match inst.op {
        Op::Variable | Op::UntypedVariableKHR => !used.contains(&inst.result_id()),
        op => matches!(op, Op::ConstantStringAMDX | Op::SpecConstantStringAMDX | Op::TypeNodePayloadArrayAMDX),
    };
    let globals = index.insts[..index.globals].iter().filter(|inst| is_gone(inst));
    let others = index.insts[index.globals..].iter().filter(|inst| !locals.contains(&inst.result_id()));
    globals.chain(others).filter_map(|inst| inst.result).collect()
}

/// Arrays of records and the pointers to them, with what they are in the kernel: numbers, and pointers to numbers.
fn types(code: &mut Code<'_>) -> FxHashMap<u32, u32> {
    let uint = code.uint();
    let mut types = FxHashMap::default();
    for inst in &code.index.insts[..code.index.globals] {
        let id = inst.result_id();
        if inst.op == Op::TypeNodePayloadArrayAMDX {
            types.insert(id, uint);
        } else if inst.op == Op::TypePointer && array_of(code.index, id).is_some() {
            let is_value = inst.value(0) == StorageClass::NodePayloadAMDX as u32;
            let ty = if is_value { uint } else { code.pointer(StorageClass::Function, uint) };
            types.insert(id, ty);
        }
    }
    types
}

/// The entry point.
struct Point<'p> {
    main: u32,
    entry: &'p str,
    threads: [u32; 3],
    names: &'p [(u32, String)],
    is_exact: bool,
}

/// Puts the module together. The second result are the offsets of instructions in it and in the module of the node.
fn output(code: Code<'_>, gone: &Gone, point: &Point<'_>) -> (Vec<u32>, Vec<(u32, u32)>) {
    let mut all = code.words[..HEADER].to_vec();
    all[1] = all[1].max(LEAST_VERSION);
    all[3] = code.ids.bound();
    let globals = &code.index.insts[..code.index.globals];
    let (mut has_entry, mut has_names, mut has_decorations) = (false, false, false);
    for inst in globals {
        let class = isa::class(inst.op);
        if !has_names && (class == Class::Annotation || inst.op == Op::ModuleProcessed || is_declaration(class)) {
            has_names = true;
            for (id, name) in point.names {
                words::push(&mut all, Op::Name, &[&[*id][..], &words::text(name)].concat());
            }
        }
        if !has_decorations && is_declaration(class) {
            has_decorations = true;
            all.extend(&code.decorations);
        }
        if inst.op == Op::EntryPoint {
            if !std::mem::replace(&mut has_entry, true) {
                self::point(&code, gone, point, &mut all);
            }
            continue;
        }
        if inst.op == Op::Capability && inst.value(0) == Capability::ShaderEnqueueAMDX as u32 {
            words::push(&mut all, Op::Capability, &[Capability::Shader as u32]);
        } else if is_kept(gone, inst) {
            let start = all.len();
            all.extend(code.raw(inst));
            if inst.op == Op::TypePointer && all[start + 2] == StorageClass::NodePayloadAMDX as u32 {
                all[start + 2] = StorageClass::StorageBuffer as u32;
            }
        }
    }
    if !has_decorations {
        all.extend(&code.decorations);
    }
    all.extend(&code.types.added);
    let start = all.len() as u32;
    let origins = code.origins.iter().map(|(at, origin)| (start + at, *origin)).collect();
    all.extend(&code.out);
    (all, origins)
}

/// Writes the entry point, and its modes.
fn point(code: &Code<'_>, gone: &Gone, point: &Point<'_>, all: &mut Vec<u32>) {
    let globals = code.index.insts[..code.index.globals].iter();
    let is_listed = |inst: &&Inst| {
        matches!(inst.op, Op::Variable | Op::UntypedVariableKHR) && !gone.ids.contains(&inst.result_id())
    };
    let mut operands = vec![ExecutionModel::GLCompute as u32, point.main];
    operands.extend(words::text(point.entry));
    operands.extend(globals.filter(is_listed).map(Access::result_id));
    operands.extend(&code.variables);
    words::push(all, Op::EntryPoint, &operands);
    let size = [&[point.main, ExecutionMode::LocalSize as u32], &point.threads[..]].concat();
    words::push(all, Op::ExecutionMode, &size);
    if point.is_exact {
        words::push(all, Op::ExecutionMode, &[point.main, ExecutionMode::ContractionOff as u32]);
    }
}

/// Returns whether an instruction follows all decorations.
fn is_declaration(class: Class) -> bool {
    matches!(class, Class::Type(_) | Class::Constant(_) | Class::Variable | Class::Undef)
}

/// Decorations that only records have.
const OF_RECORDS: [Decoration; 2] = [Decoration::PayloadDispatchIndirectAMDX, Decoration::TrackFinishWritingAMDX];

/// Returns whether a declaration of the module is one of the kernel.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn is_kept(gone: &Gone, inst: &Inst) -> bool {
    let is_gone = |id: u32| gone.ids.contains(&id) || gone.types.contains(&id);
    let is_of_records = |at: usize| OF_RECORDS.iter().any(|own| *own as u32 == inst.value(at));
    match inst.op {
        Op::Extension => inst.text(0) != "SPV_AMDX_shader_enqueue",
        Op::ExecutionMode | Op::ExecutionModeId => false,
        Op::Decorate if is_of_records(1) => false,
        Op::Name | Op::MemberName | Op::Decorate | Op::DecorateId | Op::DecorateString => !is_gone(inst.id(0)),
        Op::MemberDecorate => !is_of_records(2),
        // Debug information of what is gone.
        Op::ExtInst => !inst.operands.iter().skip(2).any(|operand| is_gone(id_of(Some(operand)))),
        _ => inst.result.is_none_or(|id| !is_gone(id)),
    }
}

//! Several libraries as one: their shaders beside each other, each type once.

use crate::code::id_places;
use crate::words;
use dialect::diagnostics::Result;
use dialect::spirv::access::Access;
use dialect::spirv::decode::{self, Inst};
use isa::Class;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;

/// The words of the header.
const HEADER: usize = 5;

/// The sections of a module, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Capabilities,
    Extensions,
    Imports,
    MemoryModel,
    EntryPoints,
    Modes,
    Debug,
    Names,
    Decorations,
    Globals,
    Functions,
}

const SECTIONS: usize = Section::Functions as usize + 1;

/// The module as far as it is linked.
#[derive(Default)]
struct Linked {
    sections: [Vec<u32>; SECTIONS],
    /// What is declared once: its words without the id, and that.
    known: FxHashMap<Vec<u32>, u32>,
    seen: FxHashSet<Vec<u32>>,
    bound: u32,
}

/// Links libraries, each with a name: the entry points of all of them, with the resources of each as they are. An entry point
/// whose stage and name another one has already is called `name@library`.
///
/// # Errors
/// When the words of one are not a module.
pub fn link(modules: &[(String, Vec<u32>)]) -> Result<Vec<u32>> {
    let mut linked = Linked { bound: 1, ..Linked::default() };
    let mut head = Vec::new();
    for (name, words) in modules {
        let (header, insts) = decode::decode(words)?;
        if head.is_empty() {
            head = words[..HEADER].to_vec();
        }
        head[1] = head[1].max(words[1]);
        linked.add(name, words, &insts, header.bound);
    }
    if head.is_empty() {
        return Ok(head);
    }
    head[3] = linked.bound;
    head.extend(linked.sections.into_iter().flatten());
    Ok(head)
}

impl Linked {
    fn add(&mut self, library: &str, words: &[u32], insts: &[Inst], bound: u32) {
        // Ids keep their distances; those of what is known already are that one's.
        let base = self.bound - 1;
        self.bound = self.bound.saturating_add(bound.saturating_sub(1));
        let mut names = FxHashMap::default();
        let mut in_functions = false;
        // Names of what is known come before it: what is dropped is known only afterwards.
        let mut later = Vec::new();
        for inst in insts {
            in_functions |= inst.op == Op::Function;
            let section = if in_functions { Section::Functions } else { section_of(inst) };
            let raw = &words[inst.offset as usize..];
            let raw = &raw[..(raw[0] >> 16) as usize];
            match section {
                Section::Names | Section::Decorations | Section::EntryPoints | Section::Modes | Section::Debug => {
                    later.push((section, inst, raw));
                }
                Section::Capabilities | Section::Extensions | Section::MemoryModel => self.once(section, raw),
                Section::Imports | Section::Globals | Section::Functions => {
                    self.declare(section, inst, raw, base, &mut names);
                }
            }
        }
        for (section, inst, raw) in later {
            let of_dropped = matches!(inst.op, Op::Name | Op::Decorate) && names.contains_key(&inst.id(0));
            if !of_dropped {
                let mut own = renamed(inst, raw, base, &names);
                if inst.op == Op::EntryPoint {
                    own = self.entry(library, inst, own);
                }
                self.sections[section as usize].extend(own);
            }
        }
    }

    /// An entry point whose name no other one of its stage has.
    fn entry(&mut self, library: &str, inst: &Inst, own: Vec<u32>) -> Vec<u32> {
        let name = inst.text(2);
        let key = |name: &str| [&[inst.value(0)], &words::text(name)[..]].concat();
        if self.seen.insert(key(name)) {
            return own;
        }
        let name_words = name.len() / 4 + 1;
        let new = format!("{name}@{library}");
        self.seen.insert(key(&new));
        let mut operands = own[1..3].to_vec();
        operands.extend(words::text(&new));
        operands.extend(&own[3 + name_words..]);
        let mut renamed = Vec::new();
        words::push(&mut renamed, Op::EntryPoint, &operands);
        renamed
    }

    /// Adds an instruction that a module has once. The first memory model is that of all.
    fn once(&mut self, section: Section, raw: &[u32]) {
        let is_new = match section {
            Section::MemoryModel => self.sections[section as usize].is_empty(),
            _ => self.seen.insert(raw.to_vec()),
        };
        if is_new {
            self.sections[section as usize].extend(raw);
        }
    }

    fn declare(&mut self, section: Section, inst: &Inst, raw: &[u32], base: u32, names: &mut FxHashMap<u32, u32>) {
        let own = renamed(inst, raw, base, names);
        if let Some(result) = inst.result.filter(|_| is_single(inst)) {
            let place = if inst.ty.is_some() { 2 } else { 1 };
            let mut key = own.clone();
            let id = std::mem::take(&mut key[place]);
            if let Some(known) = self.known.get(&key) {
                names.insert(result, *known);
                return;
            }
            self.known.insert(key, id);
        }
        self.sections[section as usize].extend(own);
    }
}

/// The words of an instruction with other ids.
fn renamed(inst: &Inst, raw: &[u32], base: u32, names: &FxHashMap<u32, u32>) -> Vec<u32> {
    let mut own = raw.to_vec();
    let mut places = id_places(inst, own.len());
    places.extend(1..1 + usize::from(inst.ty.is_some()) + usize::from(inst.result.is_some()));
    for place in places {
        own[place] = names.get(&own[place]).copied().unwrap_or(own[place].saturating_add(base));
    }
    own
}

/// Returns whether a module declares something like an instruction once.
fn is_single(inst: &Inst) -> bool {
    let op = inst.op;
    let is_aggregate = matches!(op, Op::TypeStruct | Op::TypeArray | Op::TypeRuntimeArray);
    let is_type = matches!(isa::class(op), Class::Type(_));
    (is_type && !is_aggregate) || op == Op::ExtInstImport || op == Op::Constant
}

/// The section of an instruction that is in no function.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn section_of(inst: &Inst) -> Section {
    match inst.op {
        Op::Capability => Section::Capabilities,
        Op::Extension => Section::Extensions,
        Op::ExtInstImport => Section::Imports,
        Op::MemoryModel => Section::MemoryModel,
        Op::EntryPoint => Section::EntryPoints,
        Op::ExecutionMode | Op::ExecutionModeId => Section::Modes,
        Op::String | Op::Source | Op::SourceExtension | Op::SourceContinued => Section::Debug,
        Op::Name | Op::MemberName | Op::ModuleProcessed => Section::Names,
        op if isa::class(op) == Class::Annotation => Section::Decorations,
        _ => Section::Globals,
    }
}

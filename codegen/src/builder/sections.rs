//! The sections of a module in the order of the specification, and the module itself at the end.
//!
//! Types, constants and names are written last, when everything that uses them is known: a type stands right before
//! its first user, constants precede global variables, and names follow the order in which the named things are
//! met. Readers of disassembled modules see that order, and the numbers in their friendly names come from it.

use super::availability::Availability;
use super::consumer::WordConsumer;
use super::context::{Definition, SpirvContext};
use super::function::{FunctionBuilder, Place};
use super::grammar::{self, Shape};
use super::inst::{InstBuilder, instructions};
use super::memory_model::{self, Memory, Rewritten};
use base::ids::Map;
use base::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{AddressingModel, Decoration, ExecutionMode, ExecutionModel, MemoryModel, Op, StorageClass, Word};

/// The operands of an execution mode that the source names by its number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ModeOperands {
    /// `OpExecutionMode`
    Literals(Vec<Word>),
    /// `OpExecutionModeId`
    Ids(Vec<Word>),
}

/// The generator's registered number, in the upper half of its word.
const GENERATOR: Word = 14 << 16;

/// Collects a module.
#[derive(Debug)]
pub(crate) struct Sections {
    imports: Map<String, Word>,
    addressing: AddressingModel,
    memory: MemoryModel,
    entry_points: Vec<Word>,
    execution_modes: Vec<Word>,
    /// Where the source has the functions of execution modes.
    mode_places: FxHashMap<Word, Span>,
    /// Where those start that the source names by their numbers, whether the target has them or not.
    named_modes: FxHashSet<usize>,
    strings: Vec<Word>,
    string_ids: Map<String, Word>,
    sources: Vec<Word>,
    processed: Vec<Word>,
    decorations: Vec<Word>,
    late_decorations: Vec<Word>,
    /// `OpTypeForwardPointer`s and similar ones are found when types are written; variables are here.
    variables: Vec<Word>,
    /// The pointer types of the variables.
    pub(crate) variable_types: FxHashMap<Word, Word>,
    /// Results that the source says are not uniform.
    pub(crate) named_non_uniform: FxHashSet<Word>,
    /// Ids that the source decorates itself, each with the decoration.
    named_decorations: FxHashSet<(Word, Word)>,
    /// True if the source decorates anything itself, and may repeat what follows from the rest of it.
    pub(crate) spells_decorations: bool,
    /// The instructions that describe the program to a debugger.
    debug_info: Vec<Word>,
    functions: Vec<Word>,
    spans: Vec<(Word, Span)>,
    pub(crate) too_long: bool,
}

impl Default for Sections {
    fn default() -> Self {
        Sections {
            imports: Map::default(),
            addressing: AddressingModel::Logical,
            memory: MemoryModel::GLSL450,
            entry_points: Vec::new(),
            execution_modes: Vec::new(),
            mode_places: FxHashMap::default(),
            named_modes: FxHashSet::default(),
            named_decorations: FxHashSet::default(),
            spells_decorations: false,
            strings: Vec::new(),
            string_ids: Map::default(),
            sources: Vec::new(),
            processed: Vec::new(),
            decorations: Vec::new(),
            late_decorations: Vec::new(),
            variables: Vec::new(),
            variable_types: FxHashMap::default(),
            named_non_uniform: FxHashSet::default(),
            debug_info: Vec::new(),
            functions: Vec::new(),
            spans: Vec::new(),
            too_long: false,
        }
    }
}

/// Facts about a module that was written.
pub(crate) struct Written {
    /// Where the instructions with these results come from.
    pub(crate) spans: Vec<(Word, Span)>,
    /// True if an instruction was too long, and is missing.
    pub(crate) too_long: bool,
}

/// The sections before the types.
impl Sections {
    /// An extended instruction set.
    pub(crate) fn import(&mut self, ctx: &mut SpirvContext, set: &str) -> Word {
        if let Some(&id) = self.imports.get(set) {
            return id;
        }
        let id = ctx.fresh_id();
        self.imports.insert(set.to_owned(), id);
        id
    }

    /// `OpEntryPoint`
    pub(crate) fn entry_point(&mut self, model: ExecutionModel, function: Word, name: &str, interface: &[Word]) {
        let inst = InstBuilder::new(&mut self.entry_points, Op::EntryPoint);
        let result = inst.word(model as u32).word(function).string(name).words(interface).finish();
        self.too_long |= result.is_err();
    }

    /// `OpExecutionMode`
    pub(crate) fn execution_mode(&mut self, function: Word, mode: ExecutionMode, literals: &[Word]) {
        let inst = InstBuilder::new(&mut self.execution_modes, Op::ExecutionMode);
        self.too_long |= inst.word(function).word(mode as u32).words(literals).finish().is_err();
    }

    /// Records where the source has a function: what its execution modes lack is reported there.
    pub(crate) fn place_modes(&mut self, function: Word, span: Span) {
        self.mode_places.insert(function, span);
    }

    /// An execution mode that the source names by its number.
    pub(crate) fn named_execution_mode(&mut self, function: Word, mode: Word, operands: &ModeOperands) {
        let (op, operands) = match operands {
            ModeOperands::Literals(literals) => (Op::ExecutionMode, literals),
            ModeOperands::Ids(ids) => (Op::ExecutionModeId, ids),
        };
        self.named_modes.insert(self.execution_modes.len());
        let inst = InstBuilder::new(&mut self.execution_modes, op);
        self.too_long |= inst.word(function).word(mode).words(operands).finish().is_err();
    }

    /// `OpString`; equal texts share one.
    pub(crate) fn string(&mut self, ctx: &mut SpirvContext, text: &str) -> Word {
        if let Some(&id) = self.string_ids.get(text) {
            return id;
        }
        let id = ctx.fresh_id();
        self.too_long |= InstBuilder::new(&mut self.strings, Op::String).word(id).string(text).finish().is_err();
        self.string_ids.insert(text.to_owned(), id);
        id
    }

    /// `OpSource`
    pub(crate) fn source(&mut self, version: u32, file: Option<Word>, text: Option<&str>) {
        let inst =
            InstBuilder::new(&mut self.sources, Op::Source).word(spirv::SourceLanguage::HLSL as u32).word(version);
        let inst = match (file, text) {
            (Some(file), Some(text)) => inst.word(file).string(text),
            (Some(file), None) => inst.word(file),
            (None, _) => inst,
        };
        self.too_long |= inst.finish().is_err();
    }

    /// `OpSourceContinued`
    pub(crate) fn source_continued(&mut self, text: &str) {
        self.too_long |= InstBuilder::new(&mut self.sources, Op::SourceContinued).string(text).finish().is_err();
    }

    /// `OpModuleProcessed`
    pub(crate) fn processed(&mut self, text: &str) {
        self.too_long |= InstBuilder::new(&mut self.processed, Op::ModuleProcessed).string(text).finish().is_err();
    }
}

/// Decorations.
impl Sections {
    /// `OpDecorate`
    pub(crate) fn decorate(&mut self, id: Word, decoration: Decoration, literals: &[Word]) {
        self.decorate_number(id, decoration as u32, literals);
    }

    /// `OpDecorate` with a decoration that is only known by its number.
    pub(crate) fn decorate_number(&mut self, id: Word, decoration: Word, literals: &[Word]) {
        let inst = InstBuilder::new(&mut self.decorations, Op::Decorate);
        self.too_long |= inst.word(id).word(decoration).words(literals).finish().is_err();
    }

    /// Notes that the source spells a decoration: what the target lacks for it is for the validator to say.
    pub(crate) fn name_decoration(&mut self, id: Word, decoration: Word) {
        self.spells_decorations = true;
        self.named_decorations.insert((id, decoration));
    }

    /// `OpDecorateId`
    pub(crate) fn decorate_id(&mut self, id: Word, decoration: Word, ids: &[Word]) {
        let inst = InstBuilder::new(&mut self.decorations, Op::DecorateId);
        self.too_long |= inst.word(id).word(decoration).words(ids).finish().is_err();
    }

    /// `OpDecorateString`
    pub(crate) fn decorate_string(&mut self, id: Word, decoration: Word, texts: &[&str]) {
        let inst = InstBuilder::new(&mut self.decorations, Op::DecorateString).word(id).word(decoration);
        let inst = texts.iter().fold(inst, |inst, text| inst.string(text));
        self.too_long |= inst.finish().is_err();
    }

    /// `LinkageAttributes`: exports a function.
    pub(crate) fn decorate_linkage(&mut self, id: Word, name: &str) {
        let inst = InstBuilder::new(&mut self.decorations, Op::Decorate);
        let inst = inst.word(id).word(Decoration::LinkageAttributes as u32).string(name);
        self.too_long |= inst.word(spirv::LinkageType::Export as u32).finish().is_err();
    }

    /// A decoration of an instruction of a function, which is written after all others: `RelaxedPrecision`,
    /// `NoContraction`, `NonUniform`. What is not uniform waits for the last function, to be written with all that follows
    /// from it.
    pub(crate) fn decorate_late(&mut self, id: Word, decoration: Decoration) {
        if decoration == Decoration::NonUniform {
            self.named_non_uniform.insert(id);
            return;
        }
        self.annotate(id, decoration);
    }

    /// A decoration of an instruction of a function, at once.
    pub(crate) fn annotate(&mut self, id: Word, decoration: Decoration) {
        let inst = InstBuilder::new(&mut self.late_decorations, Op::Decorate);
        self.too_long |= inst.word(id).word(decoration as u32).finish().is_err();
    }
}

/// Variables and functions.
impl Sections {
    /// `OpVariable` in the module's scope.
    pub(crate) fn variable(&mut self, pointer_type: Word, id: Word, storage: StorageClass, init: Option<Word>) {
        self.variable_types.insert(id, pointer_type);
        let inst = InstBuilder::new(&mut self.variables, Op::Variable).word(pointer_type).word(id);
        self.too_long |= inst.word(storage as u32).words(init.as_slice()).finish().is_err();
    }

    /// `OpUntypedVariableKHR` in the module's scope, without the type of what is there.
    pub(crate) fn untyped_variable(&mut self, pointer_type: Word, id: Word, storage: StorageClass) {
        self.variable_types.insert(id, pointer_type);
        let inst = InstBuilder::new(&mut self.variables, Op::UntypedVariableKHR).word(pointer_type).word(id);
        self.too_long |= inst.word(storage as u32).finish().is_err();
    }

    /// Notes where a variable comes from.
    pub(crate) fn place(&mut self, id: Word, span: Span) {
        if !span.is_none() {
            self.spans.push((id, span));
        }
    }

    /// Takes a finished function over; each of its instructions passes `hook` first.
    pub(crate) fn function(
        &mut self,
        function: &mut FunctionBuilder,
        mut hook: impl FnMut(&mut Vec<Word>, &Shape, &[Word], Place),
    ) {
        self.functions.reserve(function.size());
        let (words, spans) = (&mut self.functions, &mut self.spans);
        function.finish(|inst| {
            let shape = grammar::shape((inst.words[0] & 0xFFFF) as u16);
            hook(words, shape, inst.words, inst.place);
            words.extend_from_slice(inst.words);
            if let (Some(at), false) = (shape.result_at(), inst.place.span.is_none()) {
                spans.push((inst.words[at], inst.place.span));
            }
        });
        self.too_long |= function.too_long();
    }

    /// Examines what an id needs, and names a place for what is missing.
    fn check(
        &self,
        ctx: &SpirvContext,
        availability: &mut Availability<'_>,
        id: Word,
        look: impl FnOnce(&mut Availability<'_>),
    ) {
        let known = availability.missing();
        look(availability);
        availability.place_missing(known, || self.place_of(ctx, id));
    }

    /// Where an id comes from: of a type, where the first variable comes from that needs it, or the first result.
    pub(super) fn place_of(&self, ctx: &SpirvContext, id: Word) -> Span {
        let place = |wanted: Word| self.spans.iter().find(|(known, _)| *known == wanted).map(|(_, span)| *span);
        let variables = self
            .spans
            .iter()
            .filter(|(variable, _)| self.variable_types.get(variable).is_some_and(|ty| ctx.reaches(*ty, id)));
        let results = instructions(&self.functions).filter(|(_, _, words)| {
            let has_type = grammar::shape((words[0] & 0xFFFF) as u16).result_at() == Some(2);
            has_type && ctx.reaches(words[1], id)
        });
        let span = place(id).or_else(|| variables.map(|(_, span)| *span).next());
        span.or_else(|| results.into_iter().find_map(|(_, _, words)| place(words[2]))).unwrap_or(Span::NONE)
    }

    /// The number of words in the functions that are finished.
    pub(crate) fn code_size(&self) -> usize {
        self.functions.len()
    }

    /// The words of the functions that are finished.
    pub(crate) fn function_words(&self) -> &[Word] {
        &self.functions
    }

    /// Returns whether the module has the memory model of Vulkan.
    pub(crate) fn has_vulkan_memory_model(&self) -> bool {
        self.memory == MemoryModel::Vulkan
    }

    /// Rewrites accesses of the finished functions for the memory model of Vulkan.
    pub(super) fn accesses(&self, ctx: &SpirvContext, has_device: bool) -> Vec<Rewritten> {
        let decorations = [&self.decorations[..], &self.late_decorations].concat();
        let memory = Memory::new(ctx, &self.variable_types, &self.functions, &decorations, has_device);
        memory.rewritten(&self.functions)
    }

    /// Gives the module the memory model of Vulkan. What accesses say that say something else in it comes as where the
    /// instruction begins and its operands, in the order of the instructions.
    pub(super) fn adopt_vulkan_memory_model(&mut self, accesses: &[(usize, Vec<Word>)]) {
        self.memory = MemoryModel::Vulkan;
        let old = std::mem::take(&mut self.functions);
        let mut accesses = accesses.iter().peekable();
        for (_, start, inst) in instructions(&old) {
            let Some((_, operands)) = accesses.next_if(|(at, _)| *at == start) else {
                self.functions.extend_from_slice(inst);
                continue;
            };
            let op = Op::from_u32(inst[0] & 0xFFFF).unwrap_or(Op::Nop);
            self.too_long |= InstBuilder::new(&mut self.functions, op).words(operands).finish().is_err();
        }
    }

    /// An instruction that describes the program to a debugger.
    pub(crate) fn debug_inst(&mut self, op: Op, words: &[Word]) {
        self.too_long |= InstBuilder::new(&mut self.debug_info, op).words(words).finish().is_err();
    }

    /// All variables of the module's scope with their storage classes, in the order of their creation.
    pub(crate) fn variable_ids(&self) -> impl Iterator<Item = (Word, Word)> {
        instructions(&self.variables).map(|(_, _, words)| (words[2], words[3]))
    }
}

/// The whole module.
impl Sections {
    /// Writes the module to a consumer; types and decorations pass the check of `availability` on the way.
    pub(crate) fn finish(
        mut self,
        ctx: &SpirvContext,
        version: (u8, u8),
        availability: &mut Availability<'_>,
        consumer: &mut impl WordConsumer,
    ) -> Written {
        let mut writer = DefinitionWriter::new(ctx);
        writer.write_all([&self.variables, &self.debug_info, &self.functions]);
        let mut decorations = std::mem::take(&mut self.decorations);
        decorations.extend_from_slice(&writer.decorations);
        if self.has_vulkan_memory_model() {
            decorations = without_memory(&decorations);
        }
        self.write_late(&writer, &mut decorations);
        if self.spells_decorations {
            decorations = without_repeats(&self.without_replaced(&decorations));
        }
        self.check_sections(ctx, &writer, &decorations, availability);
        if availability.has(spirv::Capability::PhysicalStorageBufferAddresses) {
            self.addressing = AddressingModel::PhysicalStorageBuffer64;
        }
        self.execution_modes = without_repeats(&self.execution_modes);
        let mut words = vec![spirv::MAGIC_NUMBER, u32::from(version.0) << 16 | u32::from(version.1) << 8];
        words.extend_from_slice(&[GENERATOR, ctx.bound(), 0]);
        self.write_head(&mut words, availability);
        let sections = [
            &self.entry_points,
            &self.execution_modes,
            &self.strings,
            &self.sources,
            &writer.names,
            &self.processed,
            &decorations,
            &writer.types,
            &self.variables,
            &self.debug_info,
        ];
        let rest = sections.iter().map(|section| section.len()).sum::<usize>() + self.functions.len();
        consumer.reserve(words.len() + rest);
        consumer.consume(&words);
        for section in sections {
            consumer.consume(section);
        }
        consumer.consume(&self.functions);
        Written { spans: self.spans, too_long: self.too_long }
    }

    /// Decorations without those that the source replaces: a pointer that it restricts is not aliased.
    fn without_replaced(&self, decorations: &[Word]) -> Vec<Word> {
        let is_left = |inst: &[Word]| {
            let restricts = || self.named_decorations.contains(&(inst[1], Decoration::RestrictPointer as Word));
            inst[2] != Decoration::AliasedPointer as Word || !restricts()
        };
        instructions(decorations).filter(|(_, _, inst)| is_left(inst)).flat_map(|(_, _, inst)| inst).copied().collect()
    }

    /// Adds the decorations that wait for what they decorate.
    fn write_late(&self, writer: &DefinitionWriter<'_>, decorations: &mut Vec<Word>) {
        // What is never reached is not written, and must not be decorated.
        // They are in the order of what they decorate.
        let late = instructions(&self.late_decorations).map(|(_, _, words)| words);
        let mut late: Vec<&[Word]> = late.filter(|words| writer.rank[words[1] as usize] != 0).collect();
        late.sort_by_key(|words| writer.rank[words[1] as usize]);
        late.dedup();
        if self.memory == MemoryModel::Vulkan {
            late.retain(|words| !memory_model::is_of_accesses(words[2]));
        }
        decorations.extend(late.into_iter().flatten());
    }

    /// Returns whether the target has what is declared, decorated and said of entry points.
    fn check_sections(
        &self,
        ctx: &SpirvContext,
        writer: &DefinitionWriter<'_>,
        decorations: &[Word],
        availability: &mut Availability<'_>,
    ) {
        availability.begin_types();
        for (_, _, words) in instructions(&self.variables) {
            self.check(ctx, availability, words[2], |availability| availability.check_variable(ctx, words));
        }
        for (_, _, words) in instructions(&writer.types) {
            self.check(ctx, availability, words[1], |availability| availability.check_type(ctx, words));
        }
        let sections: [(&[Word], usize); 3] = [(&writer.types, 1), (&self.variables, 2), (decorations, 1)];
        for (section, at) in sections {
            for (_, _, words) in instructions(section) {
                self.check(ctx, availability, words[at], |availability| match self.is_named(words) {
                    true => availability.check_named(words),
                    false => availability.check(words, Span::NONE),
                });
            }
        }
        for (_, at, words) in instructions(&self.execution_modes) {
            match self.named_modes.contains(&at) {
                true => availability.check_named(words),
                false => availability.check(words, self.mode_places.get(&words[1]).copied().unwrap_or(Span::NONE)),
            }
        }
    }

    /// Returns whether an instruction decorates as the source spells it.
    fn is_named(&self, words: &[Word]) -> bool {
        matches!(words, [_, id, decoration, ..] if self.named_decorations.contains(&(*id, *decoration)))
    }

    fn write_head(&mut self, words: &mut Vec<Word>, availability: &Availability<'_>) {
        let (capabilities, extensions) = availability.declared();
        for capability in capabilities {
            words.extend_from_slice(&[2 << 16 | Op::Capability as u32, capability]);
        }
        for extension in extensions {
            self.too_long |= InstBuilder::new(words, Op::Extension).string(extension).finish().is_err();
        }
        for (set, &id) in &self.imports {
            self.too_long |= InstBuilder::new(words, Op::ExtInstImport).word(id).string(set).finish().is_err();
        }
        let model = [3 << 16 | Op::MemoryModel as u32, self.addressing as u32, self.memory as u32];
        words.extend_from_slice(&model);
    }
}

/// Instructions without those that were there before.
fn without_repeats(section: &[Word]) -> Vec<Word> {
    let mut seen = FxHashSet::default();
    instructions(section).filter(|(_, _, inst)| seen.insert(*inst)).flat_map(|(_, _, inst)| inst).copied().collect()
}

/// Decorations without those that say what accesses say in the memory model of Vulkan.
fn without_memory(decorations: &[Word]) -> Vec<Word> {
    let is_left = |inst: &[Word]| {
        let at = if inst[0] & 0xFFFF == Op::MemberDecorate as u32 { 3 } else { 2 };
        !memory_model::is_of_accesses(inst[at])
    };
    instructions(decorations).filter(|(_, _, inst)| is_left(inst)).flat_map(|(_, _, inst)| inst).copied().collect()
}

/// How far the writing of a definition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    None,
    /// What it needs is being written.
    Begun,
    Written,
}

/// Writes types, constants and names in the order in which the module's parts need them.
struct DefinitionWriter<'a> {
    ctx: &'a SpirvContext,
    /// By id.
    progress: Vec<Progress>,
    /// For results of variables and functions: their position among all of them, from 1 on.
    rank: Vec<u32>,
    last_rank: u32,
    /// Pointers that have been announced, and those of them that are still to be written.
    announced: FxHashSet<Word>,
    postponed: Vec<Word>,
    /// The way to the definition that is being written: each with how many of its parts are written. Kept for its memory.
    path: Vec<(Word, usize)>,
    types: Vec<Word>,
    names: Vec<Word>,
    decorations: Vec<Word>,
}

impl<'a> DefinitionWriter<'a> {
    fn new(ctx: &'a SpirvContext) -> Self {
        DefinitionWriter {
            ctx,
            progress: vec![Progress::None; ctx.bound() as usize],
            rank: vec![0; ctx.bound() as usize],
            last_rank: 0,
            announced: FxHashSet::default(),
            postponed: Vec::new(),
            path: Vec::new(),
            types: Vec::with_capacity(ctx.words()),
            names: Vec::with_capacity(ctx.words()),
            decorations: Vec::with_capacity(ctx.words()),
        }
    }

    fn write_all(&mut self, sections: [&[Word]; 3]) {
        for id in self.ctx.constant_ids() {
            self.need(id);
        }
        for section in sections {
            for (op, _, words) in instructions(section) {
                self.visit(op, words);
            }
        }
    }

    /// Writes what an instruction's types need, and the name of its result.
    fn visit(&mut self, op: u16, words: &[Word]) {
        let shape = grammar::shape(op);
        if shape.has_type {
            self.need(words[1]);
        }
        if op == Op::Function as u16 {
            self.need(words[4]);
        }
        if op == Op::UntypedAccessChainKHR as u16 || op == Op::UntypedImageTexelPointerEXT as u16 {
            self.need(words[3]);
        }
        if let Some(at) = shape.result_at() {
            self.last_rank += 1;
            self.rank[words[at] as usize] = self.last_rank;
            self.write_name(words[at]);
        }
    }

    fn write_name(&mut self, id: Word) {
        let name = self.ctx.name(id);
        if !name.is_empty() {
            self.name_inst(&[id], Op::Name, name);
        }
    }

    fn name_inst(&mut self, target: &[Word], op: Op, name: &str) {
        // A name that does not fit is left out: it is not a part of the program.
        let _ = InstBuilder::new(&mut self.names, op).words(target).string(name).finish();
    }

    /// Writes a definition and, before it, those that it needs. A pointer that a struct holds to itself is only
    /// announced there, and written after it.
    fn need(&mut self, id: Word) {
        if self.is_written(id) {
            return;
        }
        self.need_now(id);
        while let Some(pointer) = self.postponed.pop() {
            self.need_now(pointer);
        }
    }

    fn is_written(&self, id: Word) -> bool {
        self.progress[id as usize] == Progress::Written
    }

    /// Announces a pointer that a struct holds to itself.
    fn announce(&mut self, id: Word) {
        let storage = self.ctx.type_of(id).map_or(0, |(_, operands)| operands[0]);
        self.types.extend_from_slice(&[3 << 16 | Op::TypeForwardPointer as u32, id, storage]);
        self.postponed.push(id);
    }

    fn need_now(&mut self, id: Word) {
        let mut path = std::mem::take(&mut self.path);
        path.push((id, 0));
        while let Some((id, next)) = path.pop() {
            if self.is_written(id) {
                continue;
            }
            let Some(definition) = self.ctx.definition(id) else { continue };
            self.progress[id as usize] = Progress::Begun;
            let parts = id_operands(definition, self.ctx.operands(definition));
            if let Some(&part) = parts.get(next) {
                path.push((id, next + 1));
                if definition.op == Op::TypeStruct && self.ctx.is_forward(part) {
                    if !self.is_written(part) && self.announced.insert(part) {
                        self.announce(part);
                    }
                    continue;
                }
                // Inline SPIR-V may spell any number for an id, and so a type that is a part of itself.
                if self.progress.get(part as usize) == Some(&Progress::None) {
                    path.push((part, 0));
                }
                continue;
            }
            self.progress[id as usize] = Progress::Written;
            self.write(definition);
        }
        self.path = path;
    }

    fn write(&mut self, definition: &Definition) {
        let operands = self.ctx.operands(definition);
        let inst = InstBuilder::new(&mut self.types, definition.op);
        let inst = match definition.is_constant() {
            true => inst.word(operands[0]).word(definition.id).words(&operands[1..]),
            false => inst.word(definition.id).words(operands),
        };
        // The context has noted what is too long.
        let _ = inst.finish();
        self.write_type_names(definition);
        for decoration in self.ctx.decorations(definition) {
            let (op, target) = match decoration.member {
                Some(_) => (Op::MemberDecorate, definition.id),
                None => (Op::Decorate, definition.id),
            };
            let inst = InstBuilder::new(&mut self.decorations, op).word(target).words(decoration.member.as_slice());
            let _ = inst.word(decoration.decoration).words(decoration.operands).finish();
        }
    }

    fn write_type_names(&mut self, definition: &Definition) {
        let ctx = self.ctx;
        let name = ctx.definition_name(definition);
        if name.is_empty() {
            return self.write_name(definition.id);
        }
        self.name_inst(&[definition.id], Op::Name, name);
        for (member, name) in ctx.member_names(definition) {
            self.name_inst(&[definition.id, member], Op::MemberName, name);
        }
    }
}

/// The operands of a definition that are ids, all of which stand together.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn id_operands<'a>(definition: &Definition, operands: &'a [Word]) -> &'a [Word] {
    match definition.op {
        Op::TypeVector
        | Op::TypeMatrix
        | Op::TypeImage
        | Op::TypeSampledImage
        | Op::TypeRuntimeArray
        | Op::TypeNodePayloadArrayAMDX => &operands[..1],
        Op::TypeArray => &operands[..2],
        Op::TypePointer => &operands[1..2],
        Op::TypeStruct | Op::TypeFunction | Op::TypeCooperativeMatrixKHR => operands,
        Op::ConstantComposite | Op::SpecConstantComposite | Op::ConstantSizeOfEXT => operands,
        // The type alone; operands of the operation were made before and are in the list of constants themselves.
        _ if definition.is_constant() => &operands[..1],
        _ => &[],
    }
}

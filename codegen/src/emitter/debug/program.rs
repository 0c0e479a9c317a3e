//! The compilation unit and its sources, functions, blocks and entry points.

use super::source::pieces;
use crate::emitter::state::debug::Info;
use crate::emitter::state::debug::graph::{Graph, Inst, NodeId, Operand, Section};
use crate::emitter::state::debug::lines::SetWords;
use crate::emitter::{Emitter, Repr};
use crate::options::{DebugInfo, DebugSet};
use base::source::{FileId, SourceFile, Span};
use sema::hir::stmt::Block;
use sema::hir::{Function, FunctionId};
use spirv::{Op, Word};

/// The version of the sets.
const VERSION: u32 = 1;
/// The version of DWARF that the sets follow.
const DWARF_VERSION: u32 = 4;
/// Everything is public.
pub(super) const PUBLIC: u32 = 3;

impl Emitter<'_> {
    /// Returns whether the program is described.
    pub(super) fn is_described(&self) -> bool {
        self.debug.info.is_some()
    }

    /// The program's description.
    ///
    /// # Panics
    /// Where nothing is described.
    pub(super) fn info(&mut self) -> &mut Info {
        self.debug.info.as_mut().expect("the program is described")
    }

    /// The set in which it is described.
    pub(super) fn debug_set(&mut self) -> DebugSet {
        self.info().words.set
    }

    /// Adds a node.
    pub(super) fn describe(&mut self, section: Section, inst: Inst, operands: Vec<Operand>) -> NodeId {
        let id = self.spv.fresh_id();
        self.info().graph.add(section, id, inst, operands)
    }

    /// The innermost scope.
    pub(super) fn current_scope(&mut self) -> NodeId {
        let info = self.info();
        info.scopes.last().copied().unwrap_or(info.unit)
    }

    /// The compilation unit.
    pub(super) fn unit(&mut self) -> NodeId {
        self.info().unit
    }

    /// Source, line and column.
    pub(super) fn place_operands(&mut self, span: Span) -> [Operand; 3] {
        let Some(place) = self.described_place(span) else { return self.no_place() };
        let source = self.source_node(place.name, place.text);
        [Operand::Node(source), Operand::Number(place.line), Operand::Number(place.column)]
    }

    /// The place of what is in no source.
    pub(super) fn no_place(&mut self) -> [Operand; 3] {
        let source = self.info().sources[0];
        [Operand::Node(source), Operand::Number(0), Operand::Number(0)]
    }

    /// An instruction of the set in the code of a function.
    pub(super) fn debug_code(&mut self, inst: Inst, operands: &[Word]) {
        self.spv.ensure_block();
        let SetWords { import, void, .. } = self.info().words;
        let id = self.spv.fresh_id();
        self.spv.function.inst2(Op::ExtInst, void, id, &[import, inst as u32], operands);
    }
}

/// The compilation unit.
impl<'a> Emitter<'a> {
    /// Begins to describe the program. The name of its file comes first, in one set with those of all others, as readers
    /// look for them there.
    pub(super) fn begin_debug_info(&mut self, set: DebugSet) {
        let import = match set {
            DebugSet::OpenCl => "OpenCL.DebugInfo.100",
            DebugSet::Vulkan => {
                self.spv.availability.require_extension("SPV_KHR_non_semantic_info", Span::NONE);
                "NonSemantic.Shader.DebugInfo.100"
            }
        };
        let words = SetWords { set, import: self.spv.import(import), void: self.spv.void() };
        self.debug.lines.set = Some(words);
        let main = self.main_file();
        let main_name = main.map_or("", |main| self.sources.file(main).name()).to_owned();
        self.spv.string(&main_name);
        if set == DebugSet::OpenCl {
            for (_, file) in self.read_files() {
                self.spv.string(file.name());
            }
        }
        let mut graph = Graph::default();
        let text = main.and_then(|main| text_to_embed(&self.options.debug, self.sources.file(main)));
        let key = (main_name, text.is_some());
        let source = add_source(&mut graph, self.spv.fresh_id(), &self.options.debug, &key.0, text);
        let operands = vec![
            Operand::Number(VERSION),
            Operand::Number(DWARF_VERSION),
            Operand::Node(source),
            Operand::Number(spirv::SourceLanguage::HLSL as u32),
        ];
        let unit = graph.add(Section::Program, self.spv.fresh_id(), Inst::DebugCompilationUnit, operands);
        self.debug.info = Some(Box::new(Info::new(words, graph, unit, key, source)));
    }

    /// Describes the files in which nothing stands that was described.
    pub(crate) fn describe_other_sources(&mut self) {
        if !self.is_described() {
            return;
        }
        for (id, file) in self.read_files() {
            let text = self.embedded(id);
            self.source_node(file.name(), text);
        }
    }

    /// The place of the start of a span in the source that the program's description names. A text in the module is
    /// what readers show, so that a place in it counts that text's lines. Lines that `#line` moves to another file are
    /// counted in a source without a text.
    pub(super) fn described_place(&mut self, span: Span) -> Option<Described<'a>> {
        let sources = self.sources;
        let (name, line, column) = sources.start_of(span)?;
        let presumed = Described { name, text: None, line, column };
        if !self.options.debug.with_source {
            return Some(presumed);
        }
        let (file, line, column) = sources.start_in_file(span)?;
        match self.embedded(file).filter(|_| sources.file(file).name() == name) {
            Some(text) => Some(Described { name, text: Some(text), line, column }),
            None => Some(presumed),
        }
    }

    /// The file whose text is in the module and is that of a file, if there is one.
    fn embedded(&mut self, file: FileId) -> Option<FileId> {
        if let Some(&known) = self.info().embedded.get(&file) {
            return known;
        }
        let sources = self.sources;
        let (name, text) = (sources.file(file).name(), sources.file(file).original());
        // Two inclusions of a file are one source. Another text under the same name has no place in it.
        let first = self.read_files().find(|(_, other)| other.name() == name);
        let known = first.filter(|(_, other)| other.original() == text).map(|(id, _)| id);
        let known = known.filter(|id| text_to_embed(&self.options.debug, sources.file(*id)).is_some());
        self.info().embedded.insert(file, known);
        known
    }

    /// The node of a source: of a file with its text, or of a name alone.
    pub(super) fn source_node(&mut self, name: &str, text: Option<FileId>) -> NodeId {
        let key = (name.to_owned(), text.is_some());
        if let Some(&node) = self.info().sources.get(&key) {
            return node;
        }
        let (id, debug, sources) = (self.spv.fresh_id(), &self.options.debug, self.sources);
        let text = text.and_then(|file| text_to_embed(debug, sources.file(file)));
        let node = add_source(&mut self.info().graph, id, debug, name, text);
        self.info().sources.insert(key, node);
        node
    }

    /// The result that represents a source file.
    pub(super) fn debug_source(&mut self, place: &Described<'_>) -> Word {
        let node = self.source_node(place.name, place.text);
        self.info().graph.node(node).id
    }
}

/// A place in a source that the program's description names.
pub(super) struct Described<'a> {
    /// The name of the source.
    pub(super) name: &'a str,
    /// The file whose text the module holds under that name.
    pub(super) text: Option<FileId>,
    pub(super) line: u32,
    pub(super) column: u32,
}

/// Functions and blocks.
impl<'a> Emitter<'a> {
    /// Describes a function that is about to be begun, and enters its scope. The code around an entry point has no name
    /// in the source, nor parameters.
    pub(crate) fn enter_function(&mut self, id: FunctionId, word: Word, is_wrapper: bool) {
        if !self.is_described() {
            return;
        }
        let function = &self.module.functions[id];
        let name = if is_wrapper { "__dxc_setup" } else { self.text(function.name) };
        let ty = if is_wrapper { self.wrapper_type() } else { self.function_debug_type(function) };
        let owner = self.owner(function).filter(|_| !is_wrapper);
        let [source, line, column] = self.place_operands(self.line_start(function.span));
        let body = function.block.as_ref().map_or(function.span, |block| block.span);
        let [_, body_line, _] = self.place_operands(body);
        let scope = match owner {
            Some(owner) => Operand::Scope(owner),
            None => Operand::Scope(self.unit()),
        };
        let mut operands = vec![Operand::Text(name.to_owned()), Operand::Type(ty), source, line, column, scope];
        operands.extend([Operand::Text(String::new()), Operand::Number(PUBLIC), body_line]);
        if self.debug_set() == DebugSet::OpenCl {
            operands.push(Operand::Id(word));
        }
        let node = self.describe(Section::Program, Inst::DebugFunction, operands);
        self.enter_scopes(node);
    }

    fn enter_scopes(&mut self, function: NodeId) {
        let info = self.info();
        info.locals.clear();
        info.scopes.clear();
        info.scopes.push(function);
        let scope = info.graph.node(function).id;
        self.spv.function.set_scope(scope);
    }

    /// The struct of a method. The struct does not name the method in turn: one of them would come before the other one is
    /// defined, which takes an extension that RenderDoc 1.24 refuses. `OpenCL.DebugInfo.100` wants both or none.
    fn owner(&mut self, function: &Function) -> Option<NodeId> {
        let this = function.this.filter(|_| self.debug_set() == DebugSet::Vulkan)?;
        let owner = self.debug_type(function.body.locals[this].ty, Repr::Value);
        (self.info().graph.node(owner).inst == Inst::DebugTypeComposite).then_some(owner)
    }

    /// Says, in the first block of a function, which one it is.
    pub(crate) fn define_debug_function(&mut self, word: Word) {
        if !self.is_described() || self.debug_set() == DebugSet::OpenCl {
            return;
        }
        let function = self.function_scope();
        let id = self.info().graph.node(function).id;
        self.spv.at(Span::NONE);
        self.debug_code(Inst::DebugFunctionDefinition, &[id, word]);
    }

    /// The scope of the function that is emitted.
    fn function_scope(&mut self) -> NodeId {
        let info = self.info();
        info.scopes.first().copied().unwrap_or(info.unit)
    }

    /// Describes the entry point whose code was entered last.
    pub(crate) fn describe_entry(&mut self) {
        if self.options.debug.set != Some(DebugSet::Vulkan) {
            return;
        }
        let call = &self.options.call;
        let (function, unit) = (self.function_scope(), self.unit());
        let operands = vec![
            Operand::Node(function),
            Operand::Node(unit),
            Operand::Text(call.compiler.clone()),
            Operand::Text(call.arguments.clone()),
        ];
        self.describe(Section::Program, Inst::DebugEntryPoint, operands);
    }

    /// Does something in the scope of a block, which is one of its own where it has braces.
    pub(crate) fn within<R>(&mut self, block: &Block, act: impl FnOnce(&mut Self) -> R) -> R {
        if block.span.is_none() || !self.is_described() {
            return act(self);
        }
        let node = self.lexical_block(block.span);
        let info = self.info();
        info.scopes.push(node);
        let scope = info.graph.node(node).id;
        let outer = self.spv.function.set_scope(scope);
        let result = act(self);
        self.spv.function.set_scope(outer);
        self.info().scopes.pop();
        result
    }

    fn lexical_block(&mut self, span: Span) -> NodeId {
        let scope = self.current_scope();
        if let Some(&node) = self.info().blocks.get(&(span, scope)) {
            return node;
        }
        let mut operands = self.place_operands(span).to_vec();
        operands.push(Operand::Scope(scope));
        let node = self.describe(Section::Program, Inst::DebugLexicalBlock, operands);
        self.info().blocks.insert((span, scope), node);
        node
    }
}

/// The text of a file to embed: none if it is not requested, is too long, or has lone carriage returns, which readers count
/// as line ends and the front end does not.
fn text_to_embed<'s>(debug: &DebugInfo, file: &'s SourceFile) -> Option<&'s str> {
    let text = file.original();
    // `OpenCL.DebugInfo.100` has no means to continue a text.
    let fits = text.len() <= debug.text_limit() || debug.set == Some(DebugSet::Vulkan);
    let is_usable = debug.with_source && !text.is_empty() && fits;
    (is_usable && !has_lone_returns(text)).then_some(text)
}

/// Returns whether a text has carriage returns that no line feed follows.
fn has_lone_returns(text: &str) -> bool {
    text.split('\r').skip(1).any(|after| !after.starts_with('\n'))
}

/// A source with its text.
fn add_source(graph: &mut Graph, id: Word, debug: &DebugInfo, name: &str, text: Option<&str>) -> NodeId {
    let mut pieces = text.into_iter().flat_map(|text| pieces(text, debug.text_limit())).map(str::to_owned);
    let first = pieces.next();
    let mut operands = vec![Operand::Text(name.to_owned())];
    operands.extend(first.map(Operand::Text));
    let rest: Vec<String> = pieces.collect();
    let node = graph.add(Section::Program, id, Inst::DebugSource, operands);
    graph.node_mut(node).continued = rest;
    node
}

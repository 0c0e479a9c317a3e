//! Terminals to a syntax tree: drives the generated parser and holds the constructors that its actions call.
//!
//! The parser recovers from an error at the next `;`, block or `}`. Whatever was complete before stays in the tree. For an
//! editor, whose text lacks something most of the time, [`parse_mending`] tries again with what is missing put in.

pub(crate) mod drive;
pub(crate) mod expr;
pub(crate) mod item;
pub(crate) mod path;
mod report;
pub(crate) mod scratch;
pub(crate) mod stmt;
mod types;

use crate::ast::{
    Annotation, AnnotationId, Ast, Attribute, Doubt, Item, ItemId, List, Literal, Param, Prefix, PrefixId, PrefixKind,
    Segment,
};
use crate::classify::terminal::{Kind, Terminal};
use crate::classify::{Classified, classify, recovery};
use crate::diagnostics;
use crate::grammar::UnitParser;
use crate::language::HlslVersion;
use crate::token::Token;
use base::diag::{Diagnostic, Sink};
use base::ids::Id;
use base::intern::{Interner, Symbol};
use base::source::{SourceMap, Span};
use expr::{Operand, PendingOperator};
use scratch::{Ids, Run, Scratch};
use std::cell::Cell;

/// The limit of the depth of expression trees, and of statement trees apart from their expressions. Brackets nest less,
/// but chains of operators and of `else if` are trees too.
pub const MAX_DEPTH: u16 = 1024;

/// The parser gives up after this many terminals without a reduction: recovery costs more the deeper the stack is.
const PATIENCE: u32 = 16_384;

/// Options of the language.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    /// The version of the language.
    pub version: HlslVersion,
}

/// Parses preprocessed tokens. Errors go to the sink; the tree has all that could be parsed. Tokens that are passed by value are
/// dropped before the tree is built, which reuses their memory.
pub fn parse(
    tokens: impl AsRef<[Token]>,
    sources: &SourceMap,
    names: &mut Interner,
    options: &ParseOptions,
    sink: &mut Sink,
) -> Ast {
    let errors_before = sink.error_count();
    let first = sink.diagnostics().len();
    let classified = classify(tokens.as_ref(), sources, names, options.version, sink);
    drop(tokens);
    let (ast, _) = build(&classified, sources, names, errors_before, sink);
    sink.sort_from(first, |diagnostic| sources.range(diagnostic.span).map(|range| (range.file, range.start)));
    ast
}

/// Parses text that is being written: after an error the tree is that of the mended text, if less of it is lost then. The
/// messages are those of [`parse`]; [`Ast::doubts`] says where others would be wrong.
pub fn parse_mending(
    tokens: &[Token],
    sources: &SourceMap,
    names: &mut Interner,
    options: &ParseOptions,
    sink: &mut Sink,
) -> Ast {
    let (errors_before, first) = (sink.error_count(), sink.diagnostics().len());
    let classified = classify(tokens, sources, names, options.version, sink);
    let (mut ast, lost) = build(&classified, sources, names, errors_before, sink);
    sink.sort_from(first, |diagnostic| sources.range(diagnostic.span).map(|range| (range.file, range.start)));
    let errors = sink.error_count() - errors_before;
    if errors == 0 {
        return ast;
    }
    let places = |diagnostic: &Diagnostic| {
        let notes = diagnostic.notes.iter().filter_map(|note| note.span);
        std::iter::once(diagnostic.span).chain(notes).collect::<Vec<_>>()
    };
    let places: Vec<Span> = sink.diagnostics()[first..].iter().flat_map(places).collect();
    let windows = recovery::windows(tokens, sources, &places);
    let (classified, doubts) = recovery::classify_mending(tokens, sources, names, options.version, &windows);
    let mut silent = Sink::default();
    let (mut mended, still_lost) = build(&classified, sources, names, 0, &mut silent);
    if silent.limit_reached() || cost(still_lost, silent.error_count()) >= cost(lost, errors) {
        ast.doubts.push(Doubt::EVERYWHERE);
        return ast;
    }
    mended.doubts = doubts;
    let places = silent.diagnostics().iter().map(|left| left.span);
    mended.doubts.extend(places.map(|span| Doubt { span, reach: span, ..Doubt::EVERYWHERE }));
    mended
}

/// A measure of how bad it is to lose some terminals, with some messages.
fn cost(lost: u32, errors: usize) -> usize {
    lost as usize + 4 * errors
}

/// Parses terminals. Returns the number of those that are lost to errors as well.
fn build(
    classified: &Classified,
    sources: &SourceMap,
    names: &Interner,
    errors_before: usize,
    sink: &mut Sink,
) -> (Ast, u32) {
    let watch = Watch::default();
    let mut builder = Builder::new(classified, sources, names, sink, &watch, errors_before);
    let terminals = classified.terminals.iter().enumerate();
    let input = terminals
        .map_while(|(index, terminal)| watch.has_patience().then_some((index as u32, terminal, index as u32 + 1)));
    let outcome = UnitParser::new().parse(&mut builder, input);
    builder.report_end(outcome.err().as_ref());
    let lost = builder.lost;
    let mut ast = builder.finish();
    ast.allows_micromaps = classified.allows_micromaps;
    (ast, lost)
}

/// Watches from the outside whether the parser makes progress.
#[derive(Debug, Default)]
struct Watch {
    /// Terminals since anything was reduced.
    idle: Cell<u32>,
    /// Terminals that recovery has dropped.
    dropped: Cell<u32>,
    /// No more errors are wanted.
    stopped: Cell<bool>,
}

impl Watch {
    /// Counts a terminal and says whether to feed it.
    #[inline]
    fn has_patience(&self) -> bool {
        self.idle.set(self.idle.get() + 1);
        !self.stopped.get() && self.idle.get() + self.dropped.get() < PATIENCE
    }

    /// Returns whether the parser was stopped before the end of the input.
    fn gave_up(&self) -> bool {
        self.idle.get() + self.dropped.get() >= PATIENCE
    }
}

/// The name of an attribute, of which the last two parts count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttributeName {
    scope: Option<Symbol>,
    /// Where the scope starts or, without one, the name.
    start: u32,
    last: Terminal,
}

impl AttributeName {
    pub(crate) fn new(name: &Terminal) -> Self {
        AttributeName { scope: None, start: name.span.lo, last: *name }
    }

    /// The name in the scope of this one.
    pub(crate) fn member(self, name: &Terminal) -> Self {
        AttributeName { scope: Some(self.last.symbol), start: self.last.span.lo, last: *name }
    }
}

// The largest symbols of the parser, which are moved often: see `grammar.lalrpop`.
const _: () = assert!(size_of::<AttributeName>() <= 28 && size_of::<Param>() <= 28 && size_of::<Segment>() <= 28);

/// Builds the tree; the actions of the grammar call nothing else.
pub(crate) struct Builder<'s> {
    ast: Ast,
    terminals: &'s [Terminal],
    /// The number of terminals from the text.
    sound: u32,
    sources: &'s SourceMap,
    names: &'s Interner,
    sink: &'s mut Sink,
    watch: &'s Watch,
    errors_before: usize,
    /// The number of terminals that were lost to errors.
    lost: u32,
    ids: Ids,
    segments: Scratch<Segment>,
    params: Scratch<Param>,
    operators: Vec<PendingOperator>,
    /// The last number of each place with its value. Empty until there is one.
    numbers: Vec<Option<(Symbol, Literal)>>,
    /// The depth of the tree below each expression and statement, by number.
    expr_depths: Vec<u16>,
    stmt_depths: Vec<u16>,
    root: Vec<ItemId>,
}

impl<'s> Builder<'s> {
    fn new(
        classified: &'s Classified,
        sources: &'s SourceMap,
        names: &'s Interner,
        sink: &'s mut Sink,
        watch: &'s Watch,
        errors_before: usize,
    ) -> Self {
        let count = classified.terminals.len();
        Builder {
            ast: Ast::with_room_for(count),
            terminals: &classified.terminals,
            sound: classified.sound as u32,
            sources,
            names,
            sink,
            watch,
            errors_before,
            lost: 0,
            ids: Ids::default(),
            segments: Scratch::default(),
            params: Scratch::default(),
            operators: Vec::new(),
            numbers: Vec::new(),
            expr_depths: Vec::with_capacity(count / 2),
            stmt_depths: Vec::new(),
            root: Vec::new(),
        }
    }

    fn finish(mut self) -> Ast {
        self.ast.root = self.ast.list(&self.root);
        let deepest = |depths: &[u16]| depths.iter().max().map_or(0, |&depth| usize::from(depth));
        self.ast.depth = deepest(&self.expr_depths) + deepest(&self.stmt_depths);
        self.ast
    }

    pub(crate) fn push_root(&mut self, item: ItemId) {
        self.root.push(item);
    }

    // Places.

    /// From the terminal at index `start` up to the one before index `end`.
    #[inline]
    fn span(&self, start: u32, end: u32) -> Span {
        let last = (end.max(start + 1) - 1) as usize;
        match (self.terminals.get(start as usize), self.terminals.get(last)) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => self.end_span(),
        }
    }

    /// The empty place after the last terminal.
    fn end_span(&self) -> Span {
        self.terminals.last().map_or(Span::new(0, 0), |last| Span::new(last.span.hi, last.span.hi))
    }

    // Lists.

    /// Starts a list that may stay empty.
    #[inline]
    pub(crate) fn run<T>(&mut self) -> Run<T> {
        self.ids.open()
    }

    #[inline]
    pub(crate) fn push<T>(&mut self, run: Run<T>, id: Id<T>) -> Run<T> {
        self.ids.push_id(run, id)
    }

    #[inline]
    pub(crate) fn push_first<T>(&mut self, id: Id<T>) -> Run<T> {
        let run = self.ids.open();
        self.ids.push_id(run, id)
    }

    pub(crate) fn append<T>(&mut self, run: Run<T>, tail: Run<T>) -> Run<T> {
        self.ids.append(run, tail)
    }

    /// Ends a list.
    #[inline]
    pub(crate) fn list<T>(&mut self, run: Run<T>) -> List<T> {
        let list = self.ast.list_of_raw(self.ids.elements(run));
        self.ids.close(run);
        list
    }

    fn concat<T>(&mut self, first: List<T>, second: List<T>) -> List<T> {
        if first.is_empty() {
            return second;
        }
        if second.is_empty() {
            return first;
        }
        let ids: Vec<Id<T>> = self.ast.ids(first).chain(self.ast.ids(second)).collect();
        self.ast.list(&ids)
    }

    // Prefixes.

    fn prefix(&mut self, span: Span, kind: PrefixKind) -> PrefixId {
        self.watch.idle.set(0);
        self.ast.prefixes.alloc(Prefix { span, kind })
    }

    fn modifier(&mut self, word: &Terminal) -> PrefixId {
        let Kind::Modifier(modifier) = word.kind else { unreachable!("the grammar gives a modifier") };
        self.prefix(word.span, PrefixKind::Modifier(modifier))
    }

    pub(crate) fn modifier_run(&mut self, word: &Terminal) -> Run<Prefix> {
        let prefix = self.modifier(word);
        self.push_first(prefix)
    }

    pub(crate) fn push_modifier(&mut self, run: Run<Prefix>, word: &Terminal) -> Run<Prefix> {
        let prefix = self.modifier(word);
        self.push(run, prefix)
    }

    pub(crate) fn attribute(&mut self, name: AttributeName, args: Option<(List<crate::ast::Expr>, Span)>) -> PrefixId {
        let end = args.map_or(name.last.span, |(_, end)| end);
        let span = Span::new(name.start, end.hi);
        let attribute = self.ast.attributes.alloc(Attribute {
            span,
            scope: name.scope,
            name: name.last.symbol,
            args: args.map(|(args, _)| args),
            double_bracket: false,
        });
        self.prefix(span, PrefixKind::Attribute(attribute))
    }

    /// Marks attributes as written in `[[ ]]`.
    pub(crate) fn double_bracketed(&mut self, run: Run<Prefix>) -> Run<Prefix> {
        for &raw in self.ids.elements(run) {
            if let PrefixKind::Attribute(attribute) = self.ast.prefixes[Id::new(raw)].kind {
                self.ast.attributes[attribute].double_bracket = true;
            }
        }
        run
    }

    /// The start of a declaration or statement that may have prefixes.
    fn start_of(&self, prefixes: Option<List<Prefix>>, otherwise: Span) -> Span {
        let first = prefixes.and_then(|list| self.ast.ids(list).next());
        first.map_or(otherwise, |id| self.ast.prefixes[id].span)
    }

    // Annotations and parameters.

    pub(crate) fn annotation(&mut self, expr: Operand) -> Run<Annotation> {
        let annotation: AnnotationId = self.ast.annotations.alloc(Annotation { expr: expr.id });
        self.push_first(annotation)
    }

    pub(crate) fn no_params(&mut self) -> Run<Param> {
        self.params.open()
    }

    pub(crate) fn first_param(&mut self, param: Param) -> Run<Param> {
        let run = self.params.open();
        self.params.push(run, param)
    }

    pub(crate) fn push_param(&mut self, run: Run<Param>, param: Param) -> Run<Param> {
        self.params.push(run, param)
    }

    fn item_of(&self, id: ItemId) -> &Item {
        &self.ast.items[id]
    }

    /// The name of a terminal that may be missing.
    fn symbol_or_empty(name: Option<&Terminal>) -> Symbol {
        name.map_or(Symbol::EMPTY, |name| name.symbol)
    }

    /// Reports a tree that is too deep, once per depth reached.
    fn report_depth(&mut self, span: Span, what: &str) {
        let limit = MAX_DEPTH.to_string();
        self.sink.report(span, diagnostics::TreeTooDeep { what: what.to_owned(), limit });
    }
}

//! The checker's state, by lifetime: the inputs and the resulting module; declarations and resources; the current body;
//! the functions that entry points reach.
//!
//! The submodules hold the data. The rules of the language are in the folders beside.

pub(crate) mod choices;
pub(crate) mod declarations;
pub(crate) mod frame;
pub(crate) mod functions;
pub(crate) mod ids;
pub(crate) mod literals;
pub(crate) mod packing;
mod reachable;
pub(crate) mod recorder;
pub(crate) mod resources;
pub(crate) mod scopes;
pub(crate) mod structs;
pub(crate) mod templates;
mod words;

use crate::check::state::recorder::Recorder;
use crate::hir::Module;
use crate::options::Options;
use base::diag::{Diagnostic, Message, Sink};
use base::intern::{Interner, Symbol};
use base::source::{SourceMap, Span};
use choices::Choices;
use declarations::Declarations;
use frame::Frame;
use frontend::ast::{Ast, ExprId};
use frontend::language::HlslVersion;
use frontend::preprocess::BUILT_IN_DIRECTORY;
use ids::ScopeId;
use literals::Literals;
use reachable::Reached;
use resources::Resources;
use words::{Common, Words};

/// The limit of recursion over expressions and statements.
pub(crate) const MAX_DEPTH: u32 = 512;
/// The limit of recursion over template instances.
pub(crate) const MAX_NESTED_INSTANCES: u32 = 64;
/// The limit of instances that lead to one, including those whose bodies request it.
pub(crate) const MAX_INSTANTIATION_DEPTH: u32 = 256;
/// The limit of instances in all: two that request two others each would be exponential.
pub(crate) const MAX_INSTANCES: u32 = 1 << 14;

/// The usual number of expressions per constant, at least.
const EXPRS_PER_CONSTANT: usize = 8;
/// The usual part of a unit's expressions that its longest function has, as a divisor.
const EXPRS_PER_LONGEST: usize = 2;
/// The limit of room for constants and expressions that is reserved.
const MOST_RESERVED: usize = 1 << 12;

/// The state of the analysis of one translation unit.
pub(crate) struct Checker<'a> {
    pub(crate) ast: &'a Ast,
    pub(crate) sources: &'a SourceMap,
    pub(crate) names: &'a mut Interner,
    pub(crate) options: &'a Options,
    pub(crate) sink: &'a mut Sink,
    /// True if uninterpolated inputs have a value per vertex.
    pub(crate) per_vertex: bool,
    pub(crate) words: Words,
    pub(crate) common: Common,
    /// The result.
    pub(crate) module: Module,
    pub(crate) decls: Declarations,
    pub(crate) resources: Resources,
    /// The body that is being checked.
    pub(crate) frame: Frame,
    /// The enclosing expressions of the current one, each the left operand of the one before it.
    pub(crate) spine: Vec<ExprId>,
    pub(crate) reached: Reached,
    /// The constants of literals.
    pub(crate) literals: Literals,
    /// The chosen overloads of intrinsics.
    pub(crate) choices: Choices,
    /// True if excessive nesting has been reported.
    pub(crate) too_deep: bool,
    /// The record for tools, if one is wanted.
    pub(crate) recorder: Option<Box<Recorder>>,
    /// The suppressed messages of template argument substitution, whose failures only remove candidates.
    pub(crate) shelved: Vec<Sink>,
}

/// Limit of calls between the source and a place in a header of the compiler.
const MAX_CALLS: usize = 64;

impl<'a> Checker<'a> {
    /// The initial state.
    pub(crate) fn new(
        ast: &'a Ast,
        sources: &'a SourceMap,
        names: &'a mut Interner,
        options: &'a Options,
        sink: &'a mut Sink,
    ) -> Self {
        let mut module = Module::default();
        module.constants.reserve((ast.exprs.len() / EXPRS_PER_CONSTANT).min(MOST_RESERVED));
        let common = Common::intern(&mut module);
        let words = Words::new(names);
        let decls = Declarations::new(ast, names.known_count(), options.matrix_order());
        let mut frame = Frame::new(decls.scopes.file, common.void);
        frame.body.exprs.reserve((ast.exprs.len() / EXPRS_PER_LONGEST).min(MOST_RESERVED));
        module.shader_model = (options.unit.profile.major, options.unit.profile.minor);
        module.allows_micromaps = ast.allows_micromaps;
        module.native_16bit = options.native_16bit;
        module.ieee_strict = options.ieee_strict;
        module.unordered_not_equal = options.unordered_not_equal;
        Checker {
            ast,
            sources,
            names,
            options,
            sink,
            per_vertex: false,
            words,
            common,
            module,
            decls,
            resources: Resources::default(),
            frame,
            spine: Vec::new(),
            reached: Reached::default(),
            literals: Literals::new(),
            choices: Choices::new(),
            too_deep: false,
            recorder: None,
            shelved: Vec::new(),
        }
    }

    /// Reports an error that matters only in reachable functions: others are not a part of the output.
    pub(crate) fn report_if_reached<M: Message>(&mut self, span: Span, message: M) -> Option<&mut Diagnostic> {
        if self.reached.dead { None } else { Some(self.report(span, message)) }
    }

    /// Reports a diagnostic. What is wrong in a header of the compiler is reported where the source calls it.
    pub(crate) fn report<M: Message>(&mut self, span: Span, message: M) -> &mut Diagnostic {
        let place = self.place_outside(span);
        let report = self.sink.report(place, message);
        if place == span { report } else { report.note_at(span, "in this header of the compiler") }
    }

    /// The first call, or the use of a template, outside of the compiler's headers that led here, for a place in one of
    /// them.
    fn place_outside(&self, span: Span) -> Span {
        let (mut place, mut current) = (span, self.frame.function);
        if current.is_none() && self.is_in_own_header(span) {
            let mut asked = self.decls.instances.asked.iter().rev().copied();
            return asked.find(|&asked| !self.is_in_own_header(asked)).unwrap_or(span);
        }
        // Functions do not call each other in circles; the bound is for those that do.
        for _ in 0..MAX_CALLS {
            if !self.is_in_own_header(place) {
                return place;
            }
            let call = self.reached.calls.iter().find(|(_, callee, _)| Some(*callee) == current);
            let Some(&(caller, _, at)) = call else { return span };
            (place, current) = (at, Some(caller));
        }
        span
    }

    fn is_in_own_header(&self, span: Span) -> bool {
        let file = self.sources.file_at(span.lo);
        file.is_some_and(|file| self.sources.file(file).name().starts_with(BUILT_IN_DIRECTORY))
    }

    /// The text of a name, for messages.
    pub(crate) fn text(&self, name: Symbol) -> String {
        self.names.resolve(name).to_owned()
    }

    /// Returns whether the language version is at least this one.
    pub(crate) fn since(&self, version: HlslVersion) -> bool {
        self.options.version >= version
    }

    /// Runs `f` outside of the current function: its expressions go into a temporary body. Constants and types may be
    /// computed this way; nothing may be emitted.
    pub(crate) fn apart<T>(&mut self, scope: ScopeId, f: impl FnOnce(&mut Self) -> T) -> T {
        let inner = Frame::new(scope, self.common.void);
        let outer = std::mem::replace(&mut self.frame, inner);
        let result = f(self);
        self.frame = outer;
        result
    }

    /// Runs `f` in the current function, but throws its expressions away.
    pub(crate) fn unevaluated<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let first = self.frame.body.exprs.next_id();
        let pending = std::mem::take(&mut self.frame.pending);
        let (reached, queued) = (self.reached.order.len(), self.reached.queue.len());
        let result = f(self);
        self.frame.body.exprs.truncate(first);
        self.frame.pending = pending;
        // Calls in there are not evaluated: callees need no body.
        for function in self.reached.order.drain(reached..) {
            self.decls.functions[function].hir = None;
        }
        self.reached.queue.truncate(queued);
        result
    }
}

//! What the checker knows, sorted by how long it holds: what the caller gave and the module that comes of it; what the
//! source declares and what of it must be bound; the body that is being checked; what entry points reach.
//!
//! The files below keep these books. The rules of the language are in the folders beside.

pub(crate) mod declarations;
pub(crate) mod frame;
pub(crate) mod functions;
pub(crate) mod ids;
mod reached;
mod resources;
pub(crate) mod scopes;
pub(crate) mod structs;
pub(crate) mod templates;
mod words;

use crate::hir::Module;
use crate::hir::ty::MatrixOrder;
use crate::options::Options;
use base::diag::{Diagnostic, Message, Sink};
use base::intern::{Interner, Symbol};
use base::source::{SourceMap, Span};
use declarations::Declarations;
use frame::Frame;
use frontend::ast::{Ast, ExprId};
use frontend::language::HlslVersion;
use ids::ScopeId;
use reached::Reached;
use resources::Resources;
use words::{Common, Words};

/// How deeply expressions and statements may nest on the checker's own stack.
pub(crate) const MAX_DEPTH: u32 = 512;
/// How deeply templates may instantiate each other on the checker's own stack.
pub(crate) const MAX_NESTED_INSTANCES: u32 = 64;
/// How many instances may lead to one: those are counted as well whose bodies ask for it.
pub(crate) const MAX_INSTANTIATION_DEPTH: u32 = 256;
/// How many instances there may be in all. Each of two that ask for two others leads to more than anybody can count.
pub(crate) const MAX_INSTANCES: u32 = 1 << 14;

/// The state of the analysis of one translation unit.
pub(crate) struct Checker<'a> {
    pub(crate) ast: &'a Ast,
    pub(crate) sources: &'a SourceMap,
    pub(crate) names: &'a mut Interner,
    pub(crate) options: &'a Options,
    pub(crate) sink: &'a mut Sink,
    /// True if inputs that are not interpolated hold a value for each vertex.
    pub(crate) per_vertex: bool,
    pub(crate) words: Words,
    pub(crate) common: Common,
    /// What comes of it all.
    pub(crate) module: Module,
    pub(crate) decls: Declarations,
    pub(crate) resources: Resources,
    /// The body that is being checked.
    pub(crate) frame: Frame,
    /// The expressions around the one that is being checked, each of which is the left operand of the one before it.
    pub(crate) spine: Vec<ExprId>,
    pub(crate) reached: Reached,
    /// True if it has been reported that something nests too deeply.
    pub(crate) too_deep: bool,
    /// The messages that wait while arguments are put into templates, whose mistakes only take candidates away.
    pub(crate) shelved: Vec<Sink>,
}

impl<'a> Checker<'a> {
    /// Nothing has been checked.
    pub(crate) fn new(
        ast: &'a Ast,
        sources: &'a SourceMap,
        names: &'a mut Interner,
        options: &'a Options,
        sink: &'a mut Sink,
    ) -> Self {
        let mut module = Module::default();
        let common = Common::intern(&mut module);
        let words = Words::new(names);
        let order = if options.row_major { MatrixOrder::RowMajor } else { MatrixOrder::ColumnMajor };
        let decls = Declarations::new(ast, order);
        let frame = Frame::new(decls.scopes.file, common.void);
        module.shader_model = (options.unit.profile.major, options.unit.profile.minor);
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
            too_deep: false,
            shelved: Vec::new(),
        }
    }

    /// Reports what only a function that something reaches must not hold: no other one is part of the output.
    pub(crate) fn report_if_reached<M: Message>(&mut self, span: Span, message: M) -> Option<&mut Diagnostic> {
        if self.reached.dead { None } else { Some(self.report(span, message)) }
    }

    /// Reports a mistake.
    pub(crate) fn report<M: Message>(&mut self, span: Span, message: M) -> &mut Diagnostic {
        self.sink.report(span, message)
    }

    /// The text of a name, for messages.
    pub(crate) fn text(&self, name: Symbol) -> String {
        self.names.resolve(name).to_owned()
    }

    /// Returns whether the language version is at least this one.
    pub(crate) fn since(&self, version: HlslVersion) -> bool {
        self.options.version >= version
    }

    /// Runs `f` as if outside of the current function: what it makes goes into a body of its own, which is thrown away.
    /// Constants and types may be found this way; nothing may be emitted.
    pub(crate) fn apart<T>(&mut self, scope: ScopeId, f: impl FnOnce(&mut Self) -> T) -> T {
        let inner = Frame::new(scope, self.common.void);
        let outer = std::mem::replace(&mut self.frame, inner);
        let result = f(self);
        self.frame = outer;
        result
    }

    /// Runs `f` in the current function, but throws its expressions away.
    pub(crate) fn unevaluated<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let exprs = std::mem::take(&mut self.frame.body.exprs);
        let pending = std::mem::take(&mut self.frame.pending);
        let (reached, queued) = (self.reached.order.len(), self.reached.queue.len());
        let result = f(self);
        self.frame.body.exprs = exprs;
        self.frame.pending = pending;
        // What is called only here is not called at all: it needs no body.
        for function in self.reached.order.drain(reached..) {
            self.decls.functions[function].hir = None;
        }
        self.reached.queue.truncate(queued);
        result
    }
}

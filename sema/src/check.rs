//! The checker: walks the syntax tree once and builds the typed representation.
//!
//! Declarations are entered in order; function bodies are checked afterwards, first those reachable from entry points
//! (in the order in which calls reach them), then the others for their errors alone. Templates are checked per
//! instance. Conversions, overloads, constants, layouts and bindings are in modules of their own.

mod body;
mod call;
mod decl;
mod expr;
mod lookup;
mod modifiers;
mod per_vertex;
mod size;
mod state;
mod stmt;
mod template;
#[cfg(test)]
mod tests;
mod trace;
mod types;
mod unit;

use crate::analysis;
use crate::hir::{Module, dump};
use crate::options::Options;
use crate::trace::Trace;
use crate::verify;
use base::diag::Sink;
use base::intern::Interner;
use base::source::SourceMap;
use frontend::ast::Ast;
use state::Checker;

/// Analyses a translation unit. `None` if an error was reported, in this stage or an earlier one.
pub fn check(
    ast: &Ast,
    sources: &SourceMap,
    names: &mut Interner,
    options: &Options,
    sink: &mut Sink,
) -> Option<Module> {
    check_with(ast, sources, names, options, sink, None)
}

/// The same with a record of what names stand for and which types expressions have, which is there in spite of errors.
pub fn check_traced(
    ast: &Ast,
    sources: &SourceMap,
    names: &mut Interner,
    options: &Options,
    sink: &mut Sink,
) -> (Option<Module>, Trace) {
    let mut trace = Trace::default();
    let module = check_with(ast, sources, names, options, sink, Some(&mut trace));
    (module, trace)
}

fn check_with(
    ast: &Ast,
    sources: &SourceMap,
    names: &mut Interner,
    options: &Options,
    sink: &mut Sink,
    trace: Option<&mut Trace>,
) -> Option<Module> {
    let per_vertex = per_vertex::is_wanted(ast, sources, names, options);
    let mut checker = Checker::new(ast, sources, names, options, sink);
    checker.per_vertex = per_vertex;
    checker.recorder = trace.is_some().then(Box::default);
    checker.check_unit();
    if let Some(trace) = trace {
        *trace = checker.finish_trace();
    }
    if !checker.sink.has_errors() {
        checker.lay_out_buffers();
    }
    let Checker { mut module, names, sink, .. } = checker;
    analysis::stages::check(&module, names, sink);
    analysis::atomics::check(&module, sink);
    analysis::arguments::check(&module, names, sink);
    analysis::sharing::check(&mut module, names, sink);
    analysis::limits::check(&module, sink);
    if !sink.has_errors() {
        analysis::initialised::check(&module, names, sink);
        analysis::unwritten::check(&module, names, sink);
        analysis::divergence::check(&module, options, names, sink);
        analysis::missing_barrier::check(&module, names, sink);
        analysis::padding::check(&module, options, names, sink);
    }
    if sink.has_errors() {
        return None;
    }
    analysis::resource_aliases::replace_aliases(&mut module);
    analysis::aliasing::settle(&mut module);
    if cfg!(debug_assertions) {
        let problems = verify::verify(&module);
        let text = || dump::dump_with(&module, names, &problems);
        assert!(problems.is_empty(), "the analysis breaks promises of the HIR:\n{}", text());
    }
    Some(module)
}

//! The checker: walks the syntax tree once and builds the typed representation.
//!
//! Declarations are entered in order; function bodies are checked afterwards, first those reachable from entry points
//! (in the order in which calls reach them), then the others for their errors alone. Templates are checked per
//! instance. Conversions, overloads, constants, layouts and bindings are in modules of their own.

mod body;
mod call;
mod decl;
mod expr;
mod limits;
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
use crate::recovery;
use crate::trace::Trace;
use crate::verify;
use base::diag::Sink;
use base::intern::Interner;
use base::source::SourceMap;
use frontend::ast::Ast;
use state::Checker;
use state::recorder::Recorder;

/// Analyses a translation unit. `None` if an error was reported, in this stage or an earlier one.
pub fn check(
    ast: &Ast,
    sources: &SourceMap,
    names: &mut Interner,
    options: &Options,
    sink: &mut Sink,
) -> Option<Module> {
    finished(checked_unit(ast, sources, names, options, sink, None))
}

/// The result of analysing a unit.
#[derive(Debug)]
pub struct Tolerated {
    /// After errors it has no functions and entry points; types, structs, globals, bindings and layouts are those of what is
    /// sound.
    pub module: Module,
    /// True if there was no error: the module is what [`check`] gives.
    pub is_sound: bool,
    /// The meaning of each name, and the type of each expression.
    pub trace: Trace,
}

/// Checks a file for an editor: text with errors has types, globals and layouts too. Messages about mended text, and
/// those that it may explain, are not given.
pub fn check_tolerantly(
    ast: &Ast,
    sources: &SourceMap,
    names: &mut Interner,
    options: &Options,
    sink: &mut Sink,
) -> Tolerated {
    let first = sink.count();
    let mut checker = checked_unit(ast, sources, names, options, sink, Some(Box::default()));
    let trace = checker.finish_trace();
    if checker.sink.has_errors() {
        checker.settle_what_is_sound();
        let Checker { module, names, sink, .. } = checker;
        recovery::take_back(ast, sources, names, sink, first);
        return Tolerated { module, is_sound: false, trace };
    }
    checker.lay_out_buffers(0);
    let Checker { mut module, names, sink, .. } = checker;
    let is_sound = finish(&mut module, options, names, sink);
    Tolerated { module, is_sound, trace }
}

fn checked_unit<'a>(
    ast: &'a Ast,
    sources: &'a SourceMap,
    names: &'a mut Interner,
    options: &'a Options,
    sink: &'a mut Sink,
    recorder: Option<Box<Recorder>>,
) -> Checker<'a> {
    let mut checker = new_checker(ast, sources, names, options, sink);
    checker.recorder = recorder;
    let entries = checker.check_reachable();
    checker.check_others(&entries);
    checker
}

fn new_checker<'a>(
    ast: &'a Ast,
    sources: &'a SourceMap,
    names: &'a mut Interner,
    options: &'a Options,
    sink: &'a mut Sink,
) -> Checker<'a> {
    let per_vertex = per_vertex::is_wanted(ast, sources, names, options);
    let mut checker = Checker::new(ast, sources, names, options, sink);
    checker.per_vertex = per_vertex;
    checker
}

/// The module of a unit that is checked. `None` if an error was reported.
fn finished(mut checker: Checker<'_>) -> Option<Module> {
    if !checker.sink.has_errors() {
        checker.lay_out_buffers(0);
    }
    let Checker { mut module, names, sink, options, .. } = checker;
    finish(&mut module, options, names, sink).then_some(module)
}

/// The checks of the whole module, and its last changes; returns whether it is right.
fn finish(module: &mut Module, options: &Options, names: &mut Interner, sink: &mut Sink) -> bool {
    analysis::stages::check(module, names, sink);
    analysis::atomics::check(module, sink);
    analysis::arguments::check(module, options, names, sink);
    analysis::sharing::check(module, options, names, sink);
    analysis::limits::check(module, sink);
    if sink.has_errors() {
        return false;
    }
    analysis::object_writes::settle(module, names, sink);
    analysis::initialised::check(module, names, sink);
    analysis::unwritten::check(module, names, sink);
    analysis::divergence::check(module, options, names, sink);
    analysis::missing_barrier::check(module, names, sink);
    analysis::mesh_calls::check(module, options, names, sink);
    analysis::coherence::check(module, sink);
    analysis::loop_conditions::check(module, names, sink);
    analysis::queries::check(module, names, sink);
    analysis::texel_coordinates::check(module, names, sink);
    analysis::negative_base::check(module, sink);
    analysis::byte_offsets::check(module, sink);
    if options.has_payload_qualifiers() {
        analysis::payload_access::check(module, names, sink);
    }
    analysis::padding::check(module, options, names, sink);
    if sink.has_errors() {
        return false;
    }
    analysis::resource_aliases::replace_aliases(module);
    analysis::aliasing::settle(module);
    if cfg!(debug_assertions) {
        let problems = verify::verify(module);
        let text = || dump::dump_with(module, names, &problems);
        assert!(problems.is_empty(), "the analysis breaks promises of the HIR:\n{}", text());
    }
    true
}

//! The universal limit of SPIR-V on the number of globals.

use crate::diagnostics::TooManyGlobals;
use crate::hir::Module;
use base::diag::Sink;
use base::source::Span;

const GLOBALS: usize = 65535;

/// Reports a module that exceeds it.
pub(crate) fn check(module: &Module, sink: &mut Sink) {
    let variables: usize = module.entry_points.iter().map(|entry| entry.variables.len()).sum();
    let count = module.globals.len() + variables;
    if count > GLOBALS {
        let last = module.globals.iter().nth(GLOBALS).map_or(Span::NONE, |(_, global)| global.span);
        sink.report(last, TooManyGlobals { count: count.to_string(), limit: GLOBALS.to_string() });
    }
}

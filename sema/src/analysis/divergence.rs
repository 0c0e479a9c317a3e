//! Divergence analysis: barriers, derivatives, and resource indices that must be uniform.
//!
//! One walk over each function, callees first, propagates values that are *known* to differ between invocations: inputs
//! of the stage, values computed from them, and memory accesses that depend on them. Everything else is assumed
//! uniform, so that each report names a condition or an index that does differ. A function is summarised for its
//! callers in terms of its parameters ([`Summary`]); reports are made at entry points.

mod events;
mod places;
mod taint;
mod values;
mod walk;

use crate::diagnostics::{DivergentBarrier, DivergentDerivative, NonUniformIndex, UnknownTripCount};
use crate::hir::{EntryPoint, FunctionId, Module};
use crate::options::Options;
use base::diag::Sink;
use base::intern::Interner;
use events::{Event, What};
use frontend::language::Stage;
use rustc_hash::FxHashMap;
use taint::Taint;

/// The effects of a function in terms of its parameters.
#[derive(Clone, Debug, Default)]
struct Summary {
    /// The taint of its result.
    result: Taint,
    /// The taint that it leaves in its parameters; the object of a method comes first.
    params: Vec<Taint>,
    events: events::Events,
}

type Summaries = FxHashMap<FunctionId, Summary>;

/// Reports operations that divergent invocations may not reach together.
pub(crate) fn check(module: &Module, options: &Options, names: &Interner, sink: &mut Sink) {
    if !module.functions.iter().any(|(_, function)| walk::may_matter(module, function)) {
        return;
    }
    let flattens = options.flatten_arrays;
    let entered = |id: FunctionId| module.entry_points.iter().any(|entry| entry.function == id);
    let mut summaries = Summaries::default();
    for id in crate::analysis::stages::callees_first(module) {
        if !entered(id) {
            let summary = walk::summary(module, flattens, &module.functions[id], None, &summaries);
            summaries.insert(id, summary);
        }
    }
    for entry in &module.entry_points {
        let function = &module.functions[entry.function];
        let summary = walk::summary(module, flattens, function, Some(entry), &summaries);
        for event in summary.events.iter() {
            report(entry, event, names, sink);
        }
    }
}

fn report(entry: &EntryPoint, event: &Event, names: &Interner, sink: &mut Sink) {
    let is_told = match event.what {
        What::Barrier => event.taint.has(Taint::GROUP),
        What::Derivative => event.taint.has(Taint::QUAD) && entry.stage == Stage::Pixel,
        What::Index => event.taint.has(Taint::WAVE),
        What::Unroll => event.taint.has(Taint::RUN_TIME),
    };
    if !is_told {
        return;
    }
    let name = || event.name.map_or("", |name| names.resolve(name)).to_owned();
    let report = match event.what {
        What::Barrier => sink.report(event.span, DivergentBarrier { name: event.text.to_owned() }),
        What::Derivative => sink.report(event.span, DivergentDerivative { name: event.text.to_owned() }),
        What::Index => sink.report(event.span, NonUniformIndex { name: name() }),
        What::Unroll => sink.report(event.span, UnknownTripCount {}),
    };
    let between = match event.what {
        What::Barrier => "varies between the threads of a group",
        What::Derivative => "varies between the pixels of a quad",
        What::Index | What::Unroll => "",
    };
    if let Some(cause) = event.cause.filter(|_| !between.is_empty()) {
        report.note_at(cause, format!("this condition {between}"));
    }
    if let Some(call) = event.call {
        report.note_at(call, "function called here");
    }
    if event.what == What::Index {
        report.note("wrap the index in NonUniformResourceIndex(...)");
    }
}

//! The translation unit: the order in which items are entered, bodies checked, and the module completed.

mod calls;
pub(super) mod entry;
mod globals;
mod layouts;

use crate::check::state::Checker;
use crate::check::state::ids::FnId;
use crate::diagnostics::MissingBody;
use crate::hir::FunctionId;
use base::ids::{Arena, Id};
use entry::EntryCandidate;
use std::ops::Range;

impl Checker<'_> {
    /// Enters the declarations, and checks the bodies that entry points reach.
    pub(super) fn check_reachable(&mut self) -> Vec<EntryCandidate> {
        self.items(self.ast.root, self.decls.scopes.file);
        self.finish_globals_block();
        let entries = self.find_entries();
        for entry in &entries {
            self.reach(entry.function);
            if let Some(patch_constant) = self.patch_constant(entry) {
                self.reach(patch_constant);
            }
        }
        self.check_reached();
        entries
    }

    /// Checks the bodies that no entry point reaches, and completes the module.
    pub(super) fn check_others(&mut self, entries: &[EntryCandidate]) {
        let reached = self.reached.order.len();
        self.reached.dead_globals = Some(self.check_unreached());
        self.complete(entries, reached);
    }

    /// Completes the module with the given number of functions, those that entry points reach.
    fn complete(&mut self, entries: &[EntryCandidate], reached: usize) {
        self.check_recursion(reached);
        self.check_static_members(reached);
        if self.sink.has_errors() {
            return;
        }
        self.gather_requirements(reached);
        self.check_numbered_types();
        self.move_functions(reached);
        self.module.aliased_counters = self.resources.counters.used_through_alias;
        self.settle_bindings();
        self.build_entry_points(entries);
    }

    /// After an error: bindings and layouts, for the globals that are there. What these steps have to say may follow from the
    /// errors.
    pub(super) fn settle_what_is_sound(&mut self) {
        if self.sink.limit_reached() {
            return;
        }
        let before = self.sink.count();
        self.settle_bindings();
        self.lay_out_buffers(0);
        self.sink.retain_from(before, |_| false);
    }

    /// Settles the globals of the output and assigns their bindings, once.
    fn settle_bindings(&mut self) {
        let Some(dead) = self.reached.dead_globals.take() else { return };
        self.settle_globals(&dead);
        let requests = std::mem::take(&mut self.resources.requests);
        crate::bindings::assign(&mut self.module, self.names, &requests, self.options, self.sink);
    }

    /// Queues a function when it is first reached.
    pub(super) fn reach(&mut self, function: FnId) -> FunctionId {
        if let Some(id) = self.decls.functions[function].hir {
            return id;
        }
        let id = self.reached.add(function);
        self.decls.functions[function].hir = Some(id);
        id
    }

    fn check_reached(&mut self) {
        while let Some(function) = self.reached.queue.pop_front() {
            if self.sink.limit_reached() {
                return;
            }
            self.check_function(function);
        }
    }

    /// Unreachable bodies are checked for their errors; their declarations are removed afterwards. Methods of class
    /// templates are not checked: they need not be valid for all arguments.
    fn check_unreached(&mut self) -> Range<usize> {
        let globals = self.module.globals.len();
        let init = self.module.init.exprs.len();
        let defined = std::mem::take(&mut self.decls.defined);
        self.reached.dead = true;
        for function in defined {
            if self.is_unreached(function) {
                self.reach(function);
                self.check_reached();
            }
        }
        debug_assert!(self.module.init.exprs.len() >= init);
        globals..self.module.globals.len()
    }

    /// Returns whether the body of a function is still to be checked for its errors.
    fn is_unreached(&self, function: FnId) -> bool {
        let known = &self.decls.functions[function];
        !known.checked && !self.decls.scopes.binds_arguments(known.scope)
    }

    fn move_functions(&mut self, count: usize) {
        let mut functions = Arena::new();
        let mut built = std::mem::take(&mut self.reached.built).into_iter().peekable();
        for index in 0..count {
            let id = Id::new(index as u32);
            match built.next_if(|(of, _)| *of == id) {
                Some((_, function)) => {
                    functions.alloc(function);
                }
                None => {
                    let wanted = self.reached.order[index];
                    let info = &self.decls.functions[wanted];
                    let (span, name) = (info.span, self.names.resolve(info.name).to_owned());
                    let call = self.reached.calls.iter().find(|(_, callee, _)| *callee == wanted);
                    let report = self.sink.report(span, MissingBody { name });
                    if let Some(&(_, _, place)) = call {
                        report.note_at(place, "called here");
                    }
                }
            }
        }
        self.module.functions = functions;
    }
}
